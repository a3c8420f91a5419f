use std::cmp::Reverse;
#[cfg(not(target_family = "wasm"))]
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Move at the root of a search, with its value and the play that follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M, V> {
    /// Value of the move, in the unit of the search that reports it: in a two-sided search for the
    /// side to move, in a search of more players the results of all players.
    pub value: V,
    /// Whether the value is proven: it depends on no estimate.
    pub exact: bool,
    /// Number of visits of the move by a tree search; `None` in other searches.
    pub visits: Option<u32>,
    /// The move, and then the best play that the search expects after it, which may end before the
    /// position is reached that the value comes from.
    pub moves: Vec<M>,
}

impl<M, V> Line<M, V> {
    /// Line of a search that does not count visits.
    pub fn new(value: V, exact: bool, moves: Vec<M>) -> Line<M, V> {
        Line {
            value,
            exact,
            visits: None,
            moves,
        }
    }
}

/// Moves at the root, best first.
pub(crate) type Lines<M, V> = Vec<Line<M, V>>;

/// Sorts lines by their values, the highest first, and equal ones in their order: compiled once for
/// all searches of a kind of moves.
pub(crate) fn sort_by_value<M, V: Ord + Copy>(lines: &mut [Line<M, V>]) {
    lines.sort_by_key(|line| Reverse(line.value));
}

/// Result of a search: the best moves with their values, and the work done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M, V> {
    /// Best moves of the player to move with their values and lines, best first; none when the game
    /// is over.
    pub lines: Vec<Line<M, V>>,
    /// Last depth that was searched completely, in plies; 0 if none was. A tree search says what
    /// depth means for it.
    pub depth: u32,
    /// Number of nodes searched by all threads together: calls of the search function, evaluated
    /// leaves included.
    pub nodes: u64,
}

impl<M, V> Report<M, V> {
    /// Whether the value of the best move is proven; false if there is no move.
    pub fn is_exact(&self) -> bool {
        self.lines.first().is_some_and(|line| line.exact)
    }

    /// Report with these lines, of depth 0 and without nodes, as of a search that has not begun.
    ///
    /// ```
    /// use floe_search::{Line, Report};
    ///
    /// let report = Report::of_lines(vec![Line::new(3, false, vec!["left"])]);
    /// assert_eq!((report.depth, report.nodes), (0, 0));
    /// assert_eq!(report.lines[0].visits, None);
    /// ```
    pub fn of_lines(lines: Vec<Line<M, V>>) -> Report<M, V> {
        Report {
            lines,
            depth: 0,
            nodes: 0,
        }
    }

    /// The report with every move converted.
    #[must_use]
    pub fn map_moves<N>(self, mut convert: impl FnMut(M) -> N) -> Report<N, V> {
        let mut line = |Line {
                            value,
                            exact,
                            visits,
                            moves,
                        }: Line<M, V>| Line {
            value,
            exact,
            visits,
            moves: moves.into_iter().map(&mut convert).collect(),
        };
        Report {
            lines: self.lines.into_iter().map(&mut line).collect(),
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// State of a running search, after a complete depth or, in tree search, once a second.
#[derive(Debug)]
pub struct Progress<'a, M, V> {
    /// Result of the search up to now.
    pub report: &'a Report<M, V>,
    /// Time since `start` of the search's [`Limits`](crate::Limits).
    pub elapsed: Duration,
    /// Share of the transposition table or the tree that is in use, in thousandths.
    pub hash_full: u32,
}

/// Runs `work` on the calling thread, as WebAssembly has no other, and returns its result; never
/// calls `tick`.
#[cfg(target_family = "wasm")]
pub fn run_with_ticker<T: Send>(
    work: impl FnOnce(&(dyn Fn() + Sync)) -> T + Send,
    _tick: impl FnMut(),
) -> T {
    work(&|| ())
}

/// Runs `work` on another thread and returns its result, or panics as it does. During this the
/// calling thread calls `tick`: whenever `work` calls its argument, and after every second without
/// such a call.
#[cfg(not(target_family = "wasm"))]
pub fn run_with_ticker<T: Send>(
    work: impl FnOnce(&(dyn Fn() + Sync)) -> T + Send,
    mut tick: impl FnMut(),
) -> T {
    let mut result = None;
    let work: Work<'_> = Box::new(|notify| result = Some(work(notify)));
    tick_during(work, &mut tick);
    result.expect("the work is done")
}

/// Work on another thread, which may call its argument.
#[cfg(not(target_family = "wasm"))]
type Work<'a> = Box<dyn FnOnce(&(dyn Fn() + Sync)) + Send + 'a>;

/// [`run_with_ticker`] without a result: compiled once for all kinds of work.
#[cfg(not(target_family = "wasm"))]
fn tick_during(work: Work<'_>, tick: &mut dyn FnMut()) {
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
        worker
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}
