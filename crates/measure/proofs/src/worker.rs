use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::{Duration, Instant};

use floe_endgame::{
    ClaimSearch, KeyedBounds, Objective, SettledClaim, Solver, SolverOptions, SplitEnding,
    SplitRoot, SplitRules,
};
use floe_fish::Position;
use floe_game::{Interval, POINT, Score};
use floe_search::{Limits, TableError};

use crate::bounds::MergedBounds;
use crate::choice::{ClaimChoice, OpenProof, Patience};
use crate::folder::{
    BoundsReader, DamagedRecord, Lease, ProofFolder, ProofFolderError, WorkerFile,
};
use crate::planner::{
    Contradiction, Endings, FinishedJob, JobOutcome, NodeValue, OpenClaim, Plan, PlannedMove,
    Planner,
};
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
        moves
            .map(|mv| PlannedMove {
                bits: mv.bits,
                base: mv.base,
                rest: mv.rest,
            })
            .collect()
    }
}

/// Failure that ends a worker: of the folder or of the memory.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The folder of the proof cannot be used.
    #[error(transparent)]
    Folder(#[from] ProofFolderError),
    /// The memory for the table cannot be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Goal of a worker, and its limits of nodes, threads and memory.
#[derive(Clone, Copy, Debug)]
pub struct WorkerOptions {
    /// Whether to prove the whole margin, or only who wins.
    pub objective: Objective,
    /// Maximum number of nodes of a job. `None`: no maximum while the worker is alone, otherwise
    /// [`JOB_NODES`](WorkerOptions::JOB_NODES).
    pub job_nodes: Option<u64>,
    /// Number of threads, at least one, which search each job together.
    pub threads: usize,
    /// Size of the table in MiB, which all threads share.
    pub hash_mebibytes: usize,
}

impl WorkerOptions {
    /// Usual maximum number of nodes of a job, which takes one thread about a quarter of an hour.
    pub const JOB_NODES: u64 = 1 << 30;

    fn most_nodes(&self) -> u64 {
        self.job_nodes.unwrap_or(WorkerOptions::JOB_NODES)
    }
}

/// State of a proof, as far as it follows from the files of all workers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProofState {
    /// Proved bounds of the final margin for the player to move, in 1/128 fish.
    pub margin: Interval<Score>,
    /// Bound of the claim that is asked now, in 1/128 fish: the claim says that the final margin is
    /// `bound` or more. `None` if the objective is reached.
    pub bound: Option<Score>,
    /// Number of nodes of all jobs that have ended. A state that a worker reports during a job
    /// includes the nodes of that job so far.
    pub nodes: u64,
    /// Expected number of nodes until the claim that is asked is settled; 0 if the objective is
    /// reached.
    pub expected_nodes: f64,
    /// Number of open claims: the claim that is asked, and the claims from which it may follow.
    pub claims: usize,
    /// Number of open claims about endings that are not split.
    pub leaves: usize,
}

/// Event that a worker reports to its [listener](WorkerListener).
#[derive(Clone, PartialEq, Debug)]
pub enum WorkerEvent {
    /// State of the proof. The worker reports it before every job, at least every second while it
    /// waits, and during a job after one to ten seconds each, more rarely in a large proof.
    State(ProofState),
    /// A record was found that is damaged or contradicts others. It counts for nothing.
    Damaged(DamagedRecord),
}

/// Function that receives the events of a worker, on the thread that calls [`Worker::run`].
pub type WorkerListener<'a> = &'a mut dyn FnMut(&WorkerEvent);

/// Jobs, nodes and time that one worker has spent on a proof.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct WorkDone {
    /// Number of jobs searched, [dropped](crate::JobOutcome::Dropped) ones included.
    pub jobs: u64,
    /// Number of nodes searched, in all jobs together.
    pub nodes: u64,
    /// Time spent on searches.
    pub searching: Duration,
    /// Time spent on waiting for other workers, while no claim was free that was worth a search.
    pub waiting: Duration,
    /// Time from the start of the last call of [`Worker::run`] to its last plan; unlike the others
    /// not added up over calls.
    pub elapsed: Duration,
}

