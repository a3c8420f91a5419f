//! Random moves at the start of a game.

use floe_game::Chance;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::AnyGame;
use crate::{KnownGame, with_game};

/// Random moves after the deal, so that games begin from different positions. By default none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RandomStart {
    /// Whether to place all penguins at random, even if no moves follow. They are placed in any
    /// case if `plies` is not 0, or `tiles` is not `None`.
    pub placed: bool,
    /// Number of random moves after the placement; fewer if the game ends.
    pub plies: u32,
    /// Number of tiles on the floe down to which further random moves are played after `plies`,
    /// unless the game ends before; `None` for no further moves.
    pub tiles: Option<u32>,
}

impl RandomStart {
    /// Plays the random moves from a position, and returns the position after them. They depend on
    /// the position and the seed only.
    #[must_use]
    pub fn play(self, game: &AnyGame, seed: u64) -> AnyGame {
        with_game!(game, position => self.play_from(*position, seed).into())
    }

    fn play_from<G: KnownGame>(self, mut position: G, seed: u64) -> G {
        // A stream of its own, so that the deal does not depend on the moves.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        rng.jump();
        if self != RandomStart::default() {
            (0..position.in_hand()).for_each(|_| play_at_random(&mut position, seed, &mut rng));
        }
        for _ in 0..self.plies {
            if position.is_over() {
                break;
            }
            play_at_random(&mut position, seed, &mut rng);
        }
        while self.tiles.is_some_and(|most| position.tiles_left() > most) && !position.is_over() {
            play_at_random(&mut position, seed, &mut rng);
        }
        position
    }
}

/// Plays a move drawn from the sorted list of all moves; the seed decides the outcome of chance.
///
/// The method stays this plain, so that seeds keep their meaning when faster ones change.
fn play_at_random<G: Chance>(position: &mut G, seed: u64, rng: &mut impl Rng) {
    let mut choices = position.choices();
    choices.sort();
    let choice = choices[rng.random_range(0..choices.len())];
    position.play(position.outcome_in(choice, seed));
}
