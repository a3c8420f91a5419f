use std::cmp::Ordering;

use super::Estimate;
use super::elo::{normal, normal_95, student_95};

/// Returns the score of every player of a game, 0 to 1: the share of the others with a worse result; ties count half.
///
/// The first of three scores 1, the second ½, the third 0; players who share a place share its points. For two players
/// it is 1, ½ and 0 for win, draw and loss. `results` orders the players: more is better.
pub fn rank_scores(results: &[i64]) -> Vec<f64> {
    let others = results.len().saturating_sub(1).max(1) as f64;
    let score = |own: &i64| {
        // Minus one: the comparison with oneself is a tie.
        let half_points: u32 = results.iter().map(|other| half_points(own.cmp(other))).sum();
        f64::from(half_points - 1) / 2.0 / others
    };
    results.iter().map(score).collect()
}

/// The place of a player of a game, 0 for the first: the number of better results.
pub(crate) fn place(results: &[i64], player: usize) -> usize {
    results.iter().filter(|&&other| other > results[player]).count()
}

/// Twice the points of a game whose results compare like this.
pub(crate) const fn half_points(order: Ordering) -> u32 {
    (order as i32 + 1) as u32
}

/// Exact sums of integers and their squares, so that their order does not change a mean.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sums {
    units: u64,
    sum: i128,
    squares: u128,
}

/// Mean difference between the points of an engine and those of another one, the margin, with its 95 % confidence
/// interval; positive if the engine has more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeanMargin {
    /// Mean difference in points a game; 0 without games.
    pub value: f64,
    /// Half the width of the interval, in points; `None` for fewer than two blocks.
    pub error: Option<f64>,
}

impl MeanMargin {
    /// The mean of numbers that are sums of `parts` parts each, for one part, with the interval of Student (1908): the
    /// sums are independent of each other, their parts need not be. It is the margin of a match, where the parts are
    /// the games of a block.
    pub fn of(sums: &[i64], parts: f64) -> MeanMargin {
        let mut all = Sums::default();
        sums.iter().for_each(|&sum| all.record(sum));
        all.mean_margin(parts)
    }
}

/// A score of 1 as an integer.
const SCORE_UNIT: f64 = (1u64 << 40) as f64;

impl Sums {
    pub(crate) fn record(&mut self, number: i64) {
        self.units += 1;
        self.sum += i128::from(number);
        self.squares += u128::from(number.unsigned_abs()).pow(2);
    }

    /// Number of the numbers added.
    pub(crate) fn units(self) -> u64 {
        self.units
    }

    /// Adds a score, 0 to 1.
    pub(crate) fn record_score(&mut self, score: f64) {
        self.record((score * SCORE_UNIT).round() as i64);
    }

    /// The mean score; ½ without scores. Its error is computed after adding half a unit with score 1 and half a unit
    /// with score 0, which keeps it above zero even if all units agree.
    pub(crate) fn mean_score(self) -> Estimate {
        let units = self.units as f64;
        let sum = self.sum as f64 / SCORE_UNIT;
        let squares = self.squares as f64 / (SCORE_UNIT * SCORE_UNIT);
        let value = if self.units == 0 { 0.5 } else { sum / units };
        let centre = (sum + 0.5) / (units + 1.0);
        let variance = ((squares + 0.5) / (units + 1.0) - centre * centre).max(0.0);
        Estimate { value, error: normal_95() * (variance / (units + 1.0)).sqrt() }
    }

    /// The likelihood that the mean of the scores that these are a sample of is above ½, 0 to 1; with the same half
    /// units as [`mean_score`](Sums::mean_score), so that it is ½ without scores.
    pub(crate) fn superiority(self) -> f64 {
        let centre = (self.sum as f64 / SCORE_UNIT + 0.5) / (self.units as f64 + 1.0);
        normal((centre - 0.5) * normal_95() / self.mean_score().error)
    }

