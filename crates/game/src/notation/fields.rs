use std::borrow::Cow;

use super::{PositionError, Problem};

/// Part of a line, with its place in the line.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    line: &'a str,
    start: usize,
    end: usize,
}

/// Maximum number of characters of the text that an error shows.
const SHOWN: usize = 24;

impl<'a> Field<'a> {
    /// The line without blanks and a line break at its end, and without a byte order mark at its start.
    pub fn of_line(line: &'a str) -> Field<'a> {
        let line = line.strip_prefix('\u{feff}').unwrap_or(line).trim_ascii_end();
        Field { line, start: 0, end: line.len() }
    }

    /// Text of the field.
    #[inline]
    pub fn text(self) -> &'a str {
        &self.line[self.start..self.end]
    }

    /// Whether the field is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The words between blanks.
    pub fn words(self) -> impl Iterator<Item = Field<'a>> {
        self.split(|c| matches!(c, ' ' | '\t')).filter(|word| !word.is_empty())
    }

    /// The word at a place from 0, which `name` describes.
    ///
    /// # Errors
    /// If there are fewer words; `name` is expected at the end.
    pub fn required_word(self, index: usize, name: &'static str) -> Result<Field<'a>, PositionError> {
        self.words().nth(index).ok_or_else(|| self.end().error(Problem::MissingField(name)))
    }

    /// The parts between separators, empty parts included. Separators are ASCII characters.
    pub fn split(self, separator: impl Fn(char) -> bool) -> impl Iterator<Item = Field<'a>> {
        let mut start = self.start;
        self.text().split(separator).map(move |part| {
            let field = Field { start, end: start + part.len(), ..self };
            start = field.end + 1;
            field
        })
    }

    /// The parts before and after the last `separator`, an ASCII character.
    pub fn split_once(self, separator: char) -> Option<(Field<'a>, Field<'a>)> {
        let at = self.start + self.text().rfind(separator)?;
        Some((Field { end: at, ..self }, Field { start: at + 1, ..self }))
    }

    /// The empty field at the end of this one.
    pub fn end(self) -> Field<'a> {
        Field { start: self.end, ..self }
    }

    /// The first character; empty if the field is.
    pub fn first(self) -> Field<'a> {
        Field { end: self.start + self.peek().map_or(0, char::len_utf8), ..self }
    }

    /// The field up to the start of `rest`, a later part of the same line.
    pub fn until(self, rest: Field<'a>) -> Field<'a> {
        Field { end: rest.start, ..self }
    }

    /// The first character.
    #[inline]
    pub fn peek(self) -> Option<char> {
        self.text().chars().next()
    }

    /// Removes the first character and returns it.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "a field is copied, unlike an iterator")]
    pub fn next(&mut self) -> Option<char> {
        let first = self.peek()?;
        self.start += first.len_utf8();
        Some(first)
    }

    /// Reads the whole field as a number of `what`, digits only.
    ///
    /// # Errors
    /// If it is not a number, or above `max`.
    pub fn number(self, what: &'static str, max: u32) -> Result<u32, PositionError> {
        let digits = self.text().bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text().parse().ok().filter(|&number| digits && number <= max);
        number.ok_or_else(|| self.expected(format!("a number of {what} from 0 to {max}")))
    }

    /// Creates an error at this field that expects `text`, see [`error`](Field::error).
    pub fn expected(self, text: impl Into<Cow<'static, str>>) -> PositionError {
        self.error(Problem::Other(text.into()))
    }

    /// Creates an error at this field, which shows its text, or the next character if the field is empty.
    pub fn error(self, problem: Problem) -> PositionError {
        let column = 1 + self.line[..self.start].chars().count();
        let found = match (self.text(), self.line[self.end..].chars().next()) {
            ("", None) => "the end of the line".to_owned(),
            ("", Some(next)) => quoted(next.encode_utf8(&mut [0; 4])),
            (text, _) => quoted(text),
        };
        PositionError { column, found, problem }
    }
}

/// Text in quotes, cut short, with control characters escaped for terminals.
fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    let cut = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
    format!("'{shown}{cut}'")
}
