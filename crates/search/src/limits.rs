use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The deepest search that can be asked for, in plies.
pub const MAX_DEPTH: u32 = 99;

/// When a search ends at the latest. Whichever limit comes first holds.
///
/// The clock runs from the moment that they are made. Limits that are kept for search after search, as in a game, are to begin
/// [from now](Limits::from_now) each time: else all but the first find their time used up.
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
    /// The last depth of iterative deepening, in plies, from 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// So many nodes, of all threads together.
    pub nodes: Option<u64>,
    /// So long after `start`.
    pub time: Option<Duration>,
    /// So long after `start` is enough where a move is as hard to find as most; a search that is sure of its move may end
    /// sooner, and one in doubt may go on until `time`. It begins nothing that it can hardly complete.
    pub soft: Option<Duration>,
    /// What the time counts from.
    pub start: Instant,
    /// Somebody else may set this at any moment.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    /// No limit but the greatest depth; the clock starts now.
    fn default() -> Self {
        Limits { depth: MAX_DEPTH, nodes: None, time: None, soft: None, start: Instant::now(), stop: None }
    }
}

impl Limits<'_> {
    /// The same limits for a search that begins now.
    #[must_use]
    pub fn from_now(self) -> Self {
        Limits { start: Instant::now(), ..self }
    }

    /// The time that a move may usually take: what parts of a search have shares of.
    pub fn usual_time(&self) -> Option<Duration> {
        self.soft.or(self.time)
    }

    /// Whether nothing is left of them: a search that has not begun need not begin.
    pub fn are_reached(&self) -> bool {
        self.nodes == Some(0)
            || self.stop.is_some_and(|stop| stop.load(Relaxed))
            || self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Half of what there usually is to spend: for a first search whose result a second one may have to replace.
    #[must_use]
    pub fn half(self) -> Self {
        Limits {
            time: self.usual_time().map(|time| time / 2),
            soft: self.soft.map(|time| time / 2),
            nodes: self.nodes.map(|nodes| nodes.div_ceil(2)),
            ..self
        }
    }

    /// What is left for a second search when a first one has searched so many nodes: one at least. The clock goes on anyway.
    #[must_use]
    pub fn after(self, nodes: u64) -> Self {
        Limits { nodes: self.nodes.map(|all| all.saturating_sub(nodes).max(1)), ..self }
    }

    /// The same limits, and so many nodes where nothing else is sure to end a search of a tree, which may never become so deep as a
    /// limited depth. A depth of none is taken for one: there is to be a move.
    #[must_use]
    pub fn or_nodes(self, nodes: u64) -> Self {
        let may_be_stopped = self.stop.is_some() && self.depth >= MAX_DEPTH;
        let is_endless = self.nodes.is_none() && self.time.is_none() && !may_be_stopped;
        Limits { nodes: if is_endless { Some(nodes) } else { self.nodes }, depth: self.depth.max(1), ..self }
    }
}

/// Reads a duration as people write it: `500ms`, `5s`, `2m`, `1h`.
///
/// # Errors
/// What is expected, where the text is something else.
pub fn parse_duration(text: &str) -> Result<Duration, &'static str> {
    const EXPECTED: &str = "a duration such as 500ms, 5s, 2m or 1h";
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| EXPECTED)?;
    let milliseconds = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err(EXPECTED),
    };
    number.checked_mul(milliseconds).map(Duration::from_millis).ok_or(EXPECTED)
}

/// What the threads of one search share: whether to go on, and how much has been done.
///
/// Every thread counts through a [`Meter`] of its own.
#[derive(Debug)]
pub struct Control<'a> {
    limits: &'a Limits<'a>,
    nodes: AtomicU64,
    finished: AtomicBool,
}

impl<'a> Control<'a> {
    /// For a search within these limits.
    pub fn new(limits: &'a Limits<'a>) -> Control<'a> {
        Control { limits, nodes: AtomicU64::new(0), finished: AtomicBool::new(false) }
    }

    /// Tells every thread to return.
    pub fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Adds nodes, and says whether a limit has been reached.
    fn is_over(&self, new_nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(new_nodes, Relaxed) + new_nodes;
        self.finished.load(Relaxed)
            || self.limits.stop.is_some_and(|stop| stop.load(Relaxed))
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.limits.time.is_some_and(|time| self.limits.start.elapsed() >= time)
    }

    /// How many nodes a thread may search before it asks again: `usual`, or a small share of what is left of the node limit, so that
    /// all threads together keep it.
    fn interval(&self, usual: u64) -> u64 {
        const SHARE: u64 = 64;
        self.limits.nodes.map_or(usual, |limit| (limit.saturating_sub(self.nodes()) / SHARE).clamp(1, usual))
    }

    /// The nodes handed in so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.limits.start.elapsed()
    }

    /// When its time is over, if that is limited.
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.time.map(|time| self.limits.start + time)
    }

    /// The limits of the search.
    pub fn limits(&self) -> &'a Limits<'a> {
        self.limits
    }
}

