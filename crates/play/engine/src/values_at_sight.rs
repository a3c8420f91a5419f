//! Values of positions without a search, and what some games say beyond them.

use floe_angling::{AnglingSolveError, AnglingSolver};
use floe_search::{PayoffBounds, Payoffs};

use crate::engine_game::SearchedGame;
use crate::games::angling::specials;
use crate::{AnyGame, Evaluation, GameRules, SpecialValue};

/// Reason why a game cannot be written as a game tree for other programs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Games with these rules have no such export.
    #[error("expected a position with rules angling; found rules {0}")]
    Rules(GameRules),
    /// The day cannot be written, for example because its tree is too large.
    #[error(transparent)]
    Day(#[from] AnglingSolveError),
}

/// Estimates of all players, each moved to the nearest one within the bounds.
fn within(expected: Payoffs, bounds: &PayoffBounds) -> Payoffs {
    let mut nearest = expected;
    for (score, bounds) in nearest.iter_mut().zip(bounds) {
        *score = (*score).max(bounds.lower).min(bounds.upper);
    }
    nearest
}

/// Final results of all players that the evaluation expects on a floe, without a search and within
/// what the rules allow, by [`Player::index`](floe_game::Player::index) and in 1/128 of a point.
/// `None` for games without a floe.
pub fn expected_results(game: &AnyGame, evaluation: &Evaluation) -> Option<Payoffs> {
    fn of<G: SearchedGame>(position: &G, evaluation: &Evaluation) -> Payoffs {
        let expected = position.expected_results(evaluation);
        match position.possible_results() {
            Some(bounds) => within(expected, &bounds),
            None => expected,
        }
    }
    match game {
        AnyGame::Two(position) => Some(of(position, evaluation)),
        AnyGame::Three(position) => Some(of(position, evaluation)),
        AnyGame::Four(position) => Some(of(position, evaluation)),
        AnyGame::Variant(position) => Some(of(position, evaluation)),
        AnyGame::Special(position) => Some(of(position, evaluation)),
        AnyGame::Hidden(position) => Some(of(position, evaluation)),
        AnyGame::Flip(_) | AnyGame::Contest(_) | AnyGame::Angling(_) => None,
    }
}

/// Value of every special that its owner can still use in Gone Fishing!; none in other games.
pub fn special_values(game: &AnyGame) -> Vec<SpecialValue> {
    match game {
        AnyGame::Angling(lake) => specials::special_values(lake),
        _ => Vec::new(),
    }
}

/// Writes the rest of a day of Gone Fishing! as an extensive game in the file format of Gambit.
///
/// # Errors
/// For all other games, and when the tree has more than `max_entries` entries.
pub fn export_day(game: &AnyGame, max_entries: usize) -> Result<String, ExportError> {
    match game {
        AnyGame::Angling(lake) => Ok(AnglingSolver::new(lake, max_entries)?.to_efg()),
        _ => Err(ExportError::Rules(game.rules())),
    }
}
