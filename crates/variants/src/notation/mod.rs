//! Positions of variants as text, as `docs/notation.md` defines it: the fields of the base game, and keys.

mod keys;
mod read;

use std::fmt;

use floe_fish::{Field, PositionError, Problem};
use floe_game::Player;
use floe_hex::{Hex, Layout};
pub use keys::Keys;
pub(crate) use read::{read_player, stand};

use crate::{Floe, Rules, VariantPosition, VariantRules};

pub(crate) fn expected<T>(field: Field<'_>, what: &impl ToString) -> Result<T, PositionError> {
    Err(field.error(Problem::Variant(what.to_string())))
}

/// What is on a hex, as it is written: `2`, `B2`, `(AAB)3`, `t1`, `.`.
pub(crate) fn token<V: VariantRules>(state: &V, floe: &Floe<V::Word>, hex: Hex) -> String {
    if !floe.tiles.contains(hex) {
        return if floe.open.contains(hex) { "o" } else { "." }.to_owned();
    }
    let tile = state.own_tile(floe, hex).unwrap_or_else(|| match floe.fish(hex) {
        -2 => "m2".to_owned(),
        fish => fish.to_string(),
    });
    let of = |player: Player| player.to_string().repeat(state.penguins_on(floe, player, hex) as usize);
    let letters: String = floe.all_players().map(of).collect();
    if letters.len() > 1 { format!("({letters}){tile}") } else { letters + &tile }
}

impl<V: VariantRules> fmt::Display for VariantPosition<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.outline().is_standard() {
            write!(f, "{}:", self.outline().name())?;
        }
        for (index, row) in self.geometry().outline_rows().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            row.into_iter().try_for_each(|hex| f.write_str(&token(&self.state, &self.floe, hex)))?;
        }
        let list = |entry: &dyn Fn(Player) -> String| self.floe.all_players().map(entry).collect::<Vec<_>>().join(",");
        write!(f, " {} {}", self.last_turn(), list(&|player| self.floe.taken[player.index()].plain()))?;
        if self.is_placement() {
            write!(f, " {}", list(&|player| self.hand(player).to_string()))?;
        }
        if self.rules() != Rules::BASE {
            write!(f, " rules={}", self.rules())?;
        }
        f.write_str(&self.state.written_keys(&self.floe))
    }
}
