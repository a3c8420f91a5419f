use floe_game::{Game, Score, TwoSided};

use crate::Payoffs;

/// Static evaluation of a two-sided game: estimates the final margin.
///
/// The estimate must be the current margin plus a function of the rest of the position: tables keep only the latter.
pub trait Eval<G: TwoSided> {
    /// Expected final margin for the side to move, current margin included; between -500,000 and 500,000.
    fn evaluate(&self, game: &G) -> Score;

    /// Evaluates several positions and overwrites `values` with the results.
    #[inline]
    fn evaluate_batch(&self, games: &[G], values: &mut [Score]) {
        for (game, value) in games.iter().zip(values) {
            *value = self.evaluate(game);
        }
    }

    /// Cheap score to order a move by, in the units of scores.
    fn move_score(&self, _game: &G, _mv: G::Move) -> Score {
        0
    }

    /// Margin that the value of a search of this depth, in plies, seldom differs by from `evaluate`; `None` to search
    /// anyway.
    fn futility_margin(&self, _game: &G, _depth: i32) -> Option<Score> {
        None
    }
}

/// Static evaluation for all players: estimates final scores, each the current score plus a function of the rest of the
/// position.
pub trait EvalAll<G: Game> {
    /// Expected final scores, current scores included.
    fn evaluate_all(&self, game: &G) -> Payoffs;
}

/// Source of proven results of games that are not over.
pub trait Oracle<G: Game> {
    /// Final margin for the side to move under best play, current margin included; `None` if not known. Never an
    /// estimate.
    #[inline]
    fn margin(&self, _game: &G) -> Option<Score> {
        None
    }
}

/// Oracle that knows nothing.
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
