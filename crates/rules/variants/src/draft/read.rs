//! Text to draft.

use floe_fish::{
    EXPECTED_FISH, EXPECTED_LAYOUT, EXPECTED_ROWS, EXPECTED_TAKEN, Field, PositionError, Problem,
    read_hand, read_rows,
};
use floe_game::{DraftField, DraftPlaces, DraftReading, EXPECTED_TURN, Player, read_turn};
use floe_hex::{Hex, Layout};

use super::{DraftCell, DraftTile, FloeDraft, taken_bounds};
use crate::keys::{Keys, expected, is_key};
use crate::{Outline, Rules, SpecialTile, VariantInfo};

/// Text that an error expects in place of a wrong list of ordinary tiles taken (3.7).
pub(crate) const EXPECTED_TOOK: &str =
    "three numbers separated by dots for each player, as in 3.2.1,0.1.0";
/// Text that an error expects in place of a wrong tile outside the outline (3.7).
const EXPECTED_RING_TILE: &str = "an ordinary tile (1-3), or a penguin (A-D) on one";

impl FloeDraft {
    /// Reads a draft from a line, as far as it can be read.
    ///
    /// # Errors
    /// If the line has no rows, or the layout before them is unknown or wrong.
    pub fn read(line: &str) -> Result<DraftReading<'_, FloeDraft>, PositionError> {
        let line = Field::of_line(line);
        let words: Vec<Field<'_>> = line.words().collect();
        let keys = Keys::of(&words);
        let rules = keys.rules();
        let word = |index: usize, name| {
            let missing = || line.end().error(Problem::MissingField(name));
            words.get(index).copied().ok_or_else(missing)
        };
        let layout = word(0, EXPECTED_ROWS)?;
        let (outline, rows) = read_outline(layout)?;
        // The number of players follows from TAKEN alone.
        let players = words
            .get(2)
            .map_or(Player::MAX, |taken| taken.split(|c| c == ',').count());
        let seats = players.clamp(2, Player::MAX);
        let known = rules.as_ref().copied().unwrap_or(Rules::BASE);
        let mut reading = DraftReading {
            draft: FloeDraft::new(outline, known, seats),
            mistake: rules.err(),
            places: DraftPlaces::of_line(line),
        };
        reading.put("layout", layout.until(rows));
        read_cells(&mut reading, rows, seats);
        if let Some(turn) = reading.keep(word(1, EXPECTED_TURN)) {
            reading.put("turn", turn);
            reading.draft.to_move = reading.keep(read_turn(turn)).unwrap_or_default();
        }
        if let Some(taken) = reading.keep(word(2, EXPECTED_TAKEN)) {
            let bounds = taken_bounds(outline, known);
            let (values, mistake) = bounds.read(taken, &mut reading.places);
            reading.draft.taken = values;
            mistake.into_iter().for_each(|one| reading.fault(one));
        }
        let hand = words.get(3).filter(|word| !is_key(word)).copied();
        if let Some(field) = hand.filter(|field| field.text() != "-") {
            let (hands, mistake) = read_hand(field, seats, &mut reading.places);
            reading.draft.hands = hands;
            mistake.into_iter().for_each(|one| reading.fault(one));
        }
        let mut others = words.iter().skip(3 + usize::from(hand.is_some()));
        if let Some(extra) = others.find(|word| !is_key(word)) {
            reading.fault(extra.error(Problem::ExtraField));
        }
        reading.keep(keys.check(known));
        read_keys(&mut reading, &keys, seats);
        Ok(reading)
    }
}

/// Splits off the layout before the rows.
fn read_outline(field: Field<'_>) -> Result<(Outline, Field<'_>), PositionError> {
    let Some((name, rows)) = field.split_once(':') else {
        return Ok((Outline::STANDARD, field));
    };
    match Outline::by_name(name.text()) {
        None => Err(name.expected(EXPECTED_LAYOUT)),
        Some(Ok(outline)) => Ok((outline, rows)),
        Some(Err(error)) => expected(name, &error),
    }
}

