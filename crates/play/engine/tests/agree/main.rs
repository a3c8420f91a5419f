//! All engines agree in every position: a claim that a fuzzer tries to refute (see `fuzz/`), and
//! random bytes do here.

// Not every helper of those tests is needed here.
#![allow(dead_code)]

mod claims;
#[path = "../../../search/tests/definitions/mod.rs"]
mod definitions;
#[path = "../../../../rules/fish/tests/base_game/literal/mod.rs"]
mod literal;
#[path = "../../../../rules/fish/tests/base_game/studies.rs"]
mod studies;

use rand::{Rng, SeedableRng};

#[test]
fn engines_agree() {
    let mut compared = 0;
    for seed in 0..1000 {
        let mut bytes = [0; 160];
        rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed).fill_bytes(&mut bytes);
        compared += u32::from(claims::engines_agree(&bytes));
    }
    assert!(
        compared > 200,
        "only {compared} positions were small enough"
    );
}
