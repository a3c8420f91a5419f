//! Games with chance: expectations.

use floe_game::{Interval, Staked, TwoSided};
use floe_search::{ExpectiMaxN, Expectimax, Mean, Payoff, PayoffBounds, chosen_bounds};

use super::request::{CurrentMove, Listener, Reporter, SolveRequest, SolveResult};
use super::{SolvedMove, possible, possible_margin, ranked};
use crate::games::{EngineGame, EvalFeatures, VariantEvaluator};
use crate::{AnalysisError, GameValue, MeanValue};

/// Depth in plies to which proved values are looked up.
const PLIES: u32 = 1;

type ProvedChoice<M> = SolvedMove<M, MeanValue>;

/// Proves the mean value of a position where that can be searched to the end; else the bounds that follow from
/// what has been proved until then.
pub(crate) fn solve_chance<G: EngineGame + EvalFeatures + TwoSided + Staked>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<G::Move>, AnalysisError> {
    if request.checkpoint.is_some() {
        return Err(AnalysisError::NoCheckpoint(position.rules()));
    }
    Ok(if position.players() == 2 { two(position, request, listener) } else { more(position, request) })
}

fn two<G: EngineGame + EvalFeatures + TwoSided + Staked>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> SolveResult<G::Move> {
    let lines = if request.all { position.choices().len() } else { 1 };
    let mut reporter = Reporter::new(request, listener, |_| true);
    let mut search = Expectimax::new(VariantEvaluator::default(), request.options(lines));
    let report = search.search(position, &request.limits, |progress| {
        reporter.report(None, CurrentMove::NONE, (0, 0), progress.report.nodes, progress.hash_full);
    });
    let mut proven = search.proven_bounds(position, PLIES, &|position| possible_margin(position).map(Mean::of::<G>));
    let mut whole = proven.iter().map(|&(_, range)| range).reduce(Interval::max).expect("a player can choose");
    if report.is_exact() {
        whole = Interval::exact(report.lines[0].value);
        for line in &report.lines {
            let known = proven.iter_mut().find(|(mv, _)| *mv == line.moves[0]).expect("it is one of the choices");
            known.1 = Interval::exact(line.value);
        }
    }
    // The search may have proved it without having come to see that.
    let best = proven.iter().find(|(_, range)| is_same(range, &whole)).map(|&(mv, _)| mv);
    let line = report.lines.into_iter().find(|line| line.exact);
    let line = line.map_or_else(|| best.into_iter().collect(), |line| line.moves);
    let choice = |(mv, range): (G::Move, Interval<Mean>)| SolvedMove {
        mv,
        least: rounded(range).lower,
        bounds: bounds(&[range]),
    };
    let moves = ranked(proven.into_iter().map(choice).collect(), line.first().copied(), request);
    SolveResult { bounds: bounds(&[whole]), line, moves, nodes: report.nodes }
}

fn more<G: EngineGame + EvalFeatures + Staked>(position: &G, request: &SolveRequest<'_>) -> SolveResult<G::Move> {
    let (players, mover) = (position.players(), position.last_turn().index());
    let mut search = ExpectiMaxN::default();
    let report = search.solve(position, &request.limits);
    let proven =
        search.proven_bounds(position, PLIES, &|position| possible(position).map(|bounds| bounds.map(Mean::of::<G>)));
    let all: Vec<PayoffBounds<Mean>> = proven.iter().map(|&(_, ranges)| ranges).collect();
    let whole = chosen_bounds(position.last_turn(), position.last_turn(), players, &all);
    let is_best = |ranges: &[Interval<Mean>]| ranges.iter().zip(&whole).all(|(range, whole)| is_same(range, whole));
    let best = proven.iter().find(|(_, ranges)| is_best(&ranges[..])).map(|&(mv, _)| mv);
    let line = report.lines.into_iter().next();
    let line = line.map_or_else(|| best.into_iter().collect(), |line| line.moves);
    let choice = |(mv, ranges): (G::Move, PayoffBounds<Mean>)| {
        let least = rounded(ranges[mover]).lower;
        SolvedMove { mv, least, bounds: bounds(&ranges[..players]) }
    };
    let moves: Vec<ProvedChoice<G::Move>> = proven.into_iter().map(choice).collect();
    let moves = ranked(moves, line.first().copied(), request);
    SolveResult { bounds: bounds(&whole[..players]), line, moves, nodes: report.nodes }
}

/// Bounds of a value: of one range the margin, of several all results. They are exact only if all ranges are.
fn bounds(ranges: &[Interval<Mean>]) -> Interval<GameValue> {
    let means = |bound: fn(Interval<MeanValue>) -> MeanValue| {
        GameValue::expected(ranges.iter().map(|&range| bound(rounded(range))).collect())
    };
    if ranges.iter().all(Mean::is_exact) {
        return Interval::exact(means(|range| range.lower));
    }
    Interval::new(means(|range| range.lower), means(|range| range.upper))
}

/// Rounds bounds outwards, and exact values to the nearest.
fn rounded(range: Interval<Mean>) -> Interval<MeanValue> {
    if Mean::is_exact(&range) {
        return range.map(|mean| MeanValue::of(mean, true));
    }
    Interval::new(MeanValue::at_most(range.lower), MeanValue::at_least(range.upper))
}

/// Whether both are exact, and equal but for rounding.
fn is_same(range: &Interval<Mean>, other: &Interval<Mean>) -> bool {
    Mean::is_exact(&range.hull(*other))
}
