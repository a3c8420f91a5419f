//! Games with variations in JSON: a flat list of moves, which no depth of variations can break.

use floe_engine::{AnyGame, AnyMoveError};
use floe_gamefile::{GameTree, NoteError, TextPlace, WrittenGame, WrittenMove};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Move of a game with variations, and what is noted on it. Empty fields may be missing in JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveNode {
    /// Number of the node that the move follows, counted from 1; 0 for the position before the
    /// first move. Of several nodes with one parent the first is the main continuation, the others
    /// are variations.
    pub parent: usize,
    /// The move in notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Marks such as `!?` and `$1`, separated by blanks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub marks: String,
    /// Comments on the position after the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// Drawings on the position after the move: moves or arrows such as `b2-d4`, and hexes such as
    /// `e5`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<String>,
    /// Seconds left to the player after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// Value of the move in notation, for the player who moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Note of a review, from which the judgement of the move is made again without a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<String>,
}

/// Mistake in the list of [`MoveNode`]s of a game: the node, and the reason.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MoveNodeError {
    /// The node with this number does not follow an earlier one.
    #[error("node {number}: expected a parent from 0 to {last}; found {found}")]
    Parent {
        /// Number of the node, from 1.
        number: usize,
        /// Number of the last node before it, the greatest parent that it may have.
        last: usize,
        /// Number that was given as its parent.
        found: usize,
    },
    /// The node with this number has a note that no game file can hold.
    #[error("node {number}: {error}")]
    Note {
        /// Number of the node, from 1.
        number: usize,
        /// Reason why no game file can hold the note.
        error: NoteError,
    },
    /// The move of the node with this number is not legal.
    #[error("node {number}: '{text}': {why}")]
    Illegal {
        /// Number of the node, from 1.
        number: usize,
        /// Text of the move, as it was given.
        text: String,
        /// Reason why the move is not legal.
        why: AnyMoveError,
    },
}

impl MoveNode {
    /// All moves of a tree, in order.
    pub fn all_of(tree: &GameTree) -> Vec<MoveNode> {
        tree.iter()
            .map(|(number, written)| MoveNode::new(tree.parent(number), written))
            .collect()
    }

    /// Tree of these moves, which may be illegal.
    ///
    /// # Errors
    /// At the first node whose parent does not come before it, or whose notes no game file can
    /// hold.
    pub fn tree_of(nodes: &[MoveNode]) -> Result<GameTree, MoveNodeError> {
        let mut tree = GameTree::default();
        for (number, node) in (1..).zip(nodes) {
            if node.parent >= number {
                return Err(MoveNodeError::Parent {
                    number,
                    last: number - 1,
                    found: node.parent,
                });
            }
            let written = node
                .written()
                .map_err(|error| MoveNodeError::Note { number, error })?;
            tree.push(node.parent, written);
        }
        Ok(tree)
    }

    /// Game of these moves from a position, with the moves in notation, without headers and
    /// comments on the whole game.
    ///
    /// # Errors
    /// As [`tree_of`](Self::tree_of), and at the first move that is not legal.
    pub fn game_of(nodes: &[MoveNode], position: AnyGame) -> Result<WrittenGame, MoveNodeError> {
        let tree = MoveNode::tree_of(nodes)?;
        let game = WrittenGame::new(position, tree).with_notation();
        let mut illegal: Option<(usize, AnyMoveError)> = None;
        game.play_all(|number, played| {
            if let Err(error) = played
                && illegal.as_ref().is_none_or(|(first, _)| number < *first)
            {
                illegal = Some((number, error.why));
            }
        });
        let Some((number, why)) = illegal else {
            return Ok(game);
        };
        Err(MoveNodeError::Illegal {
            number,
            text: game.tree.get(number).text.clone(),
            why,
        })
    }

    fn new(parent: usize, written: &WrittenMove) -> MoveNode {
        MoveNode {
            parent,
            mv: written.text.clone(),
            marks: written.marks().to_owned(),
            comments: written.comments().to_vec(),
            arrows: written.arrows().to_vec(),
            clock: written.clock_in_seconds(),
            value: written.value().map(str::to_owned),
            review: written.review().map(str::to_owned),
        }
    }

    fn written(&self) -> Result<WrittenMove, NoteError> {
        let mut written = WrittenMove::new(self.mv.as_str(), TextPlace::default());
        written.add_marks(&self.marks)?;
        self.comments
            .iter()
            .for_each(|comment| written.add_comment(comment));
        self.arrows
            .iter()
            .try_for_each(|arrow| written.add_arrow(arrow))?;
        self.clock
            .map_or(Ok(()), |seconds| written.set_clock(seconds))?;
        self.value
            .as_deref()
            .map_or(Ok(()), |value| written.set_value(value))?;
        self.review
            .as_deref()
            .map_or(Ok(()), |review| written.set_review(review))?;
        Ok(written)
    }
}
