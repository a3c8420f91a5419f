//! Positions of variants as text, as `docs/notation.md` defines it.

mod print;
mod read;
mod rows;

pub(crate) use read::{Told, read};
