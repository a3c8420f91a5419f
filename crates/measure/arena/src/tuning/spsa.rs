use floe_runs::SeedOf;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::method::{Method, Settings, TuningRound};
use super::parameter::TunedParameter;

/// Simultaneous perturbation stochastic approximation (Spall 1992), with gains as OpenBench and
/// fishtest choose them.
///
/// In every round two settings play each other. Each parameter is a little above its value in one
/// of them, and as much below it in the other; a coin for each parameter decides in which. The
/// values then move towards the setting that has won, but not out of their ranges. The change of a
/// round depends on its own result alone, so rounds may be played in any order; they count in the
/// order of their numbers.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<TunedParameter>,
    rounds: u64,
    seed: u64,
    /// Value of each parameter after the rounds recorded so far.
    values: Vec<f64>,
}

/// Exponent by which the rate falls with the number of rounds.
const RATE_EXPONENT: f64 = 0.602;
/// Exponent by which distances fall with the number of rounds.
const DISTANCE_EXPONENT: f64 = 0.101;
/// Share of the rounds that is added to their number, so that the first ones do not change too
/// much.
const STABILITY: f64 = 0.1;

impl Spsa {
    /// Creates the tuning of these parameters in this number of rounds, whose coins are tossed with
    /// this seed.
    pub fn new(parameters: Vec<TunedParameter>, rounds: u64, seed: u64) -> Spsa {
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Spsa {
            parameters,
            rounds,
            seed,
            values,
        }
    }

    /// Coins of a round, 1 or -1 for each parameter, and numbers from 0 to 1 that decide how
    /// integers are rounded.
    fn draws(&self, round: u64) -> Vec<(f64, f64)> {
        let mut rng =
            Xoshiro256PlusPlus::seed_from_u64(SeedOf::TuningRound(round).from_run(self.seed));
        let draw = |_| {
            (
                if rng.random::<bool>() { 1.0 } else { -1.0 },
                rng.random::<f64>(),
            )
        };
        self.parameters.iter().map(draw).collect()
    }

    /// Distance of the settings of a round from the values between them, for a parameter.
    fn distance(&self, parameter: &TunedParameter, round: u64) -> f64 {
        parameter.last_distance * (self.rounds as f64 / (round + 1) as f64).powf(DISTANCE_EXPONENT)
    }

    /// Change of a parameter for each point by which the winner of a round is ahead, if its coin is
    /// 1.
    fn gain(&self, parameter: &TunedParameter, round: u64) -> f64 {
        let stability = STABILITY * self.rounds as f64;
        let last = parameter.last_rate * parameter.last_distance.powi(2);
        let late = (stability + self.rounds as f64) / (stability + (round + 1) as f64);
        last * late.powf(RATE_EXPONENT) / self.distance(parameter, round)
    }
}

impl Method for Spsa {
    fn settings(&self, round: u64) -> Settings {
        let mut settings = Settings {
            plus: Vec::new(),
            minus: Vec::new(),
        };
        let draws = self.draws(round);
        for ((parameter, value), (coin, share)) in
            self.parameters.iter().zip(&self.values).zip(draws)
        {
            let step = coin * self.distance(parameter, round);
            let plus = parameter.rounded(value + step, share);
            let minus = parameter.rounded(value - step, share);
            settings.plus.push(plus);
            // At the end of a range both may round to it.
            settings.minus.push(if plus == minus {
                parameter.neighbour(plus)
            } else {
                minus
            });
        }
        settings
    }

    fn record(&mut self, round: &TuningRound) {
        for (index, (coin, _)) in self.draws(round.round).into_iter().enumerate() {
            let parameter = &self.parameters[index];
            let change = self.gain(parameter, round.round) * round.ahead * coin;
            self.values[index] = parameter.in_range(self.values[index] + change);
        }
    }

