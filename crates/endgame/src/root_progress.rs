use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// How many of the moves at the root are done, of how many.
#[derive(Default)]
pub(crate) struct RootProgress {
    done: AtomicU32,
    of: AtomicU32,
}

impl RootProgress {
    /// A search begins anew.
    pub(crate) fn restart(&self) {
        self.done.store(0, Relaxed);
    }

    /// So many are done, by some thread.
    pub(crate) fn done(&self, done: usize, of: usize) {
        self.done.fetch_max(done as u32, Relaxed);
        self.of.store(of as u32, Relaxed);
    }

    pub(crate) fn told(&self) -> (u32, u32) {
        (self.done.load(Relaxed), self.of.load(Relaxed))
    }
}
