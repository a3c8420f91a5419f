//! Simulation of a proof by many workers: the planner and the choice of claims of the program on a
//! tree with known values and costs.
//!
//! The trees of the seeds 1 to SEEDS run with each number of workers, and show on what the workers
//! spent their time: searches whose results the proof uses, other searches, jobs that were dropped
//! or lost, waiting. If WORKERS begins with 1, the others are compared with that one, in sums over
//! all seeds, because the order of the moves differs and may be lucky.
//!
//! Values, estimates and costs follow from a hash of the path, so that all runs prove the same
//! tree. Moves lose an exponential share of fish against the best one; estimates have a normal
//! error of 2.5 fish; costs are those of the model at the true value, times a lognormal factor.
//! Workers join during the first quarter of an hour, and one job of fifty is lost with its worker,
//! which is back after ten minutes. A worker looks every ten seconds or more whether its job is
//! still needed; a claim that others help with costs its searcher no less.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::convert::Infallible;
use std::time::{Duration, Instant};

use floe_endgame::KeyedBounds;
use floe_game::{Interval, POINT, Score};
use floe_proofs::{
    ClaimChoice, CostModel, Endings, FinishedJob, JobOutcome, MergedBounds, OpenClaim, OpenProof,
    Patience, Plan, PlannedMove, Planner,
};
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Exp, Normal};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Nodes of a job.
const JOB: u64 = 1 << 30;
/// Nodes a second of a worker.
const SPEED: f64 = 1.1e6;
/// Time in which all workers have joined, in seconds.
const JOINING: f64 = 900.0;
/// Probability that a job is lost with its worker.
const LOSS: f64 = 0.02;
/// Time until a lost worker is back, in seconds.
const ABSENCE: f64 = 600.0;
/// Standard deviation of the logarithm of costs from the model at the true value.
const COST_ERROR: f64 = 1.0;
/// Mean loss of a move against the best one, in 1/128 fish.
const MEAN_LOSS: f64 = 2.0 * POINT as f64;
/// Standard deviation of estimates, in 1/128 fish.
const ESTIMATE_ERROR: f64 = 2.5 * POINT as f64;
/// Time for which up to `FILES` workers keep a plan, in seconds; more of them read the files less
/// often.
const KEPT: f64 = 10.0;
/// Number of files of bounds that are read in each `KEPT`.
const FILES: f64 = 100.0;
/// Nodes of a job that is taken and found to be settled: a twentieth of a second.
const LEAST: f64 = SPEED / 20.0;

#[derive(Clone, Copy)]
struct Simulated {
    seed: u64,
    tiles: u32,
    value: Score,
}

struct Tree;

impl Simulated {
    fn rng(&self, purpose: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ purpose)
    }

    /// Nodes of the search for a claim.
    fn cost(&self, bound: Score) -> f64 {
        let error = Normal::new(0.0, COST_ERROR)
            .expect("it is positive")
            .sample(&mut self.rng(1));
        (CostModel::default().nodes(self.tiles, self.value, bound) * error.exp()).max(1.0)
    }
}

impl Endings for Tree {
    type Ending = Simulated;

    fn key(&self, ending: &Simulated) -> u64 {
        ending.seed << 3
    }

    fn tiles(&self, ending: &Simulated) -> u32 {
        ending.tiles
    }

    fn bounds(&self, _: &Simulated) -> Interval<Score> {
        Interval {
            lower: -12_000,
            upper: 12_000,
        }
    }

    fn estimate(&self, ending: &Simulated) -> Score {
        let error = Normal::new(0.0, ESTIMATE_ERROR)
            .expect("it is positive")
            .sample(&mut ending.rng(2));
        ending.value + error as Score
    }

    fn moves(&self, ending: &Simulated) -> Vec<PlannedMove<Simulated>> {
        let rng = &mut ending.rng(3);
        let count = 8 + ending.tiles / 2;
        let best = rng.random_range(0..count);
        let losses = Exp::new(1.0 / MEAN_LOSS).expect("it is positive");
        let mut moves = Vec::new();
        for number in 0..count {
            let base = rng.random_range(1..4) * POINT;
            let lost = if number == best {
                0.0
            } else {
                losses.sample(rng)
            };
            let value = base - ending.value + lost as Score;
            let seed = rng.random::<u64>() >> 3;
            moves.push(PlannedMove {
                bits: number as u16 + 1,
                base,
                rest: Some(Simulated {
                    seed,
                    tiles: ending.tiles - 1,
                    value,
                }),
            });
        }
        moves
    }
}

