//! Notation of positions, as `docs/notation.md` defines it.

mod error;
mod position;
mod read;

pub use error::{
    EXPECTED_FISH, EXPECTED_LAYOUT, EXPECTED_ROWS, EXPECTED_TAKEN, at_most_penguins, at_most_tiles,
    enough_places,
};
use floe_game::Player;
pub use floe_game::{Field, PositionError, Problem};
use floe_hex::HexSet;
pub use read::{HAND, TAKEN, TakenBounds, check_hand, read_hand, read_rows};

use crate::Value;

/// Contents of a position line of the base game; [`parse`](str::parse) reads one.
///
/// The reader rejects every invalid line. But the player to move may have no legal move:
/// [`Position::new`](crate::Position::new) lets that player retire.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Description {
    /// Number of players of the game, 2 to 4.
    pub players: usize,
    /// The hexes of the tiles with one, two and three fish, in this order; tiles under penguins
    /// included.
    pub tiles: [HexSet; 3],
    /// The hexes of each player's penguins, by [`Player::index`].
    pub penguins: [HexSet; Player::MAX],
    /// The player to move.
    pub turn: Player,
    /// Fish and tiles that each player has taken so far, by [`Player::index`].
    pub taken: [Value; Player::MAX],
    /// Number of penguins that each player still has to place, by [`Player::index`].
    pub hand: [u8; Player::MAX],
}
