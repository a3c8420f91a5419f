//! Places in text files, and mistakes there.

use std::fmt;
use std::sync::Arc;

use floe_search::error_text;

/// Place in a text file, with the line that it is in. The default, with line 0 and column 0, stands
/// for no place in any file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TextPlace {
    /// Number of the line, from 1.
    pub line: usize,
    /// Column in the line, counted in characters from 1.
    pub column: usize,
    /// The whole line, without its end.
    pub text: Arc<str>,
}

/// Mistake in a game file, and where it is.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct GameMistake {
    /// Message that says what was expected and found. It begins with the column, but does not name
    /// the line.
    pub message: String,
    /// Place of the mistake.
    pub place: TextPlace,
}

impl GameMistake {
    /// Mistake at this place. Its message is `column N: ` and then `message`, as [`error_text`]
    /// writes it: with escapes for what cannot be seen, and cut short after 4000 characters.
    pub fn new(place: &TextPlace, message: impl fmt::Display) -> GameMistake {
        let message = error_text(&format!("column {}: {message}", place.column));
        GameMistake {
            message,
            place: place.clone(),
        }
    }
}

impl TextPlace {
    /// Place in the line `text` of a file, with the number of the line from 1 and the column in
    /// characters from 1.
    pub fn new(line: usize, column: usize, text: &str) -> TextPlace {
        TextPlace {
            line,
            column,
            text: text.into(),
        }
    }

    /// The place of a byte of the line.
    pub(crate) fn at(&self, byte: usize) -> TextPlace {
        TextPlace {
            column: self.text[..byte].chars().count() + 1,
            ..self.clone()
        }
    }
}

/// Walk through a line from its beginning: it counts each character once, however many places are
/// asked for.
pub(crate) struct LineWalk<'a> {
    line: &'a TextPlace,
    byte: usize,
    column: usize,
}

impl<'a> LineWalk<'a> {
    pub(crate) fn new(line: &'a TextPlace) -> LineWalk<'a> {
        LineWalk {
            line,
            byte: 0,
            column: 1,
        }
    }

    /// The place of a byte, which is not before that of the last call.
    pub(crate) fn at(&mut self, byte: usize) -> TextPlace {
        self.column += self.line.text[self.byte..byte].chars().count();
        self.byte = byte;
        TextPlace {
            column: self.column,
            ..self.line.clone()
        }
    }
}

/// Decodes a line of a file. `number` is the number of the line, from 1, for the place of a
/// mistake.
///
/// # Errors
/// When the line is not UTF-8: at the first byte that is not.
pub fn text_of(number: usize, line: &[u8]) -> Result<&str, GameMistake> {
    utf8(line).map_err(|error| GameMistake {
        message: error.to_string(),
        place: TextPlace::new(number, error.column, &String::from_utf8_lossy(line)),
    })
}

/// Byte of a line that is not part of UTF-8 text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: expected text in UTF-8; found the byte 0x{found:02x}")]
pub struct NotUtf8 {
    /// Column of the byte in the line, counted in characters from 1.
    pub column: usize,
    /// The byte that was found.
    pub found: u8,
}

/// Decodes the bytes of a line of text.
///
/// # Errors
/// When they are not UTF-8: at the first byte that is not.
pub fn utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        let column = 1 + String::from_utf8_lossy(&bytes[..good]).chars().count();
        NotUtf8 {
            column,
            found: bytes[good],
        }
    })
}
