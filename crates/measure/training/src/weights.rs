//! Fits the weights by least squares.

use std::fmt::Write as _;

use floe_evaluation::{FEATURE_NAMES, Weights, turns};
use nalgebra::{DMatrix, DVector};

use crate::games::{FISH, LearnError, TrainingGames, is_validation};
use crate::observation::Observation;

/// Pulls of the weights towards zero that are tried, so that weights on which the games have little
/// bearing stay small (ridge regression: Hoerl, Kennard 1970).
const RIDGES: [f64; 4] = [1e-4, 1e-3, 1e-2, 1e-1];

/// Weights that were learned from games.
pub(crate) struct LearnedWeights {
    pub(crate) weights: Weights,
    /// The file of the weights, with its origin in comments.
    pub(crate) text: String,
    /// Errors in each phase: placement, slides.
    pub(crate) phases: Vec<LearnedPhase>,
}

/// Errors of the weights of a phase.
#[derive(
    Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
pub struct LearnedPhase {
    /// Name of the phase.
    pub name: String,
    /// Number of observations that the weights were learned from. A position of two sides is one
    /// observation; with more sides it is one for each side.
    pub observations: u64,
    /// Root mean square of the error on games kept aside, in fish.
    pub error: f64,
    /// Root mean square of the error if all weights were zero, in fish.
    pub without_weights: f64,
}

/// Learns the weights of the game of the files.
///
/// # Errors
/// If the files cannot be read, are of different games, or do not determine the weights.
pub(crate) fn learn_weights(games: &TrainingGames) -> Result<LearnedWeights, LearnError> {
    let game = games.game()?;
    let sides = game.sides();
    let names: Vec<&str> = FEATURE_NAMES
        .iter()
        .chain(game.rules.variant.features)
        .copied()
        .collect();
    let size = 2 * (names.len() + turns(sides));
    let mut phases = Weights::PHASES.map(|name| Phase::new(name, &names, size));
    let comments = games.read(game, |played, observations, _| {
        for observation in observations {
            let row = Row {
                inputs: inputs(observation, names.len(), turns(sides)),
                target: games.target(observation),
                result: f64::from(observation.result) / FISH,
            };
            phases[usize::from(!observation.placement)].add(row, is_validation(played));
        }
    })?;
    let mut text = format!(
        "# Learned with {} for results from\n{comments}",
        games.result_share
    );
    let _ = writeln!(
        text,
        "rules {}\nplayers {}",
        game.rules,
        game.players.expect("a game has players")
    );
    let mut learned = Vec::new();
    for phase in &phases {
        let (page, phase) = phase.page(sides)?;
        text += &page;
        learned.push(phase);
    }
    let weights = text.parse().expect("learned weights can be read");
    Ok(LearnedWeights {
        weights,
        text,
        phases: learned,
    })
}

/// The inputs of an observation: each feature and each turn twice, as it is and times the share of
/// free tiles.
fn inputs(observation: &Observation, features: usize, turns: usize) -> DVector<f64> {
    let all = observation
        .features
        .iter()
        .chain(&observation.own)
        .take(features);
    let mut inputs: Vec<f64> = all.map(|&feature| f64::from(feature) / FISH).collect();
    inputs.extend((0..turns).map(|turn| f64::from(u8::from(turn == observation.turn))));
    let full = f64::from(observation.free) / f64::from(Weights::MAX_FREE);
    DVector::from_iterator(
        2 * inputs.len(),
        inputs
            .iter()
            .copied()
            .chain(inputs.iter().map(|input| input * full)),
    )
}

/// One equation of the least-squares problem.
struct Row {
    inputs: DVector<f64>,
    target: f64,
    result: f64,
}

/// The normal equations of one phase of the game, and its validation set.
struct Phase<'a> {
    name: &'static str,
    features: &'a [&'a str],
    products: DMatrix<f64>,
    answers: DVector<f64>,
    count: u64,
    validation: Vec<Row>,
}