    /// The mean of the numbers divided by `parts`, with the interval of Student (1908).
    ///
    /// The variance of the quotients is at least 1/12, which rounding to whole points may hide (Sheppard 1898), so that
    /// a few equal numbers do not make a mean certain.
    pub(crate) fn mean_margin(self, parts: f64) -> MeanMargin {
        if self.units == 0 {
            return MeanMargin { value: 0.0, error: None };
        }
        let units = self.units as f64;
        let error = student_95(self.units).map(|quantile| {
            let variance = (self.sample_variance() / (parts * parts)).max(1.0 / 12.0);
            quantile * (variance / units).sqrt()
        });
        MeanMargin { value: self.sum as f64 / units / parts, error }
    }

    /// The sample variance of at least two numbers.
    fn sample_variance(self) -> f64 {
        let units = i128::from(self.units);
        // n Σx² − (Σx)² is exact in integers, where floating point would lose it to cancellation.
        let scaled = units * self.squares as i128 - self.sum * self.sum;
        scaled as f64 / (units as f64 * (units - 1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ties_share_their_points() {
        assert_eq!(rank_scores(&[30, 20]), [1.0, 0.0]);
        assert_eq!(rank_scores(&[20, 20]), [0.5, 0.5]);
        assert_eq!(rank_scores(&[10, 30, 20]), [0.0, 1.0, 0.5]);
        assert_eq!(rank_scores(&[30, 30, 20]), [0.75, 0.75, 0.0]);
        assert_eq!(rank_scores(&[7, 9, 7, 7]), [1.0 / 3.0, 1.0, 1.0 / 3.0, 1.0 / 3.0]);
        assert_eq!(rank_scores(&[5]), [0.0]);
        assert_eq!([0, 1, 2, 3].map(|player| place(&[7, 9, 7, 8], player)), [2, 0, 2, 1]);
    }

    fn margins(numbers: &[i64]) -> Sums {
        let mut sums = Sums::default();
        numbers.iter().for_each(|&number| sums.record(number));
        sums
    }

    /// 1 to 5: mean 3, sample variance 2.5, standard error √0.5, t(4) = 2.776445.
    #[test]
    fn the_interval_is_that_of_a_worked_example() {
        let mean = margins(&[1, 2, 3, 4, 5]).mean_margin(1.0);
        assert_eq!(mean.value, 3.0);
        assert!((mean.error.unwrap() - 2.776_445 * 0.5f64.sqrt()).abs() < 1e-5);
        let halves = margins(&[1, 2, 3, 4, 5]).mean_margin(2.0);
        assert_eq!(halves.value, 1.5);
        assert!((halves.error.unwrap() * 2.0 - mean.error.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn nothing_and_one_number_have_no_interval() {
        assert_eq!(margins(&[]).mean_margin(1.0), MeanMargin { value: 0.0, error: None });
        assert_eq!(margins(&[7]).mean_margin(1.0), MeanMargin { value: 7.0, error: None });
    }

    #[test]
    fn equal_numbers_are_not_certain() {
        assert!(margins(&[4, 4]).mean_margin(1.0).error.unwrap() > 2.0);
        assert!(margins(&[0; 100]).mean_margin(1.0).error.unwrap() > 0.0);
        assert!(margins(&[4; 100]).mean_margin(1.0).error.unwrap() < 4.0);
        let thousandths = margins(&[4000, 4000]).mean_margin(1000.0);
        assert_eq!(thousandths, margins(&[4, 4]).mean_margin(1.0));
    }

    #[test]
    fn order_changes_nothing() {
        assert_eq!(margins(&[5, -3, 1_000_000, -8, 0]), margins(&[0, 1_000_000, -8, 5, -3]));
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
                let mut sums = Sums::default();
                scores.iter().for_each(|&score| sums.record_score(score));
                sums.mean_score()
            };
            let forward = mean(&scores);
            prop_assert!(forward.value.is_finite() && forward.error > 0.0);
            scores.reverse();
            prop_assert_eq!(forward, mean(&scores));
        }
    }
}
