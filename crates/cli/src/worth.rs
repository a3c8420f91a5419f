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

/// Ordered as rule 1.9 says: fish first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
pub(crate) struct Pair {
    pub(crate) fish: i32,
    pub(crate) tiles: i32,
}

impl From<&Value> for Pair {
    fn from(value: &Value) -> Pair {
        Pair { fish: value.fish, tiles: value.tiles }
    }
}

impl From<&Outcome> for Worth {
    fn from(outcome: &Outcome) -> Worth {
        match outcome {
            Outcome::Margin(value) => Worth::Margin(value.into()),
            Outcome::Results(values) => {
                let players = Player::first(values.len()).map(Player::letter);
                Worth::Results(players.zip(values.iter().map(Pair::from)).collect())
            }
        }
    }
}
