//! Limits and means of a search, from keywords of Python.

use std::num::NonZero;
use std::time::Duration;

use floe_search::{Limits, MAX_DEPTH, parse_duration};
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
            Time::Seconds(seconds) => Duration::try_from_secs_f64(*seconds)
                .map_err(|_| option_error(format!("{option}: expected a number of seconds from 0; found {seconds}"))),
            Time::Text(text) => parse_duration(text)
                .map_err(|expected| option_error(format!("{option}: expected {expected}; found '{text}'"))),
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
    /// Checks the limits; those that are not given are `usual`.
    pub(crate) fn or(&self, usual: Limits<'static>) -> PyResult<Limits<'static>> {
        let depth = self.depth.unwrap_or(usual.depth);
        if !(1..=MAX_DEPTH).contains(&depth) {
            return Err(option_error(format!("depth: expected 1 to {MAX_DEPTH}; found {depth}")));
        }
        if self.nodes == Some(0) {
            return Err(option_error("nodes: expected an integer from 1; found 0"));
        }
        let time = self.time.as_ref().map(|time| time.read("time")).transpose()?;
        Ok(Limits { depth, nodes: self.nodes.or(usual.nodes), time: time.or(usual.time), ..usual })
    }
}

/// Number of threads: the one asked for, or all cores.
pub(crate) fn threads(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        None => Ok(std::thread::available_parallelism().map_or(1, NonZero::get)),
        Some(threads) => in_range("threads", threads, 1024),
    }
}

/// Number from 1 to `most`.
pub(crate) fn in_range(name: &str, number: usize, most: usize) -> PyResult<usize> {
    match (1..=most).contains(&number) {
        true => Ok(number),
        false => Err(option_error(format!("{name}: expected 1 to {most}; found {number}"))),
    }
}
