//! Every engine finds the values of minimax on small floes for 2, 3 and 4 players, also with random
//! evaluations.

use floe_engine::{Engine, Evaluation, GameValue, Method};
use floe_fish::{Dealing, Position, Value, deal};
use floe_game::{Game, Keyed, Player, Score, TwoSided, walk};
use floe_search::{AlphaBeta, EvalAll, Limits, MaxN, NoOracle, Options, Paranoid, Payoffs};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::definitions::{minimax, minimax_max_n};

/// A position of a random game with so few moves left that plain minimax can see to the end.
fn small<const N: usize>(seed: u64, tiles: u32) -> Position<N> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position: Position<N> = deal(Dealing::Shuffled, seed);
    while position.free().len() > tiles && !position.is_over() {
        position = walk(&position, 1, rng);
    }
    position
}

fn random(key: u64) -> Score {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as Score % 2001 - 1000
}

fn plain() -> Options {
    Options {
        hash_mebibytes: 1,
        selective: false,
        ..Options::default()
    }
}

#[test]
fn alpha_beta_is_minimax_at_every_depth() {
    for seed in 0..40 {
        let position = small::<2>(seed, 14);
        if position.is_over() {
            continue;
        }
        let eval = |position: &Position<2>| {
            position.margin_of(position.side_to_move()) + random(position.key())
        };
        for depth in 1..=4 {
            for threads in [1, 2] {
                let mut search =
                    AlphaBeta::new(eval, NoOracle, Options { threads, ..plain() }).unwrap();
                let report = search.search(
                    &position,
                    &Limits {
                        depth,
                        ..Limits::default()
                    },
                    |_| (),
                );
                assert_eq!(
                    report.lines[0].value,
                    minimax(&position, report.depth, &eval),
                    "depth {depth}\n{position:?}"
                );
            }
        }
    }
}

#[test]
fn alpha_beta_with_all_its_tricks_proves_the_truth() {
    for seed in 0..60 {
        let position = small::<2>(seed, 10);
        // A finished game is seen from the player who had the last turn.
        let over = position
            .is_over()
            .then(|| position.margin_of(position.side(position.last_turn())));
        let truth = over.unwrap_or_else(|| minimax(&position, 99, &Evaluation::default()));
        for (threads, lines) in [(1, 1), (2, 1), (1, 3)] {
            let options = Options {
                threads,
                lines,
                hash_mebibytes: 1,
                ..Options::default()
            };
            let mut engine = Engine::new(Method::Default, options, 0);
            let analysis = engine
                .analyze(&position, &Limits::default(), |_| ())
                .unwrap();
            assert!(analysis.exact, "{position:?}");
            assert_eq!(
                analysis.value,
                GameValue::Margin(Value::from_score(truth).into()),
                "{position:?}"
            );
            for line in &analysis.lines {
                let end = line
                    .moves
                    .iter()
                    .fold(position, |position, &mv| position.after(mv));
                assert!(end.is_over(), "a proven line goes to the end\n{position:?}");
                let margin = Value::from_score(end.margin_of(position.side_to_move()));
                assert_eq!(
                    line.value,
                    GameValue::Margin(margin.into()),
                    "and reaches its value\n{position:?}"
                );
            }
            if let Some(best) = analysis.lines.first() {
                let after = position.after(best.moves[0]);
                let value = minimax(&after, 99, &Evaluation::default());
                let value = if after.side_to_move() == position.side_to_move() {
                    value
                } else {
                    -value
                };
                assert_eq!(value, truth, "the best move keeps the value\n{position:?}");
            }
        }
    }
}

fn guess<const N: usize>(position: &Position<N>) -> Payoffs {
    let mut payoffs = Payoffs::default();
    for player in Player::first(N) {
        payoffs[player.index()] =
            position.score(player) + random(position.key() ^ player.index() as u64) + 1000;
    }
    payoffs
}

