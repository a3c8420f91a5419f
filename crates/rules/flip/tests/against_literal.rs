//! The game against a second, literal implementation of the rules.

mod literal;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use floe_flip::{Contest, Flip, FlipMove, FlipSetUp, Space, Species};
use floe_game::conformance::perft_cases;
use floe_game::{Chance, Counted, Game, Notated, Player, PositionError, perft, walk};
use literal::contest::LiteralContest;
use literal::{LiteralFlip, Twin};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random set-up: any players, species, waste, sizes and rays.
fn random_set_up(rng: &mut impl Rng) -> FlipSetUp {
    let mut species = Species::ALL.to_vec();
    let count = rng.random_range(1..=8).min(rng.random_range(1..=8));
    (0..8 - count).for_each(|_| _ = species.remove(rng.random_range(0..species.len())));
    let has_waste = rng.random_bool(0.5);
    let waste = [6, 3, 3].map(|most| {
        if has_waste {
            rng.random_range(0..=most)
        } else {
            0
        }
    });
    let players = rng.random_range(1..=4);
    FlipSetUp {
        players,
        species,
        each: rng.random_range(5..=10),
        waste,
        hand: rng.random_bool(0.3).then(|| rng.random_range(1..=5)),
        has_far_rays: rng.random_bool(0.5),
        columns: rng.random_range(1..=4),
        rows: if rng.random_bool(0.5) {
            6
        } else {
            rng.random_range(2..=6)
        },
    }
}

/// A random move, with powers and freeing preferred, for they are rare.
fn random_move(moves: &[String], rng: &mut impl Rng) -> String {
    let rare: Vec<&String> = moves
        .iter()
        .filter(|mv| mv.contains('*') || mv.starts_with("p:"))
        .collect();
    let freeing: Vec<&String> = moves.iter().filter(|mv| mv.starts_with('+')).collect();
    for preferred in [rare, freeing] {
        if !preferred.is_empty() && rng.random_bool(0.7) {
            return preferred[rng.random_range(0..preferred.len())].clone();
        }
    }
    moves[rng.random_range(0..moves.len())].clone()
}

/// Compares the text of a position, its moves, and the outcomes of its choices with those of the
/// literal one.
fn check<G>(game: &G, twin: &impl Twin, twin_moves: &[String])
where
    G: Chance + Notated + Display + PartialEq + FromStr<Err = PositionError>,
{
    let text = game.to_string();
    assert_eq!(text, twin.line());
    assert_eq!(text.parse::<G>().as_ref(), Ok(game), "{text}");
    let mut moves: Vec<String> = game
        .moves()
        .into_iter()
        .map(|mv| game.move_text(mv))
        .collect();
    moves.sort();
    assert_eq!(moves, twin_moves, "{text}");
    assert_eq!(game.is_over(), twin_moves.is_empty(), "{text}");
    for choice in game.choices() {
        let mut outcomes = Vec::new();
        game.for_each_outcome(choice, |mv, probability| {
            outcomes.push((game.move_text(mv), probability));
        });
        outcomes.sort_by(|a, b| a.0.cmp(&b.0));
        let mut expected = twin.all_outcomes(&game.move_text(choice));
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(outcomes.len(), expected.len(), "{text}");
        for (one, other) in outcomes.iter().zip(&expected) {
            assert!(
                one.0 == other.0 && (one.1 - other.1).abs() < 1e-9,
                "{one:?} {other:?} {text}"
            );
        }
    }
}

#[test]
fn random_games_are_the_same() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut positions = 0;
    let mut losses = 0;
    let mut ends = 0;
    let mut sunk = 0;
    let mut powers = [0; 8];
    while positions < 24_000 {
        let Ok(mut game) = Flip::deal(&random_set_up(rng), rng.random()) else {
            continue;
        };
        let mut twin = LiteralFlip::read(&game.to_string());
        loop {
            let moves = twin.moves();
            check(&game, &twin, &moves);
            assert_eq!(
                (game.is_over(), -(game.animals_left() as i32)),
                (twin.is_over(), twin.score()),
                "{game}"
            );
            positions += 1;
            if moves.is_empty() {
                break;
            }
            if positions % 50 == 0 && moves.len() < 40 {
                assert_eq!(perft(&game, 2), twin.perft(2), "{game}");
            }
            let text = random_move(&moves, rng);
            if text.contains('*') || text.starts_with("p:") {
                powers[game.power(game.last_turn()).unwrap() as usize] += 1;
            }
            let mv = game.find_move(&text).unwrap();
            let below = game.pile().below.len();
            game.play(mv);
            twin.play(&text);
            sunk += usize::from(game.pile().below.len() > below);
        }
        losses += usize::from(game.is_lost());
        ends += usize::from(game.turns_left() == Some(0));
    }
    assert!(
        powers.into_iter().all(|uses| uses > 4),
        "uses of powers: {powers:?}"
    );
    assert!(
        losses > 20 && ends > 20 && sunk > 10,
        "{losses} losses, {ends} ends, {sunk} times waste below the pile"
    );
}

