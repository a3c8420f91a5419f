//! The class `Position`: a position of any game.

use std::hash::{DefaultHasher, Hash, Hasher};

use floe_engine::{AnyGame, EngineGame, GameLine, Perspective, with_game};
use floe_fish::Value;
use floe_game::{Game, Player, Turn};
use floe_picture::{Arrow, PictureOptions};
use floe_query::json::JsonPair;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::actions::{action_count, actions, after_action};
use crate::errors::{PyMoveError, exception, guarded, move_error, move_list_error, option_error, position_error};
use crate::moves::PyMoves;
use crate::planes::{COUNTS, PlaneShape, write_counts_of, write_planes};

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
#[pyclass(frozen, eq, name = "Position", module = "floe", weakref)]
#[derive(PartialEq, Debug)]
pub(crate) struct PyPosition(pub(crate) AnyGame);

#[pymethods]
impl PyPosition {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        guarded(|| text.parse())?.map(PyPosition).map_err(|error| position_error(py, &error))
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

    /// Legal moves, a lazy sequence of texts; empty when the game is over. In games with chance without outcomes.
    #[getter]
    fn legal_moves(&self) -> PyMoves {
        PyMoves::new(self.0)
    }

    /// Return the position after a move.
    ///
    /// Parameters
    /// ----------
    /// move : str or int
    ///     The move in notation, as people type it, or the number of an action.
    /// world : int, optional
    ///     In games with chance, the number of the world that decides the outcome of a move without one.
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
    fn play(&self, r#move: &Bound<'_, PyAny>, world: Option<u64>) -> PyResult<PyPosition> {
        if let Ok(text) = r#move.cast::<PyString>() {
            let text = text.to_cow()?;
            return guarded(|| self.after(&text, world))?.map(PyPosition);
        }
        let action: u32 = r#move.extract()?;
        let after = guarded(|| after_action(&self.0, action, world.unwrap_or(0)))?;
        let illegal = || exception::<PyMoveError>(format!("expected one of the legal actions; found {action}"));
        after.map(PyPosition).ok_or_else(illegal)
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
    fn play_all(&self, moves: Vec<String>) -> PyResult<PyPosition> {
        let line = guarded(|| GameLine::replay(self.0, &moves))?.map_err(|error| move_list_error(&error))?;
        Ok(PyPosition(*line.end()))
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
    fn outcomes(&self, r#move: &str) -> PyResult<Vec<(String, f64)>> {
        guarded(|| self.0.outcomes(r#move))?.map_err(|error| move_error(&error))
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
    fn view(&self, player: char) -> PyResult<PyPosition> {
        let seat = self.seat(player)?;
        guarded(|| PyPosition(self.0.view(seat)))
    }

    /// Return a legal move as a player observes it: without hidden tiles, and with those that it reveals to that
    /// player.
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
    fn observed(&self, r#move: &str, player: char) -> PyResult<String> {
        let seat = self.seat(player)?;
        guarded(|| self.0.observed(r#move, seat))?.map_err(|error| move_error(&error))
    }

    /// Return the information state of a player after moves from this position: all that the player has seen.
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
    ///     The player's view of this position, and each move as the player observes it. Games that look alike to the
    ///     player have the same text.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If a move is not legal; the text names it.
    #[pyo3(signature = (player, moves = Vec::new()))]
    fn information_state(&self, player: char, moves: Vec<String>) -> PyResult<String> {
        let seat = self.seat(player)?;
        let mut words = vec![self.0.view(seat).to_string()];
        words.extend((!moves.is_empty()).then(|| "moves".to_owned()));
        let line = guarded(|| GameLine::replay(self.0, &moves))?.map_err(|error| move_list_error(&error))?;
        words.extend(line.moves().map(|mv| mv.before.move_text(mv.observed_by(seat))));
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
    fn settle(&self, r#move: &str, world: u64) -> PyResult<String> {
        guarded(|| self.0.settle(r#move, world))?.map_err(|error| move_error(&error))
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
        with_game!(&self.0, position => position.is_over())
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
        let scores: Vec<i32> = with_game!(&self.0, position => {
            Player::first(position.players()).map(|player| sign * position.score(player)).collect()
        });
        let pair = |score| JsonPair::new(Value::from_score(score).into(), view);
        scores.into_iter().map(|score| Ok(pythonize::pythonize(py, &pair(score))?)).collect()
    }

    /// The winner and all results, in a sentence; None while the game lasts.
    #[getter]
    fn result(&self) -> Option<String> {
        self.0.result_in_words()
    }

    /// Payoffs of the players at the end of the game, for learners; None while it lasts.
    ///
    /// Between two sides 1 for a win, 0 for a draw and -1 for a loss. With more sides the winners share 1 and the
    /// others -1. Where all play together, each gets minus the number of animals left.
    #[getter]
    fn returns(&self) -> Option<Vec<f64>> {
        with_game!(&self.0, position => position.is_over().then(|| returns(position)))
    }

    /// Margins of the players at the end of the game, in fish or the units of the rules; None while it lasts.
    ///
    /// Between two sides the difference to the other one. With more sides the difference to the mean of the others.
    /// Where all play together, minus the number of animals left.
    #[getter]
    fn margins(&self) -> Option<Vec<f64>> {
        with_game!(&self.0, position => position.is_over().then(|| margins(position)))
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
    #[pyo3(signature = (*, names = false, last_move = None, arrows = Vec::new()))]
    fn svg(&self, names: bool, last_move: Option<&str>, arrows: Vec<String>) -> PyResult<String> {
        let mark = |text: &str| self.0.move_mark(text).map_err(|error| move_error(&error));
        let arrow = |text: &String| Ok(Arrow { mark: mark(text)?, label: String::new() });
        let last_move = last_move.map(mark).transpose()?;
        let arrows = arrows.iter().map(arrow).collect::<PyResult<_>>()?;
        guarded(|| self.0.picture(&PictureOptions { names, last_move, arrows, ..PictureOptions::default() }))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(false, None, Vec::new())
    }

    /// Planes of the position, as an array of planes and hexes or spaces; see `Batch.planes`.
    ///
    /// Parameters
    /// ----------
    /// player : str, optional
    ///     Letter of the player that sees them; by default the player to move.
    #[pyo3(signature = (player = None, /))]
    fn planes<'py>(&self, py: Python<'py>, player: Option<char>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let shape = PlaneShape::of(&self.0);
        let seat = self.seat_or_mover(player)?;
        let mut planes = vec![0; shape.values()];
        write_planes(&self.0, seat, &mut planes);
        planes.into_pyarray(py).reshape([shape.planes, shape.hexes])
    }

    /// Fish and tiles taken and penguins in hand of each player.
    ///
    /// Parameters
    /// ----------
    /// player : str, optional
    ///     Letter of the first player; by default the player to move.
    #[pyo3(signature = (player = None, /))]
    fn counts<'py>(&self, py: Python<'py>, player: Option<char>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let seat = self.seat_or_mover(player)?;
        let mut counts = vec![0; COUNTS * self.0.players()];
        write_counts_of(&self.0, seat, &mut counts);
        counts.into_pyarray(py).reshape([self.0.players(), COUNTS])
    }

    /// Return a drawing of the position in text.
    fn draw(&self) -> String {
        self.0.draw(|_, text| text)
    }

    /// Numbers of the legal actions, in the order of `legal_moves`.
    #[getter]
    fn legal_actions(&self) -> Vec<u32> {
        actions(&self.0)
    }

    /// Number of action numbers of this game: every action is below it.
    #[getter]
    fn action_count(&self) -> usize {
        action_count(&self.0)
    }

    /// Return the number of a legal move.
    ///
    /// Parameters
    /// ----------
    /// move : str
    ///     One of `legal_moves`.
    fn action(&self, r#move: &str) -> PyResult<u32> {
        let moves = self.0.choices();
        let place = moves.iter().position(|text| text == r#move);
        place.map(|place| actions(&self.0)[place]).ok_or_else(|| match self.after(r#move, None) {
            Err(error) => error,
            Ok(_) => exception::<PyMoveError>(format!("expected one of the legal moves; found '{}'", r#move)),
        })
    }
}

impl PyPosition {
    /// The player with this letter.
    fn seat(&self, letter: char) -> PyResult<Player> {
        let seat = Player::first(self.0.players()).find(|seat| seat.letter() == letter);
        seat.ok_or_else(|| option_error(format!("player: expected a player of the game; found '{letter}'")))
    }

    /// The player with this letter, or the player to move.
    fn seat_or_mover(&self, letter: Option<char>) -> PyResult<Player> {
        letter.map_or(Ok(self.0.last_turn()), |letter| self.seat(letter))
    }

    /// The position after a move in notation; a choice without outcome gets the one of this world.
    fn after(&self, text: &str, world: Option<u64>) -> PyResult<AnyGame> {
        let mut game = self.0;
        let played = match world {
            None => game.play(text),
            Some(world) => game.settle(text, world).and_then(|mv| game.play(&mv)),
        };
        played.map(|_| game).map_err(|error| move_error(&error))
    }
}

/// Payoffs of the players of a finished game, which sum to zero; where all play together, minus the animals left.
pub(crate) fn returns<G: EngineGame>(position: &G) -> Vec<f64> {
    let scores: Vec<_> = Player::first(position.players()).map(|player| position.score(player)).collect();
    if position.sides() == 1 {
        return scores.into_iter().map(|score| f64::from(Value::from_score(score).fish)).collect();
    }
    let best = scores.iter().max().copied().unwrap_or_default();
    let players = scores.len() as f64;
    let winners = scores.iter().filter(|&&score| score == best).count() as f64;
    if winners == players {
        return vec![0.0; scores.len()];
    }
    let (win, loss) = match position.sides() {
        2 => (1.0, -1.0),
        _ => (1.0 / winners, -1.0 / (players - winners)),
    };
    scores.into_iter().map(|score| if score == best { win } else { loss }).collect()
}

/// Margins of the players of a finished game, which sum to zero; where all play together, minus the animals left.
fn margins<G: EngineGame>(position: &G) -> Vec<f64> {
    let units = |player| f64::from(Value::from_score(position.score(player)).fish);
    let own: Vec<f64> = Player::first(position.players()).map(units).collect();
    let margin = |seat: usize| match position.sides() {
        1 => own[seat],
        2 => own[seat] - own[(seat + 1) % own.len()],
        sides => own[seat] - (own.iter().sum::<f64>() - own[seat]) / (sides - 1) as f64,
    };
    (0..own.len()).map(margin).collect()
}
