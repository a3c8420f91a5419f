#[cfg(not(target_family = "wasm"))]
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Move at the root with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M, V> {
    /// Value of the move for the player to move.
    pub value: V,
    /// Whether the value is proven.
    pub exact: bool,
    /// The move and the best play after it, which may end before the value is reached.
    pub moves: Vec<M>,
}

/// Moves at the root, best first.
pub(crate) type Lines<M, V> = Vec<Line<M, V>>;

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M, V> {
    /// Best lines, best first; none when the game is over.
    pub lines: Vec<Line<M, V>>,
    /// Last depth searched to its end, in plies.
    pub depth: u32,
    /// Nodes searched: calls of the search function, evaluated leaves included.
    pub nodes: u64,
}

impl<M, V> Report<M, V> {
    /// Whether the value of the best move is proven.
    pub fn is_exact(&self) -> bool {
        self.lines.first().is_some_and(|line| line.exact)
    }
}

/// State of a search after a depth.
#[derive(Debug)]
pub struct Progress<'a, M, V> {
    /// Result so far.
    pub report: &'a Report<M, V>,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Share of the table in use, in thousandths.
    pub hash_full: u32,
}

/// Runs `work` on the calling thread, as WebAssembly has no other; never calls `tick`.
#[cfg(target_family = "wasm")]
pub fn run_with_ticker<T: Send>(work: impl FnOnce(&(dyn Fn() + Sync)) -> T + Send, _tick: impl FnMut()) -> T {
    work(&|| ())
}

/// Runs `work` on another thread; calls `tick` when the work calls its argument, and after every second without a call.
#[cfg(not(target_family = "wasm"))]
pub fn run_with_ticker<T: Send>(work: impl FnOnce(&(dyn Fn() + Sync)) -> T + Send, mut tick: impl FnMut()) -> T {
    const INTERVAL: Duration = Duration::from_secs(1);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let notify = move || {
            // The receiver outlives the work, so sending cannot fail.
            let _ = sender.send(());
        };
        let worker = scope.spawn(move || work(&notify));
        while let Ok(()) | Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(INTERVAL) {
            tick();
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
