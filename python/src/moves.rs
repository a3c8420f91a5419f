//! The legal moves of a position, as a lazy sequence, and single moves with their parts.

use std::sync::OnceLock;

use floe_engine::arrays::action_of_choice;
use floe_engine::{AnyGame, AnyMove, with_game};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString};

use crate::arguments::{Given, shown, whole};
use crate::errors::move_error;
use crate::parts::{MoveParts, Parts, place_name};

/// Legal moves of a position: a sequence whose items are written when they are read.
#[pyclass(frozen, sequence, name = "Moves", module = "floe")]
#[derive(Debug)]
pub(crate) struct PyMoves {
    game: AnyGame,
    moves: OnceLock<Vec<AnyMove>>,
}

impl PyMoves {
    pub(crate) fn new(game: AnyGame) -> PyMoves {
        PyMoves {
            game,
            moves: OnceLock::new(),
        }
    }

    fn moves(&self) -> &[AnyMove] {
        self.moves.get_or_init(|| self.game.all_choices())
    }

    /// Place of the move that is written like this text, from 0.
    fn place(&self, text: &Bound<'_, PyAny>) -> Option<usize> {
        let text = text.extract::<String>().ok()?;
        self.moves()
            .iter()
            .position(|&mv| self.game.move_text(mv) == text)
    }
}

/// The text of a sequence at an index, from the end if it is negative, or a list of those of a
/// slice; `text` writes the one of a place.
pub(crate) fn indexed<'py>(
    index: &Bound<'py, PyAny>,
    length: usize,
    noun: &str,
    text: impl Fn(usize) -> Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = index.py();
    if let Ok(slice) = index.cast::<PySlice>() {
        let range = slice.indices(length as isize)?;
        let place = |number| (range.start + range.step * number) as usize;
        let items = (0..range.slicelength as isize).filter_map(|number| text(place(number)));
        return Ok(PyList::new(py, items.collect::<Vec<_>>())?.into_any());
    }
    let wrong_kind =
        |_| PyTypeError::new_err(format!("expected an integer or a slice; found {index:?}"));
    let index: isize = index.extract().map_err(wrong_kind)?;
    let place = if index < 0 {
        index + length as isize
    } else {
        index
    };
    let item = usize::try_from(place)
        .ok()
        .filter(|&place| place < length)
        .and_then(text);
    let item = item.ok_or_else(|| PyIndexError::new_err(format!("{noun} out of range")))?;
    Ok(PyString::new(py, &item).into_any())
}

#[pymethods]
impl PyMoves {
    fn __len__(&self) -> usize {
        self.moves().len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.moves();
        indexed(index, moves.len(), "move", |place| {
            Some(self.game.move_text(*moves.get(place)?))
        })
    }

    fn __contains__(&self, text: &Bound<'_, PyAny>) -> bool {
        self.place(text).is_some()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let texts: Vec<String> = self
            .moves()
            .iter()
            .rev()
            .map(|&mv| self.game.move_text(mv))
            .collect();
        Ok(PyList::new(py, texts)?.into_any().try_iter()?.into_any())
    }

    /// Return the place of a move, from 0.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If it is none of these moves between start and stop.
    #[pyo3(signature = (value, start = 0, stop = None, /))]
    fn index(
        &self,
        value: &Bound<'_, PyAny>,
        start: isize,
        stop: Option<isize>,
    ) -> PyResult<usize> {
        let length = self.moves().len() as isize;
        let from_end = |place: isize| {
            if place < 0 {
                (place + length).max(0)
            } else {
                place
            }
        };
        let first = from_end(start);
        let end = stop.map_or(length, from_end);
        let place = self
            .place(value)
            .filter(|&place| (first..end).contains(&(place as isize)));
        place.ok_or_else(|| {
            PyValueError::new_err(format!("expected one of the legal moves; found {value:?}"))
        })
    }

    /// Return 1 if the move is legal, else 0.
    #[pyo3(signature = (value, /))]
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.place(value).is_some())
    }

    /// Whether the other one lists the same moves of the same position.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyMoves>()
            .is_ok_and(|other| other.get().game == self.game)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Attribute<'py>> {
        attribute(py, &self.game, "legal_moves")
    }

    fn __repr__(&self) -> String {
        format!("Moves({:?})", self.game.choices())
    }
}

