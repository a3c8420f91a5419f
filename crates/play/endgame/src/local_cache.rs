use floe_search::{ZeroedMemory, zeroed_memory};
use zerocopy::FromBytes;

use crate::entry::{SolverEntry, WAIT_MASK};

/// Small table of one thread that fits in the cache of its core, for the many small endings and
/// areas of a search.
#[derive(Debug)]
pub(crate) struct LocalCache {
    /// Pairs of slots, mapped by the first store. The system takes them back when the cache is
    /// dropped; an allocator would keep them for each thread.
    memory: Option<ZeroedMemory>,
    /// Shift that turns a key into the number of its pair.
    shift: u32,
}

/// Key and packed entry, which is zero in an empty slot.
type Slot = [u64; 2];

impl LocalCache {
    /// Empty cache of `2^bits` slots.
    pub(crate) fn new(bits: u32) -> LocalCache {
        LocalCache {
            memory: None,
            shift: u64::BITS - (bits - 1),
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
            // Without memory there is no cache.
            self.memory = zeroed_memory(size_of::<[Slot; 2]>() << (u64::BITS - self.shift)).ok();
        }
        let pairs = self
            .memory
            .as_deref_mut()
            .and_then(|memory| <[[Slot; 2]]>::mut_from_bytes(memory).ok());
        let Some([first, second]) =
            pairs.and_then(|pairs| pairs.get_mut((key >> self.shift) as usize))
        else {
            return;
        };
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
