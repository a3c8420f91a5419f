//! Starts of games.

use std::collections::BTreeMap;

use floe_angling::{AnglingSetUp, LakeSpace, LakeTile, TileCounts};
use floe_engine::{AnyDealError, AnyGame, AnySetUp, GameRules, RandomStart};
use floe_fish::Dealing;
use floe_flip::{FlipSetUp, Species, Waste};
use floe_variants::{Centre, DealError, Outline, SetUp, Whales, did_you_mean};
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
    centre: Option<String>,
    whales: Option<Vec<u8>>,
    special: Option<BTreeMap<String, u32>>,
    flip: FlipOptions,
    angling: AnglingOptions,
}

/// Options of the cards in flip and contest.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
struct FlipOptions {
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
struct AnglingOptions {
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
pub(crate) struct StartOptions {
    placed: bool,
    plies: Option<u32>,
    tiles: Option<u32>,
}

/// Deals the start of a game, and plays random moves.
#[pyfunction]
pub(crate) fn deal(seed: u64, options: DealOptions, start: StartOptions) -> PyResult<PyPosition> {
    let set_up = options.set_up()?;
    let game = guarded(|| AnyGame::deal(&set_up, seed))?.map_err(|error| deal_error(&error))?;
    let needs_floe = [("placed", start.placed), ("tiles", start.tiles.is_some())];
    expect(&needs_floe, set_up.floe().is_ok(), "games on a floe", set_up.rules())?;
    if start.plies.is_some() && start.tiles.is_some() {
        return Err(option_error("tiles: expected without plies"));
    }
    let most = game.tiles_left();
    if let Some(tiles) = start.tiles.filter(|&tiles| tiles > most) {
        return Err(option_error(format!("tiles: expected 0 to {most}; found {tiles}")));
    }
    let placed = start.placed || start.plies.is_some();
    let start = RandomStart { placed, plies: start.plies.unwrap_or(0), tiles: start.tiles };
    guarded(|| PyPosition(start.play(&game, seed)))
}

/// Names of all rules.
#[pyfunction]
pub(crate) fn rules() -> Vec<String> {
    GameRules::all().map(|rules| rules.to_string()).collect()
}

/// Error of a deal; it names the option.
pub(crate) fn deal_error(error: &AnyDealError) -> PyErr {
    match error {
        AnyDealError::Floe(DealError::Teams(players)) => {
            option_error(format!("players: expected 4 in teams; found {players}"))
        }
        AnyDealError::Floe(DealError::Balanced) => {
            option_error("balanced: expected with the layouts standard and setup-1 only")
        }
        AnyDealError::Floe(error) => option_error(format!("layout: {error}")),
        AnyDealError::Flip(error) => option_error(error),
        // Options have underscores here.
        AnyDealError::Angling(error) => {
            let text = error.to_string();
            let (name, rest) = text.split_once(':').unwrap_or(("", &text));
            option_error(format!("{}:{rest}", name.replace('-', "_")))
        }
    }
}

/// Checks that the options in use suit the rules.
fn expect(options: &[(&str, bool)], is_suitable: bool, suitable: &str, rules: GameRules) -> PyResult<()> {
    match options.iter().find(|(_, is_given)| *is_given && !is_suitable) {
        Some((name, _)) => Err(option_error(format!("{name}: expected with {suitable} only; found rules {rules}"))),
        None => Ok(()),
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
        let players = self.players.unwrap_or(rules.usual_players());
        let least = rules.min_players();
        let most = rules.max_players();
        if !(least..=most).contains(&players) {
            let expected = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            return Err(option_error(format!("players: expected {expected}; found {players}")));
        }
        self.check(rules)?;
        let usual = rules.usual(players);
        if let Ok(floe) = usual.floe() {
            return Ok(self.floe_set_up(floe)?.into());
        }
        let flip = self.flip.set_up(players)?;
        let angling = self.angling.set_up()?;
        Ok(usual.map_flip(|_| flip).map_angling(|_| angling))
    }

    /// Checks that all given options suit the rules.
    fn check(&self, rules: GameRules) -> PyResult<()> {
        let flip = &self.flip;
        let angling = &self.angling;
        let variant = rules.floe().map(|rules| rules.variant);
        let is_angling = rules.has_hidden_tiles();
        let is_contest = variant.is_none() && !rules.is_cooperative() && !is_angling;
        let of_floes =
            [("layout", self.layout.is_some()), ("balanced", self.balanced), ("centre", self.centre.is_some())];
        let of_cards =
            [("species", flip.species.is_some()), ("rays", flip.rays.is_some()), ("each", flip.each.is_some())];
        let of_flip = [
            ("waste", flip.waste.is_some()),
            ("hand", flip.hand.is_some()),
            ("difficult", flip.difficult),
            ("columns", flip.columns.is_some()),
            ("height", flip.height.is_some()),
        ];
        let of_lakes = [
            ("dealt", angling.dealt),
            ("lake", angling.lake.is_some()),
            ("anglers", angling.anglers.is_some()),
            ("lake_tiles", angling.lake_tiles.is_some()),
            ("catch_tiles", angling.catch_tiles.is_some()),
            ("no_specials", angling.no_specials),
        ];
        let has_whales = variant.is_some_and(|variant| variant.has_chance);
        let has_specials = variant.is_some_and(|variant| variant.has_special_tiles);
        expect(&of_floes, variant.is_some(), "games on a floe", rules)?;
        expect(&[("whales", self.whales.is_some())], has_whales, "rules hidden-whale", rules)?;
        expect(&[("special", self.special.is_some())], has_specials, "rules special-tiles", rules)?;
        expect(&of_cards, rules.is_cooperative() || is_contest, "rules flip and contest", rules)?;
        expect(&of_flip, rules.is_cooperative(), "rules flip", rules)?;
        expect(&of_lakes, is_angling, "rules angling", rules)
    }

    /// The set-up of a game on a floe.
    fn floe_set_up(&self, usual: &SetUp) -> PyResult<SetUp> {
        let dealing = if self.balanced { Dealing::Balanced } else { Dealing::Shuffled };
        let outline = self.layout.as_deref().map_or_else(|| Ok(Outline::default()), outline)?;
        if self.centre.is_some() && outline.centre().is_none() {
            return Err(option_error("centre: expected with the layout setup-2 only"));
        }
        let centre = self.centre.as_deref().map_or(Ok(usual.centre), centre)?;
        let whales = self.whales.as_deref().map_or(Ok(usual.whales), whales)?;
        let special = |numbers: &BTreeMap<String, u32>| {
            let text: Vec<String> = numbers.iter().map(|(kind, number)| format!("{kind}={number}")).collect();
            text.join(",").parse().map_err(|expected| option_error(format!("special: expected {expected}")))
        };
        let special = self.special.as_ref().map_or(Ok(usual.special), special)?;
        Ok(SetUp { outline, dealing, centre, whales, special, ..*usual })
    }
}

impl FlipOptions {
    /// Species by their names or letters; none for four at random.
    fn species(&self) -> PyResult<Vec<Species>> {
        let species = |name: &String| {
            let is_named = |species: &Species| species.name() == name || species.letter().to_string() == *name;
            Species::ALL.into_iter().find(is_named).ok_or_else(|| {
                let names = Species::ALL.map(Species::name);
                let all = names.join(", ");
                let like = did_you_mean(name, names);
                option_error(format!("species: expected {all}, or their letters; found '{name}'{like}"))
            })
        };
        self.species.iter().flatten().map(species).collect()
    }

