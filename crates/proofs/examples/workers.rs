//! Simulation of a proof by many workers: the planner of the program on a tree with known values and costs.
//!
//! `cargo run --release -p floe-proofs --example workers -- TILES SEED WORKERS...` prints for one worker alone and
//! for each number of workers the jobs, the nodes, and the share of the time of all workers that one worker alone would
//! have needed.
//!
//! Values, estimates and costs follow from a hash of the path, so that all runs prove the same tree. Moves lose an
//! exponential share of fish against the best one; estimates have a normal error of 2.5 fish; costs are those of the
//! model at the true value, times a lognormal factor. Workers join during the first quarter of an hour, and one job of
//! fifty is lost with its worker, which is back after ten minutes.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use floe_endgame::KeyedBounds;
use floe_game::{Interval, POINT, Score};
use floe_proofs::{CostModel, Endings, FinishedJob, JobOutcome, MergedBounds, OpenClaim, PlannedMove, Planner};
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Exp, Normal};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Nodes of a job.
const JOB: f64 = (1_u64 << 30) as f64;
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
/// Results after which the plan is made anew, by the number of workers.
const STALE_SHARE: usize = 50;

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

/// Cost of a run.
#[derive(Default)]
struct Run {
    jobs: u64,
    lost: u64,
    nodes: f64,
    /// Time until the claim at the root is settled, in seconds.
    seconds: f64,
}

/// End of a job, in microseconds, and the number of its worker.
type End = (Reverse<u64>, usize);

struct Simulation {
    planner: Planner<Tree>,
    root: Simulated,
    bounds: MergedBounds,
    leaves: Vec<OpenClaim>,
    busy: HashSet<u64>,
    results: usize,
}

impl Simulation {
    /// Plans anew; returns whether the claim at the root is open.
    fn plan(&mut self) -> bool {
        let value = self.planner.begin(&self.root, &self.bounds);
        self.leaves = self.planner.plan(&self.root, 1, &self.bounds).leaves;
        self.leaves.reverse();
        self.results = 0;
        value.bounds.lower < 1 && value.bounds.upper >= 1
    }

    /// The most relevant claim that is free; splits those that are too large.
    fn take(&mut self) -> Option<OpenClaim> {
        const TOO_LARGE: f64 = 4.0 * JOB;
        loop {
            let claim = self.leaves.pop()?;
            if self.busy.contains(&claim.key) {
                continue;
            }
            if claim.nodes > TOO_LARGE {
                self.planner.expand(claim.key);
                self.plan();
                continue;
            }
            self.busy.insert(claim.key);
            return Some(claim);
        }
    }

    fn finish(&mut self, claim: &OpenClaim) -> f64 {
        let ending = self.planner.ending(claim.key).expect("it was planned");
        let cost = ending.cost(claim.bound);
        let outcome = if cost <= JOB { JobOutcome::Settled } else { JobOutcome::Exhausted };
        if outcome == JobOutcome::Settled {
            let mut known = KeyedBounds::nothing(claim.key);
            if ending.value >= claim.bound {
                known.lower = claim.bound;
            } else {
                known.upper = claim.bound - 1;
            }
            self.bounds.add(&known);
        }
        let nodes = cost.min(JOB);
        self.planner.finish(FinishedJob {
            key: claim.key,
            bound: claim.bound,
            outcome,
            nodes: nodes as u64,
            centiseconds: 0,
        });
        self.busy.remove(&claim.key);
        self.results += 1;
        nodes
    }
}

fn run(tiles: u32, workers: usize, seed: u64) -> Run {
    let root = Simulated { seed: 1000 + seed, tiles, value: POINT };
    let mut simulation = Simulation {
        planner: Planner::new(Tree),
        root,
        bounds: MergedBounds::default(),
        leaves: Vec::new(),
        busy: HashSet::new(),
        results: 0,
    };
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut run = Run::default();
    let micro = |seconds: f64| (seconds * 1e6) as u64;
    let mut ends: BinaryHeap<End> = (0..workers)
        .map(|worker| (Reverse(micro(rng.random_range(0.0..JOINING) * f64::from(u8::from(workers > 1)))), worker))
        .collect();
    let mut current: Vec<Option<OpenClaim>> = vec![None; workers];
    simulation.plan();
    while let Some((Reverse(now), worker)) = ends.pop() {
        if let Some(claim) = current[worker].take() {
            if workers > 1 && rng.random_bool(LOSS) {
                simulation.busy.remove(&claim.key);
                run.lost += 1;
                ends.push((Reverse(now + micro(ABSENCE)), worker));
                continue;
            }
            run.nodes += simulation.finish(&claim);
            run.jobs += 1;
        }
        let is_stale = simulation.results > workers / STALE_SHARE || simulation.leaves.is_empty();
        if is_stale && !simulation.plan() {
            run.seconds = now as f64 / 1e6;
            return run;
        }
        let next = simulation.take();
        let nodes =
            next.and_then(|claim| simulation.planner.ending(claim.key).map(|ending| ending.cost(claim.bound).min(JOB)));
        current[worker] = next;
        // Without a job it looks again after a second or more.
        ends.push((Reverse(now + micro(nodes.map_or(5.0, |nodes| (nodes / SPEED).max(0.05)))), worker));
    }
    run
}

fn main() {
    let arguments: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [tiles, seed, workers @ ..] = &arguments[..] else { panic!("expected TILES SEED WORKERS...") };
    let alone = run(*tiles as u32, 1, *seed as u64);
    println!("alone: {} jobs, {:.3e} nodes", alone.jobs, alone.nodes);
    for &count in workers {
        let Run { jobs, lost, nodes, seconds } = run(*tiles as u32, count, *seed as u64);
        let share = 100.0 * alone.nodes / (seconds * SPEED * count as f64);
        println!(
            "{count} workers: {jobs} jobs, {lost} lost, {nodes:.3e} nodes, {:.1} h, {share:.0} % not wasted",
            seconds / 3600.0
        );
    }
}
