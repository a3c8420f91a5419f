//! Games that have been played, as files hold them: the records of a match, or a position with a list of moves.
//!
//! A list of moves is a position line, and below it moves, separated by blanks or lines; `#` begins a comment.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use floe_arena::record::{Record, Termination};
use floe_arena::store::no_record;
use floe_fish::PositionError;
use floe_game::Player;
use serde::Deserialize;

use crate::AnyGame;

/// A game as it is written, its moves not yet checked.
#[derive(Clone, Debug)]
pub struct WrittenGame {
    /// Its number in the records of a match.
    pub number: Option<u64>,
    /// The engines in turn order; letters where they are not known.
    pub engines: Vec<String>,
    /// The position before the first move.
    pub position: AnyGame,
    /// The moves.
    pub moves: Vec<WrittenMove>,
    /// The way the game was broken off, if it was.
    pub broken_off: Option<String>,
}

/// A move, and where it stands.
#[derive(Clone, Debug)]
pub struct WrittenMove {
    /// The move.
    pub text: String,
    /// Where it stands.
    pub place: TextPlace,
}

/// A place in a file: the line and the column of it, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextPlace {
    /// The number of the line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// The whole line.
    pub text: Arc<str>,
}

/// A mistake in a file of games, and where it is.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Unreadable {
    /// The message.
    pub message: String,
    /// Where it is.
    pub place: TextPlace,
}

/// The reason why no game can be read.
#[derive(Debug, thiserror::Error)]
pub enum WrittenGameError {
    /// The game has a mistake.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The system refuses.
    #[error("the games cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Records of a match where a list of moves is expected.
    #[error("these are the records of a match, expected a position and a list of moves")]
    Records,
    /// A list of moves where records of a match are expected.
    #[error("this is a list of moves, expected match records")]
    NoRecords,
    /// More bytes than a list of moves has.
    #[error("the game is longer than {MAX_BYTES} bytes")]
    TooLong,
    /// This number of games, of which one must be chosen.
    #[error("there are {0} games here")]
    Several(u64),
    /// No game with this number, among so many.
    #[error("there is no game {number} among the {games} here")]
    NoGame {
        /// The number asked for.
        number: u64,
        /// All games.
        games: u64,
    },
    /// No game at all.
    #[error("there are no games here yet")]
    Empty,
}

impl WrittenGame {
    /// Reads a game: one of the records of a match, chosen by its number, or a list of moves.
    ///
    /// # Errors
    /// When there is no such game, or it has a mistake.
    pub fn read(mut input: impl BufRead, number: Option<u64>) -> Result<WrittenGame, WrittenGameError> {
        if !is_of_records(&mut input)? {
            return Ok(read_moves(input, number)??);
        }
        let (mut found, mut wrong) = (None, None);
        let games = for_each_record(input, number, |game| match game {
            Ok(game) => drop(found.get_or_insert(game)),
            Err(error) => drop(wrong.get_or_insert(error)),
        })?;
        match (wrong, found) {
            (Some(wrong), _) => Err(wrong.into()),
            (None, Some(game)) if number.is_some() || games == 1 => Ok(game),
            (None, Some(_)) => Err(WrittenGameError::Several(games)),
            (None, None) => Err(no_game(number, games)),
        }
    }

    /// Reads a list of moves.
    ///
    /// # Errors
    /// As [`WrittenGame::read`]; and when there are match records.
    pub fn read_list(mut input: impl BufRead) -> Result<WrittenGame, WrittenGameError> {
        if is_of_records(&mut input)? {
            return Err(WrittenGameError::Records);
        }
        Ok(read_moves(input, None)??)
    }

    /// Reads all games of a file, or the one with a number; those that cannot be read are among them.
    ///
    /// # Errors
    /// When there is none.
    pub fn read_all(
        mut input: impl BufRead,
        number: Option<u64>,
    ) -> Result<Vec<Result<WrittenGame, Unreadable>>, WrittenGameError> {
        if !is_of_records(&mut input)? {
            return Ok(vec![read_moves(input, number)?]);
        }
        let mut found = Vec::new();
        let games = for_each_record(input, number, |game| found.push(game))?;
        if found.is_empty() { Err(no_game(number, games)) } else { Ok(found) }
    }
}

fn is_of_records(input: &mut impl BufRead) -> io::Result<bool> {
    Ok(input.fill_buf()?.first() == Some(&b'{'))
}

