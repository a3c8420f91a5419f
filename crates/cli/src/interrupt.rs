use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use anyhow::{Context, Result};

/// The state of Ctrl-C: the first press ends a search early, the second the program.
#[derive(Default)]
pub(crate) struct Interrupt {
    /// Set once Ctrl-C has been pressed.
    pub(crate) pressed: AtomicBool,
    is_waiting: AtomicBool,
}

/// Exit status after Ctrl-C, as shells report it: 128 + SIGINT.
const STATUS: i32 = 130;

impl Interrupt {
    /// Installs the handler of Ctrl-C.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn listen() -> Result<Arc<Interrupt>> {
        let interrupt = Arc::new(Interrupt::default());
        let handler = Arc::clone(&interrupt);
        ctrlc::set_handler(move || {
            if handler.pressed.swap(true, SeqCst) || handler.is_waiting.load(SeqCst) {
                std::process::exit(STATUS);
            }
        })
        .context("cannot handle Ctrl-C")?;
        Ok(interrupt)
    }

    /// Waits for the next input, where Ctrl-C exits at once; returns `None` after Ctrl-C.
    pub(crate) fn next<T>(&self, next: impl FnOnce() -> Option<T>) -> Option<T> {
        self.is_waiting.store(true, SeqCst);
        let next = if self.pressed.load(SeqCst) { None } else { next() };
        self.is_waiting.store(false, SeqCst);
        next
    }
}