/// One of the workers of a proof: plans by what all have proved, and searches one claim after
/// another.
#[derive(Debug)]
pub struct Worker {
    knowledge: Knowledge,
    file: WorkerFile,
    solver: Solver,
    options: WorkerOptions,
    done: WorkDone,
    choice: ClaimChoice,
    kept: Option<KeptPlan>,
    looks: u64,
    /// Whether the table has only what this worker has found since the folder contradicted itself.
    has_own_table: bool,
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
    /// Whether records have contradicted others or the rules: tables learn no more from the folder,
    /// so that what a search finds does not rest on other wrong ones.
    is_contradictory: bool,
    /// Records that contradict others or the rules, which no listener has received yet.
    contradicting: Vec<DamagedRecord>,
    failure: Option<ProofFolderError>,
}

impl Knowledge {
    pub(crate) fn new(folder: &ProofFolder) -> Knowledge {
        let rules = SplitRules::new(folder.position());
        let root = rules.root(folder.position());
        let planner = Planner::new(rules);
        let bounds = MergedBounds::default();
        let reader = BoundsReader::default();
        Knowledge {
            folder: folder.clone(),
            root,
            planner,
            bounds,
            reader,
            unlearned: Vec::new(),
            is_contradictory: false,
            contradicting: Vec::new(),
            failure: None,
        }
    }

    pub(crate) fn refresh(&mut self, listener: WorkerListener<'_>) -> Result<(), ProofFolderError> {
        let new = self.reader.read(&self.folder)?;
        for bounds in new.bounds {
            if self.bounds.add(&bounds) {
                self.unlearned.push(bounds);
            }
            if self.bounds.is_contradictory(bounds.key) {
                let possible = KeyedBounds::nothing(bounds.key);
                self.distrust(
                    bounds.key,
                    Interval {
                        lower: possible.lower,
                        upper: possible.upper,
                    },
                );
            }
        }
        new.jobs
            .into_iter()
            .for_each(|job| self.planner.finish(job));
        new.damaged
            .into_iter()
            .for_each(|damaged| listener(&WorkerEvent::Damaged(damaged)));
        self.name_contradicting(listener)
    }

