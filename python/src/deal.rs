//! Starts of games.

use floe_engine::{AnyDealError, AnyGame, AnySetUp, GameRules};
use floe_fish::Dealing;
use floe_variants::{DealError, Outline, SetUp};
use pyo3::prelude::*;

use crate::errors::{guarded, option_error};
use crate::position::PyPosition;

/// Options of a deal, as in `floe new`.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct DealOptions {
    players: Option<usize>,
    rules: String,
    layout: Option<String>,
    balanced: bool,
}

/// Deals the start of a game.
#[pyfunction]
pub(crate) fn deal(seed: u64, options: DealOptions) -> PyResult<PyPosition> {
    let set_up = options.set_up()?;
    guarded(|| AnyGame::deal(&set_up, seed))?.map(PyPosition).map_err(|error| deal_error(&error))
}

/// Names of all rules.
#[pyfunction]
pub(crate) fn rules() -> Vec<String> {
    GameRules::all().map(|rules| rules.to_string()).collect()
}

fn deal_error(error: &AnyDealError) -> PyErr {
    match error {
        AnyDealError::Floe(DealError::Teams(players)) => {
            option_error(format!("players: expected 4 in teams; found {players}"))
        }
        AnyDealError::Floe(DealError::Balanced) => {
            option_error("balanced: expected with the layouts standard and setup-1 only")
        }
        AnyDealError::Floe(error) => option_error(format!("layout: {error}")),
        error => option_error(error),
    }
}

impl DealOptions {
    /// Layout of the floe, if it is not the standard one.
    pub(crate) fn layout(&self) -> Option<String> {
        self.layout.clone().filter(|name| name != "standard")
    }

    /// The set-up of the game.
    pub(crate) fn set_up(&self) -> PyResult<AnySetUp> {
        let rules: GameRules =
            self.rules.parse().map_err(|expected| option_error(format!("rules: expected {expected}")))?;
        let (players, least) = (self.players.unwrap_or(rules.usual_players()), rules.min_players());
        if !(least..=4).contains(&players) {
            return Err(option_error(format!("players: expected {least} to 4; found {players}")));
        }
        let usual = rules.usual(players);
        let Some(floe_rules) = rules.floe() else {
            let given = [("layout", self.layout.is_some()), ("balanced", self.balanced)];
            return match given.iter().find(|(_, is_given)| *is_given) {
                Some((name, _)) => {
                    Err(option_error(format!("{name}: expected with games on a floe only; found rules {rules}")))
                }
                None => Ok(usual),
            };
        };
        let dealing = if self.balanced { Dealing::Balanced } else { Dealing::Shuffled };
        let outline = self.layout.as_deref().map_or_else(|| Ok(Outline::default()), outline)?;
        Ok(SetUp { outline, dealing, ..SetUp::usual(floe_rules, players) }.into())
    }
}

fn outline(name: &str) -> PyResult<Outline> {
    match Outline::by_name(name) {
        Some(outline) => outline.map_err(|error| option_error(format!("layout: expected {error}"))),
        None => Err(option_error(format!("layout: expected standard, setup-1, setup-2 or rows(…); found '{name}'"))),
    }
}
