use std::io;
use std::path::{Path, PathBuf};

use floe_runs::{FileProblem, SealError, Shard};

use super::{RecordError, SCHEMA};
use crate::schedule::ScheduleError;

/// Reason why games cannot be read or recorded.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file or directory cannot be used.
    #[error("{}: {problem}", path.display())]
    File {
        /// Path of the file or directory.
        path: PathBuf,
        /// Reason why the file or directory cannot be used.
        problem: RecordFileProblem,
    },
    /// A file of games is not sealed, or has changed since it was sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The configuration of the match has no schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// No files of games were found in the paths given.
    #[error("there are no games: expected .jsonl files written by floe match")]
    NoGames,
    /// Games of the schedule are missing in the sealed files.
    #[error(
        "{missing} of {games} games are missing, the first is game {first} of block {block}; sealed shards: {}",
        sealed.iter().map(Shard::to_string).collect::<Vec<_>>().join(", ")
    )]
    Incomplete {
        /// Number of games that are missing.
        missing: usize,
        /// Number of games in the schedule of the match.
        games: u64,
        /// Index of the first game that is missing, from 0.
        first: u64,
        /// Index of the block of the first game that is missing, from 0.
        block: u64,
        /// Shards of the match that are sealed.
        sealed: Vec<Shard>,
    },
}

/// Reason why a file of games or a seal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileProblem {
    /// The system refuses, or another program uses or changes the file.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// The file is not a file of games.
    #[error("expected a file of games, whose first line begins with {{\"schema\":\"{SCHEMA}\"")]
    Foreign,
    /// The file has games of another match: the [`differences`](crate::config::differences) between
    /// its configuration and the one expected.
    #[error("games of another match; {}; repeat its settings, or record in another directory", .0.join("; "))]
    Config(Vec<String>),
    /// The match is a test, and the file has another number of floes: a test must not be extended
    /// until its result is the one wanted.
    #[error(
        "a test may not be extended: floes is {stored} there, not {expected}; repeat its number, or record in another \
        directory"
    )]
    Longer {
        /// Number of floes in the file.
        stored: u64,
        /// Number of floes of the match that is to be played.
        expected: u64,
    },
    /// A whole line of the file is no record of a game of its match. It is not repaired, because no
    /// kill leaves such a line.
    #[error("line {line}, column {}: not a record of a game: {error}", error.column())]
    Line {
        /// Number of the line, from 1.
        line: u64,
        /// Mistake in that line.
        error: RecordError,
    },
    /// The first line has no configuration of a match, for this reason.
    #[error("line 1: the configuration: {0}")]
    NoConfig(serde_json::Error),
    /// The first line has the configuration of a match that has no schedule.
    #[error("line 1: the configuration: {0}")]
    NoSchedule(ScheduleError),
    /// The seal does not belong to the match, or to the build, of another seal.
    #[error("not of the same {what} as {}", first.display())]
    Mixed {
        /// Path of the other seal, with which this one was compared.
        first: PathBuf,
        /// Property in which the two seals differ: `match` or `build`.
        what: &'static str,
    },
}

impl From<io::Error> for RecordFileProblem {
    fn from(error: io::Error) -> RecordFileProblem {
        RecordFileProblem::File(error.into())
    }
}

/// Adds the path of the file to an error.
pub(crate) trait AtPath<T> {
    fn at(self, path: &Path) -> Result<T, StoreError>;
}

impl<T, E: Into<RecordFileProblem>> AtPath<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|error| StoreError::File {
            path: path.to_owned(),
            problem: error.into(),
        })
    }
}
