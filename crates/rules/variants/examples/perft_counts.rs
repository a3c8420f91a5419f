//! Prints a file of `positions/perft/variants` for the rules given, counted by a literal
//! implementation alone: `cargo run --release -p floe-variants --example perft_counts push+whale`.

// Only the tests need the whole of them.
#![allow(dead_code)]

#[path = "../tests/literal/mod.rs"]
mod literal;
#[path = "../tests/literal/special/set_ups.rs"]
mod set_ups;
#[path = "../tests/literal/special/mod.rs"]
mod special;

use floe_variants::{Centre, Outline, Rules, SetUp, Special, Variant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use set_ups::{SMALL, set_ups};

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
    let rules: Rules = std::env::args()
        .nth(1)
        .expect("rules")
        .parse()
        .expect("rules");
    println!(
        "# Perft counts of the literal implementation (crates/rules/variants/tests/literal), {rules}."
    );
    println!("# Positions from random playouts of dealt floes, in placement, early and late.");
    println!("# POSITION ; DEPTH COUNT ; …, as deep as at most 100,000 leaves go.");
    if rules.variant.has_special_tiles {
        print_special_tiles()
    } else {
        print_variant(rules)
    }
}

fn print_variant(rules: Rules) {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(38);
    for (index, (layout, centre, plies)) in STARTS.into_iter().enumerate() {
        let outline = Outline::by_name(layout)
            .expect("a layout")
            .expect("an outline");
        let players = if rules.teams { 4 } else { 2 + index % 3 };
        let set_up = SetUp {
            outline,
            centre,
            ..SetUp::usual(rules, players)
        };
        let start = Variant::deal(&set_up, index as u64).expect("these rules can be played so");
        let mut twin = literal::Literal::read(&start.to_string());
        for _ in 0..plies {
            let moves = twin.moves();
            let mut after = twin.clone();
            after.play(&moves[rng.random_range(0..moves.len())]);
            if after.moves().is_empty() {
                break;
            }
            twin = after;
        }
        print_line(&twin.text(), twin.moves().len(), |depth| {
            literal::perft(&twin, depth)
        });
    }
}

/// Also with other numbers of special tiles than those of the rules.
fn print_special_tiles() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(37);
    let plies = [0, 3, 9, 14, 20, 26, 32];
    let names = [
        "standard", "setup-1", "setup-2", SMALL[0], SMALL[1], SMALL[2],
    ];
    for (index, set_up) in (0..).zip(
        set_ups(&names)
            .filter(|set_up| set_up.special != "broken=2".parse().unwrap() || set_up.players == 2),
    ) {
        let Ok(start) = Special::deal(&set_up, index) else {
            continue;
        };
        let mut twin = special::Literal::read(&start.to_string());
        for _ in 0..plies[index as usize % plies.len()] {
            let moves = twin.moves();
            if moves.is_empty() {
                break;
            }
            twin.play(&moves[rng.random_range(0..moves.len())]);
        }
        print_line(&twin.text(), twin.moves().len(), |depth| {
            special::perft(&twin, depth)
        });
    }
}

/// Prints a position that is not over with its counts at each depth, as long as they stay near
/// 100,000 leaves.
fn print_line(position: &str, moves: usize, perft: impl Fn(u32) -> u64) {
    let (mut line, mut depth, mut leaves) = (position.to_owned(), 1, 1);
    while depth < 7 && leaves > 0 && leaves * (moves as u64) < 100_000 {
        leaves = perft(depth);
        line += &format!(" ; {depth} {leaves}");
        depth += 1;
    }
    if moves > 0 {
        println!("{line}");
    }
}
