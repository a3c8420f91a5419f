//! Reading of positions from one line of text, with errors that name the place.

mod error;
mod fields;

pub use error::{PositionError, Problem};
pub use fields::Field;
