//! Endings of the base game: the solvers that use separated areas.

use floe_endgame::Solver;
use floe_fish::{Move, Position};
use floe_game::{Game, Interval, Notated, Player, Score};
use floe_hex::{Layout, Standard};
use floe_variants::{OnOfficialFloe, Variant, VariantMove};

use super::request::{CurrentMove, Listener, Reporter, SearchShare, SolveRequest, SolveResult};
use super::{MarginProof, every_move, of_choices};
use crate::{AnalysisError, EngineGame, GameValue};

/// Solves for the margin of two players, or for who wins.
pub(crate) fn solve_areas(
    position: &Position<2>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<Move>, AnalysisError> {
    let mut solver = request.solver()?;
    let proof = solve_areas_with(&mut solver, position, request, listener)?;
    Ok(proof.result)
}

/// Solves a position on another layout, moved onto the official floe, for the margin of two
/// players, or for who wins.
pub(crate) fn solve_moved(
    position: &Variant,
    moved: &OnOfficialFloe<2>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<VariantMove>, AnalysisError> {
    let mut solver = request.solver()?;
    let base = &moved.position;
    let write = |mv| position.move_text(moved.move_back(mv));
    let (
        MarginProof {
            margin,
            line,
            moves,
        },
        nodes,
    ) = prove(&mut solver, base, write, request, listener)?;
    let back = |moves: &[Move]| moves.iter().map(|&mv| moved.move_back(mv)).collect();
    Ok(result(margin, line, moves, nodes).map_lines(back))
}

/// Result with these bounds of the margin of the position and of its moves.
fn result(
    margin: Interval<Score>,
    line: Vec<Move>,
    moves: Vec<(Move, Interval<Score>)>,
    nodes: u64,
) -> SolveResult<Move> {
    let moves = moves
        .into_iter()
        .map(|(mv, margin)| (mv, GameValue::margin_bounds(margin)))
        .collect();
    SolveResult {
        bounds: GameValue::margin_bounds(margin),
        line,
        moves,
        nodes,
        mixed: None,
    }
}

/// Result of a proof, and the bounds of the margin for the player to move.
pub(super) struct AreasProof {
    pub(super) result: SolveResult<Move>,
    pub(super) margin: Interval<Score>,
}

/// Solves by a solver, which keeps its table.
pub(super) fn solve_areas_with(
    solver: &mut Solver,
    position: &Position<2>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<AreasProof, AnalysisError> {
    let proof = prove(
        solver,
        position,
        |mv| position.move_text(mv),
        request,
        listener,
    )?;
    let (
        MarginProof {
            margin,
            line,
            moves,
        },
        nodes,
    ) = proof;
    Ok(AreasProof {
        result: result(margin, line, moves, nodes),
        margin,
    })
}

/// Proves by a solver as much as the request asks for; `write` writes a move of the position in
/// notation. Returns the number of nodes, too.
fn prove(
    solver: &mut Solver,
    position: &Position<2>,
    write: impl Fn(Move) -> String,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<(MarginProof<Move>, u64), AnalysisError> {
    let mut reporter = Reporter::new(request, listener, Solver::is_saved);
    reporter.resume(|checkpoint| solver.resume(position, checkpoint))?;
    let mut prove = |position: &Position<2>, current: CurrentMove<'_>| {
        let limits = reporter.limits();
        let solution = solver.solve(position, request.objective, &limits, |progress| {
            let bounds = progress.bounds.map(|bounds| current.margin_bounds(bounds));
            let share = SearchShare {
                moves: progress.moves,
                work: progress.work,
                depth: 0,
            };
            reporter.report(
                bounds,
                current,
                share,
                progress.nodes,
                progress.table.fullness(),
            );
            reporter.save_if_due(progress.table);
        });
        reporter.nodes += solution.nodes;
        (solution.bounds, solution.line)
    };
    let (margin, mut line) = prove(position, CurrentMove::NONE);
    let all = request
        .all
        .then(|| every_move(position, write, |child, current| prove(child, current).0));
    if line.is_empty() {
        // A limit may come between a bound and its move, which the table knows.
        line.extend(solver.proving_move(position, margin).ok().flatten());
    }
    let mut proved = MarginProof::new(margin, line);
    if let Some(all) = all {
        proved = proved.with_all(position, request, solver.bounds_by_rules(position), all);
    }
    reporter.save(solver.table());
    Ok((proved, reporter.nodes))
}

/// Solves for the results of three and four players.
pub(crate) fn solve_areas_max_n<const N: usize>(
    position: &Position<N>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<Move>, AnalysisError>
where
    Position<N>: EngineGame<Move = Move>,
{
    // Every entry is a whole proof of its own.
    let mut reporter = Reporter::new(request, listener, |_| true);
    let mut solver = request.solver()?;
    reporter.resume(|checkpoint| solver.resume(position, checkpoint))?;
    let solution = solver.solve_max_n(position, request.all, &request.limits, |progress| {
        let share = SearchShare {
            moves: progress.moves,
            work: progress.work,
            depth: 0,
        };
        reporter.report(
            None,
            CurrentMove::NONE,
            share,
            progress.nodes,
            progress.table.fullness(),
        );
        reporter.save_if_due(progress.table);
    });
    reporter.save(solver.table());
    let known = |mv: Move| {
        solution
            .moves
            .iter()
            .find(|(known, _)| *known == mv)
            .map(|(_, results)| exact(results))
    };
    let open = |mv: Move| request.all.then(|| possible(&position.after(mv)));
    let choices: Vec<(Move, [Interval<Score>; N])> = position
        .moves()
        .into_iter()
        .filter_map(|mv| Some((mv, known(mv).or_else(|| open(mv))?)))
        .collect();
    let whole = solution
        .results
        .as_ref()
        .map_or_else(|| possible(position), exact);
    let result = of_choices(position, request, &choices, &whole, Some(solution.line));
    Ok(SolveResult {
        nodes: solution.nodes,
        ..result
    })
}

fn exact<const N: usize>(results: &[Score; N]) -> [Interval<Score>; N] {
    results.map(Interval::exact)
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
