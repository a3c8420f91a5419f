use std::cmp::Ordering;

use super::Estimate;
use super::elo::{normal, student_95};

/// Returns the score of every player of a game, 0 to 1: the share of the others with a worse
/// result; ties count half.
///
/// The first of three scores 1, the second ½, the third 0; players who share a place share its
/// points. For two players it is 1, ½ and 0 for win, draw and loss. `results` orders the players:
/// more is better.
pub fn rank_scores(results: &[i64]) -> Vec<f64> {
    let most = 2.0 * results.len().saturating_sub(1).max(1) as f64;
    rank_half_points(results)
        .into_iter()
        .map(|half_points| f64::from(half_points) / most)
        .collect()
}

/// Half points of every player of a game against all others: 2 for each with a worse result, 1 for
/// each tie.
pub(crate) fn rank_half_points(results: &[i64]) -> Vec<u32> {
    // Minus one: the comparison with oneself is a tie.
    let all = |own: &i64| {
        results
            .iter()
            .map(|other| half_points(own.cmp(other)))
            .sum::<u32>()
            - 1
    };
    results.iter().map(all).collect()
}

/// The place of a player of a game, 0 for the first: the number of better results.
pub(crate) fn place(results: &[i64], player: usize) -> usize {
    results
        .iter()
        .filter(|&&other| other > results[player])
        .count()
}

/// Twice the points of a game whose results compare like this.
pub(crate) const fn half_points(order: Ordering) -> u32 {
    (order as i32 + 1) as u32
}

/// Exact sums of fractions and of their squares, so that neither rounding nor order changes a mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sums {
    units: u64,
    /// Common denominator of all fractions.
    denominator: u64,
    sum: i128,
    squares: u128,
}

impl Default for Sums {
    fn default() -> Sums {
        Sums {
            units: 0,
            denominator: 1,
            sum: 0,
            squares: 0,
        }
    }
}

/// Greatest common denominator of sums, which leaves room for their squares. A block with all its
/// games never needs a greater one; other fractions are rounded to it.
const MOST_PARTS: u64 = 1 << 20;

/// Mean margin of an engine over another engine, in points a game, with its 95 % confidence
/// interval; positive if the engine has more points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeanMargin {
    /// Mean difference in points a game; 0 without games.
    pub value: f64,
    /// Half the width of the interval, in points; `None` for fewer than two blocks.
    pub error: Option<f64>,
}

impl MeanMargin {
    /// Mean of one part, with the interval of Student (1908), where each of `sums` is the sum of
    /// `parts` parts. The sums must be independent, as the sums over blocks are; their parts, the
    /// games, need not be.
    pub fn of(sums: &[i64], parts: f64) -> MeanMargin {
        let mut all = Sums::default();
        sums.iter().for_each(|&sum| all.record(sum, 1));
        all.mean_margin(parts)
    }
}

impl Sums {
    pub(crate) fn record(&mut self, numerator: i64, denominator: u64) {
        self.refine(denominator);
        let parts = i128::from(self.denominator);
        let divisor = i128::from(denominator);
        // Exact where the common denominator is a multiple of this one, else rounded.
        let scaled = (2 * i128::from(numerator) * parts + divisor).div_euclid(2 * divisor);
        self.units += 1;
        self.sum += scaled;
        self.squares += scaled.unsigned_abs().pow(2);
    }

    /// Makes the common denominator a multiple of this one, unless it would be too great.
    fn refine(&mut self, denominator: u64) {
        let factor = denominator / gcd(self.denominator, denominator);
        if factor > MOST_PARTS / self.denominator {
            return;
        }
        self.denominator *= factor;
        self.sum *= i128::from(factor);
        self.squares *= u128::from(factor).pow(2);
    }

    /// The mean of the fractions; 0 without any.
    fn mean(self) -> f64 {
        self.sum as f64 / (self.units.max(1) as f64 * self.denominator as f64)
    }

    /// The mean score; ½ without scores. Its error, by Student's distribution (1908) and 1 at most,
    /// is that with half a unit of score 1 and half a unit of score 0 added, so that it stays above
    /// zero.
    pub(crate) fn mean_score(self) -> Estimate {
        let value = if self.units == 0 { 0.5 } else { self.mean() };
        let quantile = student_95(self.units + 1).unwrap_or(f64::INFINITY);
        let units = self.units as f64;
        let error = quantile * self.standard_error_of_score() * (units + 1.0) / units;
        Estimate {
            value,
            error: error.min(1.0),
        }
    }

    /// The standard error of the mean score, with the same half units as
    /// [`mean_score`](Sums::mean_score).
    fn standard_error_of_score(self) -> f64 {
        let units = self.units as f64;
        let parts = self.denominator as f64;
        let squares = self.squares as f64 / (parts * parts);
        let centre = self.centre();
        let variance = ((squares + 0.5) / (units + 1.0) - centre * centre).max(0.0);
        (variance / (units + 1.0)).sqrt()
    }

    pub(crate) fn mean_share(self) -> Estimate {
        Estimate {
            value: self.mean(),
            ..self.mean_score()
        }
    }

    /// The likelihood that the mean of the scores that these are a sample of is above ½, 0 to 1;
    /// with the same half units as [`mean_score`](Sums::mean_score), so that it is ½ without
    /// scores.
    pub(crate) fn superiority(self) -> f64 {
        normal((self.centre() - 0.5) / self.standard_error_of_score())
    }

    /// The mean score with half a unit of score 1 and half a unit of score 0.
    pub(crate) fn centre(self) -> f64 {
        (self.sum as f64 / self.denominator as f64 + 0.5) / (self.units as f64 + 1.0)
    }

