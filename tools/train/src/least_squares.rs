//! Fits the weights by least squares.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use floe_evaluation::turns;
use nalgebra::{DMatrix, DVector};

use crate::observation::Observation;
use crate::{Arguments, FISH, is_validation};

/// Pulls weights on which the games have no bearing towards zero.
const RIDGE: f64 = 1e-4;
/// Free tiles of a full floe.
const FULL: f64 = 64.0;

/// Learns the weights and returns the contents of their file.
pub(crate) fn learn(arguments: &Arguments, players: usize) -> Result<String> {
    let size = 2 * (Observation::NAMES.len() + turns(players));
    let mut phases = ["placement", "slides"].map(|name| Phase::new(name, size));
    let comments = arguments.read(players, |game, observations, _| {
        for observation in observations {
            let row = Row {
                inputs: inputs(observation, turns(players)),
                target: arguments.target(observation),
                result: f64::from(observation.result) / FISH,
            };
            phases[usize::from(!observation.placement)].add(row, is_validation(game));
        }
    })?;
    let head = format!("# Learned by floe-train --result-share {} from\n", arguments.result_share);
    let pages: Result<Vec<_>> = phases.iter().map(|phase| phase.page(players)).collect();
    Ok(head + &comments + &pages?.concat())
}

/// The inputs of an observation: each feature and each turn twice, as it is and times the share of free tiles.
fn inputs(observation: &Observation, turns: usize) -> DVector<f64> {
    let mut inputs: Vec<f64> = observation.features.iter().map(|&feature| f64::from(feature) / FISH).collect();
    inputs.extend((0..turns).map(|turn| f64::from(u8::from(turn == observation.turn))));
    let full = f64::from(observation.free) / FULL;
    DVector::from_iterator(2 * inputs.len(), inputs.iter().copied().chain(inputs.iter().map(|input| input * full)))
}

/// One equation of the least-squares problem.
struct Row {
    inputs: DVector<f64>,
    target: f64,
    result: f64,
}

/// The normal equations of one phase of the game, and its validation set.
struct Phase {
    name: &'static str,
    products: DMatrix<f64>,
    answers: DVector<f64>,
    count: u64,
    validation: Vec<Row>,
}

impl Phase {
    fn new(name: &'static str, inputs: usize) -> Phase {
        let products = DMatrix::zeros(inputs, inputs);
        let answers = DVector::zeros(inputs);
        Phase { name, products, answers, count: 0, validation: Vec::new() }
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

    fn solve(&self) -> Result<DVector<f64>> {
        let size = self.answers.len();
        let ridge = DMatrix::identity(size, size) * (RIDGE * self.count.max(1) as f64);
        let solved = (&self.products + ridge).cholesky().map(|factors| factors.solve(&self.answers));
        solved.with_context(|| format!("the games do not determine the weights of {}", self.name))
    }

    /// The section of this phase in the file of weights.
    fn page(&self, players: usize) -> Result<String> {
        let weights = self.solve()?;
        let half = weights.len() / 2;
        let error = self.rms(|row| row.inputs.dot(&weights) - row.target);
        let baseline = self.rms(|row| row.target);
        let mut page = format!(
            "\n{}\n# {} observations; validation error {error:.3} fish, without weights {baseline:.3}\n",
            self.name, self.count
        );
        print!("{page}");

        for (feature, name) in Observation::NAMES.iter().enumerate() {
            let [early, late] = [feature, half + feature].map(|place| (weights[place] * 1000.0).round() as i64);
            let _ = writeln!(page, "{name} {early} {late}");
        }

        for turn in 0..half - Observation::NAMES.len() {
            let place = Observation::NAMES.len() + turn;
            let _ = writeln!(page, "turn-{} {} {}", turn + 1, units(weights[place]), units(weights[half + place]));
        }
        let (base, slope) = self.logistic_scale(&weights, players);
        let _ = writeln!(page, "doubt {} {}", units(base), units(slope));
        Ok(page)
    }

    /// Root mean square of an error over the validation set.
    fn rms(&self, error: impl Fn(&Row) -> f64) -> f64 {
        let squares: f64 = self.validation.iter().map(|row| error(row).powi(2)).sum();
        (squares / self.validation.len().max(1) as f64).sqrt()
    }

    /// Fits the errors of results, as the scale of a logistic distribution, by a line from an empty floe to a full one:
    /// its base and slope.
    fn logistic_scale(&self, weights: &DVector<f64>, players: usize) -> (f64, f64) {
        // The mean absolute deviation of a logistic distribution in units of its scale.
        let deviation = 2.0 * 2f64.ln();
        // With more than two players the difference of two errors decides.
        let both = if players == 2 { 1.0 } else { 2f64.sqrt() };
        let half = weights.len() / 2;
        let (mut products, mut answers) = (DMatrix::identity(2, 2) * 1e-6, DVector::zeros(2));
        for Row { inputs, result, .. } in &self.validation {
            let error = (inputs.dot(weights) - result).abs() * both / deviation;
            // The turn is one in exactly one place, so its second half is the share of free tiles.
            let full: f64 = inputs.iter().skip(half + Observation::NAMES.len()).sum();
            let line = DVector::from_vec(vec![1.0, full]);
            products.ger(1.0, &line, &line, 1.0);
            answers.axpy(error, &line, 1.0);
        }
        let solved = products.cholesky().map(|factors| factors.solve(&answers));
        solved.map_or((1.0, 0.0), |solved| (solved[0].max(0.05), solved[1]))
    }
}

/// A weight in fish as an integer of the file, see [`FISH`].
fn units(weight: f64) -> i64 {
    (weight * FISH).round() as i64
}
