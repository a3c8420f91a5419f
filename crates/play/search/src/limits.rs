use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Depth of the deepest search, in plies.
pub const MAX_DEPTH: u32 = 99;

/// Limits of a search, which ends at the first limit that it reaches.
///
/// Times count from the creation of the limits. Limits that last for several searches, as in a
/// game, must start [from now](Limits::from_now) each time.
///
/// ```
/// use std::time::Duration;
/// use floe_search::Limits;
///
/// let each_move = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
/// std::thread::sleep(Duration::from_millis(2));
/// assert!(each_move.are_reached());
/// assert!(!Limits { time: Some(Duration::from_secs(60)), ..each_move.from_now() }.are_reached());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Last depth of iterative deepening, in plies, from 1 to [`MAX_DEPTH`], which is the default.
    pub depth: u32,
    /// Maximum number of nodes, of all threads together; `None`, the default, for no limit.
    pub nodes: Option<u64>,
    /// Hard limit: the time after `start` at which the search ends; `None`, the default, for no
    /// limit.
    pub time: Option<Duration>,
    /// Soft limit: time after `start` for a move of usual difficulty; `None`, the default, for
    /// none. A search may end earlier if its best move is stable, and go on until `time` if it is
    /// not; it begins no depth that it can hardly complete.
    pub soft: Option<Duration>,
    /// Instant from which `time` and `soft` are measured; by default the instant at which the
    /// limits are created.
    pub start: Instant,
    /// Flag by which another thread ends the search, by setting it to true; `None`, the default,
    /// for no such flag.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    /// No limit except [`MAX_DEPTH`]; the time starts now.
    fn default() -> Self {
        Limits {
            depth: MAX_DEPTH,
            nodes: None,
            time: None,
            soft: None,
            start: Instant::now(),
            stop: None,
        }
    }
}

impl Limits<'_> {
    /// Limits like these for a search that begins now: `start` becomes now.
    #[must_use]
    pub fn from_now(self) -> Self {
        Limits {
            start: Instant::now(),
            ..self
        }
    }

    /// Limits like these, with the depth, the nodes and the hard limit of time of `others` where
    /// these have none. A depth of [`MAX_DEPTH`] counts as none.
    ///
    /// ```
    /// use floe_search::Limits;
    ///
    /// let usual = Limits { depth: 7, nodes: Some(9), ..Limits::default() };
    /// let limits = Limits { nodes: Some(5), ..Limits::default() }.or(&usual);
    /// assert_eq!((limits.depth, limits.nodes), (7, Some(5)));
    /// ```
    #[must_use]
    pub fn or(self, others: &Limits<'_>) -> Self {
        let depth = match self.depth {
            MAX_DEPTH => others.depth,
            given => given,
        };
        Limits {
            depth,
            nodes: self.nodes.or(others.nodes),
            time: self.time.or(others.time),
            ..self
        }
    }

    /// Usual time for the whole search, of which its parts get shares: the soft limit, or else the
    /// hard one; `None` if there is neither.
    pub fn usual_time(&self) -> Option<Duration> {
        self.soft.or(self.time)
    }

    /// Whether a search with these limits would end at once if it began now.
    pub fn are_reached(&self) -> bool {
        self.nodes == Some(0)
            || self.stop.is_some_and(|stop| stop.load(Relaxed))
            || self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Number of nodes that these limits allow a search of `nodes_per_second` nodes a second that
    /// begins now; where they have neither nodes nor time, as many as it searches in the time
    /// `otherwise`.
    pub fn in_nodes(&self, nodes_per_second: f64, otherwise: Duration) -> f64 {
        let left = self
            .usual_time()
            .map(|time| time.saturating_sub(self.start.elapsed()));
        let in_time = left.map(|time| time.as_secs_f64() * nodes_per_second);
        let allowed = in_time
            .into_iter()
            .chain(self.nodes.map(|nodes| nodes as f64))
            .reduce(f64::min);
        allowed.unwrap_or(otherwise.as_secs_f64() * nodes_per_second)
    }

    /// Limits for the first of two searches that share these limits. The first search gets this
    /// share, from 0 to 1, of the nodes, rounded up, and of the soft limit. Its hard limit is this
    /// share of the [usual time](Self::usual_time).
    #[must_use]
    pub fn first(self, share: f64) -> Self {
        Limits {
            time: self.usual_time().map(|time| time.mul_f64(share)),
            soft: self.soft.map(|time| time.mul_f64(share)),
            nodes: self.share_of_nodes(share),
            ..self
        }
    }

    /// Number of nodes in a share, from 0 to 1, of the limit of nodes, rounded up; `None` without
    /// one.
    pub fn share_of_nodes(&self, share: f64) -> Option<u64> {
        self.nodes.map(|nodes| (nodes as f64 * share).ceil() as u64)
    }

    /// Limits for the second of two searches that share these limits, after the first search used
    /// `nodes` nodes: the rest of the nodes, at least one, and the same limits of time, still
    /// measured from `start`.
    #[must_use]
    pub fn after(self, nodes: u64) -> Self {
        Limits {
            nodes: self.nodes.map(|all| all.saturating_sub(nodes).max(1)),
            ..self
        }
    }

    /// Limits like these that end a tree search, which may never reach a limited depth. If they
    /// have neither a limit of nodes nor a hard limit of time, they get a limit of `nodes` nodes,
    /// except where there is a stop flag and the depth is not limited. The depth becomes at least
    /// one, so that there is a move.
    #[must_use]
    pub fn or_nodes(self, nodes: u64) -> Self {
        let may_be_stopped = self.stop.is_some() && self.depth >= MAX_DEPTH;
        let is_endless = self.nodes.is_none() && self.time.is_none() && !may_be_stopped;
        Limits {
            nodes: if is_endless { Some(nodes) } else { self.nodes },
            depth: self.depth.max(1),
            ..self
        }
    }
}

