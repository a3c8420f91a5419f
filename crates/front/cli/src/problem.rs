use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use floe_engine::{AnalysisError, CheckpointError, CheckpointProblem};
use floe_fish::PositionError;
use floe_gamefile::NotUtf8;
use floe_runs::{FileProblem, SealError, io_text};
use floe_search::{error_text, is_visible};

/// The exit status of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Success.
    Fine = 0,
    /// The answer is no, or the run failed.
    No = 1,
    /// A position or a move was wrong and has been refused.
    Wrong = 2,
    /// The run is complete and its answer still open.
    Open = 3,
    /// Ctrl-C has ended the run: 128 + SIGINT, as shells report it.
    Interrupted = 130,
    /// SIGTERM has ended the run: 128 + SIGTERM.
    Terminated = 143,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// An error in the call or in a position.
///
/// For a position of a batch, it takes the place of the result; any other ends the call.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Wrong {
    /// Message for the user.
    pub(crate) message: String,
    /// Column in the line, in characters from 1, if the error has a place.
    pub(crate) column: Option<usize>,
    /// Advice for people, below the message.
    pub(crate) hint: Option<&'static str>,
}

impl Wrong {
    pub(crate) fn new(message: impl Display) -> Wrong {
        Wrong {
            message: error_text(&message.to_string()),
            column: None,
            hint: None,
        }
    }
}

impl From<PositionError> for Wrong {
    fn from(error: PositionError) -> Wrong {
        Wrong {
            column: Some(error.column),
            ..Wrong::new(error)
        }
    }
}

impl From<NotUtf8> for Wrong {
    fn from(error: NotUtf8) -> Wrong {
        Wrong {
            column: Some(error.column),
            ..Wrong::new(error)
        }
    }
}

/// Converts an error of a search: the call is wrong, unless memory is lacking.
pub(crate) fn of_analysis(error: AnalysisError) -> anyhow::Error {
    match error {
        AnalysisError::Table(error) => error.into(),
        AnalysisError::Checkpoint(error) => of_checkpoint(error),
        wrong => Wrong::new(wrong).into(),
    }
}

/// Converts an error of a checkpoint: the call names a wrong file, unless another process uses it
/// or the system fails.
pub(crate) fn of_checkpoint(error: CheckpointError) -> anyhow::Error {
    match &error.problem {
        CheckpointProblem::Locked => error.into(),
        CheckpointProblem::Io(cause) if is_failure(cause) => error.into(),
        _ => Wrong::new(error).into(),
    }
}

/// Whether a file that the call names cannot be used because another process uses it or the system
/// fails, and not because the call names a wrong one.
pub(crate) fn is_failure_of_file(problem: &FileProblem) -> bool {
    match problem {
        FileProblem::Io(error) => is_failure(error),
        FileProblem::Locked | FileProblem::Resized { .. } => true,
    }
}

/// Whether a seal cannot be used because the system fails, and not because it is a wrong one.
pub(crate) fn is_failure_of_seal(error: &SealError) -> bool {
    matches!(error, SealError::Io { error, .. } if is_failure(error))
}

/// Whether an error of a file is a failure of the system, such as a full disk, and not one of its
/// path.
pub(crate) fn is_failure(error: &io::Error) -> bool {
    use io::ErrorKind::{
        AlreadyExists, InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound,
        PermissionDenied, ReadOnlyFilesystem,
    };
    !matches!(
        error.kind(),
        AlreadyExists
            | InvalidFilename
            | InvalidInput
            | IsADirectory
            | NotADirectory
            | NotFound
            | PermissionDenied
            | ReadOnlyFilesystem
    )
}

/// Reports the error that ended the call; a closed pipe is none.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    {
        return ExitCode::SUCCESS;
    }
    complain(&message(error));
    let Some(wrong) = error.downcast_ref::<Wrong>() else {
        return Status::No.into();
    };
    wrong.hint.into_iter().for_each(say);
    Status::Wrong.into()
}

/// Returns the message of an error with its causes; the words of the system are replaced by plain
/// ones.
pub(crate) fn message(error: &anyhow::Error) -> String {
    let cause = |cause: &(dyn std::error::Error + 'static)| {
        cause
            .downcast_ref::<io::Error>()
            .map_or_else(|| cause.to_string(), io_text)
    };
    error.chain().map(cause).collect::<Vec<_>>().join(": ")
}

/// Prints an error message on standard error, and ignores a closed pipe.
pub(crate) fn complain(text: &str) {
    say(&format!("floe: {text}"));
}

/// Prints a line on standard error, where a terminal obeys nothing in it and all of it can be seen,
/// and ignores a closed pipe.
pub(crate) fn say(text: &str) {
    use io::Write;
    let _ = writeln!(io::stderr().lock(), "{}", error_text(text));
}

/// Characters of a long line shown on either side of the column.
const AROUND: usize = 60;

/// Draws a line, or the part of it near the column, with a caret below the column.
pub(crate) fn pointer(line: &str, column: usize) -> String {
    let start = column.saturating_sub(AROUND + 1);
    let shown_as = |c: char| {
        if c.is_control() || !is_visible(c) {
            ' '
        } else {
            c
        }
    };
    let shown: String = line
        .chars()
        .skip(start)
        .take(2 * AROUND)
        .map(shown_as)
        .collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if line.chars().count() > start + 2 * AROUND {
        "…"
    } else {
        ""
    };
    let indent = column - 1 - start + before.chars().count();
    format!("  {before}{shown}{after}\n  {:indent$}^", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_is_below_its_column() {
        assert_eq!(pointer("abc", 2), "  abc\n   ^");
        assert_eq!(pointer("ab\tc", 5), "  ab c\n      ^");
        let long = "x".repeat(100) + "!" + &"y".repeat(500);
        let picture = pointer(&long, 101);
        let (line, caret) = picture.split_once('\n').unwrap();
        assert_eq!(line.chars().nth(caret.chars().count() - 1), Some('!'));
        assert!(line.chars().count() < 130);
    }
}
