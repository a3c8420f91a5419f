use floe_game::Player;
use floe_hex::{Geometry, HexSet};

use super::fields::Field;
use super::{PositionError, Problem};

/// The floe as the field ROWS tells it, and the first mention of each player.
#[derive(Default)]
pub(super) struct Floe<'a> {
    pub(super) tiles: [HexSet; 3],
    pub(super) penguins: [HexSet; Player::MAX],
    pub(super) mentions: [Option<Field<'a>>; Player::MAX],
}

impl<'a> Floe<'a> {
    pub(super) fn read(field: Field<'a>, geometry: &Geometry) -> Result<Floe<'a>, PositionError> {
        let mut floe = Floe::default();
        let rows: Vec<Field<'a>> = field.split(|c| c == '/').collect();
        for (number, &row) in rows.iter().enumerate() {
            let Some(outline) = geometry.rows().get(number) else {
                return Err(row.error(Problem::RowCount(geometry.rows().len())));
            };
            let hexes = usize::from(outline.length);
            let wrong_length = Problem::RowLength { row: number + 1, hexes };
            let mut rest = row;
            for hex in geometry.row(number) {
                if rest.text.is_empty() {
                    return Err(rest.error(wrong_length));
                }
                let token = rest;
                if let Some(player) = rest.peek().and_then(Player::from_letter) {
                    rest.next();
                    floe.penguins[player.index()].insert(hex);
                    floe.mentions[player.index()].get_or_insert(token);
                } else if rest.peek() == Some('.') {
                    rest.next();
                    continue;
                }
                floe.tiles[fish(&mut rest)? - 1].insert(hex);
            }
            if !rest.text.is_empty() {
                return Err(rest.error(wrong_length));
            }
        }
        if rows.len() < geometry.rows().len() {
            return Err(field.end().error(Problem::RowCount(geometry.rows().len())));
        }
        Ok(floe)
    }

    pub(super) fn all_tiles(&self) -> HexSet {
        self.tiles[0] | self.tiles[1] | self.tiles[2]
    }

    /// The one-fish tiles without a penguin.
    pub(super) fn places(&self) -> HexSet {
        self.penguins.iter().fold(self.tiles[0], |free, &penguins| free - penguins)
    }
}

/// Reads the fish of one tile.
fn fish(rest: &mut Field<'_>) -> Result<usize, PositionError> {
    let here = *rest;
    match rest.next() {
        Some(digit @ '1'..='3') => Ok(digit as usize - '0' as usize),
        Some('0'..='9') => Err(here.error_here(Problem::Fish)),
        _ => Err(here.error_here(Problem::Token)),
    }
}
