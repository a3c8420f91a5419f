//! Prints `positions/perft/flip/flip.perft`, counted by the literal implementation of the rules alone:
//! `cargo run --release -p floe-flip --example flip_counts`.

// Only the tests need the whole of it.
#![allow(dead_code)]

#[path = "../tests/literal/mod.rs"]
mod literal;

use floe_flip::{Flip, FlipSetUp, Species};
use literal::{LiteralFlip, perft};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    println!(
        "# Perft counts of the literal implementation (crates/flip/tests/literal): every outcome of chance is a sequence of its own."
    );
    println!("# Positions of random games with different species, waste and nets, of one to four players.");
    println!("# POSITION ; DEPTH COUNT ; …, as deep as at most 20,000 leaves go.");
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    for index in 0..24 {
        let usual = FlipSetUp::usual(1 + index % 4, index % 8 > 3);
        let set_up = FlipSetUp {
            species: if index % 3 == 0 { vec![] } else { Species::ALL[index % 5..index % 5 + 3].to_vec() },
            waste: if index % 3 == 1 { [2, 2, 2] } else { usual.waste },
            has_far_rays: index % 4 == 2,
            columns: if index % 6 == 5 { 3 } else { 4 },
            rows: if index % 6 == 5 { 4 } else { 6 },
            ..usual
        };
        let start = Flip::deal(&set_up, index as u64).expect("the set-up is possible");
        let mut twin = LiteralFlip::read(&start.to_string());
        for _ in 0..5 * index {
            let moves = twin.moves();
            let mut after = twin.clone();
            after.play(&moves[rng.random_range(0..moves.len())]);
            if after.is_over() {
                break;
            }
            twin = after;
        }
        let mut line = twin.text();
        for depth in 1..=5 {
            let leaves = perft(&twin, depth);
            line += &format!(" ; {depth} {leaves}");
            if leaves > 1000 {
                break;
            }
        }
        println!("{line}");
    }
}
