use std::str::FromStr;

use floe_game::{DraftError, DraftField, DraftPlaces, EXPECTED_TURN, Player, read_turn};
use floe_hex::{Geometry, Hex, Layout, Standard, Word};

use super::{
    Description, EXPECTED_FISH, EXPECTED_LAYOUT, EXPECTED_ROWS, EXPECTED_TAKEN, Field,
    PositionError, Problem, at_most_penguins, at_most_tiles, enough_places,
};
use crate::{Value, penguins_each};

/// The field TAKEN of a draft of a floe.
pub const TAKEN: DraftField = DraftField::named("taken");
/// The field HAND of a draft of a floe.
pub const HAND: DraftField = DraftField::named("hand");
/// Part of an entry of [`TAKEN`] with the fish.
const FISH: usize = 0;
/// Part of an entry of [`TAKEN`] with the tiles.
const TILES: usize = 1;

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
        read_rows(rows, Standard.geometry(), |step| {
            let (hex, rest) = step?;
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
        let mut places = DraftPlaces::of_line(line);
        let (taken, mistake) = bounds.read(taken_field, &mut places);
        places.leftmost(mistake, bounds.check(&taken, on_floe))?;
        read.taken = by_player(&taken);
        match words.get(3).copied() {
            Some(word) if word.text().contains('=') => return Err(unexpected(word)),
            Some(word) if word.text() != "-" => {
                let on_floe = |player: Player| read.penguins[player.index()].len() as u8;
                let (hand, mistake) = read_hand(word, players, &mut places);
                let checked = check_hand(&hand, players, read.turn, on_floe);
                places.leftmost(mistake, checked)?;
                read.hand = by_player(&hand);
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

/// Reads the field ROWS of a position line, hex by hex of the outline in reading order. `visit` is
/// called for each hex with the rest of its row, which is not empty, and takes the token of the hex
/// off the front. If the number of rows, or of hexes in a row, is wrong, `visit` is also called
/// with that mistake, which it may ignore.
///
/// # Errors
/// If `visit` returns an error: that error.
pub fn read_rows<'a, W: Word>(
    field: Field<'a>,
    geometry: &Geometry<W>,
    mut visit: impl FnMut(Result<(Hex, &mut Field<'a>), PositionError>) -> Result<(), PositionError>,
) -> Result<(), PositionError> {
    let rows = geometry.outline_rows().len();
    let mut fields = field.split(|c| c == '/');
    for (row, row_hexes) in (1..).zip(geometry.outline_rows()) {
        let Some(mut rest) = fields.next() else {
            return visit(Err(field
                .end()
                .expected(format!("'/' and row {row} of {rows}"))));
        };
        let hexes = row_hexes.len() as usize;
        for hex in row_hexes {
            if rest.is_empty() {
                visit(Err(rest.expected(format!(
                    "another hex, since row {row} has {hexes}"
                ))))?;
                break;
            }
            visit(Ok((hex, &mut rest)))?;
        }
        if !rest.is_empty() {
            visit(Err(rest.expected(format!(
                "the end of row {row} after {hexes} hexes"
            ))))?;
        }
    }
    fields.next().map_or(Ok(()), |extra| {
        visit(Err(extra.expected(format!("at most {rows} rows"))))
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
    /// Number of fish that this game can cost a player, in all: a player with `tiles` tiles, one or
    /// more, has at least `tiles - costs` fish.
    pub costs: u32,
    /// Text that an error expects if the rules of this game let no player take anything; `None` if
    /// players can.
    pub nothing: Option<&'static str>,
}

impl TakenBounds {
    /// Reads the field TAKEN, which has an entry for each player, and adds the places of its
    /// entries to `places`. Returns the fish and tiles of the players, by [`Player::index`], and
    /// the mistake in the first entry that cannot be read. That player and all after it have taken
    /// nothing then.
    pub fn read<'a>(
        &self,
        field: Field<'a>,
        places: &mut DraftPlaces<'a>,
    ) -> (Vec<Value>, Option<PositionError>) {
        let mut taken = Vec::new();
        let entries = field.split(|c| c == ',').count();
        places.push(TAKEN, field);
        for (player, entry) in field.split(|c| c == ',').enumerate() {
            if player == Player::MAX {
                return (taken, Some(entry.expected("at most four players")));
            }
            places.push(TAKEN.entry(player), entry);
            match self.read_entry(entry) {
                Ok(value) => taken.push(value),
                Err(mistake) => {
                    taken.resize(entries.clamp(2, Player::MAX), Value::default());
                    return (taken, Some(mistake));
                }
            }
            if let Some((fish, tiles)) = entry.split_once(':') {
                places.push(TAKEN.entry(player).part(FISH), fish);
                places.push(TAKEN.entry(player).part(TILES), tiles);
            }
        }
        places.push(TAKEN.entry(taken.len()), field.end());
        (taken, None)
    }

    fn read_entry(&self, entry: Field<'_>) -> Result<Value, PositionError> {
        let (fish_field, tiles_field) = entry
            .split_once(':')
            .ok_or_else(|| entry.expected("fish:tiles for each player, separated by commas"))?;
        let tiles = number(tiles_field.text());
        let known = tiles.filter(|&tiles| tiles <= self.hexes as i32);
        let is_negative = self.least(known.unwrap_or(0)) < 0;
        let fish = match fish_field.text().strip_prefix('-') {
            Some(digits) if is_negative => number(digits).map(|fish| -fish),
            _ => number(fish_field.text()),
        };
        let Some(fish) = fish else {
            let has_sign = fish_field.text().starts_with('-');
            return Err(fish_field.expected(match known {
                Some(tiles) if is_negative && has_sign => self.fish_of(tiles),
                _ => self.number_of_fish(),
            }));
        };
        match tiles {
            Some(tiles) => Ok(Value { fish, tiles }),
            None if fish > self.most_numbered() => Err(fish_field.expected(self.number_of_fish())),
            None => Err(tiles_field.expected(self.number_of_tiles())),
        }
    }

    /// Checks the fish and tiles that two to four players have taken, by [`Player::index`], with
    /// `on_floe` tiles left on the floe.
    ///
    /// # Errors
    /// If no game can lead to them within these bounds.
    pub fn check(&self, taken: &[Value], on_floe: u32) -> Result<(), DraftError> {
        let mut all_tiles = i64::from(on_floe);
        for (player, value) in taken.iter().enumerate() {
            let entry = TAKEN.entry(player);
            if player == Player::MAX {
                return Err(entry.expected("at most four players"));
            }
            let Value { fish, tiles } = *value;
            let has_tiles = (0..=self.hexes as i32).contains(&tiles);
            let least = self.least(tiles);
            if fish < 0 && least >= 0 || fish > self.most_numbered() {
                return Err(entry.part(FISH).expected(self.number_of_fish()));
            }
            if !has_tiles {
                return Err(entry.part(TILES).expected(self.number_of_tiles()));
            }
            if !(least..=self.tile_fish as i32 * tiles).contains(&fish) {
                return Err(entry.part(FISH).expected(self.fish_of(tiles)));
            }
            if let Some(nothing) = self.nothing.filter(|_| (fish, tiles) != (0, 0)) {
                return Err(entry.expected(nothing));
            }
            all_tiles += i64::from(tiles);
            if all_tiles > i64::from(self.hexes) {
                return Err(entry
                    .part(TILES)
                    .expected(at_most_tiles(self.hexes, on_floe)));
            }
        }
        if taken.len() < 2 {
            let missing = TAKEN.entry(taken.len());
            return Err(missing.expected("',' and fish:tiles of a second player"));
        }
        Ok(())
    }

    /// Minimum number of fish of a player with this number of tiles.
    const fn least(&self, tiles: i32) -> i32 {
        tiles - if tiles > 0 { self.costs as i32 } else { 0 }
    }

    /// Maximum number that can be written as fish.
    const fn most_numbered(&self) -> i32 {
        (self.most_fish * self.hexes) as i32
    }

    fn number_of_fish(&self) -> String {
        format!("a number of fish from 0 to {}", self.most_numbered())
    }

    fn number_of_tiles(&self) -> String {
        format!("a number of tiles from 0 to {}", self.hexes)
    }

    /// Text that an error expects in place of the fish of a player with this number of tiles.
    fn fish_of(&self, tiles: i32) -> String {
        let least = self.least(tiles);
        let most = self.tile_fish as i32 * tiles;
        let unit = if tiles == 1 { "tile" } else { "tiles" };
        format!("{least} to {most} fish for {tiles} {unit}")
    }
}

/// A number that is written in digits only.
fn number(text: &str) -> Option<i32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Values by [`Player::index`]; zero for players who are not in the game.
fn by_player<T: Copy + Default>(values: &[T]) -> [T; Player::MAX] {
    std::array::from_fn(|player| values.get(player).copied().unwrap_or_default())
}

/// The error for a word after the last field: the base game has no keys.
fn unexpected(word: Field<'_>) -> PositionError {
    match word.text().split_once('=') {
        None => word.error(Problem::ExtraField),
        Some(("rules", _)) => word.expected("the base game, written without 'rules='"),
        Some(_) => word.expected("no key in the base game"),
    }
}

/// Reads the field HAND of a position line: the numbers of penguins that the players have in hand,
/// separated by commas, in turn order from A. Adds the places of the numbers to `places`. Returns
/// the numbers before the first mistake, and that mistake. The field must not be `-`, which callers
/// read themselves.
///
/// # Panics
/// If `players` is not 2 to 4.
pub fn read_hand<'a>(
    field: Field<'a>,
    players: usize,
    places: &mut DraftPlaces<'a>,
) -> (Vec<u8>, Option<PositionError>) {
    let each = penguins_each(players);
    let mut hand = Vec::new();
    places.push(HAND, field);
    for (player, entry) in field.split(|c| c == ',').enumerate() {
        if player == players {
            return (hand, Some(entry.expected(hands_of(players))));
        }
        places.push(HAND.entry(player), entry);
        match entry.number("penguins in hand", u32::from(each)) {
            Ok(count) => hand.push(count as u8),
            Err(mistake) => return (hand, Some(mistake)),
        }
    }
    places.push(HAND.entry(hand.len()), field.end());
    let is_short = hand.len() < players;
    let mistake = is_short.then(|| field.end().expected(hands_of(players)));
    (hand, mistake)
}

/// Checks the penguins that players have in hand, by [`Player::index`]. `on_floe` returns the
/// number of penguins that a player has on the floe; together with the penguins in hand they may be
/// at most [`penguins_each`].
///
/// # Errors
/// If a player has too many penguins, or if placing in turn cannot lead to these numbers with
/// `turn` to move.
///
/// # Panics
/// If `players` is not 2 to 4.
pub fn check_hand(
    hand: &[u8],
    players: usize,
    turn: Player,
    on_floe: impl Fn(Player) -> u8,
) -> Result<(), DraftError> {
    let each = penguins_each(players);
    for (player, &count) in Player::first(players).zip(hand) {
        if on_floe(player).saturating_add(count) > each {
            let entry = HAND.entry(player.index());
            return Err(entry.expected(at_most_penguins(player, each)));
        }
    }
    if hand.len() != players {
        let extra = HAND.entry(hand.len().min(players));
        return Err(extra.expected(hands_of(players)));
    }
    if is_order_of_placing(hand, turn) {
        return Ok(());
    }
    Err(HAND
        .expected("hands that differ by at most one, the larger ones from the player to move on"))
}

fn hands_of(players: usize) -> String {
    format!("'-', or the penguins in hand of each of {players} players, separated by commas")
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
