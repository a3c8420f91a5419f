use std::str::FromStr;

use floe_fish::{Field, PositionError, Problem, Value, is_order_of_placing, penguins_each};
use floe_game::Player;
use floe_hex::{Hex, Layout};

use super::rows::Rows;
use crate::floe::Floe;
use crate::variant::State;
use crate::{Hidden, Kind, Outline, Rules, Variant, Whales};

pub(crate) fn expected<T>(field: Field<'_>, what: &impl ToString) -> Result<T, PositionError> {
    Err(field.error(Problem::Variant(what.to_string())))
}

/// A word `key=value`.
struct Key<'a> {
    name: &'a str,
    word: Field<'a>,
    value: Field<'a>,
}

/// What a line tells.
enum Told {
    Variant(Variant),
    Hidden(Hidden),
}

impl FromStr for Variant {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Variant, PositionError> {
        match read(line)? {
            Told::Variant(variant) => Ok(variant),
            Told::Hidden(_) => expected(Field::of_line(line), &"a position without hidden whales"),
        }
    }
}

impl FromStr for Hidden {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Hidden, PositionError> {
        match read(line)? {
            Told::Hidden(hidden) => Ok(hidden),
            Told::Variant(_) => expected(Field::of_line(line), &"a position with 'rules=hidden-whale'"),
        }
    }
}

/// Reads a position of any variant.
fn read(line: &str) -> Result<Told, PositionError> {
    let line = Field::of_line(line);
    let words: Vec<Field<'_>> = line.words().collect();
    let keys = Keys::of(line, &words)?;
    match keys.rules() {
        Ok(rules) => read_by(line, &words, &keys, rules),
        // What is wrong before that is told first.
        Err(unknown) => Err(read_by(line, &words, &keys, Rules::BASE)
            .err()
            .filter(|error| error.column < unknown.column)
            .unwrap_or(unknown)),
    }
}

fn read_by(line: Field<'_>, words: &[Field<'_>], keys: &Keys<'_>, rules: Rules) -> Result<Told, PositionError> {
    let word =
        |index: usize, name| words.get(index).copied().ok_or_else(|| line.end().error(Problem::MissingField(name)));
    let (rows, turn, taken) = (word(0, "ROWS")?, word(1, "TURN"), word(2, "TAKEN"));
    let (outline, rows) = read_outline(rows)?;
    // How many play is said only by what they have taken; errors before that are told first, if they can be.
    let players = taken.as_ref().map_or(Player::MAX, |taken| taken.split(|c| c == ',').count());
    let rows = Rows::read(rows, outline, rules, players.clamp(2, Player::MAX))?;
    let (turn, taken) = (turn?, taken?);
    let mut floe = rows.floe;
    floe.turn = read_turn(turn, players)?;
    floe.taken = read_taken(taken, outline, floe.tiles.len(), rules)?;
    let hand = read_hand(words, players, floe.turn, |player| rows.penguins(player))?;
    floe.hand = hand.map_or(floe.hand, |told| told.hand);
    let told = keys.added(rules, &rows, &floe)?.of(floe);
    hand.map_or(Ok(()), |hand| hand.check_room(told.places().len()))?;
    Ok(told)
}

/// What a variant adds to the floe.
enum Added {
    State(State),
    Whales(Whales),
}

impl Added {
    /// The position, with whoever cannot move retired.
    fn of(&self, floe: Floe) -> Told {
        match *self {
            Added::State(state) => Told::Variant(Variant::settled(floe, state)),
            Added::Whales(whales) => Told::Hidden(Hidden::settled(floe, whales)),
        }
    }
}

impl Told {
    fn places(&self) -> floe_hex::HexSet {
        match self {
            Told::Variant(position) => position.places(),
            Told::Hidden(position) => position.places(),
        }
    }
}

/// The layout before the rows, and the rows.
pub(crate) fn read_outline(field: Field<'_>) -> Result<(Outline, Field<'_>), PositionError> {
    let Some((name, rows)) = field.split_once(':') else { return Ok((Outline::STANDARD, field)) };
    match Outline::by_name(name.text()) {
        None => Err(name.error(Problem::Layout)),
        Some(Ok(outline)) => Ok((outline, rows)),
        Some(Err(error)) => expected(name, &error),
    }
}

pub(crate) fn read_turn(field: Field<'_>, players: usize) -> Result<Player, PositionError> {
    let mut letters = field.text().chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) if player.index() < players.max(2) => Ok(player),
        (Some(_), None) => Err(field.error(Problem::Player(Player::new(players.clamp(2, Player::MAX) - 1)))),
        _ => Err(field.error(Problem::Turn)),
    }
}