/// Proof as all workers see it: they share one planner.
struct Simulation {
    planner: Planner<Tree>,
    root: Simulated,
    bounds: MergedBounds,
    busy: HashSet<u64>,
    /// Nodes of the searches that settled a claim, by the key of the ending.
    settled: HashMap<u64, f64>,
    kept: Plan,
    /// Time of the kept plan, in seconds since the start.
    planned: f64,
    /// Number of plans made, the time that they took, and the largest number of claims.
    plans: u32,
    planning: Duration,
    claims: usize,
}

impl OpenProof for Simulation {
    type Endings = Tree;
    type Lease = ();
    type Error = Infallible;

    fn planner(&mut self) -> &mut Planner<Tree> {
        &mut self.planner
    }

    fn plan(&mut self) -> Plan {
        let start = Instant::now();
        self.planner.begin(&self.root, &self.bounds);
        let plan = self.planner.plan(&self.root, 1, &self.bounds);
        self.plans += 1;
        self.planning += start.elapsed();
        self.claims = self.claims.max(plan.claims);
        self.kept = plan.clone();
        plan
    }

    fn is_open(&self, claim: &OpenClaim) -> bool {
        let known = self.bounds.of(claim.key);
        known.lower < claim.bound
            && claim.bound <= known.upper
            && !self.planner.is_exhausted(claim.key)
    }

    fn refresh(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn split(&mut self, claim: &OpenClaim) -> Result<(), Infallible> {
        self.planner.expand(claim.key);
        Ok(())
    }

    fn take(&mut self, key: u64) -> Result<Option<()>, Infallible> {
        Ok(self.busy.insert(key).then_some(()))
    }

    fn is_taken(&self, key: u64) -> Result<bool, Infallible> {
        Ok(self.busy.contains(&key))
    }
}

impl Simulation {
    fn new(root: Simulated) -> Simulation {
        Simulation {
            planner: Planner::new(Tree),
            root,
            bounds: MergedBounds::default(),
            busy: HashSet::new(),
            settled: HashMap::new(),
            kept: Plan::default(),
            planned: f64::NEG_INFINITY,
            plans: 0,
            planning: Duration::ZERO,
            claims: 0,
        }
    }

    /// Whether the kept plan has a claim about an ending, or about one below it where workers help
    /// with it.
    fn needs(&self, key: u64, leaves: &HashSet<u64>) -> bool {
        leaves.contains(&key)
            || self
                .planner
                .moves(key)
                .iter()
                .any(|(.., rest)| rest.is_some_and(|rest| self.needs(rest, leaves)))
    }

    /// Records the end of a search after this number of nodes.
    fn finish(&mut self, claim: &OpenClaim, nodes: f64, outcome: JobOutcome) {
        self.busy.remove(&claim.key);
        if outcome == JobOutcome::Settled {
            let ending = self.planner.ending(claim.key).expect("it was planned");
            let mut known = KeyedBounds::nothing(claim.key);
            if ending.value >= claim.bound {
                known.lower = claim.bound;
            } else {
                known.upper = claim.bound - 1;
            }
            self.bounds.add(&known);
            *self.settled.entry(claim.key).or_default() += nodes;
        }
        let OpenClaim { key, bound, .. } = *claim;
        self.planner.finish(FinishedJob {
            key,
            bound,
            outcome,
            nodes: nodes as u64,
            centiseconds: 0,
        });
    }

    /// Bounds of an ending in the graph.
    fn value(&self, key: u64) -> Interval<Score> {
        self.planner
            .known_value(key)
            .expect("it is in the graph")
            .bounds
    }

    /// Least nodes of searches with which the bounds found so far settle a claim.
    fn used(&self, claim: (u64, Score), seen: &mut HashMap<(u64, Score), f64>) -> f64 {
        if let Some(&nodes) = seen.get(&claim) {
            return nodes;
        }
        let (key, bound) = claim;
        let known = self.bounds.of(key);
        let nodes = if known.lower >= bound || known.upper < bound {
            self.settled[&key]
        } else {
            let holds = self.value(key).lower >= bound;
            let mut nodes = if holds { f64::INFINITY } else { 0.0 };
            for (_, base, rest) in self.planner.moves(key) {
                let Some(rest) = rest else { continue };
                if !holds {
                    nodes += self.used((rest, base - bound + 1), seen);
                } else if base - self.value(rest).upper >= bound {
                    nodes = nodes.min(self.used((rest, base - bound + 1), seen));
                }
            }
            nodes
        };
        seen.insert(claim, nodes);
        nodes
    }

