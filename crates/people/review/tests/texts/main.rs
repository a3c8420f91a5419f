//! Claims about any bytes, tried with random ones.

mod claims;

use floe_review::Graded;
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

/// Position of two players with two legal moves, which lead to different ends.
const TWO_MOVES: &str = "rows(1:2,0:3):A12/3B11 A 0:0,0:0\n";

#[test]
fn open_moves_are_written_as_one_line() {
    let complete = format!("{TWO_MOVES}a1-b1 0:+1\na1-a2 0:-1\n");
    let open = format!("{TWO_MOVES}a1-b1 0:+1\nothers open\n");
    let [known] = Graded::parse(&complete).unwrap().try_into().unwrap();
    let [mut graded] = Graded::parse(&open).unwrap().try_into().unwrap();
    let (worse, grade) = known.moves[1].clone();
    assert_eq!(
        (known.to_string(), graded.to_string()),
        (complete.clone(), open)
    );
    assert!(graded.is_open(worse) && !known.is_open(worse) && !graded.is_open(known.moves[0].0));
    assert!(!graded.is_best(worse) && graded.loss_of(worse).is_none());
    graded.add(worse, grade).unwrap();
    assert_eq!(graded, known);
    assert!(Graded::parse(&format!("{complete}{complete}")).is_ok());
    let positions = format!("{TWO_MOVES}a1-b1 0:+1\nothers open\n\n{complete}");
    assert_eq!(Graded::parse(&positions).unwrap().len(), 2);
}

#[test]
fn a_value_better_than_the_best_is_refused() {
    let text = format!("{TWO_MOVES}a1-a2 0:-1\nothers open\n");
    let [mut graded] = Graded::parse(&text).unwrap().try_into().unwrap();
    let complete = format!("{TWO_MOVES}a1-b1 0:+1\na1-a2 0:-1\n");
    let (best, grade) = Graded::parse(&complete).unwrap()[0].moves[0].clone();
    assert!(graded.add(best, grade).is_err());
    assert_eq!(graded.to_string(), text);
}

#[test]
fn others_are_open_only_where_some_are() {
    for (moves, message) in [
        (
            "others open",
            "line 2: expected 'others open' below a best move and in the place of others; found 0 of 2 moves",
        ),
        (
            "a1-b1 0:+1\na1-a2 0:-1\nothers open",
            "line 4: expected 'others open' below a best move",
        ),
        (
            "a1-b1 0:+1\nothers open\na1-a2 0:-1",
            "line 4: expected a position; found 'a1-a2 0:-1'",
        ),
        (
            "a1-b1 0:+1",
            "line 2: expected a value for every move; found none for a1-a2",
        ),
    ] {
        let error = Graded::parse(&format!("{TWO_MOVES}{moves}\n"))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