fn no_game(number: Option<u64>, games: u64) -> WrittenGameError {
    number.map_or(WrittenGameError::Empty, |number| WrittenGameError::NoGame { number, games })
}

/// The most bytes of a list of moves, comments included.
const MAX_BYTES: u64 = 1 << 20;

fn read_moves(input: impl BufRead, number: Option<u64>) -> Result<Result<WrittenGame, Unreadable>, WrittenGameError> {
    if number.is_some() {
        return Err(WrittenGameError::NoRecords);
    }
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(WrittenGameError::TooLong);
    }
    Ok(parse_moves(&bytes))
}

fn parse_moves(bytes: &[u8]) -> Result<WrittenGame, Unreadable> {
    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let lines: Vec<&str> = lines.map(|(number, line)| text_of(number, line)).collect::<Result<_, _>>()?;
    let without_comment = |line: &'_ str| line.split('#').next().unwrap_or_default().len();
    let mut lines = (1..).zip(lines).map(|(number, line)| (number, line, &line[..without_comment(line)]));
    let (number, line, text) = lines.find(|(.., text)| !text.trim().is_empty()).unwrap_or((1, "", ""));
    let position = position(text.trim_end(), TextPlace::new(number, 1, line))?;
    let moves = lines.flat_map(|(number, line, text)| {
        let is_move = |(_, word): &(usize, &str)| !is_move_number(word);
        let place = move |before| TextPlace::new(number, before + 1, line);
        words(text)
            .filter(is_move)
            .map(move |(before, word)| WrittenMove { text: word.to_owned(), place: place(before) })
    });
    let engines = Player::first(Player::MAX).map(|player| player.to_string()).collect();
    Ok(WrittenGame { number: None, engines, position, moves: moves.collect(), broken_off: None })
}

/// `12.`, as it stands before a move in many lists.
fn is_move_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The engines in the first line of a file of records.
#[derive(Default, Deserialize)]
struct RecordHeader {
    config: EngineNames,
}

#[derive(Default, Deserialize)]
struct EngineNames {
    #[serde(default)]
    engines: Vec<String>,
}

/// Visits every line that is no game, and every game, or the one with a number. Returns the number of lines.
fn for_each_record(
    input: impl BufRead,
    number: Option<u64>,
    mut visit: impl FnMut(Result<WrittenGame, Unreadable>),
) -> io::Result<u64> {
    let (mut engines, mut games) = (Vec::new(), 0);
    for (line_number, line) in (1..).zip(input.split(b'\n')) {
        let line = line?;
        if line_number == 1 {
            engines = serde_json::from_slice::<RecordHeader>(&line).unwrap_or_default().config.engines;
            continue;
        }
        games += 1;
        let game = text_of(line_number, &line).and_then(|line| game_of_record(line, line_number, number, &engines));
        if let Some(game) = game.transpose() {
            visit(game);
        }
    }
    Ok(games)
}

/// The game of a line, if it is the one with a number.
fn game_of_record(
    line: &str,
    line_number: usize,
    number: Option<u64>,
    engines: &[String],
) -> Result<Option<WrittenGame>, Unreadable> {
    let record: Record = serde_json::from_str(line).map_err(|error| {
        let column = error.column().max(1);
        let message = format!("column {column}: {}", no_record(&error));
        Unreadable { message, place: TextPlace::new(line_number, column, line) }
    })?;
    if number.is_some_and(|number| number != record.game) {
        return Ok(None);
    }
    let names = Player::first(Player::MAX).zip(record.seats.iter().cycle());
    let names = names.map(|(player, &seat)| engines.get(seat).cloned().unwrap_or_else(|| player.to_string()));
    let moves = TextPlace::new(line_number, column_of("moves", line), line);
    let written = words(&record.moves).map(|(before, word)| WrittenMove {
        text: word.to_owned(),
        place: TextPlace { column: moves.column + before, ..moves.clone() },
    });
    let broken_off = match &record.termination {
        Termination::Finished => None,
        Termination::Forfeit { seat, fault } => {
            let player = Player::first(Player::MAX).nth(*seat).unwrap_or(Player::new(0));
            Some(format!("{player} has lost: {}", fault.reason()))
        }
    };
    Ok(Some(WrittenGame {
        number: Some(record.game),
        engines: names.collect(),
        position: position(&record.floe, TextPlace::new(line_number, column_of("floe", line), line))?,
        moves: written.collect(),
        broken_off,
    }))
}

