//! Who chooses the moves of a match.

use floe_game::Game;

use crate::clock::Clocks;
use crate::fault::Fault;

/// A player of games of one kind: an engine within this program, or another program.
pub trait Contestant<G: Game>: Send {
    /// A new game begins: what was learned in others is forgotten, and what is random follows from `seed`.
    ///
    /// # Errors
    /// When the player is not able to play it.
    fn new_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// Chooses a move of `game`, which was reached from the position `floe` by `moves` and is not over.
    ///
    /// # Errors
    /// When the player has come to grief. It has lost the game then.
    fn choose(&mut self, game: &G, past: GameHistory<'_, G>) -> Result<Choice<G::Move>, Fault>;
}

/// How a position came about, and how much time that has left.
#[derive(Clone, Copy, Debug)]
pub struct GameHistory<'a, G: Game> {
    /// The position before the first move, in its notation.
    pub floe: &'a str,
    /// The moves since.
    pub moves: &'a [G::Move],
    /// What is on the clocks, where there are any. That of the player to move runs.
    pub clocks: Option<Clocks>,
}

/// A move, and what the player said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move; where chance has a say, the choice. The runner checks that it is legal.
    pub mv: M,
    /// What it said of it; empty where it said nothing.
    pub search: crate::record::MoveReport,
}
