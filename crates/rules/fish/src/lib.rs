//! The base game of *Hey, That's My Fish!*: [`Position`] and its rules, [`Move`]s, [`Value`]s of
//! tiles, [dealing](deal()), and the notation of positions and moves.
//!
//! Comments cite rules by their numbers in `docs/rules.md`; the notation is that of
//! `docs/notation.md`.
//!
//! ```
//! use floe_fish::Position;
//! use floe_game::{Counted, Game, perft};
//!
//! let text = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
//! let position: Position<2> = text.parse()?;
//! assert_eq!(perft(&position, 2), 870);
//! assert_eq!(position.to_string(), text);
//! # Ok::<(), floe_fish::PositionError>(())
//! ```

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
