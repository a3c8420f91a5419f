use std::sync::Mutex;

use floe_search::{ZeroedMemory, zeroed_memory};
use zerocopy::FromBytes;

use crate::entry::{SolverEntry, WAIT_MASK};

/// Zeroed memory of caches that were dropped, for the next ones. The pages of a new mapping cost a
/// short proof more time than its search.
static SPARE: Mutex<Vec<ZeroedMemory>> = Mutex::new(Vec::new());

/// Maximum number of spare bytes: the tables of two threads.
const MAX_SPARE: usize = 12 << 20;

/// Bytes that are zeroed together if one of them was written: a page of most systems.
const PAGE: usize = 4096;

/// Small table of one thread that fits in the cache of its core, for the many small endings and
/// areas of a search.
#[derive(Debug)]
pub(crate) struct LocalCache {
    /// Pairs of slots, mapped or taken from the spare ones by the first store.
    memory: Option<ZeroedMemory>,
    /// Shift that turns a key into the number of its pair.
    shift: u32,
    /// Pages that were written, a bit each.
    written: [u64; 8],
}

/// Key and packed entry, which is zero in an empty slot.
type Slot = [u64; 2];

impl LocalCache {
    /// Empty cache of `2^bits` slots, at most 2^17.
    pub(crate) fn new(bits: u32) -> LocalCache {
        assert!(size_of::<Slot>() << bits <= PAGE * 8 * size_of::<[u64; 8]>());
        LocalCache {
            memory: None,
            shift: u64::BITS - (bits - 1),
            written: [0; 8],
        }
    }

    /// Spare or new memory for all slots; `None` if the system has none, and then nothing is kept.
    #[cold]
    fn memory(&self) -> Option<ZeroedMemory> {
        let bytes = size_of::<[Slot; 2]>() << (u64::BITS - self.shift);
        let mut spare = SPARE.lock().ok()?;
        match spare.iter().position(|memory| memory.len() == bytes) {
            Some(index) => Some(spare.swap_remove(index)),
            None => zeroed_memory(bytes).ok(),
        }
    }

    #[inline]
    fn pair(&self, key: u64) -> Option<&[Slot; 2]> {
        let pairs = <[[Slot; 2]]>::ref_from_bytes(self.memory.as_deref()?).ok()?;
        pairs.get((key >> self.shift) as usize)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<SolverEntry> {
        let pair = self.pair(key)?;
        pair.iter()
            .find(|&&[known, data]| known == key && data != 0)
            .map(|&[_, data]| SolverEntry::unpack(data))
    }

    /// Combines the entries of the ending with this key and of endings that differ from it in
    /// waiting moves alone.
    #[inline]
    pub(crate) fn gather(&self, key: u64) -> SolverEntry {
        let Some(pair) = self.pair(key) else {
            return SolverEntry::NOTHING;
        };
        let alike = pair
            .iter()
            .filter(|&&[known, data]| (known ^ key) & !WAIT_MASK == 0 && data != 0);
        SolverEntry::gathered(alike.map(|&[known, data]| (known, data)), key)
    }

    /// Stores an entry in the first slot of its pair if its priority is not lower than that of the
    /// entry there, else in the second.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: SolverEntry) {
        if self.memory.is_none() {
            self.memory = self.memory();
        }
        let pairs = self
            .memory
            .as_deref_mut()
            .and_then(|memory| <[[Slot; 2]]>::mut_from_bytes(memory).ok());
        let index = (key >> self.shift) as usize;
        let Some([first, second]) = pairs.and_then(|pairs| pairs.get_mut(index)) else {
            return;
        };
        let page = index / (PAGE / size_of::<[Slot; 2]>());
        self.written[page / 64] |= 1 << (page % 64);
        let data = entry.pack();
        if first[0] == key || SolverEntry::priority(data) >= SolverEntry::priority(first[1]) {
            if first[0] != key {
                *second = *first;
            }
            *first = [key, data];
        } else {
            *second = [key, data];
        }
    }
}

impl Drop for LocalCache {
    fn drop(&mut self) {
        let Some(mut memory) = self.memory.take() else {
            return;
        };
        for (page, bytes) in memory.chunks_mut(PAGE).enumerate() {
            if self.written[page / 64] >> (page % 64) & 1 == 1 {
                bytes.fill(0);
            }
        }
        if let Ok(mut spare) = SPARE.lock() {
            let bytes: usize = spare.iter().map(|spare| spare.len()).sum();
            if bytes + memory.len() <= MAX_SPARE {
                spare.push(memory);
            }
        }
    }
}
