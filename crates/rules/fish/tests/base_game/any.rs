//! A position for any number of players, for what is the same for all of them.

use std::fmt;
use std::str::FromStr;

use floe_fish::{Description, Position, PositionError};

/// A position whose number of players is known only at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnyPosition {
    Two(Position<2>),
    Three(Position<3>),
    Four(Position<4>),
}

/// Evaluates an expression with `$position` bound to the [`Position`] of an [`AnyPosition`], for
/// any number of players.
macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::any::AnyPosition::Two($position) => $body,
            $crate::any::AnyPosition::Three($position) => $body,
            $crate::any::AnyPosition::Four($position) => $body,
        }
    };
}
pub(crate) use with_position;

impl FromStr for AnyPosition {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<AnyPosition, PositionError> {
        let description: Description = text.parse()?;
        Ok(match description.players {
            2 => AnyPosition::Two(Position::new(&description)),
            3 => AnyPosition::Three(Position::new(&description)),
            _ => AnyPosition::Four(Position::new(&description)),
        })
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, position => position.fmt(f))
    }
}
