//! Alpha-beta for two sides (Knuth & Moore 1975): principal variation search with a shared table, deepened ply by ply.

mod reductions;
mod worker;

use std::fmt;
use std::sync::Mutex;

use floe_game::{Keyed, Score, Side, TwoSided};

use crate::entry::{Entry, Found, Window};
use crate::ordering::{MoveOrdering, ScoredMove};
use crate::time_manager::TimeManager;
use crate::{
    Control, CurrentlySearching, Eval, Interrupted, Limits, Line, Lines, MAX_DEPTH, Meter, Notify, Oracle, Progress,
    Report, TableError, TableView, TranspositionTable, run_with_ticker,
};
pub(crate) use reductions::reduction;
use worker::{SearchParams, Worker};

/// How to search. Where at least one of something is asked for, none is taken for one.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many threads, at least one. With one, the same search gives the same result node by node.
    pub threads: usize,
    /// How many of the best moves to tell the value of, at least one.
    pub lines: usize,
    /// The size of the table in MiB, at least one.
    pub hash_mebibytes: usize,
    /// Whether late moves may be searched less deep, and what is known from deeper searches may be used. Without, a
    /// search to some depth finds the very value of [`minimax`](crate::minimax) to that depth.
    pub selective: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, lines: 1, hash_mebibytes: 16, selective: true }
    }
}

impl Options {
    /// What searches make of them: the same with at least one thread and one line.
    #[must_use]
    pub fn in_range(self) -> Options {
        Options { threads: self.threads.max(1), lines: self.lines.max(1), ..self }
    }
}

/// Iterative deepening alpha-beta, with all that it needs.
pub struct AlphaBeta<E, O> {
    eval: E,
    oracle: O,
    options: Options,
    table: TranspositionTable,
    /// What the last search promised to this side.
    promised: Option<(Side, Score)>,
}

impl<E, O> fmt::Debug for AlphaBeta<E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Plies below the root that a line may have: the deepest search, and what proofs need beyond it.
const PLIES: usize = MAX_DEPTH as usize + 28;

/// What is proven of the value of a game, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is at least this, which is more than was asked.
    AtLeast(Score),
    /// It is at most this, which is no more than was asked.
    AtMost(Score),
}

/// Result of an attempt to prove whether a value is above a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofAttempt<M> {
    /// None where a limit came first, or the game is longer than can be searched.
    pub verdict: Option<Verdict>,
    /// Where the value is at least something, moves that see to that, as far as they are known: the first always.
    pub line: Vec<M>,
    /// Nodes searched.
    pub nodes: u64,
}