/// What everybody has taken; so many tiles are on the floe.
pub(crate) fn read_taken(
    field: Field<'_>,
    outline: Outline,
    on_floe: u32,
    rules: Rules,
) -> Result<[Value; Player::MAX], PositionError> {
    let hexes = outline.geometry().hexes().len();
    let mut taken = [Value::default(); Player::MAX];
    let mut all_tiles = on_floe;
    let mut players = 0;
    for entry in field.split(|c| c == ',') {
        if players == Player::MAX {
            return Err(entry.error(Problem::TooManyPlayers));
        }
        let (fish_field, tiles_field) = entry.split_once(':').ok_or_else(|| entry.error(Problem::Taken))?;
        let tiles = tiles_field.number("tiles", hexes)?;
        let fish = read_fish(fish_field, outline, rules, tiles)?;
        if rules.variant == Some(Kind::Survival) && (fish, tiles) != (0, 0) {
            return expected(entry, &"0:0, for nothing is taken in survival");
        }
        all_tiles += tiles;
        if all_tiles > hexes {
            return Err(tiles_field.error(Problem::TooManyTiles { hexes, floe: on_floe }));
        }
        taken[players] = Value { fish, tiles: tiles as i32 };
        players += 1;
    }
    match (players, rules.teams) {
        (..2, _) => Err(field.end().error(Problem::TooFewPlayers)),
        (..4, true) => expected(field.end(), &"',' and fish:tiles of another player, teams being of four"),
        _ => Ok(taken),
    }
}

/// The fish that a player has taken on so many tiles. Many penguins take more from a tile than it has (3.6), and the middle may cost
/// two (2.3).
fn read_fish(field: Field<'_>, outline: Outline, rules: Rules, tiles: u32) -> Result<i32, PositionError> {
    /// More than four penguins never stand together.
    const CROWD: u32 = 4;
    let least = if outline.centre().is_some() && tiles > 0 { tiles as i32 - 3 } else { tiles as i32 };
    let most = 3 * tiles * if rules.variant == Some(Kind::Group) { CROWD } else { 1 };
    if let Some(digits) = field.text().strip_prefix('-')
        && least < 0
    {
        let fish =
            digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit())).map(|fish: i32| -fish);
        return match fish.filter(|&fish| fish >= least) {
            Some(fish) => Ok(fish),
            None => expected(field, &format!("{least} to {most} fish, the tiles being {tiles}")),
        };
    }
    let hexes = outline.geometry().hexes().len();
    let fish = field.number("fish", 3 * CROWD * hexes)? as i32;
    if (least..=most as i32).contains(&fish) {
        Ok(fish)
    } else {
        expected(field, &format!("{least} to {most} fish, the tiles being {tiles}"))
    }
}

/// The field HAND where it says something.
#[derive(Clone, Copy)]
pub(crate) struct ToldHand<'a> {
    field: Field<'a>,
    pub(crate) hand: [u8; Player::MAX],
}

impl ToldHand<'_> {
    /// That there are enough free places for all penguins in hand.
    pub(crate) fn check_room(self, free: u32) -> Result<(), PositionError> {
        let penguins = self.hand.iter().map(|&left| u32::from(left)).sum();
        if penguins > free { Err(self.field.error(Problem::NoPlace { penguins, free })) } else { Ok(()) }
    }
}

/// Reads the field HAND, if there is one, and sees that nothing but keys comes after it; `on_floe` tells how many penguins stand on
/// the floe.
pub(crate) fn read_hand<'a>(
    words: &[Field<'a>],
    players: usize,
    turn: Player,
    on_floe: impl Fn(Player) -> u8,
) -> Result<Option<ToldHand<'a>>, PositionError> {
    let is_key = |word: &&Field<'_>| word.text().contains('=');
    let field = words.get(3).filter(|word| !is_key(word)).copied();
    let told = match field {
        Some(field) if field.text() != "-" => Some(ToldHand { field, hand: hand_of(field, players, turn, on_floe)? }),
        _ => None,
    };
    match words.iter().skip(3 + usize::from(field.is_some())).find(|word| !is_key(word)) {
        Some(extra) => Err(extra.error(Problem::ExtraField)),
        None => Ok(told),
    }
}

