use floe_engine::GameLine;

use super::prelude::*;
use crate::input::PositionArgument;

/// Play moves and print the resulting position
///
/// Plays the moves in order and prints the position after the last. A player who cannot move
/// retires by itself, so no move is written for that turn.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/apply.txt"))]
pub(crate) struct Apply {
    #[command(flatten)]
    position: PositionArgument,

    /// Moves in order: c3 places a penguin, c3-f3 moves one; c3f3 and C3-F3 are also accepted
    #[arg(value_name = "MOVE", required_unless_present = "positions")]
    moves: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct PositionAfter {
    position: String,
}

impl Apply {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let (positions, first) = self.position.without_word();
        let moves: Vec<String> = first.into_iter().chain(self.moves.clone()).collect();
        if moves.is_empty() {
            return Err(Wrong::new("expected at least one MOVE").into());
        }
        positions.answer_each(&Interrupt::default(), output, |position| {
            let line = GameLine::replay(*position, &moves).map_err(Wrong::new)?;
            let position = line.end().to_string();
            let text = format!("{position}\n");
            Ok(Answer::line(
                "floe/apply/1",
                PositionAfter { position },
                text,
            ))
        })
    }
}
