//! Texts that the readers refuse, with the errors that they must give.

use std::fs;
use std::path::Path;

use std::fmt::{Debug, Display};
use std::str::FromStr;

use floe_flip::{Contest, Flip, FlipSetUp};
use floe_game::conformance::check_bad_lines;
use floe_game::{Chance, Keyed, PositionError, Sampled, walk};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Checks a file of `positions/bad/flip`.
fn check(name: &str, read: impl Fn(&str) -> Option<String>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../positions/bad/flip")
        .join(name);
    let count = check_bad_lines(&fs::read_to_string(file).unwrap(), read);
    assert!(count > 15, "{count}");
}

#[test]
fn bad_positions_of_the_cooperative_game_are_refused() {
    check("flip.txt", |text| {
        text.parse::<Flip>().err().map(|error| error.to_string())
    });
}

#[test]
fn bad_positions_of_the_competitive_form_are_refused() {
    check("contest.txt", |text| {
        text.parse::<Contest>().err().map(|error| error.to_string())
    });
}

/// Changes characters of positions of random games: each is refused, or is a position that can be
/// played to its end.
fn mutate<G>(start: &G, rng: &mut Xoshiro256PlusPlus) -> usize
where
    G: Sampled + Chance + Keyed + Display + Debug + PartialEq + FromStr<Err = PositionError>,
{
    let mut positions = 0;
    for _ in 0..1200 {
        let game = walk(start, rng.random_range(0..60), rng);
        let mut text: Vec<char> = game.to_string().chars().collect();
        for _ in 0..rng.random_range(1..=2) {
            let place = rng.random_range(0..text.len());
            let other = text[rng.random_range(0..text.len())];
            match rng.random_range(0..3) {
                0 => text[place] = other,
                1 => text.insert(place, other),
                _ => _ = text.remove(place),
            }
        }
        let text: String = text.into_iter().collect();
        let Ok(game) = text.parse::<G>() else {
            continue;
        };
        positions += 1;
        assert_eq!(game.to_string().parse().as_ref(), Ok(&game), "{text}");
        let end = game.playout(rng);
        assert!(end.is_over(), "{text}");
        assert_eq!(end.to_string().parse().as_ref(), Ok(&end), "{text}");
    }
    positions
}

#[test]
fn changed_texts_are_refused_or_can_be_played() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(6);
    let mut flips = 0;
    let mut contests = 0;
    for seed in 0..10 {
        let set_up = FlipSetUp {
            waste: [4, 2, 1],
            ..FlipSetUp::usual(2 + seed as usize % 3, false)
        };
        flips += mutate(&Flip::deal(&set_up, seed).unwrap(), rng);
        contests += mutate(&Contest::deal(&set_up, seed).unwrap(), rng);
    }
    assert!(
        flips > 100 && contests > 100,
        "{flips} and {contests} positions"
    );
}