#[test]
fn random_games_of_the_competitive_form_are_the_same() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    let mut positions = 0;
    let mut given = 0;
    let mut several = 0;
    while positions < 12_000 {
        let Ok(mut game) = Contest::deal(&random_set_up(rng), rng.random()) else {
            continue;
        };
        let mut twin = LiteralContest::read(&game.to_string());
        let cards = game.pile().animals.len() + game.net().cards().len();
        loop {
            let moves = twin.moves();
            check(&game, &twin, &moves);
            for player in Player::first(game.players()) {
                assert_eq!(game.points(player), twin.score(player.index()), "{game}");
            }
            positions += 1;
            if moves.is_empty() {
                break;
            }
            if positions % 50 == 0 && moves.len() < 40 {
                assert_eq!(perft(&game, 2), twin.perft(2), "{game}");
            }
            // Low bids, so that some succeed.
            let low = ["bid:1", "pass"]
                .map(str::to_owned)
                .into_iter()
                .find(|mv| moves.contains(mv));
            let text = low
                .filter(|_| rng.random_bool(0.8))
                .unwrap_or_else(|| random_move(&moves, rng));
            given += usize::from(text.starts_with("give"));
            several += usize::from(text.matches('*').count() > 1);
            let mv = game.find_move(&text).unwrap();
            game.play(mv);
            twin.play(&text);
        }
        let left = game.pile().animals.len() + game.discarded().len() + game.net().cards().len();
        assert_eq!(
            left + twin.points.iter().sum::<usize>(),
            cards,
            "cards are conserved: {game}"
        );
    }
    assert!(
        given > 5 && several > 5,
        "{given} times animals given, {several} times several powers of freeing"
    );
}

/// Cards that a move frees; `None` for one that frees none.
fn freed(mv: FlipMove) -> Option<BTreeSet<Space>> {
    match mv {
        FlipMove::Free(cards) => Some(cards.into_iter().collect()),
        FlipMove::FreeOne(space, other) => Some([space].into_iter().chain(other).collect()),
        _ => None,
    }
}

/// Checks that no two moves free the same cards, and that the parts of a text may stand in any
/// order; returns the number of freeing moves.
fn check_freeing<G: Game<Move = FlipMove> + Notated + Display>(
    game: &G,
    find: impl Fn(&str) -> Option<FlipMove>,
) -> usize {
    let freeing: Vec<FlipMove> = game
        .moves()
        .into_iter()
        .filter(|&mv| freed(mv).is_some())
        .collect();
    let different: BTreeSet<_> = freeing.iter().map(|&mv| freed(mv)).collect();
    assert_eq!(different.len(), freeing.len(), "{game}");
    for &mv in &freeing {
        let text = game.move_text(mv);
        let parts = text
            .strip_prefix('+')
            .map_or(Vec::new(), |parts| parts.rsplit('+').collect());
        let turned = if parts.is_empty() {
            text.clone()
        } else {
            format!("+{}", parts.join("+"))
        };
        assert_eq!(find(&turned), Some(mv), "{turned} for {text} in {game}");
        assert!(turned >= text, "{turned} comes before {text} in {game}");
    }
    freeing.len()
}

#[test]
fn no_two_moves_free_the_same_cards() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
    let mut freeing = 0;
    for _ in 0..1500 {
        if let Ok(start) = Flip::deal(&random_set_up(rng), rng.random()) {
            let game = walk(&start, rng.random_range(0..60), rng);
            freeing += check_freeing(&game, |text| game.find_move(text).ok());
        }
        if let Ok(start) = Contest::deal(&random_set_up(rng), rng.random()) {
            let game = walk(&start, rng.random_range(0..30), rng);
            freeing += check_freeing(&game, |text| game.find_move(text).ok());
        }
    }
    assert!(freeing > 300, "{freeing} freeing moves");
}

