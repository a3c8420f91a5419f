//! The class `Position`: a position of any game.

use std::hash::{DefaultHasher, Hash, Hasher};

use floe_engine::arrays::{
    PlaneSet, PlaneShape, action_count, action_of_choice, actions, after_action, any_choice,
};
use floe_engine::{AnyGame, GameLine, with_game};
use floe_fish::Value;
use floe_game::{Game, Player, Turn};
use floe_picture::{Arrow, PictureOptions, Pixels, Theme};
use floe_presentation::{Perspective, Seen};
use floe_query::json::JsonPair;
use numpy::{Element, IntoPyArray, PyArray2, PyArray3, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::action_list::PyActions;
use crate::arguments::{Given, argument, flag, whole};
use crate::arrays::{target, type_name};
use crate::errors::{guarded, move_error, option_error, position_error};
use crate::moves::{PyMove, PyMoves, move_text, notation};
use crate::parts::{Content, MoveFeatures, Parts, place_name, place_named};
use crate::rows::{self, Payoff, Rows};

/// Position of any game that floe plays, which never changes.
///
/// Parameters
/// ----------
/// text : str
///     The position in notation: the rows, the player to move, and what each player has taken.
///
/// Raises
/// ------
/// PositionError
///     If the text is no position; its attribute `column` is the first wrong character.
///
/// Examples
/// --------
/// >>> import floe
/// >>> position = floe.Position("......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0")
/// >>> list(position.legal_moves)
/// ['c5-c4', 'c5-d4', 'c5-c6', 'c5-d6']
/// >>> position.play("c5-d4").turn
/// 'B'
#[pyclass(
    frozen,
    eq,
    from_py_object,
    name = "Position",
    module = "floe",
    weakref
)]
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PyPosition(pub(crate) AnyGame);

#[pymethods]
impl PyPosition {
    #[new]
    fn new(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let given: String = argument("position", text, "a text in notation")?;
        guarded(|| given.parse())?
            .map(PyPosition)
            .map_err(|error| position_error(py, &error))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (this.get_type().into_any(), (this.get().0.to_string(),))
    }

    /// Return the position itself, which never changes.
    fn copy(this: Py<Self>) -> Py<Self> {
        this
    }

    /// Legal moves, a lazy sequence of texts; empty when the game is over. In games with chance
    /// without outcomes.
    #[getter]
    fn legal_moves(&self) -> PyMoves {
        PyMoves::new(self.0)
    }

    /// Return the position after a move.
    ///
    /// Parameters
    /// ----------
    /// move : str, int or Move
    ///     The move in notation, as people type it, the number of an action, or a move of this
    ///     position.
    /// world : int, optional
    ///     In games with chance, the number of the world that decides the outcome of a move without
    ///     one.
    ///
    /// Returns
    /// -------
    /// Position
    ///     The position after the move.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move, world = None))]
    fn play(&self, r#move: &Bound<'_, PyAny>, world: Given<'_, '_>) -> PyResult<PyPosition> {
        let world = world.map(|world| whole("world", world)).transpose()?;
        if let Some(text) = move_text(r#move)? {
            return guarded(|| self.after(&text, world))?.map(PyPosition);
        }
        let action = action_number(r#move)?;
        let after = guarded(|| after_action(&self.0, action, world.unwrap_or(0)))?;
        after.map(PyPosition).ok_or_else(|| illegal_action(action))
    }

    /// Return a legal move with its parts.
    ///
    /// Parameters
    /// ----------
    /// move : str or int
    ///     The move in notation, as people type it, or the number of an action; in games with
    ///     chance one of `legal_moves`.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move, with its kind, source and target.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If the move is not legal.
    ///
    /// Examples
    /// --------
    /// >>> position = floe.Position("......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0")
    /// >>> move = position.move("c5-d4")
    /// >>> move.kind, move.source, move.target
    /// ('slide', 'c5', 'd4')
    #[pyo3(signature = (r#move, /))]
    fn r#move(&self, r#move: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        if let Some(text) = move_text(r#move)? {
            let found = guarded(|| self.0.find_choice(&text))?.map_err(move_error)?;
            return Ok(PyMove::new(self.0, found));
        }
        let action = action_number(r#move)?;
        any_choice(&self.0, action)
            .map(|choice| PyMove::new(self.0, choice))
            .ok_or_else(|| illegal_action(action))
    }

