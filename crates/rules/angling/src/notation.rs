//! Positions as text, as `docs/notation.md` defines it.

use std::fmt;
use std::str::FromStr;

use floe_game::{
    Field, KeyWords, Player, PositionError, Problem, Score, read_turn, required_words,
};

use crate::angling::{Angling, AnglingStep, CATCH_TILES, DayOptions, NOWHERE, SLIDES, UNKNOWN};
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
    const fn is_of_fish(self) -> bool {
        matches!(
            self,
            AnglingStep::Lay | AnglingStep::Show | AnglingStep::Slide
        )
    }
}

/// Maximum number of points: 15 of the best fish and one other.
const MAX_POINTS: u32 = 95;
/// Maximum number of points that the specials of the fish cost.
const MAX_FINE: u32 = 3;

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
        read(&words, &keys, Frame::of_keys(&keys)?)
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

/// Reads the number of catch tiles of each distance, `2.2.2.3`, at most those given by two bits
/// each.
fn read_catch_tiles(field: Field<'_>, size: usize, most: u8) -> Read<u8> {
    let parts: Vec<Field<'_>> = field.split(|c| c == '.').collect();
    if parts.len() != size {
        return Err(field.expected(format!(
            "catch tiles of {size} distances, separated by dots"
        )));
    }
    let mut catch = 0;
    for (distance, part) in parts.iter().enumerate() {
        let most = u32::from(most >> (2 * distance) & 3);
        catch |= (part.number("catch tiles", most)? as u8) << (2 * distance);
    }
    Ok(catch)
}

/// Takes a space off the front of a field.
fn read_space(field: Field<'_>, size: usize) -> Read<LakeSpace> {
    let mut spaces = LakeSpaces::lake(size).into_iter();
    let space = spaces.find(|space| space.to_string() == field.text());
    let last = LakeSpace::new(size - 1, size - 1);
    space.ok_or_else(|| field.expected(format!("a space from a1 to {last}")))
}

