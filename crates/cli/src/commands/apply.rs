use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::input::PositionArgument;
use crate::output::{Answer, Output};
use crate::problem::{Status, Wrong};

/// Play moves and print the position after them
///
/// The moves are played one after the other. Whoever cannot move retires by itself; that is not written as a move.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe apply \"POSITION\" c3-f3 d2-d5
  floe new --seed 1 | floe apply - a1 b2 c4")]
pub(crate) struct Apply {
    #[command(flatten)]
    position: PositionArgument,

    /// The moves in turn, such as c3 (place) or c3-f3 (move)
    #[arg(value_name = "MOVE", required = true)]
    moves: Vec<String>,
}

#[derive(Serialize)]
struct PositionAfter {
    position: String,
}

impl Answer for PositionAfter {
    const SCHEMA: &'static str = "floe/apply/1";

    fn text(&self) -> String {
        format!("{}\n", self.position)
    }

    fn has_many_lines(&self) -> bool {
        false
    }
}

impl Apply {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        self.position.answer_each(output, |position| {
            let mut position = *position;
            for (number, text) in (1..).zip(&self.moves) {
                position.play(text).map_err(|why| Wrong::new(format!("move {number}, '{text}': {why}")))?;
            }
            Ok(PositionAfter { position: position.to_string() })
        })
    }
}
