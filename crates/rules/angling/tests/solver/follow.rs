//! Strategies of a solution after moves from its root.

use std::collections::HashMap;

use floe_angling::{Angling, AnglingDecision, AnglingMove, AnglingSolution, AnglingSolver};
use floe_game::{Game, Turn, Veiled};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{KNOWN, TINY, angling, minimax};

/// Next moves of a strategy with their probabilities; of one day solved anew where the tree ends.
fn next_moves(solver: &AnglingSolver, decision: AnglingDecision<'_>) -> Vec<(AnglingMove, f64)> {
    let solution = solver.solution_after(decision.moves);
    let solution = solution.unwrap_or_else(|| {
        AnglingSolver::new(decision.position, 1_000_000)
            .unwrap()
            .solution()
    });
    solution
        .strategy
        .iter()
        .map(|choice| (choice.moves[0].concealed(), choice.share))
        .collect()
}

fn solved(position: &Angling) -> AnglingSolver {
    let mut solver = AnglingSolver::new(position, 1_000_000).unwrap();
    solver.iterate(60);
    solver
}

/// A player that keeps to a solution for the whole day is exploitable by what its bounds say.
#[test]
fn who_keeps_to_a_solution_gets_its_bounds() {
    for text in TINY {
        let position = angling(text);
        let mut solvers: HashMap<Angling, AnglingSolver> = HashMap::new();
        let strategy = |decision: AnglingDecision<'_>| {
            let solver = solvers
                .entry(*decision.start)
                .or_insert_with(|| solved(decision.start));
            next_moves(solver, decision)
        };
        let bounds = AnglingSolver::best_responses(&position, 24, strategy).unwrap();
        let AnglingSolution {
            at_least, at_most, ..
        } = solved(&position).solution();
        assert!(
            (bounds[0] - at_least).abs() < 1e-9,
            "{bounds:?}, expected {at_least}: {text}"
        );
        assert!(
            (bounds[1] - at_most).abs() < 1e-9,
            "{bounds:?}, expected {at_most}: {text}"
        );
    }
}

/// Before any move the solution is that of the root, and after moves its bounds contain the value
/// or more.
#[test]
fn bounds_after_moves_are_in_order() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for text in TINY {
        let start = angling(text);
        let solver = solved(&start);
        let root = solver.solution();
        let first = solver.solution_after(&[]).unwrap();
        assert_eq!(
            (&first.strategy, first.iterations),
            (&root.strategy, root.iterations),
            "{text}"
        );
        let distance =
            (first.at_least - root.at_least).abs() + (first.at_most - root.at_most).abs();
        assert!(distance < 1e-9, "{first:?}, at the root {root:?}: {text}");
        let mut position = start.draw_world(&mut rng);
        let mut moves = Vec::new();
        while let Some(solution) = solver.solution_after(&moves) {
            assert!(
                solution.at_least <= solution.at_most + 1e-9,
                "{solution:?} after {moves:?}: {text}"
            );
            let total: f64 = solution.strategy.iter().map(|choice| choice.share).sum();
            assert!(
                solution.strategy.is_empty() || (total - 1.0).abs() < 1e-9,
                "{total} after {moves:?}: {text}"
            );
            let &mv = position.moves().as_slice().choose(&mut rng).unwrap();
            moves.push(position.observed(mv, position.angler()));
            position.play(mv);
        }
    }
}

/// The least share of the angler's moves is that of the solutions before them.
#[test]
fn least_shares_are_those_of_the_moves_made() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut checked = 0;
    for text in TINY.into_iter().cycle().take(20 * TINY.len()) {
        let start = angling(text);
        let solver = solved(&start);
        let mut position = start.draw_world(&mut rng);
        let mut moves = Vec::new();
        let mut least: f64 = 1.0;
        while let Some(solution) = solver.solution_after(&moves) {
            let &mv = position.moves().as_slice().choose(&mut rng).unwrap();
            if position.turn() == Turn::Of(position.angler()) {
                let found = solver.least_share_of(&moves);
                assert!(
                    found.is_some_and(|found| (found - least).abs() < 1e-9),
                    "{found:?}, not {least}: {text}"
                );
                let choice = solution
                    .strategy
                    .iter()
                    .find(|choice| choice.moves[0] == mv.concealed())
                    .unwrap();
                least = least.min(choice.share);
                checked += 1;
            }
            moves.push(position.observed(mv, position.angler()));
            position.play(mv);
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn where_nothing_is_hidden_the_strategy_is_a_best_move() {
    for text in [KNOWN[0], KNOWN[2], KNOWN[3]] {
        let position = angling(text);
        let strategy = AnglingSolver::new(&position, 1_000_000)
            .unwrap()
            .solution()
            .strategy;
        let after = position.after(strategy[0].moves[0]);
        assert_eq!(
            (strategy.len(), minimax(&after)),
            (1, minimax(&position)),
            "{text}"
        );
    }
}
