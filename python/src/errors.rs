//! Exceptions of the package, with the texts of the program.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use floe_engine::AnalysisError;
use floe_fish::PositionError;
use floe_search::error_text;
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;

create_exception!(
    floe,
    FloeError,
    PyValueError,
    "Error of the package; the base of all its exceptions."
);
create_exception!(
    floe,
    PyPositionError,
    FloeError,
    "Text that is no position; `column` is its first wrong character."
);
create_exception!(
    floe,
    PyMoveError,
    FloeError,
    "Text or number that is no legal move."
);
create_exception!(
    floe,
    PyOptionError,
    FloeError,
    "Option out of range, or one that does not suit the game."
);
create_exception!(
    floe,
    PyEngineError,
    FloeError,
    "Engine that is unknown, or does not suit the game."
);
create_exception!(
    floe,
    PyFileError,
    FloeError,
    "File that cannot be read, written or resumed."
);
create_exception!(
    floe,
    PyInternalError,
    FloeError,
    "Mistake of floe itself, which should be reported."
);

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

/// Exception of a class of the package. Its text may quote a file or a program: characters that a
/// terminal would obey or that cannot be seen become escapes, as in all errors of the program.
fn exception<E: PyTypeInfo>(message: impl Display) -> PyErr {
    PyErr::new::<E, _>(error_text(&message.to_string()))
}

/// Error of a position, with its column.
pub(crate) fn position_error(py: Python<'_>, error: &PositionError) -> PyErr {
    let exception = exception::<PyPositionError>(error);
    match exception.value(py).setattr("column", error.column) {
        Ok(()) => exception,
        Err(failure) => failure,
    }
}

/// Error of an option.
pub(crate) fn option_error(message: impl Display) -> PyErr {
    exception::<PyOptionError>(message)
}

/// Error of a move or a list of moves.
pub(crate) fn move_error(message: impl Display) -> PyErr {
    exception::<PyMoveError>(message)
}

/// Error of an engine.
pub(crate) fn engine_error(message: impl Display) -> PyErr {
    exception::<PyEngineError>(message)
}

/// Error of a file, such as a checkpoint.
pub(crate) fn file_error(message: impl Display) -> PyErr {
    exception::<PyFileError>(message)
}

/// Error of a search or a proof.
pub(crate) fn analysis_error(error: AnalysisError) -> PyErr {
    match error {
        AnalysisError::Table(_) => exception::<PyMemoryError>(error),
        AnalysisError::Checkpoint(error) => file_error(error),
        _ => engine_error(error),
    }
}

/// Error of a panic with this payload.
pub(crate) fn panicked(payload: &(dyn std::any::Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("unknown mistake");
    exception::<PyInternalError>(format!("floe has made a mistake, please report it: {text}"))
}

/// Calls a function; its panic becomes an exception.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| panicked(payload.as_ref()))
}
