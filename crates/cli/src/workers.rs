use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

/// Does a piece of work for every number on so many threads, each with a worker of its own, and hands what comes of it to `each` in the
/// order of the numbers, as soon as it can. A worker that has nothing to hand over ends.
///
/// # Errors
/// The first of `each`; nothing new is begun then.
pub(crate) fn in_order<T: Send, W: FnMut(u64) -> Option<T>, E>(
    numbers: Range<u64>,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut each: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let (next, failed) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    // Short, so that what is done is handed over soon and no queue piles up.
    let (sender, receiver) = mpsc::sync_channel(4 * threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, worker, next, failed) = (sender.clone(), &worker, &next, &failed);
            scope.spawn(move || {
                let mut work = worker();
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= numbers.end || failed.load(Relaxed) {
                        return;
                    }
                    let Some(done) = work(number) else { return };
                    if sender.send((number, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut awaited) = (BTreeMap::new(), numbers.start);
        for (number, done) in receiver {
            early.insert(number, done);
            while let Some(done) = early.remove(&awaited) {
                awaited += 1;
                each(done).inspect_err(|_| failed.store(true, Relaxed))?;
            }
        }
        Ok(())
    })
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
    fn what_is_done_early_waits_for_its_turn() {
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
        let result = in_order(0..1_000_000, 2, worker, |number| if number < 5 { Ok(()) } else { Err(number) });
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
