//! Prints a file of `positions/perft/variants` for the rules given, counted by the literal implementation alone:
//! `cargo run --release -p floe-variants --example variant_counts push+whale`.

// Only the tests need the whole of it.
#![allow(dead_code)]

#[path = "../tests/literal/mod.rs"]
mod literal;
mod perft_line;

use floe_fish::Dealing;
use floe_variants::{Centre, Outline, Rules, SetUp, Variant};
use literal::{Literal, perft};
use perft_line::perft_line;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Outlines, what lies in the middle, and how many moves have been made.
const STARTS: [(&str, Centre, usize); 12] = [
    ("standard", Centre::Water, 0),
    ("setup-1", Centre::Water, 5),
    ("setup-2", Centre::Open, 12),
    ("standard", Centre::Water, 16),
    ("setup-2", Centre::MinusTwo, 24),
    ("rows(2:5,1:6,0:7,1:6,2:5)", Centre::Water, 14),
    ("standard", Centre::Water, 30),
    ("setup-1", Centre::Water, 34),
    ("setup-2", Centre::Water, 36),
    ("rows(2:5,1:6,0:7,1:6,2:5)", Centre::Water, 20),
    ("standard", Centre::Water, 42),
    ("standard", Centre::Water, 46),
];

fn main() {
    let rules: Rules = std::env::args().nth(1).expect("rules").parse().expect("rules");
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(38);
    println!("# Perft counts of the literal implementation (crates/variants/tests/literal), {rules}.");
    println!("# Positions from random playouts of dealt floes, in placement, early and late.");
    println!("# POSITION ; DEPTH COUNT ; …, as deep as at most 100,000 leaves go.");
    for (index, (layout, centre, plies)) in STARTS.into_iter().enumerate() {
        let outline = Outline::by_name(layout).expect("a layout").expect("an outline");
        let players = if rules.teams { 4 } else { 2 + index % 3 };
        let set_up = SetUp { outline, centre, dealing: Dealing::Shuffled, ..SetUp::usual(rules, players) };
        let start = Variant::deal(&set_up, index as u64).expect("these rules can be played so");
        let mut twin = Literal::read(&start.to_string());
        for _ in 0..plies {
            let moves = twin.moves();
            let mut after = twin.clone();
            after.play(&moves[rng.random_range(0..moves.len())]);
            if after.moves().is_empty() {
                break;
            }
            twin = after;
        }
        println!("{}", perft_line(twin.text(), twin.moves().len(), |depth| perft(&twin, depth)));
    }
}
