use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

/// Longest time between two ticks.
const INTERVAL: Duration = Duration::from_secs(1);

/// Runs `work` on another thread; calls `tick` when the work notifies, and after every second in which it has not.
pub fn run_with_ticker<T: Send>(work: impl FnOnce(&Notify) -> T + Send, mut tick: impl FnMut()) -> T {
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || work(&Notify(sender)));
        while let Ok(()) | Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(INTERVAL) {
            tick();
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Handle by which the work asks for a tick.
#[derive(Debug)]
pub struct Notify(Sender<()>);

impl Notify {
    /// Asks for a tick.
    pub fn notify(&self) {
        // The receiver lives as long as the work: its thread waits for this one.
        let _ = self.0.send(());
    }
}