fn read_cells<'a>(reading: &mut DraftReading<'a, FloeDraft>, rows: Field<'a>, seats: usize) {
    let outline = reading.draft.outline;
    let missing = DraftCell {
        tile: DraftTile::Unknown(String::new()),
        ..DraftCell::default()
    };
    let hexes = reading.draft.cells.len();
    let mut cells = std::mem::take(&mut reading.draft.cells);
    cells.clear();
    let every = read_rows(rows, Layout::geometry(outline), |step| {
        match step {
            Err(mistake) => reading.fault(mistake),
            Ok((hex, row)) => {
                let begin = *row;
                let grammar = CellGrammar {
                    info: reading.draft.rules.variant,
                    is_centre: outline.centre() == Some(hex),
                    last: Player::new(seats - 1),
                };
                let mut mistakes = Vec::new();
                let cell = grammar.read(row, &mut mistakes);
                for mistake in mistakes {
                    reading.places.put_unread(hex.index());
                    reading.fault(mistake);
                }
                while cells.len() < hex.index() {
                    cells.push(missing.clone());
                }
                cells.push(cell);
                reading.places.put_space(hex.index(), begin.until(*row));
            }
        }
        Ok(())
    });
    reading.keep(every);
    cells.resize(hexes, missing.clone());
    reading.draft.cells = cells;
}

fn read_keys<'a>(reading: &mut DraftReading<'a, FloeDraft>, keys: &Keys<'a>, seats: usize) {
    for &key in ["rules"].iter().chain(reading.draft.rules.variant.keys) {
        let Some(value) = keys.get(key) else {
            continue;
        };
        reading.put(key, value);
        match key {
            "idle" => {
                let turns = reading.keep(value.number("turns", 99));
                reading.draft.idle = turns.unwrap_or(0) as u8;
            }
            "whale" => {
                let hex = Layout::geometry(reading.draft.outline).hex(value.text());
                let hex = hex.ok_or_else(|| value.expected("a hex such as d5"));
                reading.draft.whale = reading.keep(hex);
            }
            "hidden" => {
                let whales = value.text().parse();
                let whales = whales.or_else(|error| expected(value, &error));
                reading.draft.hidden = reading.keep(whales);
            }
            "took" => read_took(reading, value, seats),
            "ring" => read_ring(reading, value, seats),
            _ => {}
        }
    }
}

/// Reads `took=3.2.1,0.1.0`.
fn read_took<'a>(reading: &mut DraftReading<'a, FloeDraft>, field: Field<'a>, seats: usize) {
    for (player, entry) in field.split(|c| c == ',').enumerate() {
        if player == seats {
            return reading.fault(entry.expected("one entry for each player"));
        }
        let numbers: Vec<Field<'_>> = entry.split(|c| c == '.').collect();
        let [ones, twos, threes] = numbers[..] else {
            return reading.fault(entry.expected(EXPECTED_TOOK));
        };
        let mut took = [0; 3];
        for (count, number) in took.iter_mut().zip([ones, twos, threes]) {
            *count = reading.keep(number.number("tiles", 64)).unwrap_or(0) as u8;
        }
        reading.draft.took.push(took);
        let field = DraftField::named("took").entry(player);
        reading.places.push(field, entry);
    }
    let missing = DraftField::named("took").entry(reading.draft.took.len());
    reading.places.push(missing, field.end());
}

