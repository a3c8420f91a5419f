use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use floe_engine::AnalysisError;
use floe_engine::arena::NotUtf8;
use floe_fish::PositionError;

/// The end of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// All is well.
    Fine = 0,
    /// The answer is no, or the run has failed.
    No = 1,
    /// A position, or a move, was wrong; that has been told.
    Wrong = 2,
    /// All was done, and the answer is still open.
    Open = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// A mistake in the call or in a position.
///
/// Of a position in a batch it is told in the place of its result; anything else ends the call.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Wrong {
    /// The message.
    pub(crate) message: String,
    /// The character of the line, from 1, where that has a meaning.
    pub(crate) column: Option<usize>,
}

impl Wrong {
    pub(crate) fn new(message: impl Display) -> Wrong {
        Wrong { message: message.to_string(), column: None }
    }
}

impl From<PositionError> for Wrong {
    fn from(error: PositionError) -> Wrong {
        Wrong { message: error.to_string(), column: Some(error.column) }
    }
}

impl From<NotUtf8> for Wrong {
    fn from(error: NotUtf8) -> Wrong {
        Wrong { message: error.to_string(), column: Some(error.column) }
    }
}

/// The end of a call whose position cannot be analysed or solved: the call is wrong, unless memory is lacking.
pub(crate) fn of_analysis(error: AnalysisError) -> anyhow::Error {
    match error {
        AnalysisError::Table(error) => error.into(),
        wrong => Wrong::new(wrong).into(),
    }
}

/// Tells why a call has ended early. That nobody reads on is no reason to say anything.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{error:#}"));
    if error.is::<Wrong>() { Status::Wrong.into() } else { Status::No.into() }
}

/// Says something on standard error; if nobody listens there, so be it.
pub(crate) fn complain(text: &str) {
    say(&format!("floe: {text}"));
}

/// Writes a line to standard error; if nobody listens there, so be it.
pub(crate) fn say(text: &str) {
    use io::Write;
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// How much of a line is shown on either side of a place in it.
const AROUND: usize = 60;

/// A line, or what of it is near the column, with a caret below the column.
pub(crate) fn pointer(line: &str, column: usize) -> String {
    let start = column.saturating_sub(AROUND + 1);
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let shown: String = line.chars().skip(start).take(2 * AROUND).map(visible).collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if line.chars().count() > start + 2 * AROUND { "…" } else { "" };
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
