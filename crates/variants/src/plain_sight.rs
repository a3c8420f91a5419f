//! What can be seen of every floe, whatever is played on it.

use floe_fish::{Position, Value};
use floe_game::{Game, Player};
use floe_hex::HexSet;

use crate::{Hidden, Outline, Special, Variant};

/// What can be said of a position without knowing what is played, by which rules and on what floe.
pub trait OnFloe: Game {
    /// The player to move; when the game is over, the one who had the last turn.
    fn last_turn(&self) -> Player;

    /// Whether penguins are still being placed.
    fn is_placement(&self) -> bool;

    /// How many penguins are still to be placed, by everybody.
    fn in_hand(&self) -> usize;

    /// How many tiles are on the floe.
    fn tiles_left(&self) -> u32;

    /// How many of them can be moved to.
    fn free_tiles(&self) -> u32;
}

macro_rules! on_floe {
    ($([$($generics:tt)*] $position:ty),*) => {$(
        impl<$($generics)*> OnFloe for $position {
            #[inline]
            fn last_turn(&self) -> Player {
                <$position>::last_turn(self)
            }

            #[inline]
            fn is_placement(&self) -> bool {
                <$position>::is_placement(self)
            }

            fn in_hand(&self) -> usize {
                Player::first(self.players()).map(|player| usize::from(self.hand(player))).sum()
            }

            fn tiles_left(&self) -> u32 {
                self.tiles().len()
            }

            #[inline]
            fn free_tiles(&self) -> u32 {
                self.free().len()
            }
        }
    )*};
}

on_floe!([const N: usize] Position<N>, [] Variant, [] Hidden, [] Special);

macro_rules! in_plain_sight {
    ($($position:ty),*) => {$(
        impl $position {
            /// The outline of the floe.
            #[inline]
            pub fn outline(&self) -> Outline {
                self.floe.outline
            }

            /// All tiles on the floe.
            #[inline]
            pub fn tiles(&self) -> HexSet {
                self.floe.tiles
            }

            /// The tiles that can be stopped on.
            #[inline]
            pub fn free(&self) -> HexSet {
                self.floe.free()
            }

            /// The fish and tiles of `hexes`.
            #[inline]
            pub fn value(&self, hexes: HexSet) -> Value {
                self.floe.value(hexes)
            }

            /// The hexes where a player has penguins.
            #[inline]
            pub fn penguins(&self, player: Player) -> HexSet {
                self.floe.own(player)
            }

            /// How many penguins a player has still to place.
            #[inline]
            pub fn hand(&self, player: Player) -> u8 {
                self.floe.hand[player.index()]
            }

            /// The player to move; when the game is over, the one who had the last turn.
            #[inline]
            pub fn last_turn(&self) -> Player {
                self.floe.turn
            }

            /// Whether penguins are still being placed.
            #[inline]
            pub fn is_placement(&self) -> bool {
                self.floe.is_placement()
            }
        }
    )*};
}

in_plain_sight!(Variant, Hidden);
