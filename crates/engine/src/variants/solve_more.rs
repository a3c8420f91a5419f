use std::cmp::Reverse;

use floe_fish::Value;
use floe_game::{Player, Score};
use floe_search::{MaxN, Options, Payoffs, Span, scores};

use super::judged::{Foresight, Judged};
use crate::solve::news::Listener;
use crate::{AnalysisError, Bounds, Outcome, SolveNews, SolveProgress, SolveRequest, Solved};

/// More than two sides: max^n to the end of the game. What has been proved until a limit comes is in its table.
pub(super) fn solve_more<G: Judged>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<Solved<G::Move>, AnalysisError> {
    let (players, mover) = (position.players(), position.last_turn());
    let lines = position.moves().len();
    let options =
        Options { threads: request.threads, hash_mebibytes: request.hash_mebibytes, lines, ..Options::default() };
    let mut search = MaxN::new(Foresight::default(), options)?;
    let report = search.search(position, &request.limits, |progress| {
        listener(&SolveNews::Progress(SolveProgress::of_search(progress)));
    });
    let mut proved = if report.is_exact() {
        report.lines.iter().map(|line| (line.moves[0], Span::exact(line.value))).collect()
    } else {
        search.proven(position, plies(lines), &possible)
    };
    let spans: Vec<Span> = proved.iter().map(|&(_, span)| span).collect();
    let whole = Span::chosen(mover, mover, players, &spans);
    let best = proved.iter().find(|&&(_, span)| whole.is_exact() && span == whole).map(|&(mv, _)| mv);
    let line = match report.lines.first() {
        Some(line) if report.is_exact() => line.moves.clone(),
        _ => best.into_iter().collect(),
    };
    let best = line.first().copied();
    proved.sort_by_key(|&(mv, span)| (!span.is_exact(), Reverse(span.least[mover.index()]), Some(mv) != best, mv));
    if !request.all {
        proved.retain(|&(mv, _)| Some(mv) == best);
    }
    let moves = proved.into_iter().map(|(mv, span)| (mv, bounds(span, players))).collect();
    Ok(Solved { bounds: bounds(whole, players), line, moves, nodes: report.nodes, huge_pages: false })
}

/// How far to look for what is proved: so many positions at most are soon looked at.
fn plies(moves: usize) -> u32 {
    const SOON: usize = 60;
    if moves <= SOON { 1 } else { 0 }
}

/// What everybody can get at least and at most, whatever happens.
fn possible<G: Judged>(position: &G) -> Span {
    let mut span = Span::exact(scores(position));
    for player in Player::first(position.players()) {
        let (least, most) = position.prospects(player);
        span.least[player.index()] += least;
        span.most[player.index()] += most;
    }
    span
}

fn bounds(span: Span, players: usize) -> Bounds {
    let results =
        |all: Payoffs| Outcome::Results(all[..players].iter().map(|&score: &Score| Value::from_score(score)).collect());
    if span.is_exact() {
        return Bounds::meeting(results(span.least));
    }
    Bounds { at_least: results(span.least), at_most: results(span.most) }
}
