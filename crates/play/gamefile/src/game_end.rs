//! Results of games, also of those that end before their last move: a player gives up, or runs out
//! of time.

use floe_engine::{AnyGame, with_game};
use floe_fish::Value;
use floe_game::{Game, Player};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::WrittenGame;

/// Header with the reason why a game ended before its last move.
const TERMINATION: &str = "Termination";

/// Reason why a player loses a game before its last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum ForfeitReason {
    /// The player gave up.
    GaveUp,
    /// The time of the player has run out.
    OutOfTime,
}

/// Value of the header `Result` at this position: the scores of all players in turn order from A,
/// such as `31:17,20:10`, or `*` while the game lasts. A score is fish and tiles, or points and
/// tie-break in other games. In teams every player has the score of the team.
pub fn result_header(position: &AnyGame) -> String {
    with_game!(position, position => {
        if !position.is_over() {
            return "*".to_owned();
        }
        let result = |player| {
            let Value { fish, tiles } = Value::from_score(position.score(player));
            format!("{fish}:{tiles}")
        };
        Player::first(position.players()).map(result).collect::<Vec<_>>().join(",")
    })
}

/// Value of the header `Result` when `loser` loses before the last move: each player's share of the
/// victory, in turn order from A. With two players it is such as `0-1`, in teams `1-0-1-0`, and
/// with three players `0-1/2-1/2`.
pub fn forfeit_result(position: &AnyGame, loser: Player) -> String {
    let losing_side = position.side_of(loser);
    let share = match position.sides() {
        1 | 2 => "1".to_owned(),
        sides => format!("1/{}", sides - 1),
    };
    let result = |player| {
        if position.side_of(player) == losing_side {
            "0"
        } else {
            &share
        }
    };
    Player::first(position.players())
        .map(result)
        .collect::<Vec<_>>()
        .join("-")
}

/// Value of the header `Result` of players who agreed to share the victory.
fn shared_result(players: usize, sides: usize) -> String {
    vec![format!("1/{sides}"); players].join("-")
}

impl WrittenGame {
    /// Player who has lost the game before its last move, as the header `Result` says; in teams the
    /// first player of the team. `None` for all other games.
    pub fn forfeit(&self) -> Option<Player> {
        let result = self.headers.get("Result")?;
        Player::first(self.position.players())
            .find(|&loser| forfeit_result(&self.position, loser) == result)
    }

    /// End of the game as its headers say it: the value of `Termination`, such as `A gave up: B
    /// wins`, or else of `Result`. `None` if there is no `Termination`, and `Result` is missing or
    /// `*`.
    pub fn written_end(&self) -> Option<&str> {
        let result = self.headers.get("Result").filter(|&result| result != "*");
        self.headers.get(TERMINATION).or(result)
    }

    /// Sets the header `Result` to the [`result_header`] of the last position of the main line,
    /// which ends before its first illegal move. While the game lasts there, a result stays if it
    /// says that a player lost early, or that all players share the victory.
    pub fn update_result(&mut self) {
        let result = result_header(self.line_up_to_mistake().end());
        let is_shared = self.headers.get("Result")
            == Some(&shared_result(
                self.position.players(),
                self.position.sides(),
            ));
        if result != "*" || !(is_shared || self.forfeit().is_some()) {
            self.headers.set("Result", &result);
        }
    }

    /// Removes what the headers say of an end before the last move, as the game goes on.
    pub(crate) fn reopen(&mut self) {
        if self.headers.get(TERMINATION).is_some() || self.forfeit().is_some() {
            self.headers.remove(TERMINATION);
            self.headers.remove("Result");
        }
    }
}
