use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Which moves, by keys of their own, some thread is searching at the moment, so that others take another first (Kerrigan 2017, after
/// ABDADA, Weill 1996).
///
/// Only a hint: entries collide and get lost, and that costs time, never a wrong value.
pub struct Busy {
    slots: Vec<AtomicU64>,
}

impl fmt::Debug for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Busy").finish_non_exhaustive()
    }
}

const SLOTS: usize = 1 << 14;

impl Busy {
    /// Nobody is searching anything.
    pub fn new() -> Busy {
        Busy { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[(key >> 50) as usize % SLOTS]
    }

    /// Whether another thread is at this task.
    #[inline]
    pub fn is_busy(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Begins a task.
    #[inline]
    pub fn enter(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// Ends a task.
    #[inline]
    pub fn leave(&self, key: u64) {
        let slot = self.slot(key);
        if slot.load(Relaxed) == key {
            slot.store(0, Relaxed);
        }
    }
}

impl Default for Busy {
    fn default() -> Busy {
        Busy::new()
    }
}
