//! Arguments of Python: integers, texts and other plain values.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;

use crate::errors::option_error;

/// An argument that need not be given.
pub(crate) type Given<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// Value of an argument, of which `expected` says what it holds.
///
/// # Errors
/// If it holds something else.
pub(crate) fn argument<'py, T: FromPyObjectOwned<'py>>(
    option: &str,
    given: &Bound<'py, PyAny>,
    expected: &str,
) -> PyResult<T> {
    given.extract().map_err(|_| {
        let found = shown(given);
        option_error(format!("{option}: expected {expected}; found {found}"))
    })
}

/// Integer of an argument, from 0 and below 2 to the power of 64.
///
/// # Errors
/// If it is none.
pub(crate) fn whole(option: &str, given: &Bound<'_, PyAny>) -> PyResult<u64> {
    argument(option, given, "an integer from 0 to 2**64 - 1")
}

/// Whether an option is set, which True or False says; without it, it is not.
///
/// # Errors
/// If it is neither.
pub(crate) fn flag(option: &str, given: Given<'_, '_>) -> PyResult<bool> {
    given.map_or(Ok(false), |given| argument(option, given, "True or False"))
}

/// An argument as Python shows it.
pub(crate) fn shown(given: &Bound<'_, PyAny>) -> String {
    given
        .repr()
        .map_or_else(|_| "another object".to_owned(), |text| text.to_string())
}
