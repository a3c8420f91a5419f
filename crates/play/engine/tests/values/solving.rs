//! Solving says of small floes what minimax and max^n say of them, for positions and for every
//! move.

use std::time::Duration;

use floe_engine::{Engine, Evaluation, GameValue, Method, Objective, SolveRequest, solve};
use floe_fish::{Dealing, Position, Value, deal, place_at_random};
use floe_game::{Game, Interval, Score, Side, TwoSided, walk};
use floe_search::{Limits, Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::definitions::{minimax, minimax_max_n};

fn small<const N: usize>(seed: u64, free: u32) -> Position<N> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position: Position<N> = place_at_random(&deal(Dealing::Shuffled, seed), rng);
    while position.free().len() > free && !position.is_over() {
        position = walk(&position, 1, rng);
    }
    position
}

fn request(all: bool) -> SolveRequest<'static> {
    SolveRequest {
        objective: Objective::Margin,
        all,
        limits: Limits::default(),
        threads: 1,
        hash_mebibytes: 1,
        checkpoint: None,
    }
}

fn exactly(score: Score) -> Interval<GameValue> {
    let outcome = GameValue::Margin(Value::from_score(score).into());
    Interval::exact(outcome)
}

#[test]
fn every_move_of_two_players_is_solved() {
    let eval = Evaluation::default();
    for seed in 0..40 {
        let position = small::<2>(seed, 10);
        if position.is_over() {
            continue;
        }
        let side = position.side_to_move();
        let of = |position: &Position<2>| {
            let value = minimax(position, 99, &eval);
            if position.side_to_move() == side {
                value
            } else {
                -value
            }
        };
        let solved = solve(&position, &request(true), |_| ()).unwrap();
        assert_eq!(solved.bounds, exactly(of(&position)), "{position:?}");
        assert_eq!(solved.moves.len(), position.moves().len());
        for (mv, bounds) in &solved.moves {
            // A finished game has no side to move; minimax takes the first.
            let after = position.after(*mv);
            let value = if after.is_over() {
                if side == Side::First {
                    after.margin()
                } else {
                    -after.margin()
                }
            } else {
                of(&after)
            };
            assert_eq!(*bounds, exactly(value), "{mv}\n{position:?}");
        }
        assert_eq!(solved.moves[0].1, solved.bounds, "the best comes first");
    }
}

#[test]
fn three_players_every_move() {
    for seed in 0..15 {
        let position = small::<3>(seed, 9);
        if position.is_over() {
            continue;
        }
        let root = position.last_turn();
        let solved = solve(&position, &request(true), |_| ()).unwrap();
        for (mv, bounds) in &solved.moves {
            let value = minimax_max_n(&position.after(*mv), root, 99, &Evaluation::default());
            let values = value[..3]
                .iter()
                .map(|&score| Value::from_score(score).into())
                .collect();
            assert_eq!(
                bounds.value(),
                Some(&GameValue::Results(values)),
                "{mv}\n{position:?}"
            );
        }
        assert_eq!(solved.moves[0].1, solved.bounds);
        assert_eq!(solved.moves.len(), position.moves().len());
    }
}

#[test]
fn who_wins_is_told_without_by_how_much() {
    for seed in 0..20 {
        let position = small::<2>(seed, 16);
        let wdl = SolveRequest {
            objective: Objective::WinDrawLoss,
            ..request(false)
        };
        let bounds = solve(&position, &wdl, |_| ()).unwrap().bounds;
        let exact = solve(&position, &request(false), |_| ()).unwrap().bounds;
        let margins = |bounds: &Interval<GameValue>| match (&bounds.lower, &bounds.upper) {
            (GameValue::Margin(least), GameValue::Margin(most)) => {
                (least.whole().score(), most.whole().score())
            }
            _ => panic!("two players"),
        };
        let (least, most) = margins(&bounds);
        let (value, _) = margins(&exact);
        assert!((least..=most).contains(&value));
        assert_eq!(least.signum(), most.signum(), "it is decided\n{position:?}");
    }
}

#[test]
fn a_limit_leaves_bounds_that_hold() {
    let position = small::<2>(3, 30);
    let limits = Limits {
        nodes: Some(500),
        ..Limits::default()
    };
    let solved = solve(
        &position,
        &SolveRequest {
            limits,
            ..request(false)
        },
        |_| (),
    )
    .unwrap();
    assert!(solved.bounds.value().is_none());
    assert!(solved.nodes <= 500);
    let dealt: Position<2> = deal(Dealing::Shuffled, 1);
    assert!(solve(&dealt, &request(false), |_| ()).is_err());
}

/// No more moves are searched when a limit is reached: of these only what is certain is reported.
#[test]
fn a_limit_holds_for_all_moves_together() {
    let position = small::<2>(3, 30);
    for (limits, threads) in [
        (
            Limits {
                nodes: Some(300),
                ..Limits::default()
            },
            1,
        ),
        (
            Limits {
                nodes: Some(300),
                ..Limits::default()
            },
            4,
        ),
        (
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
            1,
        ),
    ] {
        let solved = solve(
            &position,
            &SolveRequest {
                limits,
                threads,
                ..request(true)
            },
            |_| (),
        )
        .unwrap();
        assert_eq!(solved.moves.len(), position.moves().len());
        assert!(solved.nodes <= 300 + 4 * 5, "{} nodes", solved.nodes);
    }
}

/// Analysis of a position in which nothing is contested needs no search, for any number of players,
/// and agrees with the solver.
#[test]
fn what_is_separated_is_exact_at_once() {
    let options = Options {
        lines: 99,
        ..Options::default()
    };
    let mut separated = 0;
    for seed in 0..300 {
        let position = small::<2>(seed, 14);
        let mut engine = Engine::new(Method::Default, options, 0);
        let analysis = engine
            .analyze(&position, &Limits::default(), |_| ())
            .unwrap();
        if analysis.depth > 0 || position.is_over() {
            continue;
        }
        separated += 1;
        let solved = solve(&position, &request(true), |_| ()).unwrap();
        assert_eq!(Some(&analysis.value), solved.bounds.value());
        assert_eq!(analysis.lines.len(), solved.moves.len());
        for line in analysis.lines {
            let (_, bounds) = solved
                .moves
                .iter()
                .find(|(mv, _)| *mv == line.moves[0])
                .unwrap();
            assert_eq!(Some(&line.value), bounds.value());
            let end = line
                .moves
                .iter()
                .fold(position, |position, &mv| position.after(mv));
            assert!(end.is_over());
        }
    }
    assert!(separated > 30, "only {separated} positions were separated");
}
