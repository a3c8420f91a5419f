use std::fmt;
use std::str::FromStr;

use crate::{Description, Position, PositionError};

/// A position of the base game whose number of players is known only at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyPosition {
    /// Two players.
    Two(Position<2>),
    /// Three players.
    Three(Position<3>),
    /// Four players.
    Four(Position<4>),
}

/// Evaluates an expression with `$position` bound to the [`Position`] of an [`AnyPosition`], whatever its type.
///
/// ```
/// use floe_fish::{AnyPosition, with_position};
/// use floe_game::Game;
///
/// let text = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
/// let position: AnyPosition = text.parse()?;
/// assert_eq!(with_position!(position, position => position.moves().len()), 4);
/// let after: AnyPosition = with_position!(position, position => position.after(position.moves()[0]).into());
/// assert_ne!(after, position);
/// # Ok::<(), floe_fish::PositionError>(())
/// ```
#[macro_export]
macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::AnyPosition::Two($position) => $body,
            $crate::AnyPosition::Three($position) => $body,
            $crate::AnyPosition::Four($position) => $body,
        }
    };
}

impl From<Position<2>> for AnyPosition {
    fn from(position: Position<2>) -> AnyPosition {
        AnyPosition::Two(position)
    }
}

impl From<Position<3>> for AnyPosition {
    fn from(position: Position<3>) -> AnyPosition {
        AnyPosition::Three(position)
    }
}

impl From<Position<4>> for AnyPosition {
    fn from(position: Position<4>) -> AnyPosition {
        AnyPosition::Four(position)
    }
}

/// The position described, as [`Position::new`] makes it.
///
/// # Panics
/// If the description is for other than two to four players.
impl From<&Description> for AnyPosition {
    fn from(description: &Description) -> AnyPosition {
        match description.players {
            2 => Position::<2>::new(description, Default::default()).into(),
            3 => Position::<3>::new(description, Default::default()).into(),
            _ => Position::<4>::new(description, Default::default()).into(),
        }
    }
}

impl FromStr for AnyPosition {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<AnyPosition, PositionError> {
        Ok((&text.parse::<Description>()?).into())
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, position => position.fmt(f))
    }
}
