use std::borrow::Cow;

use crate::Player;

/// Reason why a text is not a position: the column of the mistake, the text found there, and what
/// was expected instead.
///
/// If a line has several mistakes, the error is about the leftmost of the mistakes that can be seen
/// without the rest of the line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: expected {problem}; found {found}")]
pub struct PositionError {
    /// Column of the first wrong character in the line, in characters, from 1.
    pub column: usize,
    /// The text at this column, in quotes and cut short, or "the end of the line".
    pub found: String,
    /// Text or property that was expected at this column.
    pub problem: Problem,
}

/// Text or property that a reader expected and did not find.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A field that is missing at the end of the line; the text describes the content of the field.
    #[error("{0}")]
    MissingField(&'static str),
    /// The end of the line was expected, and one more field was found.
    #[error("the end of the line")]
    ExtraField,
    /// A player of the game was expected, `A` up to this one, and another letter was found.
    #[error("a player from A to {0}")]
    Player(Player),
    /// Text or property that the notation of one game expects.
    #[error("{0}")]
    Other(Cow<'static, str>),
}