    fn values(&self) -> Vec<f64> {
        self.values.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::super::method::tests::{assert_taken, found};
    use super::*;

    fn parameters(lines: &str) -> Vec<TunedParameter> {
        TunedParameter::read_all(lines).unwrap()
    }

    fn round(round: u64, ahead: f64) -> TuningRound {
        TuningRound {
            round,
            values: Vec::new(),
            settings: None,
            ahead,
            games: 8,
        }
    }

    /// Two numbers whose best values are far from the start are found, though the results of games
    /// are noise for the most part.
    #[test]
    fn the_best_values_are_found_by_noisy_games() {
        let mut spsa = Spsa::new(
            parameters("a, float, 10, 0, 100, 4, 0.02\nb, int, 80, 0, 100, 4, 0.02"),
            5000,
            7,
        );
        let values = found(&mut spsa, 5000, |values| {
            -((values[0] - 60.0).powi(2) + (values[1] - 30.0).powi(2)) / 500.0
        });
        assert!(
            (values[0] - 60.0).abs() < 6.0 && (values[1] - 30.0).abs() < 6.0,
            "{values:?}"
        );
    }

    /// Also in another order, and a round says nothing but its own change.
    #[test]
    fn rounds_may_come_in_any_order() {
        let mut forwards = Spsa::new(parameters("a, float, 10, 0, 100, 4, 0.02"), 10, 3);
        let mut backwards = forwards.clone();
        (0..10).for_each(|number| forwards.record(&round(number, number as f64 - 4.0)));
        (0..10)
            .rev()
            .for_each(|number| backwards.record(&round(number, number as f64 - 4.0)));
        assert!((forwards.values()[0] - backwards.values()[0]).abs() < 1e-9);
        assert_ne!(forwards.values(), [10.0]);
    }

    #[test]
    fn settings_are_in_range_and_integers_where_they_must_be() {
        let spsa = Spsa::new(
            parameters("a, int, 1, 0, 3, 0.7, 0.02\nb, float, 0.01, 0, 1, 0.1, 0.02"),
            100,
            3,
        );
        let mut sums = [0.0; 2];
        for round in 0..100 {
            let Settings { plus, minus } = spsa.settings(round);
            for values in [&plus, &minus] {
                assert_taken(values, &spsa.parameters);
            }
            sums[0] += plus[0] + minus[0];
            sums[1] += (plus[0] - minus[0]).abs();
        }
        assert!(
            (sums[0] / 200.0 - 1.0).abs() < 0.1,
            "rounding keeps the mean: {sums:?}"
        );
        assert!(sums[1] / 100.0 > 1.0, "the settings differ: {sums:?}");
    }

    /// OpenBench and fishtest do the same: fifty rounds against the end of a range are not fifty
    /// rounds away from it.
    #[test]
    fn a_value_at_its_end_stays_and_the_next_rounds_move_it_back() {
        for line in [
            "a, float, 10, 0, 100, 4, 0.02",
            "a, int, 3, 0, 4, 0.5, 0.1",
            "a, int, 0, 0, 1, 0.5, 0.1",
        ] {
            for up in [1.0, -1.0] {
                let mut spsa = Spsa::new(parameters(line), 400, 3);
                let TunedParameter { least, most, .. } = spsa.parameters[0];
                let end = if up > 0.0 { most } else { least };
                for number in 0..200 {
                    let Settings { plus, minus } = spsa.settings(number);
                    assert_ne!(plus, minus, "round {number} of {line}");
                    let coin = spsa.draws(number)[0].0;
                    spsa.record(&round(number, 8.0 * up * coin));
                }
                assert_eq!(spsa.values(), [end]);
                let coin = spsa.draws(200)[0].0;
                spsa.record(&round(200, -8.0 * up * coin));
                assert_ne!(spsa.values(), [end], "{line}");
            }
        }
    }

    #[test]
    fn mistakes_of_parameters_are_named() {
        for (line, expected) in [
            (
                "a",
                "expected NAME, int or float, START, LEAST, MOST, LAST DISTANCE, LAST RATE; found 1 fields",
            ),
            (
                "a, real, 1, 0, 2, 1, 1",
                "kind: expected int or float; found 'real'",
            ),
            (
                "a, int, x, 0, 2, 1, 1",
                "start: expected a number; found 'x'",
            ),
            (
                "a, int, 1, inf, 2, 1, 1",
                "least value: expected a number; found 'inf'",
            ),
            (
                "a, int, 1, 3, 2, 1, 1",
                "greatest value: expected more than the least value; found '2'",
            ),
            (
                "a, int, 5, 0, 2, 1, 1",
                "start: expected a number from the least value to the greatest; found '5'",
            ),
            (
                "a, int, 1.5, 0, 2, 1, 1",
                "kind: expected float, for a value is no integer; found 'int'",
            ),
            (
                "a, int, 1, 0, 2, 0.1, 1",
                "last distance: expected at least 0.5 for an integer; found '0.1'",
            ),
            (
                "a, float, 1, 0, 2, 0, 1",
                "last distance: expected a number above 0; found '0'",
            ),
            (
                "a, float, 1, 0, 2, 1, 0",
                "last rate: expected a number above 0; found '0'",
            ),
            (
                "a, float, 1, 0, 2, 1e-9, 1",
                "last distance: expected so much that two values differ in their text, at least 0.000001; found '1e-9'",
            ),
            (
                "a, float, 0, 0, 1e15, 0.00001, 1",
                "last distance: expected so much that two values differ in their text, at least 0.000001; found '0.00001'",
            ),
            (
                "a, int, 1, 0, 2, 1, 1e300",
                "last rate: expected a number from -1e15 to 1e15; found '1e300'",
            ),
            (
                "a, int, 1, 0, 2, 1, 1e9",
                "last rate: expected at most 1000; found '1e9'",
            ),
            (
                "a, int, 1, 0, 2, 1e9, 1",
                "last distance: expected at most the width of the range; found '1e9'",
            ),
            (
                "=, float, 1, 0, 2, 1, 1",
                "name: expected the name of an option; found '='",
            ),
        ] {
            assert_eq!(
                line.parse::<TunedParameter>().unwrap_err().to_string(),
                expected
            );
        }
        let twice =
            TunedParameter::read_all("# two\n\na, int, 1, 0, 2, 1, 1\na, int, 1, 0, 2, 1, 1")
                .unwrap_err();
        assert_eq!(
            (twice.0, twice.1.to_string().as_str()),
            (
                4,
                "name: expected a name that no earlier line has; found 'a'"
            )
        );
        assert_eq!(TunedParameter::read_all("# none").unwrap_err().0, 0);
    }
}
