//! Two players: the solver finds what brute force finds, with everything switched on and off.

use floe_endgame::{IndependentAreas, Objective, Solution, Solver, SolverFeatures, SolverOptions};
use floe_fish::{Move, Position, Value};
use floe_game::{Game, Score, TwoSided};
use floe_search::Limits;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::literal;
use crate::positions::{Kind, played, study, study_apart};
use crate::rounds;

/// Final margin for the player to move by brute force, in 1/128 fish.
pub(crate) fn truth(position: &Position<2>) -> Score {
    let (fish, tiles) = literal::margin_to_come(position);
    let to_come = Value {
        fish: fish.into(),
        tiles: tiles.into(),
    }
    .score();
    position.margin_of(position.side(position.last_turn())) + to_come
}

fn solution(
    position: &Position<2>,
    features: SolverFeatures,
    threads: usize,
    objective: Objective,
) -> Solution {
    let options = SolverOptions {
        threads,
        hash_mebibytes: 1,
        features,
    };
    let mut solver = Solver::new(options).expect("there is a MiB of memory");
    solver.solve(position, objective, &Limits::default(), |_| ())
}

fn solve(position: &Position<2>, features: SolverFeatures, threads: usize) -> Score {
    let solution = solution(position, features, threads, Objective::Margin);
    assert!(solution.bounds.is_exact(), "{position:?}");
    check_line(position, &solution.line, solution.bounds.lower);
    solution.bounds.lower
}

/// A line is legal, goes to the end and has the value.
fn check_line(position: &Position<2>, line: &[Move], margin: Score) {
    let mut game = *position;
    for &mv in line {
        assert!(game.moves().contains(&mv), "{mv} in {line:?}\n{position:?}");
        game.play(mv);
    }
    assert!(game.is_over(), "the line {line:?} ends early\n{position:?}");
    assert_eq!(
        game.margin_of(position.side(position.last_turn())),
        margin,
        "{line:?}\n{position:?}"
    );
}

fn check_everything_on(position: &Position<2>) {
    let truth = truth(position);
    assert_eq!(
        solve(position, SolverFeatures::ALL, 1),
        truth,
        "{position:?}"
    );
    let winner = solution(position, SolverFeatures::ALL, 1, Objective::WinDrawLoss);
    assert!(
        winner.is_decided() && winner.bounds.contains(&truth),
        "{winner:?}\n{position:?}"
    );
    assert!(
        truth != 0 || winner.bounds.is_exact(),
        "a draw is exact: {winner:?}\n{position:?}"
    );
    if let Some(results) = IndependentAreas::default().results(position) {
        let me = position.last_turn().index();
        assert_eq!(results[me] - results[1 - me], truth, "{position:?}");
    }
}

/// Endings of up to twelve free tiles that huddle or lie apart, some of them from random play.
#[test]
fn everything_on_is_brute_force() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for round in 0..rounds(10_000) {
        let kind = Kind {
            live: 1 + round % 12,
            penguins: 1 + round % 4,
            scattered: round as u32 % 6,
        };
        check_everything_on(&if round % 5 == 0 {
            played(rng, kind.live as u32)
        } else {
            study(rng, kind)
        });
    }
}

/// Larger endings, of thirteen to sixteen free tiles.
#[test]
fn larger_endings_are_brute_force() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for round in 0..rounds(120) {
        let kind = Kind {
            live: 13 + round % 4,
            penguins: 1 + round % 2,
            scattered: round as u32 % 5,
        };
        check_everything_on(&study(rng, kind));
    }
}

/// Two fights at once, of four to six free tiles each.
#[test]
fn fights_apart_are_brute_force() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(6);
    for round in 0..400 {
        let kind = Kind {
            live: 4 + round % 3,
            penguins: 1 + round % 2,
            scattered: round as u32 % 3,
        };
        let position = study_apart(rng, kind);
        check_everything_on(&position);
        let sub_games = SolverFeatures {
            sub_games: true,
            ..SolverFeatures::NONE
        };
        assert_eq!(
            solve(&position, sub_games, 1),
            truth(&position),
            "{position:?}"
        );
    }
}