    /// Reports to the listener the records that contradict others or the rules, each once.
    ///
    /// # Errors
    /// If the folder could not be read to find them.
    pub(crate) fn name_contradicting(
        &mut self,
        listener: WorkerListener<'_>,
    ) -> Result<(), ProofFolderError> {
        let mut records = std::mem::take(&mut self.contradicting);
        records.sort();
        records.dedup();
        records
            .into_iter()
            .for_each(|record| listener(&WorkerEvent::Damaged(record)));
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Drops what is known of the endings in the family of this key, and notes the records that
    /// contradict one another or that the value of the ending is within `possible`.
    fn distrust(&mut self, key: u64, possible: Interval<Score>) {
        match self.folder.contradicting(key, possible) {
            Ok(records) => self.contradicting.extend(records),
            Err(failure) => self.failure = Some(failure),
        }
        self.bounds.forget(key);
        self.is_contradictory = true;
    }

    /// Begins a round of the planner, with bounds that do not contradict one another: what does is
    /// dropped. Returns the value of the ending at the root.
    fn begin(&mut self, rest: &SplitEnding) -> NodeValue {
        loop {
            let value = self.planner.begin(rest, &self.bounds);
            let contradictions = self.planner.take_contradictions();
            if contradictions.is_empty() {
                return value;
            }
            for Contradiction { key, possible } in contradictions {
                self.distrust(key, possible);
            }
        }
    }

    /// Begins a round of the planner; returns the state of the proof, with the plan for the claim
    /// that is asked.
    pub(crate) fn plan(&mut self, objective: Objective) -> (ProofState, Plan) {
        let SplitRoot { certain, rest } = self.root;
        let mut margin = Interval::exact(certain);
        let mut plan = Plan::default();
        let mut bound = None;
        if let Some(rest) = rest {
            let value = self.begin(&rest);
            margin = value.bounds.map(|bound| certain + bound);
            // That of the root alone never changes, so that all workers ask the same.
            let estimate = certain + self.planner.endings().estimate(&rest);
            bound = next_bound(objective, margin, estimate);
            if let Some(bound) = bound {
                plan = self.planner.plan(&rest, bound - certain, &self.bounds);
            }
        }
        let nodes = self.reader.nodes;
        let Plan {
            expected_nodes,
            claims,
            ..
        } = plan;
        (
            ProofState {
                margin,
                bound,
                nodes,
                expected_nodes,
                claims,
                leaves: plan.leaves.len(),
            },
            plan,
        )
    }
}

struct Choosing<'a, 'b> {
    knowledge: &'a mut Knowledge,
    file: &'a mut WorkerFile,
    objective: Objective,
    listener: WorkerListener<'b>,
    /// Keys of the endings that workers seem to search.
    taken: HashSet<u64>,
    look: u64,
}

/// Number of endings in search up to which a worker tries to take each of them, in case its worker
/// was killed. Of more, it tries about this many, others at each choice.
const MAX_TRIES: u64 = 64;

impl Choosing<'_, '_> {
    /// Takes the claim that is asked about the root, whether it is split or not; `None` if another
    /// worker searches the root.
    fn take_root(
        &mut self,
        kept: &KeptPlan,
    ) -> Result<Option<(OpenClaim, Lease)>, ProofFolderError> {
        let SplitRoot { certain, rest } = self.knowledge.root;
        let (Some(rest), Some(bound)) = (rest, kept.state.bound) else {
            return Ok(None);
        };
        let window = kept.state.margin.map(|margin| margin - certain);
        let nodes = kept.state.expected_nodes;
        let claim = OpenClaim {
            key: rest.key(),
            bound: bound - certain,
            window,
            relevance: 1.0,
            chance: 0.5,
            nodes,
        };
        let lease = self.take(claim.key)?;
        // Another worker may have finished the search just before.
        self.refresh()?;
        Ok(lease
            .filter(|_| !self.is_settled(&claim))
            .map(|lease| (claim, lease)))
    }

    /// Whether a claim is settled by what is known of its own ending.
    fn is_settled(&self, claim: &OpenClaim) -> bool {
        let known = self.knowledge.bounds.of(claim.key);
        known.lower >= claim.bound || known.upper < claim.bound
    }

    /// Whether to try an ending that a worker seems to search.
    fn is_tried(&self, key: u64) -> bool {
        let all = self.taken.len() as u64;
        let chance = BuildHasherDefault::<DefaultHasher>::default().hash_one((
            key,
            self.file.name(),
            self.look,
        ));
        !self.taken.contains(&key) || chance % all.max(1) < MAX_TRIES
    }
}

impl OpenProof for Choosing<'_, '_> {
    type Endings = SplitRules;
    type Lease = Lease;
    type Error = ProofFolderError;

    fn planner(&mut self) -> &mut Planner<SplitRules> {
        &mut self.knowledge.planner
    }

    fn plan(&mut self) -> Plan {
        self.knowledge.plan(self.objective).1
    }

    fn is_open(&self, claim: &OpenClaim) -> bool {
        !self.is_settled(claim) && !self.knowledge.planner.is_exhausted(claim.key)
    }

    fn refresh(&mut self) -> Result<(), ProofFolderError> {
        self.knowledge.refresh(self.listener)
    }

    fn split(&mut self, claim: &OpenClaim) -> Result<(), ProofFolderError> {
        let &OpenClaim { key, bound, .. } = claim;
        let split = FinishedJob {
            key,
            bound,
            outcome: JobOutcome::Split,
            nodes: 0,
            centiseconds: 0,
        };
        self.file.append(&[], Some(&split))?;
        self.knowledge.planner.expand(key);
        Ok(())
    }

