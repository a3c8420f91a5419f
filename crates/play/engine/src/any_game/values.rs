//! Values of positions without a search, and what some games say beyond them.

use floe_angling::AnglingSolver;
use floe_search::{PayoffBounds, Payoffs};

use super::with_floe;
use crate::games::SearchedGame;
use crate::games::angling::specials::special_values;
use crate::{AnyGame, EngineGame, Evaluation, ExportError, SpecialValue};

/// Estimates of all players, each moved to the nearest one within the bounds.
fn within(expected: Payoffs, bounds: &PayoffBounds) -> Payoffs {
    let mut nearest = expected;
    for (score, bounds) in nearest.iter_mut().zip(bounds) {
        *score = (*score).max(bounds.lower).min(bounds.upper);
    }
    nearest
}

impl AnyGame {
    /// Final results of all players that the evaluation expects on a floe, without a search and
    /// within what the rules allow; `None` for games without a floe.
    pub fn expected_results(&self, evaluation: &Evaluation) -> Option<Payoffs> {
        with_floe!(self, position => {
            let expected = position.expected_results(evaluation);
            position.possible_results().map_or(expected, |bounds| within(expected, &bounds))
        })
    }

    /// Value of every special that its owner can still use in Gone Fishing!; none in other games.
    pub fn special_values(&self) -> Vec<SpecialValue> {
        match self {
            AnyGame::Angling(lake) => special_values(lake),
            _ => Vec::new(),
        }
    }

    /// Writes the rest of a day of Gone Fishing! as an extensive game in the file format of Gambit.
    ///
    /// # Errors
    /// For all other games, and when the tree has more than `max_entries` entries.
    pub fn export(&self, max_entries: usize) -> Result<String, ExportError> {
        match self {
            AnyGame::Angling(lake) => Ok(AnglingSolver::new(lake, max_entries)?.to_efg()),
            _ => Err(ExportError::Rules(self.rules())),
        }
    }
}