#[test]
fn counts_are_those_of_the_files() {
    check_counts::<Flip>("flip.perft");
    check_counts::<Contest>("contest.perft");
}

fn check_counts<G: Counted + FromStr<Err = PositionError>>(name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../positions/perft/flip")
        .join(name);
    let text = fs::read_to_string(file).unwrap();
    let cases = perft_cases(&text);
    for case in &cases {
        let game: G = case.position.parse().unwrap();
        assert_eq!(perft(&game, case.depth), case.leaves, "{case:?}");
    }
    assert!(cases.len() > 40, "{}", cases.len());
}

#[test]
fn the_game_conforms() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..12 {
        if let Ok(start) = Flip::deal(&random_set_up(rng), rng.random()) {
            floe_game::conformance::check(&start, 1, rng);
        }
        if let Ok(start) = Contest::deal(&random_set_up(rng), rng.random()) {
            floe_game::conformance::check(&start, 1, rng);
        }
    }
}

/// Cards are conserved: those of the game are in the net, in the pile, or were freed.
#[test]
fn cards_are_conserved() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..60 {
        let Ok(mut game) = Flip::deal(&random_set_up(rng), rng.random()) else {
            continue;
        };
        let mut left = game.animals().len() + game.net().all_waste().len() + game.pile().len()
            - game.pile().animals.len();
        let mut action_cards = None;
        while !game.is_over() {
            let moves = game.moves();
            let mv = moves[rng.random_range(0..moves.len())];
            let is_last = game.turns_left().is_some();
            let freed = match mv {
                FlipMove::Free(cards) => cards.len(),
                FlipMove::FreeOne(_, other) => 1 + usize::from(other.is_some()),
                _ => 0,
            };
            let waste = |game: &Flip| {
                game.net().all_waste().len() + game.pile().len() - game.pile().animals.len()
            };
            let before = waste(&game);
            game.play(mv);
            let now = game.animals().len() + waste(&game);
            let returned = if is_last { 0 } else { freed - (left - now) };
            assert_eq!(now, left - freed + returned, "{game}");
            assert!(
                is_last || waste(&game) == before,
                "waste stays in the game until the last turns: {game}"
            );
            left = now;
            let hands: usize = Player::first(game.players())
                .map(|player| game.hand(player).len())
                .sum();
            let held = hands
                + usize::from(matches!(
                    game.moves().first(),
                    Some(FlipMove::Draw(_) | FlipMove::Go)
                ));
            assert_eq!(*action_cards.get_or_insert(held), held, "{game}");
        }
    }
}

/// One world has one order of the pile, however the game is played; over all worlds every outcome
/// has its probability.
#[test]
fn worlds_are_consistent() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(4);
    let start = Flip::deal(&FlipSetUp::usual(2, false), 5).unwrap();
    let order = |world: u64, rng: &mut Xoshiro256PlusPlus| {
        let mut game = start;
        let mut laid = Vec::new();
        while !game.is_over() && laid.len() < 8 {
            let choices = game.choices();
            let mv = game.outcome_in(choices[rng.random_range(0..choices.len())], world);
            assert!(game.moves().contains(&mv), "{game} {mv:?}");
            if let FlipMove::Lay(card) = mv {
                laid.push(card);
            }
            game.play(mv);
        }
        laid
    };
    for world in 0..20 {
        assert_eq!(order(world, rng), order(world, rng));
    }
    let first_draw = start.moves().into_iter().find_map(|mv| {
        let after = start.after(mv);
        (after.choices().first() == Some(&FlipMove::Draw(None))).then_some(after)
    });
    let drawing = first_draw.unwrap();
    drawing.for_each_outcome(FlipMove::Draw(None), |mv, probability| {
        let hits = (0..4000)
            .filter(|&world| drawing.outcome_in(FlipMove::Draw(None), world) == mv)
            .count();
        assert!(
            (hits as f64 / 4000.0 - probability).abs() < 0.04,
            "{mv:?} {hits} {probability}"
        );
    });
}
