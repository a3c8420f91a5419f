use std::collections::BTreeMap;
use std::f64::consts::SQRT_2;

use schemars::JsonSchema;
use serde::Serialize;

use super::Pentanomial;
use super::constrained::{Distribution, with_effect, with_mean};
use super::elo::{NORMALIZED_ELO_UNIT, score_of_elo};

/// A sequential test of two hypotheses: that the Elo difference between the first engine and its
/// opponent is `elo0`, and that it is `elo1`.
///
/// It is the generalised sequential probability ratio test on pentanomial counts (Wald 1945; Li,
/// Liu & Ying 2014; Van den Bergh 2019, 2020): the likelihoods are those of the likeliest
/// distribution of pairs under either hypothesis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    scale: EloScale,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Kind of Elo in which the hypotheses of a test are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloScale {
    /// Logistic Elo, which follows from the mean score alone.
    Logistic,
    /// Normalised Elo, by the standard deviation of a game: the length of a test then hardly
    /// depends on the share of draws.
    Normalized,
}

/// Decision of a sequential test, or that it is still open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum Decision {
    /// The Elo difference is `elo1` rather than `elo0`: the first engine passes.
    #[serde(rename = "accepted")]
    AcceptH1,
    /// The Elo difference is `elo0` rather than `elo1`: the first engine fails.
    #[serde(rename = "rejected")]
    AcceptH0,
    /// The test is open: more games are needed.
    #[serde(rename = "open")]
    Open,
}

/// State of a sequential test in numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SprtReport {
    /// Number of pairs of games that the test has counted.
    pub pairs: u64,
    /// Natural logarithm of the generalised likelihood ratio of `elo1` to `elo0`.
    pub llr: f64,
    /// Value of `llr` at or below which `elo0` is accepted: ln(β / (1 − α)).
    pub lower: f64,
    /// Value of `llr` at or above which `elo1` is accepted: ln((1 − β) / α).
    pub upper: f64,
    /// Decision of the test for the pairs counted, or that it is open.
    pub decision: Decision,
}

/// Reason why the parameters of a sequential test are refused.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The hypothesis `elo0` is not below `elo1`, or one of them is not a number (NaN).
    #[error("expected elo0 below elo1; found {elo0} and {elo1}")]
    Order {
        /// The hypothesis `elo0`, in Elo.
        elo0: f64,
        /// The hypothesis `elo1`, in Elo.
        elo1: f64,
    },
    /// A hypothesis is so far from zero that a few pairs decide without a test.
    #[error("expected bounds from -{limit} to {limit}; found {elo}")]
    Range {
        /// The hypothesis that is too far from zero, in Elo.
        elo: f64,
        /// Greatest hypothesis allowed on this scale, on either side of zero, in Elo.
        limit: f64,
    },
    /// Number of parameters that were given, neither two nor four.
    #[error("expected two bounds, or two bounds and two error probabilities; found {0} numbers")]
    Count(usize),
    /// The match is not of two engines on two sides, so that it cannot be tested.
    #[error("expected two engines and two players")]
    Match,
    /// An error probability, given here, is not between 0 and ½.
    #[error("expected error probabilities between 0 and 0.5; found {0}")]
    Probability(f64),
}

impl Sprt {
    /// Creates a test with these parameters: `elo0` and `elo1`, or these and the error
    /// probabilities `alpha` and `beta`; `None` if there are no parameters.
    ///
    /// # Errors
    /// If the parameters are not two or four, or are refused by [`new`](Sprt::new) or
    /// [`with_error_probabilities`](Sprt::with_error_probabilities).
    pub fn of_parameters(scale: EloScale, parameters: &[f64]) -> Result<Option<Sprt>, SprtError> {
        match *parameters {
            [] => Ok(None),
            [elo0, elo1] => Sprt::new(scale, elo0, elo1).map(Some),
            [elo0, elo1, alpha, beta] => Sprt::new(scale, elo0, elo1)?
                .with_error_probabilities(alpha, beta)
                .map(Some),
            _ => Err(SprtError::Count(parameters.len())),
        }
    }

