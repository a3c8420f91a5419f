//! Hints that an engine finds.

use std::sync::atomic::AtomicBool;

use floe_engine::{AnalysisError, Engine, Evaluation, GameLine};
use floe_presentation::{Hint, Seen};
use floe_search::{Limits, Options};

use super::strength::ReviewStrength;

/// Hint at the move that a search of this strength prefers in the last position of `line`. If the
/// search has compared two moves, the first reason says how much better the move is than the next
/// best one. The search ends soon after `stop` is set. `None` when the game is over.
///
/// # Errors
/// When there is no memory for the table, or the position is the view of another player.
pub fn find_hint(
    line: &GameLine,
    strength: ReviewStrength,
    evaluation: &Evaluation,
    stop: &AtomicBool,
) -> Result<Option<Hint>, AnalysisError> {
    let position = line.end();
    let spec = strength.engine(position);
    let options = Options {
        lines: 2,
        ..spec.options()
    };
    let mut engine = Engine::new(spec.method, options, spec.seed.unwrap_or(0))
        .with_evaluation(evaluation.clone());
    let limits = Limits {
        stop: Some(stop),
        ..spec.limits()
    };
    let analysis = engine.analyze_line(line, &limits, |_| ())?;
    let Some(best) = analysis.lines.first() else {
        return Ok(None);
    };
    let seen = Seen::by_mover(position);
    let hint = seen.hint(&best.moves, evaluation);
    let comparison = seen.comparison(&analysis);
    Ok(hint.map(|hint| Hint {
        reasons: comparison.into_iter().chain(hint.reasons).collect(),
        ..hint
    }))
}
