//! New games.

use floe_engine::{AnyGame, AnySetUp, GameRules};
use floe_fish::Dealing;
use floe_query::QueryError;
use floe_variants::{Centre, Outline};
use serde::Deserialize;
use serde_json::{Value, json};

/// Largest seed: numbers in JavaScript are exact up to here.
const MAX_SEED: u64 = (1 << 53) - 1;

/// Request for a new game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DealRequest {
    /// Rules; default: the base game.
    rules: Option<String>,
    /// Number of players; default: that of the rules.
    players: Option<usize>,
    /// Layout; default `standard`.
    layout: Option<String>,
    /// Centre of the layout `setup-2`: `water`, `open`, `0` or `m2`.
    centre: Option<String>,
    /// Whether to spread the fish evenly (rule 1.3).
    #[serde(default)]
    balanced: bool,
    seed: u64,
}

impl DealRequest {
    /// Deals the first position.
    pub(crate) fn answer(self) -> Result<Value, QueryError> {
        if self.seed > MAX_SEED {
            return Err(QueryError::of_field("seed", format!("expected 0 to {MAX_SEED}; found {}", self.seed)));
        }
        let set_up = self.set_up()?;
        let position =
            AnyGame::deal(&set_up, self.seed).map_err(|error| QueryError::of_field("rules", error.to_string()))?;
        Ok(json!({"schema": "floe/new/1", "position": position.to_string(), "seed": self.seed}))
    }

    fn set_up(&self) -> Result<AnySetUp, QueryError> {
        let rules = match &self.rules {
            None => GameRules::BASE,
            Some(name) => name
                .parse()
                .map_err(|error| QueryError::of_field("rules", format!("expected {error}; found '{name}'")))?,
        };
        let players = self.players.unwrap_or(rules.usual_players());
        let least = rules.min_players();
        if !(least..=4).contains(&players) {
            return Err(QueryError::of_field("players", format!("expected {least} to 4; found {players}")));
        }
        let mut set_up = rules.usual(players);
        if let AnySetUp::Floe(floe) = &mut set_up {
            floe.outline = outline(self.layout.as_deref().unwrap_or("standard"))?;
            floe.centre = centre(self.centre.as_deref().unwrap_or("water"))?;
            floe.dealing = if self.balanced { Dealing::Balanced } else { Dealing::Shuffled };
        }
        Ok(set_up)
    }
}

fn outline(name: &str) -> Result<Outline, QueryError> {
    let wrong = |expected: &str| QueryError::of_field("layout", format!("expected {expected}; found '{name}'"));
    match Outline::by_name(name) {
        Some(outline) => outline.map_err(|error| wrong(&error.to_string())),
        None => Err(wrong("standard, setup-1, setup-2 or rows(…)")),
    }
}

fn centre(name: &str) -> Result<Centre, QueryError> {
    match name {
        "water" => Ok(Centre::Water),
        "open" => Ok(Centre::Open),
        "0" => Ok(Centre::Zero),
        "m2" => Ok(Centre::MinusTwo),
        _ => Err(QueryError::of_field("centre", format!("expected water, open, 0 or m2; found '{name}'"))),
    }
}