fn read(words: &[Field<'_>], keys: &KeyWords<'_>, frame: Frame) -> Read<Angling> {
    let rows = match words[0].split_once(':') {
        Some((name, rows)) if name.text() == "angling" => rows,
        _ => return Err(words[0].expected("'angling:' before the rows of the lake")),
    };
    let mut angling = Angling {
        contents: 0,
        tiles: frame.tiles,
        caught: TileCounts::NONE,
        known: LakeSpaces::EMPTY,
        catch: 0,
        specials: AnglingSpecials::NONE,
        days: DayOptions::USUAL,
        starts: [NOWHERE; 2],
        progress: [0; 2],
        points: [0; 2],
        size: frame.size as u8,
        anglers: 2,
        day: frame.day,
        step: frame.step,
        turn: Player::new(0),
        active: Angler::Yellow,
        shown: None,
        slides: 0,
        is_held: false,
        is_dealt: keys.flag("dealt").is_some(),
    };
    angling.read_rows(rows)?;
    angling.read_turn(words[1])?;
    angling.read_points(words[2])?;
    angling.read_anglers(words[3])?;
    angling.check_turn(words[1])?;
    angling.catch = read_catch_tiles(words[4], angling.size(), CATCH_TILES)?;
    angling.read_specials(words[5])?;
    angling.check_tiles(keys)?;
    angling.read_days(words[4], words[5], keys)?;
    angling.read_caught(words[2], keys)?;
    angling.read_round(keys)?;
    if frame.step == AnglingStep::Lay {
        angling.check_hand(keys)?;
    } else if let Some(field) = keys.get("hand") {
        return Err(field.expected("tiles in the hand only while they are laid (step=lay)"));
    }
    match frame.step {
        AnglingStep::Catch => angling.begin_catching(angling.shown),
        AnglingStep::Slide => angling.settle_slides(),
        _ => {}
    }
    Ok(angling)
}

impl Angling {
    /// Reads the rows from the top, separated by `/`.
    fn read_rows(&mut self, field: Field<'_>) -> Read<()> {
        let size = self.size();
        let mut left = self.tiles;
        let mut has_unseen = false;
        let mut rows = field.split(|c| c == '/');
        for row in 0..size {
            let mut rest = rows
                .next()
                .ok_or_else(|| field.end().expected(format!("'/' and row {}", row + 1)))?;
            for column in 0..size {
                let place = rest.first();
                let letter = rest
                    .next()
                    .ok_or_else(|| place.expected("a tile (1-6, r, d), '?' or '.'"))?;
                let space = LakeSpace::new(column, row);
                let is_known = rest.peek() == Some('!');
                match (letter, LakeTile::from_letter(letter)) {
                    ('.', _) => continue,
                    ('?', _) if has_unseen => {
                        return Err(
                            place.expected("a tile or '.': a tile before is neither known nor '?'")
                        );
                    }
                    ('?', _) => self.set_content(space, UNKNOWN),
                    (_, None) => return Err(place.expected("a tile (1-6, r, d), '?' or '.'")),
                    (_, Some(tile)) if left.count(tile) == 0 => {
                        let most = self.tiles.count(tile);
                        return Err(place.expected(format!("at most {most} of the tile '{tile}'")));
                    }
                    (_, Some(tile)) => {
                        if !is_known && !self.unknown().is_empty() {
                            return Err(
                                place.expected("a tile that the angler knows (as 3!), '?' or '.'")
                            );
                        }
                        has_unseen |= !is_known;
                        left.remove(tile);
                        self.set_content(space, tile.number());
                        if is_known {
                            rest.next();
                            self.known = self.known | space.into();
                        }
                    }
                }
            }
            if !rest.is_empty() {
                return Err(rest.expected(format!(
                    "'/' or the end of the rows: a row has {size} spaces"
                )));
            }
        }
        rows.next().map_or(Ok(()), |extra| {
            Err(extra.expected(format!("at most {size} rows")))
        })
    }

    fn read_turn(&mut self, field: Field<'_>) -> Read<()> {
        self.turn = read_turn(field)?;
        if self.turn.index() > 1 {
            return Err(field.error(Problem::Player(Player::new(1))));
        }
        Ok(())
    }

    /// Checks that the player to move fits the step.
    fn check_turn(&self, field: Field<'_>) -> Read<()> {
        let (mover, role) = if self.step.is_of_fish() {
            (self.fish(), "plays the fish")
        } else {
            (self.angler(), "fishes")
        };
        if self.step != AnglingStep::Over && self.turn != mover {
            return Err(field.expected(format!("player {mover}, who {role} on day {}", self.day)));
        }
        Ok(())
    }

    fn read_points(&mut self, field: Field<'_>) -> Read<()> {
        let wrong = || field.expected("the points of two players, as 5,0");
        let parts: Vec<Field<'_>> = field.split(|c| c == ',').collect();
        let [a, b] = parts[..] else {
            return Err(wrong());
        };
        for (points, mut part) in self.points.iter_mut().zip([a, b]) {
            let is_negative = part.peek() == Some('-');
            if is_negative {
                part.next();
            }
            let number =
                part.number("points", if is_negative { MAX_FINE } else { MAX_POINTS })? as i8;
            *points = if is_negative { -number } else { number };
        }
        let fish = self.fish().index();
        if self.day == 1 && self.points[fish] != 0 {
            return Err([a, b][fish].expected("0 points: this player has not fished yet"));
        }
        Ok(())
    }

    /// Reads the anglers, `y3+6,r13+out`, or `-` for one that is not placed.
    fn read_anglers(&mut self, field: Field<'_>) -> Read<()> {
        let piers = self.piers();
        let parts: Vec<Field<'_>> = field.split(|c| c == ',').collect();
        if let Some(extra) = parts.get(2) {
            return Err(extra.expected("at most two anglers"));
        }
        self.anglers = parts.len() as u8;
        for (angler, part) in Angler::ALL.into_iter().zip(&parts) {
            if part.text() == "-" {
                continue;
            }
            let written = part
                .split_once('+')
                .filter(|(start, _)| start.text().starts_with(&angler.to_string()));
            let (mut start, progress) = written.ok_or_else(|| {
                part.expected(format!(
                    "the angler {angler} with its start and progress, as {angler}3+6, or '-'"
                ))
            })?;
            start.next();
            let pier = (0..piers).find(|pier| (pier + 1).to_string() == start.text());
            let pier =
                pier.ok_or_else(|| start.expected(format!("a pier from 1 to {piers}")))? as u8;
            if self.starts.contains(&pier) {
                return Err(start.expected("a start pier that the other angler does not have"));
            }
            self.starts[angler as usize] = pier;
            self.progress[angler as usize] = match progress.text() {
                "out" => piers as u8,
                _ => progress.number("piers", piers as u32 - 1)? as u8,
            };
        }
        self.check_anglers(field, &parts)
    }

    /// Checks that the anglers fit the step; with all of them out, the game is over.
    fn check_anglers(&mut self, field: Field<'_>, parts: &[Field<'_>]) -> Read<()> {
        let missing: Vec<Angler> = self
            .anglers()
            .filter(|&angler| self.starts[angler as usize] == NOWHERE)
            .collect();
        match self.step {
            AnglingStep::Lay if missing.len() < parts.len() => {
                return Err(field.expected("no angler on a pier while tiles are laid, written '-'"));
            }
            AnglingStep::Place if missing.last() != self.anglers().last().as_ref() => {
                return Err(field
                    .end()
                    .expected("an angler that is not placed, '-', at step=place"));
            }
            AnglingStep::Place
                if self
                    .anglers()
                    .any(|angler| self.progress[angler as usize] > 0) =>
            {
                return Err(field.expected("no progress before all anglers are placed"));
            }
            AnglingStep::Lay | AnglingStep::Place => return Ok(()),
            _ => {}
        }
        if let Some(&angler) = missing.first() {
            return Err(parts[angler as usize]
                .expected(format!("the angler {angler} on a pier, as {angler}3+6")));
        }
        if self.anglers().all(|angler| self.is_out(angler)) {
            if self.step != AnglingStep::Walk || self.day == 1 && self.is_full_game() {
                return Err(field.expected("an angler that is not out"));
            }
            self.step = AnglingStep::Over;
        }
        Ok(())
    }

    /// Reads the options of both days, of which more than is left at the start of each day cannot
    /// be left now.
    fn read_days(
        &mut self,
        catch: Field<'_>,
        specials: Field<'_>,
        keys: &KeyWords<'_>,
    ) -> Read<()> {
        let catch_key = keys.get("catch");
        let flag = keys.flag("no-specials");
        if let Some(field) = catch_key.or(flag).filter(|_| !self.is_full_game()) {
            return Err(field.expected("no option of both days: only the whole game has two"));
        }
        if let Some(field) = catch_key {
            self.days.catch = read_catch_tiles(field, self.size(), CATCH_TILES)?;
            read_catch_tiles(catch, self.size(), self.days.catch)?;
        }
        self.days.has_specials = flag.is_none();
        if flag.is_some() && self.specials != AnglingSpecials::NONE {
            return Err(specials.expected("'-,-' in a game without specials (no-specials)"));
        }
        Ok(())
    }

    /// Reads the specials of the angler and of the fish: `lh,yrs`, `-` for none.
    fn read_specials(&mut self, field: Field<'_>) -> Read<()> {
        let parts: Vec<Field<'_>> = field.split(|c| c == ',').collect();
        let [angler, fish] = parts[..] else {
            return Err(field.expected("the specials of the angler and of the fish, as lh,yrs"));
        };
        for (mut part, owner) in [
            (angler, AnglingSpecials::OF_ANGLER),
            (fish, AnglingSpecials::OF_FISH),
        ] {
            if part.text() == "-" {
                continue;
            }
            if part.is_empty() {
                return Err(part.expected("letters of specials, or '-'"));
            }
            while !part.is_empty() {
                let place = part.first();
                let letter = part.next();
                let of_owner = |special: &AnglingSpecial| {
                    owner.has(*special) && Some(special.letter()) == letter
                };
                let Some(special) = AnglingSpecial::ALL.into_iter().find(of_owner) else {
                    let letters = if owner == AnglingSpecials::OF_FISH {
                        "y, r, s"
                    } else {
                        "l, h"
                    };
                    return Err(place.expected(format!("a special ({letters})")));
                };
                if self.specials.has(special) {
                    return Err(place.expected("every special once"));
                }
                if special == AnglingSpecial::PushRed && self.anglers < 2 {
                    return Err(place.expected("no special for the red angler, which is missing"));
                }
                self.specials = self.specials.with(special);
            }
        }
        Ok(())
    }

    /// Checks that the tiles of the game fit the lake, the step and the day.
    fn check_tiles(&self, keys: &KeyWords<'_>) -> Read<()> {
        let spaces = self.area().len();
        let tiles = self.tiles.len();
        let place = keys.get("tiles").unwrap_or(keys.end());
        if tiles > spaces {
            return Err(place.expected(format!("at most {spaces} tiles, one for each space")));
        }
        if self.step == AnglingStep::Lay && tiles < spaces {
            return Err(place.expected(format!("{spaces} tiles to lay, one for each space")));
        }
        if self.day == 2 && !self.is_full_game() {
            return Err(keys
                .get("day")
                .unwrap_or(place)
                .expected("day 1: only the whole game has two days"));
        }
        Ok(())
    }

    /// Reads the caught tiles: they and the lake are the tiles of the game, and their value the
    /// points of the day.
    fn read_caught(&mut self, points: Field<'_>, keys: &KeyWords<'_>) -> Read<()> {
        let place = keys.get("caught").unwrap_or(keys.end());
        let mut left = self.unseen();
        if let Some(field) = keys.get("caught") {
            for part in field.split(|c| c == '.') {
                let tile = read_tile(part)?;
                if tile == LakeTile::DIVER {
                    return Err(
                        part.expected("a fish or rubbish: the diver goes back into the lake")
                    );
                }
                if left.count(tile) == 0 {
                    return Err(part.expected(format!(
                        "at most {} of the tile '{tile}', in the lake and caught",
                        self.tiles.count(tile)
                    )));
                }
                left.remove(tile);
                self.caught.add(tile);
            }
        }
        let lake = self.occupied().len();
        let caught = self.caught.len();
        let expected = if matches!(self.step, AnglingStep::Lay) {
            0
        } else {
            self.tiles.len() - lake.min(self.tiles.len())
        };
        if lake > self.tiles.len() || caught != expected {
            return Err(place.expected(format!(
                "{expected} caught tiles (caught=), since {lake} of {} are in the lake",
                self.tiles.len()
            )));
        }
        let over = self.step == AnglingStep::Over;
        let fine = if over {
            self.specials.fish().len() as Score
        } else {
            0
        };
        let value = self.caught.value() - fine;
        if self.points(self.angler()) != value {
            let field = points
                .split(|c| c == ',')
                .nth(self.angler().index())
                .unwrap_or(points);
            let less = if over {
                ", less the specials of the fish"
            } else {
                ""
            };
            return Err(field.expected(format!(
                "as points {value}, the value of the tiles caught on this day{less}"
            )));
        }
        Ok(())
    }

    /// Reads the keys of the steps in a round.
    fn read_round(&mut self, keys: &KeyWords<'_>) -> Read<()> {
        if let Some(field) = keys.get("active") {
            let active = self
                .anglers()
                .find(|angler| angler.to_string() == field.text());
            let is_right_step = matches!(self.step, AnglingStep::Show | AnglingStep::Catch);
            self.active = active
                .filter(|&angler| {
                    is_right_step && (self.step != AnglingStep::Show || !self.is_out(angler))
                })
                .ok_or_else(|| {
                    field.expected(
                        "the angler that has moved, and only at step=show (not out) or step=catch",
                    )
                })?;
        } else if matches!(self.step, AnglingStep::Show | AnglingStep::Catch) {
            return Err(keys.end().expected("active=, the angler that has moved"));
        }
        let line: &[LakeSpace] = self.pier(self.active).map_or(&[], |pier| self.line(pier));
        let tiles = line
            .iter()
            .filter(|&&space| self.content(space) != 0)
            .count();
        if self.step == AnglingStep::Show && tiles == 0 {
            return Err(keys
                .get("active")
                .unwrap_or(keys.end())
                .expected("an angler with a tile in its line"));
        }
        if let Some(field) = keys.get("shown") {
            let space = read_space(field, self.size())?;
            if self.step != AnglingStep::Catch
                || !line.contains(&space)
                || !self.known.contains(space)
            {
                return Err(field.expected(
                    "the shown tile, in the line of the active angler and marked '!', and only at step=catch",
                ));
            }
            if self.tile(space) == Some(LakeTile::DIVER) && tiles > 1 {
                return Err(field
                    .expected("another tile: the diver is shown only if it is alone in the line"));
            }
            self.shown = Some(space);
        }
        self.slides = if self.step == AnglingStep::Slide {
            SLIDES
        } else {
            0
        };
        if let Some(field) = keys.get("left") {
            self.slides = field.number("tile moves left", u32::from(SLIDES))? as u8;
            if self.step != AnglingStep::Slide {
                return Err(field.expected("tile moves left only at step=slide"));
            }
        }
        if let Some(flag) = keys.flag("held") {
            self.is_held = self.slides == SLIDES && !self.specials.has(AnglingSpecial::Hold);
            if !self.is_held {
                return Err(flag.expected(
                    "'held' only at step=slide before any tile move, with the special 'h' played",
                ));
            }
        }
        Ok(())
    }

    /// Checks the tiles to lay, and that the spaces before the next one are full.
    fn check_hand(&self, keys: &KeyWords<'_>) -> Read<()> {
        let hand = self.unseen();
        let place = keys.get("hand").unwrap_or(keys.end());
        if hand.is_empty() {
            return Err(place.expected("tiles left to lay at step=lay"));
        }
        if keys.get("hand").is_some() && self.has_unknown() {
            return Err(
                place.expected("no tiles in the hand in a view: the angler does not know them")
            );
        }
        if keys
            .get("hand")
            .is_some_and(|field| field.text() != hand.to_string())
        {
            return Err(place.expected(format!("the tiles that are not in the lake: {hand}")));
        }
        let laid = self.occupied();
        if self
            .area()
            .into_iter()
            .take(laid.len())
            .any(|space| !laid.contains(space))
            || !self.known.is_empty()
        {
            return Err(place.expected(
                "tiles laid on the first spaces of the lake, and none known to the angler",
            ));
        }
        Ok(())
    }

    /// Rows of the lake.
    pub(crate) fn rows_text(&self) -> String {
        let token = |space: LakeSpace| match (self.content(space), self.tile(space)) {
            (0, _) => ".".to_owned(),
            (_, None) => "?".to_owned(),
            (_, Some(tile)) if self.known.contains(space) => format!("{tile}!"),
            (_, Some(tile)) => tile.to_string(),
        };
        let row = |row: usize| {
            (0..self.size())
                .map(|column| token(LakeSpace::new(column, row)))
                .collect::<String>()
        };
        (0..self.size()).map(row).collect::<Vec<_>>().join("/")
    }

    /// Numbers of catch tiles of each distance, of two bits each.
    pub(crate) fn catch_text(&self, catch: u8) -> String {
        let numbers: Vec<String> = (0..self.size())
            .map(|distance| (catch >> (2 * distance) & 3).to_string())
            .collect();
        numbers.join(".")
    }

    fn angler_text(&self, angler: Angler) -> String {
        match self.starts[angler as usize] {
            NOWHERE => "-".to_owned(),
            start if self.is_out(angler) => format!("{angler}{}+out", start + 1),
            start => format!("{angler}{}+{}", start + 1, self.progress[angler as usize]),
        }
    }
}

