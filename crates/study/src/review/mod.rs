//! Reviews of played games, puzzles from them, and tests of engines on positions with known values.

mod annotate;
mod prove;
mod puzzle;
mod suite;

pub use annotate::{Annotation, Annotator, Mark, ReviewedValue};
pub use prove::{DroppedResult, EngineProofs, GameProofs, ProofCounts, Prover};
pub use puzzle::{Puzzle, PuzzleMaker};
pub use suite::{Spread, SuiteAttempt, SuiteComparison, SuiteEngine, SuiteRecord, SuiteReport, SuiteSummary};
