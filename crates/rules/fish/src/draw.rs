use std::fmt;

use floe_game::{Game, Player, Turn, counted};
use floe_hex::{Layout, Standard};

use crate::{Position, Value};

/// Contents of a hex of the floe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// The hex is water.
    Water,
    /// A free tile with this many fish.
    Tile(u32),
    /// A penguin of this player on a tile with this many fish.
    Penguin(Player, u32),
}

/// Writes the token of the notation of positions: `.`, `2`, `B2`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Water => f.pad("."),
            Cell::Tile(fish) => fish.fmt(f),
            Cell::Penguin(player, fish) => write!(f, "{player}{fish}"),
        }
    }
}

impl<const N: usize> Position<N> {
    /// Contents of this position at `hex`.
    pub fn cell(&self, hex: floe_hex::Hex) -> Cell {
        let owner = Player::first(N).find(|&player| self.penguins(player).contains(hex));
        match (owner, self.fish(hex)) {
            (Some(player), fish) => Cell::Penguin(player, fish),
            (None, 0) => Cell::Water,
            (None, fish) => Cell::Tile(fish),
        }
    }
}

/// Draws the floe as text, and below it a line for each player with fish and tiles taken and
/// penguins; the player to move is marked.
///
/// `paint` turns a cell and its text, two characters wide, into the text that is drawn, for example
/// with colours.
pub fn draw<const N: usize>(
    position: &Position<N>,
    paint: impl Fn(Cell, String) -> String,
) -> String {
    let geometry = Standard.geometry();
    let picture = floe_hex::draw(geometry, geometry.hexes(), |hex| {
        let cell = position.cell(hex);
        paint(cell, format!("{cell:>2}"))
    });
    let has = |player| describe_catch(position.taken(player));
    let standing = |player| {
        describe_penguins(
            position.penguins(player).len(),
            position.hand(player),
            "retired",
        )
    };
    picture + "\n" + &draw_players(position, has, standing, paint)
}

/// Lists the players, one a line, and marks the player to move. A line holds the letter of a player
/// and the texts that `has` and `standing` return for it: what the player has taken, and where its
/// penguins are. If the two texts are equal, the line holds one of them.
///
/// `paint` turns the letter, with a cell that has a penguin of the player, into the text that is
/// printed, for example with colours.
pub fn draw_players(
    position: &impl Game,
    has: impl Fn(Player) -> String,
    standing: impl Fn(Player) -> String,
    paint: impl Fn(Cell, String) -> String,
) -> String {
    let line = |player: Player| {
        let marker = if position.turn() == Turn::Of(player) {
            "  <- to move"
        } else {
            ""
        };
        let name = paint(Cell::Penguin(player, 0), player.to_string());
        let has = has(player);
        let mut standing = standing(player);
        // Where penguins are what counts, one number says both.
        standing = if has.trim_start() == standing {
            String::new()
        } else {
            format!(", {standing}")
        };
        format!("{name}  {has}{standing}{marker}\n")
    };
    Player::first(position.players()).map(line).collect()
}

/// Writes the fish and tiles that a player has taken so far, the numbers padded to three and two
/// columns: ` 31 fish, 17 tiles`.
pub fn describe_catch(taken: Value) -> String {
    format!(
        "{:3} fish, {:2} tile{}",
        taken.fish,
        taken.tiles,
        if taken.tiles == 1 { "" } else { "s" }
    )
}

/// Writes the numbers of penguins that a player has on the floe and in hand; `none` if both are 0.
pub fn describe_penguins(on_floe: u32, hand: u8, none: &str) -> String {
    match (on_floe, hand) {
        (0, 0) => none.to_owned(),
        (on_floe, 0) => counted(on_floe, "penguin"),
        (on_floe, hand) => format!("{on_floe} on the floe, {hand} to place"),
    }
}

/// Draws the position, and adds its text to copy, for failing tests.
impl<const N: usize> fmt::Debug for Position<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{self}", draw(self, |_, text| text))
    }
}
