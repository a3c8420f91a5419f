//! Claims about any bytes, tried with random ones.

mod claims;

use floe_study::Graded;
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

#[test]
fn graded_positions_are_read_in_every_spelling() {
    let text = "\u{feff}......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0\nE4D4 +1:+1\n";
    let [graded] = Graded::parse(text).unwrap().try_into().unwrap();
    assert_eq!(graded.position.move_text(graded.moves[0].0), "e4-d4");
    assert!(Graded::parse(&format!("{text}e4-d4 +1:+1\n")).is_err());
}