    /// Checks that a match with this number of engines, and of sides in a game, can be tested: two
    /// engines meet on two sides, or one after the other on one.
    ///
    /// # Errors
    /// If it cannot be tested.
    pub fn check_match(engines: usize, sides: usize) -> Result<(), SprtError> {
        if sides <= 2 && engines == 2 {
            Ok(())
        } else {
            Err(SprtError::Match)
        }
    }

    /// Creates a test of `elo1` against `elo0` with error probabilities of 5 % on both sides.
    ///
    /// # Errors
    /// If `elo0 < elo1` does not hold, or one of them is beyond the limit of the scale.
    pub fn new(scale: EloScale, elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        if elo0.partial_cmp(&elo1) != Some(std::cmp::Ordering::Less) {
            return Err(SprtError::Order { elo0, elo1 });
        }
        let limit = match scale {
            // An expected score of 0.99.
            EloScale::Logistic => 800.0,
            // Four games in five won without draws, which ten pairs prove.
            EloScale::Normalized => 200.0,
        };
        match [elo0, elo1].into_iter().find(|elo| elo.abs() > limit) {
            Some(elo) => Err(SprtError::Range { elo, limit }),
            None => Ok(Sprt {
                scale,
                elo0,
                elo1,
                alpha: 0.05,
                beta: 0.05,
            }),
        }
    }

    /// Changes the error probabilities: `alpha` to accept `elo1` though `elo0` is true, `beta` to
    /// accept `elo0` though `elo1` is true.
    ///
    /// # Errors
    /// If one of them is not inside (0, ½).
    pub fn with_error_probabilities(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        match [alpha, beta].into_iter().find(|&p| !(p > 0.0 && p < 0.5)) {
            Some(p) => Err(SprtError::Probability(p)),
            None => Ok(Sprt {
                alpha,
                beta,
                ..self
            }),
        }
    }

    /// Evaluates the test for these pairs of the first engine.
    pub fn report(&self, pairs: Pentanomial) -> SprtReport {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        let decision = match llr {
            llr if llr >= upper => Decision::AcceptH1,
            llr if llr <= lower => Decision::AcceptH0,
            _ => Decision::Open,
        };
        SprtReport {
            pairs: pairs.pairs(),
            llr,
            lower,
            upper,
            decision,
        }
    }

    /// Returns the lower and the upper bound of the [log-likelihood ratio](Sprt::llr), a natural
    /// logarithm, between which the test is open (Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// Returns the natural logarithm of the generalised likelihood ratio of `elo1` to `elo0` for
    /// these pairs of the first engine; 0 without pairs.
    pub fn llr(&self, pairs: Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let (observed, count) = regularized(pairs);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| self.likeliest(&observed, elo));
        let ratio = (0..5)
            .map(|i| observed[i] * (h1[i] / h0[i]).ln())
            .sum::<f64>();
        ratio * count
    }

    fn likeliest(&self, observed: &Distribution, elo: f64) -> Distribution {
        match self.scale {
            EloScale::Logistic => with_mean(observed, score_of_elo(elo)),
            EloScale::Normalized => {
                // The standard deviation of a game is √2 times that of the score of a pair.
                let effect = elo / NORMALIZED_ELO_UNIT * SQRT_2;
                with_effect(observed, effect).expect("it exists for every bound up to the limit")
            }
        }
    }
}

/// The shares of the counts, and their sum. A count of zero becomes 1/1000, because the likelihood
/// must not exclude a result that has not occurred yet (fishtest does the same).
fn regularized(pairs: Pentanomial) -> (Distribution, f64) {
    let counts = pairs
        .counts
        .map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let sum = counts.iter().sum();
    (counts.map(|count| count / sum), sum)
}

