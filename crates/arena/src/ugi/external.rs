use std::fmt;
use std::time::{Duration, Instant};

use floe_game::{Chance, Game, Notated, Player, Turn};

use super::{Launch, Program, StartPosition, UgiCommand, UgiReply};
use crate::contestant::{Choice, Contestant, GameHistory};
use crate::fault::Fault;
use crate::record::MoveReport;

/// Another program as a player.
///
/// After a [`Fault`] it is of no use any more: make a new one.
pub struct External {
    program: Program,
    launch: Launch,
    name: String,
    /// The options that it tells of.
    options: Vec<String>,
}

impl fmt::Debug for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("External").field("name", &self.name).field("launch", &self.launch).finish_non_exhaustive()
    }
}

impl External {
    /// Starts the program and sets its options.
    ///
    /// # Errors
    /// When it cannot be started, does not answer, or has no such option.
    pub fn start(launch: &Launch) -> Result<External, Fault> {
        let program = Program::start(launch)?;
        let launch = launch.clone();
        let mut external = External { program, name: launch.program.clone(), launch, options: Vec::new() };
        external.introduce()?;
        for (name, value) in external.launch.options.clone() {
            external.set(&name, &value)?;
        }
        external.wait_until_ready()?;
        Ok(external)
    }

    /// The name that the program gives itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn say(&self, command: &UgiCommand<'_>) {
        self.program.say(&command.to_string());
    }

    fn start_deadline(&self) -> Instant {
        Instant::now() + self.launch.timeouts.start
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.say(&UgiCommand::Ugi);
        let (mut name, mut options) = (None, Vec::new());
        let deadline = self.start_deadline();
        self.program.hear_until(deadline, |answer| match answer {
            UgiReply::UgiOk => Some(()),
            UgiReply::Name(told) => {
                name = Some(told.to_owned());
                None
            }
            UgiReply::Option(told) => {
                options.push(told.to_owned());
                None
            }
            _ => None,
        })?;
        self.options = options;
        self.name = name.unwrap_or_else(|| self.launch.program.clone());
        Ok(())
    }

    /// Sets an option, in the program's own spelling.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let own = self.options.iter().find(|option| option.eq_ignore_ascii_case(name));
        let Some(own) = own else {
            let (known, options) = (self.options.join(", "), "it tells of these options");
            return Err(Fault::ProtocolError(format!("there is no option '{name}'; {options}: {known}")));
        };
        let command = UgiCommand::SetOption { name: own.clone(), value: value.to_owned() };
        self.say(&command);
        Ok(())
    }

    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.say(&UgiCommand::IsReady);
        let deadline = self.start_deadline();
        self.program.hear_until(deadline, |answer| (answer == UgiReply::ReadyOk).then_some(()))
    }

    /// Waits for the answer to `go`: the move as text, what was said of it, and the last error told.
    ///
    /// `left` is what is on the clock.
    fn hear_move(&mut self, left: Option<Duration>) -> Result<(String, MoveReport, String), Fault> {
        let (mut search, mut error) = (MoveReport::default(), String::new());
        let start = Instant::now();
        let deadline = start + self.launch.timeouts.of_move(&self.launch.limits, left);
        let mv = self.program.hear_until(deadline, |answer| match answer {
            UgiReply::Info(info) => {
                info.add_to(&mut search);
                None
            }
            UgiReply::Error(told) => {
                error = told.chars().take(200).collect();
                None
            }
            UgiReply::BestMove(mv) => Some(mv.to_owned()),
            _ => None,
        })?;
        if self.launch.limits.move_time.is_some() || left.is_some() {
            search.milliseconds = Some((start.elapsed().as_secs_f64() * 1000.0).round());
        }
        Ok((mv, search, error))
    }
}

fn mover<G: Game>(game: &G) -> Option<Player> {
    match game.turn() {
        Turn::Of(player) => Some(player),
        Turn::Over => None,
    }
}

impl<G: Notated + Chance> Contestant<G> for External {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        let is_seed = |option: &str| option.eq_ignore_ascii_case("seed");
        let is_set = self.launch.options.iter().any(|(name, _)| is_seed(name));
        if !is_set && self.options.iter().any(|option| is_seed(option)) {
            // So small that every program can read it.
            self.set("seed", &(seed >> 33).to_string())?;
        }
        self.say(&UgiCommand::NewGame);
        self.wait_until_ready()
    }

    fn choose(&mut self, game: &G, past: GameHistory<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let moves: Vec<String> = past.moves.iter().map(|&mv| game.move_text(mv)).collect();
        let moves = moves.iter().map(String::as_str).collect();
        self.say(&UgiCommand::Position { start: StartPosition::Fen(past.floe), moves });
        let limits = self.launch.limits;
        self.say(&UgiCommand::Go(past.clocks.map_or(limits, |clocks| limits.with_clocks(&clocks, game.players()))));
        let left = past.clocks.and_then(|clocks| Some(clocks.left(mover(game)?)));
        let (text, search, error) = self.hear_move(left)?;
        match game.choices().into_iter().find(|&mv| game.move_text(mv) == text) {
            Some(mv) => Ok(Choice { mv, search }),
            None => {
                let text: String = text.chars().take(40).collect();
                let error = if error.is_empty() { error } else { format!(", saying: {error}") };
                Err(Fault::IllegalMove(format!("{text}{error}")))
            }
        }
    }
}
