use std::ops::AddAssign;

use super::Moments;

/// How many pairs of games brought 0, ½, 1, 1½ and 2 points (the pentanomial counts).
///
/// The two games of a pair share a floe, so their results are not independent; the points of pairs are. That is
/// why all that is said about strength is computed from these five numbers and not from wins, draws and losses
/// (Van den Bergh 2019).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pentanomial {
    counts: [u64; 5],
}

impl Pentanomial {
    /// So many pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn new(counts: [u64; 5]) -> Pentanomial {
        Pentanomial { counts }
    }

    /// How many pairs brought 0, ½, 1, 1½ and 2 points.
    pub const fn counts(self) -> [u64; 5] {
        self.counts
    }

    /// All pairs.
    pub fn pairs(self) -> u64 {
        self.counts.iter().sum()
    }

    /// Counts one more pair.
    ///
    /// # Panics
    /// If `half_points`, twice the points of the pair, is above 4.
    pub fn record(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// The moments of the score of a pair, after half a pair won and half a pair lost were added.
    ///
    /// The addition keeps every estimate finite: the score stays inside (0, 1) and its variance above zero. It
    /// weighs as much as one pair, and no more.
    pub fn moments(self) -> Moments {
        let mut weights = self.counts.map(|count| count as f64);
        weights[0] += 0.5;
        weights[4] += 0.5;
        Moments::of_pairs(weights)
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}
