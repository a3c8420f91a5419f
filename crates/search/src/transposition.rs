use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use memmap2::MmapMut;
use thiserror::Error;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// A table that threads share without locks: 64 bits of data for a key.
///
/// An entry is two atomic words, the data and the key xor the data (Hyatt & Mann 2002). A reader that sees the halves of two
/// different writes finds a key that does not fit, and takes it for a miss: what is torn is never believed.
///
/// Its memory comes zeroed from the kernel when it is first touched, on huge pages where they are to be had. Entries lie in a small part of
/// it, which grows as it fills, so that a search which needs little of a large table is as fast as with a small one.
pub struct TranspositionTable {
    memory: MmapMut,
    huge_pages: bool,
    growth: Growth,
}

/// How much of a table is in use.
struct Growth {
    /// So many clusters, from the first.
    clusters: AtomicUsize,
    /// So many entries have had to go since there were so many clusters.
    replaced: AtomicUsize,
    /// Whether a thread is making more room.
    under_way: AtomicBool,
}

impl Growth {
    fn new(bytes: usize) -> Growth {
        /// Most of a usual second-level cache.
        const START: usize = 1 << 20;
        let clusters = bytes.min(START) / size_of::<Cluster>();
        Growth { clusters: clusters.into(), replaced: 0.into(), under_way: false.into() }
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("mebibytes", &self.mebibytes())
            .field("huge_pages", &self.huge_pages)
            .finish_non_exhaustive()
    }
}

/// Failure to allocate a table.
#[derive(Debug, Error)]
#[error("no memory for a table of {mebibytes} MiB: {source}")]
pub struct TableError {
    /// How much memory was asked for, in MiB.
    pub mebibytes: usize,
    /// What the system answered.
    pub source: std::io::Error,
}

impl TranspositionTable {
    /// An empty table of this size.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, TableError> {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let memory = MmapMut::map_anon(bytes).map_err(|source| TableError { mebibytes, source })?;
        #[cfg(all(target_os = "linux", not(miri)))]
        let huge_pages = memory.advise(memmap2::Advice::HugePage).is_ok();
        #[cfg(any(not(target_os = "linux"), miri))]
        let huge_pages = false;
        Ok(TranspositionTable { memory, huge_pages, growth: Growth::new(bytes) })
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
        TableView { clusters, growth: &self.growth }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        /// To fill so many bytes takes less than to have the system map new ones.
        const SMALL: usize = 64 << 20;
        let bytes = self.memory.len();
        let used = self.growth.clusters.load(Relaxed) * size_of::<Cluster>();
        self.growth = Growth::new(bytes);
        if used > SMALL
            && let Ok(memory) = MmapMut::map_anon(bytes)
        {
            self.memory = memory;
            #[cfg(all(target_os = "linux", not(miri)))]
            let _ = self.memory.advise(memmap2::Advice::HugePage);
        } else {
            self.memory[..used].fill(0);
        }
    }
}

/// One cache line.
const CLUSTER: usize = 4;
/// A table grows when one in so many clusters has lost an entry: most have one or two then.
const MANY: usize = 256;
/// It grows to so many times as much at least.
const STEP: usize = 4;

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Cluster([Slot; CLUSTER]);

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
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

    /// The key and the data.
    #[inline]
    fn both(&self) -> Option<(u64, u64)> {
        let (check, data) = (self.check.load(Relaxed), self.data.load(Relaxed));
        (data != 0).then_some((check ^ data, data))
    }

    /// The same; then there is nothing.
    fn take(&self) -> Option<(u64, u64)> {
        let both = self.both();
        self.put(0, 0);
        both
    }
}

/// Access to a [`TranspositionTable`], to be shared among threads.
#[derive(Clone, Copy)]
pub struct TableView<'a> {
    clusters: &'a [Cluster],
    growth: &'a Growth,
}

impl fmt::Debug for TableView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableView").field("fullness", &self.fullness()).finish_non_exhaustive()
    }
}

