//! Games in which chance has a say: expectations.

use floe_game::{Interval, Player, Score, Staked, TwoSided};
use floe_search::{ExpectiMaxN, Expectimax, Mean, Options, Payoff, PayoffBounds, chosen};

use super::reporter::{CurrentMove, Listener, Reporter};
use super::{SolveRequest, Solved, SolvedMove, ranked};
use crate::games::{EngineGame, EvalFeatures, VariantEvaluator};
use crate::{AnalysisError, GameValue, MeanValue};

/// Depth to which proved values are looked up.
const PLIES: u32 = 1;

type ProvedChoice<M> = SolvedMove<M, MeanValue>;

/// Proves the mean value of a position where that can be searched to the end; else the bounds that follow from
/// what has been proved until then.
pub(crate) fn solve_chance<G: EngineGame + EvalFeatures + TwoSided + Staked>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<Solved<G::Move>, AnalysisError> {
    if request.checkpoint.is_some() {
        return Err(AnalysisError::NoCheckpoint("where chance has a say", position.rules()));
    }
    Ok(if position.players() == 2 { two(position, request, listener) } else { more(position, request) })
}

fn two<G: EngineGame + EvalFeatures + TwoSided + Staked>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Solved<G::Move> {
    let lines = if request.all { position.choices().len() } else { 1 };
    let options = Options { hash_mebibytes: request.hash_mebibytes, lines, ..Options::default() };
    let mut reporter = Reporter::new(request, listener, |_| true);
    let mut search = Expectimax::new(VariantEvaluator::default(), options);
    let report = search.search(position, &request.limits, |progress| {
        reporter.tell(None, CurrentMove::NONE, (0, 0), progress.report.nodes, progress.hash_full);
    });
    let mut proven = search.proven(position, PLIES, &possible_margin);
    let mut whole = proven.iter().map(|&(_, range)| range).reduce(Interval::max).expect("somebody can choose");
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
    Solved { bounds: bounds(&[whole]), line, moves, nodes: report.nodes, huge_pages: false }
}

fn more<G: EngineGame + EvalFeatures + Staked>(position: &G, request: &SolveRequest<'_>) -> Solved<G::Move> {
    let (players, mover) = (position.players(), position.last_turn().index());
    let mut search = ExpectiMaxN::default();
    let report = search.solve(position, &request.limits);
    let proven = search.proven(position, PLIES, &possible);
    let all: Vec<PayoffBounds<Mean>> = proven.iter().map(|&(_, ranges)| ranges).collect();
    let whole = chosen(position.last_turn(), position.last_turn(), players, &all);
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
    Solved { bounds: bounds(&whole[..players]), line, moves, nodes: report.nodes, huge_pages: false }
}

/// Bounds of values: of one range the margin, of several everybody's results. They are exact only if all ranges are.
fn bounds(ranges: &[Interval<Mean>]) -> Interval<GameValue> {
    let means = |bound: fn(Interval<MeanValue>) -> MeanValue| {
        GameValue::expected(ranges.iter().map(|&range| bound(rounded(range))).collect())
    };
    if ranges.iter().all(Mean::is_exact) {
        return Interval::exact(means(|range| range.lower));
    }
    Interval::new(means(|range| range.lower), means(|range| range.upper))
}

/// Rounds bounds away from what is proved, and values to the nearest.
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

/// Bounds of everybody's result by the rules alone.
fn possible<G: EngineGame + EvalFeatures + Staked>(position: &G) -> PayoffBounds<Mean> {
    let mut ranges = PayoffBounds::<Mean>::default();
    for player in Player::first(position.players()) {
        let mean = |more: Score| Mean::of::<G>(position.score(player) + more);
        ranges[player.index()] = position.prospects(player).map(mean);
    }
    ranges
}

/// Bounds of the margin of the player to move by the rules alone; when the game is over, of the player of the last turn.
fn possible_margin<G: EngineGame + EvalFeatures + Staked>(position: &G) -> Interval<Mean> {
    super::possible_margin(position).map(Mean::of::<G>)
}
