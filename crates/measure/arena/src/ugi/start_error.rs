use std::io;

use floe_runs::io_text;

use crate::fault::{Fault, PlayFailure, is_limit};

/// Reason why an external program cannot play.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The system finds no program with this name.
    #[error("program '{0}' not found")]
    NotFound(String),
    /// The system cannot start the program.
    #[error("program '{program}' cannot be started: {}", io_text(.error))]
    System {
        /// Name of the program, as it was to be started.
        program: String,
        /// Error that the operating system reports.
        error: io::Error,
    },
    /// The program has started, and does not introduce itself or refuses an option, by this fault.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl StartError {
    pub(super) fn new(program: &str, error: io::Error) -> StartError {
        let program = program.to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => StartError::NotFound(program),
            _ => StartError::System { program, error },
        }
    }
}

/// The failure of a player that cannot be started again.
impl From<StartError> for PlayFailure {
    fn from(error: StartError) -> PlayFailure {
        match error {
            StartError::Fault(fault) => fault.into(),
            StartError::System {
                error: ref cause, ..
            } if is_limit(cause) => PlayFailure::Limit(error.to_string()),
            error => Fault::Crashed(error.to_string()).into(),
        }
    }
}
