//! Every variant against a second, literal implementation of the rules.

mod literal;

use std::fs;
use std::path::Path;

use floe_fish::Dealing;
use floe_game::{Game, Notated, Player, perft};
use floe_variants::{Centre, Outline, Rules, SetUp, Specials, Variant};
use literal::Literal;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random game, compared with the literal one at every ply.
fn compare(start: &Variant, rng: &mut Xoshiro256PlusPlus) {
    let mut game = *start;
    let mut twin = Literal::read(&game.to_string());
    loop {
        assert_eq!(game.to_string(), twin.text(), "{game:?}");
        assert_eq!(game.to_string().parse::<Variant>().unwrap(), game, "it is read back");
        let mut moves: Vec<(String, _)> = game.moves().into_iter().map(|mv| (game.move_text(mv), mv)).collect();
        moves.sort();
        assert_eq!(moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), twin.moves(), "{game:?}");
        let results: Vec<(i32, i32)> = Player::first(game.players())
            .map(|player| game.result(player))
            .map(|value| (value.fish, value.tiles))
            .collect();
        if moves.is_empty() {
            assert_eq!(results, twin.results(), "{game:?}");
            return;
        }
        let (text, mv) = &moves[rng.random_range(0..moves.len())];
        assert_eq!(game.find_move(text).as_ref(), Ok(mv));
        game.play(*mv);
        twin.play(text);
    }
}

fn set_ups() -> impl Iterator<Item = SetUp> {
    let outlines = ["standard", "setup-1", "setup-2", "rows(1:4,0:5,1:4,0:5,3:3)", "rows(0:12,1:11,0:12)"];
    let players = |rules: Rules| if rules.teams { 4..=4 } else { 2..=4 };
    let all = Rules::all().flat_map(move |rules| players(rules).map(move |players| (rules, players)));
    all.flat_map(move |(rules, players)| {
        outlines.into_iter().flat_map(move |name| {
            let outline = Outline::by_name(name).unwrap().unwrap();
            let centres = if outline.centre().is_some() { &Centre::ALL[..] } else { &Centre::ALL[..1] };
            centres.iter().map(move |&centre| SetUp {
                rules,
                players,
                outline,
                centre,
                dealing: Dealing::Shuffled,
                special: Specials::default(),
            })
        })
    })
}

#[test]
fn random_games_are_the_same() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for set_up in set_ups() {
        for seed in 0..6 {
            let Ok(start) = Variant::deal(&set_up, seed) else { continue };
            compare(&start, rng);
        }
    }
}

#[test]
fn counts_are_those_of_the_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../positions/perft/variants");
    let mut counts = 0;
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    // Special tiles are a position of their own, with a test of their own.
    for file in files.filter(|path| !path.ends_with("special-tiles.perft")) {
        let text = fs::read_to_string(file).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let mut fields = line.split(';');
            let position: Variant = fields.next().unwrap().trim().parse().unwrap();
            let twin = Literal::read(&position.to_string());
            for field in fields {
                let (depth, leaves) = field.trim().split_once(' ').unwrap();
                if depth.len() == 1 && depth < "3" {
                    assert_eq!(
                        literal::perft(&twin, depth.parse().unwrap()),
                        leaves.parse().unwrap(),
                        "depth {depth}: {line}"
                    );
                }
                assert_eq!(
                    perft(&position, depth.parse().unwrap()),
                    leaves.parse::<u64>().unwrap(),
                    "depth {depth}: {line}"
                );
                counts += 1;
            }
        }
    }
    assert!(counts > 200, "{counts}");
}

#[test]
fn every_variant_conforms() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for set_up in set_ups().filter(|set_up| set_up.outline.dealt().len() < 40) {
        if let Ok(start) = Variant::deal(&set_up, 1) {
            floe_game::conformance::check(&start, 1, rng);
        }
    }
}
