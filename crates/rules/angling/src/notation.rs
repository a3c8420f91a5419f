//! Positions as text, as `docs/notation.md` defines it.

use std::fmt;
use std::str::FromStr;

use floe_game::{
    DraftField, DraftPlaces, DraftReading, Field, KeyWords, PositionError, read_turn,
    required_words,
};

use crate::angling::{Angling, AnglingStep, SLIDES};
use crate::draft::{DraftAngler, EXPECTED_ACTIVE, LakeDraft, LakeSpot, MAX_FINE, MAX_POINTS};
use crate::lake::{LakeSpace, LakeSpaces, SMALLEST};
use crate::tile::{Angler, AnglingSpecial, AnglingSpecials, LakeTile, TileCounts};

/// Keys in the order in which they are printed.
const KEYS: [&str; 10] = [
    "day", "step", "active", "shown", "left", "caught", "hand", "catch", "lake", "tiles",
];
const FLAGS: [&str; 3] = ["held", "dealt", "no-specials"];

impl AnglingStep {
    /// All steps that a position text may name, in their order.
    const NAMED: [AnglingStep; 6] = [
        AnglingStep::Lay,
        AnglingStep::Place,
        AnglingStep::Walk,
        AnglingStep::Show,
        AnglingStep::Catch,
        AnglingStep::Slide,
    ];

    /// Name of the step in the notation of positions: `lay`, `place`, `walk`, `show`, `catch`,
    /// `slide` or `over`.
    pub const fn name(self) -> &'static str {
        ["lay", "place", "walk", "show", "catch", "slide", "over"][self as usize]
    }

    /// Whether it is a step of the fish.
    pub(crate) const fn is_of_fish(self) -> bool {
        matches!(
            self,
            AnglingStep::Lay | AnglingStep::Show | AnglingStep::Slide
        )
    }
}

type Read<T> = Result<T, PositionError>;

/// Values of the keys on which the reading of the fields depends.
#[derive(Clone, Copy, Debug)]
struct Frame {
    size: usize,
    tiles: TileCounts,
    day: u8,
    step: AnglingStep,
}

impl FromStr for Angling {
    type Err = PositionError;

    fn from_str(line: &str) -> Read<Angling> {
        LakeDraft::read(line)?.build(LakeDraft::build)
    }
}

impl LakeDraft {
    /// Reads a draft from a line, as far as it can be read.
    ///
    /// # Errors
    /// If the line has no rows of a lake, lacks a field, or has wrong keys, without which the
    /// fields cannot be read.
    pub fn read(line: &str) -> Read<DraftReading<'_, LakeDraft>> {
        let line = Field::of_line(line);
        let names = [
            "the rows",
            "the player to move",
            "the points of both players",
            "the anglers",
            "the catch tiles",
            "the specials",
        ];
        let words = required_words(line, &names)?;
        let keys = KeyWords::of(line, &words, names.len());
        let frame = Frame::of_keys(&keys)?;
        let rows = match words[0].split_once(':') {
            Some((name, rows)) if name.text() == "angling" => rows,
            _ => return Err(words[0].expected("'angling:' before the rows of the lake")),
        };
        let mut reading = DraftReading {
            draft: LakeDraft {
                day: frame.day,
                step: frame.step,
                specials: AnglingSpecials::NONE,
                is_dealt: keys.flag("dealt").is_some(),
                is_held: keys.flag("held").is_some(),
                has_specials: keys.flag("no-specials").is_none(),
                ..LakeDraft::new(frame.size, frame.tiles)
            },
            mistake: None,
            places: DraftPlaces::of_line(line),
        };
        read_rows(&mut reading, rows);
        let names = ["turn", "points", "anglers", "catch tiles", "specials"];
        for (name, &word) in names.into_iter().zip(&words[1..]) {
            reading.put(name, word);
        }
        reading.draft.to_move = reading.keep(read_turn(words[1])).unwrap_or_default();
        read_points(&mut reading, words[2]);
        read_anglers(&mut reading, words[3]);
        reading.draft.catch = read_catch_tiles(&mut reading, words[4], "catch tiles");
        read_specials(&mut reading, words[5]);
        read_keys(&mut reading, &keys);
        Ok(reading)
    }
}