fn max_n_agrees<const N: usize>() {
    for seed in 0..25 {
        let position = small::<N>(seed, 10);
        if position.is_over() {
            continue;
        }
        let root = position.last_turn();
        for depth in [1, 2, 3, 4, 99] {
            for threads in [1, 2] {
                let options = Options { threads, ..plain() };
                let mut search = MaxN::new(guess::<N>, options).unwrap();
                let report = search.search(
                    &position,
                    &Limits {
                        depth,
                        ..Limits::default()
                    },
                    |_| (),
                );
                let expected = minimax_max_n(&position, root, depth, &guess::<N>);
                assert_eq!(
                    report.lines[0].value, expected,
                    "depth {depth}\n{position:?}"
                );
                assert!(depth < 99 || report.is_exact());
            }
        }
    }
}

#[test]
fn max_n_of_three_is_minimax() {
    max_n_agrees::<3>();
}

#[test]
fn max_n_of_four_is_minimax() {
    max_n_agrees::<4>();
}

fn paranoid_agrees<const N: usize>() {
    for seed in 0..25 {
        let position = small::<N>(seed, 10);
        if position.is_over() {
            continue;
        }
        let game = Paranoid::new(position, position.last_turn());
        let eval =
            |game: &Paranoid<Position<N>>| game.margin_of(game.side_to_move()) + random(game.key());
        for depth in 1..=4 {
            let mut search = AlphaBeta::new(eval, NoOracle, plain()).unwrap();
            let report = search.search(
                &game,
                &Limits {
                    depth,
                    ..Limits::default()
                },
                |_| (),
            );
            assert_eq!(
                report.lines[0].value,
                minimax(&game, report.depth, &eval),
                "depth {depth}\n{position:?}"
            );
        }
    }
}

fn best_reply_agrees<const N: usize>() {
    for seed in 0..25 {
        let position = small::<N>(seed, 10);
        if position.is_over() {
            continue;
        }
        let last = |position: &Position<N>| *position.moves().last().unwrap();
        let game = Paranoid::with_one_reply(position, position.last_turn(), last);
        let eval =
            |game: &Paranoid<Position<N>>| game.margin_of(game.side_to_move()) + random(game.key());
        for depth in 1..=6 {
            let mut search = AlphaBeta::new(eval, NoOracle, plain()).unwrap();
            let report = search.search(
                &game,
                &Limits {
                    depth,
                    ..Limits::default()
                },
                |_| (),
            );
            assert_eq!(
                report.lines[0].value,
                minimax(&game, report.depth, &eval),
                "depth {depth}\n{position:?}"
            );
        }
    }
}

#[test]
fn best_reply_of_three_is_minimax() {
    best_reply_agrees::<3>();
}

#[test]
fn best_reply_of_four_is_minimax() {
    best_reply_agrees::<4>();
}

#[test]
fn paranoid_of_three_is_minimax() {
    paranoid_agrees::<3>();
}

#[test]
fn paranoid_of_four_is_minimax() {
    paranoid_agrees::<4>();
}

#[test]
fn guesses_stay_in_their_range() {
    for seed in 0..200 {
        let position = small::<3>(seed, (seed % 50) as u32);
        for (payoff, player) in Evaluation::default()
            .evaluate_all(&position)
            .into_iter()
            .zip(Player::first(3))
        {
            assert!(
                payoff >= position.score(player) && payoff < 1 << 14,
                "{payoff}\n{position:?}"
            );
        }
    }
}

#[test]
fn engines_are_for_their_number_of_players() {
    let limits = Limits {
        depth: 1,
        ..Limits::default()
    };
    let engine = |method| Engine::new(method, plain(), 0);
    let two = small::<2>(1, 30);
    let three = small::<3>(1, 30);
    assert!(engine(Method::MaxN).analyze(&two, &limits, |_| ()).is_err());
    assert!(
        engine(Method::AlphaBeta)
            .analyze(&three, &limits, |_| ())
            .is_err()
    );
    for method in [Method::Paranoid, Method::BestReply] {
        assert!(engine(method).analyze(&three, &limits, |_| ()).is_ok());
    }
}
