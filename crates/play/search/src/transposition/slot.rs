//! Reading and writing an entry of the transposition table: two atomic words without a lock.
//!
//! `tests/torn_entries.rs` compiles this file with the atomics of loom.

use std::sync::atomic::Ordering::Relaxed;

use super::Slot;

impl Slot {
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (data != 0 && self.check.load(Relaxed) ^ data == key).then_some(data)
    }

    #[inline]
    pub(super) fn put(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }

    /// Key and data, unless it is empty.
    #[inline]
    pub(super) fn entry(&self) -> Option<(u64, u64)> {
        let check = self.check.load(Relaxed);
        let data = self.data.load(Relaxed);
        (data != 0).then_some((check ^ data, data))
    }

    /// Key and data, which it removes.
    pub(super) fn take(&self) -> Option<(u64, u64)> {
        let entry = self.entry();
        self.put(0, 0);
        entry
    }
}
