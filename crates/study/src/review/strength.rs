//! Strengths of reviews.

use floe_engine::{EngineSpec, GameRules, Method};
use schemars::JsonSchema;
use serde::Deserialize;

/// Strength of a review: its effort for each position. It is a number of nodes on one thread, not a time, so that a
/// game gets the same marks on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewStrength {
    /// A tenth of the nodes of a normal review.
    Quick,
    /// About a third of a second for a position on a floe.
    #[default]
    Normal,
    /// Ten times the nodes of a normal review.
    Thorough,
}

/// Table of a review in MiB. Its size has a part in the result, so it does not follow that of the machine.
const HASH_MEBIBYTES: usize = 16;

/// A playout, or an iteration of the solver of hidden tiles, takes about as long as this number of nodes on a floe.
const SLOW: u64 = 10;

impl ReviewStrength {
    /// All strengths, the weakest first.
    pub const ALL: [ReviewStrength; 3] = [ReviewStrength::Quick, ReviewStrength::Normal, ReviewStrength::Thorough];

    /// Name of the strength in requests and options: `normal`.
    pub const fn name(self) -> &'static str {
        match self {
            ReviewStrength::Quick => "quick",
            ReviewStrength::Normal => "normal",
            ReviewStrength::Thorough => "thorough",
        }
    }

    /// Number of nodes of a position under these rules. Where all play together or tiles are hidden, a node is a
    /// playout or an iteration of a solver, and they are a tenth.
    pub fn nodes(self, rules: GameRules) -> u64 {
        let nodes = match self {
            ReviewStrength::Quick => 10_000,
            ReviewStrength::Normal => 100_000,
            ReviewStrength::Thorough => 1_000_000,
        };
        let is_slow = rules.is_cooperative() || rules.has_hidden_tiles();
        if is_slow { nodes / SLOW } else { nodes }
    }

    /// The effort of a review under these rules, in words: `100,000 nodes a position`.
    pub fn in_words(self, rules: GameRules) -> String {
        ReviewStrength::nodes_in_words(self.nodes(rules))
    }

    /// The effort of a review with this number of nodes, in words.
    pub fn nodes_in_words(nodes: u64) -> String {
        format!("{} nodes a position, more where a mark is close", grouped(nodes))
    }

    /// The engine of a review under these rules: the default one with this number of nodes, on one thread, with a table
    /// and a seed that are always the same.
    pub fn engine(self, rules: GameRules) -> EngineSpec {
        EngineSpec {
            method: Method::Default,
            nodes: Some(self.nodes(rules)),
            threads: Some(1),
            hash: Some(HASH_MEBIBYTES),
            seed: Some(0),
            ..EngineSpec::default()
        }
    }
}

/// A number with commas between groups of three digits: `100,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effort_is_said_in_nodes() {
        let base = ReviewStrength::Normal.in_words(GameRules::BASE);
        assert_eq!(base, "100,000 nodes a position, more where a mark is close");
        assert_eq!(ReviewStrength::Quick.nodes(GameRules::Flip), 1000);
        let engine = ReviewStrength::Thorough.engine(GameRules::BASE).to_string();
        assert_eq!(engine, "default:nodes=1000000,threads=1,hash=16,seed=0");
    }
}
