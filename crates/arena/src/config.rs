//! The configuration of a match.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::TimeControl;

/// Everything that decides which games are played and how: the first line of a file of games.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatchConfig {
    /// Specifications of the engines, each with all its limits, in the order of the call.
    pub engines: Vec<String>,
    /// Hashes of the files or the code that the engines are made of, one for each engine, empty where its name says
    /// all: engines of one name may differ in them. `[]` if none has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hashes: Vec<String>,
    /// The number of players.
    pub players: usize,
    /// The name of the rules.
    pub rules: String,
    /// The layout; `None` for the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// The numbers of special tiles; `None` for the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// The hidden whales; `None` for the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whales: Option<String>,
    /// The cards of Fish 'n' Flip; `None` for the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    /// The lake of Gone Fishing!; `None` for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lake: Option<String>,
    /// Whether all players of a game play together: every engine plays every deal alone, on all seats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
    /// The number of floes.
    pub floes: u64,
    /// The random seed of floes, engines and chance.
    pub seed: u64,
    /// Whether the penguins are placed at random before the first move.
    pub placed: bool,
    /// The first positions, if they are given rather than dealt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// Whether only the first engine meets the others.
    pub gauntlet: bool,
    /// Whether a floe is played in all orders of seats rather than in rotation.
    pub all_permutations: bool,
    /// Clock of every player; `None` where only the limits of the engines count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The build of the program that plays.
    pub build: String,
}

impl MatchConfig {
    /// Returns the number of results that the statistics compare: those of all sides, or of all engines that play
    /// alone.
    pub fn results(&self) -> usize {
        if self.together { self.engines.len() } else { self.sides() }
    }

    /// Returns the number of sides: players, teams, or one of all players together.
    pub fn sides(&self) -> usize {
        if self.together {
            return 1;
        }
        if self.rules.split('+').any(|name| name == "teams") { 2 } else { self.players }
    }
}

/// Lists the differences between a stored configuration and the one that is expected, such as `engines[1].options.nodes
/// is 1000 there, not 2000`, each at the innermost place. A missing value is null.
pub fn differences(stored: &Value, expected: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    collect_differences("", stored, expected, &mut differences);
    differences
}

fn collect_differences(at: &str, stored: &Value, expected: &Value, differences: &mut Vec<String>) {
    match (stored, expected) {
        (Value::Object(old), Value::Object(new)) => {
            for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
                let at = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
                collect_differences(&at, &stored[key], &expected[key], differences);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for index in 0..old.len().max(new.len()) {
                let [old, new] = [old, new].map(|items| items.get(index).unwrap_or(&Value::Null));
                collect_differences(&format!("{at}[{index}]"), old, new, differences);
            }
        }
        _ if stored != expected => differences.push(format!("{at} is {stored} there, not {expected}")),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_innermost_place_is_named() {
        let stored = json!({"seed": 1, "engines": [{"name": "uct", "nodes": 1000}, {"name": "greedy"}], "players": 2});
        let expected = json!({"seed": 1, "engines": [{"name": "uct", "nodes": 2000}], "players": 2, "rules": "push"});
        assert_eq!(
            differences(&stored, &expected),
            [
                "engines[0].nodes is 1000 there, not 2000",
                r#"engines[1] is {"name":"greedy"} there, not null"#,
                r#"rules is null there, not "push""#,
            ]
        );
        assert!(differences(&stored, &stored).is_empty());
    }
}
