//! An evaluation knows its error: beyond its futility margin searches of a few plies rarely differ
//! from it, and moves farther below the window are not searched. A deep search evaluates every
//! child to order the moves, unless the hash move cuts off first, and passes the evaluation down
//! with the move.

use floe_game::{Game, Score, TwoSided};

use crate::Payoffs;

/// Static evaluation of positions of a two-sided game: estimates the final margin without search.
/// Used where the game is not over.
///
/// The estimate must be the current margin plus a function of the rest of the position: tables keep
/// only the value of this function.
pub trait Eval<G: TwoSided> {
    /// Estimated final margin for the side to move, current margin included, in the game's scores;
    /// between -500,000 and 500,000.
    fn evaluate(&self, game: &G) -> Score;

    /// Evaluates several positions as [`evaluate`](Eval::evaluate) does, each for its own side to
    /// move, and overwrites `values`, one for each position.
    #[inline]
    fn evaluate_batch(&self, games: &[G], values: &mut [Score]) {
        for (game, value) in games.iter().zip(values) {
            *value = self.evaluate(game);
        }
    }

    /// Cheap estimate of how good a legal move is for the player to move, in the units of scores; 0
    /// by default. Searches try moves with higher estimates first.
    fn move_score(&self, _game: &G, _mv: G::Move) -> Score {
        0
    }

    /// Largest usual difference, in either direction and in the units of scores, between
    /// [`evaluate`](Eval::evaluate) and the value of a search to this depth, in plies. If
    /// `evaluate` is farther than this from the window, a selective search takes it in place of the
    /// value. `None`, the default, to search always.
    fn futility_margin(&self, _game: &G, _depth: i32) -> Option<Score> {
        None
    }
}

/// Static evaluation of positions for all players: estimates their final scores without search.
///
/// Each estimate must be the current score plus a function of the rest of the position: tables keep
/// only the value of this function.
pub trait EvalAll<G: Game> {
    /// Estimated final score of every player, current score included, by
    /// [`Player::index`](floe_game::Player::index).
    fn evaluate_all(&self, game: &G) -> Payoffs;
}

/// Source of proven results of games that are not over.
pub trait Oracle<G: Game> {
    /// Proven final margin for the side to move under best play of both sides, current margin
    /// included, in the game's scores; `None` if it is not known. Never an estimate.
    #[inline]
    fn margin(&self, _game: &G) -> Option<Score> {
        None
    }
}

/// [`Oracle`] that knows no result of any position.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl<G: Game> Oracle<G> for NoOracle {}

impl<G: TwoSided, F: Fn(&G) -> Score> Eval<G> for F {
    fn evaluate(&self, game: &G) -> Score {
        self(game)
    }
}

impl<G: Game, F: Fn(&G) -> Payoffs> EvalAll<G> for F {
    fn evaluate_all(&self, game: &G) -> Payoffs {
        self(game)
    }
}