impl Frame {
    /// Reads the keys. Their leftmost error comes before those of the fields, which cannot be read
    /// without the right keys.
    fn of_keys(keys: &KeyWords<'_>) -> Read<Frame> {
        let size = read_size(keys);
        let tiles = read_tiles(keys);
        let day = read_day(keys);
        let step = read_step(keys);
        let wrong = [
            size.as_ref().err(),
            tiles.as_ref().err(),
            day.as_ref().err(),
            step.as_ref().err(),
        ];
        let errors = wrong
            .into_iter()
            .flatten()
            .cloned()
            .chain(keys.check(&KEYS, &FLAGS).err());
        match errors.min_by_key(|error| error.column) {
            Some(error) => Err(error),
            None => Ok(Frame {
                size: size?,
                tiles: tiles?,
                day: day?,
                step: step?,
            }),
        }
    }
}

/// Reads the key `lake`: `2x2`.
fn read_size(keys: &KeyWords<'_>) -> Read<usize> {
    let Some(field) = keys.get("lake") else {
        return Ok(LakeSpace::SIZE);
    };
    let size = (SMALLEST..=LakeSpace::SIZE).find(|size| format!("{size}x{size}") == field.text());
    size.ok_or_else(|| field.expected("the size of the lake: 2x2, 3x3 or 4x4"))
}

/// Reads the key `tiles`, which only the large lake can do without.
fn read_tiles(keys: &KeyWords<'_>) -> Read<TileCounts> {
    let Some(field) = keys.get("tiles") else {
        let is_large = keys.get("lake").is_none_or(|field| field.text() == "4x4");
        return if is_large {
            Ok(TileCounts::STANDARD)
        } else {
            Err(keys
                .end()
                .expected("tiles=, the tiles of a small lake as 1.2.r.d"))
        };
    };
    let mut tiles = TileCounts::NONE;
    for part in field.split(|c| c == '.') {
        let tile = read_tile(part)?;
        let most = if tile == LakeTile::DIVER {
            1
        } else {
            TileCounts::MAX
        };
        if tiles.count(tile) == most {
            return Err(part.expected(format!("at most {most} of the tile '{tile}'")));
        }
        tiles.add(tile);
    }
    Ok(tiles)
}

fn read_day(keys: &KeyWords<'_>) -> Read<u8> {
    match keys.get("day") {
        None => Ok(1),
        Some(field) if field.text() == "1" => Ok(1),
        Some(field) if field.text() == "2" => Ok(2),
        Some(field) => Err(field.expected("the day, 1 or 2")),
    }
}

fn read_step(keys: &KeyWords<'_>) -> Read<AnglingStep> {
    let Some(field) = keys.get("step") else {
        return Ok(AnglingStep::Walk);
    };
    let step = AnglingStep::NAMED
        .into_iter()
        .find(|step| step.name() == field.text());
    step.ok_or_else(|| {
        field.expected("the step of the day: lay, place, walk, show, catch or slide")
    })
}

/// Reads one tile: a letter.
fn read_tile(field: Field<'_>) -> Read<LakeTile> {
    let mut letters = field.text().chars();
    let tile = letters
        .next()
        .and_then(LakeTile::from_letter)
        .filter(|_| letters.as_str().is_empty());
    tile.ok_or_else(|| field.expected("a tile (1-6, r, d), or several separated by dots"))
}

/// Reads the number of catch tiles of each distance, `2.2.2.3`, which are a field of this name.
fn read_catch_tiles<'a>(
    reading: &mut DraftReading<'a, LakeDraft>,
    field: Field<'a>,
    name: &'static str,
) -> Vec<u8> {
    let size = reading.draft.size;
    let parts: Vec<Field<'_>> = field.split(|c| c == '.').collect();
    if parts.len() != size {
        let form = format!("catch tiles of {size} distances, separated by dots");
        reading.fault(field.expected(form));
        return vec![3; size];
    }
    let mut catch = vec![3; size];
    for (distance, (count, part)) in catch.iter_mut().zip(parts).enumerate() {
        let place = DraftField::named(name).entry(distance);
        reading.places.push(place, part);
        *count = reading.keep(part.number("catch tiles", 3)).unwrap_or(3) as u8;
    }
    catch
}

/// Takes a space off the front of a field.
fn read_space(field: Field<'_>, size: usize) -> Read<LakeSpace> {
    let mut spaces = LakeSpaces::lake(size).into_iter();
    let space = spaces.find(|space| space.to_string() == field.text());
    let last = LakeSpace::new(size - 1, size - 1);
    space.ok_or_else(|| field.expected(format!("a space from a1 to {last}")))
}

