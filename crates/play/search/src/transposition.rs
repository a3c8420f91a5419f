//! Store what is still to come. Transposition tables keep the margin from here on, without the
//! catch so far: positions reached with different scores share an entry. An `Eval` must therefore
//! be the current margin plus a function of the rest of the position.

mod slot;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use thiserror::Error;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use crate::zeroed_memory::{ZeroedMemory, zeroed_memory};

/// Transposition table: 64 bits of data for each key of a position. Threads share it without locks;
/// a full table replaces entries.
///
/// An entry is two atomic words, the data and the key xor the data (Hyatt & Mann 2002): halves of
/// two writes fit no key.
///
/// The kernel zeroes the memory when it is first touched, on huge pages if possible. Entries use a
/// small part of it, which grows as it fills, so that a search of few nodes is as fast as with a
/// small table.
#[derive(Debug)]
pub struct TranspositionTable {
    memory: ZeroedMemory,
    growth: Growth,
}

/// Part of a table that is in use.
#[derive(Debug)]
struct Growth {
    /// Number of clusters in use, from the first.
    clusters: AtomicUsize,
    /// Number of entries replaced since the last growth.
    replaced: AtomicUsize,
    /// Whether a thread is spreading the entries.
    is_growing: AtomicBool,
}

impl Growth {
    fn new(bytes: usize) -> Growth {
        /// Most of a usual second-level cache.
        const START_BYTES: usize = 1 << 20;
        let clusters = bytes.min(START_BYTES) / size_of::<Cluster>();
        Growth {
            clusters: clusters.into(),
            replaced: 0.into(),
            is_growing: false.into(),
        }
    }
}

/// Error of a table for which the system gives no memory.
#[derive(Debug, Error)]
#[error("no memory for a table of {mebibytes} MiB: {source}")]
pub struct TableError {
    /// Requested size of the table, in MiB.
    pub mebibytes: usize,
    /// Error of the operating system.
    pub source: std::io::Error,
}

impl TranspositionTable {
    /// Creates an empty table of this size in MiB, at least one.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, TableError> {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let memory = map(bytes).map_err(|source| TableError { mebibytes, source })?;
        Ok(TranspositionTable {
            memory,
            growth: Growth::new(bytes),
        })
    }

    /// Size of the table in MiB, whether or not it is full.
    pub fn mebibytes(&self) -> usize {
        self.memory.len() >> 20
    }

    /// Access to the table, which can be copied to any number of threads.
    pub fn view(&mut self) -> TableView<'_> {
        let clusters =
            <[Cluster]>::mut_from_bytes(&mut self.memory[..]).expect("pages hold whole clusters");
        TableView {
            clusters,
            growth: &self.growth,
        }
    }

    /// Removes all entries of the table.
    pub fn clear(&mut self) {
        /// Most bytes that are faster to fill than to map again.
        const SMALL_BYTES: usize = 64 << 20;
        let bytes = self.memory.len();
        let used = self.growth.clusters.load(Relaxed) * size_of::<Cluster>();
        self.growth = Growth::new(bytes);
        if used > SMALL_BYTES
            && let Ok(memory) = map(bytes)
        {
            self.memory = memory;
        } else {
            self.memory[..used].fill(0);
        }
    }
}

/// Maps zeroed memory, on huge pages if the system has them.
fn map(bytes: usize) -> std::io::Result<ZeroedMemory> {
    let memory = zeroed_memory(bytes)?;
    // Small pages do as well, but slower.
    #[cfg(all(target_os = "linux", not(miri)))]
    let _ = memory.advise(memmap2::Advice::HugePage);
    Ok(memory)
}

/// Entries of a cluster, which is a cache line.
const CLUSTER: usize = 4;
/// A table grows when one in this many clusters has lost an entry: most have one or two then.
const CLUSTERS_A_LOSS: usize = 256;
/// Least factor of growth.
const GROWTH_FACTOR: usize = 4;

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Cluster([Slot; CLUSTER]);

/// Entry; its methods are in `slot.rs`.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Access to a [`TranspositionTable`] that threads share.
#[derive(Clone, Copy)]
pub struct TableView<'a> {
    clusters: &'a [Cluster],
    growth: &'a Growth,
}

