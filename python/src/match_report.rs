//! Reports on recorded matches: merged from shards, and rated together.

use std::path::PathBuf;

use floe_arena::report::MatchReport;
use floe_arena::report_text::report_text;
use floe_arena::scoreboard::{Account, Scoreboard};
use floe_arena::statistics::{EloScale, MeanMargin, Sprt, SprtError};
use floe_arena::store::RecordedMatch;
use floe_arena::store::pool::{RecordFile, ambiguous_names, rating_pools};
use pyo3::prelude::*;

use crate::errors::{PyFileError, exception, guarded, option_error};

/// Width of reports as text, in columns.
const WIDTH: usize = 80;

/// Report of a match, as `floe match --json` prints it and as text.
pub(crate) type Reported<'py> = (Bound<'py, PyAny>, String);

/// Reports on the games of engines with these names.
pub(crate) fn reported<'py>(
    py: Python<'py>,
    account: &Account,
    names: &[String],
) -> PyResult<Reported<'py>> {
    let report = MatchReport::new(account, names);
    Ok((
        pythonize::pythonize(py, &report)?,
        report_text(&report, WIDTH),
    ))
}

/// Reads the bounds of a sequential test of a match with this number of engines and of sides;
/// without bounds there is no test.
pub(crate) fn sequential_test(
    bounds: &[f64],
    normalized: bool,
    engines: usize,
    sides: usize,
) -> PyResult<Option<Sprt>> {
    let scale = if normalized {
        EloScale::Normalized
    } else {
        EloScale::Logistic
    };
    let sprt = Sprt::of_parameters(scale, bounds).map_err(|error| match error {
        SprtError::Count(_) => {
            option_error("sprt: expected (elo0, elo1) or (elo0, elo1, alpha, beta)")
        }
        error => option_error(format!("sprt: {error}")),
    })?;
    if sprt.is_some() {
        Sprt::check_match(engines, sides)
            .map_err(|error| option_error(format!("sprt: {error}")))?;
    }
    Ok(sprt)
}

/// The mean of one part of independent sums of `parts` parts each, and half the width of its 95 %
/// interval; `None` for fewer than two sums.
#[pyfunction]
pub(crate) fn mean_margin(sums: Vec<i64>, parts: f64) -> (f64, Option<f64>) {
    let MeanMargin { value, error } = MeanMargin::of(&sums, parts);
    (value, error)
}

/// Reports on the shards of one match, whose sealed games are in these directories.
#[pyfunction]
pub(crate) fn merge_matches(
    py: Python<'_>,
    directories: Vec<PathBuf>,
    sprt: Vec<f64>,
    normalized: bool,
) -> PyResult<Reported<'_>> {
    let merged = py
        .detach(|| guarded(|| RecordedMatch::merge(&directories)))?
        .map_err(exception::<PyFileError>)?;
    let config = &merged.config;
    let sprt = sequential_test(&sprt, normalized, config.engines.len(), config.sides())?;
    let mut board = Scoreboard::new(config, sprt).map_err(exception::<PyFileError>)?;
    merged
        .records
        .iter()
        .for_each(|record| board.record(record));
    reported(py, &board.account, &config.engines)
}

/// Report on all games with one number of sides.
type Rating<'py> = (usize, Reported<'py>);

/// Rates the engines of recorded matches: reports by the number of sides, and the names under which
/// different engines have played.
#[pyfunction]
pub(crate) fn rate_matches(
    py: Python<'_>,
    paths: Vec<PathBuf>,
) -> PyResult<(Vec<Rating<'_>>, Vec<String>)> {
    let (pools, ambiguous) = py.detach(|| {
        guarded(|| {
            let files = RecordFile::find(&paths).map_err(exception::<PyFileError>)?;
            let pools = rating_pools(&files, |_, _| ()).map_err(exception::<PyFileError>)?;
            Ok::<_, PyErr>((pools, ambiguous_names(&files)))
        })?
    })?;
    let ratings = pools
        .into_iter()
        .map(|(sides, pool)| Ok((sides, reported(py, &pool.account, &pool.names)?)));
    Ok((ratings.collect::<PyResult<_>>()?, ambiguous))
}
