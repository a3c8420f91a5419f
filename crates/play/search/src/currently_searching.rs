//! Parallel search by deferral. All threads search the same tree to the same depth, and put off
//! moves that another thread is searching. The first to complete a depth reports it. Threads of a
//! proof also abandon what another thread has settled (`endgame/src/solver/parallel.rs`).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Table of hashes of the moves that threads are searching, so that other threads put off the same
/// moves (ABDADA, Weill 1996, simplified by Kuszmaul; Kerrigan 2017).
///
/// Only a hint: entries may collide and get lost, which costs time but never changes a value.
#[derive(Debug)]
pub struct CurrentlySearching {
    slots: Vec<AtomicU64>,
}

const SLOTS: usize = 1 << 14;

impl Default for CurrentlySearching {
    fn default() -> CurrentlySearching {
        CurrentlySearching {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl CurrentlySearching {
    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.slots[(hash >> 50) as usize % SLOTS]
    }

    /// Whether a thread is searching a move, as far as the table knows. `hash` is the hash of the
    /// move together with the position before it.
    #[inline]
    pub fn contains(&self, hash: u64) -> bool {
        self.slot(hash).load(Relaxed) == hash
    }

    /// Marks a move as being searched, with a hash as in
    /// [`contains`](CurrentlySearching::contains); another move in the same slot loses its mark.
    #[inline]
    pub fn enter(&self, hash: u64) {
        self.slot(hash).store(hash, Relaxed);
    }

    /// Removes the mark that [`enter`](CurrentlySearching::enter) set for this hash, unless another
    /// mark has replaced it.
    #[inline]
    pub fn leave(&self, hash: u64) {
        let slot = self.slot(hash);
        if slot.load(Relaxed) == hash {
            slot.store(0, Relaxed);
        }
    }
}
