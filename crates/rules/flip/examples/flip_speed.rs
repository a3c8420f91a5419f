//! Speed of turns and strength of the simple players: `cargo run --release -p floe-flip --example
//! flip_speed [GAMES]`.
//!
//! Speeds are those of the fastest tenth of many short batches, so that other programs on the
//! machine disturb them little.

use std::time::Instant;

use floe_flip::{Flip, FlipMove, FlipPolicy, FlipSetUp, FlipStep};
use floe_game::{Chance, Game};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of games in a batch.
const BATCH: u64 = 10;

/// Plays every turn from a position, with the first draw and the largest free sets; returns the
/// number of turns.
fn play_turns(start: &Flip) -> usize {
    let mut turns = 0;
    start.for_each_choice(|mv| {
        let mut flip = start.after(mv);
        if flip.step() == FlipStep::Power {
            flip.play(FlipMove::Go);
        }
        if flip.step() == FlipStep::Draw {
            flip.play(FlipMove::Draw(flip.drawable().kinds().next()));
        }
        while flip.step() == FlipStep::Free {
            flip.play(
                FlipPolicy::Greedy
                    .choose(&flip)
                    .expect("the game is not over"),
            );
        }
        turns += 1;
    });
    turns
}

/// Units of work a second in the fastest tenth of all batches; `work` returns the units of a batch.
fn rate(batches: u64, mut work: impl FnMut(u64) -> usize) -> f64 {
    let mut rates: Vec<f64> = (0..batches)
        .map(|batch| {
            let start = Instant::now();
            work(batch) as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(|a, b| b.total_cmp(a));
    rates[rates.len() / 10]
}

/// Plays a game by a policy, or at random, in the world of a seed.
fn play(
    policy: Option<FlipPolicy>,
    set_up: &FlipSetUp,
    seed: u64,
    visit: &mut impl FnMut(&Flip),
) -> Flip {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(!seed);
    let mut flip = Flip::deal(set_up, seed).expect("the usual game");
    while !flip.is_over() {
        if flip.step() == FlipStep::Act {
            visit(&flip);
        }
        let choice = match policy {
            Some(policy) => policy.choose(&flip).expect("the game is not over"),
            None => {
                let choices = flip.choices();
                choices[rng.random_range(0..choices.len())]
            }
        };
        flip.play(flip.outcome_in(choice, seed));
    }
    flip
}

fn main() {
    let games: u64 = std::env::args()
        .nth(1)
        .map_or(2000, |games| games.parse().expect("a number of games"));
    let mut starts = Vec::new();
    for seed in 0..100 {
        play(
            Some(FlipPolicy::Thumb),
            &FlipSetUp::usual(2, false),
            seed,
            &mut |flip| starts.push(*flip),
        );
    }
    let turns = rate(100, |_| starts.iter().map(play_turns).sum());
    println!("{turns:.0} turns/s carried out with freeing");
    for is_difficult in [false, true] {
        let set_up = FlipSetUp::usual(2, is_difficult);
        let players = [
            ("random", None),
            ("greedy", Some(FlipPolicy::Greedy)),
            ("thumb", Some(FlipPolicy::Thumb)),
        ];
        for (name, policy) in players {
            let mut ends: Vec<Flip> = Vec::new();
            let rate = rate(games / BATCH, |batch| {
                ends.extend(
                    (0..BATCH).map(|game| play(policy, &set_up, batch * BATCH + game, &mut |_| ())),
                );
                BATCH as usize
            });
            let left: i32 = ends.iter().map(|end| end.animals_left() as i32).sum();
            let lost = ends.iter().filter(|end| end.is_lost()).count();
            let left = f64::from(left) / games as f64;
            let lost = 100.0 * lost as f64 / games as f64;
            println!(
                "difficult {is_difficult} {name}: {left:.2} left, {lost:.1} % lost, {rate:.0} games/s"
            );
        }
    }
}
