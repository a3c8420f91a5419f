//! Games that have been played: where they are read from, and what is said of their moves.

mod annotate;
mod list;
mod proofs;
mod records;

use std::io::{self, BufRead};

use anyhow::Result;
use floe_engine::AnyGame;
use floe_game::Player;

use crate::input;
use crate::problem::Wrong;

pub(crate) use annotate::{Annotation, Annotator, Judged, Mark};
pub(crate) use proofs::{Prover, Tally};

/// A game as it is written, before anybody has asked whether its moves are legal.
pub(crate) struct Game {
    pub(crate) position: AnyGame,
    pub(crate) moves: Vec<Written>,
    /// How the game was broken off, where it was.
    pub(crate) broken_off: Option<String>,
}

/// A game, and what a file of match records says of it besides.
pub(crate) struct Recorded {
    /// Its number.
    pub(crate) number: Option<u64>,
    /// Who played, in turn order; by letters where that is not known.
    pub(crate) engines: Vec<String>,
    pub(crate) game: Game,
}

/// A move, and where it stands.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) place: Place,
}

/// A place in a file: the line and the column of it, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// The whole line.
    pub(crate) text: std::sync::Arc<str>,
}

/// What is wrong with a file of a game, and where.
#[derive(Clone, Debug)]
pub(crate) struct Unreadable {
    pub(crate) message: String,
    pub(crate) place: Place,
}

/// Reads a game: a file of match records, of which one is chosen by its number, or a position with a list of moves.
///
/// # Errors
/// The inner error says what is wrong with the game, the outer one that there is none to be read.
pub(crate) fn read(mut input: impl BufRead, number: Option<u64>) -> Result<Result<Game, Unreadable>> {
    if is_of_records(&mut input)? { records::read(input, number) } else { list::read(input, number) }
}

/// Reads a list of moves alone.
///
/// # Errors
/// As [`read`]; and when there are match records.
pub(crate) fn read_list(mut input: impl BufRead) -> Result<Result<Game, Unreadable>> {
    if is_of_records(&mut input)? {
        return Err(Wrong::new("these are the records of a match, expected a position and a list of moves").into());
    }
    list::read(input, None)
}

/// Reads all games of a file, or the one with a number; what cannot be read is among them.
///
/// # Errors
/// When there is none.
pub(crate) fn read_all(mut input: impl BufRead, number: Option<u64>) -> Result<Vec<Result<Recorded, Unreadable>>> {
    if is_of_records(&mut input)? {
        return records::read_all(input, number);
    }
    let engines = Player::first(Player::MAX).map(|player| player.to_string()).collect();
    Ok(vec![list::read(input, number)?.map(|game| Recorded { number: None, engines, game })])
}

fn is_of_records(input: &mut impl BufRead) -> Result<bool, Wrong> {
    Ok(input.fill_buf().map_err(|error| failed(&error))?.first() == Some(&b'{'))
}

/// What is said where nothing can be read: the call that names the file is wrong.
fn failed(error: &io::Error) -> Wrong {
    Wrong::new(format!("the games cannot be read: {error}"))
}

/// The text of a line of a file, with its number.
fn text_of(number: usize, line: &[u8]) -> Result<&str, Unreadable> {
    let shown = || String::from_utf8_lossy(line);
    input::text_of(line).map_err(|wrong| Unreadable {
        message: wrong.message,
        place: Place::new(number, wrong.column.unwrap_or(1), &shown()),
    })
}

impl Written {
    /// What is wrong with a move that is not legal.
    pub(crate) fn illegal(&self, ply: usize, why: &str) -> Unreadable {
        let message = format!("column {}: move {ply}, '{}': {why}", self.place.column, self.text);
        Unreadable { message, place: self.place.clone() }
    }
}

impl Place {
    fn new(line: usize, column: usize, text: &str) -> Place {
        Place { line, column, text: text.into() }
    }
}

/// Reads the position of a game; `place` is where it begins.
fn position(text: &str, place: Place) -> Result<AnyGame, Unreadable> {
    text.parse().map_err(|error: floe_fish::PositionError| {
        let column = place.column + error.column - 1;
        let message = format!("column {column}: found {}, expected {}", error.found, error.problem);
        Unreadable { message, place: Place { column, ..place } }
    })
}

/// The words of a text with the number of characters before each.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        (text[..before].chars().count(), word)
    })
}
