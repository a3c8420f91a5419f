use std::fmt;

use floe_fish::Cell;
use floe_game::{Game, Player, Turn};

use super::floe::Special;
use super::kind::SpecialTile;
use super::places::{Place, Places};

impl Special {
    /// What is there, as it is written: `2`, `t1`, `B2`, `Bx2`, `.`.
    pub fn token(&self, place: Place) -> String {
        if !self.tiles.contains(place) {
            return if self.open.contains(place) { "o" } else { "." }.to_owned();
        }
        let tile = match (self.kind(place), self.fish(place)) {
            (Some(SpecialTile::Broken), _) => "b2".to_owned(),
            (Some(SpecialTile::Cracked), _) => "b1".to_owned(),
            (Some(kind), fish) => format!("{}{fish}", kind.letter()),
            (None, -2) => "m2".to_owned(),
            (None, fish) => fish.to_string(),
        };
        self.owner(place).map_or(String::new(), |owner| owner.to_string()) + &tile
    }

    /// The tiles outside the outline.
    fn outside(&self) -> Places {
        self.tiles - self.board.hexes()
    }

    fn list<T: ToString>(&self, entry: impl Fn(Player) -> T) -> String {
        self.all_players().map(|player| entry(player).to_string()).collect::<Vec<_>>().join(",")
    }
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (board, outline) = (self.board, self.board.outline());
        let geometry = floe_hex::Layout::geometry(outline);
        if !outline.is_standard() {
            write!(f, "{}:", floe_hex::Layout::name(outline))?;
        }
        for row in 0..geometry.rows().len() {
            if row > 0 {
                f.write_str("/")?;
            }
            geometry.row(row).into_iter().try_for_each(|hex| f.write_str(&self.token(board.place(hex))))?;
        }
        write!(f, " {} {}", self.turn, self.list(|player| self.taken(player).plain()))?;
        if self.is_placement() {
            write!(f, " {}", self.list(|player| self.hand(player)))?;
        }
        let took = |player| self.took(player).map(|count| count.to_string()).join(".");
        write!(f, " rules=special-tiles took={}", self.list(took))?;
        if !self.outside().is_empty() {
            let tile = |place| format!("{}:{}", board.name(place), self.token(place));
            write!(f, " ring={}", self.outside().into_iter().map(tile).collect::<Vec<_>>().join(","))?;
        }
        Ok(())
    }
}

/// Draws the floe, and the ring around it where a tile lies there; below, what everybody has and whose turn it is.
///
/// `paint` turns a cell and its text into what is drawn: the text itself, or with colours.
pub fn draw_special(position: &Special, paint: impl Fn(Cell, String) -> String) -> String {
    let mut picture = draw_places(position, |place| {
        let (cell, token) = position.drawn(place);
        paint(cell, token)
    });
    picture.push('\n');
    picture += &legend(position);
    for player in position.all_players() {
        let marker = if position.turn() == Turn::Of(player) { "  <- to move" } else { "" };
        let name = paint(Cell::Penguin(player, 0), player.to_string());
        let taken = position.taken(player);
        let stands = stands(position, player);
        picture += &format!("{name}  {:3} fish, {:2} tiles, {stands}{marker}\n", taken.fish, taken.tiles);
    }
    if position.is_over() {
        picture += "The game is over.\n";
    }
    picture
}

/// The rows as in other drawings, with room for the longer tokens, `drawn` in three characters; of the ring only what is near tiles.
pub fn draw_places(position: &Special, drawn: impl Fn(Place) -> String) -> String {
    let board = position.board;
    let shown = board.hexes() | position.outside();
    let rows = (0..board.rows()).filter(|&row| board.row(row).any(|place| shown.contains(place)));
    let rows: Vec<usize> = rows.collect();
    let letters = |row: usize| -> String {
        let is_ring = row == 0 || row + 1 == board.rows();
        let letter =
            |place| if is_ring || shown.contains(place) { board.name(place)[..1].to_owned() } else { String::new() };
        let letters = board.row(row).map(|place| format!("{:>6}", letter(place)));
        format!("{}{}", " ".repeat(2 + 3 * board.indent(row)), letters.collect::<String>())
    };
    let cells = |row: usize| -> String {
        let cells = board.row(row).map(|place| match shown.contains(place) {
            true => "   ".to_owned() + &drawn(place),
            false => " ".repeat(6),
        });
        format!("{row:2}{}{}", " ".repeat(3 * board.indent(row)), cells.collect::<String>())
    };
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    let lines = [letters(first)].into_iter().chain(rows.into_iter().map(cells)).chain([letters(last)]);
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

impl Special {
    /// What a drawing paints on a place, and its token in three characters: `A-2` for a penguin on the middle that costs two.
    pub fn drawn(&self, place: Place) -> (Cell, String) {
        let fish = self.fish(place).max(0) as u32;
        let cell = match self.owner(place) {
            Some(player) => Cell::Penguin(player, fish),
            None if self.tiles.contains(place) => Cell::Tile(fish),
            None => Cell::Water,
        };
        (cell, format!("{:>3}", self.token(place).replace('m', "-")))
    }
}

/// What is played, and what the signs mean that are there.
fn legend(position: &Special) -> String {
    let meaning = |kind: SpecialTile| match kind {
        SpecialTile::Teleport => "t: teleport, on to a free tile with as many fish.",
        SpecialTile::Exchange => "x: exchange, with an opponent's penguin on as many fish.",
        SpecialTile::Reversal => "r: reversal, an opponent gives back its lowest tile.",
        SpecialTile::Floating => "f: floating, moves a tile at the water.",
        SpecialTile::Broken => "b2: broken, can be slid across twice and not stopped on.",
        SpecialTile::Cracked => "b1: broken, can be slid across once and not stopped on.",
    };
    let outline = position.board.outline();
    let mut lines = vec![format!("Rules special-tiles, layout {}.", floe_hex::Layout::name(outline))];
    let there = SpecialTile::ALL.into_iter().filter(|&kind| !position.of_kind(kind).is_empty());
    lines.extend(there.map(|kind| meaning(kind).to_owned()));
    if !position.open.is_empty() {
        lines.push("o: open, can be slid across and not stopped on.".to_owned());
    }
    let outside: Vec<String> = position.outside().into_iter().map(|place| position.board.name(place)).collect();
    if !outside.is_empty() {
        lines.push(format!("Tiles outside the outline: {}.", outside.join(", ")));
    }
    lines.join("\n") + "\n\n"
}

fn stands(position: &Special, player: Player) -> String {
    match (position.penguins(player).len(), position.hand(player)) {
        (0, 0) => "retired".to_owned(),
        (1, 0) => "1 penguin".to_owned(),
        (on_floe, 0) => format!("{on_floe} penguins"),
        (on_floe, hand) => format!("{on_floe} on the floe, {hand} to place"),
    }
}

/// A drawing, so that a failing test shows the floe, and the position as text to copy.
impl fmt::Debug for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{self}", draw_special(self, |_, text| text))
    }
}
