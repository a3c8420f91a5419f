use std::str::FromStr;

use floe_game::Player;
use floe_hex::{Layout, Standard};

use super::fields::Field;
use super::rows::FloeTokens;
use super::{Description, PositionError, Problem};
use crate::{Position, Value, penguins_each};

impl FromStr for Description {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Description, PositionError> {
        let line = Field::of_line(line);
        let mut words = line.words();
        let mut field = |name| words.next().ok_or_else(|| line.end().error(Problem::MissingField(name)));

        let floe = FloeTokens::read(without_layout(field("ROWS")?)?, Standard.geometry())?;
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
        let hexes = Standard.geometry().hexes().len();
        let bounds = TakenBounds { hexes, most_fish: 3, tile_fish: 3, costs: 0, nothing: None };
        let taken = read_taken(taken_field, floe.all_tiles().len(), &bounds)?;
        let hand = match words.next() {
            Some(word) if word.text().contains('=') => return Err(unexpected(word)),
            Some(word) if word.text() != "-" => {
                let hand = read_hand(word, players, turn, |player| floe.penguins[player.index()].len() as u8)?;
                let (penguins, free) = (hand.iter().map(|&left| u32::from(left)).sum(), floe.places().len());
                if penguins > free {
                    return Err(word.error(Problem::NoPlace { penguins, free }));
                }
                hand
            }
            _ => [0; Player::MAX],
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

/// Reads the field TURN.
///
/// # Errors
/// Where it is not the letter of a player.
pub fn read_turn(field: Field<'_>) -> Result<Player, PositionError> {
    let mut letters = field.text().chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(field.error(Problem::Turn)),
    }
}

/// What players can have taken by the rules.
#[derive(Clone, Copy, Debug)]
pub struct TakenBounds {
    /// The hexes of the outline.
    pub hexes: u32,
    /// The most fish that a tile can bring by any rules.
    pub most_fish: u32,
    /// The most fish that a tile can bring by these rules.
    pub tile_fish: u32,
    /// How many fish fewer than tiles somebody can have who has any tile.
    pub costs: u32,
    /// What is expected where nothing is ever taken.
    pub nothing: Option<&'static str>,
}

/// Reads the field TAKEN, so many tiles being on the floe: takings of two to four players.
///
/// # Errors
/// Where it is something else, or cannot come about.
pub fn read_taken(field: Field<'_>, on_floe: u32, bounds: &TakenBounds) -> Result<[Value; Player::MAX], PositionError> {
    let hexes = bounds.hexes;
    let mut taken = [Value::default(); Player::MAX];
    let mut all_tiles = on_floe;
    let mut players = 0;
    for entry in field.split(|c| c == ',') {
        let value = taken.get_mut(players).ok_or_else(|| entry.error(Problem::TooManyPlayers))?;
        let (fish_field, tiles_field) = entry.split_once(':').ok_or_else(|| entry.error(Problem::Taken))?;
        let tiles = tiles_field.number("tiles", hexes);
        let fish = read_fish(fish_field, *tiles.as_ref().unwrap_or(&0), tiles.is_ok(), bounds)?;
        let tiles = tiles?;
        if let Some(nothing) = bounds.nothing.filter(|_| (fish, tiles) != (0, 0)) {
            return Err(entry.error(Problem::Variant(nothing.to_owned())));
        }
        all_tiles += tiles;
        if all_tiles > hexes {
            return Err(tiles_field.error(Problem::TooManyTiles { hexes, floe: on_floe }));
        }
        *value = Value { fish, tiles: tiles as i32 };
        players += 1;
    }
    if players < 2 { Err(field.end().error(Problem::TooFewPlayers)) } else { Ok(taken) }
}

/// Reads the fish taken on so many tiles, if those could be read.
fn read_fish(field: Field<'_>, tiles: u32, is_told: bool, bounds: &TakenBounds) -> Result<i32, PositionError> {
    let least = tiles as i32 - if tiles > 0 { bounds.costs as i32 } else { 0 };
    let most = (bounds.tile_fish * tiles) as i32;
    let digits = field.text().strip_prefix('-').filter(|_| least < 0);
    let fish = match digits {
        Some(digits) => {
            let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
            number.map(|fish: i32| -fish)
        }
        None => Some(field.number("fish", bounds.most_fish * bounds.hexes)? as i32),
    };
    let fits = fish.filter(|fish| !is_told || (least..=most).contains(fish));
    fits.ok_or_else(|| field.error(Problem::FishOfTiles { least, most, tiles }))
}

/// An error about a word after the last field: the base game has no keys.
fn unexpected(word: Field<'_>) -> PositionError {
    match word.text().split_once('=') {
        None => word.error(Problem::ExtraField),
        Some(("rules", _)) => word.error(Problem::Rules),
        Some(_) => word.error(Problem::Key),
    }
}

/// Reads the penguins in hand of so many players, who have some on the floe already.
///
/// # Errors
/// Where it is something else, or cannot come about by placing in turn.
pub fn read_hand(
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

impl<const N: usize> FromStr for Position<N> {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Self, PositionError> {
        let description: Description = line.parse()?;
        if description.players != N {
            let taken = Field::of_line(line).words().nth(2).expect("a position has the field TAKEN");
            return Err(taken.error(Problem::Players(N)));
        }
        Ok(Position::new(&description))
    }
}
