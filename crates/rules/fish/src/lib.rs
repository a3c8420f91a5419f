#![doc = include_str!("../README.md")]
//!
//! [`Position`] knows the rules, and [`deal()`] deals a floe. Comments cite rules by their numbers
//! in `docs/rules.md`; the notation is that of `docs/notation.md`.
//!
#![doc = include_str!("../processor.md")]

mod board;
mod deal;
mod draw;
mod legality;
mod mv;
mod notation;
mod position;
mod value;
mod zobrist;

pub use board::Board;
pub use deal::{Dealing, deal, deal_tiles, deal_with, penguins_each, place_at_random};
pub use draw::{Cell, describe_catch, describe_penguins, draw, draw_players};
pub use legality::{IllegalMove, NoSuchMove};
pub use mv::{Move, MoveError, MovePart, plain_move_text};
pub use notation::{
    Description, EXPECTED_FISH, EXPECTED_LAYOUT, EXPECTED_ROWS, EXPECTED_TAKEN, Field, HAND,
    PositionError, Problem, TAKEN, TakenBounds, at_most_penguins, at_most_tiles, check_hand,
    enough_places, read_hand, read_rows,
};
pub use position::Position;
pub use value::Value;
