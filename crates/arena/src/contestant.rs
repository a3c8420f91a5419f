//! The players of a match.

use floe_game::Game;

use crate::clock::Clocks;
use crate::fault::PlayFailure;
use crate::record::MoveReport;

/// A player of games of one kind: an engine of this program, or another program.
pub trait Contestant<G: Game>: Send {
    /// Starts a new game, clears all tables, and seeds the random numbers.
    ///
    /// # Errors
    /// When the player cannot play.
    fn new_game(&mut self, seed: u64) -> Result<(), PlayFailure>;

    /// Chooses a move of `game`, the player's view of a game that is not over and has this history.
    ///
    /// # Errors
    /// When the player fails.
    fn choose(&mut self, game: &G, history: GameHistory<'_, G>) -> Result<Choice<G::Move>, PlayFailure>;
}

/// The moves that led to a position, and the clocks, as the player to move knows them.
#[derive(Clone, Copy, Debug)]
pub struct GameHistory<'a, G: Game> {
    /// Text of the position before the first move (`docs/notation.md`).
    pub floe: &'a str,
    /// Position before the first move, as the seat that moves sees it.
    pub start: &'a G,
    /// Moves of all seats from `start` to now, in order, as the seat that moves has observed them.
    pub moves: &'a [G::Move],
    /// The clocks, if there are any. That of the player to move is running.
    pub clocks: Option<Clocks>,
}

/// Move that a player chose, with the player's report on its search.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// Move chosen, without its chance events; the match checks that it is legal.
    pub mv: M,
    /// The report on the search; empty if the player does not report.
    pub search: MoveReport,
}
