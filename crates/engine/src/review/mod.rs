//! Reviews of games that have been played, and of engines on positions whose values are known.

mod annotate;
mod prove;
mod suite;

pub use annotate::{Annotation, Annotator, Mark, ReviewedValue};
pub use prove::{DroppedResult, EngineProofs, GameProofs, ProofCounts, Prover};
pub use suite::{
    FileSummary, Spread, SuiteAttempt, SuiteComparison, SuiteEngine, SuiteRecord, SuiteReport, SuiteSummary,
};

use floe_fish::NoSuchMove;

use crate::AnalysisError;

/// The reason why a game cannot be reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The engine cannot analyse a position.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] NoSuchMove),
}
