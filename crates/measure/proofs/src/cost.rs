//! Chance and cost of claims, by estimates.

use floe_game::{POINT, Score};
use statrs::distribution::{ContinuousCDF, Normal};

/// Standard deviation of the value from its estimate, in 1/128 fish: 2.5 fish.
const ERROR: f64 = 2.5 * POINT as f64;

/// Logarithm of the factor that a free tile more costs.
const GROWTH: f64 = 1.0986;

/// Decrease of the logarithm of the cost for each fish between estimate and bound: a factor of 20
/// for six fish.
const EASE: f64 = 0.4993;

/// Largest distance between estimate and bound that makes a difference, in fish.
const FAR: f64 = 10.0;

/// Logarithm of the nodes of a claim without free tiles whose bound is the estimate: 1.5 million
/// nodes with 36 tiles.
const OFFSET: f64 = 14.2 - 36.0 * GROWTH;

/// Number of jobs that weigh as much as the offset from before.
const PRIOR_JOBS: f64 = 8.0;

/// Least chance that a claim holds, and that it does not: estimates have been wrong by more than
/// they should.
const LEAST_CHANCE: f64 = 0.01;

/// Predicted cost of claims, in nodes, fitted to finished jobs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CostModel {
    offset: f64,
}

impl Default for CostModel {
    fn default() -> CostModel {
        CostModel { offset: OFFSET }
    }
}

impl CostModel {
    /// Expected number of nodes of a search that settles whether the value of an ending with this
    /// number of free tiles is `bound` or more; may be less than one. `estimate` is the estimated
    /// value. Both are in 1/128 fish, for the side to move.
    pub fn nodes(&self, tiles: u32, estimate: Score, bound: Score) -> f64 {
        let distance = (f64::from(estimate - bound).abs() / f64::from(POINT)).min(FAR);
        (self.offset + GROWTH * f64::from(tiles) - EASE * distance).exp()
    }

    /// Number of nodes that this model expects, divided by the number that the default model
    /// expects; the quotient is equal for all claims.
    pub fn scale(&self) -> f64 {
        (self.offset - OFFSET).exp()
    }

    /// Model fitted to finished jobs. `logs` has one number for each job: the natural logarithm of
    /// the quotient of its cost and the cost that the default model expects.
    pub fn fitted(logs: impl IntoIterator<Item = f64>) -> CostModel {
        let mut count = PRIOR_JOBS;
        let mut sum = 0.0;
        for log in logs {
            count += 1.0;
            sum += log;
        }
        CostModel {
            offset: OFFSET + sum / count,
        }
    }
}

/// Probability, from 0.01 to 0.99, that the value of an ending is `bound` or more if it is
/// estimated as `estimate`; both in 1/128 fish, for the side to move.
pub fn chance(estimate: Score, bound: Score) -> f64 {
    let normal = Normal::new(0.0, ERROR).expect("the deviation is positive");
    normal
        .cdf(f64::from(estimate - bound) + 0.5)
        .clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_grow_by_tiles_and_fall_by_the_distance_from_the_bound() {
        let model = CostModel::default();
        assert!((model.nodes(36, 0, 0) / 1.5e6 - 1.0).abs() < 0.1);
        assert!((model.nodes(37, 0, 0) / model.nodes(36, 0, 0) - 3.0).abs() < 0.01);
        assert!((model.nodes(36, 0, 0) / model.nodes(36, 6 * POINT, 0) - 20.0).abs() < 0.1);
        let dearer = CostModel::fitted([2.0; 100]);
        assert!(dearer.nodes(36, 0, 0) > 6.0 * model.nodes(36, 0, 0));
    }

    #[test]
    fn chances_are_those_of_a_normal_error() {
        assert!((chance(0, 0) - 0.5).abs() < 0.01);
        assert!((chance(320, 0) - 0.84).abs() < 0.01);
        assert!(chance(-5000, 0) > 0.0 && chance(5000, 0) < 1.0);
    }
}
