//! Engines find the values of minimax in every variant, on small floes.

use floe_engine::{
    AnyGame, AnyMove, Engine, GameValue, Method, Objective, SolveRequest, SolveResult, solve_any,
};
use floe_fish::Value;
use floe_game::{Game, Interval, POINT, Player, Score, TwoSided, walk};
use floe_search::{Limits, Options, Payoffs};
use floe_variants::{Centre, Outline, Rules, SetUp, Variant};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::definitions::{minimax, minimax_max_n};
use crate::late::late;

/// All rules of a [`Variant`]: everything is seen, and all tiles are ordinary ones.
fn open_rules() -> impl Iterator<Item = Rules> {
    Rules::all().filter(|rules| !rules.variant.has_chance && !rules.variant.has_special_tiles)
}

/// Positions of random games with so few moves left that plain minimax can see to the end.
fn small(rules: Rules, players: usize, layout: &str, most: u64) -> Vec<Variant> {
    let outline = Outline::by_name(layout).unwrap().unwrap();
    let set_up = SetUp {
        outline,
        centre: Centre::Open,
        ..SetUp::usual(rules, players)
    };
    let mut found = Vec::new();
    for seed in 0..60 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let Ok(dealt) = Variant::deal(&set_up, seed) else {
            continue;
        };
        let position = late(dealt, most, rng);
        if !position.is_over() {
            found.push(position);
        }
        if found.len() == 6 {
            break;
        }
    }
    found
}

fn request(threads: usize) -> SolveRequest<'static> {
    SolveRequest {
        objective: Objective::Margin,
        all: true,
        limits: Limits::default(),
        threads,
        hash_mebibytes: 1,
        checkpoint: None,
    }
}

const LAYOUTS: [&str; 3] = ["standard", "setup-2", "rows(1:4,0:5,1:4,0:5,1:4)"];

#[test]
fn two_sides_are_solved_as_minimax_says() {
    for rules in open_rules() {
        let players = if rules.teams { 4 } else { 2 };
        for layout in LAYOUTS {
            let positions = small(rules, players, layout, 3000);
            assert!(!positions.is_empty(), "{rules} {layout}");
            for position in positions {
                let truth = minimax(&position, 99, &|_: &Variant| -> Score {
                    unreachable!("all games end")
                });
                for threads in [1, 2] {
                    let solved =
                        solve_any(&AnyGame::Variant(position), &request(threads), |_| ()).unwrap();
                    assert_values_are_exact(&position, &solved, truth);
                    let end = solved
                        .line
                        .iter()
                        .fold(position, |position, &mv| after(&position, mv));
                    assert!(end.is_over(), "{:?} in {position:?}", solved.line);
                    assert_eq!(solved.line[0], solved.moves[0].0, "{position:?}");
                    assert_eq!(end.margin_of(position.side_to_move()), truth);
                }
            }
        }
    }
}

/// Asserts that a position has this margin for the player to move, and every move its own.
fn assert_values_are_exact(position: &Variant, solved: &SolveResult<AnyMove>, truth: Score) {
    let value = GameValue::Margin(Value::from_score(truth).into());
    assert_eq!(solved.bounds.value(), Some(&value), "{position:?}");
    assert_eq!(solved.moves.len(), position.moves().len());
    for &(mv, ref bounds) in &solved.moves {
        let value = GameValue::Margin(Value::from_score(worth(position, mv)).into());
        assert_eq!(bounds.value(), Some(&value), "{mv:?}: {position:?}");
    }
}

/// Small floes are solved from the first placement, with the values of all placements.
#[test]
fn placements_are_solved_as_minimax_says() {
    let outline = Outline::by_name("rows(1:2,0:3,1:2)").unwrap().unwrap();
    for rules in open_rules() {
        let players = if rules.teams { 4 } else { 2 };
        let set_up = SetUp {
            outline,
            penguins: Some(1),
            ..SetUp::usual(rules, players)
        };
        let dealt = Variant::deal(&set_up, 1).unwrap();
        for position in [
            dealt,
            walk(&dealt, 1, &mut Xoshiro256PlusPlus::seed_from_u64(1)),
        ] {
            let solved = solve_any(&AnyGame::Variant(position), &request(1), |_| ()).unwrap();
            let truth = minimax(&position, 99, &|_: &Variant| -> Score {
                unreachable!("all games end")
            });
            assert_values_are_exact(&position, &solved, truth);
            let end = solved
                .line
                .iter()
                .fold(position, |position, &mv| after(&position, mv));
            assert!(
                end.is_over() && end.margin_of(position.side_to_move()) == truth,
                "{position:?}"
            );
        }
    }
}

