use std::f64::consts::LN_10;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::Moments;

/// Degrees of freedom above which Student's distribution is computed from the normal one: the
/// library's beta functions begin to lose digits there.
const MANY: u64 = 10_000;

static NORMAL: LazyLock<Normal> = LazyLock::new(Normal::standard);

/// Estimate of a number with its 95 % confidence interval; both fields are finite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Estimate {
    /// The estimated number, which is the middle of its interval.
    pub value: f64,
    /// Half the width of the interval, the ± of a report; at least 0.
    pub error: f64,
}

/// Sign of an estimated number, as far as its interval shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Significance {
    /// The whole interval lies above zero.
    Above,
    /// The whole interval lies below zero.
    Below,
    /// The interval contains zero, or does not exist yet: more games are needed.
    Open,
}

impl Estimate {
    /// Returns the sign of the estimated number, if the interval shows it.
    pub fn significance(self) -> Significance {
        if self.value - self.error > 0.0 {
            Significance::Above
        } else if self.value + self.error < 0.0 {
            Significance::Below
        } else {
            Significance::Open
        }
    }

    /// Returns the probability that the number is above zero, 0 to 1, if nothing was known before
    /// and its error was estimated from `units` independent numbers (Student 1908); ½ if `units` is
    /// below 2 or the error is 0.
    pub fn superiority(self, units: u64) -> f64 {
        let Some(freedom) = units
            .checked_sub(1)
            .filter(|&freedom| freedom > 0 && self.error > 0.0)
        else {
            return 0.5;
        };
        let errors = self.value / self.error * normal_95();
        if freedom > MANY {
            return normal(errors);
        }
        StudentsT::new(0.0, 1.0, freedom as f64)
            .expect("at least one degree of freedom")
            .cdf(errors)
    }
}

/// The half width, in standard errors, of a two-sided 95 % interval when the variance is known:
/// 1.95996….
pub(crate) fn normal_95() -> f64 {
    static QUANTILE: LazyLock<f64> = LazyLock::new(|| NORMAL.inverse_cdf(0.975));
    *QUANTILE
}

/// The half width, in standard errors, of a two-sided 95 % interval when the variance is estimated
/// from `units` numbers (Student 1908: the distribution has one degree of freedom less). `None` for
/// fewer than two.
pub(crate) fn student_95(units: u64) -> Option<f64> {
    let freedom = units.checked_sub(1).filter(|&freedom| freedom > 0)?;
    if freedom > MANY {
        // The first term of Fisher's expansion (1926), exact to 1e-8 here.
        let z = normal_95();
        return Some(z + (z.powi(3) + z) / (4.0 * freedom as f64));
    }
    let student = StudentsT::new(0.0, 1.0, freedom as f64).expect("at least one degree of freedom");
    Some(student.inverse_cdf(0.975))
}

/// Factor by which an interval from this number of blocks, and one that was added to keep it
/// finite, is wider than one from many: the spread of few blocks is uncertain (Student
/// 1908), and the block added pulls the estimate.
pub(crate) fn small_sample(blocks: u64) -> f64 {
    let blocks = blocks.max(1);
    let quantile = student_95(blocks + 1).expect("two numbers or more");
    quantile / normal_95() * (blocks + 1) as f64 / blocks as f64
}

