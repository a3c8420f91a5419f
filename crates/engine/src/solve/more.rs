use floe_endgame::{FinalScores, Solver, SolverOptions};
use floe_fish::{Move, Position, Value};
use floe_game::{Game, Player};
use floe_hex::Layout;

use super::keeper::Keeper;
use super::news::{Kept, Listener, SolveNews, SolveProgress};
use super::request::SolveRequest;
use super::solved::{Bounds, Solved};
use crate::{AnalysisError, Outcome};

/// Three and four players: everybody's result.
pub(super) fn solve_more<const N: usize>(
    position: &Position<N>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<Solved, AnalysisError> {
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    // Every entry is a whole proof of its own.
    let keeper = Keeper::new(request, |_| true);
    let SolveRequest { threads, hash_mebibytes, .. } = *request;
    let mut solver = Solver::new(SolverOptions { threads, hash_mebibytes, ..SolverOptions::default() })?;
    let huge_pages = solver.huge_pages();
    if let Some(checkpoint) = keeper.found() {
        let resumed = solver.resume(position, checkpoint)?;
        listener(&SolveNews::Checkpoint(Ok(Kept::Resumed(resumed))));
    }
    let solution = solver.solve_max_n(position, &request.limits, |progress| {
        listener(&SolveNews::Progress(SolveProgress {
            bounds: None,
            mv: None,
            done: (0, 1),
            share: progress.moves,
            nodes: progress.nodes,
            elapsed: progress.elapsed,
            hash_full: progress.table.fullness(),
        }));
        keeper.keep_if_due(progress.table, listener);
    });
    keeper.keep(solver.table(), listener);
    let outcome = |results: &FinalScores<N>| Outcome::Results(results.iter().map(|&r| Value::from_score(r)).collect());
    let exact = |results: &FinalScores<N>| Bounds::meeting(outcome(results));
    let known = |mv: Move| solution.moves.iter().find(|(known, _)| *known == mv).map(|(_, results)| exact(results));
    let bounds = solution.results.as_ref().map_or_else(|| possible(position), exact);
    let best = solution.line.first().copied();
    let mut moves: Vec<(Move, Bounds)> = if request.all {
        let bounds_of = |mv: Move| known(mv).unwrap_or_else(|| possible(&position.after(mv)));
        position.moves().into_iter().map(|mv| (mv, bounds_of(mv))).collect()
    } else {
        best.and_then(|mv| Some((mv, known(mv)?))).into_iter().collect()
    };
    let own = |bounds: &Bounds| match &bounds.at_least {
        Outcome::Results(results) => results[position.last_turn().index()],
        Outcome::Margin(value) => *value,
        Outcome::Expected(_) | Outcome::AllExpected(_) => unreachable!("no chance has a say in the base game"),
    };
    moves
        .sort_by_key(|(mv, bounds)| (bounds.exact().is_none(), std::cmp::Reverse(own(bounds)), Some(*mv) != best, *mv));
    Ok(Solved { bounds, line: solution.line, moves, nodes: solution.nodes, huge_pages })
}

/// What everybody has for certain, and what everybody can get at most.
fn possible<const N: usize>(position: &Position<N>) -> Bounds {
    let (mut least, mut most) = ([0; N], [0; N]);
    for player in Player::first(N) {
        let penguins = position.penguins(player);
        let reach = position.layout().flood(penguins, position.free());
        least[player.index()] = position.score(player) + position.worth(penguins);
        most[player.index()] = least[player.index()] + position.worth(reach);
    }
    let outcome = |results: FinalScores<N>| Outcome::Results(results.map(Value::from_score).to_vec());
    Bounds { at_least: outcome(least), at_most: outcome(most) }
}
