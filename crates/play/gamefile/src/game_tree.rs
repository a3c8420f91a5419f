//! Games with variations: trees of moves, as flat lists with the number of each parent, so that no
//! depth of variations can break a reader or writer. Notes are kept in the form in which a file
//! gives them back, which makes writing and reading inverse.

use std::fmt;

use crate::WrittenMove;

/// Tree of the moves of a game. Its moves have numbers from 1, in the order in which they were
/// added; 0 stands for the position before the first move.
///
/// Of several moves in one position the first that was added is the main continuation, the others
/// are variations, in their order. The main line consists of main continuations.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameTree {
    moves: Vec<WrittenMove>,
    /// Number of the move before each, or 0; it is smaller than the number of the move itself.
    parents: Vec<usize>,
}

/// Part of the text of a tree: variations follow the move that they replace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeToken {
    /// Beginning of a variation.
    Open,
    /// Move with this number.
    Move(usize),
    /// End of a variation.
    Close,
}

/// Move of a tree in depth-first order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visit {
    /// Number of the move in the tree.
    pub(crate) number: usize,
    /// Number of the move in its line, from 1.
    pub(crate) ply: usize,
}

impl GameTree {
    /// Tree of moves that follow each other.
    pub fn of_line(moves: impl IntoIterator<Item = WrittenMove>) -> GameTree {
        let moves: Vec<WrittenMove> = moves.into_iter().collect();
        let parents = (0..moves.len()).collect();
        GameTree { moves, parents }
    }

    /// Number of moves in the tree.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the tree has no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether the tree has moves outside the main line.
    pub fn has_variations(&self) -> bool {
        self.main_line().count() < self.len()
    }

    /// Adds a move to the position after the move with the number `parent`, or to the first
    /// position if `parent` is 0. Returns the number of the added move. If the position has moves
    /// already, the added move begins a variation.
    ///
    /// # Panics
    /// When the tree has no move `parent`.
    pub fn push(&mut self, parent: usize, written: WrittenMove) -> usize {
        assert!(parent <= self.len(), "the tree has no move {parent}");
        self.moves.push(written);
        self.parents.push(parent);
        self.len()
    }

    /// Move with this number, from 1.
    ///
    /// # Panics
    /// When the tree has no such move.
    pub fn get(&self, number: usize) -> &WrittenMove {
        &self.moves[number - 1]
    }

    /// Move with this number, from 1, to be changed.
    ///
    /// # Panics
    /// When the tree has no such move.
    pub fn get_mut(&mut self, number: usize) -> &mut WrittenMove {
        &mut self.moves[number - 1]
    }

    /// Number of the move that comes before the move with this number; 0 before a first move.
    ///
    /// # Panics
    /// When the tree has no such move.
    pub fn parent(&self, number: usize) -> usize {
        self.parents[number - 1]
    }

