//! What can be proved about endings of the base game.
//!
//! The theory is told, with its proofs, in `docs/theory.md`: tiles count when they are landed on; what one side has to itself
//! is a sum and a number of waiting moves; what is contested is searched.

mod areas;
mod board;
mod checkpoint;
mod collecting;
mod cuts;
mod ending;
mod entry;
mod features;
mod key;
mod many;
mod near;
mod parted;
mod pieces;
mod solver;
#[cfg(test)]
mod twins;
mod watch;

pub use areas::AreaValue;
pub use board::Board;
pub use checkpoint::{Checkpoint, CheckpointError, SCHEMA as CHECKPOINT_SCHEMA};
pub use features::Features;
pub use many::{ManyProgress, ManySolution, ManySolver};
pub use parted::{Parted, Results};
pub use solver::{Objective, Solution, Solver, SolverOptions, SolverProgress};
