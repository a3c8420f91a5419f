//! Parts of moves that a person composes step by step.

use floe_picture::PartMarks;

/// Part of a legal choice that its player chooses in one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoicePart {
    /// Sentence that asks for the part. It follows from the parts before it.
    pub question: String,
    /// Names of the spaces that stand for the part; none for a part that is chosen by its words. Parts of different
    /// choices may share spaces.
    pub spaces: Vec<String>,
    /// The part in words; empty where its space says all.
    pub words: String,
    /// Marks that show the part in a picture.
    pub marks: PartMarks,
}

impl ChoicePart {
    /// Creates a part that is chosen by its spaces or, without any, by its words.
    pub(crate) fn new(question: impl Into<String>, spaces: Vec<String>, words: String) -> ChoicePart {
        ChoicePart { question: question.into(), spaces, words, marks: PartMarks::default() }
    }
}

/// Token of a space in the text of a position: a card or a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceToken {
    /// The token in notation.
    pub token: String,
    /// The card or tile in words, with the number of those in the pile where that is known.
    pub words: String,
}
