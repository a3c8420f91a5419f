//! Hints in three steps.

use std::sync::atomic::AtomicBool;

use floe_presentation::{Hint, Seen};
use floe_query::{QueryError, QuerySettings, game_line};
use floe_review::{ReviewStrength, find_hint};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::review::engine_error;

/// Request for a hint to the player to move.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct HintRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Line whose first move is the best one; without it an engine searches for it.
    #[serde(default)]
    line: Vec<String>,
    /// Effort of the engine; default `normal`.
    #[serde(default)]
    strength: ReviewStrength,
}

/// Hint in three steps, `floe/hint/1`. It reveals no more than the player to move knows.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StepwiseHint {
    /// The hint in three texts: where to look, the move, and why.
    steps: [String; 3],
    /// Names of the spaces where to look, to be marked with the first step.
    spaces: Vec<String>,
    /// The move in notation.
    #[serde(rename = "move")]
    mv: String,
}

impl HintRequest {
    /// Gives the hint. A search for it ends soon after `stop` is set.
    pub(crate) fn answer(
        self,
        settings: &QuerySettings,
        stop: &AtomicBool,
    ) -> Result<StepwiseHint, QueryError> {
        let game = game_line(&self.position, &self.moves)?;
        let position = game.end();
        let evaluation = &settings.evaluation;
        let line = position.find_line(&self.line);
        let hint = match (line.is_empty(), self.line.is_empty()) {
            (true, true) => {
                find_hint(&game, self.strength, evaluation, stop).map_err(engine_error)?
            }
            (true, false) => {
                let found = self.line.join(" ");
                return Err(QueryError::of_field(
                    "line",
                    format!("expected legal moves; found '{found}'"),
                ));
            }
            (false, _) => Seen::by_mover(position).hint(&line, evaluation),
        };
        let over =
            || QueryError::of_field("moves", "expected a position in which a player can move");
        let Hint {
            place,
            spaces,
            advice,
            reasons,
            choice,
        } = hint.ok_or_else(over)?;
        let mv = position.move_text(choice);
        Ok(StepwiseHint {
            steps: [place, advice, reasons.join(" ")],
            spaces,
            mv,
        })
    }
}
