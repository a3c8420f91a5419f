use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::constrained::{with_effect, with_mean};
use super::elo::{NORMALIZED_ELO_UNIT, score_of_elo};
use super::{BlockScore, BlockScores, Moments};

/// A sequential test of two hypotheses: that the Elo difference between the first engine and its
/// opponents is `elo0`, and that it is `elo1`.
///
/// It is the generalised sequential probability ratio test on the scores of blocks, for any number
/// of players (Wald 1945; Li, Liu & Ying 2014; Van den Bergh 2019, 2020): the likelihoods are those
/// of the likeliest distribution of block scores under either hypothesis. For two players it is the
/// test on pentanomial counts.
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
    /// depends on the share of draws or on the number of players.
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
    /// Number of blocks that the test has counted; of two players they are pairs of games.
    pub blocks: u64,
    /// Natural logarithm of the generalised likelihood ratio of `elo1` to `elo0`.
    pub llr: f64,
    /// Value of `llr` at or below which `elo0` is accepted: ln(β / (1 − α)).
    pub lower: f64,
    /// Value of `llr` at or above which `elo1` is accepted: ln((1 − β) / α).
    pub upper: f64,
    /// Decision of the test for the blocks counted, or that it is open.
    pub decision: Decision,
    /// Number of blocks that an open test is expected to take until it is decided, if the score so
    /// far is the true one; `None` if it is decided, or has counted fewer than two blocks.
    pub blocks_to_go: Option<u64>,
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
    /// A hypothesis is so far from zero that a few blocks decide without a test.
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

    /// Evaluates the test for these blocks of the first engine.
    pub fn report(&self, scores: &BlockScores) -> SprtReport {
        let (lower, upper) = self.bounds();
        let llr = self.llr(scores);
        let decision = match llr {
            llr if llr >= upper => Decision::AcceptH1,
            llr if llr <= lower => Decision::AcceptH0,
            _ => Decision::Open,
        };
        let is_open = decision == Decision::Open;
        SprtReport {
            blocks: scores.blocks(),
            llr,
            lower,
            upper,
            decision,
            blocks_to_go: self.blocks_to_go(scores, llr).filter(|_| is_open),
        }
    }

    /// The mean time at which a Brownian motion that starts at the log-likelihood ratio `llr`, with
    /// the drift and the variance of its steps so far, leaves the bounds, in blocks.
    fn blocks_to_go(&self, scores: &BlockScores, llr: f64) -> Option<u64> {
        if scores.blocks() < 2 {
            return None;
        }
        let (lower, upper) = self.bounds();
        let moments = scores.moments();
        let [s0, s1] = [self.elo0, self.elo1].map(|elo| self.score(elo, &moments));
        let slope = (s1 - s0) / moments.variance;
        let drift = slope * (moments.mean - f64::midpoint(s0, s1));
        let variance = slope * slope * moments.variance;
        let (down, up) = (llr - lower, upper - llr);
        // Wald's identity; without drift its limit.
        let exponent = 2.0 * drift / variance;
        let blocks = if (exponent * (down + up)).abs() < 1e-3 {
            down * up / variance
        } else {
            let up_first = (-exponent * down).exp_m1() / (-exponent * (down + up)).exp_m1();
            (up_first * (down + up) - down) / drift
        };
        Some(blocks.ceil().max(1.0) as u64)
    }

    /// The mean score of an engine that is `elo` stronger, for blocks with these moments.
    fn score(&self, elo: f64, moments: &Moments) -> f64 {
        match self.scale {
            EloScale::Logistic => score_of_elo(elo),
            EloScale::Normalized => 0.5 + effect(elo, moments.games) * moments.variance.sqrt(),
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
    /// these blocks of the first engine; 0 without blocks.
    pub fn llr(&self, scores: &BlockScores) -> f64 {
        if scores.blocks() == 0 {
            return 0.0;
        }
        let (observed, count) = regularized(scores.counts());
        let [h0, h1] =
            [self.elo0, self.elo1].map(|elo| self.likeliest(&observed, elo, scores.games()));
        let likelihoods = h0.iter().zip(&h1);
        let ratio: f64 = observed
            .iter()
            .zip(likelihoods)
            .map(|(share, (h0, h1))| share * (h1 / h0).ln())
            .sum();
        ratio * count
    }

    fn likeliest(&self, observed: &[f64], elo: f64, games: u64) -> Vec<f64> {
        match self.scale {
            EloScale::Logistic => with_mean(observed, score_of_elo(elo)),
            EloScale::Normalized => with_effect(observed, effect(elo, games as f64)),
        }
    }
}

/// The excess of the mean score over ½ of an engine that is `elo` stronger on the normalised scale,
/// in standard deviations of a block of this number of games: that of a game is √games times as
/// great.
fn effect(elo: f64, games: f64) -> f64 {
    elo / NORMALIZED_ELO_UNIT * games.sqrt()
}

/// The shares of the counts, and their sum. A count of zero becomes 1/1000, because the likelihood
/// must not exclude a result that has not occurred yet (fishtest does the same).
fn regularized(counts: &[u64]) -> (Vec<f64>, f64) {
    let weight = |&count: &u64| if count == 0 { 1e-3 } else { count as f64 };
    let weights: Vec<f64> = counts.iter().map(weight).collect();
    let sum = weights.iter().sum();
    (weights.iter().map(|weight| weight / sum).collect(), sum)
}

/// A sequential test whose blocks arrive in any order, with the decision that they lead to in the
/// order of the schedule.
///
/// A test of all games that have ended would favour results that come quickly. This one counts a
/// block only when all earlier ones are known.
#[derive(Clone, Debug)]
pub struct Sequence {
    sprt: Sprt,
    /// The counted blocks of the first engine: those without a gap before them, up to the decision.
    counted: BlockScores,
    /// Index in the schedule of the block that is counted next.
    next: u64,
    waiting: BTreeMap<u64, Option<BlockScore>>,
}

impl Sequence {
    /// Creates the test `sprt` without blocks.
    pub fn new(sprt: Sprt) -> Sequence {
        Sequence {
            sprt,
            counted: BlockScores::default(),
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Adds the block with this index in the schedule, from 0, with the score of the first engine
    /// in it; `None` if it has not played there.
    ///
    /// Blocks after the decision, and those that are known, change nothing.
    pub fn record(&mut self, index: u64, score: Option<BlockScore>) {
        if index < self.next {
            return;
        }
        self.waiting.entry(index).or_insert(score);
        while self.decided().is_none()
            && let Some(score) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            if let Some(score) = score {
                self.counted.record(score);
            }
        }
    }

    /// Returns the test with its hypotheses and error probabilities.
    pub fn test(&self) -> &Sprt {
        &self.sprt
    }

    /// Evaluates the test for the blocks that count so far, in the order of the schedule.
    pub fn report(&self) -> SprtReport {
        self.sprt.report(&self.counted)
    }

    /// Returns the number of blocks of the schedule after which the test was decided, and the
    /// decision; `None` while it is open.
    pub fn decided(&self) -> Option<(u64, Decision)> {
        let decision = self.report().decision;
        (decision != Decision::Open).then_some((self.next, decision))
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn pair(half_points: u64) -> BlockScore {
        BlockScore {
            half_points,
            most: 4,
            games: 2,
        }
    }

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
        let mut pairs: Vec<(u64, Option<BlockScore>)> = (0..400)
            .map(|index| {
                let points = rng.random_range(0..5u64).max(rng.random_range(0..4));
                // In every seventh block the engine does not play.
                (index, (index % 7 > 0).then_some(pair(points)))
            })
            .collect();
        let run = |pairs: &[(u64, Option<BlockScore>)]| {
            let mut sequence = Sequence::new(sprt);
            pairs
                .iter()
                .for_each(|&(index, score)| sequence.record(index, score));
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
        sequence.record(1, Some(pair(4)));
        assert_eq!(sequence.counted.blocks(), 0);
        sequence.record(0, Some(pair(2)));
        sequence.record(0, Some(pair(4)));
        assert_eq!(sequence.counted.counts(), [0, 0, 1, 0, 1]);
    }

    /// Midway between the hypotheses a test takes longest.
    #[test]
    fn an_open_test_says_how_long_it_goes_on() {
        let sprt = Sprt::new(EloScale::Normalized, 0.0, 20.0).unwrap();
        let to_go = |counts| sprt.report(&BlockScores::of_pairs(counts)).blocks_to_go;
        assert_eq!(to_go([0, 0, 1, 0, 0]), None);
        assert_eq!(to_go([0, 0, 0, 0, 1000]), None);
        let [at_elo0, midway, beyond] = [
            [25, 50, 100, 50, 25],
            [25, 48, 100, 55, 27],
            [20, 40, 100, 60, 32],
        ]
        .map(|counts| to_go(counts).unwrap());
        assert!(
            beyond < at_elo0 && at_elo0 < midway,
            "{beyond} {at_elo0} {midway}"
        );
        // From the start and without drift the square of ln 19 over the variance of a step.
        let step = 20.0 / NORMALIZED_ELO_UNIT * std::f64::consts::SQRT_2;
        let longest = (19f64.ln() / step).powi(2);
        assert!(
            (0.7..1.0).contains(&(midway as f64 / longest)),
            "{midway} of {longest}"
        );
    }
}
