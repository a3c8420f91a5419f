use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

/// How long a proof may go on without a word.
const SILENCE: Duration = Duration::from_secs(1);

/// Does `work` on another thread; calls `tick` when the work says that there is news, and whenever there has been none
/// for a second.
pub fn watched<T: Send>(work: impl FnOnce(&News) -> T + Send, mut tick: impl FnMut()) -> T {
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
#[derive(Debug)]
pub struct News(Sender<()>);

impl News {
    /// There is.
    pub fn tell(&self) {
        // Nobody is gone who listens: that thread waits for this one.
        let _ = self.0.send(());
    }
}
