use std::cmp::Reverse;

use floe_fish::Value;
use floe_game::{Interval, Player, Score};
use floe_search::{MaxN, Options, PayoffBounds, chosen, scores};

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
        report.lines.iter().map(|line| (line.moves[0], line.value.map(Interval::exact))).collect()
    } else {
        search.proven(position, plies(lines), &possible)
    };
    let all: Vec<PayoffBounds> = proved.iter().map(|&(_, bounds)| bounds).collect();
    let whole = chosen(mover, mover, players, &all);
    let best = proved.iter().find(|&&(_, bounds)| is_exact(&whole) && bounds == whole).map(|&(mv, _)| mv);
    let line = match report.lines.first() {
        Some(line) if report.is_exact() => line.moves.clone(),
        _ => best.into_iter().collect(),
    };
    let best = line.first().copied();
    proved.sort_by_key(|&(mv, all)| (!is_exact(&all), Reverse(all[mover.index()].lower), Some(mv) != best, mv));
    if !request.all {
        proved.retain(|&(mv, _)| Some(mv) == best);
    }
    let moves = proved.into_iter().map(|(mv, all)| (mv, bounds(all, players))).collect();
    Ok(Solved { bounds: bounds(whole, players), line, moves, nodes: report.nodes, huge_pages: false })
}

/// How far to look for what is proved: so many positions at most are soon looked at.
fn plies(moves: usize) -> u32 {
    const SOON: usize = 60;
    if moves <= SOON { 1 } else { 0 }
}

/// What everybody can get at least and at most, whatever happens.
fn possible<G: Judged>(position: &G) -> PayoffBounds {
    let mut all = scores(position).map(Interval::exact);
    for player in Player::first(position.players()) {
        let (least, most) = position.prospects(player);
        all[player.index()].lower += least;
        all[player.index()].upper += most;
    }
    all
}

fn is_exact(all: &PayoffBounds) -> bool {
    all.iter().all(Interval::is_exact)
}

fn bounds(all: PayoffBounds, players: usize) -> Bounds {
    let results = |bound: fn(&Interval<Score>) -> Score| {
        Outcome::Results(all[..players].iter().map(|all| Value::from_score(bound(all))).collect())
    };
    if is_exact(&all) {
        return Bounds::meeting(results(|all| all.lower));
    }
    Bounds { at_least: results(|all| all.lower), at_most: results(|all| all.upper) }
}
