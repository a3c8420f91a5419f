use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

/// How long a proof may go on without a word.
const SILENCE: Duration = Duration::from_secs(1);

/// Does `work` on another thread; calls `tick` when the work says that there is news, and whenever there has been none
/// for a second.
pub(crate) fn watched<T: Send>(work: impl FnOnce(&News) -> T + Send, mut tick: impl FnMut()) -> T {
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || work(&News(sender)));
        while let Ok(()) | Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(SILENCE) {
            tick();
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// By which a worker says that there is news.
pub(crate) struct News(Sender<()>);

impl News {
    pub(crate) fn tell(&self) {
        // Nobody is gone who listens: that thread waits for this one.
        let _ = self.0.send(());
    }
}

/// How many of the moves at the root are done, of how many.
#[derive(Default)]
pub(crate) struct Share {
    done: AtomicU32,
    of: AtomicU32,
}

impl Share {
    /// A search begins anew.
    pub(crate) fn restart(&self) {
        self.done.store(0, Relaxed);
    }

    /// So many are done, by some thread.
    pub(crate) fn done(&self, done: usize, of: usize) {
        self.done.fetch_max(done as u32, Relaxed);
        self.of.store(of as u32, Relaxed);
    }

    pub(crate) fn told(&self) -> (u32, u32) {
        (self.done.load(Relaxed), self.of.load(Relaxed))
    }
}
