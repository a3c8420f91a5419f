use std::fmt;
use std::time::{Duration, Instant};

use floe_game::{Chance, Game, Notated, Player, Turn};

use super::{Answer, Launch, Program};
use crate::contestant::{Choice, Contestant, Past};
use crate::fault::Fault;
use crate::record::Search;

/// The most lines that a program may say before one answer.
const MAX_LINES: usize = 1_000_000;

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

    /// What the program calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.program.say("ugi");
        let (mut name, mut options) = (None, Vec::new());
        self.hear_until(self.launch.patience.start, |answer| match answer {
            Answer::UgiOk => Some(()),
            Answer::Name(told) => {
                name = Some(told.to_owned());
                None
            }
            Answer::Option(told) => {
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
            return Err(Fault::Rubbish(format!("there is no option '{name}'; {options}: {known}")));
        };
        self.program.say(&format!("setoption name {own} value {value}"));
        Ok(())
    }

    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.program.say("isready");
        self.hear_until(self.launch.patience.start, |answer| (answer == Answer::ReadyOk).then_some(()))
    }

    /// Listens until `pick` has found what it looks for.
    fn hear_until<T>(&mut self, time: Duration, mut pick: impl FnMut(Answer<'_>) -> Option<T>) -> Result<T, Fault> {
        let deadline = Instant::now() + time;
        for _ in 0..MAX_LINES {
            let line = self.program.hear(deadline)?;
            if let Some(found) = pick(Answer::parse(&line)) {
                return Ok(found);
            }
        }
        Err(Fault::Rubbish(format!("more than {MAX_LINES} lines before an answer")))
    }

    /// Waits for the answer to `go`: the move as text, what was said of it, and the last error told.
    ///
    /// `left` is what is on the clock.
    fn hear_move(&mut self, left: Option<Duration>) -> Result<(String, Search, String), Fault> {
        let (mut search, mut error) = (Search::default(), String::new());
        let time = self.launch.patience.of_move(&self.launch.limits, left);
        let start = Instant::now();
        let mv = self.hear_until(time, |answer| match answer {
            Answer::Info(info) => {
                info.add_to(&mut search);
                None
            }
            Answer::Error(told) => {
                error = told.chars().take(200).collect();
                None
            }
            Answer::BestMove(mv) => Some(mv.to_owned()),
            _ => None,
        })?;
        if self.launch.limits.time.is_some() || left.is_some() {
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
        self.program.say("uginewgame");
        self.wait_until_ready()
    }

    fn choose(&mut self, game: &G, past: Past<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let moves: String = past.moves.iter().map(|&mv| format!(" {}", game.move_text(mv))).collect();
        let with_moves = if moves.is_empty() { "" } else { " moves" };
        self.program.say(&format!("position fen {}{with_moves}{moves}", past.floe));
        let clocks = past.clocks.map_or(String::new(), |clocks| clocks.order(game.players()));
        self.program.say(&format!("{}{clocks}", self.launch.limits));
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
