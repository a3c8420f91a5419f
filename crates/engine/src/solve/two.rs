use floe_endgame::{Solver, SolverOptions};
use floe_fish::{Move, Position};
use floe_game::{Game, Score};
use floe_search::Limits;

use super::keeper::Keeper;
use super::news::{Kept, Listener, SolveNews, SolveProgress};
use super::request::SolveRequest;
use super::solved::{Bounds, Solved};
use crate::AnalysisError;
use crate::analysis::result;

/// Two players: the margin, or who wins.
pub(super) fn solve_two(
    position: &Position<2>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<Solved, AnalysisError> {
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    let options =
        SolverOptions { threads: request.threads, hash_mebibytes: request.hash_mebibytes, ..SolverOptions::default() };
    let keeper = Keeper::new(request, Solver::is_worth_keeping);
    let mut solver = Solver::new(options)?;
    let huge_pages = solver.huge_pages();
    if position.is_over() {
        let bounds = Bounds::meeting(result(position));
        return Ok(Solved { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0, huge_pages });
    }
    if let Some(checkpoint) = keeper.found() {
        let resumed = solver.resume(position, checkpoint)?;
        listener(&SolveNews::Checkpoint(Ok(Kept::Resumed(resumed))));
    }
    let mut proof = Proof { solver, request, keeper, listener, nodes: 0 };
    let (lower, upper, line) = proof.solve(position, None, (0, 1));
    let mut moves = Vec::new();
    if request.all {
        moves = proof.every_move(position);
    } else if let Some(&best) = line.first() {
        moves.push((best, (lower, upper)));
    }
    proof.keeper.keep(proof.solver.table(), proof.listener);
    let moves = moves.into_iter().map(|(mv, proved)| (mv, Bounds::of_margin(proved))).collect();
    Ok(Solved { bounds: Bounds::of_margin((lower, upper)), line, moves, nodes: proof.nodes, huge_pages })
}

struct Proof<'a, 'b> {
    solver: Solver,
    request: &'a SolveRequest<'a>,
    keeper: Keeper<'a>,
    listener: Listener<'b>,
    nodes: u64,
}

impl Proof<'_, '_> {
    fn solve(&mut self, position: &Position<2>, mv: Option<Move>, done: (usize, usize)) -> (Score, Score, Vec<Move>) {
        let left = self.request.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        let limits = Limits { nodes: left, ..self.request.limits };
        let Proof { solver, request, keeper, listener, nodes } = self;
        let solution = solver.solve(position, request.objective, &limits, |progress| {
            listener(&SolveNews::Progress(SolveProgress {
                bounds: progress.bounds.map(|bounds| Bounds::of_margin((bounds.lower, bounds.upper))),
                mv: mv.map(|mv| mv.to_string()),
                done,
                share: progress.moves,
                nodes: *nodes + progress.nodes,
                elapsed: progress.elapsed,
                hash_full: progress.table.fullness(),
            }));
            keeper.keep_if_due(progress.table, *listener);
        });
        self.nodes += solution.nodes;
        (solution.bounds.lower, solution.bounds.upper, solution.line)
    }

    /// What every move is worth to the player who makes it, best first.
    fn every_move(&mut self, position: &Position<2>) -> Vec<(Move, (Score, Score))> {
        let all = position.moves();
        let mover = position.last_turn();
        let mut moves = Vec::new();
        for (number, &mv) in all.iter().enumerate() {
            let child = position.after(mv);
            let (lower, upper, _) = self.solve(&child, Some(mv), (number, all.len()));
            let turned = child.last_turn() != mover;
            moves.push((mv, if turned { (-upper, -lower) } else { (lower, upper) }));
        }
        moves.sort_by_key(|&(mv, (lower, upper))| (std::cmp::Reverse((lower, upper)), mv));
        moves
    }
}
