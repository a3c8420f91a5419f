//! Limits of a search, from keywords of Python.

use std::num::NonZero;
use std::sync::OnceLock;
use std::time::Duration;

use floe_engine::MAX_THREADS;
use floe_engine::options::SearchOptions;
use floe_search::parse_duration;
use pyo3::prelude::*;

use crate::errors::option_error;

/// Time in seconds, or as text such as `500ms`.
#[derive(FromPyObject, Clone, Debug)]
pub(crate) enum Time {
    /// Number of seconds.
    Seconds(f64),
    /// Number with a unit.
    Text(String),
}

impl Time {
    /// Reads the time of the option with this name.
    pub(crate) fn read(&self, option: &str) -> PyResult<Duration> {
        match self {
            Time::Seconds(seconds) => Duration::try_from_secs_f64(*seconds).map_err(|_| {
                option_error(format!(
                    "{option}: expected a number of seconds from 0; found {seconds}"
                ))
            }),
            Time::Text(text) => parse_duration(text).map_err(|expected| {
                option_error(format!("{option}: expected {expected}; found '{text}'"))
            }),
        }
    }
}

/// Limits of a search, as they are given.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct GivenLimits {
    time: Option<Time>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl GivenLimits {
    /// Adds the limits to the options of a search.
    pub(crate) fn of(&self, options: SearchOptions) -> PyResult<SearchOptions> {
        let time = self
            .time
            .as_ref()
            .map(|time| time.read("time"))
            .transpose()?;
        Ok(SearchOptions {
            depth: self.depth,
            nodes: self.nodes,
            time,
            ..options
        })
    }
}

/// Number of cores that this process may use, as it was at first: to ask the system takes 30 µs,
/// more than a move of the greedy player.
pub(crate) fn all_cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, NonZero::get))
}

/// Number of games in parallel: the one asked for, or one for each core.
pub(crate) fn concurrency(asked: Option<usize>) -> PyResult<usize> {
    let number = asked.unwrap_or_else(all_cores);
    match (1..=MAX_THREADS).contains(&(number as u64)) {
        true => Ok(number),
        false => Err(option_error(format!(
            "concurrency: expected 1 to {MAX_THREADS}; found {number}"
        ))),
    }
}
