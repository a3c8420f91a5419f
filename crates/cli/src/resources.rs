use std::num::NonZero;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::problem::Wrong;

/// The most threads that can be asked for.
pub(crate) const MAX_THREADS: i64 = 1024;

/// As many threads as there are cores for this process.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Refuses a table that is larger than the memory.
pub(crate) fn check_hash(mebibytes: usize) -> Result<(), Wrong> {
    match memory_mebibytes() {
        Some(memory) if mebibytes as u64 > memory => {
            Err(Wrong::new(format!("a table of {mebibytes} MiB is larger than the memory, {memory} MiB")))
        }
        _ => Ok(()),
    }
}

/// The memory of the machine, or of the container where that has less; none where it is not known.
fn memory_mebibytes() -> Option<u64> {
    let ram = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(ram).ok()?;
    let machine = Some(system.total_memory()).filter(|&bytes| bytes > 0);
    let container = system.cgroup_limits().map(|limits| limits.total_memory).filter(|&bytes| bytes > 0);
    machine.into_iter().chain(container).min().map(|bytes| bytes >> 20)
}