/// The column where the text of a field begins, as far as the object is written in the usual way.
fn column_of(field: &str, line: &str) -> usize {
    let name = format!("\"{field}\"");
    let value = line.find(&name).map(|at| at + name.len());
    let text = value.and_then(|at| line[at..].find('"').map(|quote| at + quote + 1));
    line[..text.unwrap_or_default()].chars().count() + 1
}

/// The text of a line of a file, with its number.
fn text_of(number: usize, line: &[u8]) -> Result<&str, Unreadable> {
    utf8(line).map_err(|error| Unreadable {
        message: error.to_string(),
        place: TextPlace::new(number, error.column, &String::from_utf8_lossy(line)),
    })
}

/// A byte that is not part of a text in UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: found the byte 0x{found:02x}, expected text in UTF-8")]
pub struct NotUtf8 {
    /// The column, in characters from 1.
    pub column: usize,
    /// The byte.
    pub found: u8,
}

/// The text of the bytes of a line.
///
/// # Errors
/// Where it is not in UTF-8.
pub fn utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        let column = 1 + String::from_utf8_lossy(&bytes[..good]).chars().count();
        NotUtf8 { column, found: bytes[good] }
    })
}

impl WrittenGame {
    /// All positions of the game, the one after the last move among them.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn positions(&self) -> Result<Vec<AnyGame>, Unreadable> {
        let mut positions = vec![self.position];
        for (ply, written) in (1..).zip(&self.moves) {
            let mut position = positions[ply - 1];
            position.play(&written.text).map_err(|why| written.illegal(ply, &why))?;
            positions.push(position);
        }
        Ok(positions)
    }
}

impl WrittenMove {
    /// The error of a move that is not legal.
    pub fn illegal(&self, ply: usize, why: &impl std::fmt::Display) -> Unreadable {
        let message = format!("column {}: move {ply}, '{}': {why}", self.place.column, self.text);
        Unreadable { message, place: self.place.clone() }
    }
}

impl TextPlace {
    fn new(line: usize, column: usize, text: &str) -> TextPlace {
        TextPlace { line, column, text: text.into() }
    }
}

/// Reads the position of a game; `place` is where it begins.
fn position(text: &str, place: TextPlace) -> Result<AnyGame, Unreadable> {
    text.parse().map_err(|error: PositionError| {
        let column = place.column + error.column - 1;
        let message = format!("column {column}: found {}, expected {}", error.found, error.problem);
        Unreadable { message, place: TextPlace { column, ..place } }
    })
}

/// The words of a text with the number of characters before each.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        (text[..before].chars().count(), word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str = "2....../..2...../.1..2../.A213B1.../......./......../......./A1......B2 A 39:25,44:25";

    #[test]
    fn moves_are_words() {
        let text = format!("# a game\n\n{POSITION} # here\n1. b4-d4 e4-e3 # good\n#\n\t2. d4-c4\n");
        let game = parse_moves(text.as_bytes()).unwrap();
        assert_eq!(game.position.to_string(), POSITION);
        let moves: Vec<_> = game.moves.iter().map(|mv| (mv.text.as_str(), mv.place.line, mv.place.column)).collect();
        assert_eq!(moves, [("b4-d4", 4, 4), ("e4-e3", 4, 10), ("d4-c4", 6, 5)]);
    }

    #[test]
    fn a_position_comes_first() {
        let error = parse_moves(b"# nothing\n").err().unwrap();
        assert_eq!((error.place.line, error.place.column), (1, 1));
        let error = parse_moves(format!("#\n  {}", POSITION.replace('3', "7")).as_bytes()).err().unwrap();
        assert_eq!((error.place.line, error.place.column), (2, 32));
        assert!(error.message.starts_with("column 32: found '7'"), "{}", error.message);
        let error = parse_moves(b"# \xff\n").err().unwrap();
        assert_eq!((error.place.line, error.place.column), (1, 3));
        assert_eq!(error.message, "column 3: found the byte 0xff, expected text in UTF-8");
    }

    #[test]
    fn fields_have_columns() {
        let line = r#"{"game":3,"floe":"1 A","moves": "a1 b2"}"#;
        assert_eq!(line.chars().nth(column_of("floe", line) - 1), Some('1'));
        assert_eq!(line.chars().nth(column_of("moves", line) - 1), Some('a'));
        assert_eq!(column_of("none", line), 1);
    }
}
