//! Threads for work on arrays.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use rayon::ThreadPool;

use crate::errors::guarded;
use crate::limits::all_cores;
use crate::worker::INTERVAL;

/// Threads of the process with this number.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Locks a mutex. No thread leaves its data in disorder, even if it panics.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Threads of this process.
///
/// A child that was forked has none of the threads of its parent: it gets threads of its own, and
/// leaves those of the parent alone, for it could wait for them forever.
fn pool() -> Option<Arc<ThreadPool>> {
    let mut known = lock(&POOL);
    let process = process::id();
    if let Some((owner, pool)) = &*known
        && *owner == process
    {
        return Some(Arc::clone(pool));
    }
    let pool = Arc::new(
        rayon::ThreadPoolBuilder::new()
            .num_threads(all_cores())
            .build()
            .ok()?,
    );
    let of_parent = known.replace((process, Arc::clone(&pool)));
    std::mem::forget(of_parent);
    Some(pool)
}

/// Calls a function whose parallel loops run on all cores, without the lock of the interpreter.
/// While it runs, this thread listens for signals: one such as Ctrl-C sets the flag, which the
/// function looks at between games, and is raised when the function returns.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    call: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        let Some(pool) = pool() else {
            return guarded(|| call(&stop));
        };
        let (sender, receiver) = channel();
        pool.in_place_scope(|scope| {
            // The receiver lives as long as the work.
            scope.spawn(|_| sender.send(guarded(|| call(&stop))).unwrap_or_default());
            awaited(&receiver, &stop)
        })
    })
}

/// Waits for a result. A signal sets the flag, and is raised in place of the result.
fn awaited<T>(result: &Receiver<PyResult<T>>, stop: &AtomicBool) -> PyResult<T> {
    let mut raised = None;
    loop {
        match result.recv_timeout(INTERVAL) {
            Ok(result) => return raised.map_or(result, Err),
            Err(RecvTimeoutError::Disconnected) => {
                unreachable!("work sends its result, also after a panic")
            }
            Err(RecvTimeoutError::Timeout) if raised.is_some() => {}
            Err(RecvTimeoutError::Timeout) => {
                raised = Python::attach(|py| py.check_signals()).err();
                stop.store(raised.is_some(), Relaxed);
            }
        }
    }
}

/// Calls a function whose parallel loops run on all cores; without memory for threads on this one
/// alone.
pub(crate) fn on_all_cores<T: Send>(call: impl FnOnce() -> T + Send) -> T {
    match pool() {
        Some(pool) => pool.install(call),
        None => call(),
    }
}
