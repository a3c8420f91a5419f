//! Every variant against a second, literal implementation of the rules.

mod literal;

use std::fs;
use std::path::Path;

use floe_fish::Dealing;
use floe_game::conformance::perft_cases;
use floe_game::{Chance, Game, Notated, Player, Sampled, perft};
use floe_variants::{
    Centre, Hidden, Outline, Rules, SetUp, Specials, Variant, VariantPosition, VariantText, Whales,
};
use literal::Literal;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random game, compared with the literal one at every ply.
fn compare<V: VariantText>(start: &VariantPosition<V>, rng: &mut Xoshiro256PlusPlus) {
    let mut game = *start;
    let mut twin = Literal::read(&game.to_string());
    loop {
        assert_eq!(game.to_string(), twin.text(), "{game:?}");
        assert_eq!(
            game.to_string().parse::<VariantPosition<V>>().unwrap(),
            game,
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
        if V::INFO.has_chance && rng.random_range(0..4) == 0 {
            compare_chances(&game, &twin);
        }
        let results: Vec<(i32, i32)> = Player::first(game.players())
            .map(|player| game.state().result(&game, player))
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

/// Compares choices, their outcomes and the probabilities.
fn compare_chances<V: VariantText>(game: &VariantPosition<V>, twin: &Literal) {
    let mut choices: Vec<String> = game
        .choices()
        .into_iter()
        .map(|choice| game.move_text(choice))
        .collect();
    choices.sort();
    let mut expected = twin.choices();
    expected.sort();
    assert_eq!(choices, expected, "{game:?}");
    for choice in game.choices() {
        let mut outcomes = Vec::new();
        game.for_each_outcome(choice, |mv, probability| {
            outcomes.push((game.move_text(mv), probability));
        });
        outcomes.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = twin.outcomes(&game.move_text(choice));
        assert_eq!(
            outcomes.len(),
            expected.len(),
            "{outcomes:?} {expected:?} {game:?}"
        );
        for ((text, probability), (same, chance)) in outcomes.iter().zip(&expected) {
            assert!(
                text == same && (probability - chance).abs() < 1e-9,
                "{outcomes:?} {expected:?} {game:?}"
            );
        }
    }
}

fn set_ups() -> impl Iterator<Item = SetUp> {
    let outlines = [
        "standard",
        "setup-1",
        "setup-2",
        "rows(1:4,0:5,1:4,0:5,3:3)",
        "rows(0:12,1:11,0:12)",
    ];
    let players = |rules: Rules| if rules.teams { 4..=4 } else { 2..=4 };
    let all =
        Rules::all().flat_map(move |rules| players(rules).map(move |players| (rules, players)));
    all.flat_map(move |(rules, players)| {
        outlines.into_iter().flat_map(move |name| {
            let outline = Outline::by_name(name).unwrap().unwrap();
            let centres = if outline.centre().is_some() {
                &Centre::ALL[..]
            } else {
                &Centre::ALL[..1]
            };
            centres.iter().map(move |&centre| SetUp {
                rules,
                players,
                outline,
                centre,
                dealing: Dealing::Shuffled,
                penguins: None,
                special: Specials::default(),
                whales: Whales::BOTH,
            })
        })
    })
}

#[test]
fn random_games_are_the_same() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for set_up in set_ups() {
        for seed in 0..6 {
            if let Ok(start) = Variant::deal(&set_up, seed) {
                compare(&start, rng);
            }
            let whales = if seed == 0 {
                Whales::BOTH
            } else {
                Whales::THREE
            };
            let hides = set_up.rules.variant.has_chance && seed < 3;
            if let (true, Ok(start)) = (hides, Hidden::deal(&SetUp { whales, ..set_up }, seed)) {
                compare(&start, rng);
            }
        }
    }
}

#[test]
fn counts_are_those_of_the_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../positions/perft/variants");
    let mut counts = 0;
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    // Special tiles are a position of their own, with a test of their own.
    for file in files.filter(|path| !path.ends_with("special-tiles.perft")) {
        let text = fs::read_to_string(file).unwrap();
        for case in perft_cases(&text) {
            let hidden = case.position.parse::<Hidden>();
            let variant = case.position.parse::<Variant>();
            let printed = hidden
                .as_ref()
                .map_or_else(|_| variant.as_ref().unwrap().to_string(), Hidden::to_string);
            if case.depth < 3 {
                let twin = Literal::read(&printed);
                assert_eq!(literal::perft(&twin, case.depth), case.leaves, "{case:?}");
            }
            let counted = hidden.as_ref().map_or_else(
                |_| perft(variant.as_ref().unwrap(), case.depth),
                |position| perft(position, case.depth),
            );
            assert_eq!(counted, case.leaves, "{case:?}");
            counts += 1;
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
        } else if let (true, Ok(start)) =
            (set_up.rules.variant.has_chance, Hidden::deal(&set_up, 1))
        {
            floe_game::conformance::check(&start, 3, rng);
        }
    }
}

/// One world is the same from the first move to the last, and over all worlds everything is as
/// likely as it is.
#[test]
fn worlds_are_consistent() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    let set_up = set_ups()
        .find(|set_up| set_up.rules.variant.has_chance)
        .unwrap();
    let start = Hidden::deal(&set_up, 1).unwrap();
    for world in 0..40 {
        let places = [3, 2].map(|fish| start.state().hiding_place(&start, fish, world).unwrap());
        let mut game = start;
        while let Some(mv) = game.random_move(rng) {
            let outcome = game.outcome_in(mv.choice.into(), world);
            let before = game;
            game.play(outcome);
            for (fish, place) in [3, 2].into_iter().zip(places) {
                assert_eq!(
                    game.state().whales.contains(fish),
                    game.tiles.contains(place),
                    "{before:?} {outcome:?}"
                );
            }
            assert!(before.moves().contains(&outcome), "{before:?} {outcome:?}");
        }
    }
    let from = start.state().suspects(&start, 3).first().unwrap();
    let hides = (0..1000)
        .filter(|&world| start.state().hiding_place(&start, 3, world) == Some(from))
        .count();
    assert!(
        (70..130).contains(&hides),
        "{hides} of 1000 worlds, and there are ten tiles"
    );
}
