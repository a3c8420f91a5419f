use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::{Duration, Instant};

use floe_endgame::{KeyedBounds, Objective, SettledClaim, Solver, SolverOptions, SplitEnding, SplitRoot, SplitRules};
use floe_fish::Position;
use floe_game::{Interval, POINT, Score};
use floe_search::{Limits, TableError};

use crate::bounds::MergedBounds;
use crate::folder::{BoundsReader, DamagedRecord, Lease, ProofFolder, ProofFolderError, WorkerFile};
use crate::planner::{Endings, FinishedJob, JobOutcome, OpenClaim, Plan, PlannedMove, Planner};
use crate::question::next_bound;

impl Endings for SplitRules {
    type Ending = SplitEnding;

    fn key(&self, ending: &SplitEnding) -> u64 {
        ending.key()
    }

    fn tiles(&self, ending: &SplitEnding) -> u32 {
        ending.tiles()
    }

    fn bounds(&self, ending: &SplitEnding) -> Interval<Score> {
        ending.bounds()
    }

    fn estimate(&self, ending: &SplitEnding) -> Score {
        SplitRules::estimate(self, ending)
    }

    fn moves(&self, ending: &SplitEnding) -> Vec<PlannedMove<SplitEnding>> {
        let moves = SplitRules::moves(self, ending).into_iter();
        moves.map(|mv| PlannedMove { bits: mv.bits, base: mv.base, rest: mv.rest }).collect()
    }
}

/// Failure of a worker.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The folder of the proof cannot be used.
    #[error(transparent)]
    Folder(#[from] ProofFolderError),
    /// The memory for the table cannot be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Goal and means of a worker.
#[derive(Clone, Copy, Debug)]
pub struct WorkerOptions {
    /// Whether to prove the whole margin, or only who wins.
    pub objective: Objective,
    /// Maximum number of nodes of a job; early in a proof jobs are smaller.
    pub job_nodes: u64,
    /// Size of the table in MiB.
    pub hash_mebibytes: usize,
}

impl WorkerOptions {
    /// Usual maximum number of nodes of a job, which takes about a quarter of an hour.
    pub const JOB_NODES: u64 = 1 << 30;
}

/// State of a proof, as far as it follows from the files of all workers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProofState {
    /// Proved bounds of the final margin for the player to move, in 1/128 fish.
    pub margin: Interval<Score>,
    /// Bound of the claim that is asked now: that `margin` is this or more, in 1/128 fish; `None` if the objective is
    /// reached.
    pub bound: Option<Score>,
    /// Number of nodes of all jobs that have ended, together.
    pub nodes: u64,
    /// Expected number of nodes until the claim that is asked is settled; 0 if the objective is reached.
    pub expected_nodes: f64,
    /// Number of claims that are open: the claim that is asked, and those that it may follow from.
    pub claims: usize,
    /// Number of open claims about endings that are not split.
    pub leaves: usize,
}

/// Event that a worker reports.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkerEvent {
    /// The state of the proof: before every job, and every few seconds or more often during one and while the worker
    /// waits.
    State(ProofState),
    /// A damaged record, which counts for nothing, was found in a file.
    Damaged(DamagedRecord),
}

/// Function that receives the events of a worker, on the thread that calls [`Worker::run`].
pub type WorkerListener<'a> = &'a mut dyn FnMut(&WorkerEvent);

/// Work that one worker has done.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct WorkDone {
    /// Number of jobs searched, [dropped](crate::JobOutcome::Dropped) ones included.
    pub jobs: u64,
    /// Number of nodes searched, in all jobs together.
    pub nodes: u64,
    /// Time spent on searches.
    pub searching: Duration,
    /// Time spent on waiting, while other workers searched all claims that were worth a search.
    pub waiting: Duration,
    /// Time from the start of the last call of [`Worker::run`] to its last plan; unlike the others not added up over
    /// calls.
    pub elapsed: Duration,
}

