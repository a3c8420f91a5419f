use super::{PositionError, Problem};

/// A part of a line, which knows where in the line it stands.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    line: &'a str,
    start: usize,
    end: usize,
}

/// How many characters of what was found an error shows.
const SHOWN: usize = 24;

impl<'a> Field<'a> {
    /// The whole line but for blanks and the line break at its end.
    pub fn of_line(line: &'a str) -> Field<'a> {
        let line = line.trim_ascii_end();
        Field { line, start: 0, end: line.len() }
    }

    /// Its text.
    #[inline]
    pub fn text(self) -> &'a str {
        &self.line[self.start..self.end]
    }

    /// Whether there is nothing left of it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The parts between blanks, however many those are.
    pub fn words(self) -> impl Iterator<Item = Field<'a>> {
        self.split(|c| matches!(c, ' ' | '\t')).filter(|word| !word.is_empty())
    }

    /// The parts between separators, which are ASCII characters; empty parts included.
    pub fn split(self, separator: impl Fn(char) -> bool) -> impl Iterator<Item = Field<'a>> {
        let mut start = self.start;
        self.text().split(separator).map(move |part| {
            let field = Field { start, end: start + part.len(), ..self };
            start = field.end + 1;
            field
        })
    }

    /// The parts before and after this separator, an ASCII character: the last one if there are several.
    pub fn split_once(self, separator: char) -> Option<(Field<'a>, Field<'a>)> {
        let at = self.start + self.text().rfind(separator)?;
        Some((Field { end: at, ..self }, Field { start: at + 1, ..self }))
    }

    /// The place where this field ends.
    pub fn end(self) -> Field<'a> {
        Field { start: self.end, ..self }
    }

    /// The first character alone; nothing of an empty field.
    pub fn first(self) -> Field<'a> {
        Field { end: self.start + self.peek().map_or(0, char::len_utf8), ..self }
    }

    /// All before the place where `rest`, a later part of the same line, begins.
    pub fn until(self, rest: Field<'a>) -> Field<'a> {
        Field { end: rest.start, ..self }
    }

    /// Whether it begins before another field of the same line.
    pub fn is_before(self, other: Field<'_>) -> bool {
        self.start < other.start
    }

    /// The first character.
    #[inline]
    pub fn peek(self) -> Option<char> {
        self.text().chars().next()
    }

    /// Takes the first character off.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "what is read is copied on, which iterators are not")]
    pub fn next(&mut self) -> Option<char> {
        let first = self.peek()?;
        self.start += first.len_utf8();
        Some(first)
    }

    /// The number that the whole field is, digits and nothing else; `what` it counts is for the error.
    ///
    /// # Errors
    /// When it is something else, or too large.
    pub fn number(self, what: &'static str, max: u32) -> Result<u32, PositionError> {
        let digits = self.text().bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text().parse().ok().filter(|&number| digits && number <= max);
        number.ok_or_else(|| self.error(Problem::Number { what, max }))
    }

    /// An error about the whole field; about what follows it, where the field is empty.
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

/// Text to be shown: not too long of it, and in a form that does nothing to a terminal.
fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    let cut = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
    format!("'{shown}{cut}'")
}
