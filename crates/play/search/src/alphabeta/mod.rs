//! Alpha-beta for two sides (Knuth & Moore 1975): principal variation search with a shared table
//! and iterative deepening.

mod worker;

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard};

use floe_game::{Keyed, Score, Side, TwoSided};

use crate::entry::Entry;
use crate::ordering::{MoveOrdering, OrderingWeights, Reductions, ScoredMove};
use crate::time_manager::{TimeManager, TimeShares};
use crate::{
    Control, CurrentlySearching, Eval, Interrupted, Limits, Line, Lines, MAX_DEPTH, Meter, Oracle,
    Progress, Report, TableError, TableView, TranspositionTable, run_with_ticker,
};
use worker::Worker;

/// Options of the searches that keep results in a transposition table: [`AlphaBeta`],
/// [`MaxN`](crate::MaxN) and [`Expectimax`](crate::Expectimax).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Number of threads, at least one; 1 by default. With one, a search is reproducible node by
    /// node.
    pub threads: usize,
    /// Number of best moves to report, each with its value and line, at least one; 1 by default.
    pub lines: usize,
    /// Size of the table in MiB, at least one; 16 by default.
    pub hash_mebibytes: usize,
    /// Whether to search late moves less deep, prune by static evaluation, and use table entries of
    /// deeper searches; true by default. If false, a search to a depth finds the value of plain
    /// minimax to that depth.
    pub selective: bool,
    /// Half the first window of [`AlphaBeta`] around the value of the last depth, above zero, in
    /// the units of scores; 64 by default. While the value is outside, the window becomes four
    /// times as wide; after 16 times it becomes the full one.
    pub aspiration: Score,
    /// Least depth, in plies, at which moves are ordered by static evaluation, except for the table
    /// move; 3 by default.
    pub ordering_depth: i32,
    /// Least depth, in plies, at which a thread defers moves that others are searching; 3 by
    /// default.
    pub shared_depth: i32,
    /// Weights in the order of moves.
    pub ordering: OrderingWeights,
    /// Late-move reductions.
    pub reductions: Reductions,
    /// Target times as shares of the soft limit.
    pub time: TimeShares,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 1,
            lines: 1,
            hash_mebibytes: 16,
            selective: true,
            aspiration: 64,
            ordering_depth: 3,
            shared_depth: 3,
            ordering: OrderingWeights::default(),
            reductions: Reductions::default(),
            time: TimeShares::default(),
        }
    }
}

impl Options {
    /// Options like these, with the numbers of threads and lines and the first window raised to one
    /// where they are less.
    #[must_use]
    pub fn in_range(self) -> Options {
        let aspiration = self.aspiration.max(1);
        Options {
            threads: self.threads.max(1),
            lines: self.lines.max(1),
            aspiration,
            ..self
        }
    }

    /// Plies by which to search a late move less deep, the move with this index from 0; 0 if the
    /// search is not selective.
    #[inline]
    pub(crate) fn reduction(&self, depth: i32, index: usize) -> i32 {
        if self.selective {
            self.reductions.plies(depth, index)
        } else {
            0
        }
    }
}

/// Alpha-beta search for two sides, with iterative deepening. Its table keeps results from search
/// to search, until [`clear`](Self::clear).
#[derive(Debug)]
pub struct AlphaBeta<E, O> {
    eval: E,
    oracle: O,
    options: Options,
    /// Results of earlier searches by the keys of positions. [`is_proof`](Self::is_proof) and
    /// [`priority`](Self::priority) read the data of an entry.
    pub table: TranspositionTable,
    /// Side to move and value of the last search.
    last_value: Option<(Side, Score)>,
}

/// Longest line in plies: the deepest search, and what proofs need beyond it.
const PLIES: usize = MAX_DEPTH as usize + 28;

/// State of an attempt of [`AlphaBeta::is_above`] that is under way.
#[derive(Clone, Copy, Debug)]
pub struct AttemptProgress<'a> {
    /// The table, which has what was proven.
    pub table: TableView<'a>,
    /// Number of nodes searched so far, by all threads together.
    pub nodes: u64,
    /// Depth in plies of the search that is under way; each thread deepens for itself, and the
    /// deepest one counts.
    pub depth: u32,
}

