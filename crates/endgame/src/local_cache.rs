use crate::entry::SolverEntry;
use crate::key::WAIT_MASK;

/// A small table of one thread, which stays in the cache of its core.
///
/// Most endings and areas that a search meets are small, and a shared table of any size answers about them only as fast as memory does.
pub(crate) struct LocalCache {
    /// In pairs; none before something is stored, so that a cache that is not used takes no time to set up.
    slots: Vec<[Slot; 2]>,
    /// How far a key is shifted to give the number of its pair.
    shift: u32,
}

/// A key and its packed entry, which is zero where there is none.
type Slot = [u64; 2];

impl LocalCache {
    /// An empty cache of `2^size` slots.
    pub(crate) fn new(size: u32) -> LocalCache {
        LocalCache { slots: Vec::new(), shift: u64::BITS - (size - 1) }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<SolverEntry> {
        let pair = self.slots.get((key >> self.shift) as usize)?;
        pair.iter().find(|&&[known, data]| known == key && data != 0).map(|&[_, data]| SolverEntry::unpack(data))
    }

    /// Knowledge of the ending with this key, also from endings that differ from it by waiting moves alone.
    #[inline]
    pub(crate) fn gather(&self, key: u64) -> SolverEntry {
        let Some(pair) = self.slots.get((key >> self.shift) as usize) else { return SolverEntry::NOTHING };
        let alike = pair.iter().filter(|&&[known, data]| (known ^ key) & !WAIT_MASK == 0 && data != 0);
        SolverEntry::gathered(alike.map(|&[known, data]| (known, data)), key)
    }

    /// Stores an entry in the first slot of two if its priority is not lower than that of the entry there, else in the second.
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
