//! Games in which chance has a say: expectimax for two sides, and max^n with expectations.

mod definition;
mod expectimax;
mod expectimax_n;
mod stars;
mod table;

use std::ops::Neg;

use floe_game::{Score, Staked};

use crate::Payoff;

pub use definition::{expectimax, expectimax_all};
pub use expectimax::Expectimax;
pub use expectimax_n::ExpectiMaxN;

/// The expectation of a score, and of the part of it that breaks ties.
///
/// A score packs both into one number, and from an expectation of that they cannot be unpacked: so both are kept. What is maximised
/// is the expectation of the score.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Mean {
    /// The expected score.
    pub score: f64,
    /// What of it breaks ties.
    pub part: f64,
}

impl Mean {
    /// Of a score that is certain.
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
        /// Expectations that differ by less than this are equal but for rounding.
        const ROUNDING: f64 = 1e-7;
        (self.score - other.score).abs() < ROUNDING
    }
}