/// Also on the official floe, where few tiles are left, and for three players.
#[test]
fn placements_of_the_base_game_are_solved() {
    const START: &str =
        "......./......../.11..../.12321../...1.../......../......./........ A 0:0,0:0";
    for (hands, players) in [(" 1,1", 2), (" 2,2", 2), (",0:0 1,1,1", 3)] {
        let base: AnyGame = format!("{START}{hands}").parse().unwrap();
        assert!(base.is_base() && base.players() == players);
        let solved = solve_any(&base, &request(1), |_| ()).unwrap();
        let variant: Variant = match base {
            AnyGame::Two(position) => position.into(),
            AnyGame::Three(position) => position.into(),
            _ => unreachable!("two or three players"),
        };
        let value = if players == 2 {
            let truth = minimax(&variant, 99, &|_: &Variant| -> Score {
                unreachable!("all games end")
            });
            GameValue::Margin(Value::from_score(truth).into())
        } else {
            let never = |_: &Variant| -> Payoffs { unreachable!("all games end") };
            let truth = minimax_max_n(&variant, variant.last_turn(), 99, &never);
            GameValue::Results(
                truth[..players]
                    .iter()
                    .map(|&score| Value::from_score(score).into())
                    .collect(),
            )
        };
        assert_eq!(solved.bounds.value(), Some(&value), "{base}");
    }
    let large = AnyGame::from(floe_fish::deal::<2>(floe_fish::Dealing::Shuffled, 1));
    let refused = solve_any(&large, &request(1), |_| ()).unwrap_err();
    assert!(
        refused.to_string().contains("more than 32 tiles; found 60"),
        "{refused}"
    );
}

#[test]
fn more_players_are_solved_as_max_n_says() {
    for rules in open_rules().filter(|rules| !rules.teams) {
        for (players, layout) in [(3, LAYOUTS[0]), (4, LAYOUTS[1]), (3, LAYOUTS[2])] {
            for position in small(rules, players, layout, 1500) {
                let root = position.last_turn();
                let truth = minimax_max_n(&position, root, 99, &|_: &Variant| -> Payoffs {
                    unreachable!("all games end")
                });
                let solved = solve_any(&AnyGame::Variant(position), &request(1), |_| ()).unwrap();
                let values = truth[..players]
                    .iter()
                    .map(|&score| Value::from_score(score).into())
                    .collect();
                assert_eq!(
                    solved.bounds.value(),
                    Some(&GameValue::Results(values)),
                    "{position:?}"
                );
            }
        }
    }
}

fn after(position: &Variant, mv: AnyMove) -> Variant {
    position.after(mv.in_game(position))
}

/// Value of a move for the side that makes it.
fn worth(position: &Variant, mv: AnyMove) -> Score {
    let child = after(position, mv);
    let side = position.side_to_move();
    if child.is_over() {
        return child.margin_of(side);
    }
    let value = minimax(&child, 99, &|_: &Variant| -> Score {
        unreachable!("all games end")
    });
    if child.side_to_move() == side {
        value
    } else {
        -value
    }
}

fn margin(outcome: &GameValue) -> Score {
    match outcome {
        GameValue::Margin(value) => value.whole().score(),
        _ => unreachable!("there are two sides"),
    }
}

/// Bounds that are proved when a limit comes hold, and more nodes prove no less.
#[test]
fn what_is_broken_off_is_bounded() {
    let mut narrowed = 0;
    for rules in open_rules() {
        let players = if rules.teams { 4 } else { 2 };
        for position in small(rules, players, LAYOUTS[0], 3000) {
            let truth = minimax(&position, 99, &|_: &Variant| -> Score {
                unreachable!("all games end")
            });
            let mut last = None;
            for nodes in [1, 10, 20, 40, 70, 100, 300, 1000, 3000] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let request = SolveRequest {
                    limits,
                    ..request(1)
                };
                let solved = solve_any(&AnyGame::Variant(position), &request, |_| ()).unwrap();
                let least = margin(&solved.bounds.lower);
                let most = margin(&solved.bounds.upper);
                assert!(least <= truth && truth <= most, "{position:?}");
                if let Some((lower, upper)) = last {
                    assert!(lower <= least && most <= upper, "{position:?}");
                    narrowed += usize::from(least < most && (lower, upper) != (least, most));
                }
                last = Some((least, most));
                if least == most {
                    assert_eq!(
                        worth(&position, solved.line[0]),
                        truth,
                        "what is known has a move: {position:?}"
                    );
                    assert_eq!(solved.line[0], solved.moves[0].0);
                }
                for &(mv, ref bounds) in &solved.moves {
                    let value = worth(&position, mv);
                    assert!(
                        margin(&bounds.lower) <= value && value <= margin(&bounds.upper),
                        "{mv:?} {position:?}"
                    );
                }
            }
        }
    }
    assert!(narrowed > 0);
}

