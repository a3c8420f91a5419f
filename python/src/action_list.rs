//! All actions of a game and board, as a sequence that maps both ways.

use floe_engine::arrays::{ActionSpace, Numbered, action_count, action_space};
use floe_engine::{AnyGame, EngineGame, with_game};
use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::errors::{move_error, option_error};
use crate::moves::{Attribute, attribute, indexed, notation};
use crate::parts::Parts;

/// All actions of a game on a board: a sequence of moves in notation, in which the place of a move
/// is its action.
///
/// The base game has first the hexes for placing, and then all slides, by the hex that is left and
/// the one that is reached. Other rules on a floe have their own moves after these: on the official
/// floe 1,124 actions in the base game, hidden-whale and teams, 1,424 in push, 2,188 in group,
/// 7,508 in whale, 7,808 in push+whale; survival has single steps in place of slides.
///
/// In special-tiles, flip and contest an action is a place in `Position.legal_moves`, which stands
/// for another move in every position: this sequence has a length, but no items.
/// `Position.action_features` describes their moves.
#[pyclass(frozen, sequence, name = "Actions", module = "floe")]
#[derive(Debug)]
pub(crate) struct PyActions {
    game: AnyGame,
    space: Option<&'static ActionSpace>,
}

/// Number of columns of the table: kind, source, target, other place, number.
const COLUMNS: usize = 5;

impl PyActions {
    pub(crate) fn new(game: AnyGame) -> PyActions {
        PyActions {
            space: action_space(&game),
            game,
        }
    }

    /// Address of the moves, which are stored once for every board.
    fn address(&self) -> Option<*const ActionSpace> {
        self.space.map(std::ptr::from_ref)
    }

    fn moves(&self) -> PyResult<&'static ActionSpace> {
        let rules = self.game.rules();
        self.space.ok_or_else(|| {
            option_error(format!(
                "rules: expected a game whose actions are moves; in {rules} they are places in legal_moves"
            ))
        })
    }
}

/// Notation of the moves with these bits.
fn texts<G: EngineGame>(position: &G, space: &ActionSpace) -> Vec<String> {
    (0..space.count() as u32)
        .filter_map(|action| Some(position.move_text(G::move_of_bits(space.bits(action)?))))
        .collect()
}

/// A place in the table, where -1 stands for none.
fn cell(place: Option<usize>) -> i16 {
    place.map_or(-1, |place| place as i16)
}

/// Parts of all moves, a row for each.
fn table<G: EngineGame + Parts + Numbered>(position: &G, space: &ActionSpace) -> Vec<i16> {
    let kinds = position.kinds();
    let mut table = Vec::with_capacity(COLUMNS * space.count());
    for action in 0..space.count() as u32 {
        let Some(bits) = space.bits(action) else {
            continue;
        };
        let parts = position.move_parts(G::move_of_bits(bits));
        let kind = kinds.iter().position(|&kind| kind == parts.kind);
        let other = parts.others.first().copied();
        let number = parts.numbers.last().map(|&number| number as usize);
        table.extend([kind, parts.source, parts.target, other, number].map(cell));
    }
    table
}

#[pymethods]
impl PyActions {
    fn __len__(&self) -> usize {
        action_count(&self.game)
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let space = self.moves()?;
        let text = |place: usize| {
            let bits = space.bits(place as u32)?;
            Some(with_game!(&self.game, position => move_text_of(position, bits)))
        };
        indexed(index, space.count(), "action", text)
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        self.index(r#move).is_ok()
    }

    /// Return the action of a move in notation, legal or not.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If it is no move of this board.
    #[pyo3(signature = (r#move, /))]
    fn index(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let named = notation("move", r#move)?;
        let space = self.moves()?;
        let all = with_game!(&self.game, position => texts(position, space));
        let wrong = || move_error(format!("expected a move of this board; found '{named}'"));
        all.iter().position(|text| *text == named).ok_or_else(wrong)
    }

    /// Names of the kinds of moves: the numbers of the first column of the table.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        with_game!(&self.game, position => position.kinds())
    }

    /// Parts of all actions, for policies with several heads: an array of int16 of shape (actions,
    /// 5). The columns are the kind, the source and the target, by their numbers in
    /// `Position.hexes`, the tile that is removed in survival, and a number, such as the direction
    /// of the whale; -1 where a move has no such part.
    #[getter]
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let space = self.moves()?;
        let table = with_game!(&self.game, position => table(position, space));
        table.into_pyarray(py).reshape([space.count(), COLUMNS])
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyActions>().is_ok_and(|other| {
            let other = other.get();
            other.address() == self.address() && other.game.rules() == self.game.rules()
        })
    }

    fn __repr__(&self) -> String {
        format!("Actions({} of {})", self.__len__(), self.game.rules())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Attribute<'py>> {
        attribute(py, &self.game, "actions")
    }
}

fn move_text_of<G: EngineGame>(position: &G, bits: u32) -> String {
    position.move_text(G::move_of_bits(bits))
}
