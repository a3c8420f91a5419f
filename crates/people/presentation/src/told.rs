//! Moves and turns as people read them.

use schemars::JsonSchema;
use serde::Serialize;

/// Move as people read it: a text to show, and a title with the other form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ToldMove {
    /// Text to show: the notation of a placement or a plain slide, `c5` or `c5-d4`, and of all
    /// other moves words.
    pub text: String,
    /// The other form of the move, for those who ask: words where `text` is notation, and notation
    /// where `text` is words.
    pub title: String,
    /// Whether `text` is the notation.
    #[serde(skip)]
    pub is_plain: bool,
    /// Sentences on what the move does beyond itself, as [`Seen::news`](crate::Seen::news).
    #[serde(skip)]
    pub news: Option<String>,
}

impl ToldMove {
    /// The move in words, whether `text` or `title` has them.
    pub fn words(&self) -> &str {
        if self.is_plain {
            &self.title
        } else {
            &self.text
        }
    }
}

/// Number of animals that the player to move can free in one turn of the competitive form of Fish
/// 'n' Flip, and a way to do it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct FreeableNumber {
    /// Letter of the action card to play; `None`, and left out in JSON, if a card has been played
    /// already in this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<char>,
    /// Number of animals that the turn frees.
    pub number: usize,
    /// Moves that free them, from the position to the end of the turn, in notation and in order.
    pub way: Vec<String>,
}

/// Turn of several moves in notation and in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldTurn {
    /// Moves of the turn in notation, in order, with their outcomes: they can be played as they
    /// stand.
    pub moves: Vec<String>,
    /// The turn in words: `flip row 1, then free 2 dolphins at a1 and b1, and 1 shark at c1`.
    pub words: String,
}
