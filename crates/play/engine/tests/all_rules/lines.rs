use std::cmp::Reverse;
use std::sync::Mutex;

use floe_engine::{Analysis, AnyGame, Engine, GameValue, Method};
use floe_game::Player;
use floe_search::{Limits, Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// Limits of nodes: some end a search within its first depth.
const NODES: [u64; 5] = [1, 2, 40, 150, 700];
const LINES: usize = 5;

/// Methods that prefer a move by the value that they show.
const BY_VALUE: [Method; 3] = [Method::AlphaBeta, Method::MaxN, Method::Expectimax];

/// Value for the player to move: more is better.
fn value_for(player: Player, value: &GameValue) -> (i32, i32) {
    match value {
        GameValue::Margin(value) => (value.points, value.tie_break),
        GameValue::Left(value) => (-value.points, 0),
        GameValue::Results(values) => (
            values[player.index()].points,
            values[player.index()].tie_break,
        ),
    }
}

/// Lines after the first are in the order of their values, and no two lines begin with the same
/// move.
fn check(what: &str, position: &AnyGame, analysis: &Analysis<String>) {
    let player = position.last_turn();
    let values: Vec<_> = analysis
        .lines
        .iter()
        .map(|line| value_for(player, &line.value))
        .collect();
    let others = values.get(1..).unwrap_or_default();
    assert!(
        others.is_sorted_by_key(|&value| Reverse(value)),
        "{what}: {values:?} on {position}"
    );
    assert_eq!(
        values.first().copied(),
        analysis
            .lines
            .first()
            .map(|_| value_for(player, &analysis.value)),
        "{what}"
    );
    let mut firsts: Vec<&String> = analysis.lines.iter().map(|line| &line.moves[0]).collect();
    let choices = position.choices();
    assert!(
        firsts.iter().all(|first| choices.contains(first)),
        "{what}: {firsts:?} on {position}"
    );
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), analysis.lines.len(), "{what} on {position}");
    assert!(
        (1..=LINES).contains(&firsts.len()) || choices.is_empty(),
        "{what} on {position}"
    );
}

/// Lines have the promised order with every engine, in every game, and under every limit, also
/// while the search goes on.
#[test]
fn lines_are_in_order() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    let options = Options {
        lines: LINES,
        hash_mebibytes: 1,
        threads: 1,
        ..Options::default()
    };
    for start in starts() {
        let (game, _) = random_game(&start, rng);
        for position in [start, game[game.len() * 2 / 3].0] {
            for method in Method::ALL {
                if method
                    .unmet_need(position.rules(), position.sides())
                    .is_some()
                {
                    continue;
                }
                for nodes in NODES {
                    let limits = Limits {
                        nodes: Some(nodes),
                        ..Limits::default()
                    };
                    let what = format!("{}:nodes={nodes}", method.name());
                    let reports = Mutex::new(Vec::new());
                    let report = |analysis| reports.lock().unwrap().push(analysis);
                    let mut engine = Engine::new(method, options, 1);
                    let last = engine
                        .analyze_any(&position, &limits, |progress| {
                            report(progress.analysis().in_notation(&position));
                        })
                        .unwrap();
                    report(last.in_notation(&position));
                    if BY_VALUE.contains(&method) {
                        let values = last
                            .lines
                            .iter()
                            .map(|line| value_for(position.last_turn(), &line.value));
                        let values: Vec<_> = values.collect();
                        assert!(
                            values.is_sorted_by_key(|&value| Reverse(value)),
                            "{what}: {values:?} on {position}"
                        );
                    }
                    reports
                        .into_inner()
                        .unwrap()
                        .iter()
                        .for_each(|analysis| check(&what, &position, analysis));
                }
            }
        }
    }
}