impl fmt::Debug for TableView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableView")
            .field("fullness", &self.fullness())
            .finish_non_exhaustive()
    }
}

impl TableView<'_> {
    #[inline]
    fn cluster(&self, key: u64) -> &[Slot; CLUSTER] {
        &self.clusters[cluster_of(key, self.used())].0
    }

    /// Number of clusters in use.
    #[inline]
    fn used(&self) -> usize {
        self.growth.clusters.load(Relaxed)
    }

    /// Makes the processor load the entries for `key`, which will be probed or stored soon; changes
    /// no result.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(self.cluster(key));
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Probes the table: the data that was last stored for `key`; `None` if there is none, or if
    /// others have replaced it.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<u64> {
        self.cluster(key).iter().find_map(|entry| entry.get(key))
    }

    /// Keys and data of the entries for `key`, and for keys that differ from it only in bits of
    /// `mask`, which must be within the lower half of a key.
    #[inline]
    pub fn probe_all(&self, key: u64, mask: u64) -> impl Iterator<Item = (u64, u64)> {
        debug_assert!(
            mask >> 32 == 0,
            "keys that differ in their upper half lie in different places"
        );
        self.cluster(key)
            .iter()
            .filter_map(Slot::entry)
            .filter(move |(known, _)| (known ^ key) & !mask == 0)
    }

    /// Stores `data` for `key`. It replaces older data for the same key, or else, among a few
    /// entries, those data for which `priority` is least.
    ///
    /// Data of zero stands for an empty entry: it is not stored, and should have the least
    /// `priority`.
    #[inline]
    pub fn store(&self, key: u64, data: u64, priority: impl Fn(u64) -> u32) {
        let cluster = self.cluster(key);
        if let Some(old) = cluster.iter().find(|entry| entry.get(key).is_some()) {
            return old.put(key, data);
        }
        let mut least = least_of(cluster, &priority);
        if least.entry().is_some() && self.used() < self.clusters.len() && self.has_grown(&priority)
        {
            least = least_of(self.cluster(key), &priority);
        }
        least.put(key, data);
    }

    /// Counts an entry to be replaced; after many of them, grows the table instead and returns
    /// `true`.
    #[cold]
    fn has_grown(&self, priority: impl Fn(u64) -> u32) -> bool {
        let growth = self.growth;
        let replaced = growth.replaced.fetch_add(1, Relaxed) + 1;
        let most = self.used() / CLUSTERS_A_LOSS;
        if replaced <= most {
            self.touch(self.share_of_growth(replaced, most));
            return false;
        }
        if growth.is_growing.swap(true, Relaxed) {
            return false;
        }
        // Unless another thread has just done it.
        let grows = growth.replaced.swap(0, Relaxed) > self.used() / CLUSTERS_A_LOSS;
        if grows {
            self.grow(priority);
        }
        growth.is_growing.store(false, Relaxed);
        grows
    }

    /// Number of clusters in use after the next growth.
    fn used_next(&self) -> usize {
        let used = self.used();
        let all = self.clusters.len();
        if used * GROWTH_FACTOR * GROWTH_FACTOR <= all {
            used * GROWTH_FACTOR
        } else {
            all
        }
    }

    /// One of `parts` shares of the clusters that the next growth adds, from 1.
    fn share_of_growth(&self, part: usize, parts: usize) -> &[Cluster] {
        let used = self.used();
        let next = self.used_next();
        let [start, end] = [part - 1, part].map(|part| used + (next - used) * part / parts);
        &self.clusters[start..end]
    }

    /// Makes the system provide the memory of empty clusters, which may take milliseconds a page:
    /// too long to meet all pages in one growth.
    fn touch(&self, clusters: &[Cluster]) {
        /// Clusters of the smallest page.
        const PAGE: usize = 4096 / size_of::<Cluster>();
        for cluster in clusters.iter().step_by(PAGE) {
            // Reading would not suffice.
            let _ = cluster.0[0].check.compare_exchange(0, 0, Relaxed, Relaxed);
        }
    }

    /// Spreads all entries over more clusters. What other threads store at the same time may get
    /// lost.
    fn grow(&self, priority: impl Fn(u64) -> u32) {
        let more = self.used_next();
        // From the last on, because no entry moves forward.
        for cluster in self.clusters[..self.used()].iter().rev() {
            for (key, data) in cluster.0.each_ref().map(Slot::take).into_iter().flatten() {
                least_of(&self.clusters[cluster_of(key, more)].0, &priority).put(key, data);
            }
        }
        self.growth.clusters.store(more, Relaxed);
    }

    /// All keys in the table and their data, in no order.
    ///
    /// While other threads write, their entries may be missing, or have a key that no position has.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.clusters[..self.used()]
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter_map(Slot::entry)
    }

    /// Share of the whole table that is in use, in thousandths, estimated from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.used().min(1000)];
        let used = sample
            .iter()
            .flat_map(|c| &c.0)
            .filter(|entry| entry.data.load(Relaxed) != 0)
            .count();
        let thousandths = used * 1000 / (sample.len() * CLUSTER);
        (thousandths as u64 * self.used() as u64 / self.clusters.len() as u64) as u32
    }
}

