use floe_fish::Value;
use floe_game::{Player, Score};
use floe_search::Options;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Judged, VariantSearches, VariantTask, result};
use crate::{AnalysisError, Bounds, Method, Outcome, SolveRequest, Solved};

/// Proves what a position of a variant is worth, and its moves, by searching to the end of the game: no theory of areas holds where
/// stuck penguins may come free again.
///
/// Of a proof that is broken off nothing is told but what everybody has and what there is.
pub(crate) fn solve<G: Judged>(position: &G, request: &SolveRequest<'_>) -> Result<Solved<G::Move>, AnalysisError> {
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    if request.checkpoint.is_some() {
        return Err(AnalysisError::Rules {
            engine: "solve",
            expected: "keeps checkpoints of the base game only",
            rules: position.rules(),
        });
    }
    let exact = |outcome: &Outcome| Bounds { at_least: outcome.clone(), at_most: outcome.clone() };
    if position.is_over() {
        let bounds = exact(&result(position));
        return Ok(Solved { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0, huge_pages: false });
    }
    let lines = if request.all { position.moves().len() } else { 1 };
    let options =
        Options { threads: request.threads, hash_mebibytes: request.hash_mebibytes, lines, ..Options::default() };
    let method = if position.sides() == 2 { Method::AlphaBeta } else { Method::MaxN };
    let task = VariantTask { method, options, limits: &request.limits, seed: 0 };
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(0);
    let analysis = VariantSearches::<G>::default().analyze(position, &task, rng, &mut |_| ())?;
    let bounds = if analysis.exact { exact(&analysis.outcome) } else { possible(position) };
    let line = if analysis.exact { analysis.lines[0].moves.clone() } else { Vec::new() };
    let proved = analysis.lines.iter().filter(|line| line.exact).map(|line| (line.moves[0], exact(&line.outcome)));
    let mut moves: Vec<(G::Move, Bounds)> = proved.collect();
    if request.all {
        let known: Vec<G::Move> = moves.iter().map(|&(mv, _)| mv).collect();
        let open = position.moves().into_iter().filter(|mv| !known.contains(mv));
        moves.extend(open.map(|mv| (mv, possible(position))));
    }
    Ok(Solved { bounds, line, moves, nodes: analysis.nodes, huge_pages: false })
}

/// What everybody can get at most and at least, whatever happens.
fn possible<G: Judged>(position: &G) -> Bounds {
    let (fall, most) = position.prospects();
    let value = |score: Score| Value::from_score(score);
    if position.sides() == 2 {
        let mover = position.last_turn();
        let margin = position.score(mover) - position.score(Player::new(mover.index() ^ 1));
        let (least, most) = (margin - most + fall, margin + most - fall);
        return Bounds { at_least: Outcome::Margin(value(least)), at_most: Outcome::Margin(value(most)) };
    }
    let results = |more: Score| {
        Outcome::Results(Player::first(position.players()).map(|player| value(position.score(player) + more)).collect())
    };
    Bounds { at_least: results(fall), at_most: results(most) }
}
