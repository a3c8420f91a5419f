//! Searches of games with chance: expectimax for two sides, and max^n with expected scores.

mod expectimax;
mod expectimax_n;
mod stars;

use std::ops::Neg;

use floe_game::{Chance, Keyed, Score, Staked, TwoSided};

use crate::Payoff;

pub use expectimax::Expectimax;
pub use expectimax_n::ExpectiMaxN;

/// Two-sided game with chance and with keys for a table.
trait ChanceGame: Keyed + TwoSided + Chance + Staked {}

impl<G: Keyed + TwoSided + Chance + Staked> ChanceGame for G {}

/// Expectation over chance of a [`Score`] or a margin, and of the part of it that breaks ties. A
/// score packs that part, but a mean of scores does not show it. Searches maximise the score.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Mean {
    /// Expected score or margin, in the units of the game's scores. The search that returns it says
    /// for whom.
    pub score: f64,
    /// Expectation of [`Staked::tie_break`], the part of the score that breaks ties, in the units
    /// of the game's scores.
    pub tie_break: f64,
}

impl Mean {
    /// The mean of a score that is certain: the score itself and its part that breaks ties.
    pub fn of<G: Staked>(score: Score) -> Mean {
        Mean {
            score: f64::from(score),
            tie_break: f64::from(G::tie_break(score)),
        }
    }
}

/// A choice and the most likely outcome of every best choice after it, by the bits that `best`
/// finds for a key; `longest` moves at most.
fn likely_line<G: Keyed + Chance>(
    game: &G,
    choice: G::Move,
    longest: usize,
    best: impl Fn(u64) -> Option<u32>,
) -> Vec<G::Move> {
    let mut at = game.after(game.likeliest_outcome(choice));
    let mut line = vec![choice];
    while !at.is_over()
        && line.len() < longest
        && let Some(bits) = best(at.key())
        && let Some(choice) = at
            .choices()
            .into_iter()
            .find(|&choice| G::move_bits(choice) == bits)
    {
        let likeliest = at.likeliest_outcome(choice);
        line.push(likeliest);
        at.play(likeliest);
    }
    line
}

impl Neg for Mean {
    type Output = Mean;

    fn neg(self) -> Mean {
        Mean {
            score: -self.score,
            tie_break: -self.tie_break,
        }
    }
}

impl Payoff for Mean {
    fn plus(self, other: Mean, weight: f64) -> Mean {
        Mean {
            score: self.score + weight * other.score,
            tie_break: self.tie_break + weight * other.tie_break,
        }
    }

    fn is_same(self, other: Mean) -> bool {
        /// Largest difference due to rounding.
        const ROUNDING: f64 = 1e-7;
        (self.score - other.score).abs() < ROUNDING
    }
}
