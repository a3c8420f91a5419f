use std::cmp::Reverse;

use floe_fish::Value;
use floe_game::{Chance, Game, Interval, Player, Score};
use floe_search::{ExpectiMaxN, Expectimax, Mean, Options, Payoff, PayoffBounds, chosen};
use floe_variants::{ChanceMove, Hidden, OnFloe};

use super::hidden::result;
use super::judged::Foresight;
use crate::solve::news::Listener;
use crate::{AnalysisError, Bounds, MeanValue, Outcome, SolveNews, SolveProgress, SolveRequest, Solved};

/// Proves what a position with hidden whales is worth on average, where that can be searched to the end; else what bounds follow from
/// what has been proved until then.
pub(crate) fn solve_hidden(
    position: &Hidden,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<Solved<ChanceMove>, AnalysisError> {
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    if request.checkpoint.is_some() {
        let (engine, expected) = ("solve", "keeps no checkpoints where chance has a say");
        return Err(AnalysisError::Rules { engine, expected, rules: position.rules() });
    }
    if position.is_over() {
        let bounds = Bounds::meeting(result(position));
        return Ok(Solved { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0, huge_pages: false });
    }
    let Proved { whole, mut moves, line, nodes } =
        if position.players() == 2 { two(position, request, listener) } else { more(position, request) };
    let best = line.first().copied();
    moves.sort_by_key(|(risk, own, bounds)| (bounds.exact().is_none(), Reverse(*own), Some(*risk) != best, *risk));
    if !request.all {
        moves.retain(|&(risk, ..)| Some(risk) == best);
    }
    let moves = moves.into_iter().map(|(risk, _, bounds)| (risk, bounds)).collect();
    Ok(Solved { bounds: whole, line, moves, nodes, huge_pages: false })
}

/// What is proved.
struct Proved {
    whole: Bounds,
    /// Every choice, with what it is worth at least to whoever makes it, and bounds.
    moves: Vec<(ChanceMove, MeanValue, Bounds)>,
    line: Vec<ChanceMove>,
    nodes: u64,
}

/// How far to look for what is proved.
const PLIES: u32 = 1;

fn two(position: &Hidden, request: &SolveRequest<'_>, listener: Listener<'_>) -> Proved {
    let lines = if request.all { position.choices().len() } else { 1 };
    let options = Options { hash_mebibytes: request.hash_mebibytes, lines, ..Options::default() };
    let mut search = Expectimax::new(Foresight::default(), options);
    let report = search.search(position, &request.limits, |progress| {
        listener(&SolveNews::Progress(SolveProgress::of_search(progress)));
    });
    let mut proven = search.proven(position, PLIES, &possible_margin);
    let mut whole = proven.iter().map(|&(_, range)| range).reduce(Interval::max).expect("somebody can choose");
    if report.is_exact() {
        whole = Interval::exact(report.lines[0].value);
        for line in &report.lines {
            let known = proven.iter_mut().find(|(risk, _)| *risk == line.moves[0]).expect("it is one of the choices");
            known.1 = Interval::exact(line.value);
        }
    }
    // The search may have proved it without having come to see that.
    let best = proven.iter().find(|(_, range)| is_same(range, &whole)).map(|&(risk, _)| risk);
    let line = report.lines.into_iter().find(|line| line.exact);
    let line = line.map_or_else(|| best.into_iter().collect(), |line| line.moves);
    let bounds = |range: Interval<Mean>| bounds(&[range], |means| Outcome::Expected(means[0]));
    let moves = proven.into_iter().map(|(risk, range)| (risk, least(range), bounds(range))).collect();
    Proved { whole: bounds(whole), moves, line, nodes: report.nodes }
}

fn more(position: &Hidden, request: &SolveRequest<'_>) -> Proved {
    let (players, mover) = (position.players(), position.last_turn().index());
    let mut search = ExpectiMaxN::default();
    let report = search.solve(position, &request.limits);
    let proven = search.proven(position, PLIES, &possible);
    let all: Vec<PayoffBounds<Mean>> = proven.iter().map(|&(_, ranges)| ranges).collect();
    let whole = chosen(position.last_turn(), position.last_turn(), players, &all);
    let is_best = |ranges: &[Interval<Mean>]| ranges.iter().zip(&whole).all(|(range, whole)| is_same(range, whole));
    let best = proven.iter().find(|(_, ranges)| is_best(&ranges[..])).map(|&(risk, _)| risk);
    let line = report.lines.into_iter().next();
    let line = line.map_or_else(|| best.into_iter().collect(), |line| line.moves);
    let bounds = |ranges: &PayoffBounds<Mean>| bounds(&ranges[..players], Outcome::AllExpected);
    let moves = proven.iter().map(|(risk, ranges)| (*risk, least(ranges[mover]), bounds(ranges))).collect();
    Proved { whole: bounds(&whole), moves, line, nodes: report.nodes }
}

/// Bounds are rounded away from what is proved, values to what is nearest.
fn bounds(ranges: &[Interval<Mean>], outcome: impl Fn(Vec<MeanValue>) -> Outcome) -> Bounds {
    let told = |tell: fn(&Interval<Mean>) -> MeanValue| outcome(ranges.iter().map(tell).collect());
    if ranges.iter().all(Mean::is_exact) {
        return Bounds::meeting(told(|range| MeanValue::of(range.lower, true)));
    }
    Bounds { at_least: told(|range| least(*range)), at_most: told(|range| most(*range)) }
}

fn least(range: Interval<Mean>) -> MeanValue {
    if Mean::is_exact(&range) { MeanValue::of(range.lower, true) } else { MeanValue::at_most(range.lower) }
}

fn most(range: Interval<Mean>) -> MeanValue {
    if Mean::is_exact(&range) { MeanValue::of(range.upper, true) } else { MeanValue::at_least(range.upper) }
}

/// What everybody can expect at least and at most, whatever happens.
fn possible(position: &Hidden) -> PayoffBounds<Mean> {
    let mut ranges = PayoffBounds::<Mean>::default();
    for player in Player::first(position.players()) {
        let (least, most) = prospects(position, player);
        let mean = |more| Mean::of::<Hidden>(position.score(player) + more);
        ranges[player.index()] = Interval::new(mean(least), mean(most));
    }
    ranges
}

/// The same for the margin of the player to move, when the game is over of the one who had the last turn.
fn possible_margin(position: &Hidden) -> Interval<Mean> {
    let (me, other) = (position.last_turn(), Player::new(position.last_turn().index() ^ 1));
    let margin = position.score(me) - position.score(other);
    let ((own_least, own_most), (least, most)) = (prospects(position, me), prospects(position, other));
    Interval::new(margin + own_least - most, margin + own_most - least).map(Mean::of::<Hidden>)
}

/// Whether both are exact, and the same but for rounding.
fn is_same(range: &Interval<Mean>, other: &Interval<Mean>) -> bool {
    Mean::is_exact(&range.hull(*other))
}

/// How much a player still gets at least and at most, whatever happens.
fn prospects(position: &Hidden, player: Player) -> (Score, Score) {
    if position.penguins(player).is_empty() && !position.is_placement() {
        return (0, 0);
    }
    let floe = position.bare();
    let sum =
        |sign: i32| -> i32 { position.tiles().into_iter().map(|hex| sign * (sign * floe.fish(hex)).max(0)).sum() };
    let most = Value { fish: sum(1), tiles: position.tiles_left() as i32 };
    (Value { fish: sum(-1), tiles: 0 }.score(), most.score())
}
