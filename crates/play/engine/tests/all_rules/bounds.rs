//! Values of small floes lie within what there is to win.

use std::sync::Mutex;

use floe_engine::{Analysis, AnyGame, AnyMove, Engine, GameValue, Method};
use floe_search::{Limits, Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::random_game;

/// Floes with 10 to 22 hexes and their penguins for each player.
const FLOES: [(&str, u32); 3] = [
    ("rows(1:3,0:4,1:3):112/2211/113", 1),
    ("rows(0:4,1:4,0:4,1:4):2211/1121/2311/2311", 2),
    ("rows(1:4,0:5,1:4,0:5,1:4):2211/11221/1311/21112/1332", 1),
];
/// Ends of positions with their rules.
const RULES: [&str; 7] = [
    "",
    " rules=push",
    " rules=whale whale=b3",
    " rules=push+whale whale=b3",
    " rules=hidden-whale hidden=3",
    " rules=survival",
    " rules=group",
];
const NODES: [u64; 3] = [1, 10, 100];

/// Start of a game on a floe.
fn start(rules: &str, players: usize, (rows, penguins): (&str, u32)) -> Option<AnyGame> {
    let scores = vec!["0:0"; players].join(",");
    let hands = vec![penguins.to_string(); players].join(",");
    format!("{rows} A {scores} {hands}{rules}").parse().ok()
}

/// Fish that each player has or stands on, and those of the free tiles, by the text of a position
/// of the base game.
fn counted(position: &AnyGame) -> (Vec<i32>, i32) {
    let text = position.to_string();
    let mut parts = text.split(' ');
    let floe = parts.next().unwrap().rsplit(':').next().unwrap();
    let scores = parts.nth(1).unwrap();
    let mut own: Vec<i32> = scores
        .split(',')
        .map(|score| score.split_once(':').unwrap().0.parse().unwrap())
        .collect();
    let mut free = 0;
    let mut player = None;
    for sign in floe.chars() {
        if let Some(fish) = sign.to_digit(10) {
            match player.take() {
                Some(player) => own[player] += fish as i32,
                None => free += fish as i32,
            }
        }
        if sign.is_ascii_uppercase() {
            player = Some(usize::from(sign as u8 - b'A'));
        }
    }
    (own, free)
}

/// Asserts that no value is above what its player can still reach, nor below what it has.
fn check(what: &str, position: &AnyGame, analysis: &Analysis<AnyMove>, own: &[i32], free: i32) {
    let mover = position.last_turn().index();
    for value in analysis
        .lines
        .iter()
        .map(|line| &line.value)
        .chain([&analysis.value])
    {
        match value {
            GameValue::Margin(margin) => {
                let now = own[mover] - own[mover ^ 1];
                let possible = 100 * (now - free)..=100 * (now + free);
                assert!(
                    possible.contains(&margin.points),
                    "{what}: {margin} on {position}"
                );
            }
            GameValue::Results(results) => {
                for (result, own) in results.iter().zip(own) {
                    let possible = 100 * own..=100 * (own + free);
                    assert!(
                        possible.contains(&result.points),
                        "{what}: {result} on {position}"
                    );
                }
            }
            GameValue::Left(_) => panic!("{what}: a floe has no animals"),
        }
    }
}

/// Every engine, while it searches and at the end, under limits that end it before its first ply
/// and later.
#[test]
fn values_lie_within_what_is_left() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let options = Options {
        lines: 4,
        hash_mebibytes: 1,
        threads: 1,
        ..Options::default()
    };
    let mut positions = 0;
    for floe in FLOES {
        let fish: i32 = floe
            .0
            .rsplit(':')
            .next()
            .unwrap()
            .chars()
            .filter_map(|sign| sign.to_digit(10))
            .sum::<u32>() as i32;
        let games = RULES
            .iter()
            .flat_map(|rules| (2..=4).filter_map(move |players| start(rules, players, floe)));
        for start in games {
            let (game, _) = random_game(&start, rng);
            for position in [start, game[game.len() / 3].0, game[game.len() * 2 / 3].0] {
                positions += 1;
                let is_base = !position.to_string().contains(" rules=");
                let players = position.players();
                // In other rules penguins share tiles, and a tile counts for each of them.
                let most = if is_base {
                    0
                } else {
                    fish * floe.1 as i32 * players as i32
                };
                let (own, free) = if is_base {
                    counted(&position)
                } else {
                    (vec![0; players], most)
                };
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
                        let seen = Mutex::new(Vec::new());
                        let last = Engine::new(method, options, 1)
                            .analyze_any(&position, &limits, |progress| {
                                seen.lock().unwrap().push(progress.analysis());
                            })
                            .unwrap();
                        let all = seen.into_inner().unwrap().into_iter().chain([last]);
                        all.for_each(|analysis| check(&what, &position, &analysis, &own, free));
                    }
                }
            }
        }
    }
    assert!(positions > 60, "{positions} positions");
}

/// A limit of nodes that allows one for each move and a few more completes the first ply with the
/// engine `default`, for proofs leave it as many.
#[test]
fn default_completes_the_first_ply() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for floe in FLOES {
        for _ in 0..10 {
            let (game, _) = random_game(&start("", 2, floe).unwrap(), rng);
            let placed = 2 * floe.1 as usize;
            let position = game[placed].0;
            for nodes in [40, 100, 400] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let mut engine = Engine::new(
                    Method::Default,
                    Options {
                        hash_mebibytes: 1,
                        ..Options::default()
                    },
                    1,
                );
                let analysis = engine.analyze_any(&position, &limits, |_| ()).unwrap();
                assert!(
                    analysis.exact || analysis.depth > 0,
                    "{nodes} nodes on {position}"
                );
            }
        }
    }
}
