//! Exact values: one request and one result for all games, and a strategy for each kind of game.

mod areas;
mod chance;
pub(crate) mod request;
mod search;

use std::cmp::Reverse;

use floe_game::{Interval, Notated, Player, Score};
use floe_search::{PayoffBounds, scores};

use crate::games::{EngineGame, EvalFeatures};
use crate::{AnalysisError, AnyGame, GameValue, with_game};

pub(crate) use areas::{solve_areas, solve_areas_max_n};
pub(crate) use chance::solve_chance;
use request::{CurrentMove, SolveEvent, SolveRequest, SolveResult};
pub(crate) use search::solve_by_search;

/// Bounds of a move, with its lower bound for the player who makes it.
struct SolvedMove<M, V> {
    mv: M,
    least: V,
    bounds: Interval<GameValue>,
}

impl<M> SolvedMove<M, Score> {
    /// A move with bounds of all results.
    fn of_results(mv: M, results: &[Interval<Score>], mover: Player) -> SolvedMove<M, Score> {
        SolvedMove { mv, least: results[mover.index()].lower, bounds: result_bounds(results) }
    }
}

/// Bounds of the results of all players.
fn result_bounds(results: &[Interval<Score>]) -> Interval<GameValue> {
    let value = |bound: fn(&Interval<Score>) -> Score| {
        GameValue::of_scores(&results.iter().map(bound).collect::<Vec<_>>(), true)
    };
    Interval::new(value(|result| result.lower), value(|result| result.upper))
}

/// Bounds of all moves by those of the positions after them, each for the side to move.
fn every_move<G: EngineGame>(
    position: &G,
    mut prove: impl FnMut(&G, CurrentMove<'_>) -> Interval<Score>,
) -> Vec<(G::Move, Interval<Score>)> {
    let (all, side) = (position.moves(), position.last_turn().index() & 1);
    let prove = |(number, &mv): (usize, &G::Move)| {
        let child = position.after(mv);
        let text = position.move_text(mv);
        let margin = prove(&child, CurrentMove { mv: Some(&text), done: (number, all.len()) });
        (mv, if child.last_turn().index() & 1 == side { margin } else { -margin })
    };
    all.iter().enumerate().map(prove).collect()
}

/// Bounds of the margin for the side to move by the rules alone; when the game is over, for the side of the last turn.
fn possible_margin<G: EngineGame + EvalFeatures>(position: &G) -> Interval<Score> {
    let mover = position.last_turn().index();
    if position.is_over() {
        let scores = scores(position);
        return Interval::exact(scores[mover] - scores[mover ^ 1]);
    }
    let all = possible(position);
    let (own, other) = (all[mover], all[mover ^ 1]);
    Interval::new(own.lower - other.upper, own.upper - other.lower)
}

/// Bounds of the results of all players by the rules alone.
fn possible<G: EngineGame + EvalFeatures>(position: &G) -> PayoffBounds {
    let mut all = scores(position).map(Interval::exact);
    for player in Player::first(position.players()) {
        let prospects = position.prospects(player);
        all[player.index()].lower += prospects.lower;
        all[player.index()].upper += prospects.upper;
    }
    all
}

/// The moves, best first: exact values before others, then by the lower bound for the player who moves. Only the best one unless all are
/// requested.
fn ranked<M: Copy + Ord, V: Copy + Ord>(
    mut moves: Vec<SolvedMove<M, V>>,
    best: Option<M>,
    request: &SolveRequest<'_>,
) -> Vec<(M, Interval<GameValue>)> {
    moves.sort_by_key(|SolvedMove { mv, least, bounds }| (!bounds.is_exact(), Reverse(*least), Some(*mv) != best, *mv));
    moves.retain(|proved| request.all || Some(proved.mv) == best);
    moves.into_iter().map(|proved| (proved.mv, proved.bounds)).collect()
}

/// The moves, best first by the bounds of their margins.
fn ranked_by_margin<M: Copy + Ord>(mut moves: Vec<(M, Interval<Score>)>, best: Option<M>) -> Vec<(M, Interval<Score>)> {
    moves.sort_by_key(|&(mv, margin)| (Reverse((margin.lower, margin.upper)), Some(mv) != best, mv));
    moves
}

/// Proves the value of a position, and of its moves.
///
/// With two sides the value is the final margin. With more it is the results of all players under max^n with the tie rule of the notation,
/// which makes it unique. In games with chance values are expectations. `progress` receives all events; a checkpoint that cannot be saved is
/// one of them, and does not end the proof.
///
/// # Errors
/// During placement, when there is no memory for the table, or when a checkpoint cannot be resumed or does not suit the game: in variants
/// checkpoints need two sides and no chance.
pub fn solve<G: EngineGame>(
    position: &G,
    request: &SolveRequest<'_>,
    mut progress: impl FnMut(&SolveEvent<'_>),
) -> Result<SolveResult<G::Move>, AnalysisError> {
    if EngineGame::is_placement(position) {
        return Err(AnalysisError::Placement);
    }
    if position.is_over() {
        let bounds = Interval::exact(position.result());
        return Ok(SolveResult { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0 });
    }
    position.prove(request, &mut progress)
}

/// Proves the value of a position of any game, and of its moves, which are in notation.
///
/// # Errors
/// As [`solve`].
pub fn solve_any(
    position: &AnyGame,
    request: &SolveRequest<'_>,
    progress: impl FnMut(&SolveEvent<'_>),
) -> Result<SolveResult<String>, AnalysisError> {
    with_game!(position, position => {
        Ok(solve(position, request, progress)?.map_moves(|mv| position.move_text(mv)))
    })
}
