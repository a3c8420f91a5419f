//! Starts of games.

use std::collections::BTreeMap;

use floe_engine::options::{
    OptionError, OptionKind, OptionValue, SetUpOption, SetUpOptions, StartOptions, values,
};
use floe_engine::{AnySetUp, GameRules};
use pyo3::prelude::*;

use crate::errors::{guarded, option_error};
use crate::position::PyPosition;

/// Options of a deal, as in `floe new`.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct DealOptions {
    players: Option<usize>,
    rules: String,
    /// Options of the [table](SetUpOption::ALL), by their names as keywords.
    options: BTreeMap<String, Py<PyAny>>,
}

/// Random moves after the deal.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct StartKeywords {
    placed: bool,
    plies: Option<u32>,
    tiles: Option<u32>,
}

impl StartKeywords {
    /// Options that the keywords mean.
    pub(crate) fn options(&self) -> StartOptions {
        StartOptions {
            placed: self.placed,
            plies: self.plies,
            tiles: self.tiles,
        }
    }
}

/// Deals the start of a game, and plays random moves.
#[pyfunction]
pub(crate) fn deal(seed: u64, deal: DealOptions, start: StartKeywords) -> PyResult<PyPosition> {
    let options = deal.set_up_options()?;
    let start = start.options();
    let dealt = guarded(|| start.play(&options.deal(seed)?, seed))?;
    Ok(PyPosition(dealt.map_err(keyword_error)?))
}

/// Names of all rules.
#[pyfunction]
pub(crate) fn rules() -> Vec<String> {
    GameRules::all().map(|rules| rules.to_string()).collect()
}

/// Kinds of values of the options of a deal, by their names as keywords: flag, number, text,
/// numbers, texts or counts.
#[pyfunction]
pub(crate) fn set_up_options() -> BTreeMap<String, &'static str> {
    let kind = |option: &SetUpOption| match option.kind {
        OptionKind::Flag(_) => "flag",
        OptionKind::Number(..) | OptionKind::Size(..) => "number",
        OptionKind::Text(_) => "text",
        OptionKind::Numbers(..) => "numbers",
        OptionKind::Texts(..) => "texts",
        OptionKind::Counts(..) => "counts",
    };
    let options = SetUpOption::ALL.iter();
    options
        .map(|option| (keyword(option.name), kind(option)))
        .collect()
}

/// Name of an option as a keyword.
fn keyword(option: &str) -> String {
    option.replace('-', "_")
}

/// Value of an option from Python, in the form of its kind.
fn value(option: &SetUpOption, given: &Bound<'_, PyAny>) -> PyResult<OptionValue> {
    Ok(match option.kind {
        OptionKind::Flag(_) => OptionValue::Flag(given.extract()?),
        OptionKind::Number(..) | OptionKind::Size(..) => OptionValue::Number(given.extract()?),
        OptionKind::Text(_) => OptionValue::Text(given.extract()?),
        OptionKind::Numbers(..) => OptionValue::Numbers(given.extract()?),
        OptionKind::Texts(..) => OptionValue::Texts(given.extract()?),
        OptionKind::Counts(..) => OptionValue::Counts(given.extract()?),
    })
}

/// Error of an option, with its name as a keyword.
pub(crate) fn keyword_error(error: OptionError) -> PyErr {
    option_error(format!("{}: {}", keyword(error.option), error.problem()))
}

impl DealOptions {
    /// The set-up of the game.
    pub(crate) fn set_up(&self) -> PyResult<AnySetUp> {
        self.set_up_options()?.resolve().map_err(keyword_error)
    }

    /// Options that the keywords mean.
    fn set_up_options(&self) -> PyResult<SetUpOptions> {
        let mut options = SetUpOptions {
            rules: Some(values::rules(&self.rules).map_err(keyword_error)?),
            players: self.players,
            ..SetUpOptions::default()
        };
        for option in SetUpOption::ALL {
            let Some(given) = self.options.get(&keyword(option.name)) else {
                continue;
            };
            let value = Python::attach(|py| value(option, given.bind(py)))?;
            option.set(&mut options, &value).map_err(keyword_error)?;
        }
        Ok(options)
    }
}
