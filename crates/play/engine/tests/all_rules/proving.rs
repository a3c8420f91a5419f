//! A result that proves something names the move that proves it, under every limit.

use std::sync::atomic::AtomicBool;

use floe_engine::{AnyGame, GameValue, MeanValue, Objective, SolveRequest, SolveResult, solve_any};
use floe_game::Interval;
use floe_search::Limits;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// Limits of nodes: most end a proof before its end.
const NODES: [u64; 6] = [1, 3, 10, 100, 1000, 10_000];

/// Nodes within which all moves of a position must be proved to take part.
const ENOUGH: u64 = 40_000;

fn solve(
    position: &AnyGame,
    objective: Objective,
    all: bool,
    nodes: u64,
) -> Option<SolveResult<String>> {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(nodes),
        stop: Some(&stop),
        ..Limits::default()
    };
    let request = SolveRequest {
        objective,
        all,
        limits,
        threads: 1,
        hash_mebibytes: 1,
        checkpoint: None,
    };
    let solved = solve_any(position, &request, |_| ()).ok()?;
    Some(solved.in_notation(position))
}

/// Least value for the player to move.
fn least(position: &AnyGame, bounds: &Interval<GameValue>) -> MeanValue {
    bounds.lower.of_player(position.last_turn().index())
}

/// Proved values of all moves; `None` if they take too long, or the game has no such values.
fn exact_moves(position: &AnyGame) -> Option<Vec<(String, Interval<GameValue>)>> {
    let solved = solve(position, Objective::Margin, true, ENOUGH)?;
    let is_complete =
        solved.mixed.is_none() && solved.moves.iter().all(|(_, bounds)| bounds.is_exact());
    Some(solved.moves).filter(|moves| is_complete && moves.len() == position.choices().len())
}

/// Checks what a proof with a limit says; returns whether it proves who wins, or the value.
fn check(
    what: &str,
    position: &AnyGame,
    solved: &SolveResult<String>,
    moves: &[(String, Interval<GameValue>)],
) -> bool {
    let is_proved = solved.bounds.is_exact() || GameValue::winner(&solved.bounds).is_some();
    let best = solved.line.first();
    assert!(
        !is_proved || best.is_some(),
        "{what}: no move shows {:?} on {position}",
        solved.bounds
    );
    if let Some(best) = best {
        let (_, value) = moves
            .iter()
            .find(|(mv, _)| mv == best)
            .unwrap_or_else(|| panic!("{what}: {best}, {position}"));
        let is_kept = least(position, value) >= least(position, &solved.bounds);
        assert!(
            is_kept,
            "{what}: {best} has {value:?}, not {:?} on {position}",
            solved.bounds
        );
    }
    if let (Some(best), Some((first, bounds))) = (best, solved.moves.first()) {
        assert_eq!(best, first, "{what} on {position}");
        let supported = least(position, bounds);
        let better = solved
            .moves
            .iter()
            .find(|(_, other)| least(position, other) > supported);
        assert!(
            better.is_none(),
            "{what}: {best} by {bounds:?}, but {better:?} on {position}"
        );
    }
    is_proved
}

#[test]
fn a_proof_names_a_move_that_proves_it() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    let mut proofs = 0;
    let mut open = 0;
    for start in starts() {
        let (game, _) = random_game(&start, rng);
        let late = [60, 75, 85, 93]
            .map(|percent| game[(game.len() * percent / 100).min(game.len() - 1)].0);
        for position in late {
            let Some(moves) = exact_moves(&position) else {
                continue;
            };
            for objective in [Objective::Margin, Objective::WinDrawLoss] {
                for all in [false, true] {
                    for nodes in NODES {
                        let what = format!("{objective:?}, all {all}, {nodes} nodes");
                        let Some(solved) = solve(&position, objective, all, nodes) else {
                            continue;
                        };
                        let is_proved = check(&what, &position, &solved, &moves);
                        proofs += u32::from(is_proved);
                        open += u32::from(!is_proved);
                    }
                }
            }
        }
    }
    println!("{proofs} results that prove something, {open} others");
    assert!(proofs > 400 && open > 100, "{proofs}, {open}");
}
