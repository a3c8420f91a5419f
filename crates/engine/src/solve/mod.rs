//! Exact values, of the base game and of everything else.

pub(crate) mod keeper;
mod more;
pub(crate) mod news;
mod request;
mod solved;
mod two;

use floe_fish::{AnyPosition, Move};
use floe_game::Notated;

pub use news::{Kept, SolveNews, SolveProgress};
pub use request::SolveRequest;
pub use solved::{Bounds, Solved};

use crate::{AnalysisError, AnyGame, variants};
use more::solve_more;
use two::solve_two;

/// Proves what a position is worth, and its moves.
///
/// With two players the value is the final margin. With more it is everybody's result under max^n with the tie rule
/// of the notation, which makes it unique.
///
/// # Errors
/// While penguins are still to be placed, when there is no memory for the table, or when a checkpoint that is there cannot be
/// taken up. A checkpoint that cannot be written is told to `progress`, and the proof goes on.
pub fn solve(
    position: &AnyPosition,
    request: &SolveRequest<'_>,
    mut progress: impl FnMut(&SolveNews),
) -> Result<Solved, AnalysisError> {
    match position {
        AnyPosition::Two(position) => solve_two(position, request, &mut progress),
        AnyPosition::Three(position) => solve_more(position, request, &mut progress),
        AnyPosition::Four(position) => solve_more(position, request, &mut progress),
    }
}

/// The same for a position of anything, moves told as texts.
///
/// # Errors
/// As [`solve`]; with variants checkpoints are for two sides, and where chance has no say.
pub fn solve_any(
    position: &AnyGame,
    request: &SolveRequest<'_>,
    mut progress: impl FnMut(&SolveNews),
) -> Result<Solved<String>, AnalysisError> {
    if let AnyGame::Variant(position) = position {
        return Ok(variants::solve(position, request, &mut progress)?.told(|&mv| position.move_text(mv)));
    }
    if let AnyGame::Special(position) = position {
        return Ok(variants::solve(position, request, &mut progress)?.told(|&mv| position.move_text(mv)));
    }
    if let AnyGame::Hidden(position) = position {
        return Ok(variants::solve_hidden(position, request, &mut progress)?.told(|&risk| position.move_text(risk)));
    }
    let position = position.base().expect("it is no variant");
    Ok(solve(&position, request, progress)?.told(Move::to_string))
}
