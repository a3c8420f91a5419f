use std::time::Duration;

use floe_fish::Move;
use floe_game::{Interval, Score};
use floe_search::TableView;

use crate::independent_areas::FinalScores;

/// Goal of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Objective {
    /// Fish and tiles, exactly.
    #[default]
    Margin,
    /// Win, draw or loss only.
    WinDrawLoss,
}

/// Result of a proof for two players, seen by the player to move; what is banked is included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Bounds of the final margin.
    pub bounds: Interval<Score>,
    /// The line under best play: to the end of the game where the margin is proved exactly; else a move that is proved to get the lower
    /// bound at least, if a search has found that bound.
    pub line: Vec<Move>,
    /// Nodes searched.
    pub nodes: u64,
}

impl Solution {
    /// Whether it is proved who wins, or that nobody does.
    pub fn is_decided(&self) -> bool {
        self.bounds.lower > 0 || self.bounds.upper < 0 || self.bounds.is_exact()
    }
}

/// Result of a proof for three or four players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaxNSolution<const N: usize> {
    /// Final scores of all players; none if a limit came first.
    pub results: Option<FinalScores<N>>,
    /// The line under best play to the end of the game; empty if a limit came first.
    pub line: Vec<Move>,
    /// Final scores after each move, in the order of [`Game::moves`](floe_game::Game::moves), as far as the limits allowed.
    pub moves: Vec<(Move, FinalScores<N>)>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Progress of a proof.
#[derive(Clone, Copy, Debug)]
pub struct SolverProgress<'a> {
    /// Bounds of the final margin between two players; none with more players.
    pub bounds: Option<Interval<Score>>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Number of moves of the position that are done in the search under way, and of all of them.
    pub moves: (u32, u32),
    /// The table of the solver.
    pub table: TableView<'a>,
}
