use std::cell::OnceCell;

use floe_runs::SeedOf;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::method::{BestValue, Method, Settings, TuningRound};
use super::parameter::TunedParameter;

/// Confident local optimization (CLOP: Coulom 2011), by games of two settings against each other;
/// Coulom's method plays against a fixed opponent.
///
/// Strength is taken to be a quadratic function of the parameters, and the chance to win a logistic
/// function of the difference in strength. The function is fitted to all rounds. A setting that is
/// worse than the mean with confidence weighs less, so that the function fits best near the best
/// values. New settings are drawn at random with these weights, and the weighted mean of the
/// settings that have played is the estimate.
#[derive(Clone, Debug)]
pub struct Clop {
    parameters: Vec<TunedParameter>,
    seed: u64,
    rounds: Vec<PlayedRound>,
    /// The fit to these rounds, once it was asked for.
    fit: OnceCell<Fit>,
}

/// Differences in strength that weigh 1/e, in standard errors of the mean strength; H of Coulom.
const CONFIDENCE: f64 = 3.0;
/// Variance of the prior of a coefficient of the function, for parameters scaled to -1 to 1.
const PRIOR_VARIANCE: f64 = 4.0;
/// Changes of every coefficient in a fit, at most.
const SWEEPS: u32 = 200;
/// Change of a coefficient, in logits, below which a fit ends.
const LEAST_STEP: f64 = 1e-4;
/// Changes of each parameter until a setting is independent of the one from which the walk started.
const WALK: usize = 20;
/// Draws of a second setting until it is not the first one.
const DRAWS: u32 = 100;

/// Values of a parameter, evenly spaced over its range, that an interval may end at.
const VALUES: u32 = 201;
/// Standard errors by which a value of an interval may be worse than the best one.
const WORSE: f64 = 1.96;
/// Passes over all parameters to the maximum of a function, at most.
const PASSES: usize = 50;
/// Part of the range from which on an interval says nothing about the best value.
const UNDETERMINED: f64 = 0.75;

/// Round of games between two settings, scaled.
#[derive(Clone, Debug)]
struct PlayedRound {
    /// Values of both settings from -1, the least, to 1, the greatest.
    settings: [Vec<f64>; 2],
    /// Difference of their [terms].
    difference: Vec<f64>,
    share: f64,
    games: f64,
}

/// Strength as a function of the parameters.
#[derive(Clone, Debug)]
struct Fit {
    /// Coefficients of the [terms], in logits.
    coefficients: Vec<f64>,
    /// Mean strength of the settings that were played, by their weights.
    mean: f64,
    /// Difference from the mean that weighs 1/e.
    scale: f64,
    weights: Vec<f64>,
}

/// Terms of a quadratic function without a constant, which a difference in strength does not have.
fn terms(values: &[f64]) -> Vec<f64> {
    let squares =
        (0..values.len()).flat_map(|one| (0..=one).map(move |other| values[one] * values[other]));
    values.iter().copied().chain(squares).collect()
}

/// Index of the product of two of so many parameters among the [terms].
fn product_term(parameters: usize, one: usize, other: usize) -> usize {
    let greater = one.max(other);
    parameters + greater * (greater + 1) / 2 + one.min(other)
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter()
        .zip(right)
        .map(|(left, right)| left * right)
        .sum()
}

impl Fit {
    fn strength(&self, values: &[f64]) -> f64 {
        dot(&terms(values), &self.coefficients)
    }

    /// Sum over all games that count, by their weights, of the mean of something about their two
    /// settings.
    fn sum(&self, rounds: &[PlayedRound], of: impl Fn(&[f64]) -> f64) -> f64 {
        let of_round = |(round, weight): (&PlayedRound, &f64)| {
            let [first, second] = &round.settings;
            weight * round.games * (of(first) + of(second)) / 2.0
        };
        rounds.iter().zip(&self.weights).map(of_round).sum()
    }

    /// Weight of a setting: 1, or less if it is weaker than the mean.
    fn weight(&self, values: &[f64]) -> f64 {
        ((self.strength(values) - self.mean) / self.scale)
            .min(0.0)
            .exp()
    }
}

impl Clop {
    /// Creates the tuning of these parameters, whose settings are drawn with this seed.
    pub fn new(parameters: Vec<TunedParameter>, seed: u64) -> Clop {
        Clop {
            parameters,
            seed,
            rounds: Vec::new(),
            fit: OnceCell::new(),
        }
    }

