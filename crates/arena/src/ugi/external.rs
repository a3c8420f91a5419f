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
}

impl<'a> ExternalPlayer<'a> {
    /// Starts the program and sets its options. When `stop` is set to true, waiting for the program ends as if it had
    /// hung.
    ///
    /// # Errors
    /// When the program cannot be started, does not answer in time, or does not offer one of the options.
    pub fn start(launch: &Launch, stop: &'a AtomicBool) -> Result<ExternalPlayer<'a>, StartError> {
        let mut program = Program::start(launch, stop)?;
        let mut options = Vec::new();
        program.send("ugi");
        program.receive_until(Instant::now() + launch.timeouts.start, |reply| {
            if let UgiReply::Option(option) = reply {
                options.push(option.to_owned());
            }
            (reply == UgiReply::UgiOk).then_some(())
        })?;
        let mut external = ExternalPlayer { program, launch: launch.clone(), options };
        for (name, value) in &launch.options {
            external.set_option(name, value)?;
        }
        external.wait_until_ready()?;
        Ok(external)
    }

    fn set_option(&self, name: &str, value: &str) -> Result<(), Fault> {
        let own = self.options.iter().find(|option| option.eq_ignore_ascii_case(name)).ok_or_else(|| {
            Fault::ProtocolError(format!("unknown option '{name}'; known: {}", self.options.join(", ")))
        })?;
        self.program.send(&format!("setoption name {own} value {value}"));
        Ok(())
    }

    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.program.send("isready");
        let deadline = Instant::now() + self.launch.timeouts.start;
        self.program.receive_until(deadline, |reply| (reply == UgiReply::ReadyOk).then_some(()))
    }
}

impl<G: Notated + Chance> Contestant<G> for ExternalPlayer<'_> {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayFailure> {
        let is_set = self.launch.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("seed"));
        if !is_set && self.options.iter().any(|name| name.eq_ignore_ascii_case("seed")) {
            // Small enough for the integers of every program, which must not learn the seed of the match from it.
            self.set_option("seed", &(one_way(seed) >> 33).to_string())?;
        }
        self.program.send("uginewgame");
        Ok(self.wait_until_ready()?)
    }

    fn choose(&mut self, game: &G, history: GameHistory<'_, G>) -> Result<Choice<G::Move>, PlayFailure> {
        let moves = history.start.line_text(history.moves).iter().map(|text| format!(" {text}")).collect::<String>();
        let keyword = if moves.is_empty() { "" } else { " moves" };
        self.program.send(&format!("position fen {}{keyword}{moves}", history.floe));
        let (mut limits, mut left) = (self.launch.limits, None);
        if let (Some(clocks), Turn::Of(mover)) = (history.clocks, game.turn()) {
            limits = limits.with_clocks(&clocks, game.players());
            left = Some(clocks.left(mover));
        }
        self.program.send(&format!("go{limits}"));
        let (mut search, mut error) = (MoveReport::default(), String::new());
        let start = Instant::now();
        let deadline = start + self.launch.timeouts.of_move(&limits, left);
        let text = self.program.receive_until(deadline, |reply| {
            match reply {
                UgiReply::BestMove(mv) => return Some(mv.to_owned()),
                UgiReply::Info(info) => info.add_to(&mut search),
                UgiReply::Error(message) => error = message.chars().take(200).collect(),
                _ => {}
            }
            None
        })?;
        if limits.move_time.is_some() || left.is_some() {
            search.milliseconds = Some((start.elapsed().as_secs_f64() * 1000.0).round());
        }
        if let Some(mv) = game.choices().into_iter().find(|&mv| game.move_text(mv) == text) {
            return Ok(Choice { mv, search });
        }
        let text: String = text.chars().take(40).collect();
        let error = if error.is_empty() { error } else { format!("; its last error: {error}") };
        Err(Fault::IllegalMove(format!("{text}{error}")).into())
    }
}
