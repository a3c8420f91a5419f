//! Reports on recorded matches: merged from shards, and rated together.

use std::collections::BTreeMap;
use std::path::PathBuf;

use floe_arena::report::MatchReport;
use floe_arena::report_text::report_text;
use floe_arena::scoreboard::{Account, Scoreboard};
use floe_arena::statistics::{EloScale, MeanMargin, Sprt, SprtError};
use floe_arena::store::RecordedMatch;
use floe_arena::store::pool::{RecordFile, ambiguous_names, rating_pools};
use floe_matches::Highlights;
use floe_reports::{Fact, add_match, match_facts, new_page};
use pyo3::prelude::*;

use crate::build::BUILD;
use crate::errors::{file_error, guarded, option_error};

/// Width of reports as text, in columns.
const WIDTH: usize = 80;

/// Report of a match, as `floe match --json` prints it, as text, and as a page of HTML.
pub(crate) type Reported<'py> = (Bound<'py, PyAny>, String, String);

/// Reports on the games of engines with these names; the page begins with these facts.
pub(crate) fn reported<'py>(
    py: Python<'py>,
    (account, names): (&Account, &[String]),
    highlights: &Highlights,
    facts: Vec<Fact>,
) -> PyResult<Reported<'py>> {
    let report = MatchReport::new(account, names);
    let made = vec![("build", BUILD.to_owned())];
    let mut page = new_page("Match", &[facts, made].concat());
    add_match(&mut page, &report, account, highlights);
    let text = report_text(&report, WIDTH);
    Ok((pythonize::pythonize(py, &report)?, text, page.finish()))
}

/// Reads the bounds of a sequential test; without bounds there is no test.
pub(crate) fn sequential_test(bounds: &[f64], normalized: bool) -> PyResult<Option<Sprt>> {
    let scale = if normalized {
        EloScale::Normalized
    } else {
        EloScale::Logistic
    };
    Sprt::of_parameters(scale, bounds).map_err(|error| match error {
        SprtError::Count(_) => {
            option_error("sprt: expected (elo0, elo1) or (elo0, elo1, alpha, beta)")
        }
        error => option_error(format!("sprt: {error}")),
    })
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
        .map_err(file_error)?;
    let config = &merged.config;
    let sprt = sequential_test(&sprt, normalized)?;
    let mut board = Scoreboard::new(config, sprt).map_err(file_error)?;
    merged
        .records
        .iter()
        .for_each(|record| board.record(record));
    let highlights = Highlights::of(&merged.records);
    let facts = match_facts(config, BUILD);
    reported(py, (&board.account, &config.engines), &highlights, facts)
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
    let mut highlights: BTreeMap<usize, Highlights> = BTreeMap::new();
    let (pools, ambiguous) = py.detach(|| {
        guarded(|| {
            let files = RecordFile::find(&paths).map_err(file_error)?;
            let pools = rating_pools(&files, |sides, game| {
                highlights.entry(sides).or_default().add(game);
            });
            let pools = pools.map_err(file_error)?;
            Ok::<_, PyErr>((pools, ambiguous_names(&files)))
        })?
    })?;
    let mut ratings = Vec::new();
    for (sides, pool) in pools {
        let highlights = highlights.remove(&sides).unwrap_or_default();
        let facts = vec![("players", sides.to_string())];
        let games = (&pool.account, &pool.names[..]);
        ratings.push((sides, reported(py, games, &highlights, facts)?));
    }
    Ok((ratings, ambiguous))
}
