/// A small table of one thread's own, that stays in the cache of its core.
///
/// Most endings and areas that a search meets are small, and a shared table of any size answers about them only as fast as memory does.
pub(crate) struct LocalCache {
    /// In pairs; arrays of numbers, so that a fresh table takes no more memory than is written to.
    slots: Vec<[Slot; 2]>,
    /// Which bits of a key tell its slots.
    shift: u32,
}

/// A key and its data; data of zero is no data.
type Slot = [u64; 2];

impl LocalCache {
    /// An empty one of so many slots, as a power of two.
    pub(crate) fn new(size: u32) -> LocalCache {
        LocalCache { slots: vec![[[0; 2]; 2]; 1 << (size - 1)], shift: u64::BITS - (size - 1) }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u64> {
        let pair = &self.slots[(key >> self.shift) as usize];
        pair.iter().find(|&&[known, data]| known == key && data != 0).map(|&[_, data]| data)
    }

    /// The data for keys that differ from `key` in the bits of `mask` only, which must be few and low, with these keys.
    #[inline]
    pub(crate) fn get_all(&self, key: u64, mask: u64) -> impl Iterator<Item = (u64, u64)> {
        let pair = &self.slots[(key >> self.shift) as usize];
        pair.iter()
            .filter(move |&&[known, data]| (known ^ key) & !mask == 0 && data != 0)
            .map(|&[known, data]| (known, data))
    }

    /// Keeps data in the first slot of two if it is worth more than what is there, else in the second.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, data: u64, worth: impl Fn(u64) -> u32) {
        let [first, second] = &mut self.slots[(key >> self.shift) as usize];
        if first[0] == key || worth(data) >= worth(first[1]) {
            if first[0] != key {
                *second = *first;
            }
            *first = [key, data];
        } else {
            *second = [key, data];
        }
    }
}
