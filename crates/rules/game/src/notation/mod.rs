//! Reading of positions from one line of text, with errors that name the place.

mod draft;
mod error;
mod fields;
mod keys;

pub use draft::{DraftError, DraftField, DraftPlaces, DraftReading};
pub use error::{PositionError, Problem};
pub use fields::Field;
pub use keys::{EXPECTED_TURN, KeyWords, read_turn, required_words};
