use std::path::{Path, PathBuf};

use super::{Difference, SCHEMA};

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
    #[error("{}: this is no file of games, whose first line begins with {{\"schema\":\"{SCHEMA}\"", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Somebody else is recording games there.
    #[error("{}: another process is recording games in this file", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
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
    /// Something cannot be written as JSON.
    #[error("{}: not to be written as JSON: {error}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: serde_json::Error,
    },
}

impl StoreError {
    pub(super) fn io(path: &Path, error: std::io::Error) -> StoreError {
        StoreError::Io { path: path.to_owned(), error }
    }

    pub(super) fn unwritable(path: &Path, error: serde_json::Error) -> StoreError {
        StoreError::Unwritable { path: path.to_owned(), error }
    }
}

/// What is wrong with a line that should be the record of a game. Its number is for the reader of the file to tell: the parser has seen one line.
pub fn no_record(error: &serde_json::Error) -> String {
    let found = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    format!("this is no record of a game: {}", found.strip_suffix(&place).unwrap_or(&found))
}
