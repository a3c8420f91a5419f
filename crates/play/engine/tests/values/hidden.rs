//! Hidden whales: engines expect the values of plain expectimax, and know what all players know.

use std::collections::HashMap;

use floe_engine::{
    AnyGame, Engine, GameValue, MeanValue, Method, Objective, SolveRequest, solve_any,
};
use floe_fish::Value;
use floe_game::{Chance, Game, Notated, Player};
use floe_search::{Limits, Mean, Options, Payoffs};
use floe_variants::{
    Centre, ChanceMove, Hidden, HiddenWhale, Outline, Rules, SetUp, VariantRules, Whales,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::definitions::{expectimax, expectimax_all};
use crate::late::late;

fn deal(players: usize, layout: &str, seed: u64) -> Hidden {
    let outline = Outline::by_name(layout).unwrap().unwrap();
    let rules = Rules {
        variant: HiddenWhale::INFO,
        teams: false,
    };
    let centre = Centre::MinusTwo;
    let whales = Whales::BOTH;
    Hidden::deal(
        &SetUp {
            outline,
            centre,
            whales,
            ..SetUp::usual(rules, players)
        },
        seed,
    )
    .unwrap()
}

/// Positions of random games with a whale still hidden, so late that plain expectimax can see to
/// the end.
fn small(players: usize, layout: &str, most: u64) -> Vec<Hidden> {
    let mut found = Vec::new();
    for seed in 0..200 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let position = late(deal(players, layout, seed), most, rng);
        if !position.is_over() && position.state().whales != Whales::NONE && found.len() < 8 {
            found.push(position);
        }
    }
    assert!(found.len() > 3, "{players} {layout}: {}", found.len());
    found
}