    /// The most probable coefficients, when the rounds count by these weights, from these on.
    ///
    /// One coefficient after the other goes to the maximum of a parabola that lies below the
    /// likelihood and touches it (Böhning and Lindsay 1988), so no step makes it less.
    fn coefficients(&self, weights: &[f64], mut coefficients: Vec<f64>) -> Vec<f64> {
        let mut logits: Vec<f64> = self
            .rounds
            .iter()
            .map(|round| dot(&round.difference, &coefficients))
            .collect();
        for _ in 0..SWEEPS {
            let mut longest = 0.0;
            for (term, coefficient) in coefficients.iter_mut().enumerate() {
                let mut slope = -*coefficient / PRIOR_VARIANCE;
                let mut curvature = 1.0 / PRIOR_VARIANCE;
                for ((round, weight), logit) in self.rounds.iter().zip(weights).zip(&logits) {
                    let difference = round.difference[term];
                    let chance = 1.0 / (1.0 + (-logit).exp());
                    slope += weight * round.games * (round.share - chance) * difference;
                    curvature += weight * round.games * difference * difference / 4.0;
                }
                let step = slope / curvature;
                *coefficient += step;
                for (round, logit) in self.rounds.iter().zip(&mut logits) {
                    *logit += step * round.difference[term];
                }
                longest = f64::max(longest, step.abs());
            }
            if longest < LEAST_STEP {
                break;
            }
        }
        coefficients
    }

    fn fit(&self) -> &Fit {
        self.fit.get_or_init(|| self.fitted())
    }

    /// Fits the function to all rounds, then again and again with less weight for those that the
    /// fit says are weak, until that changes little.
    fn fitted(&self) -> Fit {
        let mut weights = vec![1.0; self.rounds.len()];
        let mut coefficients = terms(&vec![0.0; self.parameters.len()]);
        let mut games_before = f64::INFINITY;
        loop {
            coefficients = self.coefficients(&weights, coefficients);
            let mut fit = Fit {
                coefficients: coefficients.clone(),
                mean: 0.0,
                scale: f64::INFINITY,
                weights,
            };
            let games = fit.sum(&self.rounds, |_| 1.0);
            if games == 0.0 {
                return fit;
            }
            fit.mean = fit.sum(&self.rounds, |setting| fit.strength(setting)) / games;
            // The mean of n results has a variance of 1/4n at most, and a logit near 1/2 four times
            // its deviation.
            fit.scale = CONFIDENCE * 2.0 / games.sqrt();
            if games > 0.99 * games_before {
                return fit;
            }
            games_before = games;
            let weight = |(round, &weight): (&PlayedRound, &f64)| {
                let both: f64 = round
                    .settings
                    .iter()
                    .map(|setting| fit.weight(setting))
                    .product();
                both.min(weight)
            };
            weights = self.rounds.iter().zip(&fit.weights).map(weight).collect();
        }
    }

    /// Weighted mean of the settings, scaled; the start if there is no round yet.
    fn center(&self, fit: &Fit) -> Vec<f64> {
        let games = fit.sum(&self.rounds, |_| 1.0);
        let value = |(index, parameter): (usize, &TunedParameter)| match games > 0.0 {
            true => fit.sum(&self.rounds, |setting| setting[index]) / games,
            false => scaled(parameter, parameter.start),
        };
        self.parameters.iter().enumerate().map(value).collect()
    }

    /// Draws a setting with the weights of a fit by a walk from this one, in which one parameter
    /// changes at a time (Metropolis et al. 1953).
    fn draw(&self, fit: &Fit, mut setting: Vec<f64>, rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
        for step in 0..WALK * setting.len() {
            let mut next = setting.clone();
            next[step % setting.len()] = rng.random_range(-1.0..=1.0);
            if rng.random::<f64>() * fit.weight(&setting) < fit.weight(&next) {
                setting = next;
            }
        }
        let value = |(parameter, scaled): (&TunedParameter, &f64)| {
            parameter.rounded(unscaled(parameter, *scaled), rng.random::<f64>())
        };
        self.parameters.iter().zip(&setting).map(value).collect()
    }
}

impl Clop {
    fn differ(&self, one: &[f64], other: &[f64]) -> bool {
        let values = one.iter().zip(other);
        self.parameters
            .iter()
            .zip(values)
            .any(|(parameter, (&one, &other))| parameter.differ(one, other))
    }

