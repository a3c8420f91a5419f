use std::fmt;
use std::str::FromStr;

use floe_hex::{Geometry, Hex, HexError, Layout, Standard, leading_name};

/// Move of the player to move: a placement or a slide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Puts a penguin from the hand on the tile of this hex (1.4).
    Place(Hex),
    /// Slides a penguin from one tile to another, and takes the tile that it leaves, with its fish
    /// (1.5).
    Slide {
        /// The hex of the tile that the penguin leaves.
        from: Hex,
        /// The hex of the tile on which the penguin stops.
        to: Hex,
    },
}

/// Reason why a text does not have the form of a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column} of the move: expected {expected}; found {found}")]
pub struct MoveError {
    /// Column of the first wrong character in the text of the move, in characters, from 1.
    pub column: usize,
    /// The text found at this column, in quotes and cut to twelve characters, or `the end`.
    pub found: String,
    /// Part of a move that was expected at this column.
    pub expected: MovePart,
}

impl MoveError {
    /// The error at a column of `text`, from 1, that finds up to twelve characters there.
    fn at(text: &str, column: usize, expected: MovePart) -> MoveError {
        let rest: String = text.chars().skip(column - 1).take(12).collect();
        let found = if rest.is_empty() {
            "the end".to_owned()
        } else {
            format!("'{rest}'")
        };
        MoveError {
            column,
            found,
            expected,
        }
    }
}

/// Part of the text of a move that a reader expected and did not find.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MovePart {
    /// The name of a hex; the error says why the text found is none.
    #[error("{0}")]
    Hex(HexError),
    /// The second half of a slide, such as `-f3`, after its first hex.
    #[error("'-' and another hex, or the end")]
    Rest,
}

impl Move {
    /// Number of the move, from 1 to 4096, which no other move has.
    #[inline]
    pub const fn bits(self) -> u16 {
        match self {
            Move::Place(hex) => 1 + (hex.index() * 65) as u16,
            Move::Slide { from, to } => 1 + (from.index() * 64 + to.index()) as u16,
        }
    }

    /// The move with this number, as [`bits`](Move::bits) returns it.
    ///
    /// # Panics
    /// If `bits` is 0, or above 8192. Numbers from 4097 to 8192 are no moves.
    #[inline]
    pub const fn of_bits(bits: u16) -> Move {
        let from = (bits - 1) / 64;
        let to = (bits - 1) % 64;
        let to = Hex::new(to as usize);
        if from as usize == to.index() {
            Move::Place(to)
        } else {
            Move::Slide {
                from: Hex::new(from as usize),
                to,
            }
        }
    }

    /// Notation of the move on floes of this geometry: `c3`, `c3-f3`.
    pub fn text(self, geometry: &Geometry) -> String {
        match self {
            Move::Place(hex) => geometry.name(hex),
            Move::Slide { from, to } => format!("{}-{}", geometry.name(from), geometry.name(to)),
        }
    }

    /// Reads a move on floes of this geometry, legal or not: `c3` or `c3-f3`, as people type it,
    /// also `C3F3`.
    ///
    /// # Errors
    /// If the text does not have this form, or names a hex outside the outline.
    pub fn parse(text: &str, geometry: &Geometry) -> Result<Move, MoveError> {
        let start = leading_name(text);
        let from = geometry
            .parse_hex(start)
            .map_err(|error| MoveError::at(text, 1, MovePart::Hex(error)))?;
        let rest = &text[start.len()..];
        if rest.is_empty() {
            return Ok(Move::Place(from));
        }
        let second = start.len() + 1;
        let (end, column) = match rest.strip_prefix('-') {
            Some(end) => (end, second + 1),
            None if starts_with_hex(rest) => (rest, second),
            None => return Err(MoveError::at(text, second, MovePart::Rest)),
        };
        let to = geometry
            .parse_hex(end)
            .map_err(|error| MoveError::at(text, column, MovePart::Hex(error)))?;
        Ok(Move::Slide { from, to })
    }
}

/// Whether a text starts with a letter and a digit, like the name of a hex.
fn starts_with_hex(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && leading_name(text).len() > 1
}

/// Rewrites a move, as a person has typed it, in the form of the notation: in lower case, and with
/// the `-` that may be left out. `C3F3` becomes `c3-f3`.
pub fn plain_move_text(text: &str) -> String {
    let (from, rest) = text.split_at(leading_name(text).len());
    let hyphen = if starts_with_hex(from) && starts_with_hex(rest) {
        "-"
    } else {
        ""
    };
    format!("{from}{hyphen}{rest}").to_ascii_lowercase()
}

/// Reads the notation of the standard floe; [`Move::parse`] reads the notation of other floes.
///
/// ```
/// use floe_fish::Move;
///
/// let mv: Move = "c3-f3".parse()?;
/// assert_eq!(mv.to_string(), "c3-f3");
/// # Ok::<(), floe_fish::MoveError>(())
/// ```
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        Move::parse(text, Standard.geometry())
    }
}

/// Writes the notation of the standard floe.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text(Standard.geometry()))
    }
}
