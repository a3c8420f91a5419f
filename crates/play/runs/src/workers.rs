//! Parallel work on numbered tasks.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

/// Does the tasks with these numbers on up to `threads` threads, and calls `each` on the calling
/// thread with the number and the result of every task, in the order in which tasks end.
///
/// Every thread calls `worker` once; the function that it returns does the tasks of the thread,
/// given their numbers. A thread ends when this function returns `None`. No new task is started
/// once `enough` is set. It is set when `each` returns false or an error; `each` is not called
/// again then.
///
/// # Errors
/// The first error of `each`.
///
/// # Panics
/// If not even one thread can be started.
pub fn for_each<T: Send, W: FnMut(u64) -> Option<T>, E>(
    numbers: Range<u64>,
    threads: usize,
    enough: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    mut each: impl FnMut(u64, T) -> Result<bool, E>,
) -> Result<(), E> {
    let next = AtomicU64::new(numbers.start);
    // Short, so that results are processed soon and no queue builds up.
    let (sender, receiver) = mpsc::sync_channel(4 * threads.max(1));
    let most = usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(usize::MAX);
    std::thread::scope(|scope| {
        for number in 0..threads.min(most) {
            let sender = sender.clone();
            let worker = &worker;
            let next = &next;
            let work = move || {
                let mut work = worker();
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= numbers.end || enough.load(Relaxed) {
                        return;
                    }
                    let Some(done) = work(number) else { return };
                    if sender.send((number, done)).is_err() {
                        return;
                    }
                }
            };
            // One thread is enough: where the system allows no more, these do all the work.
            if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, work) {
                assert!(number > 0, "no thread can be started: {error}");
                break;
            }
        }
        drop(sender);
        for (number, done) in receiver {
            let proceed = each(number, done);
            if !matches!(proceed, Ok(true)) {
                enough.store(true, Relaxed);
                return proceed.map(drop);
            }
        }
        Ok(())
    })
}

/// Does the tasks with these numbers on up to `threads` threads, and calls `each` on the calling
/// thread with the results, in the order of the numbers.
///
/// Every thread calls `worker` once; the function that it returns does the tasks of the thread,
/// given their numbers. A thread ends when this function returns `None`. A task without a result is
/// the last: `each` gets no results of tasks with larger numbers.
///
/// # Errors
/// The first error of `each`; no new task is started then.
///
/// # Panics
/// If not even one thread can be started.
pub fn in_order<T: Send, W: FnMut(u64) -> Option<T>, E>(
    numbers: Range<u64>,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut each: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut next = numbers.start;
    for_each(
        numbers,
        threads,
        &AtomicBool::new(false),
        worker,
        |number, done| {
            early.insert(number, done);
            while let Some(done) = early.remove(&next) {
                next += 1;
                each(done)?;
            }
            Ok(true)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first piece takes longest.
    fn slow(number: u64) -> Option<u64> {
        std::thread::sleep(std::time::Duration::from_millis(20 - number));
        Some(number)
    }

    #[test]
    fn early_results_wait_for_their_turn() {
        let mut done = Vec::new();
        let result: Result<(), ()> = in_order(
            3..20,
            4,
            || slow,
            |number| {
                done.push(number);
                Ok(())
            },
        );
        assert_eq!((result, done), (Ok(()), (3..20).collect()));
    }

    #[test]
    fn an_error_ends_it() {
        let begun = AtomicU64::new(0);
        let worker = || {
            |number| {
                begun.fetch_add(1, Relaxed);
                Some(number)
            }
        };
        let result = in_order(0..1_000_000, 2, worker, |number| {
            if number < 5 { Ok(()) } else { Err(number) }
        });
        assert_eq!(result, Err(5));
        assert!(begun.load(Relaxed) < 1_000_000);
    }

    #[test]
    fn a_worker_may_end() {
        let mut done = Vec::new();
        let worker = || |number| (number < 7).then_some(number);
        let result: Result<(), ()> = in_order(0..100, 3, worker, |number| {
            done.push(number);
            Ok(())
        });
        assert_eq!((result, done), (Ok(()), (0..7).collect()));
    }
}
