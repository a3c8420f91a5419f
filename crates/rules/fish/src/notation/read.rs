use std::str::FromStr;

use floe_game::{EXPECTED_TURN, Player, read_turn};
use floe_hex::{Geometry, Hex, Layout, Standard, Word};

use super::{
    Description, EXPECTED_FISH, EXPECTED_LAYOUT, EXPECTED_ROWS, EXPECTED_TAKEN, Field,
    PositionError, Problem, at_most_penguins, at_most_tiles, enough_places,
};
use crate::{Value, penguins_each};

impl FromStr for Description {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Description, PositionError> {
        let line = Field::of_line(line);
        let words: Vec<Field<'_>> = line.words().collect();

        // Only TAKEN gives the number of players; without it penguins are not checked.
        let players = words
            .get(2)
            .map_or(0, |taken| taken.split(|c| c == ',').count());
        let mut read = Description {
            players,
            ..Description::default()
        };
        let rows = without_layout(line.required_word(0, EXPECTED_ROWS)?)?;
        read_rows(rows, Standard.geometry(), |hex, rest| {
            read.read_token(hex, rest)
        })?;
        let turn_field = line.required_word(1, EXPECTED_TURN)?;
        read.turn = read_turn(turn_field)?;
        let taken_field = line.required_word(2, EXPECTED_TAKEN)?;
        read.check_player(read.turn, turn_field)?;
        let hexes = Standard.geometry().hexes().len();
        let bounds = TakenBounds {
            hexes,
            most_fish: 3,
            tile_fish: 3,
            costs: 0,
            nothing: None,
        };
        let on_floe = read.tiles.iter().map(|tiles| tiles.len()).sum();
        read.taken = read_taken(taken_field, on_floe, &bounds)?;
        match words.get(3).copied() {
            Some(word) if word.text().contains('=') => return Err(unexpected(word)),
            Some(word) if word.text() != "-" => {
                read.hand = read_hand(word, players, read.turn, |player| {
                    read.penguins[player.index()].len() as u8
                })?;
                let places = read
                    .penguins
                    .iter()
                    .fold(read.tiles[0], |places, &penguins| places - penguins);
                let penguins = read.hand.iter().map(|&left| u32::from(left)).sum();
                let free = places.len();
                if penguins > free {
                    return Err(word.expected(enough_places(penguins, free)));
                }
            }
            _ => {}
        }
        words.get(4).map_or(Ok(read), |&word| Err(unexpected(word)))
    }
}

const TOKEN: &str = "a tile (1-3), water (.), or a penguin (A-D) with the fish of its tile";

impl Description {
    /// Takes the token of a hex off the front of its row.
    fn read_token(&mut self, hex: Hex, row: &mut Field<'_>) -> Result<(), PositionError> {
        let token = *row;
        match row.peek() {
            Some('.') => _ = row.next(),
            Some(digit) if digit.is_ascii_digit() => self.tiles[read_fish(row)? - 1].insert(hex),
            letter => {
                let player = letter
                    .and_then(Player::from_letter)
                    .ok_or_else(|| row.first().expected(TOKEN))?;
                row.next();
                self.tiles[read_fish(row)? - 1].insert(hex);
                self.penguins[player.index()].insert(hex);
                self.check_player(player, token.until(*row))?;
            }
        }
        Ok(())
    }

    /// Checks that a player takes part in the game and has no more than all of its penguins on the
    /// floe, if there are two to four players.
    fn check_player(&self, player: Player, field: Field<'_>) -> Result<(), PositionError> {
        if !(2..=Player::MAX).contains(&self.players) {
            return Ok(());
        }
        let last = Player::new(self.players - 1);
        let each = penguins_each(self.players);
        if player > last {
            return Err(field.error(Problem::Player(last)));
        }
        let has_too_many = self.penguins[player.index()].len() > u32::from(each);
        if has_too_many {
            Err(field.expected(at_most_penguins(player, each)))
        } else {
            Ok(())
        }
    }
}