fn request(limits: Limits<'_>) -> SolveRequest<'_> {
    SolveRequest {
        objective: Objective::Margin,
        all: true,
        limits,
        threads: 1,
        hash_mebibytes: 1,
        checkpoint: None,
    }
}

/// Value as it is printed, to the hundredth. The last digit may be rounded either way.
fn is_told_as(told: MeanValue, mean: Mean) -> bool {
    let score = f64::from(
        Value {
            fish: told.points,
            tiles: told.tie_break,
        }
        .score(),
    ) / 100.0;
    (score - mean.score).abs() < 0.7
}

/// Value of a choice for the player who makes it.
fn worth(position: &Hidden, choice: ChanceMove) -> Mean {
    let mut mean = Mean::default();
    position.for_each_outcome(choice, |mv, probability| {
        let child = position.after(mv);
        let value = expectimax(&child, 99, &|_: &Hidden| unreachable!("all games end")).score;
        let own = child.is_over() || child.last_turn() == position.last_turn();
        // The margin of a finished game is the first player's.
        let turned = if child.is_over() {
            position.last_turn() != Player::new(0)
        } else {
            !own
        };
        mean.score += probability * if turned { -value } else { value };
    });
    mean
}

const LAYOUTS: [&str; 3] = ["standard", "setup-2", "rows(1:4,0:5,1:4,0:5,1:4)"];

#[test]
fn two_players_are_solved_as_expectimax_says() {
    for layout in LAYOUTS {
        for position in small(2, layout, 4000) {
            let never = |_: &Hidden| unreachable!("all games end");
            let truth = expectimax(&position, 99, &never);
            let solved = solve_any(&position.into(), &request(Limits::default()), |_| ()).unwrap();
            let Some(GameValue::Margin(value)) = solved.bounds.value() else {
                panic!("{solved:?} {position:?}")
            };
            assert!(is_told_as(*value, truth), "{value} {truth:?} {position:?}");
            assert_eq!(solved.moves.len(), position.choices().len());
            for (mv, bounds) in &solved.moves {
                let mean = worth(&position, mv.in_game(&position));
                let Some(GameValue::Margin(value)) = bounds.value() else {
                    panic!("{solved:?}")
                };
                assert!(
                    is_told_as(*value, mean),
                    "{mv:?}: {value} {mean:?} {position:?}"
                );
            }
        }
    }
}

#[test]
fn more_players_are_solved_as_its_definition_says() {
    for (players, layout) in [(3, LAYOUTS[0]), (4, LAYOUTS[1])] {
        for position in small(players, layout, 1500) {
            let never = |_: &Hidden| -> Payoffs { unreachable!("all games end") };
            let truth = expectimax_all(&position, position.last_turn(), 99, &never);
            let solved = solve_any(&position.into(), &request(Limits::default()), |_| ()).unwrap();
            let Some(GameValue::Results(values)) = solved.bounds.value() else {
                panic!("{solved:?} {position:?}")
            };
            for (value, mean) in values.iter().zip(truth) {
                assert!(is_told_as(*value, mean), "{value:?} {mean:?} {position:?}");
            }
        }
    }
}

/// The default engine proves late positions of three and four players, with fish and tiles.
#[test]
fn analysis_proves_what_it_can() {
    for (players, layout) in [(3, LAYOUTS[0]), (4, LAYOUTS[1])] {
        let mut exact = 0;
        for position in small(players, layout, 1500) {
            let limits = Limits {
                nodes: Some(20_000),
                ..Limits::default()
            };
            let analysis = engine(Method::Default)
                .analyze(&position, &limits, |_| ())
                .unwrap();
            if analysis.exact {
                let solved =
                    solve_any(&position.into(), &request(Limits::default()), |_| ()).unwrap();
                assert_eq!(Some(&analysis.value), solved.bounds.value(), "{position:?}");
                exact += 1;
            }
        }
        assert!(exact > 0, "{players} {layout}");
    }
}

/// Whether a mean lies within bounds: of 128 times the fish and the tiles, each printed to the
/// hundredth.
fn is_within(least: MeanValue, most: MeanValue, mean: Mean) -> bool {
    let score = |told: MeanValue| {
        f64::from(
            Value {
                fish: told.points,
                tiles: told.tie_break,
            }
            .score(),
        ) / 100.0
    };
    let rounding = if least == most { 0.7 } else { 1e-6 };
    score(least) <= mean.score + rounding && mean.score <= score(most) + rounding
}

#[test]
fn what_is_broken_off_is_bounded() {
    let never = |_: &Hidden| unreachable!("all games end");
    let told = |outcome: &GameValue| match outcome {
        GameValue::Margin(value) => *value,
        _ => unreachable!("there are two players, and chance"),
    };
    let mut narrowed = 0;
    for position in small(2, LAYOUTS[0], 2000)
        .into_iter()
        .chain(small(2, LAYOUTS[1], 2000))
    {
        let truth = expectimax(&position, 99, &never);
        let mut trivial = None;
        let worth: HashMap<ChanceMove, Mean> = position
            .choices()
            .into_iter()
            .map(|choice| (choice, worth(&position, choice)))
            .collect();
        for nodes in [1, 30, 100, 300, 1000] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let solved = solve_any(&position.into(), &request(limits), |_| ()).unwrap();
            let least = told(&solved.bounds.lower);
            let most = told(&solved.bounds.upper);
            assert!(
                is_within(least, most, truth),
                "{least} {truth:?} {most} {position:?}"
            );
            for (mv, bounds) in &solved.moves {
                let mean = worth[&mv.in_game(&position)];
                assert!(
                    is_within(told(&bounds.lower), told(&bounds.upper), mean),
                    "{mv:?}: {bounds:?} {mean:?}"
                );
            }
            let is_exact = solved.bounds.value().is_some();
            assert_eq!(is_exact, !solved.line.is_empty());
            narrowed +=
                usize::from(!is_exact && *trivial.get_or_insert((least, most)) != (least, most));
        }
    }
    assert!(narrowed > 0);
}

