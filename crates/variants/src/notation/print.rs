use std::fmt;

use floe_game::Player;
use floe_hex::{Hex, Layout};

use crate::{Hidden, Rules, Variant};

impl Variant {
    /// What is on a hex, as it is written: `2`, `B2`, `(AAB)3`, `.`.
    pub fn token(&self, hex: Hex) -> String {
        if !self.tiles().contains(hex) {
            return if self.floe.open.contains(hex) { "o" } else { "." }.to_owned();
        }
        let fish = match self.fish(hex) {
            -2 => "m2".to_owned(),
            fish => fish.to_string(),
        };
        let letters = self.letters(hex);
        if letters.len() > 1 { format!("({letters}){fish}") } else { letters + &fish }
    }

    /// The letters of all penguins on a hex.
    fn letters(&self, hex: Hex) -> String {
        let of = |player: Player| player.to_string().repeat(self.penguins_on(player, hex) as usize);
        self.floe.all_players().map(of).collect()
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = self.outline().geometry();
        if !self.outline().is_standard() {
            write!(f, "{}:", self.outline().name())?;
        }
        for row in 0..geometry.rows().len() {
            if row > 0 {
                f.write_str("/")?;
            }
            geometry.row(row).into_iter().try_for_each(|hex| f.write_str(&self.token(hex)))?;
        }
        let list = |entry: &dyn Fn(Player) -> String| self.floe.all_players().map(entry).collect::<Vec<_>>().join(",");
        write!(f, " {} {}", self.last_turn(), list(&|player| self.floe.taken[player.index()].plain()))?;
        if self.is_placement() {
            write!(f, " {}", list(&|player| self.hand(player).to_string()))?;
        }
        if self.rules() != Rules::BASE {
            write!(f, " rules={}", self.rules())?;
        }
        if let Some(whale) = self.whale() {
            write!(f, " whale={}", geometry.name(whale))?;
        }
        if self.idle() > 0 {
            write!(f, " idle={}", self.idle())?;
        }
        Ok(())
    }
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rules={} hidden={}", self.bare(), self.rules(), self.whales())
    }
}
