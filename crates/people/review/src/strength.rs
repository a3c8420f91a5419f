//! Strengths of reviews.

use floe_engine::{AnyGame, EngineSpec, Method};
use schemars::JsonSchema;
use serde::Deserialize;

/// Strength of a review: its effort for each position. It is a number of nodes on one thread, not a
/// time, so that a game gets the same marks on every machine.
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

/// Table of a review in MiB. Its size has a part in the result, so it does not follow that of the
/// machine.
const HASH_MEBIBYTES: usize = 16;

/// A playout, a node of a tree search, or an iteration of the solver of hidden tiles takes about as
/// long as this number of nodes of alpha-beta on a floe.
const SLOW: u64 = 10;

impl ReviewStrength {
    /// All strengths, the weakest first.
    pub const ALL: [ReviewStrength; 3] = [
        ReviewStrength::Quick,
        ReviewStrength::Normal,
        ReviewStrength::Thorough,
    ];

    /// Name of the strength in requests and options: `normal`.
    pub const fn name(self) -> &'static str {
        match self {
            ReviewStrength::Quick => "quick",
            ReviewStrength::Normal => "normal",
            ReviewStrength::Thorough => "thorough",
        }
    }

    /// Number of nodes for each position of a game from this start. Where there are not two sides,
    /// or tiles are hidden, it is a tenth of the usual number: a node is then a playout, a node of
    /// a tree search or an iteration of a solver.
    pub fn nodes(self, start: &AnyGame) -> u64 {
        let nodes = match self {
            ReviewStrength::Quick => 10_000,
            ReviewStrength::Normal => 100_000,
            ReviewStrength::Thorough => 1_000_000,
        };
        let is_slow = start.sides() != 2 || start.rules().has_hidden_tiles();
        if is_slow { nodes / SLOW } else { nodes }
    }

    /// The effort of a review with this number of nodes, in words.
    pub fn nodes_in_words(nodes: u64) -> String {
        format!(
            "{} nodes a position, more where a mark is close",
            grouped(nodes)
        )
    }

    /// The engine for the review of a game from this start: the default one with a number of nodes,
    /// on one thread, with a table and a seed that are always the same.
    pub fn engine(self, start: &AnyGame) -> EngineSpec {
        EngineSpec {
            method: Method::Default,
            nodes: Some(self.nodes(start)),
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
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|group| str::from_utf8(group).ok())
        .collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use floe_engine::GameRules;

    use super::*;

    #[test]
    fn the_effort_is_said_in_nodes() {
        let base = AnyGame::deal(&GameRules::BASE.usual(2), 1).unwrap();
        let words = ReviewStrength::nodes_in_words(ReviewStrength::Normal.nodes(&base));
        assert_eq!(
            words,
            "100,000 nodes a position, more where a mark is close"
        );
        for (rules, players) in [
            (GameRules::Flip, 2),
            (GameRules::BASE, 3),
            (GameRules::BASE, 4),
        ] {
            let start = AnyGame::deal(&rules.usual(players), 1).unwrap();
            assert_eq!(
                ReviewStrength::Quick.nodes(&start),
                1000,
                "{rules}, {players} players"
            );
        }
        let engine = ReviewStrength::Thorough.engine(&base).to_string();
        assert_eq!(engine, "default:nodes=1000000,threads=1,hash=16,seed=0");
    }
}