    fn take(&mut self, key: u64) -> Result<Option<Lease>, ProofFolderError> {
        if self.is_tried(key) {
            self.knowledge.folder.take(key, self.file.name())
        } else {
            Ok(None)
        }
    }

    fn is_taken(&self, key: u64) -> Result<bool, ProofFolderError> {
        self.knowledge.folder.is_taken(key)
    }
}

#[derive(Clone, Debug)]
struct KeptPlan {
    state: ProofState,
    plan: Plan,
    end: Instant,
    took: Duration,
}

impl KeptPlan {
    /// Time for which a plan is kept, by the time that it took: planning takes a twentieth of all
    /// time at most.
    const SHARE: u32 = 20;

    fn new(knowledge: &mut Knowledge, objective: Objective) -> KeptPlan {
        let start = Instant::now();
        let (state, plan) = knowledge.plan(objective);
        let took = start.elapsed();
        KeptPlan {
            state,
            plan,
            end: Instant::now(),
            took,
        }
    }

    fn is_old(&self) -> bool {
        self.end.elapsed() >= KeptPlan::SHARE * self.took
    }
}

/// Shortest and longest interval at which a worker saves what its job has found, and looks whether
/// the job is still needed; the longest with few workers.
const LOOK_INTERVALS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(10)];
/// Time of a job until a look, by that interval: looks are rare enough to cost nothing.
const LOOK_SHARE: u32 = 10;

/// Number of files of bounds that are read as often: the interval is longer by itself for each of
/// these.
const FILES_A_LOOK: u32 = 100;

/// Longest time between two looks of a worker that has no job.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

impl Worker {
    /// Joins the workers of a proof, as a worker on the machine `host` with the name that
    /// [`ProofFolder::join`] finds.
    ///
    /// # Errors
    /// If the folder cannot be used, or there is no memory for the table.
    pub fn join(
        folder: &ProofFolder,
        host: &str,
        options: WorkerOptions,
    ) -> Result<Worker, WorkerError> {
        let hash_mebibytes = options.hash_mebibytes;
        let threads = options.threads;
        let solver = Solver::new(SolverOptions {
            threads,
            hash_mebibytes,
            ..SolverOptions::default()
        })?;
        let file = folder.join(host)?;
        let done = WorkDone::default();
        let choice = ClaimChoice::new(options.most_nodes());
        let knowledge = Knowledge::new(folder);
        let has_own_table = false;
        Ok(Worker {
            knowledge,
            file,
            solver,
            options,
            done,
            choice,
            kept: None,
            looks: 0,
            has_own_table,
        })
    }

    /// Name of the worker.
    pub fn name(&self) -> &str {
        self.file.name()
    }

    /// Reads a proof that has reached its objective, without joining it: the folder need not be
    /// writable. Returns its state and a solver, as [`into_solver`](Worker::into_solver) does;
    /// `None` if the objective is not reached.
    ///
    /// # Errors
    /// If the folder cannot be read, or there is no memory for the table.
    pub fn read_finished(
        folder: &ProofFolder,
        options: WorkerOptions,
        listener: WorkerListener<'_>,
    ) -> Result<Option<(ProofState, Solver)>, WorkerError> {
        let mut knowledge = Knowledge::new(folder);
        knowledge.refresh(listener)?;
        let (state, _) = knowledge.plan(options.objective);
        knowledge.name_contradicting(listener)?;
        if state.bound.is_some() {
            return Ok(None);
        }
        let WorkerOptions {
            threads,
            hash_mebibytes,
            ..
        } = options;
        let mut solver = Solver::new(SolverOptions {
            threads,
            hash_mebibytes,
            ..SolverOptions::default()
        })?;
        knowledge.teach(&mut solver);
        Ok(Some((state, solver)))
    }

