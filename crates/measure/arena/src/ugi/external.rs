use std::sync::atomic::AtomicBool;
use std::time::Instant;

use floe_game::{Chance, Notated, Turn};

use super::{Launch, Program, StartError, UgiReply};
use crate::contestant::{Choice, Contestant, GameHistory};
use crate::fault::{Fault, PlayFailure};
use crate::record::MoveReport;
use crate::schedule::one_way;

/// Another program as a player of a match, over UGI; after a [`Fault`] it cannot play on.
#[derive(Debug)]
pub struct ExternalPlayer<'a> {
    program: Program<'a>,
    launch: Launch,
    /// The options that the program offers, in its own spelling.
    options: Vec<String>,
    /// Name that the program gives itself, with its version; empty if it gives none.
    name: String,
    /// The last move that it has answered.
    last_answer: String,
}

/// Longest name of a program, in characters; the rest is left out.
const MAX_NAME: usize = 200;

impl<'a> ExternalPlayer<'a> {
    /// Starts the program and sets its options. When `stop` is set to true, waiting for the program
    /// ends as if it had hung.
    ///
    /// # Errors
    /// When the program cannot be started, does not answer in time, or does not offer one of the
    /// options.
    pub fn start(launch: &Launch, stop: &'a AtomicBool) -> Result<ExternalPlayer<'a>, StartError> {
        let mut program = Program::start(launch, stop)?;
        let mut options = Vec::new();
        let mut name = String::new();
        program.send("ugi");
        let introduced = program.receive_until(Instant::now() + launch.timeouts.start, |reply| {
            match reply {
                UgiReply::Option(option) => options.push(option.to_owned()),
                UgiReply::Name(said) => name = said.chars().take(MAX_NAME).collect(),
                _ => {}
            }
            (reply == UgiReply::UgiOk).then_some(())
        });
        introduced.map_err(|fault| within(fault, &start_limit("ugi", launch)))?;
        let last_answer = String::new();
        let mut external = ExternalPlayer {
            program,
            launch: launch.clone(),
            options,
            name,
            last_answer,
        };
        for (name, value) in &launch.options {
            external.set_option(name, value)?;
        }
        external.wait_until_ready()?;
        Ok(external)
    }

    fn set_option(&self, name: &str, value: &str) -> Result<(), Fault> {
        let own = self
            .options
            .iter()
            .find(|option| option.eq_ignore_ascii_case(name))
            .ok_or_else(|| {
                Fault::ProtocolError(format!(
                    "unknown option '{name}'; known: {}",
                    self.options.join(", ")
                ))
            })?;
        self.program
            .send(&format!("setoption name {own} value {value}"));
        Ok(())
    }

    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.program.send("isready");
        let deadline = Instant::now() + self.launch.timeouts.start;
        let ready = self
            .program
            .receive_until(deadline, |reply| (reply == UgiReply::ReadyOk).then_some(()));
        ready.map_err(|fault| within(fault, &start_limit("isready", &self.launch)))
    }

    /// Name that the program gives itself, with its version; empty if it gives none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Asks the program for the names of the rules that it supports; `None` if it does not say.
    ///
    /// # Errors
    /// When the program breaks off, or does not answer `isready` in time after the question.
    pub fn rules(&mut self) -> Result<Option<Vec<String>>, Fault> {
        self.program.send("query rules");
        self.program.send("isready");
        let mut rules = None;
        let deadline = Instant::now() + self.launch.timeouts.start;
        let answered = self.program.receive_until(deadline, |reply| {
            if let UgiReply::Response(words) = reply {
                rules = Some(words.split_whitespace().map(str::to_owned).collect());
            }
            (reply == UgiReply::ReadyOk).then_some(())
        });
        answered.map_err(|fault| within(fault, &start_limit("query rules", &self.launch)))?;
        Ok(rules)
    }
}

/// Adds to the fault of a program that did not answer the limit that it has exceeded.
fn within(fault: Fault, limit: &str) -> Fault {
    match fault {
        Fault::Hung(details) => Fault::Hung(format!("{details}: {limit}")),
        other => other,
    }
}

/// Limit of the time for an answer to a command before the game, in words.
fn start_limit(command: &str, launch: &Launch) -> String {
    format!("{:?} after '{command}'", launch.timeouts.start)
}

/// Fault of a program that answers once more than it was asked.
fn unasked_answer(mv: &str) -> Fault {
    let shown: String = mv.chars().take(40).collect();
    Fault::IllegalMove(format!("{shown}: an answer without 'go'"))
}

impl<G: Notated + Chance> Contestant<G> for ExternalPlayer<'_> {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayFailure> {
        let is_set = self
            .launch
            .options
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("seed"));
        if !is_set
            && self
                .options
                .iter()
                .any(|name| name.eq_ignore_ascii_case("seed"))
        {
            // Small enough for the integers of every program, which must not learn the seed of the
            // match from it.
            self.set_option("seed", &(one_way(seed) >> 33).to_string())?;
        }
        self.program.send("uginewgame");
        Ok(self.wait_until_ready()?)
    }

    fn choose(
        &mut self,
        game: &G,
        history: GameHistory<'_, G>,
    ) -> Result<Choice<G::Move>, PlayFailure> {
        let is_choice = |text: &str| {
            game.choices()
                .into_iter()
                .any(|mv| game.move_text(mv) == text)
        };
        if let Some(unasked) = self
            .program
            .unasked_move()
            .filter(|unasked| !is_choice(unasked))
        {
            return Err(unasked_answer(&unasked).into());
        }
        let moves = history
            .start
            .line_text(history.moves)
            .iter()
            .map(|text| format!(" {text}"))
            .collect::<String>();
        let keyword = if moves.is_empty() { "" } else { " moves" };
        self.program
            .send(&format!("position fen {}{keyword}{moves}", history.floe));
        let mut limits = self.launch.limits;
        let mut left = None;
        if let (Some(clocks), Turn::Of(mover)) = (history.clocks, game.turn()) {
            limits = limits.with_clocks(&clocks, game.players());
            left = Some(clocks.left(mover));
        }
        self.program.send(&format!("go{limits}"));
        let mut search = MoveReport::default();
        let mut error = String::new();
        let start = Instant::now();
        let (time, limit) = self.launch.timeouts.limit_of_move(&limits, left);
        let answer = self.program.receive_until(start + time, |reply| {
            match reply {
                UgiReply::BestMove(mv) => return Some(mv.to_owned()),
                UgiReply::Info(info) => info.add_to(&mut search),
                UgiReply::Error(message) => error = message.chars().take(200).collect(),
                _ => {}
            }
            None
        });
        let text = answer.map_err(|fault| within(fault, &format!("{time:?}, {limit}")))?;
        if limits.move_time.is_some() || left.is_some() {
            search.milliseconds = Some((start.elapsed().as_secs_f64() * 1000.0).round());
        }
        if let Some(mv) = game
            .choices()
            .into_iter()
            .find(|&mv| game.move_text(mv) == text)
        {
            self.last_answer = text;
            return Ok(Choice { mv, search });
        }
        // The answer before, once more, that has come too late to be noticed before the question.
        if !text.is_empty() && text == self.last_answer {
            return Err(unasked_answer(&text).into());
        }
        let text: String = text.chars().take(40).collect();
        let error = if error.is_empty() {
            error
        } else {
            format!("; its last error: {error}")
        };
        Err(Fault::IllegalMove(format!("{text}{error}")).into())
    }
}
