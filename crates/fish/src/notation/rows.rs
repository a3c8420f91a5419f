use floe_game::Player;
use floe_hex::{Geometry, Hex, HexSet, Word};

use super::fields::Field;
use super::{PositionError, Problem};
use crate::penguins_each;

/// The floe as the field ROWS tells it.
#[derive(Default)]
pub(super) struct FloeTokens<'a> {
    pub(super) tiles: [HexSet; 3],
    pub(super) penguins: [HexSet; Player::MAX],
    /// The penguins again, in reading order and with their places in the line.
    tokens: Vec<(Player, Field<'a>)>,
}

impl<'a> FloeTokens<'a> {
    pub(super) fn read(field: Field<'a>, geometry: &Geometry) -> Result<FloeTokens<'a>, PositionError> {
        let mut floe = FloeTokens::default();
        read_rows(field, geometry, |hex, rest| floe.read_token(hex, rest))?;
        Ok(floe)
    }

    fn read_token(&mut self, hex: Hex, rest: &mut Field<'a>) -> Result<(), PositionError> {
        let token = *rest;
        match rest.peek() {
            Some('.') => _ = rest.next(),
            Some(digit) if digit.is_ascii_digit() => self.tiles[fish(rest)? - 1].insert(hex),
            letter => {
                let player = letter.and_then(Player::from_letter).ok_or_else(|| rest.first().error(Problem::Token))?;
                rest.next();
                self.tiles[fish(rest)? - 1].insert(hex);
                self.penguins[player.index()].insert(hex);
                self.tokens.push((player, token.until(*rest)));
            }
        }
        Ok(())
    }

    /// That the penguins are those of so many players, and no more than each of them has.
    pub(super) fn check_penguins(&self, players: usize) -> Result<(), PositionError> {
        let mut left = [penguins_each(players); Player::MAX];
        for &(player, token) in &self.tokens {
            if player.index() >= players {
                return Err(token.error(Problem::Player(Player::new(players - 1))));
            }
            let left = &mut left[player.index()];
            *left = left
                .checked_sub(1)
                .ok_or_else(|| token.error(Problem::TooManyPenguins { player, each: penguins_each(players) }))?;
        }
        Ok(())
    }

    pub(super) fn all_tiles(&self) -> HexSet {
        self.tiles[0] | self.tiles[1] | self.tiles[2]
    }

    /// The one-fish tiles without a penguin.
    pub(super) fn places(&self) -> HexSet {
        self.penguins.iter().fold(self.tiles[0], |free, &penguins| free - penguins)
    }
}

/// Reads the field ROWS, hex by hex of an outline: `read_token` takes what stands on a hex off the front of what is left of its row, which is
/// not empty.
///
/// # Errors
/// Where there are too few or too many rows, or hexes in a row; and those of `read_token`.
pub fn read_rows<'a, W: Word>(
    field: Field<'a>,
    geometry: &Geometry<W>,
    mut read_token: impl FnMut(Hex, &mut Field<'a>) -> Result<(), PositionError>,
) -> Result<(), PositionError> {
    let rows = geometry.outline_rows().len();
    let mut fields = field.split(|c| c == '/');
    for (row, row_hexes) in (1..).zip(geometry.outline_rows()) {
        let mut rest = fields.next().ok_or_else(|| field.end().error(Problem::TooFewRows { row, rows }))?;
        let hexes = row_hexes.len() as usize;
        for hex in row_hexes {
            if rest.is_empty() {
                return Err(rest.error(Problem::ShortRow { row, hexes }));
            }
            read_token(hex, &mut rest)?;
        }
        if !rest.is_empty() {
            return Err(rest.error(Problem::LongRow { row, hexes }));
        }
    }
    fields.next().map_or(Ok(()), |extra| Err(extra.error(Problem::TooManyRows(rows))))
}

/// Reads the fish of one tile.
fn fish(rest: &mut Field<'_>) -> Result<usize, PositionError> {
    let here = rest.first();
    match rest.next() {
        Some(digit @ '1'..='3') => Ok(digit as usize - '0' as usize),
        _ => Err(here.error(Problem::Fish)),
    }
}
