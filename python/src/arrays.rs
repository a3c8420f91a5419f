//! Arrays of NumPy that are made, or filled in place.

use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::arguments::Given;
use crate::errors::option_error;

/// Makes an array of zeros; NumPy allocates it, in large pages.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn zeros<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let bytes = shape
        .iter()
        .try_fold(size_of::<T>(), |bytes, &side| bytes.checked_mul(side));
    if bytes.is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(PyMemoryError::new_err(format!(
            "no memory for an array of shape {}",
            written(shape)
        )));
    }
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("zeros", (shape.to_vec(), T::get_dtype(py)))?;
    Ok(array.cast_into::<PyArrayDyn<T>>()?)
}

/// The array to fill: a new one, or the given one, whose values count for nothing.
///
/// # Errors
/// If the given one has another type or shape, or cannot be written.
pub(crate) fn target<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
    out: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(given) = out else {
        return zeros(py, shape);
    };
    let is_fit =
        |array: &Bound<'py, PyArrayDyn<T>>| array.shape() == shape && array.is_c_contiguous();
    match given.cast::<PyArrayDyn<T>>() {
        Ok(array) if is_fit(array) && array.try_readwrite().is_ok() => Ok(array.clone()),
        _ => Err(wrong(given, &T::get_dtype(py).to_string(), shape)),
    }
}

/// Whether a given array holds values of a type.
pub(crate) fn holds<T: Element>(out: Given<'_, '_>) -> bool {
    out.is_some_and(|given| given.cast::<PyArrayDyn<T>>().is_ok())
}

fn wrong(given: &Bound<'_, PyAny>, kind: &str, shape: &[usize]) -> PyErr {
    let found = match given.cast::<PyUntypedArray>() {
        Ok(array) => described(array),
        Err(_) => format!("{} {}", article(&type_name(given)), type_name(given)),
    };
    option_error(format!(
        "out: expected a writable contiguous array of {kind}, shape {}; found {found}",
        written(shape)
    ))
}

fn described(array: &Bound<'_, PyUntypedArray>) -> String {
    let shape = written(array.shape());
    format!("an array of {}, shape {shape}", array.dtype())
}

/// Actions given by the caller, one for each game, in one column or without.
///
/// # Errors
/// If it is no array of that many integers.
pub(crate) fn actions(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i64>> {
    let array = as_array(given)?;
    // An empty list has another kind.
    let is_whole = array.len() == 0 || matches!(array.dtype().kind(), b'i' | b'u' | b'b');
    values_of(&array, is_whole, "actions: expected integers", &[&[count]])
}

/// Array that NumPy makes of an object.
pub(crate) fn as_array<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let numpy = given.py().import("numpy")?;
    Ok(numpy.call_method1("asarray", (given,))?.cast_into()?)
}

/// Values of an array of one of these shapes, where a column fits in the place of a row.
///
/// # Errors
/// If the array is of another shape, or its kind is not right; `expected` begins the message.
pub(crate) fn values_of<T: Element + Copy>(
    array: &Bound<'_, PyUntypedArray>,
    has_kind: bool,
    expected: &str,
    shapes: &[&[usize]],
) -> PyResult<Vec<T>> {
    if !has_kind || !shapes.iter().any(|shape| fits(array.shape(), shape)) {
        let shapes: Vec<String> = shapes.iter().map(|shape| written(shape)).collect();
        return Err(option_error(format!(
            "{expected}, shape {}; found {}",
            shapes.join(" or "),
            described(array)
        )));
    }
    let py = array.py();
    let numpy = py.import("numpy")?;
    let converted = numpy.call_method1("ascontiguousarray", (array, T::get_dtype(py)))?;
    let converted = converted.cast_into::<PyArrayDyn<T>>()?;
    Ok(converted.readonly().as_slice()?.to_vec())
}

/// Whether an array of the first shape holds what one of the second shape would hold: it has that
/// shape, or is a column in the place of a row.
fn fits(found: &[usize], expected: &[usize]) -> bool {
    found == expected || matches!((found, expected), (&[rows, 1], &[count]) if rows == count)
}

/// Name of the type of an object.
pub(crate) fn type_name(given: &Bound<'_, PyAny>) -> String {
    given
        .get_type()
        .name()
        .map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) {
        "an"
    } else {
        "a"
    }
}

/// A shape as Python writes it.
fn written(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [side] = &sides[..] {
        format!("({side},)")
    } else {
        format!("({})", sides.join(", "))
    }
}