    /// The fit to all rounds with equal weights, which says most about the values that are not
    /// good.
    fn fit_to_all(&self) -> Fit {
        let weights = vec![1.0; self.rounds.len()];
        let coefficients = self.coefficients(&weights, terms(&vec![0.0; self.parameters.len()]));
        Fit {
            coefficients,
            mean: 0.0,
            scale: f64::INFINITY,
            weights,
        }
    }

    /// Inverse of the covariance of the coefficients: the curvature of the logarithm of their
    /// probability.
    fn precision(&self, fit: &Fit) -> Vec<Vec<f64>> {
        let terms = fit.coefficients.len();
        let mut precision = vec![vec![0.0; terms]; terms];
        for (term, row) in precision.iter_mut().enumerate() {
            row[term] = 1.0 / PRIOR_VARIANCE;
        }
        for (round, weight) in self.rounds.iter().zip(&fit.weights) {
            let chance = 1.0 / (1.0 + (-dot(&round.difference, &fit.coefficients)).exp());
            let information = weight * round.games * chance * (1.0 - chance);
            for (row, left) in precision.iter_mut().zip(&round.difference) {
                for (sum, right) in row.iter_mut().zip(&round.difference) {
                    *sum += information * left * right;
                }
            }
        }
        precision
    }
}

/// The least and the greatest value, scaled, of a parameter that are not worse than those of the
/// best setting, when the other parameters are as good as they can be with them. The difference in
/// strength has the normal distribution of the coefficients around the most probable ones (the
/// Laplace approximation).
fn interval(fit: &Fit, factor: &[Vec<f64>], best: &[f64], index: usize) -> [f64; 2] {
    let best_terms = terms(best);
    let is_not_worse = |&value: &f64| {
        let mut setting = best.to_vec();
        setting[index] = value;
        let setting = maximum(&fit.coefficients, setting, Some(index));
        let difference: Vec<f64> = best_terms
            .iter()
            .zip(terms(&setting))
            .map(|(best, other)| best - other)
            .collect();
        let loss = dot(&difference, &fit.coefficients);
        let error = solve(factor, difference);
        loss <= WORSE * dot(&error, &error).sqrt()
    };
    let values = (0..VALUES).map(|step| 2.0 * f64::from(step) / f64::from(VALUES - 1) - 1.0);
    let kept = values.filter(is_not_worse);
    let center = [best[index]; 2];
    kept.fold(center, |[least, most], value| {
        [least.min(value), most.max(value)]
    })
}

/// Lower triangular factor of a positive definite matrix, whose product with its transpose is the
/// matrix.
fn cholesky(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for row in 0..matrix.len() {
        for column in 0..=row {
            let known = dot(&matrix[row][..column], &matrix[column][..column]);
            let rest = matrix[row][column] - known;
            matrix[row][column] = if row == column {
                rest.sqrt()
            } else {
                rest / matrix[column][column]
            };
        }
    }
    matrix
}

fn solve(factor: &[Vec<f64>], mut vector: Vec<f64>) -> Vec<f64> {
    for row in 0..vector.len() {
        let known = dot(&factor[row][..row], &vector[..row]);
        vector[row] = (vector[row] - known) / factor[row][row];
    }
    vector
}

/// The setting, scaled, to which a climb along one parameter after the other, but for the fixed
/// one, leads from this one.
fn maximum(coefficients: &[f64], mut setting: Vec<f64>, fixed: Option<usize>) -> Vec<f64> {
    for _ in 0..PASSES {
        let mut longest = 0.0;
        for index in (0..setting.len()).filter(|&index| Some(index) != fixed) {
            let curvature = coefficients[product_term(setting.len(), index, index)];
            let others = (0..setting.len()).filter(|&other| other != index);
            let products = others.map(|other| {
                coefficients[product_term(setting.len(), index, other)] * setting[other]
            });
            let slope = coefficients[index] + products.sum::<f64>();
            let best = match curvature < 0.0 {
                true => (-slope / (2.0 * curvature)).clamp(-1.0, 1.0),
                false => slope.signum(),
            };
            longest = f64::max(longest, (best - setting[index]).abs());
            setting[index] = best;
        }
        if longest < LEAST_STEP {
            break;
        }
    }
    setting
}

