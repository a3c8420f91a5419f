//! Proofs by several workers on one folder.

mod choice;
mod crowd;
mod damage;
mod forged;
mod values;

use std::path::Path;

use floe_endgame::{Objective, Solver, SolverOptions};
use floe_fish::{Dealing, Position, deal, place_at_random};
use floe_game::{Game, Interval, Score, walk};
use floe_proofs::{ProofFolder, ProofState, Worker, WorkerOptions};
use floe_search::Limits;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const BUILD: &str = "this build";

/// Position after random placements and this number of random moves.
fn position(seed: u64, plies: u32) -> Position<2> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    walk(
        &place_at_random(&deal(Dealing::Shuffled, seed), rng),
        plies as usize,
        rng,
    )
}

fn options(objective: Objective, job_nodes: u64) -> WorkerOptions {
    WorkerOptions {
        objective,
        job_nodes: Some(job_nodes),
        threads: 1,
        hash_mebibytes: 1,
    }
}

/// Bounds of the margin by the plain solver.
fn plain(position: &Position<2>, objective: Objective) -> Interval<Score> {
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    solver
        .solve(position, objective, &Limits::default(), |_| ())
        .bounds
}

/// The exact margin by the plain solver, if that takes at most this number of nodes.
fn plain_within(position: &Position<2>, nodes: u64) -> Option<Interval<Score>> {
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    Some(
        solver
            .solve(position, Objective::Margin, &limits, |_| ())
            .bounds,
    )
    .filter(Interval::is_exact)
}

fn folder(path: &Path, position: &Position<2>) -> ProofFolder {
    ProofFolder::open(path, position, BUILD).unwrap()
}

/// Runs a worker in a folder until the objective is reached.
fn work(folder: &ProofFolder, options: WorkerOptions) -> (ProofState, Worker) {
    let mut worker = Worker::join(folder, "host", options).unwrap();
    let state = worker.run(&Limits::default(), &mut |_| ()).unwrap();
    (state, worker)
}