    /// Work that this worker has done so far, in all calls of [`run`](Worker::run).
    pub fn done(&self) -> WorkDone {
        self.done
    }

    /// Does jobs until this worker or others have reached the objective, or a limit ends the work;
    /// what the last job has proved is kept. Returns the state of the proof then. The limit of
    /// nodes holds for all calls together; the depth has no effect.
    ///
    /// # Errors
    /// If the folder cannot be used, as when the disk is full. Other workers go on.
    pub fn run(
        &mut self,
        limits: &Limits<'_>,
        listener: WorkerListener<'_>,
    ) -> Result<ProofState, WorkerError> {
        let start = Instant::now();
        let mut wait = Duration::from_millis(1);
        loop {
            self.knowledge.refresh(listener)?;
            let objective = self.options.objective;
            self.looks += 1;
            let Worker {
                knowledge,
                file,
                choice,
                looks,
                ..
            } = self;
            let taken: HashSet<u64> = knowledge.folder.taken()?.into_iter().collect();
            let company = if taken.is_empty() {
                Company::Alone
            } else {
                Company::Others
            };
            let scope = match self.options.job_nodes {
                None if company == Company::Alone => Scope::Whole,
                _ => Scope::Claim,
            };
            let mut choosing = Choosing {
                knowledge,
                file,
                objective,
                listener,
                taken,
                look: *looks,
            };
            let is_alone = choice.end_help(&mut choosing)?;
            let own = Limits {
                nodes: limits
                    .nodes
                    .map(|nodes| nodes.saturating_sub(self.done.nodes)),
                ..*limits
            };
            let is_kept = scope == Scope::Claim && !is_alone && !own.are_reached();
            let kept = self.kept.take().filter(|kept| is_kept && !kept.is_old());
            let kept = kept.unwrap_or_else(|| KeptPlan::new(choosing.knowledge, objective));
            choosing.knowledge.name_contradicting(choosing.listener)?;
            (choosing.listener)(&WorkerEvent::State(kept.state));
            self.done.elapsed = start.elapsed();
            if kept.state.bound.is_none() || own.are_reached() {
                return Ok(kept.state);
            }
            let taken = match scope {
                Scope::Whole => choosing.take_root(&kept)?,
                Scope::Claim => {
                    let patience = if wait < LONGEST_WAIT {
                        Patience::Waits
                    } else {
                        Patience::Helps
                    };
                    choice.take(&mut choosing, kept.plan.clone(), patience)?
                }
            };
            self.kept = Some(kept).filter(|_| taken.is_some());
            match taken {
                Some((claim, lease)) => {
                    self.search(&claim, scope, company, &own, listener)?;
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

    /// Turns the worker into a solver whose table holds all bounds that this worker knows. The
    /// solver finds the best line of a proof that is done.
    pub fn into_solver(mut self) -> Solver {
        self.learn();
        self.knowledge.teach(&mut self.solver);
        self.solver
    }

    fn position(&self) -> &Position<2> {
        self.knowledge.folder.position()
    }

    fn learn(&mut self) {
        let position = *self.position();
        if self.knowledge.is_contradictory && !self.has_own_table {
            self.has_own_table = true;
            self.solver.forget();
        }
        self.solver
            .learn(&position, self.knowledge.take_unlearned());
    }

    fn search(
        &mut self,
        claim: &OpenClaim,
        scope: Scope,
        company: Company,
        limits: &Limits<'_>,
        listener: WorkerListener<'_>,
    ) -> Result<(), ProofFolderError> {
        self.learn();
        let budget = match scope {
            Scope::Whole => u64::MAX,
            Scope::Claim => self.options.most_nodes(),
        };
        let Some(ending) = self.knowledge.planner.ending(claim.key) else {
            return Ok(());
        };
        let nodes = limits.nodes.map_or(budget, |nodes| nodes.min(budget));
        let position = *self.position();
        let start = Instant::now();
        let Worker {
            knowledge,
            file,
            solver,
            options,
            kept,
            ..
        } = self;
        let objective = options.objective;
        let window = knowledge.search_window(claim, company, objective);
        let is_for_one = scope == Scope::Whole || window.upper - window.lower > POINT;
        let limits = Limits {
            nodes: Some(nodes),
            ..*limits
        };
        let mut failure = None;
        let mut job = Job {
            knowledge,
            file,
            kept,
            claim,
            objective,
            is_for_one,
            start,
            last_look: start,
            listener,
        };
        let settled = solver.settle(&position, &ending, window, &limits, |search| {
            job.look(search).unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        let SettledClaim {
            bounds,
            is_settled,
            nodes,
        } = settled;
        self.done.jobs += 1;
        self.done.nodes += nodes;
        self.done.searching += start.elapsed();
        let outcome = match is_settled {
            true => JobOutcome::Settled,
            false if nodes >= budget => JobOutcome::Exhausted,
            false => JobOutcome::Dropped,
        };
        let centiseconds = (start.elapsed().as_millis() / 10).min(u128::from(u32::MAX)) as u32;
        let job = FinishedJob {
            key: claim.key,
            bound: claim.bound,
            outcome,
            nodes,
            centiseconds,
        };
        let mut found = Solver::proved_bounds(self.solver.table(), least_work(nodes));
        if !is_settled {
            let rests = self
                .knowledge
                .planner
                .endings()
                .moves(&ending)
                .into_iter()
                .filter_map(|mv| mv.rest);
            found.extend(rests.map(|rest| self.solver.known_bounds(&rest)));
        }
        found.push(bounds);
        let new = self.knowledge.new_bounds(found);
        self.file.append(&new, Some(&job))
    }
}

struct Job<'a, 'b> {
    knowledge: &'a mut Knowledge,
    file: &'a mut WorkerFile,
    kept: &'a mut Option<KeptPlan>,
    claim: &'a OpenClaim,
    objective: Objective,
    /// Whether the search is one of a worker that is alone.
    is_for_one: bool,
    start: Instant,
    /// Time at which the worker last saved what the job has found.
    last_look: Instant,
    listener: WorkerListener<'b>,
}

impl Job<'_, '_> {
    /// Exchanges bounds with other workers; returns whether the job goes on.
    fn look(&mut self, search: &ClaimSearch<'_>) -> Result<ControlFlow<()>, ProofFolderError> {
        let Job {
            knowledge,
            file,
            kept,
            claim,
            listener,
            ..
        } = self;
        let files = knowledge.reader.files();
        let longest = LOOK_INTERVALS[1] * (1 + files / FILES_A_LOOK);
        let interval = (self.start.elapsed() / LOOK_SHARE).clamp(LOOK_INTERVALS[0], longest);
        let is_due =
            self.last_look.elapsed() >= interval && kept.as_ref().is_none_or(KeptPlan::is_old);
        if is_due {
            self.last_look = Instant::now();
            let new = knowledge.new_bounds(Solver::proved_bounds(
                search.table,
                least_work(search.nodes),
            ));
            file.append(&new, None)?;
        }
        if !is_due && files > FILES_A_LOOK {
            return Ok(ControlFlow::Continue(()));
        }
        let has_company = knowledge.share(search, listener)?;
        if has_company && self.is_for_one {
            return Ok(ControlFlow::Break(()));
        }
        if !is_due {
            return Ok(ControlFlow::Continue(()));
        }
        let kept = kept.insert(KeptPlan::new(knowledge, self.objective));
        let nodes = kept.state.nodes + search.nodes;
        let is_needed = if self.is_for_one {
            // A search that has taken more than expected is likely to take as much again.
            kept.state.expected_nodes = kept.state.expected_nodes.max(search.nodes as f64);
            // Its window may still hold values that make a difference when its claim is settled.
            kept.state.bound.is_some()
        } else {
            let mut leaves = kept.plan.leaves.iter();
            leaves.any(|leaf| (leaf.key, leaf.bound) == (claim.key, claim.bound))
        };
        listener(&WorkerEvent::State(ProofState {
            nodes,
            ..kept.state
        }));
        Ok(if is_needed {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    }
}

impl Knowledge {
    /// Takes the bounds that a table is to learn: none from a folder that contradicts itself.
    fn take_unlearned(&mut self) -> Vec<KeyedBounds> {
        let unlearned = std::mem::take(&mut self.unlearned);
        if self.is_contradictory {
            Vec::new()
        } else {
            unlearned
        }
    }

    pub(crate) fn teach(&self, solver: &mut Solver) {
        let position = self.folder.position();
        solver.learn(position, self.bounds.iter().copied());
        solver.learn(position, self.planner.split_bounds());
    }

    /// Reads what workers have written and search, and passes it on to a search; returns whether
    /// others search, too.
    fn share(
        &mut self,
        search: &ClaimSearch<'_>,
        listener: WorkerListener<'_>,
    ) -> Result<bool, ProofFolderError> {
        self.refresh(listener)?;
        search.learn(self.take_unlearned());
        let taken = self.folder.taken()?;
        taken.iter().for_each(|&key| search.defer(key));
        Ok(taken.len() > 1)
    }

    /// Whether a claim is one about the margin at the root, whose winner is known.
    fn is_margin_of_root(&self, claim: &OpenClaim) -> bool {
        let SplitRoot { certain, rest } = self.root;
        let asks_winner = [0, 1].contains(&(certain + claim.bound));
        !asks_winner && rest.is_some_and(|root| root.key() == claim.key)
    }

    /// Window of the search for a claim, in 1/128 fish for the side to move.
    ///
    /// For who wins it is the claim. For the margin of the root it holds the likely values if the
    /// worker is alone: what helpers find out about one claim helps little with others. Once the
    /// margin is known but for a fish, it holds all values that make a difference to it, so that
    /// the next claims find their answers in the table.
    fn search_window(
        &self,
        claim: &OpenClaim,
        company: Company,
        objective: Objective,
    ) -> Interval<Score> {
        let OpenClaim { bound, window, .. } = *claim;
        let is_near = window.upper - window.lower <= POINT;
        let is_margin = objective == Objective::Margin;
        if is_margin && is_near {
            return window;
        }
        let is_wide = is_margin && company == Company::Alone && self.is_margin_of_root(claim);
        let margin = if is_wide { ROOT_MARGIN } else { 0 };
        Interval {
            lower: bound - 1 - margin,
            upper: bound + margin,
        }
    }

    /// Drops bounds that are known, and impossible ones, which follow from wrong records.
    fn new_bounds(&mut self, mut found: Vec<KeyedBounds>) -> Vec<KeyedBounds> {
        let (possible, impossible) = found
            .drain(..)
            .partition(|bounds| self.folder.allows(bounds));
        found = possible;
        for KeyedBounds {
            key, lower, upper, ..
        } in impossible
        {
            self.distrust(key, Interval { lower, upper });
        }
        found.retain(|bounds| self.bounds.is_new(bounds));
        found
    }
}

/// Whether other workers search when a worker takes a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Company {
    Alone,
    Others,
}

/// Extent of a worker's next search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    /// The claim that is asked about the root, until it is settled: a worker that is alone gains
    /// nothing by jobs, which would begin the same endings again.
    Whole,
    /// One claim of the plan, with the nodes of a job.
    Claim,
}

/// Half the width of the window of a search of the root, in 1/128 fish, as in a proof by one
/// solver.
const ROOT_MARGIN: Score = 192;

/// Least work of the bounds that are kept of a job that has searched this number of nodes: a
/// thousandth of it, at most the 2^20 nodes of the usual job.
fn least_work(nodes: u64) -> u8 {
    (nodes.min(WorkerOptions::JOB_NODES) >> 10).max(1).ilog2() as u8 + 1
}
