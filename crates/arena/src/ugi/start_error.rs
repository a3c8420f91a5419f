use std::io;

use floe_runs::io_text;

use crate::fault::{Fault, PlayFailure, is_limit};

/// The reason why a program cannot play.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No program has this name.
    #[error("program '{0}' not found")]
    NotFound(String),
    /// The system cannot start the program.
    #[error("program '{program}' cannot be started: {}", io_text(.error))]
    System {
        /// The program.
        program: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The program has started, and does not introduce itself or refuses its options.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl StartError {
    /// Describes the failure of the system to start a program.
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
            StartError::System { error: ref cause, .. } if is_limit(cause) => PlayFailure::Limit(error.to_string()),
            error => Fault::Crashed(error.to_string()).into(),
        }
    }
}
