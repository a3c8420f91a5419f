use std::borrow::Cow;

use super::{PositionError, Problem};

/// Part of a line of text that knows its place in the line, so that an error can name the column.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    line: &'a str,
    start: usize,
    end: usize,
}

/// Maximum number of characters of the text that an error shows.
const SHOWN: usize = 24;

impl<'a> Field<'a> {
    /// The whole line, without blanks and a line break at its end, and without a byte order mark at
    /// its start.
    pub fn of_line(line: &'a str) -> Field<'a> {
        let line = line
            .strip_prefix('\u{feff}')
            .unwrap_or(line)
            .trim_ascii_end();
        Field {
            line,
            start: 0,
            end: line.len(),
        }
    }

    /// The text that the field covers.
    #[inline]
    pub fn text(self) -> &'a str {
        &self.line[self.start..self.end]
    }

    /// Whether the field is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The words of the field, in order: its parts between spaces and tabs, without empty ones.
    pub fn words(self) -> impl Iterator<Item = Field<'a>> {
        self.split(|c| matches!(c, ' ' | '\t'))
            .filter(|word| !word.is_empty())
    }

    /// The word with this index from 0; `name` describes it in the error.
    ///
    /// # Errors
    /// If the field has no such word: `name` was expected at the end of the field.
    pub fn required_word(
        self,
        index: usize,
        name: &'static str,
    ) -> Result<Field<'a>, PositionError> {
        self.words()
            .nth(index)
            .ok_or_else(|| self.end().error(Problem::MissingField(name)))
    }

    /// The parts of the field between separators, in order, empty parts included. `separator` may
    /// be true for ASCII characters only.
    pub fn split(self, separator: impl Fn(char) -> bool) -> impl Iterator<Item = Field<'a>> {
        let mut start = self.start;
        self.text().split(separator).map(move |part| {
            let field = Field {
                start,
                end: start + part.len(),
                ..self
            };
            start = field.end + 1;
            field
        })
    }

    /// The parts of the field before and after the last `separator`, an ASCII character; `None` if
    /// the field has none.
    pub fn split_once(self, separator: char) -> Option<(Field<'a>, Field<'a>)> {
        let at = self.start + self.text().rfind(separator)?;
        Some((
            Field { end: at, ..self },
            Field {
                start: at + 1,
                ..self
            },
        ))
    }

    /// The rest of the field after `prefix`; `None` if the field does not begin with it.
    pub fn strip_prefix(self, prefix: &str) -> Option<Field<'a>> {
        let rest = self.text().strip_prefix(prefix)?;
        Some(Field {
            start: self.end - rest.len(),
            ..self
        })
    }

    /// The empty field at the end of this field.
    pub fn end(self) -> Field<'a> {
        Field {
            start: self.end,
            ..self
        }
    }

    /// The field that holds only the first character of this one; an empty field if this one is
    /// empty.
    pub fn first(self) -> Field<'a> {
        Field {
            end: self.start + self.peek().map_or(0, char::len_utf8),
            ..self
        }
    }

    /// The first characters of this field, at most this number.
    pub fn take(self, characters: usize) -> Field<'a> {
        let mut rest = self;
        for _ in 0..characters {
            rest.next();
        }
        self.until(rest)
    }

    /// Columns of the field in the line, in characters from 1.
    pub fn columns(self) -> std::ops::Range<usize> {
        let start = 1 + self.line[..self.start].chars().count();
        start..start + self.text().chars().count()
    }

    /// Byte of the line at which a column begins, counted in characters from 1; the end of the line
    /// for later columns.
    pub(crate) fn byte_at(self, column: usize) -> usize {
        let mut begins = self.line.char_indices().map(|(byte, _)| byte);
        begins
            .nth(column.saturating_sub(1))
            .unwrap_or(self.line.len())
    }

    /// Whether the field has this byte of the line, or ends before it.
    pub(crate) fn touches(self, byte: usize) -> bool {
        (self.start..=self.end).contains(&byte)
    }

    /// The part of this field before the start of `rest`, a later part of the same line.
    pub fn until(self, rest: Field<'a>) -> Field<'a> {
        Field {
            end: rest.start,
            ..self
        }
    }

    /// The first character of the field, which stays in the field; `None` if the field is empty.
    #[inline]
    pub fn peek(self) -> Option<char> {
        self.text().chars().next()
    }

    /// Removes the first character from the field and returns it; `None` if the field is empty.
    #[inline]
    #[expect(
        clippy::should_implement_trait,
        reason = "a field is copied, unlike an iterator"
    )]
    pub fn next(&mut self) -> Option<char> {
        let first = self.peek()?;
        self.start += first.len_utf8();
        Some(first)
    }

    /// Reads the whole field as a number from 0 to `max`, written in digits only; `what` names what
    /// is counted, for the error.
    ///
    /// # Errors
    /// If it is not a number, or above `max`.
    pub fn number(self, what: &'static str, max: u32) -> Result<u32, PositionError> {
        let digits = self.text().bytes().all(|byte| byte.is_ascii_digit());
        let number = self
            .text()
            .parse()
            .ok()
            .filter(|&number| digits && number <= max);
        number.ok_or_else(|| self.expected(format!("a number of {what} from 0 to {max}")))
    }

    /// Creates an error at the place of this field: `text` was expected. The error shows what was
    /// found, as [`error`](Field::error) does.
    pub fn expected(self, text: impl Into<Cow<'static, str>>) -> PositionError {
        self.error(Problem::Other(text.into()))
    }

    /// Creates an error at the place of this field: `problem` says what was expected. The error
    /// shows the text of the field, or the character after the field if it is empty.
    pub fn error(self, problem: Problem) -> PositionError {
        let column = 1 + self.line[..self.start].chars().count();
        let found = match (self.text(), self.line[self.end..].chars().next()) {
            ("", None) => "the end of the line".to_owned(),
            ("", Some(next)) => quoted(next.encode_utf8(&mut [0; 4])),
            (text, _) => quoted(text),
        };
        PositionError {
            column,
            found,
            problem,
        }
    }
}

/// Text in quotes, cut short, with control characters escaped for terminals.
fn quoted(text: &str) -> String {
    let shown: String = text
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    let cut = if text.chars().nth(SHOWN).is_some() {
        "…"
    } else {
        ""
    };
    format!("'{shown}{cut}'")
}
