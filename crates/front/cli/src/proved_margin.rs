//! Proved bounds of margins in JSON.

use floe_fish::Value;
use floe_game::Score;
use schemars::JsonSchema;
use serde::Serialize;

/// Bound of the final margin for the player to move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProvedMargin {
    fish: i32,
    tiles: i32,
}

impl ProvedMargin {
    /// Bound of a margin in 1/128 fish.
    pub(crate) fn of_score(margin: Score) -> ProvedMargin {
        let Value { fish, tiles } = Value::from_score(margin);
        ProvedMargin { fish, tiles }
    }
}
