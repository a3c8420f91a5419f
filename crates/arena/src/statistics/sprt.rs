use std::f64::consts::SQRT_2;

use serde::Serialize;

use super::Pentanomial;
use super::constrained::{Distribution, with_effect, with_mean};
use super::elo::{NORMALIZED_ELO_UNIT, score_of_elo};

/// A sequential test of two hypotheses about Elo: that it is `elo0`, and that it is `elo1`.
///
/// It is the generalised sequential probability ratio test on pentanomial counts (Wald 1945; Li, Liu & Ying 2014;
/// Van den Bergh 2019, 2020): the likelihoods are those of the likeliest distribution of pairs under either hypothesis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    scale: EloScale,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Which Elo the hypotheses of a test are stated in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloScale {
    /// The Elo that follows from the score.
    Logistic,
    /// Elo by the standard deviation of a game: the length of a test then hardly depends on the share of draws.
    Normalized,
}

/// What a sequential test says at this moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Decision {
    /// Elo is `elo1` rather than `elo0`: the first engine passes.
    #[serde(rename = "accepted")]
    AcceptH1,
    /// Elo is `elo0` rather than `elo1`: it does not.
    #[serde(rename = "rejected")]
    AcceptH0,
    /// More games are needed.
    #[serde(rename = "open")]
    Open,
}

/// The state of a test in numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// Pairs looked at.
    pub pairs: u64,
    /// The logarithm of the generalised likelihood ratio of `elo1` to `elo0`.
    pub llr: f64,
    /// At or below this `elo0` is accepted: ln(β / (1 − α)).
    pub lower: f64,
    /// At or above this `elo1` is accepted: ln((1 − β) / α).
    pub upper: f64,
    /// What follows.
    pub decision: Decision,
}

/// Why there is no such test.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are the same, or the wrong way round, or no numbers.
    #[error("elo0 must be below elo1, not {elo0} and {elo1}")]
    Order {
        /// The first bound.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// A hypothesis so far from zero that no test is needed.
    #[error("bounds must lie between -{limit} and {limit}, not at {elo}")]
    Range {
        /// The bound.
        elo: f64,
        /// The greatest that is taken on this scale.
        limit: f64,
    },
    /// An error probability outside (0, ½).
    #[error("error probabilities must lie between 0 and 0.5, not at {0}")]
    Probability(f64),
}

impl Sprt {
    /// The greatest bound on the logistic scale; the expected score is then 0.99.
    pub const LOGISTIC_LIMIT: f64 = 800.0;
    /// The greatest bound on the normalised scale: four games in five won, without draws, and about ten pairs to tell.
    pub const NORMALIZED_LIMIT: f64 = 200.0;

    /// A test of `elo1` against `elo0` with error probabilities of 5 % on both sides.
    ///
    /// # Errors
    /// If `elo0 < elo1` does not hold or a bound is beyond the limit of its scale.
    pub fn new(scale: EloScale, elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        if elo0.partial_cmp(&elo1) != Some(std::cmp::Ordering::Less) {
            return Err(SprtError::Order { elo0, elo1 });
        }
        let limit = match scale {
            EloScale::Logistic => Sprt::LOGISTIC_LIMIT,
            EloScale::Normalized => Sprt::NORMALIZED_LIMIT,
        };
        match [elo0, elo1].into_iter().find(|elo| elo.abs() > limit) {
            Some(elo) => Err(SprtError::Range { elo, limit }),
            None => Ok(Sprt { scale, elo0, elo1, alpha: 0.05, beta: 0.05 }),
        }
    }

    /// The same test with other error probabilities: `alpha` to accept `elo1` though `elo0` is true, `beta` to accept `elo0`
    /// though `elo1` is true.
    ///
    /// # Errors
    /// If one of them is not inside (0, ½).
    pub fn with_error_probabilities(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        match [alpha, beta].into_iter().find(|&p| !(p > 0.0 && p < 0.5)) {
            Some(p) => Err(SprtError::Probability(p)),
            None => Ok(Sprt { alpha, beta, ..self }),
        }
    }

    /// What these pairs say.
    pub fn report(&self, pairs: Pentanomial) -> SprtReport {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        let decision = match llr {
            llr if llr >= upper => Decision::AcceptH1,
            llr if llr <= lower => Decision::AcceptH0,
            _ => Decision::Open,
        };
        SprtReport { pairs: pairs.pairs(), llr, lower, upper, decision }
    }

    /// Between these values of the log-likelihood ratio the test is open (Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the generalised likelihood ratio of `elo1` to `elo0`; 0 without pairs.
    pub fn llr(&self, pairs: Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let (observed, count) = regularized(pairs);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| self.likeliest(&observed, elo));
        let ratio = (0..5).map(|i| observed[i] * (h1[i] / h0[i]).ln()).sum::<f64>();
        ratio * count
    }

    /// The likeliest distribution of pairs among those with this Elo.
    fn likeliest(&self, observed: &Distribution, elo: f64) -> Distribution {
        match self.scale {
            EloScale::Logistic => with_mean(observed, score_of_elo(elo)),
            EloScale::Normalized => {
                // The standard deviation of a game is √2 times that of the score of a pair.
                let effect = elo / NORMALIZED_ELO_UNIT * SQRT_2;
                with_effect(observed, effect).expect("found for every bound up to the limit")
            }
        }
    }
}

/// The shares of the counts, and their sum. A count of zero is taken as 1/1000, because the likelihood must not
/// forbid what merely has not happened yet (so does fishtest, whose figures the tests compare).
fn regularized(pairs: Pentanomial) -> (Distribution, f64) {
    let counts = pairs.counts().map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let sum = counts.iter().sum();
    (counts.map(|count| count / sum), sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_walds() {
        let sprt = Sprt::new(EloScale::Logistic, 0.0, 2.0).unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + 2.944_439).abs() < 1e-6);
        let (lower, upper) = sprt.with_error_probabilities(0.05, 0.1).unwrap().bounds();
        assert!((upper - 2.890_372).abs() < 1e-6 && (lower + 2.251_292).abs() < 1e-6);
    }

    #[test]
    fn nonsense_is_refused() {
        let new = |elo0, elo1| Sprt::new(EloScale::Normalized, elo0, elo1);
        assert_eq!(new(2.0, 2.0), Err(SprtError::Order { elo0: 2.0, elo1: 2.0 }));
        assert!(matches!(new(f64::NAN, 2.0), Err(SprtError::Order { .. })));
        assert_eq!(new(0.0, 300.0), Err(SprtError::Range { elo: 300.0, limit: 200.0 }));
        let sprt = new(0.0, 2.0).unwrap();
        assert_eq!(sprt.with_error_probabilities(0.05, 0.0), Err(SprtError::Probability(0.0)));
        assert_eq!(sprt.with_error_probabilities(0.5, 0.1), Err(SprtError::Probability(0.5)));
    }
}
