//! Engines find the values of plain minimax with special tiles on small floes.

use floe_engine::{
    AnyGame, AnyMove, Engine, GameValue, Method, Objective, SolveRequest, SolveResult, solve_any,
};
use floe_fish::Value;
use floe_game::{Game, Player, TwoSided};
use floe_search::{Limits, Options};
use floe_variants::Special;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::definitions::{minimax, minimax_max_n};

/// A position typed at random: a few tiles, special ones among them, one penguin a player.
fn small(players: usize, rng: &mut impl Rng) -> Special {
    const TILES: [&str; 12] = [
        ".", ".", ".", "1", "2", "3", "t1", "x1", "r1", "f1", "b2", "b1",
    ];
    let mut floating = 0;
    let mut tokens: Vec<String> = (0..11)
        .map(|_| TILES[rng.random_range(0..TILES.len())])
        .map(|token| {
            // Every floating tile multiplies the lines.
            floating += usize::from(token == "f1");
            if token == "f1" && floating > 1 {
                "1".to_owned()
            } else {
                token.to_owned()
            }
        })
        .collect();
    for letter in ["A", "B", "C"].iter().take(players) {
        let index = loop {
            let index = rng.random_range(0..11);
            if !tokens[index].starts_with(['A', 'B', 'C']) {
                break index;
            }
        };
        tokens[index] = format!("{letter}{}", rng.random_range(1..=3));
    }
    let rows = [&tokens[..4], &tokens[4..7], &tokens[7..]]
        .map(<[String]>::concat)
        .join("/");
    let (taken, took) = if players == 2 {
        ("2:1,1:1", "0.1.0,1.0.0")
    } else {
        ("2:1,0:0,1:1", "0.1.0,0.0.0,1.0.0")
    };
    let line = format!("rows(0:4,1:3,0:4):{rows} A {taken} rules=special-tiles took={took}");
    // With so few hexes there may be more tiles than fit; then fewer.
    line.parse().unwrap_or_else(|_| small(players, rng))
}

fn solved(position: &Special) -> SolveResult<AnyMove> {
    solved_by(position, 1)
}

fn solved_by(position: &Special, threads: usize) -> SolveResult<AnyMove> {
    let request = SolveRequest {
        limits: Limits::default(),
        threads,
        hash_mebibytes: 16,
        all: true,
        objective: Objective::Margin,
        checkpoint: None,
    };
    solve_any(&AnyGame::from(*position), &request, |_| ()).unwrap()
}

/// Whether minimax without pruning sees the end in a moment.
fn is_short(position: &Special) -> bool {
    floe_game::perft(position, 3) < 3000 && floe_game::perft(position, 5) < 20_000
}

#[test]
fn two_players_find_minimax() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut searched = 0;
    while searched < 150 {
        let position = small(2, rng);
        if position.is_over() || !is_short(&position) {
            continue;
        }
        searched += 1;
        let none = |_: &Special| 0;
        let truth = minimax(&position, 99, &none);
        assert_eq!(
            solved(&position).bounds.value(),
            Some(&GameValue::Margin(Value::from_score(truth).into())),
            "{position:?}"
        );
        for method in [Method::Default, Method::AlphaBeta] {
            let options = Options {
                hash_mebibytes: 1,
                ..Options::default()
            };
            let analysis =
                Engine::new(method, options, 0).analyze(&position, &Limits::default(), |_| ());
            let analysis = analysis.unwrap();
            assert!(analysis.exact, "{position:?}");
            assert_eq!(
                analysis.value,
                GameValue::Margin(Value::from_score(truth).into()),
                "{position:?}"
            );
            let after = position.after(analysis.lines[0].moves[0]);
            let value = minimax(&after, 99, &none);
            let value = if after.side_to_move() == position.side_to_move() {
                value
            } else {
                -value
            };
            let over = position.margin_of(position.side_to_move());
            assert_eq!(
                if after.is_over() {
                    after.margin_of(position.side_to_move())
                } else {
                    value
                },
                truth,
                "{over}\n{position:?}"
            );
        }
    }
}

#[test]
fn three_players_find_minimax() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    let mut searched = 0;
    while searched < 100 {
        let position = small(3, rng);
        if position.is_over() || !is_short(&position) {
            continue;
        }
        searched += 1;
        let none = |_: &Special| [0; Player::MAX];
        let truth = minimax_max_n(&position, position.last_turn(), 99, &none);
        let truth = truth[..3]
            .iter()
            .map(|&score| Value::from_score(score).into())
            .collect();
        assert_eq!(
            solved(&position).bounds.value(),
            Some(&GameValue::Results(truth)),
            "{position:?}"
        );
    }
}

/// A thread that proves all lines ends the search, also where another thread was faster to complete
/// that depth without.
#[test]
fn many_threads_prove_every_move() {
    let line =
        "rows(0:6,1:5,0:6):A2f1.33./1..../....1B1 A 4:3,8:5 rules=special-tiles took=2.1.0,2.3.0";
    for _ in 0..10 {
        let solved = solved_by(&line.parse().unwrap(), 8);
        assert_eq!(
            solved.bounds.value(),
            Some(&GameValue::Margin(Value { fish: 4, tiles: 1 }.into()))
        );
        assert!(
            solved
                .moves
                .iter()
                .all(|(_, bounds)| bounds.value().is_some())
        );
    }
}
