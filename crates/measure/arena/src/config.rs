//! The configuration of a match.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::TimeControl;

/// Configuration of a match: everything that decides which games are played and how. It is in the
/// first line of a file of games.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatchConfig {
    /// Specifications of the engines, each with all its limits, in the order in which they were
    /// named.
    pub engines: Vec<String>,
    /// Hashes of the files or the code that the engines are made of, one text for each engine in
    /// the order of `engines`; they tell engines of one name apart. A text is empty where the name
    /// of the engine says all. `[]` if all texts are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hashes: Vec<String>,
    /// Names that other programs give themselves, with their versions, one text for each engine in
    /// the order of `engines`; they tell programs of one command apart. A text is empty for an
    /// engine of floe, a function, or a program without a name. `[]` if all texts are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
    /// Number of players of a game, 2 to 4, or in games that all play together 1 to 4.
    pub players: usize,
    /// Name of the rules, such as `base` or `push+teams`.
    pub rules: String,
    /// Name of the layout of the floe; `None` for the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// Numbers of special tiles of each kind, in the notation of the option `--special`; `None` for
    /// the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// Whales that hide below tiles, in the notation of the option `--whales`; `None` for the usual
    /// ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whales: Option<String>,
    /// Cards of Fish 'n' Flip as far as they are unusual, in words: `species=WD each=4`; `None` for
    /// the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    /// Lake of Gone Fishing! as far as it is unusual, in words: `2x2 anglers=1 dealt`; `None` for
    /// the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lake: Option<String>,
    /// Whether all players of a game play together against no opponent: every engine plays every
    /// deal alone, on all seats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
    /// Unit of the points of a game, in the plural, such as `penguins`; `None` for fish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Number of floes, or deals of another game, on which games are played.
    pub floes: u64,
    /// Random seed of the match, from which the seeds of floes, engines and chance follow.
    #[serde(with = "floe_runs::json_seed")]
    #[schemars(with = "floe_runs::JsonSeed")]
    pub seed: u64,
    /// Whether penguins are placed at random before the first move of a game.
    pub placed: bool,
    /// Texts of the first positions, one for each floe, if they are given; empty if floes are
    /// dealt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// Whether the first engine meets all others, which do not meet each other; if not, all engines
    /// meet.
    pub gauntlet: bool,
    /// Whether a line-up plays a floe in all orders of seats; if not, in rotation only.
    pub all_permutations: bool,
    /// Clock of every player for a whole game; `None` where only the limits of the engines count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Version and build of the program that plays the match.
    pub build: String,
}

impl MatchConfig {
    /// Returns the number of results that the statistics compare in a block: one for each side of a
    /// game, or where all players play together one for each engine.
    pub fn results(&self) -> usize {
        if self.together {
            self.engines.len()
        } else {
            self.sides()
        }
    }

    /// Returns the unit of the points of a game, in the plural, such as `fish`.
    pub fn unit(&self) -> &str {
        self.unit.as_deref().unwrap_or("fish")
    }

    /// Returns the number of sides in a game: its players, two teams, or 1 where all players play
    /// together.
    pub fn sides(&self) -> usize {
        if self.together {
            return 1;
        }
        if self.rules.split('+').any(|name| name == "teams") {
            2
        } else {
            self.players
        }
    }
}

/// Lists the differences between a stored configuration and the expected one, in English, such as
/// `engines[1].options.nodes is 1000 there, not 2000`. Each difference names the innermost place; a
/// missing value is null.
pub fn differences(stored: &Value, expected: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    collect_differences("", stored, expected, &mut differences);
    differences
}

fn collect_differences(at: &str, stored: &Value, expected: &Value, differences: &mut Vec<String>) {
    match (stored, expected) {
        (Value::Object(old), Value::Object(new)) => {
            for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
                let at = if at.is_empty() {
                    key.clone()
                } else {
                    format!("{at}.{key}")
                };
                collect_differences(&at, &stored[key], &expected[key], differences);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for index in 0..old.len().max(new.len()) {
                let [old, new] = [old, new].map(|items| items.get(index).unwrap_or(&Value::Null));
                collect_differences(&format!("{at}[{index}]"), old, new, differences);
            }
        }
        _ if stored != expected && !is_same_integer(stored, expected) => {
            differences.push(format!("{at} is {stored} there, not {expected}"));
        }
        _ => {}
    }
}

/// Whether two values are one integer, once as a number and once as text: seeds beyond 2^53 were
/// numbers in older files.
fn is_same_integer(stored: &Value, expected: &Value) -> bool {
    match (stored, expected) {
        (Value::Number(number), Value::String(text)) => number
            .as_u64()
            .is_some_and(|number| number.to_string() == *text),
        _ => false,
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

    /// Files of older builds hold every seed as a number.
    #[test]
    fn large_seeds_are_the_same_as_numbers_and_as_texts() {
        let stored = json!({"games": {"seed": 18_361_040_491_435_020_803_u64}});
        assert!(
            differences(&stored, &json!({"games": {"seed": "18361040491435020803"}})).is_empty()
        );
        assert_eq!(
            differences(&stored, &json!({"games": {"seed": "18361040491435020000"}})).len(),
            1
        );
    }
}
