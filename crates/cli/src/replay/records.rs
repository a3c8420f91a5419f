//! The files of games that matches write.

use std::io::BufRead;

use anyhow::{Context, Result};
use floe_arena::record::{Record, Termination};
use floe_game::Player;

use super::{Game, Place, Unreadable, Written, position, words};
use crate::problem::Wrong;

pub(super) fn read(input: impl BufRead, number: Option<u64>) -> Result<Result<Game, Unreadable>> {
    let (mut found, mut games) = (None, 0_u64);
    // The first line says what the match is.
    for (line_number, line) in (1..).zip(input.lines()).skip(1) {
        let line = line.context("the games cannot be read")?;
        let record: Record = match serde_json::from_str(&line) {
            Ok(record) => record,
            Err(error) => {
                let message = format!("column {}: no game: {error}", error.column().max(1));
                return Ok(Err(Unreadable { message, place: Place::new(line_number, error.column().max(1), &line) }));
            }
        };
        games += 1;
        if number.is_none_or(|number| record.game == number) {
            found.get_or_insert((line_number, line, record));
        }
    }
    match (found, number, games) {
        (Some((line_number, line, record)), number, games) if number.is_some() || games == 1 => {
            Ok(game(&record, line_number, &line))
        }
        (_, Some(number), games) => Err(Wrong::new(format!("there is no game {number} among the {games} here")).into()),
        (_, None, 0) => Err(Wrong::new("there are no games here yet").into()),
        (_, None, games) => Err(Wrong::new(format!("there are {games} games here: choose one with --game N")).into()),
    }
}

fn game(record: &Record, line_number: usize, line: &str) -> Result<Game, Unreadable> {
    let floe = Place::new(line_number, column_of("floe", line), line);
    let moves = Place::new(line_number, column_of("moves", line), line);
    let written = words(&record.moves).map(|(before, word)| Written {
        text: word.to_owned(),
        place: Place { column: moves.column + before, ..moves.clone() },
    });
    let broken_off = match &record.termination {
        Termination::Finished => None,
        Termination::Forfeit { seat, reason } => {
            Some(format!("{} has lost: {reason}", Player::first(Player::MAX).nth(*seat).unwrap_or(Player::new(0))))
        }
    };
    Ok(Game { position: position(&record.floe, floe)?, moves: written.collect(), broken_off })
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
