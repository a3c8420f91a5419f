use std::borrow::Cow;

use crate::Player;

/// Reason why a text is not a position: the column, the text found there, and the text expected.
///
/// Of several errors it is the leftmost that the line up to there shows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: expected {problem}; found {found}")]
pub struct PositionError {
    /// Column of the first wrong character, from 1.
    pub column: usize,
    /// The text at this column, in quotes and cut short, or "the end of the line".
    pub found: String,
    /// The text or the property that was expected.
    pub problem: Problem,
}

/// Text or property that a reader expected and did not find.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A field that is missing, described by its content.
    #[error("{0}")]
    MissingField(&'static str),
    /// The end of the line, instead of one more field.
    #[error("the end of the line")]
    ExtraField,
    /// A player up to this one.
    #[error("a player from A to {0}")]
    Player(Player),
    /// Text or property that the notation of one game expects.
    #[error("{0}")]
    Other(Cow<'static, str>),
}