    /// Cost of a claim, and the end of its search with a job.
    fn cost(&self, claim: &OpenClaim) -> (f64, JobOutcome) {
        let cost = self
            .planner
            .ending(claim.key)
            .expect("it was planned")
            .cost(claim.bound);
        if cost <= JOB as f64 {
            (cost, JobOutcome::Settled)
        } else {
            (JOB as f64, JobOutcome::Exhausted)
        }
    }
}

/// Cost of a run.
#[derive(Clone, Copy, Default)]
struct Run {
    jobs: u64,
    lost: u64,
    dropped: u64,
    nodes: f64,
    /// Nodes of the searches that the proof uses, of the dropped ones, and of those that were lost.
    used: f64,
    dropped_nodes: f64,
    lost_nodes: f64,
    /// Time of all workers before they joined and while they were lost, in seconds.
    away: f64,
    /// Time of all workers without a claim, in seconds.
    waiting: f64,
    /// Time until the claim at the root is settled, in seconds.
    seconds: f64,
    plans: u32,
    planning: Duration,
    claims: usize,
}

impl Run {
    /// Nodes that all workers could have searched in the time that they were there.
    fn paid(&self, workers: usize) -> f64 {
        (self.seconds * workers as f64 - self.away) * SPEED
    }

    /// Adds the costs of another run.
    fn add(&mut self, run: &Run) {
        self.jobs += run.jobs;
        self.lost += run.lost;
        self.dropped += run.dropped;
        self.nodes += run.nodes;
        self.used += run.used;
        self.dropped_nodes += run.dropped_nodes;
        self.lost_nodes += run.lost_nodes;
        self.away += run.away;
        self.waiting += run.waiting;
        self.seconds += run.seconds;
        self.plans += run.plans;
        self.planning += run.planning;
        self.claims = self.claims.max(run.claims);
    }

    /// Shares of the time of all workers, in words.
    fn row(&self, workers: usize) -> String {
        let paid = self.paid(workers);
        let finished = self.nodes - self.dropped_nodes;
        let [used, unused, dropped, lost, waiting] = [
            self.used,
            (finished - self.used).max(0.0),
            self.dropped_nodes,
            self.lost_nodes,
            self.waiting * SPEED,
        ]
        .map(|nodes| 100.0 * nodes / paid);
        format!(
            "{workers} workers: {} jobs, {} lost, {} dropped, {:.2e} nodes, {:.1} h; time: {used:.0} % used by the proof, \
             {unused:.0} % not used, {dropped:.0} % dropped, {lost:.0} % lost, {waiting:.0} % waiting; {} plans of {:.1} \
             ms, {} claims",
            self.jobs,
            self.lost,
            self.dropped,
            self.nodes,
            self.seconds / 3600.0,
            self.plans,
            self.planning.as_secs_f64() * 1e3 / f64::from(self.plans),
            self.claims,
        )
    }
}

/// Job of a worker.
#[derive(Clone, Copy)]
struct Job {
    claim: OpenClaim,
    start: f64,
}

/// End of a job or a wait, in microseconds, with the number of the event and of the worker.
type Event = Reverse<(u64, u64, usize)>;

/// Workers and what they do.
struct Crowd {
    events: BinaryHeap<Event>,
    number: u64,
    jobs: Vec<Option<Job>>,
    /// Number of the next event of each worker; earlier ones are void.
    next: Vec<u64>,
    /// Time since which a worker is not there, in seconds.
    absent: Vec<Option<f64>>,
}

impl Crowd {
    /// Workers that have not joined.
    fn new(workers: usize) -> Crowd {
        let jobs = vec![None; workers];
        let next = vec![0; workers];
        let absent = vec![Some(0.0); workers];
        Crowd {
            events: BinaryHeap::new(),
            number: 0,
            jobs,
            next,
            absent,
        }
    }

    /// Wakes a worker up at a time, in seconds, and not before.
    fn wake(&mut self, worker: usize, time: f64) {
        self.number += 1;
        self.next[worker] = self.number;
        self.events
            .push(Reverse(((time * 1e6) as u64, self.number, worker)));
    }

