//! Games with chance: expectations.

use floe_game::{Interval, Staked};
use floe_search::{ExpectiMaxN, Expectimax, Mean, Payoff};

use super::request::{CurrentMove, Listener, Reporter, SearchShare, SolveRequest, SolveResult};
use super::{Prospects, ProvedScore, chosen, of_choices, possible, possible_margin};
use crate::{AnalysisError, Evaluation, GameValue, MeanValue};

/// Depth in plies to which proved values are looked up.
const PLIES: u32 = 1;

/// Proves the mean value of a position where that can be searched to the end; else the bounds that
/// follow from what has been proved until then.
pub(crate) fn solve_chance<G: Prospects + Staked>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<G::Move>, AnalysisError> {
    request.expect_no_checkpoint(position.rules())?;
    Ok(if position.players() == 2 {
        two(position, request, listener)
    } else {
        more(position, request)
    })
}

fn two<G: Prospects + Staked>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> SolveResult<G::Move> {
    let lines = if request.all {
        position.choices().len()
    } else {
        1
    };
    let mut reporter = Reporter::new(request, listener, |_| true);
    let mut search = Expectimax::new(
        position.evaluation(&Evaluation::default()),
        request.options(lines),
    );
    let report = search.search(position, &request.limits, |progress| {
        let share = SearchShare::to_depth(progress.report.depth);
        reporter.report(
            None,
            CurrentMove::NONE,
            share,
            progress.report.nodes,
            progress.hash_full,
        );
    });
    let mut proven = search.proven_bounds(position, PLIES, &|position| {
        possible_margin(position).map(Mean::of::<G>)
    });
    let mut whole = proven
        .iter()
        .map(|&(_, range)| range)
        .reduce(Interval::max)
        .expect("a player can choose");
    if report.is_exact() {
        whole = Interval::exact(report.lines[0].value);
        for line in &report.lines {
            let known = proven
                .iter_mut()
                .find(|(mv, _)| *mv == line.moves[0])
                .expect("it is one of the choices");
            known.1 = Interval::exact(line.value);
        }
    }
    // Without such a line the search may still have proved a choice.
    let line = report
        .lines
        .into_iter()
        .find(|line| line.exact)
        .map(|line| line.moves);
    let choices: Vec<(G::Move, [Interval<Mean>; 1])> = proven
        .into_iter()
        .map(|(mv, range)| (mv, [range]))
        .collect();
    SolveResult {
        nodes: report.nodes,
        ..of_choices(position, request, &choices, &[whole], line)
    }
}

fn more<G: Prospects + Staked>(position: &G, request: &SolveRequest<'_>) -> SolveResult<G::Move> {
    let mut search = ExpectiMaxN::new(request.hash_mebibytes);
    let report = search.solve(position, &request.limits);
    let choices = search.proven_bounds(position, PLIES, &|position| {
        possible(position).map(|bounds| bounds.map(Mean::of::<G>))
    });
    let line = report.lines.into_iter().next().map(|line| line.moves);
    SolveResult {
        nodes: report.nodes,
        ..of_choices(
            position,
            request,
            &choices,
            &chosen(position, &choices),
            line,
        )
    }
}

impl ProvedScore for Mean {
    /// The bounds are exact only if all ranges are.
    fn value_bounds(ranges: &[Interval<Mean>]) -> Interval<GameValue> {
        let rounded: Vec<Interval<MeanValue>> =
            ranges.iter().map(|&range| rounded(range)).collect();
        let lower = GameValue::of(rounded.iter().map(|range| range.lower).collect());
        if ranges.iter().all(Mean::is_exact) {
            return Interval::exact(lower);
        }
        Interval::new(
            lower,
            GameValue::of(rounded.iter().map(|range| range.upper).collect()),
        )
    }
}

/// Rounds bounds outwards, and exact values to the nearest.
fn rounded(range: Interval<Mean>) -> Interval<MeanValue> {
    if Mean::is_exact(&range) {
        return range.map(|mean| MeanValue::of(mean, true));
    }
    Interval::new(
        MeanValue::at_most(range.lower),
        MeanValue::at_least(range.upper),
    )
}
