use std::fmt;

use floe_game::Player;
use floe_hex::{Layout, Standard};

use crate::Position;

impl<const N: usize> fmt::Display for Position<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = Standard.geometry();
        for row in 0..geometry.rows().len() {
            if row > 0 {
                f.write_str("/")?;
            }
            geometry.row(row).into_iter().try_for_each(|hex| write!(f, "{}", self.cell(hex)))?;
        }
        let taken = list(Player::first(N).map(|player| self.taken(player).plain()));
        write!(f, " {} {taken}", self.last_turn())?;
        if self.is_placement() {
            write!(f, " {}", list(Player::first(N).map(|player| self.hand(player).to_string())))?;
        }
        Ok(())
    }
}

fn list(entries: impl Iterator<Item = String>) -> String {
    entries.collect::<Vec<_>>().join(",")
}
