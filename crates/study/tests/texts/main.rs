//! Claims about any bytes, tried with random ones.

mod claims;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn text_never_panics() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..60_000 {
        let mut bytes = vec![0; rng.random_range(0..16)];
        rng.fill_bytes(&mut bytes);
        claims::text_never_panics(&bytes);
    }
}

#[test]
fn game_files_never_panic() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..10_000 {
        let mut bytes = vec![0; rng.random_range(0..16)];
        rng.fill_bytes(&mut bytes);
        claims::game_files_never_panic(&bytes);
    }
}

/// A key that is no word appears in the message in an escaped form.
#[test]
fn messages_hold_no_control_characters() {
    claims::text_never_panics(b"! a b c \0=1 \0=2");
}
