use std::str::FromStr;

use floe_game::Player;
use floe_hex::{Layout, Standard};

use super::fields::Field;
use super::rows::Floe;
use super::{Description, PositionError, Problem};
use crate::{Position, Value, penguins_each};

impl FromStr for Description {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Description, PositionError> {
        let line = Field::of_line(line);
        let mut words = line.words();
        let mut field = |name| words.next().ok_or_else(|| line.end().error(Problem::MissingField(name)));

        let floe = Floe::read(without_layout(field("ROWS")?)?, Standard.geometry())?;
        let turn_field = field("TURN")?;
        let turn = read_turn(turn_field)?;
        let taken_field = field("TAKEN")?;
        let players = taken_field.split(|c| c == ',').count();
        if (2..=Player::MAX).contains(&players) {
            floe.check_penguins(players)?;
            if turn.index() >= players {
                return Err(turn_field.error(Problem::Player(Player::new(players - 1))));
            }
        }
        let taken = read_taken(taken_field, &floe)?;
        let hand = match words.next() {
            None => Hand::default(),
            Some(word) if word.text() == "-" => Hand::default(),
            Some(word) if word.text().contains('=') => return Err(unexpected(word)),
            Some(word) => read_hand(word, players, turn, &floe)?,
        };
        if let Some(word) = words.next() {
            return Err(unexpected(word));
        }
        Ok(Description { players, tiles: floe.tiles, penguins: floe.penguins, turn, taken, hand })
    }
}

/// A layout may stand before the rows, with a colon.
fn without_layout(field: Field<'_>) -> Result<Field<'_>, PositionError> {
    let Some((name, rows)) = field.split_once(':') else { return Ok(field) };
    match name.text() {
        text if text == Standard.name() => Ok(rows),
        "setup-1" | "setup-2" => Err(name.error(Problem::OtherLayout)),
        text if text.starts_with("rows(") => Err(name.error(Problem::OtherLayout)),
        _ => Err(name.error(Problem::Layout)),
    }
}

fn read_turn(field: Field<'_>) -> Result<Player, PositionError> {
    let mut letters = field.text().chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(field.error(Problem::Turn)),
    }
}

/// The takings, which must be those of two to four players.
fn read_taken(field: Field<'_>, floe: &Floe<'_>) -> Result<[Value; Player::MAX], PositionError> {
    let (hexes, on_floe) = (Standard.geometry().hexes().len(), floe.all_tiles().len());
    let mut taken = [Value::default(); Player::MAX];
    let mut all_tiles = on_floe;
    let mut players = 0;
    for entry in field.split(|c| c == ',') {
        let value = taken.get_mut(players).ok_or_else(|| entry.error(Problem::TooManyPlayers))?;
        let (fish_field, tiles_field) = entry.split_once(':').ok_or_else(|| entry.error(Problem::Taken))?;
        let (fish, tiles) = (fish_field.number("fish", 3 * hexes)?, tiles_field.number("tiles", hexes)?);
        if !(tiles..=3 * tiles).contains(&fish) {
            return Err(fish_field.error(Problem::FishOfTiles { tiles }));
        }
        all_tiles += tiles;
        if all_tiles > hexes {
            return Err(tiles_field.error(Problem::TooManyTiles { hexes, floe: on_floe }));
        }
        *value = Value { fish: fish as i32, tiles: tiles as i32 };
        players += 1;
    }
    if players < 2 { Err(field.end().error(Problem::TooFewPlayers)) } else { Ok(taken) }
}

/// An error about a word after the last field: the base game has no keys.
fn unexpected(word: Field<'_>) -> PositionError {
    match word.text().split_once('=') {
        None => word.error(Problem::ExtraField),
        Some(("rules", _)) => word.error(Problem::Rules),
        Some(_) => word.error(Problem::Key),
    }
}

type Hand = [u8; Player::MAX];

fn read_hand(field: Field<'_>, players: usize, turn: Player, floe: &Floe<'_>) -> Result<Hand, PositionError> {
    let each = penguins_each(players);
    let mut hand = Hand::default();
    let mut entries = field.split(|c| c == ',');
    for player in Player::first(players) {
        let entry = entries.next().ok_or_else(|| field.end().error(Problem::Hand(players)))?;
        let in_hand = entry.number("penguins in hand", u32::from(each))?;
        if floe.penguins[player.index()].len() + in_hand > u32::from(each) {
            return Err(entry.error(Problem::TooManyPenguins { player, each }));
        }
        hand[player.index()] = in_hand as u8;
    }
    if let Some(extra) = entries.next() {
        return Err(extra.error(Problem::Hand(players)));
    }
    if !is_order_of_placing(&hand[..players], turn) {
        return Err(field.error(Problem::HandOrder));
    }
    let (penguins, free) = (hand.iter().map(|&left| u32::from(left)).sum(), floe.places().len());
    if penguins > free { Err(field.error(Problem::NoPlace { penguins, free })) } else { Ok(hand) }
}

/// Whether so many penguins can be in hand while players place in turn, this one being next.
///
/// Nobody has fewer than one who is to place later in the round, and all are within one.
pub fn is_order_of_placing(hand: &[u8], turn: Player) -> bool {
    let mut round = turn.round(hand.len()).map(|player| hand[player.index()]);
    let most = round.next().unwrap_or_default();
    let mut least = most;
    round.all(|left| {
        let fits = left <= least && most - left <= 1;
        least = left;
        fits
    })
}

impl<const N: usize> FromStr for Position<N, Standard> {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Self, PositionError> {
        let description: Description = line.parse()?;
        if description.players != N {
            let taken = Field::of_line(line).words().nth(2).expect("a position has the field TAKEN");
            return Err(taken.error(Problem::Players(N)));
        }
        Ok(Position::new(&description, Standard))
    }
}