    /// Ends all jobs that a plan does not need.
    fn drop_needless(&mut self, simulation: &mut Simulation, now: f64, run: &mut Run) {
        let leaves: HashSet<u64> = simulation.kept.leaves.iter().map(|leaf| leaf.key).collect();
        for worker in 0..self.jobs.len() {
            if let Some(job) =
                self.jobs[worker].filter(|job| !simulation.needs(job.claim.key, &leaves))
            {
                self.jobs[worker] = None;
                let nodes = (now - job.start) * SPEED;
                simulation.finish(&job.claim, nodes, JobOutcome::Dropped);
                run.nodes += nodes;
                run.dropped += 1;
                run.dropped_nodes += nodes;
                self.wake(worker, now);
            }
        }
    }
}

fn run(tiles: u32, workers: usize, seed: u64) -> Run {
    let mut simulation = Simulation::new(Simulated {
        seed: 1000 + seed,
        tiles,
        value: POINT,
    });
    let mut choice = ClaimChoice::new(JOB);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut run = Run::default();
    let mut crowd = Crowd::new(workers);
    let is_alone = workers == 1;
    let keeping = KEPT * (workers as f64 / FILES).max(1.0);
    for worker in 0..workers {
        crowd.wake(
            worker,
            if is_alone {
                0.0
            } else {
                rng.random_range(0.0..JOINING)
            },
        );
    }
    while let Some(Reverse((micros, event, worker))) = crowd.events.pop() {
        if crowd.next[worker] != event {
            continue;
        }
        let now = micros as f64 / 1e6;
        run.away += crowd.absent[worker].take().map_or(0.0, |since| now - since);
        if let Some(job) = crowd.jobs[worker].take() {
            if !is_alone && rng.random_bool(LOSS) {
                simulation.busy.remove(&job.claim.key);
                run.lost += 1;
                run.lost_nodes += (now - job.start) * SPEED;
                crowd.absent[worker] = Some(now);
                crowd.wake(worker, now + ABSENCE);
                continue;
            }
            let (nodes, outcome) = simulation.cost(&job.claim);
            simulation.finish(&job.claim, nodes, outcome);
            run.nodes += nodes;
            run.jobs += 1;
        }
        let ended = choice.end_help(&mut simulation).unwrap_or(false);
        if is_alone || ended || now >= simulation.planned + keeping {
            simulation.plan();
            simulation.planned = now;
            crowd.drop_needless(&mut simulation, now, &mut run);
            if simulation.kept.leaves.is_empty() {
                run.away += crowd
                    .absent
                    .iter()
                    .flatten()
                    .map(|since| now - since)
                    .sum::<f64>();
                let used = simulation.used(
                    (simulation.planner.endings().key(&simulation.root), 1),
                    &mut HashMap::new(),
                );
                let Simulation {
                    plans,
                    planning,
                    claims,
                    ..
                } = simulation;
                return Run {
                    seconds: now,
                    used,
                    plans,
                    planning,
                    claims,
                    ..run
                };
            }
        }
        let plan = simulation.kept.clone();
        match choice
            .take(&mut simulation, plan, Patience::Waits)
            .unwrap_or(None)
        {
            Some((claim, ())) => {
                let time = simulation.cost(&claim).0.max(LEAST) / SPEED;
                crowd.wake(worker, now + time);
                crowd.jobs[worker] = Some(Job { claim, start: now });
            }
            None => {
                // Nothing new can be had from the kept plan.
                let next = (simulation.planned + keeping).max(now + LEAST / SPEED);
                crowd.wake(worker, next);
                run.waiting += next - now;
            }
        }
    }
    run
}

/// Simulation of a proof by several numbers of workers.
#[derive(clap::Args, Debug)]
pub(crate) struct Workers {
    /// Tiles left in the position; such that a proof takes some hours, and a tile more is about
    /// three times the work.
    tiles: u32,
    /// Number of trees.
    seeds: u64,
    /// Numbers of workers.
    #[arg(required = true)]
    workers: Vec<usize>,
}

impl Workers {
    pub(crate) fn run(&self) {
        let mut alone = None;
        for &count in &self.workers {
            let mut sum = Run::default();
            for seed in 1..=self.seeds {
                let run = run(self.tiles, count, seed);
                println!("seed {seed}, {}", run.row(count));
                sum.add(&run);
            }
            println!("sum, {}", sum.row(count));
            if count == 1 {
                alone = Some(sum.nodes);
            } else if let Some(alone) = alone {
                let paid = 100.0 * alone / sum.paid(count);
                println!(
                    "{count} workers: one alone needs {paid:.0} % of their time, and {:.2} of their nodes",
                    alone / sum.nodes
                );
            }
        }
    }
}
