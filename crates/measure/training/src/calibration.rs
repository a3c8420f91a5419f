//! Calibration of win probabilities: fits the scale of the error of searches, and compares
//! predictions with results.

use std::fmt::Write as _;
use std::path::PathBuf;

use floe_engine::win_probability::{ErrorScale, probabilities};
use floe_game::Score;
use floe_selfplay::{Sample, read_games};

use crate::games::{LearnError, is_validation};

/// Number of groups of predictions in the table.
const GROUPS: usize = 10;

/// Result of a search that proved nothing, and of the game.
struct Searched {
    tiles_left: u32,
    scores: Vec<Score>,
    /// Share of the victory of each side, in the order of the predictions.
    shares: Vec<f64>,
}

/// Fits the scale of the error of searches to nine of ten games, by all positions whose values are
/// not proved. Returns a text: the scale, and a table that compares predicted and observed
/// probabilities of winning in the other games.
///
/// # Errors
/// If a file cannot be read, or the files have too few games with values that are not proved.
pub fn calibrate(files: &[PathBuf]) -> Result<String, LearnError> {
    let mut fitted = Vec::new();
    let mut held_out = Vec::new();
    for file in files {
        read_games(file, |game| {
            let part = if is_validation(game) {
                &mut held_out
            } else {
                &mut fitted
            };
            part.extend(
                game.samples()
                    .iter()
                    .filter(|sample| !sample.searched.exact)
                    .map(Searched::new),
            );
        })?;
    }
    if fitted.is_empty() || held_out.is_empty() {
        return Err(LearnError::NoGames);
    }
    let grid = (0..80).flat_map(|step| (0..32).map(move |quarters| (step, quarters)));
    // From half a fish to 25, in steps of 5 %.
    let scales = grid.map(|(step, quarters)| ErrorScale {
        full: 0.5 * 1.05_f64.powi(step),
        exponent: 0.25 * f64::from(quarters),
    });
    let loss = |scale: &ErrorScale| {
        fitted
            .iter()
            .map(|searched| searched.log_loss(*scale))
            .sum::<f64>()
    };
    let best = scales
        .map(|scale| (loss(&scale), scale))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("a grid")
        .1;
    Ok(format!("{best:?}, fitted to {} positions\n", fitted.len()) + &table(&held_out, best))
}

impl Searched {
    fn new(sample: &Sample) -> Searched {
        let scores = sample.searched.scores.clone();
        let mut results = sample.results.clone();
        if scores.len() == 1 {
            results.truncate(2);
            results.rotate_left(sample.position.last_turn().index() % 2);
        }
        let best = results.iter().max().expect("a game has players");
        let winners = results.iter().filter(|&result| result == best).count() as f64;
        let shares = results
            .iter()
            .map(|result| if result == best { 1.0 / winners } else { 0.0 })
            .collect();
        Searched {
            tiles_left: sample.position.tiles_left(),
            scores,
            shares,
        }
    }

    fn predictions(&self, scale: ErrorScale) -> Vec<f64> {
        probabilities(&self.scores, scale.at(self.tiles_left))
    }

    fn log_loss(&self, scale: ErrorScale) -> f64 {
        self.predictions(scale)
            .iter()
            .zip(&self.shares)
            .map(|(predicted, share)| -share * predicted.max(1e-9).ln())
            .sum()
    }
}

/// Table of predicted and observed probabilities in groups of equal width, without empty ones.
fn table(held_out: &[Searched], scale: ErrorScale) -> String {
    let mut groups = [(0u32, 0.0, 0.0); GROUPS];
    for searched in held_out {
        for (predicted, share) in searched
            .predictions(scale)
            .into_iter()
            .zip(&searched.shares)
        {
            let group = &mut groups[((predicted * GROUPS as f64) as usize).min(GROUPS - 1)];
            *group = (group.0 + 1, group.1 + predicted, group.2 + share);
        }
    }
    let loss = held_out
        .iter()
        .map(|searched| searched.log_loss(scale))
        .sum::<f64>()
        / held_out.len() as f64;
    let mut text = format!(
        "log loss {loss:.4} on {} positions of other games\npredicted observed positions\n",
        held_out.len()
    );
    for (count, predicted, observed) in groups.into_iter().filter(|&(count, ..)| count > 0) {
        let [predicted, observed] = [predicted, observed].map(|sum| 100.0 * sum / f64::from(count));
        let _ = writeln!(text, "{predicted:>8.1}% {observed:>7.1}% {count:>9}");
    }
    text
}