/// Result of [`AlphaBeta::is_above`], an attempt to prove whether the final margin for the side to
/// move is above a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofAttempt<M> {
    /// Proven bound of the final margin for the side to move: a lower bound if it is above the
    /// score asked about, else an upper one. `None` if a limit came first, or the game is longer
    /// than the deepest search.
    pub bound: Option<Score>,
    /// Move of the side to move that reaches the bound, if `bound` is a lower one; else `None`.
    pub best: Option<M>,
    /// Number of nodes searched in the attempt, by all threads together.
    pub nodes: u64,
}

impl<E: Sync, O: Sync> AlphaBeta<E, O> {
    /// Creates a search that estimates positions with `eval` and takes proven final margins from
    /// `oracle`.
    ///
    /// # Errors
    /// If the system refuses the memory for the table.
    pub fn new(eval: E, oracle: O, options: Options) -> Result<Self, TableError> {
        Ok(AlphaBeta {
            eval,
            oracle,
            options: options.in_range(),
            table: TranspositionTable::new(options.hash_mebibytes)?,
            last_value: None,
        })
    }

    /// Forgets the results of all earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.last_value = None;
    }

    /// Whether `data` of an entry of the table is a proof of more than three plies. Such a proof is
    /// worth saving in a checkpoint, because finding it again takes longer than reading it.
    pub fn is_proof(data: u64) -> bool {
        /// Finding a proof of this depth in plies again is faster than reading it.
        const SHALLOW: i32 = 3;
        let entry = Entry::unpack(data);
        entry.proven && entry.depth > SHALLOW
    }

    /// Priority by which [`TableView::store`] keeps or replaces `data` of an entry of the table:
    /// higher stays longer.
    pub fn priority(data: u64) -> u32 {
        Entry::priority(data)
    }

    /// Searches to depth 1, 2, 3 and so on until a limit is reached or the values of all lines to
    /// report are proven.
    ///
    /// Calls `progress` after every complete depth. Values are final margins for the side to move,
    /// current margin included, in the game's scores. When the game is over there are no lines.
    pub fn search<G>(
        &mut self,
        game: &G,
        limits: &Limits<'_>,
        progress: impl FnMut(&Progress<'_, G::Move, Score>) + Send,
    ) -> Report<G::Move, Score>
    where
        G: Keyed + TwoSided + Sync,
        E: Eval<G>,
        O: Oracle<G>,
    {
        let control = Control::new(limits);
        let table = self.table.view();
        let moves = evaluated_moves(game, &self.eval, self.options.ordering);
        let lines = moves[..moves.len().min(self.options.lines)].to_vec();
        let report = Report::of_lines(lines);
        let side = game.side_to_move();
        let last_value = self
            .last_value
            .filter(|(to_move, _)| *to_move == side)
            .map(|(_, value)| value);
        let time = TimeManager::new(limits, self.options.time, control.elapsed(), last_value);
        let shared = Deepening {
            control: &control,
            table,
            report,
            is_partial: false,
            time,
            progress,
        };
        let shared = Mutex::new(shared);
        if !moves.is_empty() {
            let pool = ThreadPool {
                eval: &self.eval,
                oracle: &self.oracle,
                table,
                options: self.options,
            };
            pool.run(&control, |worker| {
                deepen(worker, game, moves.clone(), &control, &shared);
            });
        }
        let Deepening {
            mut report,
            is_partial,
            ..
        } = shared.into_inner().expect("no thread has panicked");
        if let (true, Some(best)) = (is_partial, report.lines.first_mut()) {
            extend_line(table, game, &mut best.moves, report.depth);
        }
        if let (Some(best), 1..) = (report.lines.first(), report.depth) {
            self.last_value = Some((side, best.value));
        }
        Report {
            nodes: control.nodes(),
            ..report
        }
    }

    /// The line that begins with `mv`, a legal move in `game`, and goes on with the best moves that
    /// the table knows. It has at most `plies` moves, `mv` included, and fewer where the table
    /// knows no more.
    pub fn expected_line<G: Keyed>(&mut self, game: &G, mv: G::Move, plies: u32) -> Vec<G::Move> {
        let mut line = vec![mv];
        extend_line(self.table.view(), game, &mut line, plies);
        line
    }

    /// Proves whether the final margin for the side to move, current margin included, is above
    /// `score`.
    ///
    /// The table keeps what was proven, for the next question. Calls `tick` once a second.
    pub fn is_above<G>(
        &mut self,
        game: &G,
        score: Score,
        limits: &Limits<'_>,
        mut tick: impl FnMut(AttemptProgress<'_>),
    ) -> ProofAttempt<G::Move>
    where
        G: Keyed + TwoSided + Sync,
        E: Eval<G>,
        O: Oracle<G>,
    {
        let control = Control::new(limits);
        let table = self.table.view();
        let pool = ThreadPool {
            eval: &self.eval,
            oracle: &self.oracle,
            table,
            options: self.options,
        };
        let result = Mutex::new(None);
        let deepest = AtomicU32::new(0);
        let work = |_: &(dyn Fn() + Sync)| {
            pool.run(&control, |mut worker| {
                if let Ok(proved) = worker.prove(game, score, &deepest) {
                    *result.lock().expect("no thread has panicked") = proved;
                    control.finish();
                }
            });
        };
        run_with_ticker(work, || {
            tick(AttemptProgress {
                table,
                nodes: control.nodes(),
                depth: deepest.load(Relaxed),
            });
        });
        let proved = result.into_inner().expect("no thread has panicked");
        let (bound, best) = proved.map_or((None, None), |(value, best)| (Some(value), best));
        ProofAttempt {
            bound,
            best,
            nodes: control.nodes(),
        }
    }
}

/// Extends a line to this length in plies by the best moves of the table, as far as it knows them.
fn extend_line<G: Keyed>(table: TableView<'_>, game: &G, line: &mut Vec<G::Move>, plies: u32) {
    let mut end = line.iter().fold(*game, |game, &mv| game.after(mv));
    while line.len() < plies as usize
        && !end.is_over()
        && let Some(best) = table.probe(end.key()).map(|data| Entry::unpack(data).best)
        && let Some(mv) = end.moves().into_iter().find(|&mv| G::move_bits(mv) == best)
    {
        line.push(mv);
        end.play(mv);
    }
}

struct ThreadPool<'a, E, O> {
    eval: &'a E,
    oracle: &'a O,
    table: TableView<'a>,
    options: Options,
}

