use floe_game::{Chance, Game, Player, Staked};
use floe_search::{Everybody, Line, Mean, Options};
use floe_variants::{Hidden, Risk};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::hidden::{HiddenSearches, result};
use super::{Method, VariantTask};
use crate::{AnalysisError, Bounds, MeanValue, Outcome, SolveRequest, Solved};

/// Proves what a position with hidden whales is worth on average, where that can be searched to the end.
///
/// Of a proof that is broken off nothing is told but what everybody has and what there is.
pub(crate) fn solve_hidden(position: &Hidden, request: &SolveRequest<'_>) -> Result<Solved<Risk>, AnalysisError> {
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    if request.checkpoint.is_some() {
        let (engine, expected) = ("solve", "keeps checkpoints of the base game only");
        return Err(AnalysisError::Rules { engine, expected, rules: position.rules() });
    }
    if position.is_over() {
        let bounds = exact(&result(position));
        return Ok(Solved { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0, huge_pages: false });
    }
    let found = if position.players() == 2 { two(position, request)? } else { more(position, request) };
    let possible = || Bounds { at_least: possible(position, -1), at_most: possible(position, 1) };
    let bounds = found.lines.first().map_or_else(possible, |(_, outcome)| exact(outcome));
    let line = found.lines.first().map_or_else(Vec::new, |(line, _)| line.clone());
    let kept = if request.all { found.lines.len() } else { 1 };
    let mut moves: Vec<(Risk, Bounds)> =
        found.lines.iter().take(kept).map(|(line, outcome)| (line[0], exact(outcome))).collect();
    if request.all {
        let known: Vec<Risk> = moves.iter().map(|&(mv, _)| mv).collect();
        let open = position.choices().into_iter().filter(|mv| !known.contains(mv));
        moves.extend(open.map(|mv| (mv, possible())));
    }
    Ok(Solved { bounds, line, moves, nodes: found.nodes, huge_pages: false })
}

/// Lines that are proven, best first.
struct Proven {
    lines: Vec<(Vec<Risk>, Outcome)>,
    nodes: u64,
}

fn two(position: &Hidden, request: &SolveRequest<'_>) -> Result<Proven, AnalysisError> {
    let lines = if request.all { position.choices().len() } else { 1 };
    let options = Options { hash_mebibytes: request.hash_mebibytes, lines, ..Options::default() };
    let task = VariantTask { method: Method::Expectimax, options, limits: &request.limits, seed: 0 };
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(0);
    let analysis = HiddenSearches::default().analyze(position, &task, rng, &mut |_| ())?;
    let proven = analysis.lines.into_iter().filter(|line| line.exact).map(|line| (line.moves, line.outcome));
    Ok(Proven { lines: proven.collect(), nodes: analysis.nodes })
}

fn more(position: &Hidden, request: &SolveRequest<'_>) -> Proven {
    let report = Everybody::default().solve(position, &request.limits);
    let outcome = |means: &[Mean]| {
        let means = means[..position.players()].iter();
        Outcome::AllExpected(means.map(|&mean| MeanValue::of(mean, true)).collect())
    };
    let line = |line: Line<Risk, [Mean; Player::MAX]>| (line.moves, outcome(&line.value));
    Proven { lines: report.lines.into_iter().map(line).collect(), nodes: report.nodes }
}

fn exact(outcome: &Outcome) -> Bounds {
    Bounds { at_least: outcome.clone(), at_most: outcome.clone() }
}

/// What everybody gets at most, or at least where the sign is negative, whatever happens.
fn possible(position: &Hidden, sign: i32) -> Outcome {
    let stake = MeanValue::from(floe_fish::Value::from_score(position.at_stake()));
    let more =
        |mean: MeanValue| MeanValue { fish: mean.fish + sign * stake.fish, tiles: mean.tiles + sign * stake.tiles };
    match result(position) {
        Outcome::AllExpected(means) if sign > 0 => Outcome::AllExpected(means.into_iter().map(more).collect()),
        Outcome::Expected(mean) => Outcome::Expected(more(mean)),
        least => least,
    }
}