fn read_fish(rest: &mut Field<'_>) -> Result<usize, PositionError> {
    let here = rest.first();
    match rest.next() {
        Some(digit @ '1'..='3') => Ok(digit as usize - '0' as usize),
        _ => Err(here.expected(EXPECTED_FISH)),
    }
}

/// Reads the layout that may stand before the rows, with a colon.
fn without_layout(field: Field<'_>) -> Result<Field<'_>, PositionError> {
    let Some((name, rows)) = field.split_once(':') else {
        return Ok(field);
    };
    match name.text() {
        "standard" => Ok(rows),
        text if matches!(text, "setup-1" | "setup-2") || text.starts_with("rows(") => {
            Err(name.expected("the layout 'standard', the only one of the base game"))
        }
        _ => Err(name.expected(EXPECTED_LAYOUT)),
    }
}

/// Reads the field ROWS of a position line, hex by hex of the outline in reading order.
/// `read_token` is called for each hex with the rest of its row, which is not empty, and takes the
/// token of the hex off the front.
///
/// # Errors
/// If the number of rows, or of hexes in a row, is wrong; and the errors of `read_token`.
pub fn read_rows<'a, W: Word>(
    field: Field<'a>,
    geometry: &Geometry<W>,
    mut read_token: impl FnMut(Hex, &mut Field<'a>) -> Result<(), PositionError>,
) -> Result<(), PositionError> {
    let rows = geometry.outline_rows().len();
    let mut fields = field.split(|c| c == '/');
    for (row, row_hexes) in (1..).zip(geometry.outline_rows()) {
        let mut rest = fields
            .next()
            .ok_or_else(|| field.end().expected(format!("'/' and row {row} of {rows}")))?;
        let hexes = row_hexes.len() as usize;
        for hex in row_hexes {
            if rest.is_empty() {
                return Err(rest.expected(format!("another hex, since row {row} has {hexes}")));
            }
            read_token(hex, &mut rest)?;
        }
        if !rest.is_empty() {
            return Err(rest.expected(format!("the end of row {row} after {hexes} hexes")));
        }
    }
    fields.next().map_or(Ok(()), |extra| {
        Err(extra.expected(format!("at most {rows} rows")))
    })
}

/// Bounds of the fish and tiles that the players can have taken by the rules of a game, to check
/// the field TAKEN.
#[derive(Clone, Copy, Debug)]
pub struct TakenBounds {
    /// Number of hexes of the outline, the maximum number of its tiles.
    pub hexes: u32,
    /// Maximum number of fish on a tile in any game on a floe.
    pub most_fish: u32,
    /// Maximum number of fish on a tile in the game whose position is read.
    pub tile_fish: u32,
    /// Maximum number of fish by which a player with at least one tile can be below one fish for
    /// each tile, because this game can cost fish.
    pub costs: u32,
    /// Text that an error expects if the rules of this game let no player take anything; `None` if
    /// players can.
    pub nothing: Option<&'static str>,
}

/// Reads the field TAKEN of a position line: the fish and tiles that two to four players have
/// taken, by [`Player::index`]; zero for players who are not in the game. `on_floe` is the number
/// of tiles left on the floe.
///
/// # Errors
/// If the field is malformed, or no game can lead to it within `bounds`.
pub fn read_taken(
    field: Field<'_>,
    on_floe: u32,
    bounds: &TakenBounds,
) -> Result<[Value; Player::MAX], PositionError> {
    let hexes = bounds.hexes;
    let mut taken = [Value::default(); Player::MAX];
    let mut all_tiles = on_floe;
    let mut players = 0;
    for entry in field.split(|c| c == ',') {
        let value = taken
            .get_mut(players)
            .ok_or_else(|| entry.expected("at most four players"))?;
        let (fish_field, tiles_field) = entry
            .split_once(':')
            .ok_or_else(|| entry.expected("fish:tiles for each player, separated by commas"))?;
        let tiles = tiles_field.number("tiles", hexes);
        let fish = read_taken_fish(fish_field, tiles.as_ref().ok().copied(), bounds)?;
        let tiles = tiles?;
        if let Some(nothing) = bounds.nothing.filter(|_| (fish, tiles) != (0, 0)) {
            return Err(entry.expected(nothing));
        }
        all_tiles += tiles;
        if all_tiles > hexes {
            return Err(tiles_field.expected(at_most_tiles(hexes, on_floe)));
        }
        *value = Value {
            fish,
            tiles: tiles as i32,
        };
        players += 1;
    }
    if players < 2 {
        Err(field
            .end()
            .expected("',' and fish:tiles of a second player"))
    } else {
        Ok(taken)
    }
}

/// Reads the fish that a player has taken, and checks them if the number of tiles could be read.
fn read_taken_fish(
    field: Field<'_>,
    tiles: Option<u32>,
    bounds: &TakenBounds,
) -> Result<i32, PositionError> {
    let known = tiles.unwrap_or_default();
    let least = known as i32 - if known > 0 { bounds.costs as i32 } else { 0 };
    let most = (bounds.tile_fish * known) as i32;
    let fish = match field.text().strip_prefix('-').filter(|_| least < 0) {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().ok().map(|fish: i32| -fish)
        }
        Some(_) => None,
        None => Some(field.number("fish", bounds.most_fish * bounds.hexes)? as i32),
    };
    let fits = fish.filter(|fish| tiles.is_none() || (least..=most).contains(fish));
    let unit = if known == 1 { "tile" } else { "tiles" };
    fits.ok_or_else(|| field.expected(format!("{least} to {most} fish for {known} {unit}")))
}

