use floe_fish::Position;
use floe_game::{Game, Player};

use crate::{VariantPosition, VariantRules};

/// What can be said of a position on a floe without knowing by which rules it is played.
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
    ([$($generics:tt)*] $position:ty) => {
        impl<$($generics)*> OnFloe for $position {
            #[inline]
            fn last_turn(&self) -> Player {
                self.last_turn()
            }

            #[inline]
            fn is_placement(&self) -> bool {
                self.is_placement()
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
    };
}
on_floe!([const N: usize] Position<N>);
on_floe!([V: VariantRules] VariantPosition<V>);
