use std::collections::BTreeMap;

use floe_engine::Outcome;
use floe_fish::Value;
use floe_game::Player;
use serde::Serialize;

/// `{"fish": 10, "tiles": 0}`, or that for every player.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Worth {
    Margin(Pair),
    Results(BTreeMap<char, Pair>),
}

#[derive(Clone, Copy, Serialize)]
pub(crate) struct Pair {
    fish: i32,
    tiles: i32,
}

impl From<&Outcome> for Worth {
    fn from(outcome: &Outcome) -> Worth {
        let pair = |value: &Value| Pair { fish: value.fish, tiles: value.tiles };
        match outcome {
            Outcome::Margin(value) => Worth::Margin(pair(value)),
            Outcome::Results(values) => {
                let players = Player::first(values.len()).map(Player::letter);
                Worth::Results(players.zip(values.iter().map(pair)).collect())
            }
        }
    }
}
