//! Files of played games: the records of a match, or a list of moves.
//!
//! A list of moves is a position line, and below it moves, separated by blanks or lines; `#` begins a comment.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use floe_arena::record::{Record, Termination};
use floe_arena::store::not_a_record;
use floe_fish::PositionError;
use floe_game::Player;
use floe_search::io_text;

use crate::AnyGame;

/// Game of a file; its moves may be illegal.
#[derive(Clone, Debug)]
pub struct WrittenGame {
    /// Number of the game in the records of a match.
    pub number: Option<u64>,
    /// Engines in turn order; letters of the players where the engines are unknown.
    pub engines: Vec<String>,
    /// Position before the first move.
    pub position: AnyGame,
    /// The moves.
    pub moves: Vec<WrittenMove>,
    /// Reason why the game ended early, if it did.
    pub broken_off: Option<String>,
}

/// Move in a file.
#[derive(Clone, Debug)]
pub struct WrittenMove {
    /// The move, as it is written.
    pub text: String,
    /// Place of the move.
    pub place: TextPlace,
}

/// Place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextPlace {
    /// Number of the line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The whole line.
    pub text: Arc<str>,
}

/// Mistake in a file of games.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct GameMistake {
    /// The message.
    pub message: String,
    /// Place of the mistake.
    pub place: TextPlace,
}

/// Failure to read a game.
#[derive(Debug, thiserror::Error)]
pub enum WrittenGameError {
    /// The game has a mistake.
    #[error(transparent)]
    Mistake(#[from] GameMistake),
    /// The system reports an error.
    #[error("the games cannot be read: {}", io_text(.0))]
    Io(#[from] io::Error),
    /// A list of moves has no game numbers.
    #[error("expected match records; found a list of moves")]
    NoRecords,
    /// The list of moves is too long.
    #[error("expected a game of at most {MAX_BYTES} bytes; found a longer one")]
    TooLong,
    /// Match records hold this number of games, and none was chosen.
    #[error("expected one game; found {0}")]
    ManyGames(usize),
    /// Match records do not hold the game with this number, but this many others.
    #[error("unknown game {0}; number of games in the file: {1}")]
    NoGame(u64, u64),
    /// Match records hold no games.
    #[error("expected at least one game; found none")]
    Empty,
}

/// Maximum length of a list of moves in bytes, comments included.
const MAX_BYTES: u64 = 1 << 20;

impl WrittenGame {
    /// Reads a game: a list of moves, or the game with this number in the records of a match.
    ///
    /// # Errors
    /// When there is no such game, or several, or a mistake in the file.
    pub fn read(input: impl BufRead, number: Option<u64>) -> Result<WrittenGame, WrittenGameError> {
        let games: Vec<WrittenGame> = WrittenGame::read_all(input, number)?.into_iter().collect::<Result<_, _>>()?;
        match games.len() {
            several @ 2.. if number.is_none() => Err(WrittenGameError::ManyGames(several)),
            _ => Ok(games.into_iter().next().expect("there is a game")),
        }
    }

    /// Reads all games of a file, or those with this number; at least one, or a mistake.
    ///
    /// # Errors
    /// When there is none, or the file cannot be read.
    pub fn read_all(
        mut input: impl BufRead,
        number: Option<u64>,
    ) -> Result<Vec<Result<WrittenGame, GameMistake>>, WrittenGameError> {
        if input.fill_buf()?.first() == Some(&b'{') {
            return read_records(input, number);
        }
        if number.is_some() {
            return Err(WrittenGameError::NoRecords);
        }
        let mut bytes = Vec::new();
        input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(WrittenGameError::TooLong);
        }
        Ok(vec![parse_moves(&bytes)])
    }

    /// All positions of the game, including the one after the last move.
    ///
    /// # Errors
    /// At the first illegal move.
    pub fn positions(&self) -> Result<Vec<AnyGame>, GameMistake> {
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
    /// The error of an illegal move.
    pub fn illegal(&self, ply: usize, why: &impl std::fmt::Display) -> GameMistake {
        let message = format!("column {}: move {ply}, '{}': {why}", self.place.column, self.text);
        GameMistake { message, place: self.place.clone() }
    }
}

fn parse_moves(bytes: &[u8]) -> Result<WrittenGame, GameMistake> {
    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let lines: Vec<&str> = lines.map(|(number, line)| text_of(number, line)).collect::<Result<_, _>>()?;
    let without_comment = |line: &'_ str| line.split('#').next().unwrap_or_default().len();
    let mut lines = (1..).zip(lines).map(|(number, line)| (number, line, &line[..without_comment(line)]));
    let (number, line, text) = lines.find(|(.., text)| !text.trim().is_empty()).unwrap_or((1, "", ""));
    let position = position(text.trim_end(), TextPlace::new(number, 1, line))?;
    let moves = lines.flat_map(|(number, line, text)| written_moves(text, TextPlace::new(number, 1, line)));
    let moves = moves.filter(|written| !is_move_number(&written.text)).collect();
    let engines = Player::first(Player::MAX).map(|player| player.to_string()).collect();
    Ok(WrittenGame { number: None, engines, position, moves, broken_off: None })
}

/// Whether a word is a move number such as `12.`.
fn is_move_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn read_records(
    input: impl BufRead,
    number: Option<u64>,
) -> Result<Vec<Result<WrittenGame, GameMistake>>, WrittenGameError> {
    let mut lines = (1..).zip(input.split(b'\n'));
    let header: serde_json::Value = match lines.next() {
        Some((_, header)) => serde_json::from_slice(&header?).unwrap_or_default(),
        None => serde_json::Value::Null,
    };
    let engines: Vec<String> = serde_json::from_value(header["config"]["engines"].clone()).unwrap_or_default();
    let (mut found, mut games) = (Vec::new(), 0);
    for (line_number, line) in lines {
        let line = line?;
        games += 1;
        let game = text_of(line_number, &line).and_then(|line| game_of_record(line, line_number, number, &engines));
        found.extend(game.transpose());
    }
    match number {
        _ if !found.is_empty() => Ok(found),
        Some(number) => Err(WrittenGameError::NoGame(number, games)),
        None => Err(WrittenGameError::Empty),
    }
}

/// The game of a line, if it has this number.
fn game_of_record(
    line: &str,
    line_number: usize,
    number: Option<u64>,
    engines: &[String],
) -> Result<Option<WrittenGame>, GameMistake> {
    let record: Record = serde_json::from_str(line).map_err(|error| {
        let column = error.column().max(1);
        let message = format!("column {column}: {}", not_a_record(&error));
        GameMistake { message, place: TextPlace::new(line_number, column, line) }
    })?;
    if number.is_some_and(|number| number != record.game) {
        return Ok(None);
    }
    let names = Player::first(Player::MAX).zip(record.seats.iter().cycle());
    let names = names.map(|(player, &seat)| engines.get(seat).cloned().unwrap_or_else(|| player.to_string()));
    let place = |field| TextPlace::new(line_number, column_of(field, line), line);
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
        position: position(&record.floe, place("floe"))?,
        moves: written_moves(&record.moves, place("moves")).collect(),
        broken_off,
    }))
}