#[test]
fn what_is_broken_off_is_bounded_for_more_players() {
    let never = |_: &Hidden| -> Payoffs { unreachable!("all games end") };
    let told = |outcome: &GameValue| match outcome {
        GameValue::Results(values) => values.clone(),
        _ => unreachable!("there are more players, and chance"),
    };
    let mut narrowed = 0;
    for (players, layout) in [(3, LAYOUTS[0]), (4, LAYOUTS[1])] {
        for position in small(players, layout, 1500) {
            let truth = expectimax_all(&position, position.last_turn(), 99, &never);
            let mut trivial = None;
            for nodes in [1, 30, 100, 300, 1000] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let solved = solve_any(&position.into(), &request(limits), |_| ()).unwrap();
                let least = told(&solved.bounds.lower);
                let most = told(&solved.bounds.upper);
                for player in 0..players {
                    assert!(
                        is_within(least[player], most[player], truth[player]),
                        "{solved:?} {truth:?} {position:?}"
                    );
                }
                let is_exact = solved.bounds.value().is_some();
                assert_eq!(is_exact, !solved.line.is_empty());
                narrowed += usize::from(
                    !is_exact && *trivial.get_or_insert(solved.bounds.clone()) != solved.bounds,
                );
            }
        }
    }
    assert!(narrowed > 0);
}

fn choose(engine: &mut Engine, position: &Hidden) -> Option<ChanceMove> {
    let limits = Limits {
        nodes: Some(50),
        ..Limits::default()
    };
    let analysis = engine.analyze(position, &limits, |_| ()).ok()?;
    assert!(
        position.choices().contains(&analysis.lines[0].moves[0]),
        "{position:?}"
    );
    Some(analysis.lines[0].moves[0])
}

fn engine(method: Method) -> Engine {
    Engine::new(
        method,
        Options {
            threads: 1,
            hash_mebibytes: 1,
            ..Options::default()
        },
        1,
    )
}

/// All methods that play with this number of players.
fn methods(players: usize) -> impl Iterator<Item = Method> {
    Method::ALL
        .into_iter()
        .filter(move |&method| choose(&mut engine(method), &deal(players, "standard", 1)).is_some())
}

/// All players play the same in worlds that have shown the same; after that, every world has
/// another game.
#[test]
fn nobody_knows_more_than_everybody() {
    for players in 2..=3 {
        assert!(methods(players).count() >= 5);
        for method in methods(players) {
            let start = deal(players, "standard", 3);
            let worlds: Vec<u64> = (0..3).collect();
            let mut games: Vec<(Hidden, Engine, String)> = worlds
                .iter()
                .map(|_| (start, engine(method), String::new()))
                .collect();
            let mut parted = 0;
            while games.iter().any(|(position, ..)| !position.is_over()) {
                for (world, (position, engine, moves)) in worlds.iter().zip(&mut games) {
                    if position.is_over() {
                        continue;
                    }
                    let choice = choose(engine, position).unwrap();
                    let mv = position.outcome_in(choice, *world);
                    *moves +=
                        &format!("{}>{} ", position.move_text(choice), position.move_text(mv));
                    position.play(mv);
                }
            }
            let (_, _, first) = &games[0];
            for (_, _, other) in &games[1..] {
                let differs = first.split(' ').zip(other.split(' ')).find(|(a, b)| a != b);
                let Some((a, b)) = differs else { continue };
                parted += 1;
                let choice = |pair: &str| pair.split('>').next().unwrap().to_owned();
                assert_eq!(
                    choice(a),
                    choice(b),
                    "{}: they part by what chance does",
                    method.name()
                );
            }
            assert!(parted > 0, "{}: the worlds are different", method.name());
        }
    }
}

/// A position says no more than its text, and an engine asks for no more.
#[test]
fn what_is_written_is_all_there_is() {
    for method in methods(2) {
        for position in small(2, LAYOUTS[0], 4000) {
            let AnyGame::Hidden(read) = position.to_string().parse().unwrap() else {
                panic!("{position:?}")
            };
            assert_eq!(
                choose(&mut engine(method), &position),
                choose(&mut engine(method), &read),
                "{position:?}"
            );
        }
    }
}
