use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use anyhow::{Context, Result};

/// Ctrl-C: a search that hears of it gives what it has.
#[derive(Default)]
pub(crate) struct Interrupt {
    pressed: AtomicBool,
    waiting: AtomicBool,
}

/// What a shell says of a program that Ctrl-C has ended.
const ENDED: i32 = 130;

impl Interrupt {
    /// Listens from now on.
    ///
    /// # Errors
    /// When the system does not let it.
    pub(crate) fn listen() -> Result<Arc<Interrupt>> {
        let interrupt = Arc::new(Interrupt::default());
        let heard = Arc::clone(&interrupt);
        ctrlc::set_handler(move || heard.hear()).context("cannot listen to Ctrl-C")?;
        Ok(interrupt)
    }

    /// A second time means it; so does a first one, where nothing is under way that could be cut short.
    fn hear(&self) {
        if self.pressed.swap(true, SeqCst) || self.waiting.load(SeqCst) {
            std::process::exit(ENDED);
        }
    }

    /// Set once Ctrl-C has been pressed.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.pressed
    }

    /// Waits for what is to be done next; after Ctrl-C that is nothing.
    pub(crate) fn next<T>(&self, next: impl FnOnce() -> Option<T>) -> Option<T> {
        self.waiting.store(true, SeqCst);
        let next = if self.pressed.load(SeqCst) { None } else { next() };
        self.waiting.store(false, SeqCst);
        next
    }
}