/// Reads the rows from the top, separated by `/`.
fn read_rows<'a>(reading: &mut DraftReading<'a, LakeDraft>, field: Field<'a>) {
    let size = reading.draft.size;
    reading.draft.spaces.fill(LakeSpot::Unknown(String::new()));
    let mut rows = field.split(|c| c == '/');
    for row in 0..size {
        let Some(mut rest) = rows.next() else {
            let missing = format!("'/' and row {}", row + 1);
            return reading.fault(field.end().expected(missing));
        };
        for column in 0..size {
            let number = row * size + column;
            let begin = rest;
            let spot = read_spot(&mut rest);
            if matches!(spot, LakeSpot::Unknown(_)) {
                reading.places.put_unread(number);
                reading.fault(begin.first().expected("a tile (1-6, r, d), '?' or '.'"));
            }
            reading.draft.spaces[number] = spot;
            reading.places.put_space(number, begin.until(rest));
        }
        if !rest.is_empty() {
            let end = format!("'/' or the end of the rows: a row has {size} spaces");
            reading.fault(rest.expected(end));
        }
    }
    if let Some(extra) = rows.next() {
        reading.fault(extra.expected(format!("at most {size} rows")));
    }
}

/// Takes a space off the front of its row.
fn read_spot(row: &mut Field<'_>) -> LakeSpot {
    let begin = *row;
    let letter = row.next();
    match (letter, letter.and_then(LakeTile::from_letter)) {
        (Some('.'), _) => LakeSpot::Empty,
        (Some('?'), _) => LakeSpot::Hidden,
        (_, Some(tile)) => {
            let is_known = row.peek() == Some('!');
            if is_known {
                row.next();
            }
            LakeSpot::Tile(tile, is_known)
        }
        _ => LakeSpot::Unknown(begin.until(*row).text().to_owned()),
    }
}

fn read_points<'a>(reading: &mut DraftReading<'a, LakeDraft>, field: Field<'a>) {
    let parts: Vec<Field<'_>> = field.split(|c| c == ',').collect();
    let [a, b] = parts[..] else {
        return reading.fault(field.expected("the points of two players, as 5,0"));
    };
    for (player, mut part) in [a, b].into_iter().enumerate() {
        let place = DraftField::named("points").entry(player);
        reading.places.push(place, part);
        let is_negative = part.peek() == Some('-');
        if is_negative {
            part.next();
        }
        let most = if is_negative { MAX_FINE } else { MAX_POINTS };
        let number = reading
            .keep(part.number("points", most as u32))
            .unwrap_or(0) as i32;
        reading.draft.points[player] = if is_negative { -number } else { number };
    }
}

/// Reads the anglers, `y3+6,r13+out`, or `-` for one that is not placed.
fn read_anglers<'a>(reading: &mut DraftReading<'a, LakeDraft>, field: Field<'a>) {
    let parts: Vec<Field<'_>> = field.split(|c| c == ',').collect();
    if let Some(extra) = parts.get(2) {
        reading.fault(extra.expected("at most two anglers"));
    }
    let place = DraftField::named("anglers");
    let anglers = Angler::ALL.into_iter().zip(&parts);
    reading.draft.anglers = vec![None; anglers.len()];
    reading
        .places
        .push(place.clone().entry(anglers.len()), field.end());
    for (index, (angler, &part)) in anglers.enumerate() {
        reading.places.push(place.clone().entry(index), part);
        let written = part
            .split_once('+')
            .filter(|(start, _)| start.text().starts_with(&angler.to_string()));
        let Some((mut start, progress)) = written else {
            if part.text() != "-" {
                reading.fault(part.expected(format!(
                    "the angler {angler} with its start and progress, as {angler}3+6, or '-'"
                )));
            }
            continue;
        };
        start.next();
        reading
            .places
            .push(place.clone().entry(index).part(0), start);
        reading
            .places
            .push(place.clone().entry(index).part(1), progress);
        let piers = reading.draft.piers();
        let pier = (0..piers).find(|pier| (pier + 1).to_string() == start.text());
        let pier = pier.ok_or_else(|| start.expected(format!("a pier from 1 to {piers}")));
        let progress = match progress.text() {
            "out" => Ok(None),
            _ => progress.number("piers", piers as u32 - 1).map(Some),
        };
        let progress = reading.keep(progress).unwrap_or(Some(0));
        if let Some(start) = reading.keep(pier) {
            let progress = progress.map(|piers| piers as usize);
            reading.draft.anglers[index] = Some(DraftAngler { start, progress });
        }
    }
}