/// A sequential test whose pairs arrive in any order, with the decision that they lead to in the
/// order of the schedule.
///
/// A test of all games that have ended would favour results that come quickly. This one counts a
/// pair only when all earlier ones are known.
#[derive(Clone, Debug)]
pub struct Sequence {
    sprt: Sprt,
    /// The counted pairs: those without a gap before them, up to the decision.
    counted: Pentanomial,
    waiting: BTreeMap<u64, usize>,
}

impl Sequence {
    /// Creates the test `sprt` without pairs.
    pub fn new(sprt: Sprt) -> Sequence {
        Sequence {
            sprt,
            counted: Pentanomial::default(),
            waiting: BTreeMap::new(),
        }
    }

    /// Adds the pair with this index in the schedule, from 0, in which the first engine has scored
    /// `half_points` half points, 0 to 4.
    ///
    /// Pairs after the decision, and those that are known, change nothing.
    pub fn record(&mut self, index: u64, half_points: usize) {
        if index < self.counted.pairs() {
            return;
        }
        self.waiting.entry(index).or_insert(half_points);
        while self.decided().is_none()
            && let Some(half_points) = self.waiting.remove(&self.counted.pairs())
        {
            self.counted.record(half_points);
        }
    }

    /// Returns the test with its hypotheses and error probabilities.
    pub fn test(&self) -> &Sprt {
        &self.sprt
    }

    /// Evaluates the test for the pairs that count so far, in the order of the schedule.
    pub fn report(&self) -> SprtReport {
        self.sprt.report(self.counted)
    }

    /// Returns the number of pairs after which the test was decided, and the decision; `None` while
    /// it is open.
    pub fn decided(&self) -> Option<(u64, Decision)> {
        let SprtReport {
            pairs, decision, ..
        } = self.report();
        (decision != Decision::Open).then_some((pairs, decision))
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

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
        assert_eq!(
            new(2.0, 2.0),
            Err(SprtError::Order {
                elo0: 2.0,
                elo1: 2.0
            })
        );
        assert!(matches!(new(f64::NAN, 2.0), Err(SprtError::Order { .. })));
        assert_eq!(
            new(0.0, 300.0),
            Err(SprtError::Range {
                elo: 300.0,
                limit: 200.0
            })
        );
        let sprt = new(0.0, 2.0).unwrap();
        assert_eq!(
            sprt.with_error_probabilities(0.05, 0.0),
            Err(SprtError::Probability(0.0))
        );
        assert_eq!(
            sprt.with_error_probabilities(0.5, 0.1),
            Err(SprtError::Probability(0.5))
        );
    }

    #[test]
    fn order_of_arrival_changes_nothing() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let sprt = Sprt::new(EloScale::Normalized, 0.0, 40.0).unwrap();
        let mut pairs: Vec<(u64, usize)> = (0..400)
            .map(|index| {
                (
                    index,
                    rng.random_range(0..5usize).max(rng.random_range(0..4)),
                )
            })
            .collect();
        let run = |pairs: &[(u64, usize)]| {
            let mut sequence = Sequence::new(sprt);
            pairs
                .iter()
                .for_each(|&(index, half_points)| sequence.record(index, half_points));
            (sequence.decided(), sequence.counted)
        };
        let in_order = run(&pairs);
        assert_eq!(in_order.0.unwrap().1, Decision::AcceptH1);
        for _ in 0..10 {
            pairs.shuffle(rng);
            assert_eq!(run(&pairs), in_order);
        }
    }

    #[test]
    fn a_gap_is_waited_for() {
        let mut sequence = Sequence::new(Sprt::new(EloScale::Logistic, 0.0, 5.0).unwrap());
        sequence.record(1, 4);
        assert_eq!(sequence.counted.pairs(), 0);
        sequence.record(0, 2);
        sequence.record(0, 4);
        assert_eq!(sequence.counted.counts, [0, 0, 1, 0, 1]);
    }
}
