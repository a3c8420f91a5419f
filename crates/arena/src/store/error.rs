use std::io;
use std::path::{Path, PathBuf};

use floe_runs::FileProblem;

use super::{RecordError, SCHEMA};
use crate::schedule::{ScheduleError, Shard};

/// The reason why games cannot be read or recorded.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file cannot be used.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        problem: RecordFileProblem,
    },
    /// The configuration has no schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// No files of games were found.
    #[error("there are no games: expected .jsonl files written by floe match")]
    NoGames,
    /// No file of games in a directory is sealed.
    #[error("{}: expected sealed games: the .done file of a shard that has been played to the end", .0.display())]
    NothingSealed(PathBuf),
    /// Games of the schedule are missing.
    #[error(
        "{missing} of {games} games are missing, the first is game {first} of block {block}; sealed shards: {}",
        sealed.iter().map(Shard::to_string).collect::<Vec<_>>().join(", ")
    )]
    Incomplete {
        /// The number of games missing.
        missing: usize,
        /// The number of games in the schedule.
        games: u64,
        /// The first game missing.
        first: u64,
        /// The block of that game.
        block: u64,
        /// The shards that are sealed.
        sealed: Vec<Shard>,
    },
}

/// The reason why a file of games or a seal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileProblem {
    /// The system refuses, or another program uses or changes the file.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// A file of another kind.
    #[error("expected a file of games, whose first line begins with {{\"schema\":\"{SCHEMA}\"")]
    Foreign,
    /// Games of another match, with the [`differences`](crate::config::differences).
    #[error("games of another match; {}; repeat its settings, or record in another directory", .0.join("; "))]
    Config(Vec<String>),
    /// A whole line that is not what it should be. It is not repaired, because no kill leaves such a line.
    #[error("line {line}, column {}: not a record of a game: {error}", error.column())]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// The mistake in it.
        error: RecordError,
    },
    /// A first line without the configuration of a match.
    #[error("line 1: the configuration: {0}")]
    NoConfig(serde_json::Error),
    /// A first line with a match that cannot be.
    #[error("line 1: the configuration: {0}")]
    NoSchedule(ScheduleError),
    /// A file that is no seal.
    #[error("expected the seal of a file of games")]
    NoSeal,
    /// A file that is not the one that was sealed.
    #[error("this file has changed since it was sealed")]
    Changed,
    /// A seal that does not belong to the match, or to the build, of another one.
    #[error("not of the same {what} as {}", first.display())]
    Mixed {
        /// The other seal.
        first: PathBuf,
        /// `match` or `build`.
        what: &'static str,
    },
}

impl From<io::Error> for RecordFileProblem {
    fn from(error: io::Error) -> RecordFileProblem {
        RecordFileProblem::File(error.into())
    }
}

/// Adds the path of the file to an error.
pub(super) trait AtPath<T> {
    fn at(self, path: &Path) -> Result<T, StoreError>;
}

impl<T, E: Into<RecordFileProblem>> AtPath<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|error| StoreError::File { path: path.to_owned(), problem: error.into() })
    }
}