    /// All moves by their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &WrittenMove)> {
        (1..).zip(&self.moves)
    }

    /// Numbers of the moves of the main line, in order.
    pub fn main_line(&self) -> impl Iterator<Item = usize> {
        let mut last = 0;
        (1..=self.len()).filter(move |&number| {
            let is_next = self.parent(number) == last;
            if is_next {
                last = number;
            }
            is_next
        })
    }

    /// Number of the last move of the main line; 0 if the tree is empty.
    pub fn main_end(&self) -> usize {
        self.main_line().last().unwrap_or(0)
    }

    /// Keeps each move for which `is_kept` holds, if it holds for all moves before it in its line
    /// too. `is_kept` gets numbers of moves; the kept moves are then numbered anew, in the same
    /// order.
    pub fn retain(&mut self, mut is_kept: impl FnMut(usize) -> bool) {
        let mut kept = GameTree::default();
        // New numbers by the old ones; 0 stands for itself, and a dropped move has none.
        let mut numbers = vec![Some(0)];
        let moves = std::mem::take(&mut self.moves);
        for (number, written) in (1..).zip(moves) {
            let parent = numbers[self.parents[number - 1]].filter(|_| is_kept(number));
            numbers.push(parent.map(|parent| kept.push(parent, written)));
        }
        *self = kept;
    }

    /// Removes all moves that follow the move with this number; all moves of the tree if it is 0.
    pub fn truncate_after(&mut self, number: usize) {
        let parents = self.parents.clone();
        self.retain(|other| parents[other - 1] != number);
    }

    /// Moves of the tree in the order of its text, with the beginnings and ends of variations.
    pub fn tokens(&self) -> Vec<TreeToken> {
        let links = Links::of(self);
        let start = links.first[0];
        self.tokens_from(&links, Rest::Line(start))
    }

    /// Text, as files have it, of the variations that replace the move with this number and stand
    /// after it: those that begin with later moves in the same position. Empty if there are none.
    ///
    /// # Panics
    /// When `number` is larger than the number of moves.
    pub fn variations_text(&self, number: usize) -> String {
        let links = Links::of(self);
        let next = links.next[number];
        self.text_of(&self.tokens_from(&links, Rest::Variations(next)))
    }

    /// The variations that replace the move with this number and stand after it, each as a tree of
    /// its own, which begins in the position before the move.
    ///
    /// # Panics
    /// When the tree has no such move.
    pub fn variations(&self, number: usize) -> Vec<GameTree> {
        let mut variations: Vec<GameTree> = Vec::new();
        // For each move its variation, and its number in that.
        let mut found: Vec<Option<(usize, usize)>> = vec![None; number + 1];
        for other in number + 1..=self.len() {
            let parent = self.parent(other);
            let place = if parent == self.parent(number) {
                variations.push(GameTree::default());
                Some((variations.len() - 1, 0))
            } else {
                found[parent]
            };
            found.push(place.map(|(index, parent)| {
                (
                    index,
                    variations[index].push(parent, self.get(other).clone()),
                )
            }));
        }
        variations
    }

    fn tokens_from(&self, links: &Links, first: Rest) -> Vec<TreeToken> {
        let mut tokens = Vec::new();
        let mut rest = vec![first];
        while let Some(part) = rest.pop() {
            match part {
                Rest::Line(0) | Rest::Variations(0) => {}
                Rest::Line(number) => {
                    tokens.push(TreeToken::Move(number));
                    rest.push(Rest::Line(links.first[number]));
                    rest.push(Rest::Variations(links.next[number]));
                }
                Rest::Variations(number) => {
                    tokens.extend([TreeToken::Open, TreeToken::Move(number)]);
                    rest.push(Rest::Variations(links.next[number]));
                    rest.push(Rest::Close);
                    rest.push(Rest::Line(links.first[number]));
                }
                Rest::Close => tokens.push(TreeToken::Close),
            }
        }
        tokens
    }

    /// Visits the moves depth first, main continuations before variations: every move stands
    /// between its parent and the other moves of its parent's position. Below a move for which
    /// `visit` returns false none is visited.
    pub(crate) fn visit(&self, mut visit: impl FnMut(Visit) -> bool) {
        let links = Links::of(self);
        let mut rest = vec![Visit {
            number: links.first[0],
            ply: 1,
        }];
        while let Some(next) = rest.pop() {
            let Visit { number, ply } = next;
            if number == 0 {
                continue;
            }
            rest.push(Visit {
                number: links.next[number],
                ply,
            });
            if visit(next) {
                rest.push(Visit {
                    number: links.first[number],
                    ply: ply + 1,
                });
            }
        }
    }
}

/// Links from the moves of a tree to others, by numbers; 0 stands for none.
struct Links {
    /// Main continuation after each move, at index 0 that of the first position.
    first: Vec<usize>,
    /// Next move in the same position.
    next: Vec<usize>,
}

impl Links {
    fn of(tree: &GameTree) -> Links {
        let mut first = vec![0; tree.len() + 1];
        let mut next = vec![0; tree.len() + 1];
        for number in (1..=tree.len()).rev() {
            let parent = tree.parent(number);
            next[number] = first[parent];
            first[parent] = number;
        }
        Links { first, next }
    }
}

/// Part of the text of a tree that is to follow; a number of 0 stands for none.
enum Rest {
    /// Line that begins with the main continuation of this number.
    Line(usize),
    /// Variations from that with this number on.
    Variations(usize),
    /// End of a variation.
    Close,
}

/// Deepest variation that is indented.
const MAX_INDENT: usize = 8;

impl GameTree {
    /// Writes the moves one a line, with their comments; variations are indented.
    fn text_of(&self, tokens: &[TreeToken]) -> String {
        let mut text = String::new();
        let mut depth: usize = 0;
        for &token in tokens {
            // A parenthesis stands with its move, unless a comment takes the rest of the line.
            let is_after_open = text.ends_with('(');
            if !text.is_empty()
                && !text.ends_with('\n')
                && !is_after_open
                && token != TreeToken::Close
            {
                text.push('\n');
            }
            depth += usize::from(token == TreeToken::Open);
            let indent = " ".repeat(2 * depth.min(MAX_INDENT));
            if text.is_empty() || text.ends_with('\n') {
                text += &indent;
            }
            match token {
                TreeToken::Open => text.push('('),
                TreeToken::Close => {
                    text.push(')');
                    depth -= 1;
                }
                TreeToken::Move(number) => {
                    let written = self.get(number);
                    text += &written.text_with_marks();
                    for (index, comment) in written.written_comments().enumerate() {
                        let start = if index == 0 { " " } else { &indent };
                        text += &format!("{start}# {comment}\n");
                    }
                }
            }
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

/// Writes the moves one a line, with their comments; variations are indented.
impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_of(&self.tokens()))
    }
}
