//! Explanations of positions and moves.

use floe_engine::Evaluation;
use floe_query::json::ExplanationReport;
use floe_query::{QueryError, game_line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Request for the explanation of a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct ExplainRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Line from the position, whose first move is explained.
    #[serde(default)]
    line: Vec<String>,
}

/// Explanation of a position, `floe/explain/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExplainedPosition {
    /// Evaluation of the position; null in games without a floe.
    explanation: Option<ExplanationReport>,
    /// Reasons for the first move of the line, in sentences.
    reasons: Vec<String>,
    /// Notes on the position in games of cards.
    notes: Vec<String>,
}

impl ExplainRequest {
    /// Explains the position after the moves.
    pub(crate) fn answer(&self, evaluation: &Evaluation) -> Result<ExplainedPosition, QueryError> {
        let game = game_line(&self.position, &self.moves)?;
        let position = game.end();
        let explanation = position.explain(evaluation);
        Ok(ExplainedPosition {
            explanation: explanation.map(|explanation| ExplanationReport::new(position, &explanation)),
            reasons: position.reasons(&position.find_line(&self.line), evaluation),
            notes: position.notes(),
        })
    }
}
