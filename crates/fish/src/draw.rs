use std::fmt;

use floe_game::{Game, Player, Turn};
use floe_hex::{Layout, Standard};

use crate::Position;

/// What a drawing shows on one hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Water.
    Water,
    /// A free tile with so many fish.
    Tile(u32),
    /// A player's penguin on a tile with so many fish.
    Penguin(Player, u32),
}

/// As in positions: `.`, `2`, `B2`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Water => write!(f, "."),
            Cell::Tile(fish) => write!(f, "{fish}"),
            Cell::Penguin(player, fish) => write!(f, "{player}{fish}"),
        }
    }
}

impl<const N: usize> Position<N> {
    /// What is on a hex.
    pub fn cell(&self, hex: floe_hex::Hex) -> Cell {
        let owner = Player::first(N).find(|&player| self.penguins(player).contains(hex));
        match (owner, self.fish(hex)) {
            (Some(player), fish) => Cell::Penguin(player, fish),
            (None, 0) => Cell::Water,
            (None, fish) => Cell::Tile(fish),
        }
    }
}

/// Draws the floe and, below it, what everybody has and whose turn it is.
///
/// `paint` turns a cell and its text, two characters wide, into what is drawn: the text itself, or with colours.
pub fn draw<const N: usize>(position: &Position<N>, paint: impl Fn(Cell, String) -> String) -> String {
    let picture = floe_hex::draw(Standard.geometry(), |hex| {
        let cell = position.cell(hex);
        let text = match cell {
            Cell::Penguin(..) => cell.to_string(),
            _ => format!(" {cell}"),
        };
        paint(cell, text)
    });
    let has = |player| {
        let taken = position.taken(player);
        format!("{:3} fish, {:2} tiles", taken.fish, taken.tiles)
    };
    let standing = |player| standing(position.penguins(player).len(), position.hand(player), "retired");
    picture + "\n" + &draw_players(position, has, standing, paint)
}

/// Lists what everybody has, where its penguins are, and whose turn it is.
pub fn draw_players(
    position: &impl Game,
    has: impl Fn(Player) -> String,
    standing: impl Fn(Player) -> String,
    paint: impl Fn(Cell, String) -> String,
) -> String {
    let line = |player: Player| {
        let marker = if position.turn() == Turn::Of(player) { "  <- to move" } else { "" };
        let name = paint(Cell::Penguin(player, 0), player.to_string());
        format!("{name}  {}, {}{marker}\n", has(player), standing(player))
    };
    let lines: String = Player::first(position.players()).map(line).collect();
    lines + if position.is_over() { "The game is over.\n" } else { "" }
}

/// The penguins of a player in words, those still in hand too; `none` where it has none any more.
pub fn standing(on_floe: u32, hand: u8, none: &str) -> String {
    match (on_floe, hand) {
        (0, 0) => none.to_owned(),
        (1, 0) => "1 penguin".to_owned(),
        (on_floe, 0) => format!("{on_floe} penguins"),
        (on_floe, hand) => format!("{on_floe} on the floe, {hand} to place"),
    }
}

/// A drawing, so that a failing test shows the floe, and the position as text to copy.
impl<const N: usize> fmt::Debug for Position<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{self}", draw(self, |_, text| text))
    }
}