    /// Numbers of waste cards; kinds that are not named keep their usual number.
    fn waste(&self, mut usual: [u8; 3]) -> PyResult<[u8; 3]> {
        for (name, &number) in self.waste.iter().flatten() {
            let kind = Waste::ALL.into_iter().find(|waste| waste.name() == name).ok_or_else(|| {
                let names = Waste::ALL.map(Waste::name).join(", ");
                option_error(format!("waste: expected numbers of {names}; found '{name}'"))
            })?;
            usual[kind as usize] = number;
        }
        Ok(usual)
    }

    /// The set-up of a game of cards.
    fn set_up(&self, players: usize) -> PyResult<FlipSetUp> {
        let usual = FlipSetUp::usual(players, self.difficult);
        let has_far_rays = match self.rays.as_deref() {
            None | Some("usual") => false,
            Some("far") => true,
            Some(power) => return Err(option_error(format!("rays: expected usual or far; found '{power}'"))),
        };
        Ok(FlipSetUp {
            species: self.species()?,
            waste: self.waste(usual.waste)?,
            each: self.each.unwrap_or(usual.each),
            hand: self.hand,
            has_far_rays,
            columns: self.columns.unwrap_or(usual.columns),
            rows: self.height.unwrap_or(usual.rows),
            ..usual
        })
    }
}

impl AnglingOptions {
    /// The set-up of a game on a lake.
    fn set_up(&self) -> PyResult<AnglingSetUp> {
        let usual = AnglingSetUp::of_lake(self.lake.unwrap_or(LakeSpace::SIZE));
        let mut tiles = TileCounts::NONE;
        for text in self.lake_tiles.iter().flatten() {
            let mut letters = text.chars();
            let tile = letters.next().and_then(LakeTile::from_letter).filter(|_| letters.as_str().is_empty());
            let tile = tile.filter(|&tile| tiles.count(tile) < TileCounts::MAX);
            let wrong = || option_error(format!("lake_tiles: expected tiles (1-6, r, d); found '{text}'"));
            tiles.add(tile.ok_or_else(wrong)?);
        }
        let mut catch = [0; LakeSpace::SIZE];
        for (distance, &number) in self.catch_tiles.iter().flatten().enumerate() {
            let wrong = || option_error(format!("catch_tiles: expected numbers of {} distances", LakeSpace::SIZE));
            *catch.get_mut(distance).ok_or_else(wrong)? = number;
        }
        Ok(AnglingSetUp {
            tiles: if self.lake_tiles.is_some() { tiles } else { usual.tiles },
            catch: if self.catch_tiles.is_some() { catch } else { usual.catch },
            anglers: self.anglers.unwrap_or(usual.anglers),
            has_specials: !self.no_specials,
            is_dealt: self.dealt,
            ..usual
        })
    }
}

fn outline(name: &str) -> PyResult<Outline> {
    match Outline::by_name(name) {
        Some(outline) => outline.map_err(|error| option_error(format!("layout: expected {error}"))),
        None => Err(option_error(format!("layout: expected standard, setup-1, setup-2 or rows(…); found '{name}'"))),
    }
}

fn centre(name: &str) -> PyResult<Centre> {
    match name {
        "water" => Ok(Centre::Water),
        "open" => Ok(Centre::Open),
        "0" => Ok(Centre::Zero),
        "m2" => Ok(Centre::MinusTwo),
        _ => Err(option_error(format!("centre: expected water, open, 0 or m2; found '{name}'"))),
    }
}

fn whales(fish: &[u8]) -> PyResult<Whales> {
    match fish {
        [3] => Ok(Whales::THREE),
        [3, 2] => Ok(Whales::BOTH),
        _ => Err(option_error(format!("whales: expected [3] or [3, 2]; found {fish:?}"))),
    }
}
