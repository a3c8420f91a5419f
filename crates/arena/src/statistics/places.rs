use std::cmp::Ordering;

use super::Estimate;
use super::estimate::normal_95;

/// The score of everybody in one game, 0 to 1: the share of the others that it left behind, a tie counting half.
///
/// The first of three has 1, the second ½, the third 0; who shares a place shares the points of the places that are
/// shared. For two it is 1, ½ and 0 for win, draw and loss. `results` orders the players: more is better.
pub fn rank_scores(results: &[i64]) -> Vec<f64> {
    let others = results.len().saturating_sub(1).max(1) as f64;
    let halves = |own: &i64| {
        let beaten: u32 = results.iter().map(|other| half_points(own.cmp(other))).sum();
        // Everybody ties with itself, which is no result.
        f64::from(beaten - 1) / 2.0
    };
    results.iter().map(|own| halves(own) / others).collect()
}

/// The place of everybody in one game, 0 for the first: how many were better.
pub(crate) fn places(results: &[i64]) -> impl Iterator<Item = usize> {
    results.iter().map(|own| results.iter().filter(|&other| other > own).count())
}

/// Twice the points of a game whose results compare like this.
pub(crate) const fn half_points(order: Ordering) -> u32 {
    match order {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

/// The mean of scores from 0 to 1, one for each block of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct BlockScores {
    blocks: u64,
    sum: u128,
    squares: u128,
}

impl BlockScores {
    /// Scores are kept as whole numbers, so that their order does not matter.
    const ONE: f64 = (1u64 << 40) as f64;

    pub(crate) fn record(&mut self, score: f64) {
        let score = (score * Self::ONE).round() as u128;
        self.blocks += 1;
        self.sum += score;
        self.squares += score * score;
    }

    pub(crate) fn blocks(self) -> u64 {
        self.blocks
    }

    /// The mean (½ for no block). Its error is computed after half a block with score 1 and half a block with score 0
    /// were added, which keeps it above zero where all blocks agree, as they do after a few.
    pub(crate) fn mean(self) -> Estimate {
        let blocks = self.blocks as f64;
        let (sum, squares) = (self.sum as f64 / Self::ONE, self.squares as f64 / (Self::ONE * Self::ONE));
        let value = if self.blocks == 0 { 0.5 } else { sum / blocks };
        let centre = (sum + 0.5) / (blocks + 1.0);
        let variance = ((squares + 0.5) / (blocks + 1.0) - centre * centre).max(0.0);
        Estimate { value, error: normal_95() * (variance / (blocks + 1.0)).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn who_ties_shares() {
        assert_eq!(rank_scores(&[30, 20]), [1.0, 0.0]);
        assert_eq!(rank_scores(&[20, 20]), [0.5, 0.5]);
        assert_eq!(rank_scores(&[10, 30, 20]), [0.0, 1.0, 0.5]);
        assert_eq!(rank_scores(&[30, 30, 20]), [0.75, 0.75, 0.0]);
        assert_eq!(rank_scores(&[7, 9, 7, 7]), [1.0 / 3.0, 1.0, 1.0 / 3.0, 1.0 / 3.0]);
        assert_eq!(rank_scores(&[5]), [0.0]);
        assert_eq!(places(&[7, 9, 7, 8]).collect::<Vec<_>>(), [2, 0, 2, 1]);
    }

    proptest! {
        #[test]
        fn half_a_point_each_is_shared_out(results in prop::collection::vec(0i64..4, 2..=4)) {
            let scores = rank_scores(&results);
            prop_assert!((scores.iter().sum::<f64>() - results.len() as f64 / 2.0).abs() < 1e-12);
            prop_assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)));
        }

        #[test]
        fn order_of_blocks_does_not_matter(mut scores in prop::collection::vec(0.0..=1.0, 0..50)) {
            let mean = |scores: &[f64]| {
                let mut blocks = BlockScores::default();
                scores.iter().for_each(|&score| blocks.record(score));
                blocks.mean()
            };
            let forward = mean(&scores);
            prop_assert!(forward.value.is_finite() && forward.error > 0.0);
            scores.reverse();
            prop_assert_eq!(forward, mean(&scores));
        }
    }
}
