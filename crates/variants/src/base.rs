//! Positions of the base game as positions of a variant.

use floe_fish::Position;
use floe_game::{Game, Player};

use crate::{Floe, Outline, Plain, Variant, VariantPosition, VariantState};

/// The base game is the variant with the base rules on the official floe.
impl<const N: usize> From<Position<N>> for Variant {
    fn from(position: Position<N>) -> Variant {
        let mut floe = Floe::new(Outline::STANDARD, N, false);
        floe.turn = position.last_turn();
        position.tiles().into_iter().for_each(|hex| floe.lay(hex, position.fish(hex) as i32));
        for player in Player::first(position.players()) {
            let index = player.index();
            floe.penguins[index] = position.penguins(player);
            floe.taken[index] = position.taken(player);
            floe.hand[index] = position.hand(player);
        }
        VariantPosition::settled(floe, VariantState::Plain(Plain))
    }
}
