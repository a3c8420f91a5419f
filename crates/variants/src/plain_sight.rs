//! What can be seen of every floe, whatever is played on it.

use floe_fish::Value;
use floe_game::Player;
use floe_hex::HexSet;

use crate::{Hidden, Outline, Variant};

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
