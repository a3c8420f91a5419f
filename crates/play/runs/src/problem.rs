use std::fs::TryLockError;
use std::io::{self, ErrorKind};

/// The reason why a file cannot be used, for any contents.
#[derive(Debug, thiserror::Error)]
pub enum FileProblem {
    /// The operating system refuses, for this reason.
    #[error("{}", io_text(.0))]
    Io(#[from] io::Error),
    /// Another process has the file open for writing.
    #[error("another process is writing to this file")]
    Locked,
    /// The file does not have the length of all that was written to it: another program has changed
    /// or removed it.
    #[error(
        "expected a file of {expected} bytes; found {found}: another program has changed it during the run"
    )]
    Resized {
        /// The length of all that was written to the file, in bytes.
        expected: u64,
        /// The length that the file has, in bytes; 0 if it is missing.
        found: u64,
    },
}

impl From<TryLockError> for FileProblem {
    fn from(error: TryLockError) -> FileProblem {
        match error {
            TryLockError::WouldBlock => FileProblem::Locked,
            TryLockError::Error(error) => FileProblem::Io(error),
        }
    }
}

/// Describes an error of the operating system in plain words, without its number.
///
/// ```
/// let error = std::fs::read("nowhere.txt").unwrap_err();
/// assert_eq!(floe_runs::io_text(&error), "no such file or directory");
/// ```
pub fn io_text(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound if error.get_ref().is_none() => "no such file or directory".to_owned(),
        ErrorKind::AlreadyExists if error.get_ref().is_none() => {
            "a file with this name already exists".to_owned()
        }
        kind @ (ErrorKind::PermissionDenied
        | ErrorKind::IsADirectory
        | ErrorKind::NotADirectory
        | ErrorKind::StorageFull
        | ErrorKind::ReadOnlyFilesystem)
            if error.get_ref().is_none() =>
        {
            kind.to_string()
        }
        _ => error.to_string(),
    }
}
