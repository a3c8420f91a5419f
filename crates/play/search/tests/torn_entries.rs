//! The entries of the transposition table under all interleavings of threads, and all values that
//! relaxed atomics allow.

#[path = "../src/transposition/slot.rs"]
mod slot;

use std::sync::atomic::Ordering::Relaxed;

use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::thread::{self, JoinHandle};

/// Entry of the table, with the atomics of loom.
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Keys of two positions with their data. Neither key is the other one changed by the data of both.
const ENTRIES: [(u64, u64); 2] = [(0x0100, 0x01), (0x0200, 0x02)];

/// Creates an empty entry.
fn empty() -> Arc<Slot> {
    Arc::new(Slot {
        check: AtomicU64::new(0),
        data: AtomicU64::new(0),
    })
}

/// Stores a position on a thread of its own.
fn write(slot: &Arc<Slot>, (key, data): (u64, u64)) -> JoinHandle<()> {
    let slot = Arc::clone(slot);
    thread::spawn(move || slot.put(key, data))
}

#[test]
fn a_reader_finds_stored_data_or_nothing() {
    loom::model(|| {
        let slot = empty();
        let writers = ENTRIES.map(|entry| write(&slot, entry));
        let (key, data) = ENTRIES[0];
        let is_own_or_none = || slot.get(key).is_none_or(|found| found == data);
        assert!(is_own_or_none());
        for writer in writers {
            writer.join().unwrap();
        }
        // Two writers can leave a torn entry for good.
        assert!(is_own_or_none());
    });
}

/// An entry that a growing table moves has its own data, or a key that no position has.
#[test]
fn an_entry_that_is_moved_keeps_its_data() {
    loom::model(|| {
        let slot = empty();
        let [first, second] = ENTRIES;
        slot.put(first.0, first.1);
        let writer = write(&slot, second);
        for (key, data) in slot.take().into_iter().chain(slot.entry()) {
            assert!(
                ENTRIES
                    .iter()
                    .all(|entry| entry.0 != key || entry.1 == data)
            );
        }
        writer.join().unwrap();
    });
}

/// The check is needed: with the key alone in its place, a reader finds data of another position.
#[test]
#[should_panic(expected = "data of another position")]
fn keys_alone_do_not_suffice() {
    loom::model(|| {
        let slot = empty();
        let writers = ENTRIES.map(|(key, data)| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || {
                slot.check.store(key, Relaxed);
                slot.data.store(data, Relaxed);
            })
        });
        for writer in writers {
            writer.join().unwrap();
        }
        let entry = (slot.check.load(Relaxed), slot.data.load(Relaxed));
        assert!(ENTRIES.contains(&entry), "data of another position");
    });
}