impl<E: Sync, O: Sync> AlphaBeta<E, O> {
    /// A search that guesses with `eval` and knows what `oracle` knows.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(eval: E, oracle: O, options: Options) -> Result<Self, TableError> {
        let options = options.in_range();
        Ok(AlphaBeta { eval, oracle, options, table: TranspositionTable::new(options.hash_mebibytes)?, promised: None })
    }

    /// Forgets what earlier searches have found.
    pub fn clear(&mut self) {
        self.table.clear();
        self.promised = None;
    }

    /// How full the table is, in thousandths.
    pub fn hash_full(&mut self) -> u32 {
        self.table.view().fullness()
    }

    /// What has been found: [`is_proof`](Self::is_proof) and [`priority`](Self::priority) say what it is.
    pub fn table(&mut self) -> &mut TranspositionTable {
        &mut self.table
    }

    /// Whether data of the table is a proof that took so much work that it should be kept.
    pub fn is_proof(data: u64) -> bool {
        /// What was searched to no more than this depth is found again sooner than it is read.
        const SHALLOW: i32 = 3;
        let entry = Entry::unpack(data);
        entry.proven && entry.depth > SHALLOW
    }

    /// Replacement priority of data of the table.
    pub fn priority(data: u64) -> u32 {
        Entry::priority(data)
    }

    /// Searches deeper and deeper until a limit is reached or the value is proven, and tells what was found.
    ///
    /// `progress` hears of every depth that is complete. The values of the lines are for the side to move, what is
    /// banked included. When the game is over there are no lines.
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
        let moves = first_look(game, &self.eval);
        let report = Report { lines: moves[..moves.len().min(self.options.lines)].to_vec(), depth: 0, nodes: 0 };
        let side = game.side_to_move();
        let promised = self.promised.filter(|(to, _)| *to == side).map(|(_, value)| value);
        let time = TimeManager::new(limits, control.elapsed(), promised);
        let shared = SharedState {
            control: &control,
            lines: self.options.lines,
            depth: limits.depth,
            table,
            state: Mutex::new(DeepeningState { report, partial: false, time, progress }),
        };
        if !moves.is_empty() {
            let pool = ThreadPool { eval: &self.eval, oracle: &self.oracle, table, options: self.options };
            pool.work(&control, |worker| deepen(worker, game, moves.clone(), &shared));
        }
        let state = shared.state.into_inner().expect("no thread has panicked");
        if let (Some(best), 1..) = (state.report.lines.first(), state.report.depth) {
            self.promised = Some((side, best.value));
        }
        Report { nodes: control.nodes(), ..state.report }
    }

    /// Proves whether a game is worth more than `score` to the side to move, what is banked included.
    ///
    /// What has been proven stays in the table, and helps with the next question. `tick` is called once a second, with the table and how
    /// many nodes have been searched.
    pub fn is_above<G>(
        &mut self,
        game: &G,
        score: Score,
        limits: &Limits<'_>,
        mut tick: impl FnMut(TableView<'_>, u64),
    ) -> ProofAttempt<G::Move>
    where
        G: Keyed + TwoSided + Sync,
        E: Eval<G>,
        O: Oracle<G>,
    {
        let control = Control::new(limits);
        let table = self.table.view();
        let pool = ThreadPool { eval: &self.eval, oracle: &self.oracle, table, options: self.options };
        let decided = Mutex::new(None);
        let work = |_: &Notify| {
            pool.work(&control, |worker| {
                if let Ok(found) = decide(worker, game, score) {
                    *decided.lock().expect("no thread has panicked") = found;
                    control.finish();
                }
            });
        };
        run_with_ticker(work, || tick(table, control.nodes()));
        let decided = decided.into_inner().expect("no thread has panicked");
        let (verdict, line) = decided.map_or((None, Vec::new()), |(verdict, line)| (Some(verdict), line));
        ProofAttempt { verdict, line, nodes: control.nodes() }
    }
}

/// What the threads of a search have in common.
struct ThreadPool<'a, E, O> {
    eval: &'a E,
    oracle: &'a O,
    table: TableView<'a>,
    options: Options,
}

impl<E: Sync, O: Sync> ThreadPool<'_, E, O> {
    /// Lets every thread do its share.
    fn work<G>(&self, control: &Control<'_>, share: impl Fn(Worker<'_, G, E, O>) + Sync)
    where
        G: Keyed + TwoSided,
    {
        let searching = (self.options.threads > 1).then(CurrentlySearching::new);
        let history = Default::default();
        let worker = || Worker {
            eval: self.eval,
            oracle: self.oracle,
            table: self.table,
            meter: Meter::new(control),
            searching: searching.as_ref(),
            selective: self.options.selective,
            ordering: MoveOrdering::new(&history),
            lines: vec![Vec::new(); PLIES],
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads {
                scope.spawn(|| share(worker()));
            }
            share(worker());
        });
    }
}

/// Every move with what an evaluation says of it, best first.
fn first_look<G: Keyed + TwoSided>(game: &G, eval: &impl Eval<G>) -> Lines<G::Move, Score> {
    let ranked = MoveOrdering::new(&Default::default()).rank_evaluated(game, eval);
    ranked
        .into_iter()
        .map(|ScoredMove { mv, score, .. }| Line { value: score, exact: false, moves: vec![mv] })
        .collect()
}

/// Where the threads of a search meet.
struct SharedState<'a, M, P> {
    control: &'a Control<'a>,
    /// How many lines are wanted, and to which depth.
    lines: usize,
    depth: u32,
    table: TableView<'a>,
    state: Mutex<DeepeningState<M, P>>,
}

struct DeepeningState<M, P> {
    report: Report<M, Score>,
    /// Whether the first line comes from a depth that was not completed.
    partial: bool,
    time: TimeManager<M>,
    progress: P,
}

