use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::input::PositionArgument;
use crate::output::{Answer, Output};
use crate::problem::Status;

/// List the legal moves, sorted
///
/// One move a line. A penguin is placed on c3 by c3, and moves from c3 to f3 by c3-f3. A finished game has no moves.
/// Where chance has a say these are the choices, without what may come of them.
/// In a batch an empty line follows the moves of every position.
#[derive(Args)]
#[command(after_help = "Examples:\n  floe moves \"POSITION\"\n  floe new --seed 1 --placed | floe moves -")]
pub(crate) struct Moves {
    #[command(flatten)]
    position: PositionArgument,
}

#[derive(Serialize)]
struct LegalMoves {
    position: String,
    moves: Vec<String>,
}

impl Answer for LegalMoves {
    const SCHEMA: &'static str = "floe/moves/1";

    fn text(&self) -> String {
        self.moves.iter().map(|mv| format!("{mv}\n")).collect()
    }
}

impl Moves {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        self.position.answer_each(output, |position| {
            let mut moves = position.choices();
            moves.sort();
            Ok(LegalMoves { position: position.to_string(), moves })
        })
    }
}
