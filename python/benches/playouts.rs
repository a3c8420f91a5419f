//! Rate of random games in Rust, in the build of the package, to compare with `speed.py`.
//!
//! `cargo run --release --manifest-path python/Cargo.toml --features pyo3/extension-module
//! --example playouts`
//!
//! On a busy machine, divide the number of all games by the processor time of the program.

use std::time::Instant;

use floe_fish::{Dealing, Position, deal, place_at_random};
use floe_game::{Game, Player, Sampled};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// Number of games on a thread.
const GAMES: usize = 200_000;
/// Number of measurements, of which the best one counts.
const ROUNDS: u64 = 5;
/// Number of openings, each played several times.
const OPENINGS: u64 = 1000;

fn main() {
    let threads = rayon::current_num_threads();
    for number in [1, threads] {
        let rate = (0..ROUNDS)
            .map(|round| rate(number, round))
            .fold(0.0, f64::max);
        println!(
            "random games in Rust  {:8.3} M games/s on {number} threads",
            rate / 1e6
        );
    }
    println!(
        "games in all          {:8.3} M",
        (ROUNDS as usize * (1 + threads) * GAMES) as f64 / 1e6
    );
}

/// Number of games in a second on several threads, with the openings.
fn rate(threads: usize, round: u64) -> f64 {
    let begin = Instant::now();
    let sum: i32 = (0..threads as u64)
        .into_par_iter()
        .map(|thread| play(thread + round))
        .sum();
    assert_ne!(sum, 0, "players take fish");
    (threads * GAMES) as f64 / begin.elapsed().as_secs_f64()
}

/// Plays random games after a random placement, and returns the sum of the scores of A.
fn play(seed: u64) -> i32 {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let opening = |index| place_at_random(&deal(Dealing::Shuffled, seed << 32 | index), rng);
    let openings: Vec<Position<2>> = (0..OPENINGS).map(opening).collect();
    (0..GAMES)
        .map(|game| {
            openings[game % openings.len()]
                .playout(rng)
                .score(Player::new(0))
        })
        .sum()
}
