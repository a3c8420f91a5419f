//! Prints `positions/perft/flip/flip.perft`, or with the argument `contest` its `contest.perft`,
//! counted by the literal implementation of the rules alone: `cargo run --release -p floe-flip
//! --example flip_counts contest`.

// Only the tests need the whole of it.
#![allow(dead_code)]

#[path = "../tests/literal/mod.rs"]
mod literal;

use floe_flip::{Contest, Flip, FlipSetUp, Species};
use literal::contest::LiteralContest;
use literal::{LiteralFlip, Twin};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Set-ups with different species, waste, nets and rays.
fn set_up(index: usize) -> FlipSetUp {
    let usual = FlipSetUp::usual(1 + index % 4, index % 8 > 3);
    FlipSetUp {
        species: if index.is_multiple_of(3) {
            vec![]
        } else {
            Species::ALL[index % 5..index % 5 + 3].to_vec()
        },
        waste: if index % 3 == 1 {
            [2, 2, 2]
        } else {
            usual.waste
        },
        has_far_rays: index % 4 == 2,
        columns: if index % 6 == 5 { 3 } else { 4 },
        rows: if index % 6 == 5 { 4 } else { 6 },
        ..usual
    }
}

/// The position after random moves, and its counts.
fn perft_line(mut twin: impl Twin, moves: usize, rng: &mut Xoshiro256PlusPlus) -> String {
    for _ in 0..moves {
        let possible = twin.moves();
        let after = twin.after(&possible[rng.random_range(0..possible.len())]);
        if after.moves().is_empty() {
            break;
        }
        twin = after;
    }
    let mut line = twin.line();
    for depth in 1..=5 {
        let leaves = twin.perft(depth);
        line += &format!(" ; {depth} {leaves}");
        if leaves > 1000 {
            break;
        }
    }
    line
}

fn main() {
    let is_contest = std::env::args().any(|argument| argument == "contest");
    println!("# Perft counts of the literal implementation (crates/rules/flip/tests/literal).");
    println!("# Every outcome of chance is a sequence of its own.");
    println!(
        "# Positions of random games with different species, waste and nets, for all numbers of players."
    );
    println!("# POSITION ; DEPTH COUNT ; …, until there are more than 1,000 leaves.");
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    for index in 0..24 {
        let set_up = set_up(index);
        let line = if is_contest {
            let set_up = FlipSetUp {
                players: 2 + index % 3,
                ..set_up
            };
            let start = Contest::deal(&set_up, index as u64).expect("the set-up is possible");
            perft_line(LiteralContest::read(&start.to_string()), 4 * index, rng)
        } else {
            let start = Flip::deal(&set_up, index as u64).expect("the set-up is possible");
            perft_line(LiteralFlip::read(&start.to_string()), 5 * index, rng)
        };
        println!("{line}");
    }
}
