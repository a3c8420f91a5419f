//! New games.

use floe_engine::options::{OptionError, SetUpOptions, values};
use floe_query::QueryError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Largest seed: numbers in JavaScript are exact up to here.
const MAX_SEED: u64 = (1 << 53) - 1;

/// Request for a new game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
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
    /// Seed of the deal, at most 2^53 - 1.
    seed: u64,
}

/// First position of a new game, `floe/new/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NewGame {
    position: String,
    seed: u64,
}

impl DealRequest {
    /// Deals the first position.
    pub(crate) fn answer(self) -> Result<NewGame, QueryError> {
        if self.seed > MAX_SEED {
            return Err(QueryError::of_field(
                "seed",
                format!("expected 0 to {MAX_SEED}; found {}", self.seed),
            ));
        }
        let position = self.options().and_then(|options| options.deal(self.seed))?;
        Ok(NewGame {
            position: position.to_string(),
            seed: self.seed,
        })
    }

    fn options(&self) -> Result<SetUpOptions, OptionError> {
        Ok(SetUpOptions {
            rules: self.rules.as_deref().map(values::rules).transpose()?,
            players: self.players,
            layout: self.layout.as_deref().map(values::layout).transpose()?,
            centre: self.centre.as_deref().map(values::centre).transpose()?,
            balanced: self.balanced,
            ..SetUpOptions::default()
        })
    }
}
