//! Positions as text, as `docs/notation.md` defines it.

mod error;
mod fields;
mod print;
mod read;
mod rows;

pub use error::{PositionError, Problem};
pub use fields::Field;
use floe_game::Player;
use floe_hex::HexSet;
pub use read::{TakenBounds, is_order_of_placing, read_hand, read_taken, read_turn};
pub use rows::read_rows;

use crate::Value;

/// What a position line says, before the rules have been asked about it.
///
/// To read one, [`parse`](str::parse) the line. All that a reader refuses has been refused then, but a player
/// to move may be unable to: [`Position::new`](crate::Position::new) lets it retire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// How many players, 2 to 4.
    pub players: usize,
    /// The tiles with one, with two and with three fish, those under penguins included.
    pub tiles: [HexSet; 3],
    /// Where each player's penguins stand.
    pub penguins: [HexSet; Player::MAX],
    /// Whose turn it is.
    pub turn: Player,
    /// What each player has taken.
    pub taken: [Value; Player::MAX],
    /// How many penguins each player has still to place.
    pub hand: [u8; Player::MAX],
}
