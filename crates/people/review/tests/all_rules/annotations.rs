use floe_engine::{AnyGame, Engine, EngineSpec, Evaluation, GameLine, GameValue};
use floe_review::Annotator;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// Moves of a game that are annotated.
const MOVES: usize = 24;

fn spec(text: &str) -> EngineSpec {
    text.parse().unwrap()
}

/// The value in fish for the player who moves before `after`, of two sides the margin.
fn value_for(before: &AnyGame, after: &AnyGame, value: &GameValue) -> f64 {
    let mover = before.last_turn().index();
    let next = after.last_turn().index();
    match value {
        GameValue::Results(values) => values[mover].in_points(),
        GameValue::Margin(value) if (mover ^ next) & 1 == 0 => value.in_points(),
        GameValue::Left(value) | GameValue::Margin(value) => -value.in_points(),
    }
}

/// The choice in a move is what its player decided: chance adds the same outcomes to it, of which
/// the move is one.
#[test]
fn a_move_is_an_outcome_of_its_choice() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for start in starts() {
        for (position, mv) in random_game(&start, rng).0 {
            let choice = position.choice_of(&mv).unwrap();
            assert!(
                position.choices().contains(&choice) || position.rules().has_hidden_tiles(),
                "{position}: {mv}"
            );
            let outcomes = position.outcomes(&choice).unwrap();
            let played: Vec<String> = outcomes
                .iter()
                .map(|(mv, _)| position.observed(mv, position.last_turn()).unwrap())
                .collect();
            assert!(
                played.contains(&mv),
                "{position}: {mv} is none of {played:?}"
            );
            for (mv, _) in outcomes {
                assert_eq!(position.choice_of(&mv).unwrap(), choice, "{position}: {mv}");
            }
        }
    }
}

/// Moves of random games are annotated, and without hidden tiles the value after one is the mean
/// over its outcomes.
#[test]
fn values_after_moves_are_means_over_outcomes() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    let greedy = spec("greedy");
    for start in starts() {
        let (game, _) = random_game(&start, rng);
        let mut annotator =
            Annotator::new(&greedy, Evaluation::default(), &GameLine::new(start)).unwrap();
        let mut judge = Engine::from_spec(&greedy, Evaluation::default());
        for (before, mv) in game.iter().take(MOVES) {
            let annotation = annotator.next(before.find_move(mv).unwrap()).unwrap();
            if before.rules().has_hidden_tiles() {
                continue;
            }
            let choice = before.choice_of(mv).unwrap();
            let mut mean = 0.0;
            for (mv, probability) in before.outcomes(&choice).unwrap() {
                let mut after = *before;
                after.play(&mv).unwrap();
                let value = judge
                    .analyze_any(&after, &greedy.limits(), |_| ())
                    .unwrap()
                    .value;
                mean += probability * value_for(before, &after, &value);
            }
            let found = annotation.after.value.in_points();
            assert!(
                (found - mean).abs() < 0.011,
                "{before}: {mv} is worth {mean}, not {found}"
            );
        }
    }
}

/// An angler is judged by what it can know: the value of its move is the same in all worlds that it
/// cannot distinguish.
#[test]
fn hidden_tiles_have_no_part_in_a_judgement() {
    let lake: AnyGame =
        "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r"
            .parse()
            .unwrap();
    let other: AnyGame =
        "angling:r43!4/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r"
            .parse()
            .unwrap();
    let value = |world: &AnyGame| {
        let line = GameLine::new(*world);
        let mut annotator = Annotator::new(
            &spec("default:nodes=40,seed=1"),
            Evaluation::default(),
            &line,
        )
        .unwrap();
        annotator
            .next(world.find_move("y+1").unwrap())
            .unwrap()
            .after
            .value
    };
    assert_eq!(
        lake.view(lake.last_turn()),
        other.view(other.last_turn()),
        "the worlds look the same"
    );
    assert_eq!(value(&lake), value(&other));
}
