//! Games in which chance has a say: expectimax for two sides, and max^n with expectations.

mod definition;
mod everybody;
mod expectimax;
mod memory;
mod ranges;
mod stars;

use floe_game::{Score, Staked};

pub use definition::{expectimax, expectimax_all};
pub use everybody::Everybody;
pub use expectimax::Expectimax;
pub use ranges::Range;

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

    fn turned(self) -> Mean {
        Mean { score: -self.score, part: -self.part }
    }

    fn plus(self, other: Mean, times: f64) -> Mean {
        Mean { score: self.score + times * other.score, part: self.part + times * other.part }
    }

    fn max(self, other: Mean) -> Mean {
        if other.score > self.score { other } else { self }
    }

    fn min(self, other: Mean) -> Mean {
        if other.score < self.score { other } else { self }
    }
}
