use super::{PositionError, Problem};

/// A part of a line that remembers where it stood.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) text: &'a str,
    /// The character of the line at which it begins, from 1.
    pub(super) column: usize,
}

impl<'a> Field<'a> {
    pub(super) fn of_line(line: &'a str) -> Field<'a> {
        Field { text: line, column: 1 }
    }

    /// The parts between blanks, however many those are.
    pub(super) fn words(self) -> impl Iterator<Item = Field<'a>> {
        self.split(char::is_whitespace).filter(|word| !word.text.is_empty())
    }

    /// The parts between separators, empty ones included.
    pub(super) fn split(self, separator: impl Fn(char) -> bool) -> impl Iterator<Item = Field<'a>> {
        let mut column = self.column;
        self.text.split(separator).map(move |text| {
            let part = Field { text, column };
            column += text.chars().count() + 1;
            part
        })
    }

    /// The parts before and after the first `separator`.
    pub(super) fn split_once(self, separator: char) -> Option<(Field<'a>, Field<'a>)> {
        let (before, after) = self.text.split_once(separator)?;
        let column = self.column + before.chars().count() + 1;
        Some((Field { text: before, ..self }, Field { text: after, column }))
    }

    /// What follows the last character.
    pub(super) fn end(self) -> Field<'a> {
        Field { text: "", column: self.column + self.text.chars().count() }
    }

    /// Takes the first character off.
    pub(super) fn next(&mut self) -> Option<char> {
        let first = self.text.chars().next()?;
        self.text = &self.text[first.len_utf8()..];
        self.column += 1;
        Some(first)
    }

    pub(super) fn peek(self) -> Option<char> {
        self.text.chars().next()
    }

    /// The number that the whole field is.
    pub(super) fn number(self, max: u32) -> Result<u32, PositionError> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse().ok().filter(|&number| digits && number <= max);
        number.ok_or_else(|| self.error(Problem::Number(max)))
    }

    /// An error about the whole field.
    pub(super) fn error(self, problem: Problem) -> PositionError {
        let shown: String = self.text.chars().take(24).collect();
        let cut = if shown.len() < self.text.len() { "…" } else { "" };
        let found = if shown.is_empty() { "nothing".to_owned() } else { format!("'{shown}{cut}'") };
        PositionError { column: self.column, found, problem }
    }

    /// An error about the first character.
    pub(super) fn error_here(self, problem: Problem) -> PositionError {
        let length = self.peek().map_or(0, char::len_utf8);
        Field { text: &self.text[..length], ..self }.error(problem)
    }
}
