//! A position line, and below it moves, separated by blanks or lines; `#` begins a comment.

use std::io::{BufRead, Read};

use anyhow::Result;

use super::{Game, Place, Unreadable, Written, failed, position, text_of, words};
use crate::problem::Wrong;

/// No game is nearly as long, in bytes, however much is said of it.
const MAX_BYTES: u64 = 1 << 20;

pub(super) fn read(input: impl BufRead, number: Option<u64>) -> Result<Result<Game, Unreadable>> {
    if number.is_some() {
        return Err(Wrong::new("--game chooses from match records, and this is a list of moves").into());
    }
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Wrong::new(format!("the game is longer than {MAX_BYTES} bytes")).into());
    }
    Ok(parse(&bytes))
}

fn parse(bytes: &[u8]) -> Result<Game, Unreadable> {
    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let lines: Vec<&str> = lines.map(|(number, line)| text_of(number, line)).collect::<Result<_, _>>()?;
    let mut lines = (1..).zip(lines).filter(|(_, line)| !without_comment(line).trim().is_empty());
    let (number, line) = lines.next().unwrap_or((1, ""));
    let position = position(without_comment(line).trim_end(), Place::new(number, 1, line))?;
    let moves = lines.flat_map(|(number, line)| moves_of(number, line)).collect();
    Ok(Game { position, moves, broken_off: None })
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

fn moves_of(number: usize, line: &str) -> impl Iterator<Item = Written> {
    let is_move = |(_, word): &(usize, &str)| !is_move_number(word);
    words(without_comment(line))
        .filter(is_move)
        .map(move |(before, word)| Written { text: word.to_owned(), place: Place::new(number, before + 1, line) })
}

/// `12.`, as it stands before a move in many lists.
fn is_move_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str = "2....../..2...../.1..2../.A213B1.../......./......../......./A1......B2 A 39:25,44:25";

    #[test]
    fn moves_are_words() {
        let text = format!("# a game\n\n{POSITION} # here\n1. b4-d4 e4-e3 # good\n#\n\t2. d4-c4\n");
        let game = parse(text.as_bytes()).unwrap();
        assert_eq!(game.position.to_string(), POSITION);
        let moves: Vec<_> = game.moves.iter().map(|mv| (mv.text.as_str(), mv.place.line, mv.place.column)).collect();
        assert_eq!(moves, [("b4-d4", 4, 4), ("e4-e3", 4, 10), ("d4-c4", 6, 5)]);
    }

    #[test]
    fn a_position_comes_first() {
        let error = parse(b"# nothing\n").err().unwrap();
        assert_eq!((error.place.line, error.place.column), (1, 1));
        let error = parse(format!("#\n  {}", POSITION.replace('3', "7")).as_bytes()).err().unwrap();
        assert_eq!((error.place.line, error.place.column), (2, 32));
        assert!(error.message.starts_with("column 32: found '7'"), "{}", error.message);
        let error = parse(b"# \xff\n").err().unwrap();
        assert_eq!((error.place.line, error.place.column), (1, 3));
        assert_eq!(error.message, "column 3: found the byte 0xff, expected text in UTF-8");
    }
}