impl fmt::Display for Angling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let anglers: Vec<String> = self
            .anglers()
            .map(|angler| self.angler_text(angler))
            .collect();
        let [a, b] = self.points;
        let turn = self.turn;
        let anglers = anglers.join(",");
        let catch = self.catch_text(self.catch);
        write!(
            f,
            "angling:{} {turn} {a},{b} {anglers} {catch} {}",
            self.rows_text(),
            self.specials
        )?;
        if self.day == 2 {
            f.write_str(" day=2")?;
        }
        if !matches!(self.step, AnglingStep::Walk | AnglingStep::Over) {
            write!(f, " step={}", self.step.name())?;
        }
        if matches!(self.step, AnglingStep::Show | AnglingStep::Catch) {
            write!(f, " active={}", self.active)?;
        }
        if let Some(space) = self.shown {
            write!(f, " shown={space}")?;
        }
        if self.step == AnglingStep::Slide && self.slides < SLIDES {
            write!(f, " left={}", self.slides)?;
        }
        if self.is_held {
            f.write_str(" held")?;
        }
        if !self.caught.is_empty() {
            write!(f, " caught={}", self.caught)?;
        }
        if self.step == AnglingStep::Lay && !self.has_unknown() {
            write!(f, " hand={}", self.unseen())?;
        }
        if self.is_dealt {
            f.write_str(" dealt")?;
        }
        if !self.days.has_specials {
            f.write_str(" no-specials")?;
        }
        if self.days.catch != CATCH_TILES {
            write!(f, " catch={}", self.catch_text(self.days.catch))?;
        }
        if self.size() < LakeSpace::SIZE {
            write!(f, " lake={0}x{0}", self.size)?;
        }
        if self.size() < LakeSpace::SIZE || self.tiles != TileCounts::STANDARD {
            write!(f, " tiles={}", self.tiles)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Angling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