/// Bounds of all players' results hold, and those that are called exact are.
#[test]
fn what_is_broken_off_is_bounded_for_more_players() {
    let never = |_: &Variant| -> Payoffs { unreachable!("all games end") };
    let mut narrowed = 0;
    for rules in open_rules().filter(|rules| !rules.teams) {
        for (players, layout) in [(3, LAYOUTS[0]), (4, LAYOUTS[1]), (3, LAYOUTS[2])] {
            for position in small(rules, players, layout, 800) {
                let root = position.last_turn();
                let truth = |position: &Variant| minimax_max_n(position, root, 99, &never);
                let is_within = |bounds: &Interval<GameValue>, truth: &Payoffs| {
                    let least = results(&bounds.lower);
                    let most = results(&bounds.upper);
                    (0..players).all(|p| least[p] <= truth[p] && truth[p] <= most[p])
                };
                let value = truth(&position);
                let mut trivial = None;
                for nodes in [1, 10, 30, 100, 300] {
                    let limits = Limits {
                        nodes: Some(nodes),
                        ..Limits::default()
                    };
                    let request = SolveRequest {
                        limits,
                        ..request(1)
                    };
                    let solved = solve_any(&AnyGame::Variant(position), &request, |_| ()).unwrap();
                    assert!(is_within(&solved.bounds, &value), "{solved:?} {position:?}");
                    for &(mv, ref bounds) in &solved.moves {
                        assert!(
                            is_within(bounds, &truth(&after(&position, mv))),
                            "{mv:?} {solved:?} {position:?}"
                        );
                    }
                    let is_exact = solved.bounds.value().is_some();
                    let first = solved.line.first();
                    assert_eq!(
                        first.map(|&mv| truth(&after(&position, mv))),
                        is_exact.then_some(value),
                        "{position:?}"
                    );
                    let start = trivial.get_or_insert(solved.bounds.clone());
                    narrowed += usize::from(!is_exact && *start != solved.bounds);
                    let options = Options {
                        threads: 1,
                        hash_mebibytes: 1,
                        ..Options::default()
                    };
                    let mut engine = Engine::new(Method::MaxN, options, 0);
                    let analysis = engine.analyze(&position, &limits, |_| ()).unwrap();
                    if analysis.exact {
                        assert_eq!(results(&analysis.value), value[..players], "{position:?}");
                    }
                }
            }
        }
    }
    assert!(narrowed > 0);
}

fn results(outcome: &GameValue) -> Vec<Score> {
    match outcome {
        GameValue::Results(results) => results
            .iter()
            .map(|result| result.whole().score())
            .collect(),
        _ => unreachable!("every player has a result"),
    }
}