/// Node count and stop flag of one search, shared by its threads; each thread uses them through a
/// [`Meter`] of its own.
#[derive(Debug)]
pub struct Control<'a> {
    /// Limits of the search that this controls.
    pub limits: &'a Limits<'a>,
    nodes: AtomicU64,
    finished: AtomicBool,
}

impl<'a> Control<'a> {
    /// Creates the control of a search with these limits, with no nodes counted yet.
    pub fn new(limits: &'a Limits<'a>) -> Control<'a> {
        Control {
            limits,
            nodes: AtomicU64::new(0),
            finished: AtomicBool::new(false),
        }
    }

    /// Ends the search on every thread, as if a limit were reached.
    pub fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Calls `work` on `threads` threads at the same time, at least one, and waits for all of them.
    /// Each call gets the number of its thread, from 0; number 0 is the calling thread.
    pub fn on_threads(&self, threads: usize, work: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for thread in 1..threads {
                scope.spawn(move || self.guarded(|| work(thread)));
            }
            self.guarded(|| work(0));
        });
    }

    /// Does the work of one thread and returns its result. If `work` panics, the search ends on
    /// every thread, so that the panic need not wait for their limits.
    pub fn guarded<T>(&self, work: impl FnOnce() -> T) -> T {
        let _guard = FinishAtPanic(self);
        work()
    }

    /// Adds nodes; returns whether a limit is reached.
    fn is_over(&self, new_nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(new_nodes, Relaxed) + new_nodes;
        self.finished.load(Relaxed)
            || self.limits.stop.is_some_and(|stop| stop.load(Relaxed))
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self
                .limits
                .time
                .is_some_and(|time| self.limits.start.elapsed() >= time)
    }

    /// Number of nodes that all threads together have reported so far; the last few of each thread
    /// are missing while it searches.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Time since `start` of the limits.
    pub fn elapsed(&self) -> Duration {
        self.limits.start.elapsed()
    }
}

/// Ends the search on every thread when a panic drops it.
struct FinishAtPanic<'a>(&'a Control<'a>);

impl Drop for FinishAtPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.finish();
        }
    }
}

/// Error of a search that reached one of its limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Node counter of one thread, which now and then reports to its [`Control`] and learns whether to
/// go on.
#[derive(Debug)]
pub struct Meter<'a> {
    control: &'a Control<'a>,
    unreported: u64,
    interval: u64,
    reports: u64,
    /// Interval far from a limit of nodes, in nodes.
    usual: u64,
    last: Instant,
}

impl<'a> Meter<'a> {
    /// Largest interval in nodes, at which reports cost nothing; it shrinks if nodes take long.
    const INTERVAL: u64 = 1024;
    /// Precision of a limit of time.
    const OFTEN: Duration = Duration::from_millis(1);
    /// Largest of the first intervals of a search with a limit of time, in nodes: each node may
    /// then be the first to touch a huge page, which the system takes a millisecond to clear.
    const FIRST_INTERVAL: u64 = 16;
    const FIRST_REPORTS: u64 = 256;