impl<M: Copy + Eq, P: FnMut(&Progress<'_, M, Score>)> SharedState<'_, M, P> {
    /// The last depth that a thread has completed.
    fn reached(&self) -> u32 {
        self.state.lock().expect("no thread has panicked").report.depth
    }

    /// Takes the lines of a completed depth, unless another thread was faster; says whether the search is done.
    ///
    /// A thread that is slower may have proved what the faster ones have not: its lines are taken too.
    fn complete(&self, depth: u32, lines: Vec<Line<M, Score>>) -> bool {
        let mut state = self.state.lock().expect("no thread has panicked");
        let mut done = all_exact(&lines);
        let deeper = depth > state.report.depth && !state.partial;
        if deeper || done && !all_exact(&state.report.lines) {
            let depth = depth.max(state.report.depth);
            state.report = Report { lines, depth, nodes: self.control.nodes() };
            let DeepeningState { report, time, progress, .. } = &mut *state;
            let hash_full = self.table.fullness();
            let elapsed = self.control.elapsed();
            progress(&Progress { report, elapsed, hash_full });
            let best = &report.lines[0];
            done |= time.is_enough(elapsed, best.moves[0], best.value);
        }
        done
    }

    /// Takes the best move of a depth that was interrupted, unless it was because all is proven.
    fn interrupted(&self, depth: u32, line: Line<M, Score>) {
        let mut state = self.state.lock().expect("no thread has panicked");
        if depth <= state.report.depth || state.partial || all_exact(&state.report.lines) {
            return;
        }
        state.partial = true;
        let lines = &mut state.report.lines;
        let count = lines.len();
        lines.retain(|other| other.moves.first() != line.moves.first());
        lines.insert(0, Line { exact: false, ..line });
        lines.truncate(count);
    }
}

fn all_exact<M>(lines: &[Line<M, Score>]) -> bool {
    lines.iter().all(|line| line.exact)
}

/// One thread's share: depth after depth, until somebody is done.
fn deepen<G, E, O, P>(
    mut worker: Worker<'_, G, E, O>,
    game: &G,
    mut moves: Lines<G::Move, Score>,
    shared: &SharedState<'_, G::Move, P>,
) where
    G: Keyed + TwoSided,
    E: Eval<G>,
    O: Oracle<G>,
    P: FnMut(&Progress<'_, G::Move, Score>),
{
    let lines = shared.lines.min(moves.len());
    let mut depth = 0;
    while depth < shared.depth {
        depth = (depth + 1).max(shared.reached() + 1).min(shared.depth);
        let mut partial = None;
        match worker.search_depth(game, &mut moves, lines, depth, &mut partial) {
            Ok(()) => {
                let _ = worker.meter.report(); // so that progress tells all nodes; the next node asks again
                let mut chosen = moves[..lines].to_vec();
                if all_exact(&chosen) {
                    let _ = chosen.iter_mut().try_for_each(|line| worker.complete(game, line, depth as i32));
                }
                if shared.complete(depth, chosen) {
                    break;
                }
            }
            Err(Interrupted) => {
                if let Some(line) = partial {
                    shared.interrupted(depth, line);
                }
                return;
            }
        }
    }
    let _ = worker.meter.report();
    shared.control.finish();
}

type Decided<M> = Option<(Verdict, Vec<M>)>;

/// One thread's share: depth after depth, until no guess has a say in the answer.
fn decide<G, E, O>(mut worker: Worker<'_, G, E, O>, game: &G, score: Score) -> Result<Decided<G::Move>, Interrupted>
where
    G: Keyed + TwoSided,
    E: Eval<G>,
    O: Oracle<G>,
{
    for depth in 1..=MAX_DEPTH {
        let Found { value, proven } = worker.search(
            game,
            Window::null(score),
            SearchParams { depth: depth as i32, ply: 0, static_eval: None },
        )?;
        if proven {
            // What it has counted so far is told; whether there is a limit no longer matters.
            let _ = worker.meter.report();
            return Ok(Some(match value > score {
                true => (Verdict::AtLeast(value), worker.refutation(game)),
                false => (Verdict::AtMost(value), Vec::new()),
            }));
        }
    }
    Ok(None)
}