/// The error for a word after the last field: the base game has no keys.
fn unexpected(word: Field<'_>) -> PositionError {
    match word.text().split_once('=') {
        None => word.error(Problem::ExtraField),
        Some(("rules", _)) => word.expected("the base game, written without 'rules='"),
        Some(_) => word.expected("no key in the base game"),
    }
}

/// Reads the field of a position line with the numbers of penguins that the players have in hand,
/// separated by commas, in turn order from A. Returns them by [`Player::index`]; zero for players
/// who are not in the game. The field must not be `-`, which callers read themselves.
///
/// `on_floe` returns the number of penguins that a player has on the floe; with those in hand they
/// may be at most [`penguins_each`].
///
/// # Errors
/// If the field is malformed, if a player has too many penguins, or if placing in turn cannot lead
/// to these numbers with `turn` to move.
///
/// # Panics
/// If `players` is not 2 to 4.
pub fn read_hand(
    field: Field<'_>,
    players: usize,
    turn: Player,
    on_floe: impl Fn(Player) -> u8,
) -> Result<[u8; Player::MAX], PositionError> {
    let each = penguins_each(players);
    let mut hand = [0; Player::MAX];
    let expected =
        format!("'-', or the penguins in hand of each of {players} players, separated by commas");
    let mut entries = field.split(|c| c == ',');
    for player in Player::first(players) {
        let entry = entries
            .next()
            .ok_or_else(|| field.end().expected(expected.clone()))?;
        let in_hand = entry.number("penguins in hand", u32::from(each))? as u8;
        if on_floe(player) + in_hand > each {
            return Err(entry.expected(at_most_penguins(player, each)));
        }
        hand[player.index()] = in_hand;
    }
    if let Some(extra) = entries.next() {
        return Err(extra.expected(expected));
    }
    if is_order_of_placing(&hand[..players], turn) {
        Ok(hand)
    } else {
        Err(field.expected(
            "hands that differ by at most one, the larger ones from the player to move on",
        ))
    }
}

/// Whether placing in turn leads to these penguins in hand, with `turn` the next player: numbers
/// that do not rise in the order of turns and differ by at most one.
fn is_order_of_placing(hand: &[u8], turn: Player) -> bool {
    let mut round = turn.round(hand.len()).map(|player| hand[player.index()]);
    let most = round.next().unwrap_or_default();
    let mut least = most;
    round.all(|left| {
        let fits = left <= least && most - left <= 1;
        least = left;
        fits
    })
}