/// One of the workers of a proof: plans by what all have proved, and searches one claim after another.
#[derive(Debug)]
pub struct Worker {
    knowledge: Knowledge,
    file: WorkerFile,
    solver: Solver,
    options: WorkerOptions,
    done: WorkDone,
}

/// Knowledge of a proof, of a worker or of one who looks at it.
#[derive(Debug)]
pub(crate) struct Knowledge {
    pub(crate) folder: ProofFolder,
    pub(crate) root: SplitRoot,
    pub(crate) planner: Planner<SplitRules>,
    pub(crate) bounds: MergedBounds,
    reader: BoundsReader,
    /// Bounds that the table does not have yet.
    unlearned: Vec<KeyedBounds>,
}

impl Knowledge {
    pub(crate) fn new(folder: &ProofFolder) -> Knowledge {
        let rules = SplitRules::new(folder.position());
        let root = rules.root(folder.position());
        let planner = Planner::new(rules);
        let bounds = MergedBounds::default();
        let reader = BoundsReader::default();
        Knowledge { folder: folder.clone(), root, planner, bounds, reader, unlearned: Vec::new() }
    }

    /// Reads what workers have written; returns whether there is anything new.
    pub(crate) fn refresh(&mut self, listener: WorkerListener<'_>) -> Result<bool, ProofFolderError> {
        let new = self.reader.read(&self.folder)?;
        let is_new = !new.bounds.is_empty() || !new.jobs.is_empty();
        for bounds in new.bounds {
            if self.bounds.add(&bounds) {
                self.unlearned.push(bounds);
            }
        }
        new.jobs.into_iter().for_each(|job| self.planner.finish(job));
        new.damaged.into_iter().for_each(|damaged| listener(&WorkerEvent::Damaged(damaged)));
        Ok(is_new)
    }

    /// Begins a round of the planner; returns the state of the proof, with the plan for the claim that is asked.
    pub(crate) fn plan(&mut self, objective: Objective) -> (ProofState, Plan) {
        let SplitRoot { certain, rest } = self.root;
        let mut margin = Interval::exact(certain);
        let mut plan = Plan::default();
        let mut bound = None;
        if let Some(rest) = &rest {
            let value = self.planner.begin(rest, &self.bounds);
            margin = value.bounds.map(|bound| certain + bound);
            // That of the root alone never changes, so that all workers ask the same.
            let estimate = certain + self.planner.endings().estimate(rest);
            bound = next_bound(objective, margin, estimate);
            if let Some(bound) = bound {
                plan = self.planner.plan(rest, bound - certain, &self.bounds);
            }
        }
        let nodes = self.reader.nodes;
        let Plan { expected_nodes, claims, .. } = plan;
        (ProofState { margin, bound, nodes, expected_nodes, claims, leaves: plan.leaves.len() }, plan)
    }

    /// Nodes of all finished jobs.
    pub(crate) fn nodes(&self) -> u64 {
        self.reader.nodes
    }

    /// Whether a claim is neither settled nor split, in the round that was begun.
    fn is_open(&self, claim: &OpenClaim) -> bool {
        let value = self.planner.known_value(claim.key);
        let is_open = value.is_some_and(|value| value.bounds.lower < claim.bound && claim.bound <= value.bounds.upper);
        is_open && !self.planner.is_exhausted(claim.key)
    }
}

/// Least nodes of a job, unless fewer are asked for: half a second, of which planning and files take a fiftieth.
const LEAST_JOB_NODES: u64 = 1 << 19;

/// Share of all nodes so far that a job takes at most, so that short proofs are split, too.
const JOB_SHARE: u64 = 16;

/// Expected nodes of claims that are split without a search, by the nodes of a job. Expectations are wrong by a factor
/// of four or so, and a search that runs out is not lost.
const TOO_LARGE: f64 = 4.0;

/// Shortest and longest interval at which a worker saves what its job has found, and looks whether the job is still
/// needed.
const LOOK_INTERVALS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(10)];
/// Time of a job until a look, by that interval: looks are rare enough to cost nothing.
const LOOK_SHARE: u32 = 10;

