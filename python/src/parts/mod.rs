//! Parts of positions and moves: what stands where, and where a move starts and ends.
//!
//! A place is the number of a hex or space in the order of the planes.

mod cards;
mod floe;
mod lake;

use floe_engine::{AnyGame, with_game};
use floe_game::{Chance, Game, Player};
use floe_hex::Direction;
use pyo3::prelude::*;

/// Tile or card on a place.
#[derive(IntoPyObject, Debug)]
pub(crate) enum Content {
    /// Tile with this number of fish.
    Fish(i32),
    /// Token of a special tile, a card or a tile of the lake.
    Token(String),
}

/// Parts of a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct MoveParts {
    /// Kind of the move, one of [`Parts::kinds`].
    pub(crate) kind: &'static str,
    /// Place that a penguin, card or tile leaves.
    pub(crate) source: Option<usize>,
    /// Place that it reaches, or where the move happens.
    pub(crate) target: Option<usize>,
    /// Further places: the tile removed, those of an effect, the cards freed.
    pub(crate) others: Vec<usize>,
    /// Numbers that the move names.
    pub(crate) numbers: Vec<u32>,
}

impl MoveParts {
    fn of(kind: &'static str) -> MoveParts {
        MoveParts {
            kind,
            ..MoveParts::default()
        }
    }

    fn of_kind(self, kind: &'static str) -> MoveParts {
        MoveParts { kind, ..self }
    }

    fn from(self, source: impl Into<Option<usize>>) -> MoveParts {
        MoveParts {
            source: source.into(),
            ..self
        }
    }

    fn to(self, target: impl Into<Option<usize>>) -> MoveParts {
        MoveParts {
            target: target.into(),
            ..self
        }
    }

    fn with(self, others: impl IntoIterator<Item = usize>) -> MoveParts {
        MoveParts {
            others: others.into_iter().collect(),
            ..self
        }
    }

    fn numbered(self, numbers: impl IntoIterator<Item = u32>) -> MoveParts {
        MoveParts {
            numbers: numbers.into_iter().collect(),
            ..self
        }
    }
}

/// Game whose positions and moves have parts.
pub(crate) trait Parts: Game {
    /// Names of all places.
    fn places(&self) -> Vec<String>;

    /// The neighbours of every hex, clockwise from the right; none in games without a floe.
    fn neighbours(&self) -> Vec<[Option<usize>; Direction::COUNT]> {
        Vec::new()
    }

    /// Tiles, or cards, on their places.
    fn contents(&self) -> Vec<(usize, Content)>;

    /// Places of the penguins of a player, one that several share as often.
    fn penguin_places(&self, _player: Player) -> Vec<usize> {
        Vec::new()
    }

    /// Number of penguins that a player still has to place.
    fn hand_of(&self, _player: Player) -> u8 {
        0
    }

    /// Hexes that a penguin on a place could move to, were it its player's turn.
    fn reachable(&self, _from: usize) -> Vec<usize> {
        Vec::new()
    }

    /// Names of the kinds of moves.
    fn kinds(&self) -> Vec<&'static str>;

    /// Parts of a move.
    fn move_parts(&self, mv: Self::Move) -> MoveParts;
}

/// Numbers of a move among its features.
const NUMBERS: usize = 4;

/// Features of the choices of the player to move, one row after the other.
pub(crate) struct MoveFeatures {
    pub(crate) moves: usize,
    pub(crate) width: usize,
    pub(crate) values: Vec<u8>,
}

impl MoveFeatures {
    /// Describes the choices of a position.
    pub(crate) fn of(game: &AnyGame) -> MoveFeatures {
        with_game!(game, position => features(position))
    }
}

fn features<G: Parts + Chance>(position: &G) -> MoveFeatures {
    let places = position.places().len();
    let kinds = position.kinds();
    let mut features = MoveFeatures {
        moves: 0,
        width: kinds.len() + 4 * places + NUMBERS,
        values: Vec::new(),
    };
    position.for_each_choice(|choice| {
        let start = features.values.len();
        features.moves += 1;
        features.values.resize(start + features.width, 0);
        let row = &mut features.values[start..];
        write_features(&kinds, &position.move_parts(choice), row);
    });
    features
}

/// Writes the features of a move over zeros: its kind; its source, target, first other place and
/// further places, each as a value for every place; and one more than each of its numbers.
fn write_features(kinds: &[&str], parts: &MoveParts, row: &mut [u8]) {
    let (kind_row, rest) = row.split_at_mut(kinds.len());
    if let Some(kind) = kinds.iter().position(|&kind| kind == parts.kind) {
        kind_row[kind] = 1;
    }
    let places = (rest.len() - NUMBERS) / 4;
    let (place_rows, numbers) = rest.split_at_mut(4 * places);
    let mut mark = |section: usize, place: usize| place_rows[section * places + place] = 1;
    parts.source.into_iter().for_each(|place| mark(0, place));
    parts.target.into_iter().for_each(|place| mark(1, place));
    for (number, &place) in parts.others.iter().enumerate() {
        mark(if number == 0 { 2 } else { 3 }, place);
    }
    for (out, &number) in numbers.iter_mut().zip(&parts.numbers) {
        *out = (number + 1).min(255) as u8;
    }
}

/// Name of a place.
pub(crate) fn place_name(game: &AnyGame, place: usize) -> String {
    with_game!(game, position => position.places().swap_remove(place))
}

/// Place of a hex or space with this name.
pub(crate) fn place_named(game: &AnyGame, name: &str) -> Option<usize> {
    with_game!(game, position => position.places().into_iter().position(|place| place == name))
}
