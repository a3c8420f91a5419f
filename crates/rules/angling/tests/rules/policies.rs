//! Simple players.

use std::collections::BTreeMap;

use floe_angling::{Angling, AnglingPolicy, AnglingSetUp, AnglingStep};
use floe_game::{Chance, Game, Sampled, Score, Turn, Veiled, walk};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Points of the first angler after the first day, with every choice checked.
fn day(angler: AnglingPolicy, fish: AnglingPolicy, rng: &mut Xoshiro256PlusPlus) -> Score {
    let mut game = AnglingSetUp {
        is_dealt: true,
        ..AnglingSetUp::default()
    }
    .deal(rng.random())
    .unwrap();
    let first = game.angler();
    while game.day() == 1 {
        let is_angler = game.turn() == Turn::Of(first);
        let mv = if is_angler { angler } else { fish }
            .choose(&game, rng)
            .unwrap();
        assert!(game.choices().contains(&mv), "{mv} of {game}");
        if is_angler && angler != AnglingPolicy::Random && game.step() != AnglingStep::Place {
            let world = game.view(first).draw_world(rng);
            assert_eq!(
                angler.choose(&world, rng),
                Some(mv),
                "only what the angler knows matters: {game}"
            );
        }
        game.play(game.draw_outcome(mv, rng));
    }
    game.points(first)
}

#[test]
fn better_players_catch_more_and_let_less_be_caught() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut mean = |angler, fish| {
        (0..60)
            .map(|_| f64::from(day(angler, fish, rng)))
            .sum::<f64>()
            / 60.0
    };
    let random = AnglingPolicy::Random;
    let greedy = AnglingPolicy::Greedy;
    let thumb = AnglingPolicy::Thumb;
    let points = [random, greedy, thumb]
        .map(|angler| [random, greedy, thumb].map(|fish| mean(angler, fish)));
    assert!(
        points[1][1] > points[0][1] + 1.0 && points[2][1] > points[0][1] + 1.0,
        "{points:?}"
    );
    assert!(
        points[1][2] < points[1][1] - 1.0 && points[2][2] < points[2][1] - 1.0,
        "{points:?}"
    );
}

/// Every legal move is drawn, each about as often.
#[test]
fn random_moves_are_uniform() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    let start = AnglingSetUp::default().start().unwrap();
    for _ in 0..60 {
        let game: Angling = walk(&start, rng.random_range(0..70), rng);
        let moves = game.moves();
        let draws = 60 * moves.len();
        let mut counts = BTreeMap::new();
        (0..draws).for_each(|_| *counts.entry(game.random_move(rng)).or_insert(0) += 1);
        if game.is_over() {
            continue;
        }
        assert_eq!(counts.len(), moves.len(), "{game}");
        assert!(
            counts.values().all(|&count| (20..120).contains(&count)),
            "{game} {counts:?}"
        );
    }
}