/// Longest time between two looks of a worker that has no job.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

impl Worker {
    /// Joins the workers of a proof, as a worker on the machine `host` with the name that [`ProofFolder::join`] finds.
    ///
    /// # Errors
    /// If the folder cannot be used, or there is no memory for the table.
    pub fn join(folder: &ProofFolder, host: &str, options: WorkerOptions) -> Result<Worker, WorkerError> {
        let hash_mebibytes = options.hash_mebibytes;
        let solver = Solver::new(SolverOptions { threads: 1, hash_mebibytes, ..SolverOptions::default() })?;
        let file = folder.join(host)?;
        let done = WorkDone::default();
        Ok(Worker { knowledge: Knowledge::new(folder), file, solver, options, done })
    }

    /// Name of the worker.
    pub fn name(&self) -> &str {
        self.file.name()
    }

    /// Work that this worker has done so far, in all calls of [`run`](Worker::run).
    pub fn done(&self) -> WorkDone {
        self.done
    }

    /// Does jobs until this worker or others have reached the objective, or a limit ends the work; what the last job
    /// has proved is kept. Returns the state of the proof then. The limit of nodes holds for all calls together; the
    /// depth has no effect.
    ///
    /// # Errors
    /// If the folder cannot be used, as when the disk is full. Other workers go on.
    pub fn run(&mut self, limits: &Limits<'_>, listener: WorkerListener<'_>) -> Result<ProofState, WorkerError> {
        let start = Instant::now();
        let mut wait = Duration::from_millis(1);
        loop {
            self.knowledge.refresh(listener)?;
            let (state, plan) = self.knowledge.plan(self.options.objective);
            listener(&WorkerEvent::State(state));
            self.done.elapsed = start.elapsed();
            let own = Limits { nodes: limits.nodes.map(|nodes| nodes.saturating_sub(self.done.nodes)), ..*limits };
            if state.bound.is_none() || own.are_reached() {
                return Ok(state);
            }
            match self.take(plan, listener)? {
                Some((claim, lease)) => {
                    self.search(&claim, &own, listener)?;
                    drop(lease);
                    wait = Duration::from_millis(1);
                }
                None => {
                    sleep(wait);
                    self.done.waiting += wait;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
            }
        }
    }

    /// Solver whose table holds all bounds that this worker knows, to find the best line of a proof that is done.
    pub fn into_solver(mut self) -> Solver {
        self.learn();
        let position = *self.position();
        let split = self.knowledge.planner.split_bounds();
        self.solver.learn(&position, split);
        self.solver
    }

    fn position(&self) -> &Position<2> {
        self.knowledge.folder.position()
    }

    /// Takes the most relevant claim that no other worker searches; splits those that are too large for a job.
    fn take(
        &mut self,
        mut plan: Plan,
        listener: WorkerListener<'_>,
    ) -> Result<Option<(OpenClaim, Lease)>, ProofFolderError> {
        /// Most splits before a job: a claim that seems too large even then is searched.
        const MAX_SPLITS: u32 = 100;
        let most = TOO_LARGE * self.job_nodes() as f64;
        let mut splits = 0;
        'plans: loop {
            for claim in &plan.leaves {
                if claim.nodes > most && splits < MAX_SPLITS {
                    splits += 1;
                    self.knowledge.planner.expand(claim.key);
                    plan = self.knowledge.plan(self.options.objective).1;
                    continue 'plans;
                }
                let Some(lease) = self.knowledge.folder.take(claim.key, self.file.name())? else { continue };
                // Another worker may have finished the job just before.
                if !self.knowledge.refresh(listener)? {
                    return Ok(Some((*claim, lease)));
                }
                let next = self.knowledge.plan(self.options.objective).1;
                if self.knowledge.is_open(claim) {
                    return Ok(Some((*claim, lease)));
                }
                plan = next;
                continue 'plans;
            }
            return Ok(None);
        }
    }