/// Reads `ring=z3:1,b0:A2`: tiles outside the outline.
fn read_ring<'a>(reading: &mut DraftReading<'a, FloeDraft>, field: Field<'a>, seats: usize) {
    for (number, entry) in field.split(|c| c == ',').enumerate() {
        let place = DraftField::named("ring").entry(number);
        reading.places.push(place.clone(), entry);
        let Some((name, tile)) = entry.split_once(':') else {
            let form = "a hex around the outline, ':' and its tile, as in z3:1";
            return reading.fault(entry.expected(form));
        };
        reading.places.push(place.clone().part(0), name);
        reading.places.push(place.part(1), tile);
        let Some(hex) = ring_hex(reading.draft.outline, name.text()) else {
            return reading
                .fault(name.expected("the name of a hex around the outline, such as z3"));
        };
        let grammar = CellGrammar {
            info: reading.draft.rules.variant,
            is_centre: false,
            last: Player::new(seats - 1),
        };
        let mut rest = tile;
        let mut mistakes = Vec::new();
        let cell = grammar.read(&mut rest, &mut mistakes);
        let is_plain = matches!(cell.tile, DraftTile::Fish(1..=3)) && rest.is_empty();
        let first = mistakes.into_iter().next();
        if let Some(mistake) = first.filter(|one| matches!(one.problem, Problem::Player(_))) {
            return reading.fault(mistake);
        }
        if !is_plain || cell.penguins.len() > 1 {
            return reading.fault(tile.expected(EXPECTED_RING_TILE));
        }
        reading.draft.ring.push((hex, cell));
    }
}

/// The hex with this name in the ring around an outline; `None` if it has no such hex.
fn ring_hex(outline: Outline, name: &str) -> Option<Hex> {
    let ring = outline.ring().ok()?;
    let hex = ring.hex(name)?;
    (!ring.outline().contains(hex)).then_some(hex)
}

/// Tokens that a hex can have.
pub(super) struct CellGrammar {
    pub(super) info: &'static VariantInfo,
    /// Whether the hex is the special one in the middle (2.3).
    pub(super) is_centre: bool,
    /// Last player of the game.
    pub(super) last: Player,
}

impl CellGrammar {
    /// The tokens that are allowed, in words.
    pub(super) fn tokens(&self) -> String {
        let middle = if self.is_centre {
            ", in the middle 'o', '0' or 'm2'"
        } else {
            ""
        };
        format!("{}{middle}", self.info.tokens)
    }

    /// The tiles that are allowed below a penguin, or after a wrong digit, in words.
    pub(super) fn fish(&self) -> String {
        if self.info.has_special_tiles {
            self.tokens()
        } else if self.is_centre {
            "the fish on the tile in the middle: 0, m2, or 1 to 3".to_owned()
        } else {
            EXPECTED_FISH.to_owned()
        }
    }

    /// Takes the token of a hex off the front of its row, also one that these rules do not have;
    /// adds what is wrong with it to `mistakes`.
    fn read(&self, row: &mut Field<'_>, mistakes: &mut Vec<PositionError>) -> DraftCell {
        let mut cell = DraftCell::default();
        let begin = *row;
        let first = row.peek();
        if first == Some('(') {
            row.next();
            if !self.info.shares_tiles {
                mistakes.push(begin.first().expected(self.tokens()));
            }
            self.read_stack(begin, row, &mut cell, mistakes);
        } else if first.and_then(Player::from_letter).is_some() {
            self.read_player(row, &mut cell, mistakes);
        }
        cell.tile = self.read_tile(
            row,
            first == Some('(') || !cell.penguins.is_empty(),
            mistakes,
        );
        cell
    }