    /// Return the position after moves, one after the other.
    ///
    /// Parameters
    /// ----------
    /// moves : sequence of str
    ///     Moves in notation, with their outcomes in games with chance.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If one is not legal; the text names it.
    #[pyo3(signature = (moves, /))]
    fn play_all(&self, moves: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        Ok(PyPosition(*self.line(&move_texts(moves)?)?.end()))
    }

    /// Return the moves that can result from a move without outcome, with their probabilities.
    ///
    /// Parameters
    /// ----------
    /// move : str
    ///     One of `legal_moves`.
    ///
    /// Returns
    /// -------
    /// list of tuple
    ///     Pairs of a move in notation and its probability; without chance the move itself.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If the move is not legal.
    fn outcomes(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<(String, f64)>> {
        let choice = notation("move", r#move)?;
        guarded(|| self.0.find_choice(&choice).map(drop))?.map_err(move_error)?;
        guarded(|| self.0.outcomes(&choice))?.map_err(move_error)
    }

    /// Return the position as a player sees it: without hidden tiles that the player does not know.
    ///
    /// Parameters
    /// ----------
    /// player : str
    ///     Letter of the player, "A" to "D".
    ///
    /// Raises
    /// ------
    /// OptionError
    ///     If the game has no such player.
    #[pyo3(signature = (player, /))]
    fn view(&self, player: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let seat = self.seat(player)?;
        guarded(|| PyPosition(self.0.view(seat)))
    }

    /// Return a legal move as a player observes it: without hidden tiles, and with those that it
    /// reveals to that player.
    ///
    /// Parameters
    /// ----------
    /// move : str
    ///     The move in notation, with its outcome in games with chance.
    /// player : str
    ///     Letter of the player, "A" to "D".
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move, player, /))]
    fn observed(&self, r#move: &Bound<'_, PyAny>, player: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = notation("move", r#move)?;
        let seat = self.seat(player)?;
        guarded(|| self.0.observed(&mv, seat))?.map_err(move_error)
    }

    /// Return the information state of a player after moves from this position: all that the player
    /// has seen.
    ///
    /// Parameters
    /// ----------
    /// player : str
    ///     Letter of the player, "A" to "D".
    /// moves : sequence of str, optional
    ///     Moves in notation, with their outcomes in games with chance.
    ///
    /// Returns
    /// -------
    /// str
    ///     The player's view of this position, and each move as the player observes it. Games that
    ///     look alike to the player have the same text.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If a move is not legal; the text names it.
    #[pyo3(signature = (player, moves = None), text_signature = "($self, player, moves=())")]
    fn information_state(
        &self,
        player: &Bound<'_, PyAny>,
        moves: Given<'_, '_>,
    ) -> PyResult<String> {
        let seat = self.seat(player)?;
        let moves = moves.map_or(Ok(Vec::new()), move_texts)?;
        let mut words = vec![self.0.view(seat).to_string()];
        words.extend((!moves.is_empty()).then(|| "moves".to_owned()));
        let line = self.line(&moves)?;
        words.extend(
            line.moves()
                .map(|mv| mv.before.move_text(mv.observed_by(seat))),
        );
        Ok(words.join(" "))
    }

    /// Return a legal move with its outcome in a world.
    ///
    /// Parameters
    /// ----------
    /// move : str
    ///     One of `legal_moves`.
    /// world : int
    ///     Number of the world, which decides all of chance.
    fn settle(&self, r#move: &Bound<'_, PyAny>, world: &Bound<'_, PyAny>) -> PyResult<String> {
        let choice = notation("move", r#move)?;
        let world = whole("world", world)?;
        guarded(|| self.0.settle(&choice, world))?.map_err(move_error)
    }

    /// Letter of the player to move, or None when the game is over.
    #[getter]
    fn turn(&self) -> Option<char> {
        with_game!(&self.0, position => match position.turn() {
            Turn::Of(player) => Some(player.letter()),
            Turn::Over => None,
        })
    }

    /// Number of players.
    #[getter]
    fn players(&self) -> usize {
        self.0.players()
    }

    /// Number of sides: players, teams, or one of all players together.
    #[getter]
    fn sides(&self) -> usize {
        self.0.sides()
    }

    /// Name of the rules, such as 'base' or 'push'.
    #[getter]
    fn rules(&self) -> String {
        self.0.rules().to_string()
    }

    /// Whether chance decides the outcome of moves.
    #[getter]
    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    /// Whether players do not know the whole position.
    #[getter]
    fn has_hidden_tiles(&self) -> bool {
        self.0.rules().has_hidden_tiles()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        rows::is_over(&self.0)
    }

    /// Number of tiles on the floe, those under penguins included; zero in games without a floe.
    #[getter]
    fn tiles_left(&self) -> u32 {
        self.0.tiles_left()
    }

    /// Scores of the players so far, or of their teams: a dict of units for each, in turn order.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let view = Perspective::of(&self.0);
        // The score of those who play together is minus the number of animals left.
        let sign = if self.0.sides() == 1 { -1 } else { 1 };
        let pair = |score| {
            let pair = JsonPair::new(Value::from_score(sign * score).into(), view);
            Ok(pythonize::pythonize(py, &pair)?)
        };
        rows::scores(&self.0).into_iter().map(pair).collect()
    }

    /// The winner and all results, in a sentence; None while the game lasts.
    #[getter]
    fn result(&self) -> Option<String> {
        Seen::whole(&self.0).result()
    }

    /// Payoffs of the players at the end of the game, for learners; None while it lasts.
    ///
    /// Between two sides 1 for a win, 0 for a draw and -1 for a loss. With more sides the winners
    /// share 1 and the others -1. Where all play together, each gets minus the number of animals
    /// left.
    #[getter]
    fn returns(&self) -> Option<Vec<f64>> {
        Payoff::Returns.of(&self.0)
    }

    /// Margins of the players at the end of the game, in fish or the units of the rules; None while
    /// it lasts.
    ///
    /// Between two sides the difference to the other one. With more sides the difference to the
    /// mean of the others. Where all play together, minus the number of animals left.
    #[getter]
    fn margins(&self) -> Option<Vec<f64>> {
        Payoff::Margins.of(&self.0)
    }

    /// Return a picture of the position as SVG.
    ///
    /// Parameters
    /// ----------
    /// names : bool
    ///     Whether every space shows its name.
    /// last_move : str, optional
    ///     A move to mark, legal in this position.
    /// arrows : sequence of str
    ///     Candidate moves of this position, the best one first.
    #[pyo3(
        signature = (*, names = None, last_move = None, arrows = None),
        text_signature = "($self, *, names=False, last_move=None, arrows=())"
    )]
    fn svg(
        &self,
        names: Given<'_, '_>,
        last_move: Given<'_, '_>,
        arrows: Given<'_, '_>,
    ) -> PyResult<String> {
        let names = flag("names", names)?;
        let arrows = arrows.map_or(Ok(Vec::new()), move_texts)?;
        let seen = Seen::whole(&self.0);
        let mark = |text: &str| seen.move_mark(text).map_err(move_error);
        let arrow = |text: &String| {
            Ok(Arrow {
                mark: mark(text)?,
                label: String::new(),
            })
        };
        let last_move = last_move
            .map(|given| notation("last_move", given))
            .transpose()?;
        let last_move = last_move.as_deref().map(mark).transpose()?;
        let arrows = arrows.iter().map(arrow).collect::<PyResult<_>>()?;
        guarded(|| {
            seen.picture(&PictureOptions {
                names,
                last_move,
                arrows,
                ..PictureOptions::default()
            })
        })
    }

    /// Return a picture of the position as an array of uint8 of shape (height, width, 3): red,
    /// green and blue.
    ///
    /// Parameters
    /// ----------
    /// scale : float
    ///     Number of pixels for a unit of the picture.
    /// names : bool
    ///     Whether every space shows its name.
    ///
    /// Raises
    /// ------
    /// OptionError
    ///     If the picture has no pixels, or more than 16384 a side.
    #[pyo3(signature = (*, scale = None, names = None), text_signature = "($self, *, scale=1.0, names=False)")]
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        scale: Given<'_, 'py>,
        names: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let scale = scale.map_or(Ok(1.0), |scale| argument("scale", scale, "a number"))?;
        let names = flag("names", names)?;
        let draw = || {
            let options = PictureOptions {
                names,
                theme: Theme::Light,
                ..PictureOptions::default()
            };
            floe_picture::pixels(&Seen::whole(&self.0).picture(&options), scale)
        };
        let Pixels { width, height, rgb } = py
            .detach(|| guarded(draw))?
            .map_err(|error| option_error(format!("scale: {error}; found {scale}")))?;
        rgb.into_pyarray(py).reshape([height, width, 3])
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, None, None)
    }

    /// Planes of the position, as an array of planes and hexes or spaces; see `Batch.planes`.
    ///
    /// Parameters
    /// ----------
    /// player : str, optional
    ///     Letter of the player that sees them; by default the player to move.
    /// grid : bool
    ///     Whether planes are pictures, with rows and columns as `coordinates` gives them.
    /// out : array, optional
    ///     Array of uint8 or float32 to fill and return.
    #[pyo3(
        signature = (player = None, /, *, grid = None, out = None),
        text_signature = "($self, player=None, /, *, grid=False, out=None)"
    )]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        player: Given<'_, 'py>,
        grid: Given<'_, 'py>,
        out: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let player = self.seat_if_given(player)?;
        self.plane_array(py, PlaneSet::Position, flag("grid", grid)?, player, out)
    }

    /// Observation of a player, as in environments: the planes, then the counts of each player as
    /// constant planes, from that player on, at most 255: fish, tiles and penguins in hand. Points
    /// below zero, in games without penguins, stand in the place of the penguins.
    ///
    /// Parameters
    /// ----------
    /// player, grid, out
    ///     As in `planes`.
    #[pyo3(
        signature = (player = None, /, *, grid = None, out = None),
        text_signature = "($self, player=None, /, *, grid=False, out=None)"
    )]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Given<'_, 'py>,
        grid: Given<'_, 'py>,
        out: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let player = self.seat_if_given(player)?;
        self.plane_array(py, PlaneSet::Observation, flag("grid", grid)?, player, out)
    }

    /// Fish and tiles taken and penguins in hand of each player.
    ///
    /// Parameters
    /// ----------
    /// player : str, optional
    ///     Letter of the first player; by default the player to move.
    #[pyo3(signature = (player = None, /))]
    fn counts<'py>(
        &self,
        py: Python<'py>,
        player: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i16>>> {
        self.count_array(py, self.seat_if_given(player)?, None)
    }

    /// Mask of the legal actions, an array of bool of shape (action_count,).
    ///
    /// Parameters
    /// ----------
    /// out : array, optional
    ///     Array of bool, int8 or uint8 to fill and return.
    #[pyo3(signature = (*, out = None))]
    fn legal_mask<'py>(&self, py: Python<'py>, out: Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        self.mask(py, out)
    }

    /// Names of all hexes of the floe in reading order, or of all spaces of the net or the lake:
    /// the places of planes.
    #[getter]
    fn hexes(&self) -> Vec<String> {
        with_game!(&self.0, position => position.places())
    }

    /// Row and column of every hex or space on the grid of planes, shape (hexes, 2): of hexes their
    /// axial coordinates, so that each of the six directions is one step on the grid.
    #[getter]
    fn coordinates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let shape = PlaneShape::of(&self.0);
        let places: Vec<i64> = shape
            .coordinates()
            .flatten()
            .map(|number| number as i64)
            .collect();
        places.into_pyarray(py).reshape([shape.hexes, 2])
    }

    /// Number of the neighbour of every hex in each direction, clockwise from the right, shape
    /// (hexes, 6); -1 where there is none.
    ///
    /// Raises
    /// ------
    /// OptionError
    ///     In games without a floe.
    #[getter]
    fn neighbours<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let beside = with_game!(&self.0, position => position.neighbours());
        if beside.is_empty() {
            return Err(option_error(format!(
                "rules: expected a game on a floe; found {}",
                self.0.rules()
            )));
        }
        let number = |place: Option<usize>| place.map_or(-1, |place| place as i64);
        let numbers: Vec<i64> = beside
            .iter()
            .flatten()
            .map(|&place| number(place))
            .collect();
        numbers.into_pyarray(py).reshape([beside.len(), 6])
    }

    /// Fish of every tile on the floe by its hex, those under penguins included. Special tiles,
    /// cards and tiles of a lake have their token of the notation in place of a number.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let names = self.hexes();
        let contents: Vec<(usize, Content)> = with_game!(&self.0, position => position.contents());
        let tiles = PyDict::new(py);
        for (place, content) in contents {
            tiles.set_item(&names[place], content)?;
        }
        Ok(tiles)
    }

    /// Return the hexes where a player has penguins, in reading order; one that several share as
    /// often.
    ///
    /// Parameters
    /// ----------
    /// player : str
    ///     Letter of the player, "A" to "D".
    #[pyo3(signature = (player, /))]
    fn penguins(&self, player: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let seat = self.seat(player)?;
        let names = self.hexes();
        let places = with_game!(&self.0, position => position.penguin_places(seat));
        Ok(places
            .into_iter()
            .map(|place| names[place].clone())
            .collect())
    }

    /// Return the number of penguins that a player still has to place.
    ///
    /// Parameters
    /// ----------
    /// player : str
    ///     Letter of the player, "A" to "D".
    #[pyo3(signature = (player, /))]
    fn hand(&self, player: &Bound<'_, PyAny>) -> PyResult<u8> {
        let seat = self.seat(player)?;
        Ok(with_game!(&self.0, position => position.hand_of(seat)))
    }

    /// Return the hexes that a penguin on a hex could move to, were it its player's turn.
    ///
    /// Parameters
    /// ----------
    /// hex : str
    ///     Name of the hex, one of `hexes`.
    #[pyo3(signature = (hex, /))]
    fn destinations(&self, hex: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let name: String = argument("hex", hex, "the name of a hex")?;
        let from = place_named(&self.0, &name).ok_or_else(|| {
            option_error(format!(
                "hex: expected one of the hexes of the position; found '{name}'"
            ))
        })?;
        let places = with_game!(&self.0, position => position.reachable(from));
        Ok(places
            .into_iter()
            .map(|place| place_name(&self.0, place))
            .collect())
    }

    /// Return a drawing of the position in text.
    fn draw(&self) -> String {
        Seen::whole(&self.0).draw(|_, text| text)
    }

    /// Numbers of the legal actions, in the order of `legal_moves`.
    #[getter]
    fn legal_actions(&self) -> Vec<u32> {
        actions(&self.0)
    }

    /// Number of actions of this game: every action is below it.
    #[getter]
    fn action_count(&self) -> usize {
        action_count(&self.0)
    }

    /// Features of every legal action, in the order of `legal_actions`: an array of uint8 of shape
    /// (actions, features).
    ///
    /// They describe a move by its parts, so that a network can score it where actions are places
    /// in `legal_moves`, as in special-tiles, flip and contest. The columns are: one for each of
    /// `actions.kinds`, 1 for the kind of the move; four times one for each of `hexes`, 1 for the
    /// source, for the target, for the first other hex and for the others; and one more than each
    /// of up to four numbers that the move names, 0 without one.
    fn action_features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let MoveFeatures {
            moves,
            width,
            values,
        } = MoveFeatures::of(&self.0);
        values.into_pyarray(py).reshape([moves, width])
    }

    /// All actions of this game and board; see `floe.actions`.
    #[getter]
    fn actions(&self) -> PyActions {
        PyActions::new(self.0)
    }

    /// Return the action of a legal move.
    ///
    /// Parameters
    /// ----------
    /// move : str or Move
    ///     One of `legal_moves`.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If the move is not legal, or there are too many moves for it to have an action.
    fn action(&self, r#move: &Bound<'_, PyAny>) -> PyResult<u32> {
        let text = move_text(r#move)?.ok_or_else(|| no_legal_move(&r#move.to_string()))?;
        let choice = self
            .0
            .all_choices()
            .into_iter()
            .find(|&choice| self.0.move_text(choice) == text);
        let choice = choice.ok_or_else(|| match self.after(&text, None) {
            Err(error) => error,
            Ok(_) => no_legal_move(&format!("'{text}'")),
        })?;
        let action =
            with_game!(&self.0, position => action_of_choice(position, choice.in_game(position)));
        action.ok_or_else(|| no_legal_move(&format!("'{text}', which has no action")))
    }
}

