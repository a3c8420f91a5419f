use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// A table that threads share without locks: 64 bits of data for a key.
///
/// An entry is two atomic words, the data and the key xor the data (Hyatt & Mann 2002). A reader that sees the halves of two
/// different writes finds a key that does not fit, and takes it for a miss: what is torn is never believed.
///
/// Its memory comes zeroed from the kernel when it is first touched, on huge pages where they are to be had.
pub struct Table {
    memory: MmapMut,
    huge_pages: bool,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("mebibytes", &self.mebibytes())
            .field("huge_pages", &self.huge_pages)
            .finish_non_exhaustive()
    }
}

/// Why there is no table.
#[derive(Debug)]
pub struct TableError {
    /// How much memory was asked for, in MiB.
    pub mebibytes: usize,
    /// What the system answered.
    pub source: std::io::Error,
}

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for a table of {} MiB: {}", self.mebibytes, self.source)
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

impl Table {
    /// An empty table of this size.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(mebibytes: usize) -> Result<Table, TableError> {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let memory = MmapMut::map_anon(bytes).map_err(|source| TableError { mebibytes, source })?;
        #[cfg(target_os = "linux")]
        let huge_pages = memory.advise(memmap2::Advice::HugePage).is_ok();
        #[cfg(not(target_os = "linux"))]
        let huge_pages = false;
        Ok(Table { memory, huge_pages })
    }

    /// Whether the system agreed to back the table with huge pages.
    pub fn huge_pages(&self) -> bool {
        self.huge_pages
    }

    /// The size in MiB.
    pub fn mebibytes(&self) -> usize {
        self.memory.len() >> 20
    }

    /// Access for any number of threads.
    pub fn view(&mut self) -> TableView<'_> {
        let clusters = <[Cluster]>::mut_from_bytes(&mut self.memory[..]).expect("pages hold whole clusters");
        TableView { clusters }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        /// To fill so many bytes takes less than to have the system map new ones.
        const SMALL: usize = 64 << 20;
        let bytes = self.memory.len();
        if bytes <= SMALL {
            self.memory.fill(0);
        } else if let Ok(memory) = MmapMut::map_anon(bytes) {
            self.memory = memory;
            #[cfg(target_os = "linux")]
            let _ = self.memory.advise(memmap2::Advice::HugePage);
        } else {
            self.memory.fill(0);
        }
    }
}

/// One cache line.
const CLUSTER: usize = 4;

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Cluster([Entry; CLUSTER]);

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

impl Entry {
    #[inline]
    fn get(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (data != 0 && self.check.load(Relaxed) ^ data == key).then_some(data)
    }

    #[inline]
    fn put(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// Access to a [`Table`], to be shared among threads.
#[derive(Clone, Copy)]
pub struct TableView<'a> {
    clusters: &'a [Cluster],
}

impl fmt::Debug for TableView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableView").field("fullness", &self.fullness()).finish_non_exhaustive()
    }
}

impl TableView<'_> {
    #[inline]
    fn cluster(&self, key: u64) -> &[Entry; CLUSTER] {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize].0
    }

    /// Asks the processor to fetch what there may be for `key`, which will be wanted soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(self.cluster(key));
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What was last put here for `key`, unless it has been replaced.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        self.cluster(key).iter().find_map(|entry| entry.get(key))
    }

    /// What was put here for `key` and for the keys that differ from it in the bits of `mask` only, and for which of them; `mask` must
    /// leave the upper half of a key alone.
    #[inline]
    pub fn get_all(&self, key: u64, mask: u64) -> impl Iterator<Item = (u64, u64)> {
        debug_assert!(mask >> 32 == 0, "keys that differ in their upper half lie in different places");
        self.cluster(key).iter().filter_map(move |entry| {
            let data = entry.data.load(Relaxed);
            let known = entry.check.load(Relaxed) ^ data;
            (data != 0 && (known ^ key) & !mask == 0).then_some((known, data))
        })
    }

    /// Keeps `data` for `key`, in place of older data for the same key or else of what is worth least.
    ///
    /// Data of zero is not kept: it is what an empty entry holds, and `worth` should call it least of all.
    #[inline]
    pub fn put(&self, key: u64, data: u64, worth: impl Fn(u64) -> u32) {
        let cluster = self.cluster(key);
        let old = cluster.iter().find(|entry| entry.get(key).is_some());
        let entry = old.unwrap_or_else(|| {
            cluster.iter().min_by_key(|entry| worth(entry.data.load(Relaxed))).expect("a cluster has entries")
        });
        entry.put(key, data);
    }

    /// All keys and their data, in no order.
    ///
    /// While other threads write, what they put in may be among them or not, and of two halves that do not belong together
    /// comes a key that nobody will ever ask for.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.clusters.iter().flat_map(|cluster| &cluster.0).filter_map(|entry| {
            let (check, data) = (entry.check.load(Relaxed), entry.data.load(Relaxed));
            (data != 0).then_some((check ^ data, data))
        })
    }

    /// Which part of the table is in use, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used = sample.iter().flat_map(|c| &c.0).filter(|entry| entry.data.load(Relaxed) != 0).count();
        (used * 1000 / (sample.len() * CLUSTER)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_under_its_key_only() {
        let mut table = Table::new(1).unwrap();
        let view = table.view();
        for key in 1..1000_u64 {
            view.put(key << 54, key, |data| data as u32);
        }
        assert_eq!(view.get(7 << 54), Some(7));
        assert_eq!(view.get(7 << 54 | 1), None);
        table.clear();
        assert_eq!(table.view().get(7 << 54), None);
    }

    #[test]
    fn keys_that_differ_in_few_bits_are_found_together() {
        let mut table = Table::new(1).unwrap();
        let view = table.view();
        let key = 0xabcd_ef01_2345_6788;
        for (other, data) in [(key, 10), (key + 2, 20), (key + 7, 30), (key + 8, 40)] {
            view.put(other, data, |data| data as u32);
        }
        let mut found: Vec<_> = view.get_all(key + 1, 7).collect();
        found.sort_unstable();
        assert_eq!(found, [(key, 10), (key + 2, 20), (key + 7, 30)]);
    }

    #[test]
    fn a_torn_entry_is_a_miss() {
        let entry = Entry { check: AtomicU64::new(0), data: AtomicU64::new(0) };
        entry.put(11, 22);
        entry.data.store(33, Relaxed);
        assert_eq!(entry.get(11), None);
    }

    #[test]
    fn the_least_worth_is_replaced() {
        let mut table = Table::new(1).unwrap();
        let view = table.view();
        for data in [50, 40, 30, 20, 60] {
            view.put(data, data, |data| data as u32); // small keys share the first cluster
        }
        assert_eq!(view.get(20), None);
        assert_eq!([50, 40, 30, 60].map(|key| view.get(key)), [50, 40, 30, 60].map(Some));
    }
}
