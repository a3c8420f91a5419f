//! Positions of variants as text, as `docs/notation.md` defines it.

mod print;
mod read;
mod rows;

pub(crate) use read::{Keys, expected, read_hand, read_outline, read_taken, read_turn};