    /// Number of nodes of the next job.
    fn job_nodes(&self) -> u64 {
        (self.knowledge.nodes() / JOB_SHARE).max(LEAST_JOB_NODES).min(self.options.job_nodes)
    }

    /// Puts all new bounds into the table.
    fn learn(&mut self) {
        let position = *self.position();
        self.solver.learn(&position, std::mem::take(&mut self.knowledge.unlearned));
    }

    /// Searches a claim, and writes what is found.
    fn search(
        &mut self,
        claim: &OpenClaim,
        limits: &Limits<'_>,
        listener: WorkerListener<'_>,
    ) -> Result<(), ProofFolderError> {
        self.learn();
        let budget = self.job_nodes();
        let Some(ending) = self.knowledge.planner.ending(claim.key) else { return Ok(()) };
        let nodes = limits.nodes.map_or(budget, |nodes| nodes.min(budget));
        let position = *self.position();
        let start = Instant::now();
        let Worker { knowledge, file, solver, options, .. } = self;
        let work = least_work(budget);
        let mut last_look = Instant::now();
        let mut failure = None;
        let window = search_window(claim, options.objective);
        let settled =
            solver.settle(&position, &ending, window, &Limits { nodes: Some(nodes), ..*limits }, |table, _| {
                let interval = (start.elapsed() / LOOK_SHARE).clamp(LOOK_INTERVALS[0], LOOK_INTERVALS[1]);
                if last_look.elapsed() < interval {
                    return ControlFlow::Continue(());
                }
                last_look = Instant::now();
                let new = knowledge.new_bounds(Solver::proved_bounds(table, work));
                let looked = file.append(&new, None).and_then(|()| knowledge.refresh(listener));
                let (state, plan) = knowledge.plan(options.objective);
                listener(&WorkerEvent::State(state));
                let is_needed = plan.leaves.iter().any(|leaf| (leaf.key, leaf.bound) == (claim.key, claim.bound));
                failure = looked.err();
                if is_needed && failure.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        if let Some(failure) = failure {
            return Err(failure);
        }
        let SettledClaim { bounds, is_settled, nodes } = settled;
        self.done.jobs += 1;
        self.done.nodes += nodes;
        self.done.searching += start.elapsed();
        let outcome = match is_settled {
            true => JobOutcome::Settled,
            false if nodes >= budget => JobOutcome::Exhausted,
            false => JobOutcome::Dropped,
        };
        let centiseconds = (start.elapsed().as_millis() / 10).min(u128::from(u32::MAX)) as u32;
        let job = FinishedJob { key: claim.key, bound: claim.bound, outcome, nodes, centiseconds };
        let mut found = Solver::proved_bounds(self.solver.table(), work);
        if !is_settled {
            let rests = self.knowledge.planner.endings().moves(&ending).into_iter().filter_map(|mv| mv.rest);
            found.extend(rests.map(|rest| self.solver.known_bounds(&rest)));
        }
        found.push(bounds);
        let new = self.knowledge.new_bounds(found);
        self.file.append(&new, Some(&job))
    }
}

impl Knowledge {
    /// Drops bounds that are known.
    fn new_bounds(&self, mut found: Vec<KeyedBounds>) -> Vec<KeyedBounds> {
        found.retain(|bounds| self.bounds.is_new(bounds));
        found
    }
}

/// Window of the search for a claim, in 1/128 fish for the side to move: once the margin is known but for a fish, all
/// values that make a difference to it, so that the next claims find their answers in the table and the files.
fn search_window(claim: &OpenClaim, objective: Objective) -> Interval<Score> {
    let OpenClaim { bound, window, .. } = *claim;
    let is_near = window.upper - window.lower <= POINT;
    if objective == Objective::Margin && is_near { window } else { Interval { lower: bound - 1, upper: bound } }
}

/// Least work of the bounds that are kept of a job with this number of nodes: a thousandth of it, 2^20 nodes of the
/// usual job.
fn least_work(job_nodes: u64) -> u8 {
    (job_nodes >> 10).max(1).ilog2() as u8 + 1
}
