//! Reasons why a space cannot be chosen.

use floe_presentation::Seen;
use floe_query::{QueryError, game_line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::picture::viewer;

/// Request for the reason why the player to move cannot go on with a space.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct RefusalRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Name of the space.
    space: String,
    /// Names of the spaces chosen before it, in order; none if it is the first one.
    #[serde(default)]
    chosen: Vec<String>,
    /// Letter of the player who asks, and who learns no more than the rules let that player know.
    viewer: Option<char>,
}

/// Reason why a space cannot be chosen, `floe/refusal/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Refusal {
    /// The reason in a sentence.
    words: String,
}

impl RefusalRequest {
    /// Names the reason.
    pub(crate) fn answer(self) -> Result<Refusal, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let viewer = viewer(&line, self.viewer)?;
        let seen = Seen::by(line.end(), viewer);
        Ok(Refusal {
            words: seen.refusal(&self.chosen, &self.space),
        })
    }
}