/// Error of an argument that is no legal move.
fn no_legal_move(found: &str) -> PyErr {
    move_error(format!("expected one of the legal moves; found {found}"))
}

/// The moves of a sequence, as text.
fn move_texts(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if given.cast::<PyString>().is_ok() {
        return Err(no_moves("a text"));
    }
    let items = given.try_iter().map_err(|_| no_moves(&type_name(given)))?;
    items
        .map(|item| move_text(&item?)?.ok_or_else(|| no_moves("another object in it")))
        .collect()
}

/// Error of an argument that is no sequence of moves.
fn no_moves(found: &str) -> PyErr {
    move_error(format!(
        "moves: expected a sequence of moves; found {found}"
    ))
}

/// The action that an argument names.
fn action_number(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    let number: Option<u32> = if given.is_instance_of::<PyBool>() {
        None
    } else {
        given.extract().ok()
    };
    number.ok_or_else(|| move_error(format!("expected a legal move or action; found {given}")))
}

fn illegal_action(action: u32) -> PyErr {
    move_error(format!("expected one of the legal actions; found {action}"))
}

impl PyPosition {
    /// The player with this letter.
    pub(crate) fn seat(&self, letter: &Bound<'_, PyAny>) -> PyResult<Player> {
        rows::seat(letter, self.0.players(), "game")
    }