/// A search has run into one of its limits: all that is under way is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// One thread's way to ask its [`Control`] now and then.
#[derive(Debug)]
pub struct Meter<'a> {
    control: &'a Control<'a>,
    unreported: u64,
    interval: u64,
    /// So many times it has asked.
    reports: u64,
    /// The interval where no limit of nodes is near, and when the last one ended.
    usual: u64,
    last: Instant,
}

impl<'a> Meter<'a> {
    /// Seldom enough to cost nothing; where nodes take long it is shortened.
    const INTERVAL: u64 = 1024;
    /// A limit of time is kept about so well.
    const OFTEN: Duration = Duration::from_millis(1);
    /// At first, where it matters when a search ends: every node may then be the first to touch a page of a table, and that alone takes a
    /// millisecond where the system must clear a huge one.
    const FIRST_INTERVAL: u64 = 16;
    const FIRST_REPORTS: u64 = 256;

    /// A meter that has counted nothing.
    pub fn new(control: &'a Control<'a>) -> Meter<'a> {
        let mut meter = Meter { control, unreported: 0, interval: 0, reports: 0, usual: 1, last: Instant::now() };
        meter.interval = meter.next_interval();
        meter
    }

    fn next_interval(&self) -> u64 {
        let is_awaited = self.control.limits.time.is_some() || self.control.limits.stop.is_some();
        let first = is_awaited && self.reports < Self::FIRST_REPORTS;
        self.control.interval(if first { Self::FIRST_INTERVAL.min(self.usual) } else { self.usual })
    }

    /// Counts a node.
    ///
    /// # Errors
    /// [`Interrupted`] when a limit has been reached.
    #[inline]
    pub fn count(&mut self) -> Result<(), Interrupted> {
        self.unreported += 1;
        if self.unreported < self.interval { Ok(()) } else { self.report() }
    }

    /// Hands in the nodes counted so far.
    ///
    /// # Errors
    /// [`Interrupted`] when a limit has been reached.
    #[cold]
    pub fn report(&mut self) -> Result<(), Interrupted> {
        let nodes = std::mem::take(&mut self.unreported);
        let is_over = self.control.is_over(nodes);
        self.reports += 1;
        let now = Instant::now();
        let in_time = now - self.last < Self::OFTEN;
        self.usual = if in_time { (self.usual * 2).min(Self::INTERVAL) } else { (self.usual / 2).max(1) };
        self.last = now;
        self.interval = self.next_interval();
        if is_over { Err(Interrupted) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One thread searches just so many; of several each may be under way with a small share too many.
    #[test]
    fn nodes_are_those_of_all_threads_together() {
        for threads in [1, 2, 8] {
            for nodes in [1, 10, 1000, 50_000] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
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
                assert!((nodes..=nodes + too_many).contains(&control.nodes()), "{} of {nodes}", control.nodes());
            }
        }
    }

    #[test]
    fn a_second_search_has_what_the_first_has_left() {
        let second = Duration::from_secs(1);
        let limits = Limits { nodes: Some(9), time: Some(8 * second), soft: Some(2 * second), ..Limits::default() };
        let half = limits.half();
        assert_eq!((half.nodes, half.time, half.soft), (Some(5), Some(second), Some(second)));
        let rest = limits.after(5);
        assert_eq!((rest.nodes, rest.time, rest.soft), (Some(4), limits.time, limits.soft));
        assert_eq!(limits.after(10).nodes, Some(1));
        assert_eq!(Limits::default().half().nodes, None);
    }

    #[test]
    fn only_what_ends_by_itself_needs_no_nodes() {
        let stop = AtomicBool::new(false);
        let stoppable = Limits { stop: Some(&stop), ..Limits::default() };
        assert_eq!(stoppable.or_nodes(7).nodes, None);
        assert_eq!(Limits { depth: 3, ..stoppable }.or_nodes(7).nodes, Some(7));
        assert_eq!(Limits::default().or_nodes(7).nodes, Some(7));
        assert!(!stoppable.are_reached());
        stop.store(true, Relaxed);
        assert!(stoppable.are_reached());
        assert!(Limits { time: Some(Duration::ZERO), ..Limits::default() }.are_reached());
        assert!(Limits { nodes: Some(0), ..Limits::default() }.are_reached());
    }
}
