use anyhow::Result;
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use crate::input::PositionArgument;
use crate::interrupt::Interrupt;
use crate::output::{Answer, Output};
use crate::problem::{Status, Wrong};

/// Play moves and print the resulting position
///
/// Plays the moves in order and prints the position after the last. A player who cannot move retires by itself, so no
/// move is written for that turn.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/apply.txt"))]
pub(crate) struct Apply {
    #[command(flatten)]
    position: PositionArgument,

    /// Moves in order: c3 places a penguin, c3-f3 moves one; c3f3 and C3-F3 are read, too
    #[arg(value_name = "MOVE", required = true)]
    moves: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct PositionAfter {
    position: String,
}

impl Apply {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        self.position.answer_each(&Interrupt::default(), output, |position| {
            let mut position = *position;
            position.play_all(&self.moves).map_err(Wrong::new)?;
            let position = position.to_string();
            let text = format!("{position}\n");
            Ok(Answer::line("floe/apply/1", PositionAfter { position }, text))
        })
    }
}
