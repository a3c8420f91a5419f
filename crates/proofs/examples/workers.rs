//! Simulation of a proof by many workers: the planner and the choice of claims of the program on a tree with known
//! values and costs.
//!
//! `cargo run --release -p floe-proofs --example workers -- TILES SEEDS WORKERS...` runs the trees of the seeds 1 to
//! SEEDS with each number of workers, and prints the share of the time of all workers that one worker alone would have
//! needed. It compares sums over all seeds, because the order of the moves differs and may be lucky.
//!
//! Values, estimates and costs follow from a hash of the path, so that all runs prove the same tree. Moves lose an
//! exponential share of fish against the best one; estimates have a normal error of 2.5 fish; costs are those of the
//! model at the true value, times a lognormal factor. Workers join during the first quarter of an hour, and one job of
//! fifty is lost with its worker, which is back after ten minutes. A worker looks every ten seconds or more whether its
//! job is still needed; a claim that others help with costs its searcher no less.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::convert::Infallible;
use std::time::{Duration, Instant};

use floe_endgame::KeyedBounds;
use floe_game::{Interval, POINT, Score};
use floe_proofs::{
    ClaimChoice, CostModel, Endings, FinishedJob, JobOutcome, MergedBounds, OpenClaim, OpenProof, Patience, Plan,
    PlannedMove, Planner,
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
/// Time for which many workers keep a plan, in seconds.
const KEPT: f64 = 10.0;
/// Time until a worker without a claim looks again, in seconds.
const WAIT: f64 = 1.0;
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
        let error = Normal::new(0.0, COST_ERROR).expect("it is positive").sample(&mut self.rng(1));
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
        Interval { lower: -12_000, upper: 12_000 }
    }

    fn estimate(&self, ending: &Simulated) -> Score {
        let error = Normal::new(0.0, ESTIMATE_ERROR).expect("it is positive").sample(&mut ending.rng(2));
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
            let lost = if number == best { 0.0 } else { losses.sample(rng) };
            let value = base - ending.value + lost as Score;
            let seed = rng.random::<u64>() >> 3;
            moves.push(PlannedMove {
                bits: number as u16 + 1,
                base,
                rest: Some(Simulated { seed, tiles: ending.tiles - 1, value }),
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
        known.lower < claim.bound && claim.bound <= known.upper && !self.planner.is_exhausted(claim.key)
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
            kept: Plan::default(),
            planned: f64::NEG_INFINITY,
            plans: 0,
            planning: Duration::ZERO,
            claims: 0,
        }
    }

    /// Whether the kept plan has a claim about an ending, or about one below it where workers help with it.
    fn needs(&self, key: u64, leaves: &HashSet<u64>) -> bool {
        leaves.contains(&key)
            || self.planner.moves(key).iter().any(|(.., rest)| rest.is_some_and(|rest| self.needs(rest, leaves)))
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
        }
        let OpenClaim { key, bound, .. } = *claim;
        self.planner.finish(FinishedJob { key, bound, outcome, nodes: nodes as u64, centiseconds: 0 });
    }

    /// Cost of a claim, and the end of its search with a job.
    fn cost(&self, claim: &OpenClaim) -> (f64, JobOutcome) {
        let cost = self.planner.ending(claim.key).expect("it was planned").cost(claim.bound);
        if cost <= JOB as f64 { (cost, JobOutcome::Settled) } else { (JOB as f64, JobOutcome::Exhausted) }
    }
}

/// Cost of a run.
#[derive(Clone, Copy, Default)]
struct Run {
    jobs: u64,
    lost: u64,
    dropped: u64,
    nodes: f64,
    /// Time of all workers without a claim, in seconds.
    waiting: f64,
    /// Time until the claim at the root is settled, in seconds.
    seconds: f64,
    plans: u32,
    planning: Duration,
    claims: usize,
}

/// Job of a worker.
#[derive(Clone, Copy)]
struct Job {
    claim: OpenClaim,
    start: f64,
    /// Number of the event that ends it.
    event: u64,
}

/// End of a job or a wait, in microseconds, with the number of the event and of the worker.
type Event = Reverse<(u64, u64, usize)>;

/// Workers and what they do.
struct Crowd {
    events: BinaryHeap<Event>,
    number: u64,
    jobs: Vec<Option<Job>>,
}

impl Crowd {
    /// Wakes a worker up at a time, in seconds; returns the number of the event.
    fn wake(&mut self, worker: usize, time: f64) -> u64 {
        self.number += 1;
        self.events.push(Reverse(((time * 1e6) as u64, self.number, worker)));
        self.number
    }

