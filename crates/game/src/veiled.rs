use rand::Rng;

use crate::{Game, Player};

/// A game of which players may not know everything.
///
/// A view is a position, too: what its player does not know is masked in it. A *world* is a position without masks that fits a view; in
/// a view all its worlds are equally likely. Where nothing is ever hidden, there is nothing to implement.
pub trait Veiled: Game {
    /// The position as `player` knows it.
    #[must_use]
    fn view(&self, _player: Player) -> Self {
        *self
    }

    /// A legal move as `player` sees it made: without what stays hidden, and with what it reveals.
    ///
    /// Playing commutes with viewing: `game.after(mv).view(player) == game.view(player).after(game.observed(mv, player))`.
    #[must_use]
    fn observed(&self, mv: Self::Move, _player: Player) -> Self::Move {
        mv
    }

    /// Calls `visit` with every world of a view, once each.
    fn for_each_world(&self, mut visit: impl FnMut(Self)) {
        visit(*self);
    }

    /// A world of a view, every one equally likely.
    #[must_use]
    fn draw_world(&self, _rng: &mut impl Rng) -> Self {
        *self
    }
}
