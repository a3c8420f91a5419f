use std::fmt;

use floe_fish::Cell;
use floe_game::{Game, Player, Turn};
use floe_hex::{Hex, Layout};

use crate::{Hidden, Kind, Rules, Variant};

/// Draws the floe and, below it, what is played, what everybody has and whose turn it is.
///
/// `paint` turns a cell and its text into what is drawn: the text itself, or with colours.
pub fn draw(position: &Variant, paint: impl Fn(Cell, String) -> String) -> String {
    let is_told = position.rules() != Rules::BASE || !position.outline().is_standard();
    drawing(position, &if is_told { legend(position) } else { String::new() }, paint)
}

/// The same of a position with hidden whales, and below it where they may be.
pub fn draw_hidden(position: &Hidden, paint: impl Fn(Cell, String) -> String) -> String {
    let mut legend = format!("Rules {}, layout {}.\n", position.rules(), position.outline().name());
    for fish in position.whales().iter() {
        let tiles = position.suspects(fish).len();
        let name = ["two", "three"][usize::from(fish == 3)];
        legend += &match tiles {
            1 => format!("A whale hides below the last {name}-fish tile.\n"),
            _ => format!("A whale hides below one of {tiles} {name}-fish tiles, each with a chance of 1 in {tiles}.\n"),
        };
    }
    if position.whales().is_empty() {
        legend += "No whale is hidden any more.\n";
    }
    drawing(&position.bare(), &(legend + "\n"), paint)
}

fn drawing(position: &Variant, legend: &str, paint: impl Fn(Cell, String) -> String) -> String {
    let mut picture = floe_hex::draw(position.outline().geometry(), |hex| {
        let (cell, token) = position.drawn(hex);
        paint(cell, token)
    });
    picture.push('\n');
    picture += legend;
    for player in Player::first(position.players()) {
        let marker = if position.turn() == Turn::Of(player) { "  <- to move" } else { "" };
        let name = paint(Cell::Penguin(player, 0), player.to_string());
        picture += &format!("{name}  {}, {}{marker}\n", has(position, player), stands(position, player));
    }
    if position.is_over() {
        picture += "The game is over.\n";
    }
    picture
}

impl Variant {
    /// What a drawing paints on a hex, and its token in two characters: of several penguins the first.
    pub fn drawn(&self, hex: Hex) -> (Cell, String) {
        let fish = self.fish(hex).max(0) as u32;
        let cell = match self.floe.owner(hex) {
            Some(player) => Cell::Penguin(player, fish),
            None if self.tiles().contains(hex) => Cell::Tile(fish),
            None => Cell::Water,
        };
        (cell, format!("{:>2}", short(self, hex)))
    }
}

/// The token of a hex in two characters: `W` for the whale, `A*` for several penguins, which the legend tells.
fn short(position: &Variant, hex: Hex) -> String {
    let token = position.token(hex);
    if position.whale() == Some(hex) {
        return if token == "." { "W".to_owned() } else { format!("W{token}") };
    }
    let owner = position.floe.owner(hex);
    match owner {
        Some(player) if token.starts_with('(') => format!("{player}*"),
        Some(player) if token.ends_with("m2") => format!("{player}-"),
        _ if token == "m2" => "-2".to_owned(),
        _ => token,
    }
}

/// What is played, and what the signs mean that are there.
fn legend(position: &Variant) -> String {
    let geometry = position.outline().geometry();
    let mut lines = vec![format!("Rules {}, layout {}.", position.rules(), position.outline().name())];
    if let Some(whale) = position.whale() {
        lines.push(format!("W: the whale, on {}.", geometry.name(whale)));
    }
    if !position.floe.open.is_empty() {
        lines.push("o: open, can be slid across and not stopped on.".to_owned());
    }
    let crowds =
        geometry.hexes().into_iter().map(|hex| (hex, position.token(hex))).filter(|(_, token)| token.starts_with('('));
    let crowds: Vec<String> = crowds.map(|(hex, token)| format!("{} {token}", geometry.name(hex))).collect();
    if !crowds.is_empty() {
        lines.push(format!("*: several penguins: {}.", crowds.join(", ")));
    }
    if position.idle() > 0 {
        lines.push(format!("{} turns in a row have taken no tile.", position.idle()));
    }
    lines.join("\n") + "\n\n"
}

fn has(position: &Variant, player: Player) -> String {
    let result = position.result(player);
    match position.rules().variant {
        Some(Kind::Survival) if position.is_over() => {
            format!("{} penguins, {:3} fish around them", result.fish, result.tiles)
        }
        Some(Kind::Survival) => format!("{} penguins", result.fish),
        _ => format!("{:3} fish, {:2} tiles", result.fish, result.tiles),
    }
}

fn stands(position: &Variant, player: Player) -> String {
    let penguins: u32 = position.penguins(player).into_iter().map(|hex| position.penguins_on(player, hex)).sum();
    match (penguins, position.hand(player)) {
        (0, 0) => "none on the floe".to_owned(),
        (1, 0) => "1 penguin".to_owned(),
        (on_floe, 0) => format!("{on_floe} penguins"),
        (on_floe, hand) => format!("{on_floe} on the floe, {hand} to place"),
    }
}

/// A drawing, so that a failing test shows the floe, and the position as text to copy.
impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{self}", draw(self, |_, text| text))
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{self}", draw_hidden(self, |_, text| text))
    }
}
