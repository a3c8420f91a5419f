//! Speed of random days and points of the simple players:
//! `cargo run --release -p floe-angling --example angling_speed [DAYS]`.
//!
//! The speed is that of the fastest tenth of many short batches, so that other programs on the
//! machine disturb it little.

use std::time::Instant;

use floe_angling::{Angling, AnglingPolicy, AnglingSetUp};
use floe_game::{Chance, Game, Sampled, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Days in a batch.
const BATCH: u32 = 200;

/// Start of a day with dealt tiles.
fn dealt(rng: &mut Xoshiro256PlusPlus) -> Angling {
    let set_up = AnglingSetUp {
        is_dealt: true,
        ..AnglingSetUp::default()
    };
    set_up.deal(rng.random()).expect("the whole game")
}

/// Points of a random day.
fn random_day(rng: &mut Xoshiro256PlusPlus) -> i32 {
    let mut game = dealt(rng);
    let first = game.angler();
    while game.day() == 1
        && let Some(mv) = game.random_move(rng)
    {
        game.play(mv);
    }
    game.points(first)
}

/// Points of a day of two policies.
fn day(angler: AnglingPolicy, fish: AnglingPolicy, rng: &mut Xoshiro256PlusPlus) -> i32 {
    let mut game = dealt(rng);
    let first = game.angler();
    while game.day() == 1 {
        let policy = if game.turn() == Turn::Of(first) {
            angler
        } else {
            fish
        };
        let Some(mv) = policy.choose(&game, rng) else {
            break;
        };
        game.play(game.draw_outcome(mv, rng));
    }
    game.points(first)
}

fn main() {
    let days: u32 = std::env::args()
        .nth(1)
        .map_or(20_000, |days| days.parse().expect("a number of days"));
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut rates, mut points) = (Vec::new(), 0);
    for _ in 0..days.div_ceil(BATCH) {
        let start = Instant::now();
        points += (0..BATCH).map(|_| random_day(rng)).sum::<i32>();
        rates.push(f64::from(BATCH) / start.elapsed().as_secs_f64());
    }
    rates.sort_by(|a, b| b.total_cmp(a));
    let mean = f64::from(points) / f64::from(days.div_ceil(BATCH) * BATCH);
    println!(
        "random: {:.0} days/s, {mean:.2} points",
        rates[rates.len() / 10]
    );
    let policies = [
        AnglingPolicy::Random,
        AnglingPolicy::Greedy,
        AnglingPolicy::Thumb,
    ];
    for angler in policies {
        for fish in policies {
            let points: i32 = (0..days / 10).map(|_| day(angler, fish, rng)).sum();
            println!(
                "{angler:?} fishes {fish:?}: {:.2} points",
                f64::from(points) / f64::from(days / 10)
            );
        }
    }
}
