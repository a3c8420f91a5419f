//! The players of a match.

use floe_game::Game;

use crate::clock::Clocks;
use crate::fault::PlayFailure;
use crate::record::MoveReport;

/// A player of games of one kind in a match: an engine of this program, another program, or a
/// function.
pub trait Contestant<G: Game>: Send {
    /// Starts a new game: forgets all earlier ones, and seeds random numbers from `seed`.
    ///
    /// # Errors
    /// When the player cannot play.
    fn new_game(&mut self, seed: u64) -> Result<(), PlayFailure>;

    /// Chooses a move for the player to move in `game`, which is that player's view of a game that
    /// is not over; `history` led to it.
    ///
    /// # Errors
    /// When the player fails.
    fn choose(
        &mut self,
        game: &G,
        history: GameHistory<'_, G>,
    ) -> Result<Choice<G::Move>, PlayFailure>;
}

/// Moves that led to a position, and the clocks, as the player to move knows them.
#[derive(Clone, Copy, Debug)]
pub struct GameHistory<'a, G: Game> {
    /// Index of the game in the schedule of its match, from 0.
    pub game: u64,
    /// Text of `start` in the notation of positions (`docs/notation.md`).
    pub floe: &'a str,
    /// Position before the first move of the game, as the player who is to move now sees it.
    pub start: &'a G,
    /// Moves of all players from `start` to now, in order, as the player to move has observed them.
    pub moves: &'a [G::Move],
    /// The clocks of all players, of which that of the player to move is running; `None` in games
    /// without clocks.
    pub clocks: Option<Clocks>,
}

/// Move that a player chose, with its report on the search for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move, without an outcome of chance; the match checks that it is legal.
    pub mv: M,
    /// Report on the search for the move; empty if the player gives none.
    pub search: MoveReport,
}
