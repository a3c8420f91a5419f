use std::path::{Path, PathBuf};

use super::{Difference, SCHEMA};
use crate::schedule::{ScheduleError, Shard};

/// Why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// It is something else.
    #[error("{}: this is no file of games, whose first line begins with {{\"schema\":\"{SCHEMA}\"", .0.display())]
    Foreign(PathBuf),
    /// Somebody else is recording games there.
    #[error("{}: another process is recording games in this file", .0.display())]
    Locked(PathBuf),
    /// It belongs to another match.
    #[error("{}: games of another match; {}", path.display(), Difference::list(differences))]
    Config {
        /// The file.
        path: PathBuf,
        /// Everything that differs.
        differences: Vec<Difference>,
    },
    /// A line that is whole is not what it should be. It is not repaired, because no kill leaves such a line.
    #[error("{}, line {line}, column {}: {}", path.display(), error.column().max(1), no_record(error))]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: u64,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The configuration in the first line is not that of a match.
    #[error("{}: the configuration: {error}", path.display())]
    NoConfig {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The configuration has no schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// No files of games were found.
    #[error("there are no games: expected .jsonl files that floe match has written")]
    NoGames,
    /// No file of games is sealed.
    #[error("nothing is sealed there: a shard that has been played ends with a .done file")]
    NothingSealed,
    /// A file that should be a seal is none.
    #[error("{}: this is no file that seals games", .0.display())]
    NoSeal(PathBuf),
    /// A file of games is not the one that was sealed.
    #[error("{} has changed since it was sealed", .0.display())]
    Changed(PathBuf),
    /// A game was played by another build than the configuration says.
    #[error("{}: game {game} is of another build", path.display())]
    OtherBuild {
        /// The file.
        path: PathBuf,
        /// The game.
        game: u64,
    },
    /// Two seals do not belong to one match.
    #[error("{} and {} are of different {what}", first.display(), second.display())]
    Mixed {
        /// The first seal.
        first: PathBuf,
        /// The one that differs.
        second: PathBuf,
        /// `matches` or `builds`.
        what: &'static str,
    },
    /// Games of the schedule are missing.
    #[error(
        "{missing} of {games} games are missing, the first is game {first} of block {block}; sealed there: {}",
        list(sealed)
    )]
    Incomplete {
        /// The number of games missing.
        missing: usize,
        /// The number of games in the schedule.
        games: usize,
        /// The first game missing.
        first: u64,
        /// Its block.
        block: u64,
        /// The shards that are sealed.
        sealed: Vec<Shard>,
    },
}

fn list(shards: &[Shard]) -> String {
    shards.iter().map(Shard::to_string).collect::<Vec<_>>().join(", ")
}

impl StoreError {
    pub(crate) fn io(path: &Path, error: std::io::Error) -> StoreError {
        StoreError::Io { path: path.to_owned(), error }
    }
}

/// What is wrong with a line that should be the record of a game. Its number is for the reader of the file to tell: the parser has seen one line.
pub fn no_record(error: &serde_json::Error) -> String {
    let found = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    format!("this is no record of a game: {}", found.strip_suffix(&place).unwrap_or(&found))
}