impl Method for Clop {
    /// Two settings that differ in a parameter at least, drawn at random.
    fn settings(&self, round: u64) -> Settings {
        let mut rng =
            Xoshiro256PlusPlus::seed_from_u64(SeedOf::TuningRound(round).from_run(self.seed));
        let fit = self.fit();
        let center = self.center(fit);
        let plus = self.draw(fit, center.clone(), &mut rng);
        let mut minus = self.draw(fit, center.clone(), &mut rng);
        // Two equal settings would say nothing.
        for _ in 0..DRAWS {
            if self.differ(&plus, &minus) {
                return Settings { plus, minus };
            }
            minus = self.draw(fit, center.clone(), &mut rng);
        }
        minus[0] = self.parameters[0].neighbour(plus[0]);
        Settings { plus, minus }
    }

    fn record(&mut self, round: &TuningRound) {
        let Some(Settings { plus, minus }) = &round.settings else {
            return;
        };
        let settings = [plus, minus].map(|values| -> Vec<f64> {
            self.parameters
                .iter()
                .zip(values)
                .map(|(parameter, &value)| scaled(parameter, value))
                .collect()
        });
        let [first, second] = &settings;
        let difference = terms(first)
            .iter()
            .zip(terms(second))
            .map(|(first, second)| first - second)
            .collect();
        let games = round.games as f64;
        // A round without games that count says nothing.
        let share = (1.0 + round.ahead / games.max(1.0)) / 2.0;
        self.rounds.push(PlayedRound {
            settings,
            difference,
            share,
            games,
        });
        self.fit.take();
    }

    fn values(&self) -> Vec<f64> {
        let center = self.center(self.fit());
        let value = |(parameter, scaled): (&TunedParameter, &f64)| {
            parameter.in_range(unscaled(parameter, *scaled))
        };
        self.parameters.iter().zip(&center).map(value).collect()
    }

    fn best_values(&self) -> Vec<Option<BestValue>> {
        let fit = self.fit_to_all();
        let factor = cholesky(self.precision(&fit));
        let center = self.center(self.fit());
        let best = maximum(&fit.coefficients, center.clone(), None);
        let best_value = |(index, parameter): (usize, &TunedParameter)| {
            let [least, most] = interval(&fit, &factor, &best, index);
            let value = |scaled: f64| parameter.in_range(unscaled(parameter, scaled));
            (most - least < 2.0 * UNDETERMINED).then(|| BestValue {
                least: value(least.min(center[index])),
                middle: value(best[index]),
                most: value(most.max(center[index])),
            })
        };
        self.parameters.iter().enumerate().map(best_value).collect()
    }
}

/// A value from -1, the least, to 1, the greatest.
fn scaled(parameter: &TunedParameter, value: f64) -> f64 {
    2.0 * (value - parameter.least) / (parameter.most - parameter.least) - 1.0
}

/// The value that is [scaled] to this one.
fn unscaled(parameter: &TunedParameter, scaled: f64) -> f64 {
    parameter.least + (scaled + 1.0) / 2.0 * (parameter.most - parameter.least)
}

#[cfg(test)]
mod tests {
    use super::super::method::tests::{assert_taken, found};
    use super::*;

    /// Also on a ridge that is no quadratic function, with parameters that depend on each other.
    #[test]
    fn the_best_values_are_found_by_noisy_games() {
        let parameters =
            TunedParameter::read_all("a, float, 10, 0, 100, 4, 0.02\nb, int, 80, 0, 100, 4, 0.02")
                .unwrap();
        let round_hill =
            |values: &[f64]| -((values[0] - 60.0).powi(2) + (values[1] - 30.0).powi(2)) / 500.0;
        let values = found(&mut Clop::new(parameters.clone(), 7), 300, round_hill);
        assert!(
            (values[0] - 60.0).abs() < 4.0 && (values[1] - 30.0).abs() < 4.0,
            "{values:?}"
        );
        let ridge = |values: &[f64]| {
            let along = (values[0] + values[1] - 90.0) / 30.0;
            let across = (values[0] - values[1] - 30.0) / 15.0;
            -along.powi(2) - if across > 0.0 { across } else { -3.0 * across }
        };
        let values = found(&mut Clop::new(parameters, 7), 300, ridge);
        assert!(
            (values[0] - 60.0).abs() < 8.0 && (values[1] - 30.0).abs() < 8.0,
            "{values:?}"
        );
    }