    /// Ends all jobs that a plan does not need.
    fn drop_needless(&mut self, simulation: &mut Simulation, now: f64, run: &mut Run) {
        let leaves: HashSet<u64> = simulation.kept.leaves.iter().map(|leaf| leaf.key).collect();
        for worker in 0..self.jobs.len() {
            if let Some(job) = self.jobs[worker].filter(|job| !simulation.needs(job.claim.key, &leaves)) {
                self.jobs[worker] = None;
                let nodes = (now - job.start) * SPEED;
                simulation.finish(&job.claim, nodes, JobOutcome::Dropped);
                run.nodes += nodes;
                run.dropped += 1;
                self.wake(worker, now);
            }
        }
    }
}

fn run(tiles: u32, workers: usize, seed: u64) -> Run {
    let mut simulation = Simulation::new(Simulated { seed: 1000 + seed, tiles, value: POINT });
    let mut choice = ClaimChoice::new(JOB);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut run = Run::default();
    let mut crowd = Crowd { events: BinaryHeap::new(), number: 0, jobs: vec![None; workers] };
    let is_alone = workers == 1;
    for worker in 0..workers {
        crowd.wake(worker, if is_alone { 0.0 } else { rng.random_range(0.0..JOINING) });
    }
    while let Some(Reverse((micros, event, worker))) = crowd.events.pop() {
        let now = micros as f64 / 1e6;
        if let Some(job) = crowd.jobs[worker] {
            if job.event != event {
                continue;
            }
            crowd.jobs[worker] = None;
            if !is_alone && rng.random_bool(LOSS) {
                simulation.busy.remove(&job.claim.key);
                run.lost += 1;
                crowd.wake(worker, now + ABSENCE);
                continue;
            }
            let (nodes, outcome) = simulation.cost(&job.claim);
            simulation.finish(&job.claim, nodes, outcome);
            run.nodes += nodes;
            run.jobs += 1;
        }
        let ended = choice.end_help(&mut simulation).unwrap_or(false);
        if is_alone || ended || now >= simulation.planned + KEPT {
            simulation.plan();
            simulation.planned = now;
            if simulation.kept.leaves.is_empty() {
                let Simulation { plans, planning, claims, .. } = simulation;
                return Run { seconds: now, plans, planning, claims, ..run };
            }
            crowd.drop_needless(&mut simulation, now, &mut run);
        }
        let plan = simulation.kept.clone();
        match choice.take(&mut simulation, plan, Patience::Waits).unwrap_or(None) {
            Some((claim, ())) => {
                let time = simulation.cost(&claim).0.max(LEAST) / SPEED;
                let event = crowd.wake(worker, now + time);
                crowd.jobs[worker] = Some(Job { claim, start: now, event });
            }
            None => {
                crowd.wake(worker, now + WAIT);
                run.waiting += WAIT;
            }
        }
    }
    run
}

fn main() {
    let arguments: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [tiles, seeds, workers @ ..] = &arguments[..] else { panic!("expected TILES SEEDS WORKERS...") };
    let mut alone = Vec::new();
    for seed in 1..=*seeds {
        alone.push(run(*tiles as u32, 1, seed as u64));
        println!("seed {seed} alone: {} jobs, {:.2e} nodes", alone[seed - 1].jobs, alone[seed - 1].nodes);
    }
    let needed: f64 = alone.iter().map(|run| run.nodes).sum();
    for &count in workers {
        let mut paid = 0.0;
        let mut searched = 0.0;
        for (seed, alone) in (1..).zip(&alone) {
            let Run { jobs, lost, dropped, nodes, waiting, seconds, plans, planning, claims } =
                run(*tiles as u32, count, seed);
            let time = seconds * count as f64;
            paid += time * SPEED;
            searched += nodes;
            println!(
                "seed {seed}, {count} workers: {jobs} jobs, {lost} lost, {dropped} dropped, {:.2} of the nodes alone, \
                 {:.1} h, {:.0} % waiting, {:.0} % of the time needed alone; {plans} plans of {:.1} ms, {claims} claims",
                nodes / alone.nodes,
                seconds / 3600.0,
                100.0 * waiting / time,
                100.0 * alone.nodes / (time * SPEED),
                planning.as_secs_f64() * 1e3 / f64::from(plans),
            );
        }
        println!("{count} workers: {:.0} % not wasted, {:.2} of the nodes", 100.0 * needed / paid, searched / needed);
    }
}