fn switched_off() -> Vec<SolverFeatures> {
    let all = SolverFeatures::ALL;
    vec![
        all,
        SolverFeatures {
            areas: false,
            ..all
        },
        SolverFeatures {
            waiting: false,
            ..all
        },
        SolverFeatures {
            incremental: false,
            ..all
        },
        SolverFeatures {
            bounds: false,
            ..all
        },
        SolverFeatures {
            sub_games: false,
            ..all
        },
        SolverFeatures {
            table: false,
            ..all
        },
        SolverFeatures {
            look_ahead: false,
            ..all
        },
        SolverFeatures {
            ordering: false,
            ..all
        },
        SolverFeatures {
            network: false,
            ..all
        },
        SolverFeatures {
            areas: true,
            ..SolverFeatures::NONE
        },
        SolverFeatures {
            sub_games: true,
            ..SolverFeatures::NONE
        },
        SolverFeatures {
            table: true,
            ..SolverFeatures::NONE
        },
        SolverFeatures::NONE,
    ]
}

#[test]
fn everything_off_in_turn_is_brute_force() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    for round in 0..400 {
        let kind = Kind {
            live: 1 + round % 10,
            penguins: 1 + round % 3,
            scattered: round as u32 % 6,
        };
        let position = study(rng, kind);
        let truth = truth(&position);
        for features in switched_off() {
            assert_eq!(
                solve(&position, features, 1),
                truth,
                "{features:?}\n{position:?}"
            );
        }
        assert_eq!(
            solve(&position, SolverFeatures::ALL, 3),
            truth,
            "three threads\n{position:?}"
        );
    }
}

/// Large enough for the shared table, the looks ahead and the threads to matter; too large for
/// brute force.
#[test]
fn thread_counts_and_features_agree() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(4);
    for round in 0..40 {
        let position = played(rng, 18 + round % 4);
        let value = solve(&position, SolverFeatures::ALL, 1);
        for threads in [2, 4] {
            assert_eq!(
                solve(&position, SolverFeatures::ALL, threads),
                value,
                "{threads} threads\n{position:?}"
            );
        }
        let look_ahead = SolverFeatures {
            look_ahead: false,
            incremental: false,
            ..SolverFeatures::ALL
        };
        assert_eq!(solve(&position, look_ahead, 1), value, "{position:?}");
    }
}

/// Large enough for the network to order moves: of one penguin a side by brute force, of more
/// without the network.
#[test]
fn the_network_changes_no_value() {
    let without = SolverFeatures {
        network: false,
        ..SolverFeatures::ALL
    };
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
    for scattered in 0..2 {
        let position = study(
            rng,
            Kind {
                live: 18,
                penguins: 1,
                scattered,
            },
        );
        let truth = truth(&position);
        for features in [SolverFeatures::ALL, without] {
            assert_eq!(
                solve(&position, features, 1),
                truth,
                "{features:?}\n{position:?}"
            );
        }
    }
    let mut differing = 0;
    for round in 0..40 {
        let position = played(rng, 20 + round % 6);
        let [with, without] = [SolverFeatures::ALL, without]
            .map(|features| solution(&position, features, 1, Objective::Margin));
        assert_eq!(with.bounds, without.bounds, "{position:?}");
        differing += u32::from(with.nodes != without.nodes);
    }
    assert!(
        differing > 10,
        "the order differs in {differing} of 40 endings"
    );
}

#[test]
fn interrupted_bounds_hold() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    let mut keeping = 0;
    for nodes in 1..400 {
        let position = played(rng, 20);
        let value = solve(&position, SolverFeatures::ALL, 1);
        let mut solver = Solver::new(SolverOptions {
            hash_mebibytes: 1,
            ..SolverOptions::default()
        })
        .unwrap();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let solution = solver.solve(&position, Objective::Margin, &limits, |_| ());
        assert!(
            solution.bounds.contains(&value),
            "{solution:?} but {value}\n{position:?}"
        );
        if solution.bounds.is_exact() {
            continue;
        }
        let Some(&best) = solution.line.first() else {
            continue;
        };
        let child = position.after(best);
        let after = solve(&child, SolverFeatures::ALL, 1);
        let kept = if child.last_turn() == position.last_turn() {
            after
        } else {
            -after
        };
        assert!(
            kept >= solution.bounds.lower,
            "{best} keeps {kept} of {solution:?}\n{position:?}"
        );
        keeping += 1;
    }
    assert!(keeping > 20, "{keeping} moves without an exact value");
}
