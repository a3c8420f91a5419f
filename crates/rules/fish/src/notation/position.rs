//! Text of a whole position, read and printed.

use std::fmt;
use std::str::FromStr;

use floe_game::Player;
use floe_hex::{Layout, Standard};

use super::{Description, Field, PositionError};
use crate::Position;

impl<const N: usize> FromStr for Position<N> {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Self, PositionError> {
        let description: Description = line.parse()?;
        if description.players != N {
            let taken = Field::of_line(line)
                .words()
                .nth(2)
                .expect("a position has the field TAKEN");
            return Err(taken.expected(format!("fish:tiles for each of {N} players")));
        }
        Ok(Position::new(&description))
    }
}

impl<const N: usize> fmt::Display for Position<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, hexes) in Standard.geometry().outline_rows().enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            hexes
                .into_iter()
                .try_for_each(|hex| write!(f, "{}", self.cell(hex)))?;
        }
        let taken: Vec<String> = Player::first(N)
            .map(|player| self.taken(player).plain())
            .collect();
        write!(f, " {} {}", self.last_turn(), taken.join(","))?;
        if self.is_placement() {
            let hands: Vec<String> = Player::first(N)
                .map(|player| self.hand(player).to_string())
                .collect();
            write!(f, " {}", hands.join(","))?;
        }
        Ok(())
    }
}
