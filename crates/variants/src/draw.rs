use std::fmt;

use floe_fish::{Cell, draw_players, standing};
use floe_hex::{Hex, HexSet, Layout};

use crate::floe::FloeWord;
use crate::notation::token;
use crate::{Rules, VariantPosition, VariantRules};

/// Draws the floe, and the ring around it where a tile lies there; below, what is played, what everybody has and whose turn it is.
///
/// `paint` turns a cell and its text into what is drawn: the text itself, or with colours.
pub fn draw<V: VariantRules>(position: &VariantPosition<V>, paint: impl Fn(Cell, String) -> String) -> String {
    let picture = draw_hexes(position, |hex| {
        let (cell, token) = position.drawn(hex);
        paint(cell, token)
    });
    let (state, floe) = (&position.state, &position.floe);
    let is_told = position.rules() != Rules::BASE || !position.outline().is_standard();
    let legend = if is_told { legend(position) } else { String::new() };
    let penguins =
        |player| -> u32 { position.penguins(player).into_iter().map(|hex| position.penguins_on(player, hex)).sum() };
    let standing = |player| standing(penguins(player), position.hand(player), V::GONE);
    picture + "\n" + &legend + &draw_players(position, |player| state.has(floe, player), standing, paint)
}

/// Draws the hexes as `drawn` shows them: in two characters, or where there is a ring in three, and of the ring only what is near tiles.
pub fn draw_hexes<V: VariantRules>(position: &VariantPosition<V>, drawn: impl Fn(Hex) -> String) -> String {
    let geometry = position.geometry();
    if !V::Word::HAS_RING {
        return floe_hex::draw(geometry, drawn);
    }
    let shown = geometry.outline() | position.tiles();
    let rows = geometry.rows();
    let left = rows.iter().map(|row| row.indent).min().unwrap_or_default();
    let indent = |row: usize| " ".repeat(3 * usize::from(rows[row].indent - left));
    let near: Vec<usize> = (0..rows.len()).filter(|&row| !(geometry.row(row) & shown).is_empty()).collect();
    let letters = |row: usize| -> String {
        let is_ring = row == 0 || row + 1 == rows.len();
        let letter =
            |hex| if is_ring || shown.contains(hex) { geometry.name(hex)[..1].to_owned() } else { String::new() };
        let letters: String = geometry.row(row).into_iter().map(|hex| format!("{:>6}", letter(hex))).collect();
        format!("  {}{letters}", indent(row))
    };
    let cells = |row: usize| -> String {
        let cell = |hex| if shown.contains(hex) { "   ".to_owned() + &drawn(hex) } else { " ".repeat(6) };
        format!("{row:2}{}{}", indent(row), geometry.row(row).into_iter().map(cell).collect::<String>())
    };
    let (first, last) = (near[0], near[near.len() - 1]);
    let lines = [letters(first)].into_iter().chain(near.into_iter().map(cells)).chain([letters(last)]);
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

impl<V: VariantRules> VariantPosition<V> {
    /// What is on a hex; of several penguins the first.
    pub fn cell(&self, hex: Hex) -> Cell {
        let fish = self.fish(hex).max(0) as u32;
        match self.floe.owner(hex) {
            Some(player) => Cell::Penguin(player, fish),
            None if self.tiles().contains(hex) => Cell::Tile(fish),
            None => Cell::Water,
        }
    }

    /// What a drawing paints on a hex, and its token, as wide as drawings of this position have it: `A-` or `A-2` for a penguin on the
    /// middle that costs two.
    pub fn drawn(&self, hex: Hex) -> (Cell, String) {
        let text = self.state.drawn(&self.floe, hex, &token(&self.state, &self.floe, hex));
        let width = if V::Word::HAS_RING { 3 } else { 2 };
        let short = match text.strip_suffix("m2") {
            Some(owner) if width == 2 && !owner.is_empty() => format!("{owner}-"),
            Some(owner) => format!("{owner}-2"),
            None => text,
        };
        (self.cell(hex), format!("{short:>width$}"))
    }
}

/// What is played, and what the signs mean that are there.
fn legend<V: VariantRules>(position: &VariantPosition<V>) -> String {
    let (state, floe) = (&position.state, &position.floe);
    let mut lines = vec![format!("Rules {}, layout {}.", position.rules(), position.outline().name())];
    lines.extend(state.signs(floe));
    let open: HexSet<V::Word> = floe.open - floe.tiles;
    if !open.is_empty() {
        lines.push("o: open, can be slid across and not stopped on.".to_owned());
    }
    lines.extend(state.remarks(floe));
    lines.join("\n") + "\n\n"
}

/// A drawing, so that a failing test shows the floe, and the position as text to copy.
impl<V: VariantRules> fmt::Debug for VariantPosition<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{self}", draw(self, |_, text| text))
    }
}
