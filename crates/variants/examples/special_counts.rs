//! Prints `positions/perft/variants/special-tiles.perft`, counted by the literal implementation of the rules alone.

// Only the tests need the whole of it.
#![allow(dead_code)]

#[path = "../tests/literal/special/mod.rs"]
mod literal;
mod perft_line;
#[path = "../tests/literal/special/set_ups.rs"]
mod set_ups;

use floe_variants::Special;
use literal::{Literal, perft};
use perft_line::perft_line;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use set_ups::{SMALL, set_ups};

fn main() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(37);
    let plies = [0, 3, 9, 14, 20, 26, 32];
    let names = ["standard", "setup-1", "setup-2", SMALL[0], SMALL[1], SMALL[2]];
    for (index, set_up) in
        (0..).zip(set_ups(&names).filter(|set_up| set_up.special != "broken=2".parse().unwrap() || set_up.players == 2))
    {
        let Ok(start) = Special::deal(&set_up, index) else { continue };
        let mut twin = Literal::read(&start.to_string());
        for _ in 0..plies[index as usize % plies.len()] {
            let moves = twin.moves();
            if moves.is_empty() {
                break;
            }
            twin.play(&moves[rng.random_range(0..moves.len())]);
        }
        let line = perft_line(twin.text(), twin.moves().len(), |depth| perft(&twin, depth));
        if line.contains(';') && !twin.moves().is_empty() {
            println!("{line}");
        }
    }
}
