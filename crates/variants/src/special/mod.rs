//! **Special tiles** (3.7): tiles that teleport, exchange, break, give back and float.
//!
//! Tiles may lie outside the outline by one ring, so that a [`Board`] has more places than fit into the sets of other variants, and
//! moves have more parts: it is a position of its own.

mod board;
mod deal;
mod floe;
mod game;
mod kind;
mod legality;
mod mv;
mod places;
mod print;
mod read;
mod rules;
mod steps;

pub use board::{Board, BoardError};
pub use deal::{MOST_SPECIAL, Specials, SpecialsError};
pub use floe::Special;
pub use kind::SpecialTile;
pub use mv::{Effect, SpecialMove};
pub use places::{EachPlace, Place, Places};
pub use print::{draw_places, draw_special};
