//! Positions that are printed are read back, and no text makes a reader panic.

use floe_fish::{Dealing, Move, Position, deal};
use floe_game::{Game, Notated, walk};
use floe_hex::{Hex, Layout, Standard};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::any::{AnyPosition, with_position};
use crate::claims::{spoiled, text_never_panics};
use crate::literal::Literal;
use crate::studies::{Bytes, study};

/// Printing and reading give the same position, for any number of players.
fn round_trip(position: AnyPosition) {
    let line = position.to_string();
    assert_eq!(line.parse::<AnyPosition>().unwrap(), position, "{line}");
    with_position!(position, position => {
        for mv in position.moves() {
            assert_eq!(Move::parse(&position.move_text(mv), Standard.geometry()), Ok(mv));
        }
    });
}

fn played<const N: usize>(seed: u64, plies: usize) -> Position<N> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    walk(&deal(Dealing::Shuffled, seed), plies, rng)
}

proptest! {
    #[test]
    fn positions_of_games_are_read_back(seed: u64, plies in 0_usize..60) {
        round_trip(AnyPosition::Two(played(seed, plies)));
        round_trip(AnyPosition::Three(played(seed, plies)));
        round_trip(AnyPosition::Four(played(seed, plies)));
    }

    #[test]
    fn studies_are_read_back(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let line = study(&mut Bytes(&bytes));
        let position: AnyPosition = line.parse().unwrap();
        round_trip(position);
        prop_assert_eq!(position.to_string(), Literal::read(&line).to_line());
    }

    #[test]
    fn garbage_does_no_harm(text in any::<String>()) {
        text_never_panics(text.as_bytes());
    }

    #[test]
    fn text_that_looks_like_a_position_does_no_harm(text in "[1-3.A-D/]{0,70} ?[A-E]? ?[0-9:,]{0,12} ?[0-9,-]{0,6}") {
        text_never_panics(text.as_bytes());
    }

    #[test]
    fn spoiled_lines_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..10)) {
        text_never_panics(&bytes);
    }

    #[test]
    fn blanks_are_blanks(bytes in prop::collection::vec(any::<u8>(), 0..100), blanks in "[ \t]{1,3}") {
        let line = study(&mut Bytes(&bytes));
        let wide = format!("{blanks}{}{blanks}", line.replace(' ', &blanks));
        prop_assert_eq!(wide.parse::<AnyPosition>(), line.parse::<AnyPosition>());
    }
}

/// Spoiling is worth something as a test only if some lines are still positions and some are not.
#[test]
fn spoiled_lines_are_good_and_bad() {
    let good = |seed: u64| {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let bytes: [u8; 3] = std::array::from_fn(|_| rand::Rng::next_u32(rng) as u8);
        spoiled(&bytes).parse::<AnyPosition>().is_ok()
    };
    let count = (0..1000).filter(|&seed| good(seed)).count();
    assert!((20..950).contains(&count), "{count} of 1000 lines are good");
}

fn same(line: &str, other: &str) {
    assert_eq!(
        line.parse::<AnyPosition>().unwrap(),
        other.parse().unwrap(),
        "{line} and {other}"
    );
}

const FLOE: &str = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323";

#[test]
fn several_spellings_name_one_position() {
    let plain = format!("{FLOE} A 0:0,0:0");
    same(&format!("standard:{FLOE} A 0:0,0:0"), &plain);
    same(&format!("{FLOE} A 0:0,0:0 -"), &plain);
    same(&format!("{FLOE} A 0:0,0:0 0,0"), &plain);
    same(&format!("{FLOE} A 00:000,0:0"), &plain);
    same(&format!("  {FLOE}\tA   0:0,0:0 \r\n"), &plain);
}

#[test]
fn a_position_is_one_line() {
    let error = |line: String| line.parse::<AnyPosition>().unwrap_err().to_string();
    assert_eq!(
        error(format!("{FLOE}\nA 0:0,0:0")),
        "column 68: expected the end of row 8 after 8 hexes; found '\\nA'"
    );
    assert_eq!(
        error(format!("{FLOE} A 0:0,0:0\n{FLOE} A 0:0,0:0")),
        "column 77: expected a number of tiles from 0 to 60; found '0\\n1122211/23111111/21221…'"
    );
}

/// Going round from the player to move, hands never grow, and differ by one at most.
/// Whether the floe with these fields is a position.
fn is_read(turn: &str, taken: &str, hands: &str) -> bool {
    format!("{FLOE} {turn} {taken} {hands}")
        .parse::<AnyPosition>()
        .is_ok()
}

