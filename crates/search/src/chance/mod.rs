//! Searches of games with chance: expectimax for two sides, and max^n with expected scores.

mod expectimax;
mod expectimax_n;
mod stars;
mod table;

use std::ops::Neg;

use floe_game::{Chance, Keyed, Score, Staked, TwoSided};

use crate::Payoff;

pub use expectimax::Expectimax;
pub use expectimax_n::ExpectiMaxN;

/// Two-sided game with chance and with keys for a table.
trait ChanceGame: Keyed + TwoSided + Chance + Staked {}

impl<G: Keyed + TwoSided + Chance + Staked> ChanceGame for G {}

/// Expected score, and the expected part of it that breaks ties.
///
/// A score packs both into one number; they cannot be unpacked from its expectation. Searches maximise the score.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Mean {
    /// Expected score.
    pub score: f64,
    /// Part of it that breaks ties.
    pub part: f64,
}

impl Mean {
    /// Mean of a score that is certain.
    pub fn of<G: Staked>(score: Score) -> Mean {
        Mean { score: f64::from(score), part: f64::from(G::tie_break(score)) }
    }
}

impl Neg for Mean {
    type Output = Mean;

    fn neg(self) -> Mean {
        Mean { score: -self.score, part: -self.part }
    }
}

impl Payoff for Mean {
    fn plus(self, other: Mean, weight: f64) -> Mean {
        Mean { score: self.score + weight * other.score, part: self.part + weight * other.part }
    }

    fn is_same(self, other: Mean) -> bool {
        /// Largest difference due to rounding.
        const ROUNDING: f64 = 1e-7;
        (self.score - other.score).abs() < ROUNDING
    }
}
