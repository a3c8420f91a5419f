#![doc = include_str!("../README.md")]
//!
//! Tiles count when a penguin lands on them; own areas of a side are a sum and a number of waiting
//! moves; contested areas are searched. The theory with proofs is in `docs/theory.md`.
//!
#![doc = include_str!("../processor.md")]

mod area;
mod area_solver;
mod areas;
mod checkpoint;
mod cuts;
mod ending;
mod entry;
mod fish_map;
mod independent_areas;
mod local_cache;
mod pieces;
mod solver;
#[cfg(test)]
mod tests;

pub use checkpoint::{Checkpoint, CheckpointError, CheckpointProblem};
pub use independent_areas::{FinalScores, IndependentAreas};
pub use solver::{
    CertifyError, CertifyProgress, ClaimSearch, KeyedBounds, LeafProver, LeafResult, LeafSearch,
    MaxNSolution, Objective, SettledClaim, Solution, Solver, SolverOptions, SolverProgress,
    SplitEnding, SplitMove, SplitRoot, SplitRules, WorkEstimate,
};

/// Techniques of the solver, each of which can be switched off. They change the number of nodes and
/// the time, never the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverFeatures {
    /// Sum up own areas of the players where no tile is contested, in place of a search.
    pub areas: bool,
    /// Turn pure own areas into numbers of waiting moves where other tiles are contested.
    pub waiting: bool,
    /// Update the areas after a move in place of computing them anew.
    pub incremental: bool,
    /// Bound the value for both sides by the tiles that each can reach, and more tightly by the
    /// next landing.
    pub bounds: bool,
    /// Bound endings of several contested areas by the values of the single areas.
    pub sub_games: bool,
    /// Keep proved bounds of endings in the transposition table, and look them up.
    pub table: bool,
    /// Look up all replies in the table before the first is searched (enhanced transposition
    /// cut-offs, Plaat et al. 1996).
    pub look_ahead: bool,
    /// Search the moves in the order of their expected values, best first.
    pub ordering: bool,
    /// Order the moves of large endings by the learned network.
    pub network: bool,
}

impl SolverFeatures {
    /// All techniques switched on.
    pub const ALL: SolverFeatures = SolverFeatures::all(true);

    /// Plain alpha-beta: all techniques switched off.
    pub const NONE: SolverFeatures = SolverFeatures::all(false);

    const fn all(on: bool) -> SolverFeatures {
        let areas = on;
        let waiting = on;
        let incremental = on;
        let bounds = on;
        let sub_games = on;
        let table = on;
        let look_ahead = on;
        let ordering = on;
        let network = on;
        SolverFeatures {
            areas,
            waiting,
            incremental,
            bounds,
            sub_games,
            table,
            look_ahead,
            ordering,
            network,
        }
    }
}
