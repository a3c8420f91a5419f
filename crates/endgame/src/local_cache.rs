use crate::entry::{SolverEntry, WAIT_MASK};

/// Small table of one thread that fits in the cache of its core, for the many small endings and areas of a search.
#[derive(Debug)]
pub(crate) struct LocalCache {
    /// Pairs of slots, allocated by the first store.
    slots: Vec<[Slot; 2]>,
    /// Shift that turns a key into the number of its pair.
    shift: u32,
}

/// Key and packed entry, which is zero in an empty slot.
type Slot = [u64; 2];

impl LocalCache {
    /// Empty cache of `2^bits` slots.
    pub(crate) fn new(bits: u32) -> LocalCache {
        LocalCache { slots: Vec::new(), shift: u64::BITS - (bits - 1) }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<SolverEntry> {
        let pair = self.slots.get((key >> self.shift) as usize)?;
        pair.iter().find(|&&[known, data]| known == key && data != 0).map(|&[_, data]| SolverEntry::unpack(data))
    }

    /// Combines the entries of the ending with this key and of endings that differ from it in waiting moves alone.
    #[inline]
    pub(crate) fn gather(&self, key: u64) -> SolverEntry {
        let Some(pair) = self.slots.get((key >> self.shift) as usize) else { return SolverEntry::NOTHING };
        let alike = pair.iter().filter(|&&[known, data]| (known ^ key) & !WAIT_MASK == 0 && data != 0);
        SolverEntry::gathered(alike.map(|&[known, data]| (known, data)), key)
    }

    /// Stores an entry in the first slot of its pair if its priority is not lower than that of the entry there, else in the second.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: SolverEntry) {
        if self.slots.is_empty() {
            self.slots = vec![[[0; 2]; 2]; 1 << (u64::BITS - self.shift)];
        }
        let [first, second] = &mut self.slots[(key >> self.shift) as usize];
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
