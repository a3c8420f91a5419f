//! The files of games that matches write.

use std::io::BufRead;

use anyhow::Result;
use floe_arena::record::{Record, Termination};
use floe_arena::store::no_record;
use floe_game::Player;
use serde::Deserialize;

use super::{Game, Place, Recorded, Unreadable, Written, failed, position, text_of, words};
use crate::problem::Wrong;

/// A line of a file: the record of a game, and where it stands.
struct Entry {
    number: usize,
    line: String,
    record: Record,
}

/// The first line of a file, as far as it is asked for.
#[derive(Default, Deserialize)]
struct Header {
    config: Engines,
}

#[derive(Default, Deserialize)]
struct Engines {
    #[serde(default)]
    engines: Vec<String>,
}

pub(super) fn read(input: impl BufRead, number: Option<u64>) -> Result<Result<Game, Unreadable>> {
    let (mut found, mut wrong) = (None, None);
    let games = each(input, number, |entry, _| match entry {
        Ok(entry) => drop(found.get_or_insert(entry)),
        Err(why) => drop(wrong.get_or_insert(why)),
    })?;
    match (wrong, found) {
        (Some(wrong), _) => Ok(Err(wrong)),
        (None, Some(entry)) if number.is_some() || games == 1 => Ok(entry.game()),
        (None, Some(_)) => Err(Wrong::new(format!("there are {games} games here: choose one with --game N")).into()),
        (None, None) => Err(none(number, games)),
    }
}

pub(super) fn read_all(input: impl BufRead, number: Option<u64>) -> Result<Vec<Result<Recorded, Unreadable>>> {
    let mut found = Vec::new();
    let games = each(input, number, |entry, engines| {
        found.push(entry.and_then(|entry| {
            let names = Player::first(Player::MAX).zip(entry.record.seats.iter().cycle());
            let names = names.map(|(player, &seat)| engines.get(seat).cloned().unwrap_or_else(|| player.to_string()));
            Ok(Recorded { number: Some(entry.record.game), engines: names.collect(), game: entry.game()? })
        }));
    })?;
    if found.is_empty() { Err(none(number, games)) } else { Ok(found) }
}

/// Why there is no game to be read among so many.
fn none(number: Option<u64>, games: u64) -> anyhow::Error {
    let why = match number {
        Some(number) => format!("there is no game {number} among the {games} here"),
        None => "there are no games here yet".to_owned(),
    };
    Wrong::new(why).into()
}

/// Shows every line that is no game, and every game, or the one with a number, with the names of the engines. Returns how many lines
/// there are.
fn each(
    input: impl BufRead,
    number: Option<u64>,
    mut visit: impl FnMut(Result<Entry, Unreadable>, &[String]),
) -> Result<u64> {
    let (Header { config: Engines { engines } }, lines) = lines(input)?;
    let mut games = 0;
    for entry in lines {
        games += 1;
        match (entry?, number) {
            (Ok(entry), Some(number)) if entry.record.game != number => {}
            (entry, _) => visit(entry, &engines),
        }
    }
    Ok(games)
}

/// What a file says first, and its games.
fn lines(input: impl BufRead) -> Result<(Header, impl Iterator<Item = Result<Result<Entry, Unreadable>>>)> {
    let mut lines = (1..).zip(input.split(b'\n'));
    let first = lines.next().map(|(_, line)| line).transpose().map_err(|error| failed(&error))?;
    let header = first.and_then(|line| serde_json::from_slice(&line).ok()).unwrap_or_default();
    let entries = lines.map(|(number, line)| {
        let line = line.map_err(|error| failed(&error))?;
        Ok(text_of(number, &line).and_then(|line| Entry::read(number, line)))
    });
    Ok((header, entries))
}

impl Entry {
    fn read(number: usize, line: &str) -> Result<Entry, Unreadable> {
        let record = serde_json::from_str(line).map_err(|error| {
            let column = error.column().max(1);
            let message = format!("column {column}: {}", no_record(&error));
            Unreadable { message, place: Place::new(number, column, line) }
        })?;
        Ok(Entry { number, line: line.to_owned(), record })
    }

    fn game(&self) -> Result<Game, Unreadable> {
        let Entry { number, line, record } = self;
        let floe = Place::new(*number, column_of("floe", line), line);
        let moves = Place::new(*number, column_of("moves", line), line);
        let written = words(&record.moves).map(|(before, word)| Written {
            text: word.to_owned(),
            place: Place { column: moves.column + before, ..moves.clone() },
        });
        let broken_off = match &record.termination {
            Termination::Finished => None,
            Termination::Forfeit { seat, fault } => Some(format!(
                "{} has lost: {}",
                Player::first(Player::MAX).nth(*seat).unwrap_or(Player::new(0)),
                fault.reason()
            )),
        };
        Ok(Game { position: position(&record.floe, floe)?, moves: written.collect(), broken_off })
    }
}

/// Where the text begins that a field of an object has, as far as it is written in the usual way.
fn column_of(field: &str, line: &str) -> usize {
    let name = format!("\"{field}\"");
    let value = line.find(&name).map(|at| at + name.len());
    let text = value.and_then(|at| line[at..].find('"').map(|quote| at + quote + 1));
    line[..text.unwrap_or_default()].chars().count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_columns() {
        let line = r#"{"game":3,"floe":"1 A","moves": "a1 b2"}"#;
        assert_eq!(line.chars().nth(column_of("floe", line) - 1), Some('1'));
        assert_eq!(line.chars().nth(column_of("moves", line) - 1), Some('a'));
        assert_eq!(column_of("none", line), 1);
    }
}
