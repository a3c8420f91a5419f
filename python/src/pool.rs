//! Threads for work on arrays.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPool;

use crate::limits::all_cores;

/// Threads of the process with this number.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Threads of this process.
///
/// A child that was forked has none of the threads of its parent: it gets threads of its own, and leaves those of the
/// parent alone, for it could wait for them forever.
fn pool() -> Option<Arc<ThreadPool>> {
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    if let Some((owner, pool)) = &*known
        && *owner == process
    {
        return Some(Arc::clone(pool));
    }
    let pool = Arc::new(rayon::ThreadPoolBuilder::new().num_threads(all_cores()).build().ok()?);
    let of_parent = known.replace((process, Arc::clone(&pool)));
    std::mem::forget(of_parent);
    Some(pool)
}

/// Calls a function whose parallel loops run on all cores; without memory for threads on this one alone.
pub(crate) fn on_all_cores<T: Send>(call: impl FnOnce() -> T + Send) -> T {
    match pool() {
        Some(pool) => pool.install(call),
        None => call(),
    }
}
