use floe_game::{Chance, Game, Sampled, Veiled};
use floe_hex::{Hex, HexSet, Layout, Standard};
use rand::{Rng, RngExt};

use crate::{Move, Position};

impl<const N: usize> Position<N> {
    /// A random slide of one of the penguins on `own`, if there is any.
    #[inline]
    fn random_slide(&self, own: HexSet, free: HexSet, rng: &mut impl Rng) -> Option<(Hex, Hex)> {
        let rays = Standard.rays(own, free);
        let count = rays.count();
        if count == 0 {
            return None;
        }
        let (direction, to) = rays.nth(rng.random_range(0..count))?;
        // The nearest penguin behind is the one that slides.
        let behind = Standard.geometry().ray(to, direction.opposite()) & own;
        let (first, last) = (behind.first()?, behind.last()?);
        Some((if direction.is_forward() { last } else { first }, to))
    }
}

impl<const N: usize> Chance for Position<N> {}
impl<const N: usize> Veiled for Position<N> {}

impl<const N: usize> Sampled for Position<N> {
    #[inline]
    fn random_move(&self, rng: &mut impl Rng) -> Option<Move> {
        if self.hand(self.last_turn()) > 0 {
            let places = self.places();
            return places.nth(rng.random_range(0..places.len())).map(Move::Place);
        }
        let slide = self.random_slide(self.penguins(self.last_turn()), self.free(), rng);
        slide.map(|(from, to)| Move::Slide { from, to })
    }

    /// The same game, for the same random numbers, as [`Sampled::random_move`] plays move by move.
    #[inline]
    fn playout(&self, rng: &mut impl Rng) -> Self {
        let mut game = *self;
        while game.is_placement() {
            let place = game.random_move(rng).expect("there is a place for every penguin in hand");
            game.play(place);
        }
        // The next ply waits for nothing but the free tiles, so these are carried along: each move takes one.
        let mut free = game.free();
        let mut player = game.last_turn();
        loop {
            match game.random_slide(game.penguins(player), free, rng) {
                Some((from, to)) => {
                    game.slide(player, from, to);
                    free.remove(to);
                    game.turn = player;
                }
                None => {
                    game.retire(player);
                    if game.is_over() {
                        return game;
                    }
                }
            }
            player = Self::next(player);
        }
    }
}
