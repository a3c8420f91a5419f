//! Reviews of games.

use floe_engine::options::SearchOptions;
use floe_engine::{Evaluation, GameLine};
use floe_query::json::{AnnotationReport, ReviewSummaryReport};
use floe_review::{GameReview, ReviewStrength};
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::{analysis_error, move_error, option_error};
use crate::position::PyPosition;
use crate::search::{analysis_settings, reported};
use crate::worker;

/// Effort of a review.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct ReviewOptions {
    strength: String,
    nodes: Option<u64>,
    threads: Option<usize>,
}

/// Judged move of a game.
#[derive(Serialize)]
struct ReviewedMove {
    ply: usize,
    player: char,
    #[serde(rename = "move")]
    mv: String,
    /// The move and its value in a sentence.
    words: String,
    /// Note that a game file keeps.
    note: String,
    #[serde(flatten)]
    annotation: AnnotationReport,
}

/// Judged moves of a game, and their summary.
#[derive(Serialize)]
struct Review {
    engine: String,
    moves: Vec<ReviewedMove>,
    #[serde(flatten)]
    summary: ReviewSummaryReport,
}

/// Judges the moves of a game as the program and the page do; each goes to `progress`, too.
#[pyfunction]
pub(crate) fn review<'py>(
    py: Python<'py>,
    start: &PyPosition,
    moves: Vec<String>,
    options: ReviewOptions,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let line = GameLine::replay(start.0, &moves).map_err(move_error)?;
    let rules = start.0.rules();
    let named = ReviewStrength::ALL
        .into_iter()
        .find(|strength| strength.name() == options.strength);
    let strength = named.ok_or_else(|| {
        option_error(format!(
            "strength: expected quick, normal or thorough; found '{}'",
            options.strength
        ))
    })?;
    let engine = SearchOptions::of(strength.engine(&start.0));
    let engine = SearchOptions {
        nodes: options.nodes,
        threads: options.threads,
        ..engine
    };
    let engine = analysis_settings(&engine)?.spec;
    let is_observed = progress.is_some();
    let reviewed = worker::run(
        py,
        |stop, sender| {
            let evaluation = Evaluation::default();
            let game = GameReview {
                engine: &engine,
                evaluation: &evaluation,
                stop: Some(stop),
                known: &[],
                is_recalled: false,
            };
            let mut moves = Vec::new();
            let summary = game.run(&line, |played, annotation, note| {
                let text = played.text();
                moves.push(ReviewedMove {
                    ply: played.number,
                    player: played.player().letter(),
                    words: annotation.in_words(played.before, &text),
                    mv: text,
                    note: note.to_string(),
                    annotation: AnnotationReport::new(played.before, annotation),
                });
                if is_observed {
                    // The receiver lives as long as the review.
                    let _ = sender.send(played.number);
                }
            })?;
            let summary = ReviewSummaryReport::new(&summary, rules.units());
            Ok(Review {
                engine: engine.to_string(),
                moves,
                summary,
            })
        },
        |py, ply| reported(py, progress.as_ref(), &ply),
    )?;
    let review = reviewed.map_err(analysis_error)?;
    Ok(pythonize::pythonize(py, &review)?)
}
