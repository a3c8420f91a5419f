//! Arrays of NumPy that are made, or filled in place.

use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::errors::option_error;

/// An array given by the caller to be filled, or none.
pub(crate) type Out<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

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
    out: Out<'_, 'py>,
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
pub(crate) fn holds<T: Element>(out: Out<'_, '_>) -> bool {
    out.is_some_and(|given| given.cast::<PyArrayDyn<T>>().is_ok())
}

fn wrong(given: &Bound<'_, PyAny>, kind: &str, shape: &[usize]) -> PyErr {
    let found = match given.cast::<PyUntypedArray>() {
        Ok(array) => format!(
            "an array of {}, shape {}",
            array.dtype(),
            written(array.shape())
        ),
        Err(_) => format!("{} {}", article(&type_name(given)), type_name(given)),
    };
    option_error(format!(
        "out: expected a writable contiguous array of {kind}, shape {}; found {found}",
        written(shape)
    ))
}

/// Actions given by the caller, one for each game, in one column or without.
///
/// # Errors
/// If it is no array of that many integers.
pub(crate) fn actions(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i64>> {
    let py = given.py();
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let array = array.cast_into::<PyUntypedArray>()?;
    let is_whole = matches!(array.dtype().kind(), b'i' | b'u' | b'b') || array.len() == 0;
    if !is_whole || !fits(array.shape(), &[count]) {
        let found = format!(
            "an array of {}, shape {}",
            array.dtype(),
            written(array.shape())
        );
        return Err(option_error(format!(
            "actions: expected integers, shape ({count},); found {found}"
        )));
    }
    let wide = numpy.call_method1("ascontiguousarray", (array, numpy.getattr("int64")?))?;
    let wide = wide.cast_into::<PyArrayDyn<i64>>()?;
    Ok(wide.readonly().as_slice()?.to_vec())
}

/// Whether an array of the first shape holds what one of the second shape would hold: it has that
/// shape, or is a column in the place of a row.
pub(crate) fn fits(found: &[usize], expected: &[usize]) -> bool {
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
pub(crate) fn written(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [side] = &sides[..] {
        format!("({side},)")
    } else {
        format!("({})", sides.join(", "))
    }
}
