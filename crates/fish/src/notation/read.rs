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
        let mut end = line.end();
        end.column = line.column + line.text.trim_end().chars().count();
        let mut field = |name| words.next().ok_or_else(|| end.error(Problem::MissingField(name)));

        let geometry = Standard.geometry();
        let floe = Floe::read(without_layout(field("ROWS")?)?, geometry)?;
        let turn_field = field("TURN")?;
        let turn = read_turn(turn_field)?;
        let taken_field = field("TAKEN")?;
        let (taken, players) = read_taken(taken_field, geometry.hexes().len())?;
        let (hand, hand_field) = read_rest(words, players)?;

        let last = Player::new(players - 1);
        if let Some(mention) = floe.mentions[players..].iter().flatten().min_by_key(|field| field.column) {
            return Err(mention.error_here(Problem::Player(last)));
        }
        if turn > last {
            return Err(turn_field.error(Problem::Player(last)));
        }
        let on_floe = floe.all_tiles().len();
        let tiles_taken: i32 = taken.iter().map(|taken| taken.tiles).sum();
        if on_floe + tiles_taken as u32 > geometry.hexes().len() {
            return Err(taken_field.error(Problem::TooManyTiles { hexes: geometry.hexes().len(), floe: on_floe }));
        }
        for player in Player::first(players) {
            let (each, on_floe) = (penguins_each(players), floe.penguins[player.index()].len());
            if on_floe + u32::from(hand[player.index()]) > u32::from(each) {
                let place = if on_floe > u32::from(each) { floe.mentions[player.index()] } else { hand_field };
                let problem = Problem::TooManyPenguins { player, each, floe: on_floe };
                return Err(place.unwrap_or(end).error_here(problem));
            }
        }
        if let Some(hand_field) = hand_field {
            check_hand(&hand[..players], turn, &floe, hand_field)?;
        }
        Ok(Description { players, tiles: floe.tiles, penguins: floe.penguins, turn, taken, hand })
    }
}

/// A layout may stand before the rows, with a colon.
fn without_layout(field: Field<'_>) -> Result<Field<'_>, PositionError> {
    // An outline of one's own has colons in its brackets.
    let Some((name, rows)) = field.split_once(':') else { return Ok(field) };
    if name.text == Standard.name() { Ok(rows) } else { Err(name.error(Problem::Layout)) }
}

fn read_turn(field: Field<'_>) -> Result<Player, PositionError> {
    let mut letters = field.text.chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(field.error(Problem::Turn)),
    }
}

/// The takings, and for how many players they are.
fn read_taken(field: Field<'_>, hexes: u32) -> Result<([Value; Player::MAX], usize), PositionError> {
    let mut taken = [Value::default(); Player::MAX];
    let mut players = 0;
    for entry in field.split(|c| c == ',') {
        let (Some((fish, tiles)), true) = (entry.split_once(':'), players < Player::MAX) else {
            return Err(entry.error(Problem::Taken));
        };
        let (fish_taken, tiles_taken) = (fish.number(3 * hexes)?, tiles.number(hexes)?);
        if !(tiles_taken..=3 * tiles_taken).contains(&fish_taken) {
            return Err(fish.error(Problem::FishOfTiles { tiles: tiles_taken }));
        }
        taken[players] = Value { fish: fish_taken as i32, tiles: tiles_taken as i32 };
        players += 1;
    }
    if players < 2 { Err(field.error(Problem::Taken)) } else { Ok((taken, players)) }
}

type Hand = [u8; Player::MAX];

/// What may follow TAKEN: the hands, then keys. Also tells where the hands stood.
fn read_rest<'a>(
    words: impl Iterator<Item = Field<'a>>,
    players: usize,
) -> Result<(Hand, Option<Field<'a>>), PositionError> {
    let mut hand = Hand::default();
    let mut hand_field = None;
    for (place, word) in words.enumerate() {
        if let Some((key, value)) = word.split_once('=') {
            return Err(if key.text == "rules" { value.error(Problem::Rules) } else { key.error(Problem::Key) });
        }
        if place > 0 {
            return Err(word.error(Problem::ExtraField));
        }
        if word.text != "-" {
            hand = read_hand(word, players)?;
            hand_field = Some(word);
        }
    }
    Ok((hand, hand_field))
}

fn read_hand(field: Field<'_>, players: usize) -> Result<Hand, PositionError> {
    let mut hand = Hand::default();
    let mut count = 0;
    for entry in field.split(|c| c == ',') {
        if count == players {
            return Err(entry.error(Problem::Hand(players)));
        }
        hand[count] = entry.number(u32::from(penguins_each(players)))? as u8;
        count += 1;
    }
    if count < players { Err(field.end().error(Problem::Hand(players))) } else { Ok(hand) }
}

/// Placing in turn, nobody has fewer penguins in hand than one who is to place later in the round, and all
/// are within one.
fn check_hand(hand: &[u8], turn: Player, floe: &Floe<'_>, field: Field<'_>) -> Result<(), PositionError> {
    let round: Vec<u8> = turn.round(hand.len()).map(|player| hand[player.index()]).collect();
    let differ_by_one = round[0] - round[round.len() - 1].min(round[0]) <= 1;
    if !round.is_sorted_by(|earlier, later| earlier >= later) || !differ_by_one {
        return Err(field.error(Problem::HandOrder));
    }
    let (penguins, free) = (hand.iter().map(|&left| u32::from(left)).sum(), floe.places().len());
    if penguins > free { Err(field.error(Problem::NoPlace { penguins, free })) } else { Ok(()) }
}

impl<const N: usize> FromStr for Position<N, Standard> {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Self, PositionError> {
        let description: Description = line.parse()?;
        if description.players != N {
            let field = Field::of_line(line).words().nth(2).expect("a position has the field TAKEN");
            return Err(field.error(Problem::Hand(N)));
        }
        Ok(Position::new(&description, Standard))
    }
}
