//! Parts of moves that a person composes step by step.

use floe_picture::{Icon, PartMarks};

/// Part of a legal choice, which its player chooses in one step; or part of an outcome of chance,
/// which a person at a real table names in one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoicePart {
    /// Sentence that asks for the part. All parts that can follow the same parts have the same
    /// question.
    pub question: String,
    /// Names of the spaces that stand for the part; none for a part that is chosen by its words.
    /// Parts of different choices may share spaces.
    pub spaces: Vec<String>,
    /// The part in words; never empty.
    pub words: String,
    /// Marks that show the part in a picture.
    pub marks: PartMarks,
    /// Card or tile that the part stands for; `None` for other parts.
    pub icon: Option<Icon>,
    /// Number of cards or tiles of this kind that can still come or be laid; `None` where they are
    /// not counted.
    pub left: Option<usize>,
}

impl ChoicePart {
    /// Creates a part that is chosen by its spaces or, without any, by its words.
    pub(crate) fn new(
        question: impl Into<String>,
        spaces: Vec<String>,
        words: String,
    ) -> ChoicePart {
        ChoicePart {
            question: question.into(),
            spaces,
            words,
            marks: PartMarks::default(),
            icon: None,
            left: None,
        }
    }

    /// Creates a part of an outcome, which is a card or tile of which `left` can still come.
    pub(crate) fn of_outcome(question: &str, words: String, icon: Icon, left: usize) -> ChoicePart {
        ChoicePart {
            left: Some(left),
            ..ChoicePart::new(question, Vec::new(), words).with_icon(icon)
        }
    }

    /// The part with the card or tile that it is.
    pub(crate) fn with_icon(self, icon: Icon) -> ChoicePart {
        ChoicePart {
            icon: Some(icon),
            ..self
        }
    }
}
