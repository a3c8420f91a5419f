/// A small table of one thread's own, that stays in the cache of its core.
///
/// Most endings and areas that a search meets are small, and a shared table of any size answers about them only as fast as memory does.
pub(crate) struct NearTable {
    slots: Vec<[Slot; 2]>,
    /// Which bits of a key tell its slots.
    shift: u32,
}

/// Data for a key; data of zero is no data.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    data: u64,
}

impl NearTable {
    /// An empty one of so many slots, as a power of two.
    pub(crate) fn new(size: u32) -> NearTable {
        NearTable { slots: vec![<[Slot; 2]>::default(); 1 << (size - 1)], shift: u64::BITS - (size - 1) }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u64> {
        let pair = &self.slots[(key >> self.shift) as usize];
        pair.iter().find(|slot| slot.key == key && slot.data != 0).map(|slot| slot.data)
    }

    /// The data for keys that differ from `key` in the bits of `mask` only, which must be few and low, with these keys.
    #[inline]
    pub(crate) fn get_all(&self, key: u64, mask: u64) -> impl Iterator<Item = (u64, u64)> {
        let pair = &self.slots[(key >> self.shift) as usize];
        pair.iter()
            .filter(move |slot| (slot.key ^ key) & !mask == 0 && slot.data != 0)
            .map(|slot| (slot.key, slot.data))
    }

    /// Keeps data in the first slot of two if it is worth more than what is there, else in the second.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, data: u64, worth: impl Fn(u64) -> u32) {
        let [first, second] = &mut self.slots[(key >> self.shift) as usize];
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