/// Reads the specials of the angler and of the fish: `lh,yrs`, `-` for none.
fn read_specials<'a>(reading: &mut DraftReading<'a, LakeDraft>, field: Field<'a>) {
    let parts: Vec<Field<'_>> = field.split(|c| c == ',').collect();
    let [angler, fish] = parts[..] else {
        let form = "the specials of the angler and of the fish, as lh,yrs";
        return reading.fault(field.expected(form));
    };
    let owners = [AnglingSpecials::OF_ANGLER, AnglingSpecials::OF_FISH];
    for (entry, (mut part, owner)) in [angler, fish].into_iter().zip(owners).enumerate() {
        if part.text() == "-" {
            continue;
        }
        if part.is_empty() {
            reading.fault(part.expected("letters of specials, or '-'"));
        }
        while !part.is_empty() {
            let place = part.first();
            let letter = part.next();
            let of_owner =
                |special: &AnglingSpecial| owner.has(*special) && Some(special.letter()) == letter;
            let Some(special) = AnglingSpecial::ALL.into_iter().find(of_owner) else {
                let letters = if owner == AnglingSpecials::OF_FISH {
                    "y, r, s"
                } else {
                    "l, h"
                };
                reading.fault(place.expected(format!("a special ({letters})")));
                continue;
            };
            if reading.draft.specials.has(special) {
                reading.fault(place.expected("every special once"));
            }
            let field = DraftField::named("specials").entry(entry);
            reading.places.push(field.part(special as usize), place);
            reading.draft.specials = reading.draft.specials.with(special);
        }
    }
}

fn read_keys<'a>(reading: &mut DraftReading<'a, LakeDraft>, keys: &KeyWords<'a>) {
    for name in KEYS {
        if let Some(field) = keys.get(name) {
            reading.put(name, field);
        }
    }
    for name in FLAGS {
        if let Some(field) = keys.flag(name) {
            reading.put(name, field);
        }
    }
    if let Some(field) = keys.get("catch") {
        reading.draft.day_catch = Some(read_catch_tiles(reading, field, "catch"));
    }
    if let Some(field) = keys.get("caught") {
        for (number, part) in field.split(|c| c == '.').enumerate() {
            let place = DraftField::named("caught").entry(number);
            reading.places.push(place, part);
            let Some(tile) = reading.keep(read_tile(part)) else {
                break;
            };
            reading.draft.caught.push(tile);
        }
    }
    if let Some(field) = keys.get("active") {
        let mut anglers = Angler::ALL.into_iter();
        reading.draft.active = anglers.find(|angler| angler.to_string() == field.text());
        if reading.draft.active.is_none() {
            reading.fault(field.expected(EXPECTED_ACTIVE));
        }
    }
    if let Some(field) = keys.get("shown") {
        reading.draft.shown = reading.keep(read_space(field, reading.draft.size));
    }
    if let Some(field) = keys.get("left") {
        let left = reading.keep(field.number("tile moves left", u32::from(SLIDES)));
        reading.draft.slides = left.map(|left| left as u8);
    }
    if let Some(field) = keys.get("hand") {
        // A hand that cannot be read is not the one that is expected.
        let hand = field.split(|c| c == '.').map(read_tile);
        reading.draft.hand = Some(hand.collect::<Read<_>>().unwrap_or_default());
    }
}

impl Angling {
    pub(crate) fn rows_text(&self) -> String {
        let spot = |column: usize, row: usize| self.spot(LakeSpace::new(column, row));
        let row = |row: usize| {
            let spots = (0..self.size()).map(|column| spot(column, row).to_string());
            spots.collect::<String>()
        };
        (0..self.size()).map(row).collect::<Vec<_>>().join("/")
    }

    /// Numbers of catch tiles of each distance, of two bits each.
    pub(crate) fn catch_text(&self, catch: u8) -> String {
        let counts = self.catch_counts(catch);
        let numbers: Vec<String> = counts.iter().map(u8::to_string).collect();
        numbers.join(".")
    }

    /// Numbers of catch tiles of each distance.
    pub(crate) fn catch_counts(&self, catch: u8) -> Vec<u8> {
        let count = |distance: usize| catch >> (2 * distance) & 3;
        (0..self.size()).map(count).collect()
    }
}

impl fmt::Display for Angling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LakeDraft::from(self).fmt(f)
    }
}

impl fmt::Debug for Angling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
