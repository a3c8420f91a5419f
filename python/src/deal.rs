//! Starts of games.

use std::collections::BTreeMap;

use floe_angling::{LakeSpace, LakeTile, TileCounts};
use floe_engine::options::{
    AnglingOptions, FlipOptions, OptionError, SetUpOptions, StartOptions, values,
};
use floe_engine::{AnySetUp, GameRules};
use floe_flip::Waste;
use floe_variants::{Specials, Whales};
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
    penguins: Option<u8>,
    balanced: bool,
    centre: Option<String>,
    whales: Option<Vec<u8>>,
    special: Option<BTreeMap<String, u32>>,
    flip: FlipKeywords,
    angling: AnglingKeywords,
}

/// Options of the cards in flip and contest.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
struct FlipKeywords {
    species: Option<Vec<String>>,
    waste: Option<BTreeMap<String, u8>>,
    hand: Option<u8>,
    rays: Option<String>,
    difficult: bool,
    columns: Option<usize>,
    height: Option<usize>,
    each: Option<u8>,
}

/// Options of the lake in angling.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
struct AnglingKeywords {
    dealt: bool,
    lake: Option<usize>,
    anglers: Option<usize>,
    lake_tiles: Option<Vec<String>>,
    catch_tiles: Option<Vec<u8>>,
    no_specials: bool,
}

/// Random moves after the deal.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct StartKeywords {
    placed: bool,
    plies: Option<u32>,
    tiles: Option<u32>,
}

impl StartKeywords {
    /// Options that the keywords mean.
    pub(crate) fn options(&self) -> StartOptions {
        StartOptions {
            placed: self.placed,
            plies: self.plies,
            tiles: self.tiles,
        }
    }
}

/// Deals the start of a game, and plays random moves.
#[pyfunction]
pub(crate) fn deal(seed: u64, options: DealOptions, start: StartKeywords) -> PyResult<PyPosition> {
    let options = options.set_up_options()?;
    let start = start.options();
    let deal = || {
        let dealt = options.deal(seed)?;
        start.play(&dealt, seed)
    };
    Ok(PyPosition(guarded(deal)?.map_err(keyword_error)?))
}

/// Names of all rules.
#[pyfunction]
pub(crate) fn rules() -> Vec<String> {
    GameRules::all().map(|rules| rules.to_string()).collect()
}

/// Error of an option, with its name as a keyword.
pub(crate) fn keyword_error(error: OptionError) -> PyErr {
    option_error(format!(
        "{}: {}",
        error.option.replace('-', "_"),
        error.problem()
    ))
}

impl DealOptions {
    /// The set-up of the game.
    pub(crate) fn set_up(&self) -> PyResult<AnySetUp> {
        self.set_up_options()?.resolve().map_err(keyword_error)
    }

    /// Options that the keywords mean.
    fn set_up_options(&self) -> PyResult<SetUpOptions> {
        Ok(SetUpOptions {
            rules: Some(values::rules(&self.rules).map_err(keyword_error)?),
            players: self.players,
            layout: self
                .layout
                .as_deref()
                .map(values::layout)
                .transpose()
                .map_err(keyword_error)?,
            penguins: self.penguins,
            balanced: self.balanced,
            centre: self
                .centre
                .as_deref()
                .map(values::centre)
                .transpose()
                .map_err(keyword_error)?,
            whales: self.whales.as_deref().map(whales).transpose()?,
            special: self.special.as_ref().map(special).transpose()?,
            flip: self.flip.options()?,
            angling: self.angling.options()?,
        })
    }
}

impl FlipKeywords {
    fn options(&self) -> PyResult<FlipOptions> {
        let species =
            |names: &Vec<String>| names.iter().map(|name| values::species(name)).collect();
        Ok(FlipOptions {
            species: self
                .species
                .as_ref()
                .map(species)
                .transpose()
                .map_err(keyword_error)?,
            waste: self.waste()?,
            hand: self.hand,
            has_far_rays: self
                .rays
                .as_deref()
                .map(values::has_far_rays)
                .transpose()
                .map_err(keyword_error)?,
            difficult: self.difficult,
            columns: self.columns,
            height: self.height,
            each: self.each,
        })
    }

    /// Numbers of waste cards, `None` for kinds that are not named.
    fn waste(&self) -> PyResult<[Option<u8>; 3]> {
        let mut cards = [None; 3];
        for (name, &number) in self.waste.iter().flatten() {
            let kind = Waste::ALL
                .into_iter()
                .find(|waste| waste.name() == name)
                .ok_or_else(|| {
                    let names = Waste::ALL.map(Waste::name).join(", ");
                    option_error(format!(
                        "waste: expected numbers of {names}; found '{name}'"
                    ))
                })?;
            cards[kind as usize] = Some(number);
        }
        Ok(cards)
    }
}

impl AnglingKeywords {
    fn options(&self) -> PyResult<AnglingOptions> {
        Ok(AnglingOptions {
            dealt: self.dealt,
            lake: self.lake,
            anglers: self.anglers,
            lake_tiles: self.lake_tiles.as_deref().map(lake_tiles).transpose()?,
            catch_tiles: self.catch_tiles.as_deref().map(catch_tiles).transpose()?,
            no_specials: self.no_specials,
        })
    }
}

fn lake_tiles(letters: &[String]) -> PyResult<TileCounts> {
    let mut tiles = TileCounts::NONE;
    for text in letters {
        let mut letters = text.chars();
        let tile = letters
            .next()
            .and_then(LakeTile::from_letter)
            .filter(|_| letters.as_str().is_empty());
        let tile = tile.filter(|&tile| tiles.count(tile) < TileCounts::MAX);
        let wrong = || {
            option_error(format!(
                "lake_tiles: expected tiles (1-6, r, d); found '{text}'"
            ))
        };
        tiles.add(tile.ok_or_else(wrong)?);
    }
    Ok(tiles)
}

fn catch_tiles(numbers: &[u8]) -> PyResult<[u8; LakeSpace::SIZE]> {
    let mut catch = [0; LakeSpace::SIZE];
    for (distance, &number) in numbers.iter().enumerate() {
        let wrong = || {
            option_error(format!(
                "catch_tiles: expected numbers of {} distances",
                LakeSpace::SIZE
            ))
        };
        *catch.get_mut(distance).ok_or_else(wrong)? = number;
    }
    Ok(catch)
}

fn special(numbers: &BTreeMap<String, u32>) -> PyResult<Specials> {
    let text: Vec<String> = numbers
        .iter()
        .map(|(kind, number)| format!("{kind}={number}"))
        .collect();
    text.join(",")
        .parse()
        .map_err(|expected| option_error(format!("special: expected {expected}")))
}

fn whales(fish: &[u8]) -> PyResult<Whales> {
    match fish {
        [3] => Ok(Whales::THREE),
        [3, 2] => Ok(Whales::BOTH),
        _ => Err(option_error(format!(
            "whales: expected [3] or [3, 2]; found {fish:?}"
        ))),
    }
}
