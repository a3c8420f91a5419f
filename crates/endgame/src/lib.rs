//! What can be proved about endings of the base game.
//!
//! The theory and its proofs are in `docs/theory.md`: tiles count when they are landed on; what one side has to itself
//! is a sum and a number of waiting moves; what is contested is searched.

mod area;
mod area_solver;
mod areas;
mod checkpoint;
mod cuts;
mod ending;
mod entry;
mod features;
mod fish_map;
mod independent_areas;
mod key;
mod local_cache;
mod pieces;
mod solver;
#[cfg(test)]
mod tests;

pub use checkpoint::{Checkpoint, CheckpointError, CheckpointProblem};
pub use features::SolverFeatures;
pub use independent_areas::{FinalScores, IndependentAreas};
pub use solver::{MaxNSolution, Objective, Solution, Solver, SolverOptions, SolverProgress};
