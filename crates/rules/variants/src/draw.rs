use std::fmt;

use floe_fish::{Cell, describe_penguins, draw_players};
use floe_game::Player;
use floe_hex::Hex;

use crate::draft::cell_of;
use crate::floe::FloeWord;
use crate::{Rules, VariantPosition, VariantText};

/// Draws the floe as text, with the ring around the outline where tiles lie there, and below it the
/// rules, the results and penguins of the players, and a mark at the player to move.
///
/// `paint` turns a cell and its text into the text that is drawn, for example with colours.
pub fn draw<V: VariantText>(
    position: &VariantPosition<V>,
    paint: impl Fn(Cell, String) -> String,
) -> String {
    let picture = draw_hexes(position, |hex| {
        let (cell, token) = position.drawn(hex);
        paint(cell, token)
    });
    let state = &position.state;
    let hand = &position.hand;
    let has_legend = position.rules() != Rules::BASE || !position.outline.is_standard();
    let legend = if has_legend {
        legend(position)
    } else {
        String::new()
    };
    let standing = |player: Player| {
        describe_penguins(
            position.penguin_count(player),
            hand[player.index()],
            V::GONE,
        )
    };
    picture
        + "\n"
        + &legend
        + &draw_players(
            position,
            |player| state.result_text(position, player),
            standing,
            paint,
        )
}

/// Draws the hexes of the floe as text, each by what `drawn` returns for it: two characters wide,
/// or three if the floe has a ring, of which only hexes with tiles are drawn.
pub fn draw_hexes<V: VariantText>(
    position: &VariantPosition<V>,
    drawn: impl Fn(Hex) -> String,
) -> String {
    let geometry = position.geometry();
    floe_hex::draw(geometry, geometry.outline() | position.tiles, drawn)
}

impl<V: VariantText> VariantPosition<V> {
    /// Contents of this position at `hex`; where penguins share a tile, the first player in turn
    /// order stands for all.
    pub fn cell(&self, hex: Hex) -> Cell {
        let fish = self.fish(hex).max(0) as u32;
        match self.owner(hex) {
            Some(player) => Cell::Penguin(player, fish),
            None if self.tiles.contains(hex) => Cell::Tile(fish),
            None => Cell::Water,
        }
    }

    /// Contents of this position at `hex`, and the text that shows them in a drawing, padded to the
    /// width of a hex.
    pub fn drawn(&self, hex: Hex) -> (Cell, String) {
        let text = self
            .state
            .drawn(self, hex, &cell_of(&self.state, self, hex).to_string());
        let width = if V::Word::HAS_RING { 3 } else { 2 };
        // A penguin on the middle that costs two is `A-2`, or `A-` where that is too wide.
        let short = match text.strip_suffix("m2") {
            Some(owner) if width == 2 && !owner.is_empty() => format!("{owner}-"),
            Some(owner) => format!("{owner}-2"),
            None => text,
        };
        (self.cell(hex), format!("{short:>width$}"))
    }
}

/// The rules, and the meaning of the signs in a drawing.
fn legend<V: VariantText>(position: &VariantPosition<V>) -> String {
    let mut lines = vec![format!(
        "Rules {}, layout {}.",
        position.rules(),
        position.outline.name()
    )];
    lines.extend(position.state.legend(position));
    if !(position.open - position.tiles).is_empty() {
        lines.push("o: open, can be slid across and not stopped on.".to_owned());
    }
    if position.tiles.into_iter().any(|hex| position.fish(hex) < 0) {
        lines.push("m2: a tile worth -2 fish; a penguin of A on it is A- or A-2.".to_owned());
    }
    let done = if position.rules().variant.takes_tiles() {
        "taken"
    } else {
        "removed"
    };
    match position.idle {
        0 => {}
        1 => lines.push(format!("1 turn has {done} no tile.")),
        idle => lines.push(format!("{idle} turns in a row have {done} no tile.")),
    }
    lines.extend(position.state.details(position));
    lines.join("\n") + "\n\n"
}

/// Draws the position, and adds its text to copy.
impl<V: VariantText> fmt::Debug for VariantPosition<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{self}", draw(self, |_, text| text))
    }
}