impl TableView<'_> {
    #[inline]
    fn cluster(&self, key: u64) -> &[Slot; CLUSTER] {
        &self.clusters[place_of(key, self.used())].0
    }

    /// So many clusters are in use.
    #[inline]
    fn used(&self) -> usize {
        self.growth.clusters.load(Relaxed)
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

    /// Keeps `data` for `key`, in place of older data for the same key or else of what has the least priority.
    ///
    /// Data of zero is not kept: it is what an empty entry holds, and `priority` should call it least of all.
    #[inline]
    pub fn put(&self, key: u64, data: u64, priority: impl Fn(u64) -> u32) {
        let cluster = self.cluster(key);
        if let Some(old) = cluster.iter().find(|entry| entry.get(key).is_some()) {
            return old.put(key, data);
        }
        let mut least = least_of(cluster, &priority);
        if least.both().is_some() && self.used() < self.clusters.len() && self.has_grown(&priority) {
            least = least_of(self.cluster(key), &priority);
        }
        least.put(key, data);
    }

    /// Counts an entry that has to go; when there have been many, takes more of the memory into use instead.
    #[cold]
    fn has_grown(&self, priority: impl Fn(u64) -> u32) -> bool {
        let growth = self.growth;
        let is_time = |replaced: usize| replaced > self.used() / MANY;
        if !is_time(growth.replaced.fetch_add(1, Relaxed) + 1) || growth.under_way.swap(true, Relaxed) {
            return false;
        }
        // Unless another thread has just done it.
        let grows = is_time(growth.replaced.swap(0, Relaxed));
        if grows {
            self.grow(priority);
        }
        growth.under_way.store(false, Relaxed);
        grows
    }

    /// Spreads all entries over more clusters. What other threads put in meanwhile may get lost.
    fn grow(&self, priority: impl Fn(u64) -> u32) {
        let (used, all) = (self.used(), self.clusters.len());
        let more = if used * STEP * STEP <= all { used * STEP } else { all };
        // From the last on, for nothing comes to lie before where it was.
        for cluster in self.clusters[..used].iter().rev() {
            for (key, data) in cluster.0.each_ref().map(Slot::take).into_iter().flatten() {
                least_of(&self.clusters[place_of(key, more)].0, &priority).put(key, data);
            }
        }
        self.growth.clusters.store(more, Relaxed);
    }

    /// All keys and their data, in no order.
    ///
    /// While other threads write, what they put in may be among them or not, and of two halves that do not belong together
    /// comes a key that nobody will ever ask for.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.clusters[..self.used()].iter().flat_map(|cluster| &cluster.0).filter_map(Slot::both)
    }

    /// Which part of the table is in use, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.used().min(1000)];
        let used = sample.iter().flat_map(|c| &c.0).filter(|entry| entry.data.load(Relaxed) != 0).count();
        let thousandths = used * 1000 / (sample.len() * CLUSTER);
        (thousandths as u64 * self.used() as u64 / self.clusters.len() as u64) as u32
    }
}

/// The cluster of a key among so many, in the order of keys.
#[inline]
fn place_of(key: u64, clusters: usize) -> usize {
    ((u128::from(key) * clusters as u128) >> 64) as usize
}

/// The entry that has the least priority.
#[inline]
fn least_of(cluster: &[Slot; CLUSTER], priority: impl Fn(u64) -> u32) -> &Slot {
    cluster.iter().min_by_key(|entry| priority(entry.data.load(Relaxed))).expect("a cluster has entries")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_under_its_key_only() {
        let mut table = TranspositionTable::new(1).unwrap();
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
        let mut table = TranspositionTable::new(1).unwrap();
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
        let entry = Slot { check: AtomicU64::new(0), data: AtomicU64::new(0) };
        entry.put(11, 22);
        entry.data.store(33, Relaxed);
        assert_eq!(entry.get(11), None);
    }

    #[test]
    fn the_least_priority_is_replaced() {
        let mut table = TranspositionTable::new(1).unwrap();
        let view = table.view();
        for data in [50, 40, 30, 20, 60] {
            view.put(data, data, |data| data as u32); // small keys share the first cluster
        }
        assert_eq!(view.get(20), None);
        assert_eq!([50, 40, 30, 60].map(|key| view.get(key)), [50, 40, 30, 60].map(Some));
    }
}