/// Returns the expected score a game, 0 to 1, of an engine that is `elo` stronger (Elo 1978,
/// logistic form).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the Elo difference that explains `score`, the mean score a game, which must be above 0
/// and below 1: the inverse of [`score_of_elo`].
pub fn elo_of_score(score: f64) -> f64 {
    // An even score gives 0, not -0.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// Returns the Elo difference between the engine whose blocks have these moments and its opponents,
/// with the error that follows from the variance of blocks.
///
/// The slope of the logistic curve converts the error of the score to Elo (the delta method), which
/// is finite and symmetric at every score. For few blocks there is
/// [`BlockScores::elo`](super::BlockScores::elo).
pub fn elo(moments: &Moments) -> Estimate {
    let score = moments.mean;
    let slope = 400.0 / LN_10 / (score * (1.0 - score));
    Estimate {
        value: elo_of_score(score),
        error: normal_95() * moments.standard_error() * slope,
    }
}

/// Points of normalised Elo for one standard deviation of one game (Van den Bergh 2020): 800 / ln
/// 10.
///
/// With this factor normalised and logistic Elo agree without draws and between nearly equal
/// engines.
pub(crate) const NORMALIZED_ELO_UNIT: f64 = 800.0 / LN_10;

/// Returns the normalised Elo difference between the engine whose blocks have these moments and its
/// opponents: the excess of its score over ½ in standard deviations of a game, times 800 / ln 10
/// (Van den Bergh 2020).
///
/// The standard deviation of a game is √games times that of the score of a block. The error is the
/// delta method's for a standardised mean, with the observed skewness and kurtosis: 1.96 · 800 /
/// (ln 10 · √games) for nearly equal engines. For few blocks there is
/// [`BlockScores::normalized_elo`](super::BlockScores::normalized_elo).
pub fn normalized_elo(moments: &Moments) -> Estimate {
    let effect = moments.effect();
    let variance =
        1.0 - effect * moments.skewness + effect * effect * (moments.kurtosis - 1.0) / 4.0;
    let standard_error = (variance.max(0.0) / moments.blocks).sqrt();
    let unit = NORMALIZED_ELO_UNIT / moments.games.sqrt();
    Estimate {
        value: effect * unit,
        error: normal_95() * standard_error * unit,
    }
}

/// Returns the likelihood of superiority, 0 to 1: the probability that the engine whose blocks
/// have these moments is stronger, if nothing was known before and the mean of the blocks is
/// normally distributed.
pub fn superiority(moments: &Moments) -> f64 {
    normal((moments.mean - 0.5) / moments.standard_error())
}

/// The inverse of [`normal`].
pub(crate) fn normal_quantile(probability: f64) -> f64 {
    NORMAL.inverse_cdf(probability)
}

/// The distribution function of the standard normal distribution.
pub(crate) fn normal(deviations: f64) -> f64 {
    NORMAL.cdf(deviations)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The t table of any textbook (Student 1908; NIST/SEMATECH e-Handbook of Statistical Methods,
    /// 1.3.6.7.2).
    #[test]
    fn quantiles_are_those_of_the_tables() {
        assert!((normal_95() - 1.959_963_985).abs() < 1e-8);
        let table = [
            (2, 12.706),
            (3, 4.303),
            (6, 2.571),
            (11, 2.228),
            (31, 2.042),
            (101, 1.984),
            (1001, 1.962),
        ];
        for (units, expected) in table {
            assert!(
                (student_95(units).unwrap() - expected).abs() < 6e-4,
                "{units}"
            );
        }
        assert_eq!((student_95(0), student_95(1)), (None, None));
    }

    #[test]
    fn student_approaches_normal_without_a_step() {
        let mut last = f64::INFINITY;
        for units in [2, 10, 1_000, 10_001, 10_002, 100_000, 10_000_000, u64::MAX] {
            let quantile = student_95(units).unwrap();
            assert!(
                quantile <= last + 1e-9 && quantile >= normal_95() - 1e-9,
                "{units}: {quantile}"
            );
            last = quantile;
        }
    }

    #[test]
    fn an_interval_with_zero_is_open() {
        let verdict = |value, error| Estimate { value, error }.significance();
        assert_eq!(verdict(2.0, 1.0), Significance::Above);
        assert_eq!(verdict(-2.0, 1.0), Significance::Below);
        assert_eq!(verdict(1.0, 1.0), Significance::Open);
        assert_eq!(verdict(0.0, 0.0), Significance::Open);
    }
}
