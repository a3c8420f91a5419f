//! Texts of positions and moves: what readers accept and what they refuse.

use std::fs;
use std::path::Path;

use floe_angling::{Angling, AnglingSetUp};
use floe_game::conformance::check_bad_lines;
use floe_game::walk;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::against_literal::random_set_up;
use crate::claims;

#[test]
fn bad_texts_are_refused_with_the_place() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../positions/bad/angling/angling.txt");
    let read = |text: &str| text.parse::<Angling>().err().map(|error| error.to_string());
    let count = check_bad_lines(&fs::read_to_string(file).unwrap(), read);
    assert!(count > 70, "{count}");
}

#[test]
fn moves_that_are_not_possible_are_refused() {
    let position: Angling =
        "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r"
            .parse()
            .unwrap();
    let error = |position: &Angling, text: &str| position.find_move(text).unwrap_err().to_string();
    let listed = "y+1 y+2 y+3 y+4 y+5 y+6 y+7 y+8 y+9 y+10 y+11 y+12 …";
    assert_eq!(
        error(&position, "y+14"),
        format!("y+14 is not possible now; possible: {listed}")
    );
    assert_eq!(
        error(&position, "y+1=5"),
        "y+1=5 is not possible now; possible: y+1"
    );
    let showing: Angling =
        "angling:443!r/1..2/rr!63/2d.r B 6,0 y3+6,r13+4 2.2.2.3 lh,yrs step=show active=y caught=1.5.r"
            .parse()
            .unwrap();
    assert_eq!(error(&showing, "show:a3=4"), "show:a3=4: expected =r");
    assert_eq!(error(&showing, "show:a3=no"), "show:a3=no: expected =r");
    assert_eq!(
        showing.find_move("show:a3=r").unwrap().to_string(),
        "show:a3=r"
    );
    let over: Angling = "angling:12/rd A 0,0 y1+out 1.1 -,- lake=2x2 tiles=1.2.r.d"
        .parse()
        .unwrap();
    assert_eq!(error(&over, "end"), "the game is over");
}

/// A key that is wrong or unknown is named even where the fields before it depend on it: the player
/// to move, the rows, the points.
#[test]
fn a_wrong_key_is_named_before_the_fields() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(9);
    let mut wrong = 0;
    for _ in 0..300 {
        let text = walk(
            &random_set_up(rng).start().unwrap(),
            rng.random_range(0..120),
            rng,
        )
        .to_string();
        for key in ["day", "step", "lake", "tiles"] {
            let Some((before, rest)) = text.split_once(&format!(" {key}=")) else {
                continue;
            };
            let after = rest
                .split_once(' ')
                .map_or(String::new(), |(_, after)| format!(" {after}"));
            for changed in [format!("{key}=%"), format!("{key}{key}=1")] {
                let text = format!("{before} {changed}{after}");
                let error = text.parse::<Angling>().unwrap_err();
                let place = before.len() + 1..before.len() + 1 + changed.len();
                assert!(place.contains(&(error.column - 1)), "{text}: {error}");
                wrong += 1;
            }
        }
    }
    assert!(wrong > 500, "{wrong} wrong keys");
}

/// Changes characters of positions of random games: each is refused, or is a position that can be
/// played to its end.
#[test]
fn changed_texts_are_refused_or_can_be_played() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(6);
    let start = AnglingSetUp::default().start().unwrap();
    let mut positions = 0;
    for _ in 0..3000 {
        let mut text: Vec<char> = walk(&start, rng.random_range(0..60), rng)
            .to_string()
            .chars()
            .collect();
        let place = rng.random_range(0..text.len());
        let other = text[rng.random_range(0..text.len())];
        match rng.random_range(0..3) {
            0 => text[place] = other,
            1 => text.insert(place, other),
            _ => _ = text.remove(place),
        }
        positions += usize::from(claims::check(&text.into_iter().collect::<String>()));
    }
    assert!(positions > 100, "{positions} positions");
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
        claims::text_never_panics(&bytes);
    }

    #[test]
    fn no_text_makes_the_reader_of_moves_panic(bytes in prop::collection::vec(any::<u8>(), 0..4), text in "\\PC{0,12}") {
        let position = claims::spoiled(&bytes).parse::<Angling>();
        if let Some(mv) = position.ok().and_then(|position| position.find_move(&text).ok()) {
            prop_assert!(text.starts_with(&mv.concealed().to_string()));
        }
    }
}