impl<'a> Phase<'a> {
    fn new(name: &'static str, features: &'a [&'a str], inputs: usize) -> Phase<'a> {
        let products = DMatrix::zeros(inputs, inputs);
        let answers = DVector::zeros(inputs);
        Phase {
            name,
            features,
            products,
            answers,
            count: 0,
            validation: Vec::new(),
        }
    }

    fn add(&mut self, row: Row, is_validation: bool) {
        if is_validation {
            self.validation.push(row);
        } else {
            self.products.ger(1.0, &row.inputs, &row.inputs, 1.0);
            self.answers.axpy(row.target, &row.inputs, 1.0);
            self.count += 1;
        }
    }

    /// The weights of the ridge with the smallest error on the games kept aside, and that error.
    /// All weights are zero where none of the ridges is better.
    fn solve(&self) -> Result<(DVector<f64>, f64), LearnError> {
        let size = self.answers.len();
        let none = DVector::zeros(size);
        let mut best = (self.error(&none), none);
        for ridge in RIDGES {
            let ridge = DMatrix::identity(size, size) * (ridge * self.count.max(1) as f64);
            let factors = (&self.products + ridge).cholesky();
            let factors = factors.ok_or(LearnError::Undetermined(self.name))?;
            let weights = factors.solve(&self.answers);
            let error = self.error(&weights);
            if error < best.0 {
                best = (error, weights);
            }
        }
        let (error, weights) = best;
        Ok((weights, error))
    }

    /// The section of this phase in the file of weights, and how well they fit.
    fn page(&self, sides: usize) -> Result<(String, LearnedPhase), LearnError> {
        let (weights, error) = self.solve()?;
        let half = weights.len() / 2;
        let baseline = self.error(&DVector::zeros(weights.len()));
        let mut page = format!(
            "\n{}\n# {} observations; validation error {error:.3} fish, without weights {baseline:.3}\n",
            self.name, self.count
        );
        for (feature, name) in self.features.iter().enumerate() {
            let [early, late] =
                [feature, half + feature].map(|place| in_file(weights[place] * 1000.0));
            let _ = writeln!(page, "{name} {early} {late}");
        }

        for turn in 0..half - self.features.len() {
            let place = self.features.len() + turn;
            let _ = writeln!(
                page,
                "turn-{} {} {}",
                turn + 1,
                units(weights[place]),
                units(weights[half + place])
            );
        }
        let (base, slope) = self.logistic_scale(&weights, sides);
        let _ = writeln!(page, "doubt {} {}", units(base), units(slope));
        let name = self.name.to_owned();
        Ok((
            page,
            LearnedPhase {
                name,
                observations: self.count,
                error,
                without_weights: baseline,
            },
        ))
    }

    /// Root mean square of the error of weights on the games kept aside, in fish.
    fn error(&self, weights: &DVector<f64>) -> f64 {
        let error = |row: &Row| row.inputs.dot(weights) - row.target;
        let squares: f64 = self.validation.iter().map(|row| error(row).powi(2)).sum();
        (squares / self.validation.len().max(1) as f64).sqrt()
    }

    /// Fits the errors of results, as the scale of a logistic distribution, by a line from an empty
    /// floe to a full one: its base and slope.
    fn logistic_scale(&self, weights: &DVector<f64>, sides: usize) -> (f64, f64) {
        // The mean absolute deviation of a logistic distribution in units of its scale.
        let deviation = 2.0 * 2f64.ln();
        // With more than two sides the difference of two errors decides.
        let both = if sides == 2 { 1.0 } else { 2f64.sqrt() };
        let half = weights.len() / 2;
        let mut products = DMatrix::identity(2, 2) * 1e-6;
        let mut answers = DVector::zeros(2);
        for Row { inputs, result, .. } in &self.validation {
            let error = (inputs.dot(weights) - result).abs() * both / deviation;
            // The turn is one in exactly one place, so its second half is the share of free tiles.
            let full: f64 = inputs.iter().skip(half + self.features.len()).sum();
            let line = DVector::from_vec(vec![1.0, full]);
            products.ger(1.0, &line, &line, 1.0);
            answers.axpy(error, &line, 1.0);
        }
        let solved = products.cholesky().map(|factors| factors.solve(&answers));
        solved.map_or((1.0, 0.0), |solved| (solved[0].max(0.05), solved[1]))
    }
}

/// A value in fish as an integer of the file, see [`FISH`].
fn units(value: f64) -> i64 {
    in_file(value * FISH)
}

/// A number as an integer of the file, the nearest of its range.
fn in_file(number: f64) -> i64 {
    (number.round() as i64).clamp(-Weights::MAX_NUMBER, Weights::MAX_NUMBER)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A phase with one feature, in which the answers that are learned have this factor and those
    /// kept aside the other.
    fn phase(learned: f64, kept: f64) -> Phase<'static> {
        let mut phase = Phase::new("slides", &["near"], 4);
        for number in 0..40 {
            let near = f64::from(number % 7 - 3);
            let is_validation = number % 4 == 0;
            let target = near * if is_validation { kept } else { learned };
            let row = Row {
                inputs: DVector::from_vec(vec![near, 1.0, 0.5 * near, 0.5]),
                target,
                result: target,
            };
            phase.add(row, is_validation);
        }
        phase
    }

    #[test]
    fn weights_that_hold_on_other_games_are_kept() {
        let phase = phase(2.0, 2.0);
        let (weights, error) = phase.solve().unwrap();
        assert!(error < 0.01, "{error}");
        assert!(
            (weights[0] + 0.5 * weights[2] - 2.0).abs() < 0.01,
            "{weights}"
        );
    }

    #[test]
    fn weights_that_do_not_hold_on_other_games_are_zero() {
        let phase = phase(2.0, -2.0);
        let (weights, error) = phase.solve().unwrap();
        assert!(weights.iter().all(|&weight| weight == 0.0), "{weights}");
        let (page, learned) = phase.page(2).unwrap();
        assert_eq!(learned.error, learned.without_weights);
        assert_eq!(learned.error, error);
        assert!(page.contains("\nnear 0 0\n"), "{page}");
    }
}
