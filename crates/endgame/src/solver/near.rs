/// A small table of one thread's own, that stays in the cache of its core.
///
/// Most endings that a search meets are small, and a shared table of any size answers about them only as fast as memory does.
pub(super) struct NearTable {
    slots: Vec<[Slot; 2]>,
}

/// Data for a key; data of zero is no data.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    data: u64,
}

/// As a power of two: 2 × 16384 slots of 16 bytes are half of a usual second-level cache.
const SIZE: u32 = 14;

impl NearTable {
    pub(super) fn new() -> NearTable {
        NearTable { slots: vec![<[Slot; 2]>::default(); 1 << SIZE] }
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        let pair = &self.slots[(key >> (u64::BITS - SIZE)) as usize];
        pair.iter().find(|slot| slot.key == key && slot.data != 0).map(|slot| slot.data)
    }

    /// Keeps data in the first slot of two if it is worth more than what is there, else in the second.
    #[inline]
    pub(super) fn put(&mut self, key: u64, data: u64, worth: impl Fn(u64) -> u32) {
        let [first, second] = &mut self.slots[(key >> (u64::BITS - SIZE)) as usize];
        if first.key == key || worth(data) >= worth(first.data) {
            if first.key != key {
                *second = *first;
            }
            *first = Slot { key, data };
        } else {
            *second = Slot { key, data };
        }
    }
}
