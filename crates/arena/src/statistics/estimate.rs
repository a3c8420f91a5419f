use std::sync::LazyLock;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

static NORMAL: LazyLock<Normal> = LazyLock::new(Normal::standard);

/// A number with the half width of its 95 % confidence interval. Both are finite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half the width of the interval around it: the ± of a report. Never negative.
    pub error: f64,
}

/// What an interval says about the sign of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Significance {
    /// The whole interval lies above zero.
    Above,
    /// The whole interval lies below zero.
    Below,
    /// The interval holds zero, or there is none yet: more games are needed.
    Open,
}

impl Estimate {
    /// The lower end of the interval.
    pub fn low(self) -> f64 {
        self.value - self.error
    }

    /// The upper end of the interval.
    pub fn high(self) -> f64 {
        self.value + self.error
    }

    /// What the interval says about the sign.
    pub fn verdict(self) -> Significance {
        if self.low() > 0.0 {
            Significance::Above
        } else if self.high() < 0.0 {
            Significance::Below
        } else {
            Significance::Open
        }
    }

    /// Whether the interval holds this number.
    pub fn covers(self, number: f64) -> bool {
        (self.low()..=self.high()).contains(&number)
    }
}

/// How many standard errors a two-sided 95 % interval reaches to each side when the variance is known: 1.95996….
pub(crate) fn normal_95() -> f64 {
    static QUANTILE: LazyLock<f64> = LazyLock::new(|| NORMAL.inverse_cdf(0.975));
    *QUANTILE
}

/// The probability that a standard normal number is at most this.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    NORMAL.cdf(z)
}

/// How many standard errors a two-sided 95 % interval reaches to each side when the variance was estimated from
/// `units` numbers (Student 1908: the distribution has one degree of freedom less). `None` for fewer than two.
pub(crate) fn student_95(units: u64) -> Option<f64> {
    let freedom = units.checked_sub(1).filter(|&freedom| freedom > 0)?;
    if freedom > 10_000 {
        // The first term of Fisher's expansion (1926), exact to 1e-8 here, where the library's inverse beta
        // function begins to lose digits.
        let z = normal_95();
        return Some(z + (z.powi(3) + z) / (4.0 * freedom as f64));
    }
    let student = StudentsT::new(0.0, 1.0, freedom as f64).expect("one degree of freedom at least");
    Some(student.inverse_cdf(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The t table of any textbook (Student 1908; NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2).
    #[test]
    fn quantiles_are_those_of_the_tables() {
        assert!((normal_95() - 1.959_963_985).abs() < 1e-8);
        let table = [(2, 12.706), (3, 4.303), (6, 2.571), (11, 2.228), (31, 2.042), (101, 1.984), (1001, 1.962)];
        for (units, expected) in table {
            assert!((student_95(units).unwrap() - expected).abs() < 6e-4, "{units}");
        }
        assert_eq!((student_95(0), student_95(1)), (None, None));
    }

    #[test]
    fn student_approaches_normal_without_a_step() {
        let mut last = f64::INFINITY;
        for units in [2, 10, 1_000, 10_001, 10_002, 100_000, 10_000_000, u64::MAX] {
            let quantile = student_95(units).unwrap();
            assert!(quantile <= last + 1e-9 && quantile >= normal_95() - 1e-9, "{units}: {quantile}");
            last = quantile;
        }
    }

    #[test]
    fn an_interval_with_zero_is_open() {
        let verdict = |value, error| Estimate { value, error }.verdict();
        assert_eq!(verdict(2.0, 1.0), Significance::Above);
        assert_eq!(verdict(-2.0, 1.0), Significance::Below);
        assert_eq!(verdict(1.0, 1.0), Significance::Open);
        assert_eq!(verdict(0.0, 0.0), Significance::Open);
    }
}