    /// Nine in ten intervals at least hold the best value, and a parameter without effect mostly
    /// has none.
    #[test]
    fn intervals_hold_the_best_values() {
        let parameters = TunedParameter::read_all(
            "a, float, 10, 0, 100, 4, 0.02\nb, float, 80, 0, 100, 4, 0.02",
        )
        .unwrap();
        let hill = |values: &[f64]| -(values[0] - 60.0).powi(2) / 500.0;
        let mut held = 0;
        let mut undetermined = 0;
        for seed in 0..20 {
            let mut clop = Clop::new(parameters.clone(), seed);
            assert_eq!(clop.best_values(), [None, None], "no round has been played");
            found(&mut clop, 80, hill);
            let best = clop.best_values();
            held += u32::from(best[0].is_some_and(|best| best.least <= 60.0 && 60.0 <= best.most));
            undetermined += u32::from(best[1].is_none());
        }
        assert!(held >= 18 && undetermined >= 16, "{held} {undetermined}");
    }

    #[test]
    fn products_have_their_terms() {
        let all = terms(&[2.0, 3.0, 5.0]);
        assert_eq!(
            [(0, 0), (1, 0), (0, 2), (2, 1), (2, 2)]
                .map(|(one, other)| all[product_term(3, one, other)]),
            [4.0, 6.0, 10.0, 15.0, 25.0]
        );
        // The maximum of −(x − ¼)² − (y + x − ½)², the other one where x is fixed, and at the ends
        // of the range.
        let hill = [1.5, 1.0, -2.0, -2.0, -1.0];
        let near = |found: Vec<f64>, expected: [f64; 2]| {
            found
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-3)
        };
        assert!(near(maximum(&hill, vec![0.0, 0.0], None), [0.25, 0.25]));
        assert!(near(maximum(&hill, vec![0.0, 0.0], Some(0)), [0.0, 0.5]));
        assert!(near(
            maximum(&[1.0, -1.0, 0.0, 0.0, 0.0], vec![0.0, 0.0], None),
            [1.0, -1.0]
        ));
    }

    #[test]
    fn settings_are_in_range_and_integers_where_they_must_be() {
        let parameters =
            TunedParameter::read_all("a, int, 1, 0, 3, 0.7, 0.02\nb, float, 0.01, 0, 1, 0.1, 0.02")
                .unwrap();
        let clop = Clop::new(parameters, 3);
        let values = clop.values();
        assert!(
            (values[0] - 1.0).abs() < 1e-9 && (values[1] - 0.01).abs() < 1e-9,
            "the start: {values:?}"
        );
        let mut seen = [0; 4];
        for round in 0..100 {
            let Settings { plus, minus } = clop.settings(round);
            assert!(clop.differ(&plus, &minus));
            for values in [&plus, &minus] {
                assert_taken(values, &clop.parameters);
                seen[values[0] as usize] += 1;
            }
        }
        assert!(
            seen.iter().all(|&count| count > 20),
            "the whole range is tried first: {seen:?}"
        );
    }

    /// Also where there are two values alone, one of which wins all games.
    #[test]
    fn the_settings_of_a_round_differ() {
        let mut clop = Clop::new(
            TunedParameter::read_all("a, int, 1, 0, 1, 0.5, 0.02").unwrap(),
            3,
        );
        for round in 0..200 {
            let settings = clop.settings(round);
            assert!(
                clop.differ(&settings.plus, &settings.minus),
                "{round}: {settings:?}"
            );
            let ahead = 8.0 * (settings.plus[0] - settings.minus[0]);
            clop.record(&TuningRound {
                round,
                values: vec![1.0],
                settings: Some(settings),
                ahead,
                games: 8,
            });
        }
    }

    /// Rounds in which one setting wins all games, and rounds without any that counts.
    #[test]
    fn one_sided_and_empty_rounds_are_no_trouble() {
        let mut clop = Clop::new(
            TunedParameter::read_all("a, float, 1, 0, 4, 0.7, 0.02").unwrap(),
            3,
        );
        for round in 0..50 {
            let settings = clop.settings(round);
            let ahead = 8.0 * f64::signum(settings.plus[0] - settings.minus[0]);
            let games = if round % 5 == 0 { 0 } else { 8 };
            clop.record(&TuningRound {
                round,
                values: vec![1.0],
                settings: Some(settings),
                ahead,
                games,
            });
        }
        let [value] = clop.values()[..] else {
            panic!("one parameter")
        };
        assert!((3.0..=4.0).contains(&value), "{value}");
    }
}