/// Index of the cluster of a key, in the order of keys.
#[inline]
fn cluster_of(key: u64, clusters: usize) -> usize {
    ((u128::from(key) * clusters as u128) >> 64) as usize
}

/// Entry with the least priority.
#[inline]
fn least_of(cluster: &[Slot; CLUSTER], priority: impl Fn(u64) -> u32) -> &Slot {
    cluster
        .iter()
        .min_by_key(|entry| priority(entry.data.load(Relaxed)))
        .expect("a cluster has entries")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_their_key_only() {
        let mut table = TranspositionTable::new(1).unwrap();
        let view = table.view();
        for key in 1..1000_u64 {
            view.store(key << 54, key, |data| data as u32);
        }
        assert_eq!(view.probe(7 << 54), Some(7));
        assert_eq!(view.probe(7 << 54 | 1), None);
        table.clear();
        assert_eq!(table.view().probe(7 << 54), None);
    }

    #[test]
    fn keys_that_differ_in_few_bits_are_found_together() {
        let mut table = TranspositionTable::new(1).unwrap();
        let view = table.view();
        let key = 0xabcd_ef01_2345_6788;
        for (other, data) in [(key, 10), (key + 2, 20), (key + 7, 30), (key + 8, 40)] {
            view.store(other, data, |data| data as u32);
        }
        let mut found: Vec<_> = view.probe_all(key + 1, 7).collect();
        found.sort_unstable();
        assert_eq!(found, [(key, 10), (key + 2, 20), (key + 7, 30)]);
    }

    #[test]
    fn a_torn_entry_is_a_miss() {
        let entry = Slot {
            check: AtomicU64::new(0),
            data: AtomicU64::new(0),
        };
        entry.put(11, 22);
        entry.data.store(33, Relaxed);
        assert_eq!(entry.get(11), None);
    }

    /// The memory of the next growth is touched before it, share by share.
    #[test]
    fn shares_of_a_growth_are_all_of_it() {
        let mut table = TranspositionTable::new(64).unwrap();
        let view = table.view();
        for (used, next) in [(1, 4), (4, 16), (16, 64)] {
            view.growth.clusters.store(used << 14, Relaxed);
            let parts = view.used() / CLUSTERS_A_LOSS;
            let shares: Vec<usize> = (1..=parts)
                .map(|part| view.share_of_growth(part, parts).len())
                .collect();
            assert_eq!(view.used() + shares.iter().sum::<usize>(), next << 14);
            assert!(
                shares.iter().all(|&clusters| clusters <= 1 << 10),
                "at most one small part of a huge page"
            );
        }
    }

    #[test]
    fn the_entry_of_least_priority_is_replaced() {
        let mut table = TranspositionTable::new(1).unwrap();
        let view = table.view();
        for data in [50, 40, 30, 20, 60] {
            view.store(data, data, |data| data as u32); // small keys share the first cluster
        }
        assert_eq!(view.probe(20), None);
        assert_eq!(
            [50, 40, 30, 60].map(|key| view.probe(key)),
            [50, 40, 30, 60].map(Some)
        );
    }
}