/// Column of the value of a text field, in a JSON object without line breaks.
fn column_of(field: &str, line: &str) -> usize {
    let name = format!("\"{field}\"");
    let value = line.find(&name).map(|at| at + name.len());
    let text = value.and_then(|at| line[at..].find('"').map(|quote| at + quote + 1));
    line[..text.unwrap_or_default()].chars().count() + 1
}

/// The text of a line of a file.
fn text_of(number: usize, line: &[u8]) -> Result<&str, GameMistake> {
    utf8(line).map_err(|error| GameMistake {
        message: error.to_string(),
        place: TextPlace::new(number, error.column, &String::from_utf8_lossy(line)),
    })
}

/// Byte that is not part of UTF-8 text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: expected text in UTF-8; found the byte 0x{found:02x}")]
pub struct NotUtf8 {
    /// Column in characters, from 1.
    pub column: usize,
    /// The byte.
    pub found: u8,
}

/// Decodes the bytes of a line.
///
/// # Errors
/// When they are not UTF-8.
pub fn utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        let column = 1 + String::from_utf8_lossy(&bytes[..good]).chars().count();
        NotUtf8 { column, found: bytes[good] }
    })
}

impl TextPlace {
    fn new(line: usize, column: usize, text: &str) -> TextPlace {
        TextPlace { line, column, text: text.into() }
    }
}

/// Parses the position of a game, which begins at `place`.
fn position(text: &str, place: TextPlace) -> Result<AnyGame, GameMistake> {
    text.parse().map_err(|error: PositionError| {
        let column = place.column + error.column - 1;
        let message = PositionError { column, ..error }.to_string();
        GameMistake { message, place: TextPlace { column, ..place } }
    })
}

/// The words of a text that begins at `start`.
fn written_moves(text: &str, start: TextPlace) -> impl Iterator<Item = WrittenMove> {
    text.split_whitespace().map(move |word| {
        let before = &text[..word.as_ptr() as usize - text.as_ptr() as usize];
        let place = TextPlace { column: start.column + before.chars().count(), ..start.clone() };
        WrittenMove { text: word.to_owned(), place }
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
        assert_eq!(error.message, "column 32: expected the fish on a tile (1-3); found '7'");
        let error = parse_moves(b"# \xff\n").err().unwrap();
        assert_eq!((error.place.line, error.place.column), (1, 3));
        assert_eq!(error.message, "column 3: expected text in UTF-8; found the byte 0xff");
    }

    #[test]
    fn fields_have_columns() {
        let line = r#"{"game":3,"floe":"1 A","moves": "a1 b2"}"#;
        assert_eq!(line.chars().nth(column_of("floe", line) - 1), Some('1'));
        assert_eq!(line.chars().nth(column_of("moves", line) - 1), Some('a'));
        assert_eq!(column_of("none", line), 1);
    }
}
