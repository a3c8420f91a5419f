//! Arguments of Python: integers, texts and other plain values.

use pyo3::prelude::*;

use crate::errors::option_error;

/// The integer of an argument, from 0 and below 2 to the power of 64.
///
/// # Errors
/// If it is none.
pub(crate) fn whole(option: &str, given: &Bound<'_, PyAny>) -> PyResult<u64> {
    let wrong = || {
        option_error(format!(
            "{option}: expected an integer from 0 to 2**64 - 1; found {}",
            shown(given)
        ))
    };
    given.extract().map_err(|_| wrong())
}

/// The text of an argument, of which `expected` says what it holds.
///
/// # Errors
/// If it is none.
pub(crate) fn text(option: &str, given: &Bound<'_, PyAny>, expected: &str) -> PyResult<String> {
    given.extract().map_err(|_| {
        option_error(format!(
            "{option}: expected {expected}; found {}",
            shown(given)
        ))
    })
}

/// Whether an option is set, which True or False says; without it, it is not.
///
/// # Errors
/// If it is neither.
pub(crate) fn flag(option: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    let Some(given) = given else { return Ok(false) };
    given.extract().map_err(|_| {
        option_error(format!(
            "{option}: expected True or False; found {}",
            shown(given)
        ))
    })
}

/// A real number.
///
/// # Errors
/// If it is none.
pub(crate) fn real(option: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    given.extract().map_err(|_| {
        option_error(format!(
            "{option}: expected a number; found {}",
            shown(given)
        ))
    })
}

/// An argument as Python shows it.
pub(crate) fn shown(given: &Bound<'_, PyAny>) -> String {
    given
        .repr()
        .map_or_else(|_| "another object".to_owned(), |text| text.to_string())
}
