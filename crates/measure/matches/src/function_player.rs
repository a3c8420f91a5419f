use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use floe_arena::contestant::{Choice, Contestant, GameHistory};
use floe_arena::fault::{Fault, PlayFailure};
use floe_arena::record::MoveReport;
use floe_engine::{AnyGame, AnyMove, EngineGame};

/// Player whose moves a function of the caller chooses, in games of any type. Several threads call
/// it at the same time, each for another game. What it returns after `stop` is set does not count.
pub trait FunctionPlayer: Debug + Send + Sync {
    /// Name of the player in the match and its records.
    fn name(&self) -> &str;

    /// Hash of the code that the player is made of, by which records distinguish players with one
    /// name; empty if the name says all.
    fn hash(&self) -> &str;

    /// Begins a game. The player draws all its random numbers for the game from `seed`.
    ///
    /// # Errors
    /// When the player forfeits the game.
    fn new_game(&self, seed: u64, stop: &AtomicBool) -> Result<(), Fault>;

    /// Returns a legal move for the player to move; in games with chance the move has no outcome.
    /// `view` is the position as that player sees it, and `game` the index of the game in the
    /// schedule of the match, from 0.
    ///
    /// # Errors
    /// When the player forfeits the game.
    fn choose(&self, view: &AnyGame, game: u64, stop: &AtomicBool) -> Result<AnyMove, Fault>;
}

/// A function as a player in a match of one type of game.
pub(crate) struct FunctionContestant<'a> {
    pub(crate) function: Arc<dyn FunctionPlayer>,
    pub(crate) stop: &'a AtomicBool,
}

impl<G: EngineGame> Contestant<G> for FunctionContestant<'_> {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayFailure> {
        Ok(self.function.new_game(seed, self.stop)?)
    }

    fn choose(
        &mut self,
        game: &G,
        past: GameHistory<'_, G>,
    ) -> Result<Choice<G::Move>, PlayFailure> {
        let view = game.view(game.last_turn()).into();
        let mv = self
            .function
            .choose(&view, past.game, self.stop)?
            .in_game(game);
        Ok(Choice {
            mv,
            search: MoveReport::default(),
        })
    }
}
