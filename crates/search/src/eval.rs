use floe_game::{Game, Score, TwoSided};

use crate::Payoffs;

/// A guess at the final margin of a two-sided game.
///
/// What it adds to the banked margin must follow from the rest of the position alone, for tables remember that part.
pub trait Eval<G: TwoSided> {
    /// The expected final margin, what is banked included, seen from the side to move. Below 500,000 either way.
    fn evaluate(&self, game: &G) -> Score;

    /// The same of several positions, whose values take the place of what is in `values`; some can be evaluated side by side in less time.
    #[inline]
    fn evaluate_batch(&self, games: &[G], values: &mut [Score]) {
        for (game, value) in games.iter().zip(values) {
            *value = self.evaluate(game);
        }
    }

    /// How promising a move looks at first sight, to order moves by; in the units of scores.
    fn move_score(&self, _game: &G, _mv: G::Move) -> Score {
        0
    }

    /// By how much the value that a search of so many plies finds is seldom off from what `evaluate` says. None where that is not
    /// known, or so much that nothing follows from it.
    fn futility_margin(&self, _game: &G, _depth: i32) -> Option<Score> {
        None
    }
}

/// A guess at everybody's final score: what is banked, and what follows from the rest of the position alone.
pub trait EvalAll<G: Game> {
    /// The expected final scores, what is banked included. Zero or more each, but for tiles that cost something.
    fn evaluate_all(&self, game: &G) -> Payoffs;
}

/// Knows the end of some games before they are played out.
pub trait Oracle<G: Game> {
    /// The final margin under best play, what is banked included, seen from the side to move; none where that is
    /// not known. Never a guess.
    fn margin(&self, game: &G) -> Option<Score>;
}

/// Knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl<G: Game> Oracle<G> for NoOracle {
    #[inline]
    fn margin(&self, _game: &G) -> Option<Score> {
        None
    }
}

/// A function is an evaluation, which is handy in tests.
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
