//! Special tiles against a second, literal implementation of their rules.

#[path = "literal/special/mod.rs"]
mod literal;
#[path = "literal/special/set_ups.rs"]
mod set_ups;

use std::fs;
use std::path::Path;

use floe_game::conformance::{check_bad_lines, perft_cases};
use floe_game::{Game, Notated, Player, perft};
use floe_variants::{Special, VariantRules};
use literal::Literal;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use set_ups::{SMALL, set_ups};

/// A random game, compared with the literal one at every ply.
///
/// Moves with effects are drawn as often as others, though there are far more of some.
fn compare(start: &Special, rng: &mut Xoshiro256PlusPlus) {
    let mut game = *start;
    let mut twin = Literal::read(&game.to_string());
    loop {
        assert_eq!(game.to_string(), twin.text(), "{game:?}");
        assert_eq!(
            game.to_string().parse::<Special>().as_ref(),
            Ok(&game),
            "it is read back"
        );
        let mut moves: Vec<(String, _)> = game
            .moves()
            .into_iter()
            .map(|mv| (game.move_text(mv), mv))
            .collect();
        moves.sort();
        assert_eq!(
            moves
                .iter()
                .map(|(text, _)| text.clone())
                .collect::<Vec<_>>(),
            twin.moves(),
            "{game:?}"
        );
        let results =
            Player::first(game.players()).map(|player| game.state().result(&game, player));
        let results: Vec<(i32, i32)> = results.map(|value| (value.fish, value.tiles)).collect();
        assert_eq!(results, twin.results(), "{game:?}");
        if moves.is_empty() {
            return;
        }
        let words = [",", ",to", ",swap", ",back", ",float"];
        let word = words[rng.random_range(0..words.len())];
        let wanted: Vec<usize> = (0..moves.len())
            .filter(|&index| moves[index].0.contains(word))
            .collect();
        let index = if wanted.is_empty() {
            rng.random_range(0..moves.len())
        } else {
            wanted[rng.random_range(0..wanted.len())]
        };
        let (text, mv) = &moves[index];
        assert_eq!(game.find_move(text).as_ref(), Ok(mv));
        game.play(*mv);
        twin.play(text);
    }
}

#[test]
fn random_games_are_the_same() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut games = 0;
    for set_up in set_ups(&[
        "standard", "setup-1", "setup-2", SMALL[0], SMALL[1], SMALL[2],
    ]) {
        for seed in 0..3 {
            let Ok(start) = Special::deal(&set_up, seed) else {
                continue;
            };
            compare(&start, rng);
            games += 1;
        }
    }
    assert!(games > 150, "{games}");
}

#[test]
fn games_with_special_tiles_conform() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for set_up in set_ups(&SMALL) {
        if let Ok(start) = Special::deal(&set_up, 1) {
            floe_game::conformance::check(&start, 1, rng);
        }
    }
}

#[test]
fn counts_are_those_of_the_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../positions/perft/variants/special-tiles.perft");
    let text = fs::read_to_string(file).unwrap();
    let cases = perft_cases(&text);
    for case in &cases {
        let position: Special = case.position.parse().unwrap();
        if case.leaves < 5000 {
            let twin = Literal::read(&position.to_string());
            assert_eq!(literal::perft(&twin, case.depth), case.leaves, "{case:?}");
        }
        assert_eq!(perft(&position, case.depth), case.leaves, "{case:?}");
    }
    assert!(cases.len() > 50, "{}", cases.len());
}

/// The position drawn in the rules, and the claims about it there.
#[test]
fn the_example_of_the_rules_is_played_as_written() {
    let line =
        "rows(1:4,0:5,1:4):r1B1.1/A2t1x2.B2/f1b21A1 A 2:1,1:1 rules=special-tiles took=0.1.0,1.0.0";
    let position: Special = line.parse().unwrap();
    assert_eq!(position.to_string(), line);
    let after = |text: &str| {
        position
            .after(position.find_move(text).unwrap())
            .to_string()
    };
    for (mv, rows) in [
        ("a2-b2,to:d1", "r1B1.A1/..x2.B2/f1b21A1 B 4:2,1:1"),
        ("a2-c2,swap:e2", "r1B1.1/.t1Bx2.A2/f1b21A1 B 4:2,1:1"),
        ("a2-a1,back:B:a2", "Ar1B1.1/1t1x2.B2/f1b21A1 B 4:2,0:0"),
        ("a2-b2", "r1B1.1/.At1x2.B2/f1b21A1 B 4:2,1:1"),
        ("d3-a3,float:d1:z1", "r1B1../A2t1x2.B2/Af1b11. B 3:2,1:1"),
    ] {
        assert!(
            after(mv).starts_with(&format!("rows(1:4,0:5,1:4):{rows} ")),
            "{mv}: {}",
            after(mv)
        );
    }
    assert!(after("d3-a3,float:d1:z1").ends_with(" ring=z1:1"));
    assert!(after("a2-a1,back:B:a2").contains(" took=0.2.0,0.0.0"));
}

/// Refusals with their reasons.
#[test]
fn errors_name_the_column() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../positions/bad/variants/special-tiles.txt");
    let text = fs::read_to_string(file).unwrap();
    let read = |text: &str| text.parse::<Special>().err().map(|error| error.to_string());
    let count = check_bad_lines(&text, read);
    assert!(count > 15, "{count}");
}
