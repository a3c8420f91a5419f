//! The legal moves of a position, as a lazy sequence.

use std::sync::OnceLock;

use floe_engine::AnyGame;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString};

use crate::actions::{action_text, actions};

/// Legal moves of a position: a sequence whose items are written when they are read.
#[pyclass(frozen, name = "Moves", module = "floe")]
#[derive(Debug)]
pub(crate) struct PyMoves {
    game: AnyGame,
    actions: OnceLock<Vec<u32>>,
}

impl PyMoves {
    pub(crate) fn new(game: AnyGame) -> PyMoves {
        PyMoves { game, actions: OnceLock::new() }
    }

    fn actions(&self) -> &[u32] {
        self.actions.get_or_init(|| actions(&self.game))
    }
}

/// Index of a sequence.
#[derive(FromPyObject, Debug)]
pub(crate) enum MoveIndex<'py> {
    /// One item, from the end if it is negative.
    Item(isize),
    /// Slice items.
    Slice(Bound<'py, PySlice>),
}

#[pymethods]
impl PyMoves {
    fn __len__(&self) -> usize {
        self.actions().len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: MoveIndex<'py>) -> PyResult<Bound<'py, PyAny>> {
        let actions = self.actions();
        let length = actions.len() as isize;
        match index {
            MoveIndex::Item(index) => {
                let place = if index < 0 { index + length } else { index };
                let action = usize::try_from(place).ok().and_then(|place| actions.get(place));
                let action = action.ok_or_else(|| PyIndexError::new_err("move out of range"))?;
                Ok(PyString::new(py, &action_text(&self.game, *action)).into_any())
            }
            MoveIndex::Slice(slice) => {
                let range = slice.indices(length)?;
                let place = |number| (range.start + range.step * number) as usize;
                let texts: Vec<String> =
                    (0..range.slicelength as isize).map(|n| action_text(&self.game, actions[place(n)])).collect();
                Ok(PyList::new(py, texts)?.into_any())
            }
        }
    }

    fn __contains__(&self, text: &Bound<'_, PyAny>) -> bool {
        text.extract::<String>().is_ok_and(|text| self.actions().iter().any(|&a| action_text(&self.game, a) == text))
    }

    fn __repr__(&self) -> String {
        format!("Moves({:?})", self.game.choices())
    }
}