impl<E: Sync, O: Sync> ThreadPool<'_, E, O> {
    fn run<G: Keyed + TwoSided>(
        &self,
        control: &Control<'_>,
        work: impl Fn(Worker<'_, G, E, O>) + Sync,
    ) {
        let searching = (self.options.threads > 1).then(CurrentlySearching::default);
        let history = Default::default();
        control.on_threads(self.options.threads, &|_| {
            work(Worker {
                eval: self.eval,
                oracle: self.oracle,
                table: self.table,
                meter: Meter::new(control),
                searching: searching.as_ref(),
                options: self.options,
                ordering: MoveOrdering::new(&history, self.options.ordering),
                lines: vec![Vec::new(); PLIES],
            });
        });
    }
}

/// Every move with the static evaluation of the position after it, best first.
fn evaluated_moves<G>(
    game: &G,
    eval: &impl Eval<G>,
    weights: OrderingWeights,
) -> Lines<G::Move, Score>
where
    G: Keyed + TwoSided,
{
    let ranked = MoveOrdering::new(&Default::default(), weights).rank_evaluated(game, eval);
    ranked
        .into_iter()
        .map(|ScoredMove { mv, score, .. }| Line::new(score, false, vec![mv]))
        .collect()
}

/// State of iterative deepening that the threads share.
struct Deepening<'a, M, P> {
    control: &'a Control<'a>,
    table: TableView<'a>,
    report: Report<M, Score>,
    /// Whether the first line comes from an interrupted depth.
    is_partial: bool,
    time: TimeManager<M>,
    progress: P,
}

