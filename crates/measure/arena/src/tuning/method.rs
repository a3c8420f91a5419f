use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Method of a tuning: what plays each other in a round, and what the rounds say about the best
/// values.
pub(super) trait Method: fmt::Debug {
    /// The two settings of a round, counted from 0, after the rounds recorded so far.
    fn settings(&self, round: u64) -> Settings;

    fn record(&mut self, round: &TuningRound);

    /// Value of every parameter after the rounds recorded so far.
    fn values(&self) -> Vec<f64>;

    /// Best value of every parameter, as far as these rounds tell; `None` where they do not
    /// determine it, and an empty list of a method that does not know.
    fn best_values(&self) -> Vec<Option<BestValue>> {
        Vec::new()
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct BestValue {
    /// Lower end of the 95 % interval.
    pub(super) least: f64,
    pub(super) middle: f64,
    /// Upper end of the 95 % interval.
    pub(super) most: f64,
}

/// Method of tuning, by its name in options and records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TuningMethod {
    /// Steps towards the setting that wins: [`Spsa`](super::Spsa). Good for many parameters near
    /// good values.
    #[default]
    Spsa,
    /// A quadratic model of strength over the whole range: [`Clop`](super::Clop). Good for few
    /// parameters of which little is known.
    Clop,
}

/// Round of a tuning that has been played: a line of its files after the first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuningRound {
    /// Number of the round, from 0.
    pub round: u64,
    /// Value of every parameter, in order: the best values that were known before the round.
    pub values: Vec<f64>,
    /// Settings that played each other in a round of CLOP; `None` in SPSA, where they follow from
    /// `values` and the number of the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
    /// Lead of the setting `plus` in points, added up over all games that count: in each, the mean
    /// score of its seats less the mean score of the seats of `minus`, both 0 to 1.
    pub ahead: f64,
    /// Number of games of the round that count.
    pub games: u64,
}

/// Two settings that play each other, with a value of every parameter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Values of the first engine, one for each parameter. In SPSA they are above the values of
    /// `minus` for the parameters whose coin shows heads.
    pub plus: Vec<f64>,
    /// Values of the second engine, one for each parameter.
    pub minus: Vec<f64>,
}

#[cfg(test)]
pub(super) mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::parameter::{NumberKind, TunedParameter};
    use super::*;

    /// Values that a method finds in rounds of eight games whose results are noise for the most
    /// part, between settings of this strength in logits.
    pub(in super::super) fn found(
        method: &mut impl Method,
        rounds: u64,
        strength: fn(&[f64]) -> f64,
    ) -> Vec<f64> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..rounds {
            let settings = method.settings(round);
            let share = 1.0 / (1.0 + (strength(&settings.minus) - strength(&settings.plus)).exp());
            let ahead = (0..8)
                .map(|_| {
                    if rng.random::<f64>() < share {
                        1.0
                    } else {
                        -1.0
                    }
                })
                .sum();
            method.record(&TuningRound {
                round,
                values: Vec::new(),
                settings: Some(settings),
                ahead,
                games: 8,
            });
        }
        method.values()
    }

    /// Checks that options take these values of their parameters.
    pub(in super::super) fn assert_taken(values: &[f64], parameters: &[TunedParameter]) {
        assert_eq!(values.len(), parameters.len());
        for (
            value,
            TunedParameter {
                kind, least, most, ..
            },
        ) in values.iter().zip(parameters)
        {
            assert!((*least..=*most).contains(value), "{values:?}");
            assert!(
                *kind == NumberKind::Float || value.fract() == 0.0,
                "{values:?}"
            );
        }
    }
}
