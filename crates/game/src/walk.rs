use rand::{Rng, RngExt};

use crate::Game;

/// A game that can draw a legal move at random, each with the same chance, faster than from a list.
pub trait Sampled: Game {
    /// A legal move, every one equally likely; none when the game is over.
    fn random_move(&self, rng: &mut impl Rng) -> Option<Self::Move> {
        let moves = self.moves();
        if moves.is_empty() { None } else { Some(moves[rng.random_range(0..moves.len())]) }
    }

    /// The end of the game after random moves.
    #[must_use]
    fn playout(&self, rng: &mut impl Rng) -> Self {
        let mut game = *self;
        while let Some(mv) = game.random_move(rng) {
            game.play(mv);
        }
        game
    }
}

/// The position after up to `plies` random moves; fewer where the game ends earlier.
pub fn walk<G: Sampled>(game: &G, plies: usize, rng: &mut impl Rng) -> G {
    let mut game = *game;
    for _ in 0..plies {
        let Some(mv) = game.random_move(rng) else { break };
        game.play(mv);
    }
    game
}