    /// The player with this letter; `None` without one, for the player to move.
    fn seat_if_given(&self, letter: Given<'_, '_>) -> PyResult<Option<Player>> {
        letter.map(|letter| self.seat(letter)).transpose()
    }

    /// Replays moves from the position.
    fn line(&self, moves: &[String]) -> PyResult<GameLine> {
        guarded(|| GameLine::replay(self.0, moves))?.map_err(move_error)
    }

    /// The position after a move in notation; a choice without outcome gets the one of this world.
    fn after(&self, text: &str, world: Option<u64>) -> PyResult<AnyGame> {
        let mut game = self.0;
        let played = match world {
            None => game.play(text),
            Some(world) => game.settle(text, world).and_then(|mv| game.play(&mv)),
        };
        played.map(|_| game).map_err(move_error)
    }
}

impl Rows for PyPosition {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::of(&self.0)
    }

    fn action_count(&self) -> usize {
        action_count(&self.0)
    }

    fn fill<'py, T: Element + Send>(
        &self,
        py: Python<'py>,
        part: &[usize],
        out: Given<'_, 'py>,
        write: impl Fn(&AnyGame, &mut Vec<u8>, &mut [T]) + Send + Sync,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let array = target::<T>(py, part, out)?;
        write(&self.0, &mut Vec::new(), array.readwrite().as_slice_mut()?);
        Ok(array)
    }
}
