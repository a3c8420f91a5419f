//! Signals that end a run early: Ctrl-C (SIGINT) and SIGTERM.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown, register_usize};

use crate::problem::{Status, say};

/// The state of the signals: the first ends a run early, with its results so far; a second Ctrl-C
/// ends the program.
#[derive(Default)]
pub(crate) struct Interrupt {
    /// Set by the first signal.
    pub(crate) stop: Arc<AtomicBool>,
    /// Number of the last signal, or 0.
    signal: Arc<AtomicUsize>,
    is_waiting: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handlers.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn listen() -> Result<Interrupt> {
        let interrupt = Interrupt::default();
        let Interrupt {
            stop,
            signal,
            is_waiting,
        } = &interrupt;
        let listen = || {
            // Only Ctrl-C: programs such as `timeout` send SIGTERM twice.
            register_conditional_shutdown(SIGINT, Status::Interrupted as i32, Arc::clone(stop))?;
            for (number, status) in [(SIGINT, Status::Interrupted), (SIGTERM, Status::Terminated)] {
                register_conditional_shutdown(number, status as i32, Arc::clone(is_waiting))?;
                register_usize(number, Arc::clone(signal), number as usize)?;
                register(number, Arc::clone(stop))?;
            }
            std::io::Result::Ok(())
        };
        listen().context("cannot handle Ctrl-C")?;
        Ok(interrupt)
    }

    /// Waits for the next input, where a signal ends the program at once; returns `None` after a
    /// signal.
    pub(crate) fn next<T>(&self, next: impl FnOnce() -> Option<T>) -> Option<T> {
        self.is_waiting.store(true, SeqCst);
        let next = if self.stop.load(SeqCst) { None } else { next() };
        self.is_waiting.store(false, SeqCst);
        next
    }

    /// Returns the exit status after a signal; `None` if there was none.
    pub(crate) fn status(&self) -> Option<Status> {
        match self.signal.load(SeqCst) as i32 {
            0 => None,
            SIGTERM => Some(Status::Terminated),
            _ => Some(Status::Interrupted),
        }
    }

    /// Returns the exit status of a run that ends with this one unless a signal has stopped it;
    /// `remark`, on standard error, says then what is kept and how to resume.
    pub(crate) fn or_stopped(&self, status: Status, remark: impl FnOnce() -> String) -> Status {
        let stopped = self
            .status()
            .inspect(|_| say(&format!("floe: stopped; {}", remark())));
        stopped.unwrap_or(status)
    }

    /// Returns the exit status of a run that the same call resumes after a signal.
    pub(crate) fn or_resumed(&self) -> Status {
        self.or_stopped(Status::Fine, resuming)
    }
}

/// Names the call that resumes this run.
pub(crate) fn resuming() -> String {
    format!("resume with: {}", this_call())
}

/// Formats the call of this program, quoted for a shell.
pub(crate) fn this_call() -> String {
    quoted_arguments(0)
}

/// Formats the words of this call from one on, quoted for a shell; the first is the program.
pub(crate) fn quoted_arguments(first: usize) -> String {
    std::env::args_os()
        .skip(first)
        .map(|argument| quoted(&argument))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Quotes a word for a shell; bytes that are no UTF-8 as bash, zsh and ksh read them.
pub(crate) fn quoted(word: &OsStr) -> String {
    match word.to_str().map(shlex::try_quote) {
        Some(quoted) => {
            quoted.map_or_else(|_| word.to_string_lossy().into_owned(), Cow::into_owned)
        }
        None => format!("$'{}'", word.as_encoded_bytes().escape_ascii()),
    }
}