    /// Creates a meter of one thread with no nodes counted.
    pub fn new(control: &'a Control<'a>) -> Meter<'a> {
        let mut meter = Meter {
            control,
            unreported: 0,
            interval: 0,
            reports: 0,
            usual: 1,
            last: Instant::now(),
        };
        meter.interval = meter.next_interval();
        meter
    }

    /// Number of nodes until the next report: at most a small share of the nodes left, so that all
    /// threads together keep the limit.
    fn next_interval(&self) -> u64 {
        const SHARE: u64 = 64;
        let limits = self.control.limits;
        let is_timed = limits.time.is_some() || limits.stop.is_some();
        let is_first = is_timed && self.reports < Self::FIRST_REPORTS;
        let interval = if is_first {
            Self::FIRST_INTERVAL.min(self.usual)
        } else {
            self.usual
        };
        let left = |limit: u64| limit.saturating_sub(self.control.nodes());
        limits
            .nodes
            .map_or(interval, |limit| (left(limit) / SHARE).clamp(1, interval))
    }

    /// Counts one node.
    ///
    /// # Errors
    /// [`Interrupted`] if the search has reached a limit, which is noticed with a short delay.
    #[inline]
    pub fn count(&mut self) -> Result<(), Interrupted> {
        self.unreported += 1;
        if self.unreported < self.interval {
            Ok(())
        } else {
            self.report()
        }
    }

    /// Brings the next report nearer by the time of `nodes` nodes, for work that takes time but is
    /// not counted in nodes.
    #[inline]
    pub fn work(&mut self, nodes: u64) {
        self.interval = self.interval.saturating_sub(nodes);
    }

    /// Reports to the control the nodes counted since the last report.
    ///
    /// # Errors
    /// [`Interrupted`] if the search has reached a limit.
    #[cold]
    pub fn report(&mut self) -> Result<(), Interrupted> {
        let nodes = std::mem::take(&mut self.unreported);
        let is_over = self.control.is_over(nodes);
        self.reports += 1;
        let now = Instant::now();
        let in_time = now - self.last < Self::OFTEN;
        self.usual = if in_time {
            (self.usual * 2).min(Self::INTERVAL)
        } else {
            (self.usual / 2).max(1)
        };
        self.last = now;
        self.interval = self.next_interval();
        if is_over { Err(Interrupted) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One thread searches exactly this number; each of several may exceed it by a small share.
    #[test]
    fn nodes_are_those_of_all_threads_together() {
        for threads in [1, 2, 8] {
            for nodes in [1, 10, 1000, 50_000] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let control = Control::new(&limits);
                std::thread::scope(|scope| {
                    for _ in 0..threads {
                        scope.spawn(|| {
                            let mut meter = Meter::new(&control);
                            while meter.count().is_ok() {}
                        });
                    }
                });
                let too_many = (threads - 1) * (nodes / 64 + 1);
                assert!(
                    (nodes..=nodes + too_many).contains(&control.nodes()),
                    "{} of {nodes}",
                    control.nodes()
                );
            }
        }
    }

    #[test]
    fn work_brings_the_next_report_nearer() {
        let stop = AtomicBool::new(false);
        let limits = Limits {
            stop: Some(&stop),
            ..Limits::default()
        };
        let control = Control::new(&limits);
        let mut meter = Meter::new(&control);
        while meter.interval < Meter::INTERVAL {
            meter.last = Instant::now();
            assert_eq!(meter.report(), Ok(()));
        }
        stop.store(true, Relaxed);
        assert_eq!(meter.count(), Ok(()));
        meter.work(Meter::INTERVAL);
        assert_eq!(meter.count(), Err(Interrupted));
    }

    #[test]
    fn a_second_search_gets_the_rest() {
        let second = Duration::from_secs(1);
        let limits = Limits {
            nodes: Some(9),
            time: Some(8 * second),
            soft: Some(2 * second),
            ..Limits::default()
        };
        let half = limits.first(0.5);
        assert_eq!(
            (half.nodes, half.time, half.soft),
            (Some(5), Some(second), Some(second))
        );
        let rest = limits.after(5);
        assert_eq!(
            (rest.nodes, rest.time, rest.soft),
            (Some(4), limits.time, limits.soft)
        );
        assert_eq!(limits.after(10).nodes, Some(1));
        assert_eq!(Limits::default().first(0.5).nodes, None);
    }

    #[test]
    fn time_counts_as_the_nodes_that_it_allows() {
        let week = Duration::from_secs(604_800);
        let timed = Limits {
            time: Some(8 * week),
            soft: Some(2 * week),
            ..Limits::default()
        };
        assert!((1.0..=2.0).contains(&timed.in_nodes(1.0 / week.as_secs_f64(), week)));
        assert_eq!(
            Limits {
                nodes: Some(9),
                ..timed
            }
            .in_nodes(100.0, week),
            9.0
        );
        let over = Limits {
            soft: Some(Duration::ZERO),
            ..timed
        };
        assert_eq!(over.in_nodes(100.0, week), 0.0);
        assert_eq!(
            Limits::default().in_nodes(100.0, Duration::from_secs(3)),
            300.0
        );
    }

    #[test]
    fn endless_tree_searches_get_a_number_of_nodes() {
        let stop = AtomicBool::new(false);
        let stoppable = Limits {
            stop: Some(&stop),
            ..Limits::default()
        };
        assert_eq!(stoppable.or_nodes(7).nodes, None);
        assert_eq!(
            Limits {
                depth: 3,
                ..stoppable
            }
            .or_nodes(7)
            .nodes,
            Some(7)
        );
        assert_eq!(Limits::default().or_nodes(7).nodes, Some(7));
        assert!(!stoppable.are_reached());
        stop.store(true, Relaxed);
        assert!(stoppable.are_reached());
        assert!(
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            }
            .are_reached()
        );
        assert!(
            Limits {
                nodes: Some(0),
                ..Limits::default()
            }
            .are_reached()
        );
    }
}