    /// The mean of the numbers divided by `parts`, with the interval of Student (1908). The
    /// variance of the quotients is at least 1/12, which rounding to whole points may hide
    /// (Sheppard 1898).
    pub(crate) fn mean_margin(self, parts: f64) -> MeanMargin {
        if self.units == 0 {
            return MeanMargin {
                value: 0.0,
                error: None,
            };
        }
        let units = self.units as f64;
        let error = student_95(self.units).map(|quantile| {
            let variance = (self.sample_variance() / (parts * parts)).max(1.0 / 12.0);
            quantile * (variance / units).sqrt()
        });
        MeanMargin {
            value: self.mean() / parts,
            error,
        }
    }

    fn sample_variance(self) -> f64 {
        let units = i128::from(self.units);
        // n Σx² − (Σx)² is exact in integers, where floating point would lose it to cancellation.
        let squares = units.saturating_mul(self.squares as i128);
        let scaled = squares.saturating_sub(self.sum.saturating_mul(self.sum));
        let parts = self.denominator as f64;
        scaled as f64 / (units as f64 * (units - 1) as f64) / (parts * parts)
    }
}

/// Exact mean of fractions in one block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockMean {
    count: u64,
    numerator: i64,
    denominator: u64,
}

impl Default for BlockMean {
    fn default() -> BlockMean {
        BlockMean {
            count: 0,
            numerator: 0,
            denominator: 1,
        }
    }
}

impl BlockMean {
    pub(crate) fn add(&mut self, numerator: i64, denominator: u64) {
        let factor = denominator / gcd(self.denominator, denominator);
        self.denominator *= factor;
        self.numerator *= factor as i64;
        self.numerator += numerator * (self.denominator / denominator) as i64;
        self.count += 1;
    }

    pub(crate) fn record(self, sums: &mut Sums) {
        if self.count > 0 {
            sums.record(self.numerator, self.denominator * self.count);
        }
    }
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 {
        one
    } else {
        gcd(other, one % other)
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
        assert_eq!(
            rank_scores(&[7, 9, 7, 7]),
            [1.0 / 3.0, 1.0, 1.0 / 3.0, 1.0 / 3.0]
        );
        assert_eq!(rank_scores(&[5]), [0.0]);
        assert_eq!(
            [0, 1, 2, 3].map(|player| place(&[7, 9, 7, 8], player)),
            [2, 0, 2, 1]
        );
    }

    fn margins(numbers: &[i64]) -> Sums {
        let mut sums = Sums::default();
        numbers.iter().for_each(|&number| sums.record(number, 1));
        sums
    }

    /// The nearest numbers, not sums of rounded ones.
    #[test]
    fn means_of_fractions_are_the_nearest_numbers() {
        let mean = |fractions: &[(i64, u64)]| {
            let mut sums = Sums::default();
            fractions
                .iter()
                .for_each(|&(numerator, denominator)| sums.record(numerator, denominator));
            (sums.mean(), sums.mean_score().value)
        };
        let thirds: Vec<(i64, u64)> = (0..60)
            .map(|block| (if block < 50 { 12 } else { 9 + block % 3 }, 12))
            .collect();
        let exact = 701.0 / 720.0;
        assert_eq!(mean(&thirds), (exact, exact));
        assert_eq!(mean(&[(1, 3), (1, 4), (-1, 6)]).0, 5.0 / 36.0);
        // Beyond the greatest common denominator a fraction is rounded.
        let primes = [(1, 1009), (1, 1013), (1, 1019)];
        let rounded = mean(&primes).0;
        assert!(
            (rounded
                - primes
                    .iter()
                    .map(|&(_, prime)| 1.0 / prime as f64)
                    .sum::<f64>()
                    / 3.0)
                .abs()
                < 1e-6
        );
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
        assert_eq!(
            margins(&[]).mean_margin(1.0),
            MeanMargin {
                value: 0.0,
                error: None
            }
        );
        assert_eq!(
            margins(&[7]).mean_margin(1.0),
            MeanMargin {
                value: 7.0,
                error: None
            }
        );
    }

    #[test]
    fn equal_numbers_are_not_certain() {
        assert!(margins(&[4, 4]).mean_margin(1.0).error.unwrap() > 2.0);
        assert!(margins(&[0; 100]).mean_margin(1.0).error.unwrap() > 0.0);
        assert!(margins(&[4; 100]).mean_margin(1.0).error.unwrap() < 4.0);
        let thousandths = margins(&[4000, 4000]).mean_margin(1000.0);
        assert_eq!(thousandths, margins(&[4, 4]).mean_margin(1.0));
        let mut sevenths = Sums::default();
        (0..2).for_each(|_| sevenths.record(28, 7));
        assert_eq!(sevenths.mean_margin(1.0), thousandths);
    }

    #[test]
    fn order_changes_nothing() {
        assert_eq!(
            margins(&[5, -3, 1_000_000, -8, 0]),
            margins(&[0, 1_000_000, -8, 5, -3])
        );
    }

    proptest! {
        #[test]
        fn half_a_point_each_is_shared_out(results in prop::collection::vec(0i64..4, 2..=4)) {
            let scores = rank_scores(&results);
            prop_assert!((scores.iter().sum::<f64>() - results.len() as f64 / 2.0).abs() < 1e-12);
            prop_assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)));
        }

        #[test]
        fn order_of_blocks_does_not_matter(mut scores in prop::collection::vec((0i64..=24, 24u64..=27), 0..50)) {
            let mean = |scores: &[(i64, u64)]| {
                let mut sums = Sums::default();
                scores.iter().for_each(|&(numerator, denominator)| sums.record(numerator, denominator));
                sums.mean_score()
            };
            let forward = mean(&scores);
            prop_assert!(forward.value.is_finite() && forward.error > 0.0);
            scores.reverse();
            prop_assert_eq!(forward, mean(&scores));
        }
    }
}
