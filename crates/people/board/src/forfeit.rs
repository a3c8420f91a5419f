//! Games that end before their last move.

use floe_game::Player;
use floe_gamefile::{ForfeitReason, forfeit_result};
use floe_presentation::forfeit_words;
use floe_query::{QueryError, game_line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Request for the result of a game that a player loses before its last move.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct ForfeitRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Letter of the player who loses.
    player: char,
    reason: ForfeitReason,
}

/// End of a game before its last move, `floe/forfeit/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Forfeit {
    /// Reason in words, with the winner where there is one; value of the header `Termination`.
    words: String,
    /// Share of the victory of each player, `0-1`; value of the header `Result`.
    result: String,
}

impl ForfeitRequest {
    /// Ends the game.
    pub(crate) fn answer(self) -> Result<Forfeit, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let position = line.end();
        let player =
            Player::first(position.players()).find(|player| player.letter() == self.player);
        let player = player.ok_or_else(|| {
            let problem = format!("expected a player of the game; found '{}'", self.player);
            QueryError::of_field("player", problem)
        })?;
        let words = forfeit_words(position, player, self.reason);
        Ok(Forfeit {
            words,
            result: forfeit_result(position, player),
        })
    }
}