/// How many penguins everybody has in hand.
fn hand_of(
    field: Field<'_>,
    players: usize,
    turn: Player,
    on_floe: impl Fn(Player) -> u8,
) -> Result<[u8; Player::MAX], PositionError> {
    let each = penguins_each(players);
    let mut hand = [0; Player::MAX];
    let mut entries = field.split(|c| c == ',');
    for player in Player::first(players) {
        let entry = entries.next().ok_or_else(|| field.end().error(Problem::Hand(players)))?;
        let in_hand = entry.number("penguins in hand", u32::from(each))? as u8;
        if on_floe(player) + in_hand > each {
            return Err(entry.error(Problem::TooManyPenguins { player, each }));
        }
        hand[player.index()] = in_hand;
    }
    if let Some(extra) = entries.next() {
        return Err(extra.error(Problem::Hand(players)));
    }
    if is_order_of_placing(&hand[..players], turn) { Ok(hand) } else { Err(field.error(Problem::HandOrder)) }
}

pub(crate) struct Keys<'a> {
    keys: Vec<Key<'a>>,
    end: Field<'a>,
}

impl<'a> Keys<'a> {
    /// The keys among the words of a line, which may have none.
    pub(crate) fn of(line: Field<'a>, words: &[Field<'a>]) -> Result<Keys<'a>, PositionError> {
        let mut keys: Vec<Key<'a>> = Vec::new();
        for &word in words.iter().skip(3).filter(|word| word.text().contains('=')) {
            let (before, value) = word.split_once('=').expect("it has one");
            let name = before.text();
            if keys.iter().any(|key| key.name == name) {
                return expected(word, &format!("the key '{}' once only", name.escape_debug()));
            }
            keys.push(Key { name, word, value });
        }
        Ok(Keys { keys, end: line.end() })
    }

    pub(crate) fn get(&self, name: &str) -> Option<Field<'a>> {
        self.keys.iter().find(|key| key.name == name).map(|key| key.value)
    }

    fn rules(&self) -> Result<Rules, PositionError> {
        let Some(value) = self.get("rules") else { return Ok(Rules::BASE) };
        value.text().parse().or_else(|error| expected(value, &error))
    }

    /// What the variant adds; every key must be one that it knows.
    fn added(&self, rules: Rules, rows: &Rows<'_>, floe: &Floe) -> Result<Added, PositionError> {
        let known: &[&str] = match rules.variant {
            None | Some(Kind::Push) => &["rules"],
            Some(Kind::Whale) => &["rules", "whale"],
            Some(Kind::HiddenWhale) => &["rules", "hidden"],
            Some(Kind::Survival | Kind::Group) => &["rules", "idle"],
            Some(Kind::SpecialTiles) => {
                return expected(self.get("rules").unwrap_or(self.end), &"rules without special tiles");
            }
        };
        self.check(known, rules)?;
        Ok(Added::State(match rules.variant {
            Some(Kind::HiddenWhale) => return self.whales().map(Added::Whales),
            None => State::Plain,
            Some(Kind::Push) => State::Push,
            Some(Kind::Whale) => State::Whale(self.whale(floe)?),
            Some(Kind::SpecialTiles) => unreachable!("they have been refused"),
            Some(Kind::Survival) => State::Survival { idle: self.idle()? },
            Some(Kind::Group) => {
                let mut crowd = rows.crowd;
                crowd.idle = self.idle()?;
                State::Group(crowd)
            }
        }))
    }

    fn whales(&self) -> Result<Whales, PositionError> {
        let Some(value) = self.get("hidden") else {
            return expected(self.end, &"' hidden=' and the fish of the tiles that hide a whale");
        };
        value.text().parse().or_else(|error| expected(value, &error))
    }

    /// Every key must be one that the rules know.
    pub(crate) fn check(&self, known: &[&str], rules: Rules) -> Result<(), PositionError> {
        match self.keys.iter().find(|key| !known.contains(&key.name)) {
            Some(key) => expected(
                key.word,
                &match rules {
                    Rules::BASE => "no key but rules=, for the base game has none".to_owned(),
                    _ => format!("a key of the rules '{rules}': {}=", known.join("= or ")),
                },
            ),
            None => Ok(()),
        }
    }

    /// Where the line ends.
    pub(crate) fn end(&self) -> Field<'a> {
        self.end
    }

    fn idle(&self) -> Result<u8, PositionError> {
        self.get("idle").map_or(Ok(0), |value| value.number("turns", 99).map(|turns| turns as u8))
    }

    fn whale(&self, floe: &Floe) -> Result<Hex, PositionError> {
        let Some(value) = self.get("whale") else { return expected(self.end, &"' whale=' and the hex of the whale") };
        let Some(hex) = floe.outline.geometry().hex(value.text()) else { return expected(value, &"a hex such as d5") };
        match floe.owner(hex) {
            Some(owner) => expected(value, &format!("a hex without a penguin; one of {owner} stands there")),
            None => Ok(hex),
        }
    }
}