    /// Takes several penguins and the bracket behind them off the front of a row (3.6).
    fn read_stack<'a>(
        &self,
        begin: Field<'a>,
        row: &mut Field<'a>,
        cell: &mut DraftCell,
        mistakes: &mut Vec<PositionError>,
    ) {
        while row.peek() != Some(')') {
            let place = row.first();
            if place.is_empty() {
                return mistakes.push(place.expected("')' after the penguins of a tile"));
            }
            let last = cell.penguins.last().copied();
            if !self.read_player(row, cell, mistakes) {
                return;
            }
            if last > cell.penguins.last().copied() {
                let order = "the penguins of a tile in the order of their letters";
                mistakes.push(place.expected(order));
            }
        }
        row.next();
        if cell.penguins.len() < 2 {
            let two = "two or more penguins in brackets; a single one has none";
            mistakes.push(begin.until(*row).expected(two));
        }
    }

    /// Takes the letter of a player off the front of a row, if there is one.
    fn read_player(
        &self,
        row: &mut Field<'_>,
        cell: &mut DraftCell,
        mistakes: &mut Vec<PositionError>,
    ) -> bool {
        let place = row.first();
        let player = row.peek().and_then(Player::from_letter);
        if player.is_none_or(|player| player > self.last) {
            mistakes.push(place.error(Problem::Player(self.last)));
        }
        if let Some(player) = player {
            row.next();
            cell.penguins.push(player);
        }
        player.is_some()
    }

    /// Takes a tile, or what is there instead, off the front of a row.
    fn read_tile(
        &self,
        row: &mut Field<'_>,
        has_penguin: bool,
        mistakes: &mut Vec<PositionError>,
    ) -> DraftTile {
        let begin = *row;
        let place = row.first();
        let letter = row.next();
        match letter {
            Some('.') if !has_penguin => return DraftTile::Water,
            Some(digit @ '1'..='3') => return DraftTile::Fish(i32::from(digit as u8 - b'0')),
            _ => {}
        }
        let mut kinds = SpecialTile::ALL.into_iter();
        let kind = kinds.find(|kind| letter == Some(kind.letter()));
        let is_known = match letter {
            Some('o') if !has_penguin => self.is_centre,
            Some('0') => self.is_centre,
            Some('m') => self.is_centre && row.peek() == Some('2'),
            _ => {
                let is_broken = kind == Some(SpecialTile::Broken);
                kind.is_some() && self.info.has_special_tiles && !(is_broken && has_penguin)
            }
        };
        if !is_known {
            let is_tile = letter.is_some_and(|c| c.is_ascii_digit() || c == 'm');
            let known = if has_penguin || is_tile {
                self.fish()
            } else {
                self.tokens()
            };
            mistakes.push(place.expected(known));
        }
        match letter {
            Some('o') if !has_penguin => return DraftTile::Open,
            Some('0') => return DraftTile::Fish(0),
            Some('m') if row.peek() == Some('2') => {
                row.next();
                return DraftTile::Fish(-2);
            }
            _ => {}
        }
        if let Some(kind) = kind {
            return self.read_special(begin, row, kind, mistakes);
        }
        DraftTile::Unknown(begin.until(*row).text().to_owned())
    }

    /// Takes the digit of a special tile off the front of a row (3.7).
    fn read_special<'a>(
        &self,
        begin: Field<'a>,
        row: &mut Field<'a>,
        kind: SpecialTile,
        mistakes: &mut Vec<PositionError>,
    ) -> DraftTile {
        let digit = row.first();
        let is_broken = kind == SpecialTile::Broken;
        let tile = match (row.peek(), is_broken) {
            (Some(fish @ '1'..='3'), false) => {
                DraftTile::Special(kind, i32::from(fish as u8 - b'0'))
            }
            (Some('2'), true) => DraftTile::Special(kind, 0),
            (Some('1'), true) => DraftTile::Special(SpecialTile::Cracked, 0),
            (_, false) => {
                mistakes.push(digit.expected("the fish on a special tile (1-3)"));
                return DraftTile::Unknown(begin.until(*row).text().to_owned());
            }
            (_, true) => {
                mistakes.push(digit.expected("the side of a broken tile, 2 or 1"));
                return DraftTile::Unknown(begin.until(*row).text().to_owned());
            }
        };
        row.next();
        tile
    }
}

/// Reads the token of a cell, also one that is in no game.
impl From<&str> for DraftCell {
    fn from(token: &str) -> DraftCell {
        let grammar = CellGrammar {
            info: &VariantInfo::BASE,
            is_centre: true,
            last: Player::new(Player::MAX - 1),
        };
        let mut row = Field::of_line(token);
        let mut cell = grammar.read(&mut row, &mut Vec::new());
        if !row.is_empty() {
            cell.tile = DraftTile::Unknown(format!("{}{}", cell.tile, row.text()));
        }
        cell
    }
}
