//! Reviews of played games, puzzles and lessons from them, and tests of engines on positions with
//! known values.

mod accuracy;
mod annotate;
mod exercise_sheet;
mod game_graph;
mod game_page;
mod game_review;
mod graded;
mod hint;
mod lesson;
mod mark;
mod prove;
mod puzzle;
mod puzzle_line;
mod puzzle_note;
mod refutation;
mod review_note;
mod strength;
mod suite;
mod summary;

pub use annotate::{Annotation, Annotator};
pub use exercise_sheet::{
    Exercise, ExerciseChoice, ExerciseSheet, SheetAnswers, SheetLayout, SheetOrder,
};
pub use game_graph::game_graph;
pub use game_page::game_page;
pub use game_review::GameReview;
pub use graded::{Grade, Graded, GradedError, GradedProblem};
pub use hint::find_hint;
pub use lesson::lesson_of;
pub use mark::{Mark, ReviewedValue};
pub use prove::{DroppedResult, EngineProofs, GameProofs, ProofCounts, Prover};
pub use puzzle::{Puzzle, PuzzleMaker};
pub use puzzle_line::{
    Defence, Defender, PROOF_NODES, PuzzleGoal, prove_all, prove_within, puzzle_line,
};
pub(crate) use puzzle_note::stars;
pub use puzzle_note::{
    DifficultyRange, EmptyDifficultyRange, PuzzleDifficulty, PuzzleNote, PuzzleTheme,
};
pub use refutation::{Refutation, RefutationMove};
pub use review_note::ReviewNote;
pub use strength::ReviewStrength;
pub use suite::{
    Regret, Spread, SuiteAttempt, SuiteComparison, SuiteEngine, SuiteRecord, SuiteReport,
    SuiteSummary,
};
pub use summary::{JudgedMove, PlayerReview, ReviewSummary};
