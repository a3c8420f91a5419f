//! A game from its start: positions, and the moves between them.
//!
//! A game is replayed once. `GameLine` holds the start, the moves and the positions of a game in
//! progress; game files, UGI, the board and Python read from it. Its moves, and those of an
//! analysis, are `AnyMove`s: typed until they are printed.

use floe_game::Player;
use rand::Rng;

use crate::{AnyGame, AnyMove, AnyMoveError};

/// Game in progress: its first position, all moves since, and the position after each. Every move
/// is read and played only once.
///
/// ```
/// use floe_games::{AnyGame, GameLine};
///
/// let start: AnyGame = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0".parse()?;
/// let mut line = GameLine::replay(start, ["c5-d4", "D5D6"])?;
/// assert_eq!(line.notation(), ["c5-d4", "d5-d6"]);
/// assert_eq!(line.end().last_turn().letter(), 'A');
/// let error = GameLine::replay(start, ["c5-d4", "e5-d5"]).unwrap_err();
/// assert_eq!((error.number, error.text.as_str()), (2, "e5-d5"));
/// line.truncate(1);
/// assert_eq!(line.end(), &line.positions()[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameLine {
    /// The first position, and that after every move.
    positions: Vec<AnyGame>,
    /// The moves, each as its player observes it.
    moves: Vec<AnyMove>,
}

/// Move of a [`GameLine`], with the positions before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineMove<'a> {
    /// Number of the move in the line, counted from 1.
    pub number: usize,
    /// Position before the move.
    pub before: &'a AnyGame,
    /// The move as the player who makes it observes it, in games with chance together with its
    /// outcome.
    pub mv: AnyMove,
    /// Position after the move.
    pub after: &'a AnyGame,
}

/// The first move of a list that is not legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}, '{text}': {why}")]
pub struct MoveListError {
    /// Number of the move in the list, counted from 1.
    pub number: usize,
    /// Text of the move, as it was given.
    pub text: String,
    /// Reason why the text names no legal move.
    pub why: AnyMoveError,
}

impl GameLine {
    /// Begins a game at this position, without moves.
    pub fn new(start: AnyGame) -> GameLine {
        GameLine {
            positions: vec![start],
            moves: Vec::new(),
        }
    }

    /// Begins a game at `start` and plays these moves, each as [`play`](Self::play) reads it.
    ///
    /// # Errors
    /// At the first text that names no legal move.
    pub fn replay(
        start: AnyGame,
        moves: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<GameLine, MoveListError> {
        let mut line = GameLine::new(start);
        for (number, text) in (1..).zip(moves) {
            let text = text.as_ref();
            line.play(text).map_err(|why| MoveListError {
                number,
                text: text.to_owned(),
                why,
            })?;
        }
        Ok(line)
    }

    /// Plays the legal move that a text names, as [`AnyGame::find_move`] reads it. Returns the move
    /// with all that it reveals to its player.
    ///
    /// # Errors
    /// When the text names no legal move; the line is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<LineMove<'_>, AnyMoveError> {
        let mv = self.end().find_move(text)?;
        Ok(self.play_move(mv))
    }

    /// Plays the choice of the player to move that a text names, with the outcome that it has in
    /// the world with this number ([`AnyGame::outcome_in`]). Returns the move with its outcome.
    ///
    /// # Errors
    /// When the text names no choice; the line is then unchanged.
    pub fn choose(&mut self, choice: &str, world: u64) -> Result<LineMove<'_>, AnyMoveError> {
        let choice = self.end().find_choice(choice)?;
        let mv = self.end().outcome_in(choice, world);
        Ok(self.play_move(mv))
    }

    /// Plays a legal move at the end of the line, and returns it with all that it reveals to its
    /// player.
    pub fn play_move(&mut self, mv: AnyMove) -> LineMove<'_> {
        let before = self.end();
        let mv = before.observed_by(before.last_turn(), mv);
        let after = before.after(mv);
        self.moves.push(mv);
        self.positions.push(after);
        self.line_move(self.moves.len() - 1)
    }

    /// Plays `plies` random moves at the end of the line; fewer if the game ends.
    pub fn play_at_random(&mut self, plies: usize, rng: &mut impl Rng) {
        for _ in 0..plies {
            let Some(mv) = self.end().random_move(rng) else {
                break;
            };
            self.play_move(mv);
        }
    }

    /// Keeps the first `plies` moves and undoes all others; does nothing if there are no others.
    pub fn truncate(&mut self, plies: usize) {
        self.moves.truncate(plies);
        self.positions.truncate(plies + 1);
    }

    /// Position before the first move.
    pub fn start(&self) -> &AnyGame {
        &self.positions[0]
    }

    /// Position after the last move.
    pub fn end(&self) -> &AnyGame {
        self.positions.last().expect("a line has a first position")
    }

    /// All positions in order: index `n` has the position after `n` moves.
    pub fn positions(&self) -> &[AnyGame] {
        &self.positions
    }

    /// All moves in order, each with the positions before and after it.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = LineMove<'_>> + ExactSizeIterator {
        (0..self.moves.len()).map(|index| self.line_move(index))
    }

    /// Notations of all moves in order, each with all that the move reveals to its player.
    pub fn notation(&self) -> Vec<String> {
        self.moves().map(|played| played.text()).collect()
    }

    fn line_move(&self, index: usize) -> LineMove<'_> {
        let before = &self.positions[index];
        let after = &self.positions[index + 1];
        LineMove {
            number: index + 1,
            before,
            mv: self.moves[index],
            after,
        }
    }
}

impl LineMove<'_> {
    /// Player who made the move.
    pub fn player(&self) -> Player {
        self.before.last_turn()
    }

    /// Notation of the move, with all that it reveals to the player who made it.
    pub fn text(&self) -> String {
        self.before.move_text(self.mv)
    }

    /// The move as this player observes it: a move of the [view](AnyGame::view) that this player
    /// has of the position before it.
    pub fn observed_by(&self, player: Player) -> AnyMove {
        self.before.observed_by(player, self.mv)
    }
}
