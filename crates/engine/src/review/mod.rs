//! Reviews of played games, and of engines on positions with known values.

mod annotate;
mod prove;
mod suite;

pub use annotate::{Annotation, Annotator, Mark, ReviewedValue};
pub use prove::{DroppedResult, EngineProofs, GameProofs, ProofCounts, Prover};
pub use suite::{Spread, SuiteAttempt, SuiteComparison, SuiteEngine, SuiteRecord, SuiteReport, SuiteSummary};
