//! Exceptions of the package, with the texts of the program.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use floe_engine::{AnalysisError, AnyMoveError, CheckpointError, MoveListError, SpecError};
use floe_fish::PositionError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(floe, FloeError, PyValueError, "Error of the package; the base of all its exceptions.");
create_exception!(floe, PyPositionError, FloeError, "Text that is no position; `column` is its first wrong character.");
create_exception!(floe, PyMoveError, FloeError, "Text or number that is no legal move.");
create_exception!(floe, PyOptionError, FloeError, "Option out of range, or one that does not suit the game.");
create_exception!(floe, PyEngineError, FloeError, "Engine that is unknown, or does not suit the game.");
create_exception!(floe, PyFileError, FloeError, "File that cannot be read, written or resumed.");
create_exception!(floe, PyInternalError, FloeError, "Mistake of floe itself, which should be reported.");

/// Adds the exceptions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let all = [
        ("FloeError", py.get_type::<FloeError>()),
        ("PositionError", py.get_type::<PyPositionError>()),
        ("MoveError", py.get_type::<PyMoveError>()),
        ("OptionError", py.get_type::<PyOptionError>()),
        ("EngineError", py.get_type::<PyEngineError>()),
        ("FileError", py.get_type::<PyFileError>()),
        ("InternalError", py.get_type::<PyInternalError>()),
    ];
    for (name, class) in all {
        class.setattr("__name__", name)?;
        class.setattr("__qualname__", name)?;
        class.setattr("column", py.None())?;
        module.add(name, class)?;
    }
    Ok(())
}

/// Error of a position, with its column.
pub(crate) fn position_error(py: Python<'_>, error: &PositionError) -> PyErr {
    let exception = PyPositionError::new_err(error.to_string());
    match exception.value(py).setattr("column", error.column) {
        Ok(()) => exception,
        Err(failure) => failure,
    }
}

/// Error of an option.
pub(crate) fn option_error(message: impl Display) -> PyErr {
    PyOptionError::new_err(message.to_string())
}

/// Error of a move.
pub(crate) fn move_error(error: &AnyMoveError) -> PyErr {
    PyMoveError::new_err(error.to_string())
}

/// Error of a list of moves.
pub(crate) fn move_list_error(error: &MoveListError) -> PyErr {
    PyMoveError::new_err(error.to_string())
}

/// Error of an engine specification.
pub(crate) fn spec_error(error: &SpecError) -> PyErr {
    PyEngineError::new_err(error.to_string())
}

/// Error of a checkpoint.
pub(crate) fn checkpoint_error(error: &CheckpointError) -> PyErr {
    PyFileError::new_err(error.to_string())
}

/// Error of a search or a proof.
pub(crate) fn analysis_error(error: &AnalysisError) -> PyErr {
    match error {
        AnalysisError::Table(_) => pyo3::exceptions::PyMemoryError::new_err(error.to_string()),
        AnalysisError::Checkpoint(error) => checkpoint_error(error),
        _ => PyEngineError::new_err(error.to_string()),
    }
}

/// Error of a panic with this payload.
pub(crate) fn panicked(payload: &(dyn std::any::Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("unknown mistake");
    PyInternalError::new_err(format!("floe has made a mistake, please report it: {text}"))
}

/// Calls a function; its panic becomes an exception.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| panicked(payload.as_ref()))
}