/// Near the end of the game `default` calls no value exact that is not, in any variant, and its
/// line leads there. Where each player is alone on its tiles, nothing is searched if the other
/// rules have no effect.
#[test]
fn what_default_proves_is_true() {
    let never = |_: &Variant| -> Payoffs { unreachable!("all games end") };
    let mut without_search = Vec::new();
    let mut open = 0;
    let mut exact = 0;
    for rules in open_rules() {
        for (players, layout) in [
            (2, LAYOUTS[0]),
            (2, LAYOUTS[2]),
            (3, LAYOUTS[0]),
            (3, LAYOUTS[2]),
            (4, LAYOUTS[0]),
        ] {
            if rules.teams && players < 4 {
                continue;
            }
            for position in small(rules, players, layout, 1500) {
                let options = Options {
                    threads: 1,
                    hash_mebibytes: 1,
                    lines: 3,
                    ..Options::default()
                };
                let limits = Limits {
                    nodes: Some(100_000),
                    ..Limits::default()
                };
                let analysis = Engine::new(Method::Default, options, 0)
                    .analyze(&position, &limits, |_| ())
                    .unwrap();
                if analysis.exact {
                    exact += 1;
                } else {
                    open += 1;
                }
                if analysis.depth == 0 {
                    without_search.push(rules.to_string());
                }
                let root = position.last_turn();
                for line in analysis.lines.iter().filter(|line| line.exact) {
                    let child = position.after(line.moves[0]);
                    let end = line
                        .moves
                        .iter()
                        .fold(position, |position, &mv| position.after(mv));
                    if position.has_two_sides() {
                        let side = position.side_to_move();
                        let truth = worth(&position, AnyMove::of(&position, line.moves[0]));
                        assert_eq!(margin(&line.value), truth, "{line:?} {position:?}");
                        assert!(
                            !end.is_over() || end.margin_of(side) == truth,
                            "{line:?} {position:?}"
                        );
                    } else {
                        let truth = minimax_max_n(&child, root, 99, &never);
                        assert_eq!(
                            results(&line.value),
                            truth[..players],
                            "{line:?} {position:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(exact > 10 * open, "{exact} exact, {open} open");
    without_search.dedup();
    for rules in ["base", "teams", "push", "push+teams"] {
        assert!(
            without_search.iter().any(|found| found == rules),
            "{rules}: {without_search:?}"
        );
    }
}

/// The winner is proved where only that is asked, and the move keeps the win.
#[test]
fn who_wins_is_proved_alone() {
    for rules in open_rules() {
        let players = if rules.teams { 4 } else { 2 };
        for position in small(rules, players, LAYOUTS[0], 3000) {
            let truth = minimax(&position, 99, &|_: &Variant| -> Score {
                unreachable!("all games end")
            });
            let request = SolveRequest {
                objective: Objective::WinDrawLoss,
                all: false,
                ..request(1)
            };
            let solved = solve_any(&AnyGame::Variant(position), &request, |_| ()).unwrap();
            let least = margin(&solved.bounds.lower);
            let most = margin(&solved.bounds.upper);
            assert!(
                least <= truth && truth <= most && least.signum() == most.signum(),
                "{position:?}"
            );
            if truth >= 0 {
                assert!(
                    worth(&position, solved.line[0]).signum() == truth.signum(),
                    "{position:?}"
                );
            }
        }
    }
}

#[test]
fn every_engine_has_a_legal_move() {
    for rules in open_rules() {
        for players in if rules.teams { 4..=4 } else { 2..=4 } {
            let dealt = Variant::deal(&SetUp::usual(rules, players), 7).unwrap();
            let later = walk(&dealt, 20, &mut Xoshiro256PlusPlus::seed_from_u64(7));
            for method in Method::ALL {
                let options = Options {
                    threads: 1,
                    hash_mebibytes: 1,
                    ..Options::default()
                };
                let mut engine = Engine::new(method, options, 1);
                for position in [dealt, later] {
                    let limits = Limits {
                        nodes: Some(200),
                        ..Limits::default()
                    };
                    let Ok(analysis) = engine.analyze(&position, &limits, |_| ()) else {
                        continue;
                    };
                    assert!(
                        position.moves().contains(&analysis.lines[0].moves[0]),
                        "{}: {position:?}",
                        method.name()
                    );
                }
            }
        }
    }
}

/// The results that a longer tree search expects of three players are near those of a shorter one.
#[test]
fn values_of_three_players_are_steady() {
    let text = ".22B1.22/22311111/1112C122/B1.222.33/23C1.121/31311A132/.122132/3B1C21A2131 A 2:2,2:2,2:2 \
                rules=whale whale=d5";
    let position: Variant = text.parse().unwrap();
    let mut last: Option<Vec<Score>> = None;
    for nodes in [1000, 2000, 4000] {
        let options = Options {
            threads: 1,
            hash_mebibytes: 16,
            ..Options::default()
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let analysis = Engine::new(Method::Mcts, options, 1)
            .analyze(&position, &limits, |_| ())
            .unwrap();
        let expected = results(&analysis.value);
        let least = 3 * POINT;
        let is_steady = |last: &Vec<Score>| {
            last.iter()
                .zip(&expected)
                .all(|(one, other)| (one - other).abs() <= least)
        };
        assert!(
            last.as_ref().is_none_or(is_steady),
            "{nodes} nodes: {last:?}, {expected:?}"
        );
        last = Some(expected);
    }
}

/// Rule 1.10 does not hold: who is stuck is free again when a neighbour is pushed away, or the
/// whale has gone.
#[test]
fn the_stuck_come_free_again() {
    let freed = |text: &str, mv: &str, player: Player| {
        let mut position: Variant = text.parse().unwrap();
        let can_move = |position: &Variant| {
            let own = position.penguins(player);
            let around = floe_hex::Layout::neighbours(position.outline, own) & position.free();
            !around.is_empty()
        };
        assert!(!can_move(&position), "{position:?}");
        position.play(position.find_move(mv).unwrap());
        assert!(can_move(&position), "{position:?}");
    };
    // A's penguin on a1 is stuck next to b1; B's on b1 pushes c1 over the edge of the ice and
    // leaves b1 free.
    let push = "A1B1A1..../......../......./......../......./......../......./3B1...... B 9:9,9:9 rules=push";
    freed(push, "b1xc1", Player::new(0));
    // The whale on b1 shuts in a1; it swims away when B has moved.
    let whale = "A11...../......../......./......../......./......../......./.B3111... B 9:9,9:9 rules=whale whale=b1";
    freed(whale, "b8-c8,whale:E", Player::new(0));
}

#[test]
fn margins_are_those_of_teams() {
    let text = "......./......../......./......../......./......../......./........ A 9:5,8:5,7:5,9:6 rules=teams";
    let position: Variant = text.parse().unwrap();
    assert_eq!(
        Value::from_score(position.margin()),
        Value {
            fish: -1,
            tiles: -1
        }
    );
}
