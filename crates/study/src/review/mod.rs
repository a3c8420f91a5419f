//! Reviews of played games, puzzles from them, and tests of engines on positions with known values.

mod accuracy;
mod annotate;
mod hint;
mod mark;
mod prove;
mod puzzle;
mod refutation;
mod strength;
mod suite;

pub use accuracy::{JudgedMove, PlayerReview, ReviewSummary};
pub use annotate::{Annotation, Annotator, ReviewedValue};
pub use hint::find_hint;
pub use mark::Mark;
pub use prove::{DroppedResult, EngineProofs, GameProofs, ProofCounts, Prover};
pub use puzzle::{Puzzle, PuzzleMaker};
pub use refutation::{Refutation, RefutationMove};
pub use strength::ReviewStrength;
pub use suite::{Spread, SuiteAttempt, SuiteComparison, SuiteEngine, SuiteRecord, SuiteReport, SuiteSummary};
