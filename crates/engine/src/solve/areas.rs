//! Endings of the base game: the solvers that use separated areas.

use floe_endgame::Solver;
use floe_fish::{Move, Position};
use floe_game::{Game, Interval, Player, Score};
use floe_hex::{Layout, Standard};

use super::request::{CurrentMove, Listener, Reporter, SolveRequest, SolveResult};
use super::{SolvedMove, every_move, ranked, ranked_by_margin, result_bounds};
use crate::{AnalysisError, GameValue};

/// Solves for the margin of two players, or for who wins.
pub(crate) fn solve_areas(
    position: &Position<2>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<Move>, AnalysisError> {
    let mut reporter = Reporter::new(request, listener, Solver::is_saved);
    let mut solver = request.solver()?;
    reporter.resume(|checkpoint| solver.resume(position, checkpoint))?;
    let mut prove = |position: &Position<2>, current: CurrentMove<'_>| {
        let limits = reporter.limits();
        let solution = solver.solve(position, request.objective, &limits, |progress| {
            let bounds = progress.bounds.map(GameValue::margin_bounds);
            reporter.report(bounds, current, progress.moves, progress.nodes, progress.table.fullness());
            reporter.save_if_due(progress.table);
        });
        reporter.nodes += solution.nodes;
        (solution.bounds, solution.line)
    };
    let (margin, line) = prove(position, CurrentMove::NONE);
    let moves = match line.first() {
        _ if request.all => ranked_by_margin(every_move(position, |child, current| prove(child, current).0), None),
        best => best.map(|&best| (best, margin)).into_iter().collect(),
    };
    reporter.save(solver.table());
    let moves = moves.into_iter().map(|(mv, margin)| (mv, GameValue::margin_bounds(margin))).collect();
    Ok(SolveResult { bounds: GameValue::margin_bounds(margin), line, moves, nodes: reporter.nodes })
}

/// Solves for the results of three and four players.
pub(crate) fn solve_areas_max_n<const N: usize>(
    position: &Position<N>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<Move>, AnalysisError> {
    // Every entry is a whole proof of its own.
    let mut reporter = Reporter::new(request, listener, |_| true);
    let mut solver = request.solver()?;
    reporter.resume(|checkpoint| solver.resume(position, checkpoint))?;
    let solution = solver.solve_max_n(position, &request.limits, |progress| {
        reporter.report(None, CurrentMove::NONE, progress.moves, progress.nodes, progress.table.fullness());
        reporter.save_if_due(progress.table);
    });
    reporter.save(solver.table());
    let known = |mv: Move| {
        let known = solution.moves.iter().find(|(known, _)| *known == mv);
        known.map(|&(_, results)| results.map(Interval::exact))
    };
    let results = solution.results.map_or_else(|| possible(position), |results| results.map(Interval::exact));
    let proved = |mv: Move| {
        let results = known(mv).unwrap_or_else(|| possible(&position.after(mv)));
        SolvedMove::of_results(mv, &results, position.last_turn())
    };
    let best = solution.line.first().copied();
    let moves = position.moves().into_iter().filter(|&mv| request.all || known(mv).is_some()).map(proved).collect();
    let moves = ranked(moves, best, request);
    Ok(SolveResult { bounds: result_bounds(&results), line: solution.line, moves, nodes: solution.nodes })
}

/// Bounds of all results: the tiles under the penguins, and all tiles within reach.
fn possible<const N: usize>(position: &Position<N>) -> [Interval<Score>; N] {
    std::array::from_fn(|player| {
        let player = Player::new(player);
        let penguins = position.penguins(player);
        let reach = Standard.flood(penguins, position.free());
        let least = position.score(player) + position.value(penguins);
        Interval::new(least, least + position.value(reach))
    })
}
