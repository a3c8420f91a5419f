//! Alpha-beta for two sides (Knuth & Moore 1975): principal variation search with a shared table, deepened ply by ply.

mod completion;
mod deepening;
mod reductions;
mod verdict;
mod worker;

pub use deepening::{AlphaBeta, Options};
pub(crate) use reductions::reduction;
pub use verdict::{Answer, Verdict};

use floe_game::Score;

/// The values that matter: above `alpha`, below `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// Beyond any value.
    const INFINITE: Score = 1_000_000;
    const FULL: Window = Window { alpha: -Self::INFINITE, beta: Self::INFINITE };

    /// Asks only whether the value is above `alpha`.
    fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// The same values seen by the other side.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What a search returns: `value <= alpha` is an upper bound, `value >= beta` a lower one, anything between is the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Found {
    value: Score,
    /// Whether that holds for the game played to its end, on no evaluation's word.
    proven: bool,
}
