//! Reasons why a run of training ends early.

use std::path::PathBuf;

use floe_arena::match_run::MatchError;
use floe_engine::SpecError;
use floe_engine::options::OptionError;
use floe_runs::SealError;
use floe_selfplay::{MergeError, SelfPlayError};

use crate::LearnError;

/// Reason why a run of training ends before its last round.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The game cannot be learned: only games on a floe can.
    #[error("expected rules on a floe; found {0}")]
    NoFloe(String),
    /// No game can be dealt, or the engine has no limit that can be repeated.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The engine has weights or a network that cannot be read.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// A network cannot be learned for these rules.
    #[error("networks are learned on the official floe, without special tiles; found {0}")]
    NoNetwork(String),
    /// A file cannot be used.
    #[error("{}: {problem}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Reason why it cannot be used.
        problem: String,
    },
    /// The directory holds a run with other settings.
    #[error("{}: another run of training; {}; repeat its settings, or use another directory", path.display(), differences.join("; "))]
    OtherRun {
        /// Path of the file of settings.
        path: PathBuf,
        /// Each difference between the settings there and here, in words.
        differences: Vec<String>,
    },
    /// Games cannot be played or recorded.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// Parts of the games cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The games of a part cannot be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// Nothing can be learned from the games.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// The match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The players of the match cannot be made, or the observer ended the run; the text says why.
    #[error("{0}")]
    Other(String),
}