impl<M: Copy + Eq, P: FnMut(&Progress<'_, M, Score>)> Deepening<'_, M, P> {
    /// Takes the lines of a completed depth, unless another thread was faster, or those that only a
    /// slower thread has proved; returns whether the search should end. Proved lines stay: another
    /// thread may complete a deeper search without a proof before it learns of them.
    fn complete(&mut self, depth: u32, lines: Vec<Line<M, Score>>) -> bool {
        if are_exact(&self.report.lines) {
            return true;
        }
        let mut is_enough = are_exact(&lines);
        let is_deeper = depth > self.report.depth && !self.is_partial;
        if is_deeper || is_enough {
            let depth = depth.max(self.report.depth);
            let elapsed = self.control.elapsed();
            self.report = Report {
                lines,
                depth,
                nodes: self.control.nodes(),
            };
            (self.progress)(&Progress {
                report: &self.report,
                elapsed,
                hash_full: self.table.fullness(),
            });
            let best = &self.report.lines[0];
            is_enough |= self.time.is_enough(elapsed, best.moves[0], best.value);
        }
        is_enough
    }

    /// Takes the best move of an interrupted depth, if only one is reported and it is not proven:
    /// several moves are compared by values of one depth. Its line is the last complete one if that
    /// is longer.
    fn interrupt(&mut self, depth: u32, line: Line<M, Score>) {
        let lines = &mut self.report.lines;
        let [known] = &mut lines[..] else { return };
        if depth <= self.report.depth || self.is_partial || known.exact {
            return;
        }
        self.is_partial = true;
        let is_longer =
            known.moves.first() == line.moves.first() && known.moves.len() > line.moves.len();
        let moves = if is_longer {
            std::mem::take(&mut known.moves)
        } else {
            line.moves
        };
        *known = Line::new(line.value, false, moves);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().expect("no thread has panicked")
}

fn are_exact<M>(lines: &[Line<M, Score>]) -> bool {
    lines.iter().all(|line| line.exact)
}

/// Searches depth after depth on one thread, until a thread is done.
fn deepen<G, E, O, P>(
    mut worker: Worker<'_, G, E, O>,
    game: &G,
    mut moves: Lines<G::Move, Score>,
    control: &Control<'_>,
    shared: &Mutex<Deepening<'_, G::Move, P>>,
) where
    G: Keyed + TwoSided,
    E: Eval<G>,
    O: Oracle<G>,
    P: FnMut(&Progress<'_, G::Move, Score>),
{
    let mut depth = 0;
    let deepest = control.limits.depth;
    let lines = lock(shared).report.lines.len();
    while depth < deepest {
        depth = (depth + 1).max(lock(shared).report.depth + 1).min(deepest);
        let mut partial = None;
        if let Err(Interrupted) =
            worker.search_depth(game, &mut moves, lines, depth as i32, &mut partial)
        {
            if let Some(line) = partial {
                lock(shared).interrupt(depth, line);
            }
            return;
        }
        let _ = worker.meter.report(); // so that progress has all nodes; the next node notices a limit
        let mut chosen = moves[..lines].to_vec();
        if are_exact(&chosen) {
            let _ = chosen
                .iter_mut()
                .try_for_each(|line| worker.complete(game, line, depth as i32));
        }
        if lock(shared).complete(depth, chosen) {
            break;
        }
    }
    let _ = worker.meter.report();
    control.finish();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of one-letter moves.
    fn lines(exact: bool, moves: &str) -> Lines<char, Score> {
        vec![Line::new(1, exact, moves.chars().collect())]
    }

    /// A slow thread completes searches after another one has proved the line to its end.
    #[test]
    fn proved_lines_stay() {
        let limits = Limits::default();
        let control = Control::new(&limits);
        let mut table = TranspositionTable::new(1).unwrap();
        let mut shared = Deepening {
            control: &control,
            table: table.view(),
            report: Report::of_lines(lines(false, "a")),
            is_partial: false,
            time: TimeManager::new(&limits, TimeShares::default(), control.elapsed(), None),
            progress: |_: &Progress<'_, char, Score>| (),
        };
        assert!(!shared.complete(1, lines(false, "b")));
        assert!(shared.complete(2, lines(true, "bcd")));
        for (depth, late) in [(3, lines(false, "ab")), (4, lines(true, "b"))] {
            assert!(shared.complete(depth, late));
            assert_eq!(shared.report.lines, lines(true, "bcd"));
        }
        shared.interrupt(5, lines(false, "c").remove(0));
        assert_eq!(shared.report.lines, lines(true, "bcd"));
    }
}