/// Legal move of a position, with its parts.
///
/// Attributes give what the notation says: `text`, also by ``str(move)``; `action`, the number by
/// which learners choose it; and the parts of the move, whose places are those of `Position.hexes`.
#[pyclass(frozen, name = "Move", module = "floe")]
#[derive(Debug)]
pub(crate) struct PyMove {
    game: AnyGame,
    mv: AnyMove,
}

impl PyMove {
    pub(crate) fn new(game: AnyGame, mv: AnyMove) -> PyMove {
        PyMove { game, mv }
    }

    /// Notation of the move.
    pub(crate) fn written(&self) -> String {
        self.game.move_text(self.mv)
    }

    fn parts(&self) -> MoveParts {
        with_game!(&self.game, position => position.move_parts(self.mv.in_game(position)))
    }

    fn name(&self, place: Option<usize>) -> Option<String> {
        place.map(|place| place_name(&self.game, place))
    }
}

#[pymethods]
impl PyMove {
    /// Notation of the move.
    #[getter]
    fn text(&self) -> String {
        self.written()
    }

    /// Position before the move.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        position_of(py, &self.game)
    }

    /// Number of the move among the actions of the game; None for a move that no action names.
    #[getter]
    fn action(&self) -> Option<u32> {
        with_game!(&self.game, position => action_of_choice(position, self.mv.in_game(position)))
    }

    /// Kind of the move, such as 'place', 'slide' or 'push'.
    #[getter]
    fn kind(&self) -> &'static str {
        self.parts().kind
    }

    /// Hex that the penguin leaves, or space of the card or tile that is moved; None if there is
    /// none.
    #[getter]
    fn source(&self) -> Option<String> {
        self.name(self.parts().source)
    }

    /// Hex or space that the move reaches, or where it happens; None if there is none.
    #[getter]
    fn target(&self) -> Option<String> {
        self.name(self.parts().target)
    }

    /// Further hexes or spaces of the move: the tile that is removed in survival, those of an
    /// effect in special-tiles, the cards freed in flip and contest.
    #[getter]
    fn others(&self) -> Vec<String> {
        self.parts()
            .others
            .into_iter()
            .map(|place| place_name(&self.game, place))
            .collect()
    }

    /// Numbers that the move names: the direction of the whale, the piers of a walk, the animals of
    /// a bid.
    #[getter]
    fn numbers(&self) -> Vec<u32> {
        self.parts().numbers
    }

    /// Return the position after the move, with its outcome in a world.
    #[pyo3(signature = (world = None), text_signature = "($self, world=0)")]
    fn play<'py>(&self, py: Python<'py>, world: Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        let world = world.map_or(Ok(0), |world| whole("world", world))?;
        position_of(py, &self.game.after(self.game.outcome_in(self.mv, world)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyMove>()
            .is_ok_and(|other| other.get().game == self.game && other.get().mv == self.mv)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.game, self.mv).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.written()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.written())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<MoveCall<'py>> {
        let position = position_of(py, &self.game)?;
        Ok((
            position.get_type().getattr("move")?,
            (position, self.written()),
        ))
    }
}

/// A call that gives a move: the function, then the position and the notation.
type MoveCall<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>, String));

/// The position as an object of Python.
fn position_of<'py>(py: Python<'py>, game: &AnyGame) -> PyResult<Bound<'py, PyAny>> {
    py.import("floe._floe")?
        .getattr("Position")?
        .call1((game.to_string(),))
}

/// A call that gives an attribute of a position: the function, then the position and the name of
/// the attribute.
pub(crate) type Attribute<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>, &'static str));

/// The call that a pickle makes to get this attribute of a position.
pub(crate) fn attribute<'py>(
    py: Python<'py>,
    game: &AnyGame,
    name: &'static str,
) -> PyResult<Attribute<'py>> {
    let getattr = py.import("builtins")?.getattr("getattr")?;
    Ok((getattr, (position_of(py, game)?, name)))
}

/// The notation that an argument holds, as text or as a move; `None` for other arguments.
pub(crate) fn move_text(given: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Some(text.to_cow()?.into_owned()));
    }
    Ok(given.cast::<PyMove>().ok().map(|mv| mv.get().written()))
}

/// The notation of a move that an argument holds, as text or as a move.
pub(crate) fn notation(option: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    let wrong = || {
        move_error(format!(
            "{option}: expected a move in notation; found {}",
            shown(given)
        ))
    };
    move_text(given)?.ok_or_else(wrong)
}
