//! The base game of *Hey, That's My Fish!*: [`Position`] and its rules, [`Move`]s, what tiles are [worth](Value),
//! [dealing](deal()), and the notation of positions and moves.
//!
//! Rules are cited by the numbers that they have in `docs/rules.md`; the notation is that of `docs/notation.md`.
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

mod count;
mod deal;
mod draw;
mod find;
mod ice;
mod legality;
mod mv;
mod notation;
mod position;
mod random;
mod value;
mod zobrist;

pub use deal::{Dealing, deal, deal_tiles, penguins_each, place_at_random};
pub use draw::{Cell, draw, draw_players, standing};
pub use find::NoSuchMove;
pub use legality::IllegalMove;
pub use mv::{Move, MoveError};
pub use notation::{
    Description, Field, PositionError, Problem, TakenBounds, is_order_of_placing, read_hand, read_rows, read_taken,
    read_turn,
};
pub use position::Position;
pub use value::{Value, worth};