#[test]
fn hands_fit_the_turn() {
    let two = |turn: &str, hands: &str| is_read(turn, "0:0,0:0", hands);
    assert!(
        two("A", "4,4")
            && two("A", "4,3")
            && two("B", "3,4")
            && two("B", "3,3")
            && two("B", "0,1")
            && two("A", "1,0")
    );
    assert!(
        !two("B", "4,3")
            && !two("A", "3,4")
            && !two("A", "4,2")
            && !two("B", "2,4")
            && !two("A", "0,1")
    );
    let three = |turn: &str, hands: &str| is_read(turn, "0:0,0:0,0:0", hands);
    assert!(
        three("A", "3,3,3")
            && three("B", "2,3,3")
            && three("C", "2,2,3")
            && three("A", "3,3,2")
            && three("A", "3,2,2")
    );
    assert!(three("C", "2,2,2") && three("B", "2,3,2") && three("C", "3,2,3"));
    assert!(
        !three("A", "3,2,3")
            && !three("A", "2,3,3")
            && !three("B", "3,3,2")
            && !three("C", "3,3,2")
            && !three("A", "3,2,1")
    );
}

#[test]
fn moves_are_read_as_people_type_them() {
    for text in ["c3-f3", "C3-F3", "c3f3", "C3f3"] {
        assert_eq!(
            Move::parse(text, Standard.geometry())
                .unwrap()
                .text(Standard.geometry()),
            "c3-f3"
        );
    }
    assert_eq!(
        Move::parse("C3", Standard.geometry())
            .unwrap()
            .text(Standard.geometry()),
        "c3"
    );
}

#[test]
fn moves_that_are_none() {
    for (text, error) in [
        (
            "",
            "column 1 of the move: expected a hex such as c3; found the end",
        ),
        (
            "c9",
            "column 1 of the move: expected a row from 1 to 8; found 'c9'",
        ),
        (
            "h1-a2",
            "column 1 of the move: expected a hex from a1 to g1; found 'h1-a2'",
        ),
        (
            "c3-",
            "column 4 of the move: expected a hex such as c3; found the end",
        ),
        (
            "c3-f33",
            "column 4 of the move: expected a row from 1 to 8; found 'f33'",
        ),
        (
            "c3-f3-g3",
            "column 4 of the move: expected a hex such as c3; found 'f3-g3'",
        ),
        (
            "c3xd3",
            "column 3 of the move: expected '-' and another hex, or the end; found 'xd3'",
        ),
        (
            "c3 d3",
            "column 3 of the move: expected '-' and another hex, or the end; found ' d3'",
        ),
        (
            "é3-c3",
            "column 1 of the move: expected a hex such as c3; found 'é3-c3'",
        ),
        (
            "c3-é3",
            "column 4 of the move: expected a hex such as c3; found 'é3'",
        ),
        (
            " c3",
            "column 1 of the move: expected a hex such as c3; found ' c3'",
        ),
        (
            "pass",
            "column 1 of the move: expected a hex such as c3; found 'pass'",
        ),
    ] {
        assert_eq!(
            Move::parse(text, Standard.geometry())
                .unwrap_err()
                .to_string(),
            error
        );
    }
}

/// Moves sort as their texts do by column and row only by chance; their numbers distinguish all of
/// them.
#[test]
fn every_move_has_a_number_of_its_own() {
    let hexes = || (0..64).map(Hex::new);
    let slides = hexes().flat_map(|from| {
        hexes()
            .filter(move |&to| to != from)
            .map(move |to| Move::Slide { from, to })
    });
    let mut numbers: Vec<u16> = hexes()
        .map(Move::Place)
        .chain(slides)
        .map(Move::bits)
        .collect();
    let count = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(
        (numbers.len(), numbers[0]),
        (count, 1),
        "each has one, and none is zero"
    );
}

#[test]
fn other_layouts_are_told_apart() {
    let line =
        "setup-1:......../......../......../......../......../......../......../........ A 0:0,0:0";
    let told =
        "column 1: expected the layout 'standard', the only one of the base game; found 'setup-1'";
    assert_eq!(line.parse::<AnyPosition>().unwrap_err().to_string(), told);
    assert_eq!(line.parse::<Position<2>>().unwrap_err().to_string(), told);
    let told = "column 1: expected the layout 'standard', 'setup-1', 'setup-2' or 'rows(…)'; found 'standard:setup-1'";
    assert_eq!(
        format!("standard:{line}")
            .parse::<AnyPosition>()
            .unwrap_err()
            .to_string(),
        told
    );
}
