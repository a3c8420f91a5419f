use std::fmt;
use std::str::FromStr;

use floe_hex::{Geometry, Hex, Layout, Standard, leading_name};

/// What a player does at its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Puts a penguin on this tile (1.4).
    Place(Hex),
    /// Slides a penguin from one tile to another (1.5).
    Slide {
        /// Where it stood; this tile is taken.
        from: Hex,
        /// Where it stops.
        to: Hex,
    },
}

/// Why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column} of the move: found {found}, expected {expected}")]
pub struct MoveError {
    /// The character where it goes wrong, from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: &'static str,
}

impl Move {
    /// A number from 1 that tells this move from every other.
    #[inline]
    pub const fn bits(self) -> u16 {
        match self {
            Move::Place(hex) => 1 + (hex.index() * 65) as u16,
            Move::Slide { from, to } => 1 + (from.index() * 64 + to.index()) as u16,
        }
    }

    /// The move with these [bits](Move::bits).
    ///
    /// # Panics
    /// If no move has them.
    #[inline]
    pub const fn of_bits(bits: u16) -> Move {
        let (from, to) = ((bits - 1) / 64, (bits - 1) % 64);
        let to = Hex::new(to as usize);
        if from as usize == to.index() { Move::Place(to) } else { Move::Slide { from: Hex::new(from as usize), to } }
    }

    /// How the move is written on floes of this geometry: `c3`, `c3-f3`.
    pub fn text(self, geometry: &Geometry) -> String {
        match self {
            Move::Place(hex) => geometry.name(hex),
            Move::Slide { from, to } => format!("{}-{}", geometry.name(from), geometry.name(to)),
        }
    }

    /// Reads a move on floes of this geometry. Whether it is legal depends on the position.
    ///
    /// # Errors
    /// Where the text is not of the form `c3` or `c3-f3`, or names a hex outside the outline.
    pub fn parse(text: &str, geometry: &Geometry) -> Result<Move, MoveError> {
        let wrong = |column: usize, expected| {
            let rest: String = text.chars().skip(column - 1).take(12).collect();
            let found = if rest.is_empty() { "the end".to_owned() } else { format!("'{rest}'") };
            Err(MoveError { column, found, expected })
        };
        const HEX: &str = "a hex such as c3";
        let from = leading_name(text);
        let Some(first) = geometry.hex(from) else { return wrong(1, HEX) };
        let rest = &text[from.len()..];
        if rest.is_empty() {
            return Ok(Move::Place(first));
        }
        let Some(to) = rest.strip_prefix('-') else { return wrong(from.len() + 1, "- and another hex, or the end") };
        match geometry.hex(to) {
            Some(second) => Ok(Move::Slide { from: first, to: second }),
            None => wrong(from.len() + 2, HEX),
        }
    }
}

/// A move as written on the standard floe; [`Move::parse`] reads it on others.
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

/// The move as written on the standard floe.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text(Standard.geometry()))
    }
}
