use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Hashes of the moves that some thread is searching, so that others take another first (ABDADA, Weill 1996, simplified by
/// Kuszmaul; Kerrigan 2017).
///
/// Only a hint: entries collide and get lost, and that costs time, never a wrong value.
pub struct CurrentlySearching {
    slots: Vec<AtomicU64>,
}

impl fmt::Debug for CurrentlySearching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CurrentlySearching").finish_non_exhaustive()
    }
}

const SLOTS: usize = 1 << 14;

impl CurrentlySearching {
    /// An empty set.
    pub fn new() -> CurrentlySearching {
        CurrentlySearching { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[(key >> 50) as usize % SLOTS]
    }

    /// Whether a thread is searching the move with this hash.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Marks a move as being searched.
    #[inline]
    pub fn enter(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// Ends that.
    #[inline]
    pub fn leave(&self, key: u64) {
        let slot = self.slot(key);
        if slot.load(Relaxed) == key {
            slot.store(0, Relaxed);
        }
    }
}

impl Default for CurrentlySearching {
    fn default() -> CurrentlySearching {
        CurrentlySearching::new()
    }
}
