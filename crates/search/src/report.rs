use std::time::Duration;

/// A move at the root, with what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M, V> {
    /// The value of the move for the player to move.
    pub value: V,
    /// Whether the value is proven.
    pub exact: bool,
    /// The line that leads to it, beginning with the move. It may end before the value is reached.
    pub moves: Vec<M>,
}

/// Moves at the root, the best first.
pub(crate) type Lines<M, V> = Vec<Line<M, V>>;

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M, V> {
    /// The best lines, best first; none when the game is over.
    pub lines: Vec<Line<M, V>>,
    /// The last depth that was searched to its end.
    pub depth: u32,
    /// Nodes searched: calls of the search function, evaluated leaves included.
    pub nodes: u64,
}

impl<M, V> Report<M, V> {
    /// Whether the value of the best move is proven.
    pub fn is_exact(&self) -> bool {
        self.lines.first().is_some_and(|line| line.exact)
    }
}

/// Where a search stands after a depth.
#[derive(Debug)]
pub struct Progress<'a, M, V> {
    /// What has been found.
    pub report: &'a Report<M, V>,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
}
