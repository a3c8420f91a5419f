//! Options that set up a new game: rules, players and layout.

use std::fmt::Display;
use std::str::FromStr;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use floe_engine::{AnyDealError, AnyGame, AnySetUp, GameRules};
use floe_fish::Dealing;
use floe_flip::FlipDealError;
use floe_matches::ExpectedGame;
use floe_variants::{Centre, DealError, Outline, Rules, SetUp, Specials, Whales, did_you_mean};

use crate::angling_set_up::AnglingArguments;
use crate::arguments::{NamedValues, number};
use crate::flip_set_up::FlipArguments;
use crate::problem::Wrong;

/// Options of all commands that deal a floe.
#[derive(Args, Clone)]
#[command(next_help_heading = "Game")]
pub(crate) struct SetUpArguments {
    /// Number of players, 2 to 4, 1 to 4 in flip, 2 in angling [default: 2, or 4 in teams]
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=4))]
    players: Option<u8>,

    /// Rules, such as push or whale+teams [default: base]
    ///
    /// 'floe rules' lists all.
    #[arg(long, value_name = "RULES", hide_possible_values = true, alias = "variant")]
    #[arg(value_parser = NamedValues::new(GameRules::all(), parsed::<GameRules>))]
    rules: Option<GameRules>,

    /// Layout: standard, setup-1, setup-2 or rows(…) [default: standard]
    ///
    /// rows(I:N,…) is an outline of your own: for each row its indent, in half hexes, and its length, in hexes, as in
    /// 'rows(1:7,0:8,1:7)'. Quote it in a shell.
    #[arg(long, value_name = "LAYOUT", hide_possible_values = true)]
    #[arg(value_parser = NamedValues::new(LAYOUTS, outline))]
    layout: Option<Outline>,

    /// Centre of the layout setup-2: water, open, or a tile worth 0 or m2 (-2 fish)
    #[arg(long, value_name = "CENTRE", default_value = "water", hide_possible_values = true, alias = "center")]
    #[arg(value_parser = PossibleValuesParser::new(["water", "open", "0", "m2"]).map(|name| centre(&name)))]
    centre: Centre,

    /// Fish of the tiles that hide a whale in hidden-whale: 3 for one whale, 3,2 for two
    #[arg(long, value_name = "FISH", default_value = "3", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(["3", "3,2"]).map(|name| whales(&name)))]
    whales: Whales,

    /// Number of tiles of each kind in special-tiles, 0 to 8
    ///
    /// Kinds left out keep their default: teleport=4,exchange=4,broken=2,reversal=2,floating=2.
    #[arg(long, value_name = "KIND=N,…", value_parser = parsed::<Specials>)]
    special: Option<Specials>,

    #[command(flatten)]
    flip: FlipArguments,

    #[command(flatten)]
    angling: AnglingArguments,
}

/// Names of the layouts that have one.
const LAYOUTS: [&str; 3] = ["standard", "setup-1", "setup-2"];

/// Options that only affect dealing, and so do not fit a given position.
pub(crate) const OF_DEALING: [&str; 17] = [
    "centre",
    "whales",
    "special",
    "species",
    "waste",
    "hand",
    "rays",
    "difficult",
    "columns",
    "height",
    "each",
    "dealt",
    "lake",
    "anglers",
    "lake_tiles",
    "catch_tiles",
    "no_specials",
];

fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, Wrong> {
    text.parse().map_err(|expected| Wrong::new(format!("expected {expected}")))
}

fn outline(name: &str) -> Result<Outline, Wrong> {
    match Outline::by_name(name) {
        Some(outline) => outline.map_err(|error| Wrong::new(format!("expected {error}"))),
        None => {
            let suggestion = did_you_mean(name, LAYOUTS);
            Err(Wrong::new(format!("expected standard, setup-1, setup-2 or rows(…){suggestion}")))
        }
    }
}

fn centre(name: &str) -> Centre {
    match name {
        "open" => Centre::Open,
        "0" => Centre::Zero,
        "m2" => Centre::MinusTwo,
        _ => Centre::Water,
    }
}

fn whales(name: &str) -> Whales {
    if name == "3" { Whales::THREE } else { Whales::BOTH }
}

impl SetUpArguments {
    pub(crate) fn rules(&self) -> GameRules {
        self.rules.unwrap_or(GameRules::BASE)
    }

    /// Rules of a game on a floe; the base rules for other games.
    fn floe_rules(&self) -> Rules {
        self.rules().floe().unwrap_or_default()
    }

    /// Returns the game that given positions must belong to.
    pub(crate) fn expected(&self) -> ExpectedGame {
        ExpectedGame { rules: self.rules, players: self.players.map(usize::from), outline: self.layout }
    }

    /// Returns the numbers of special tiles, if not the default.
    pub(crate) fn special(&self) -> Option<String> {
        self.special.filter(|&special| special != Specials::default()).map(|special| special.to_string())
    }

    /// Returns the hidden whales, if not the default.
    pub(crate) fn whales(&self) -> Option<String> {
        (self.floe_rules().variant.has_chance && self.whales != Whales::THREE).then(|| self.whales.to_string())
    }

    /// Returns the name of the layout with its centre, if not the default.
    pub(crate) fn layout(&self) -> Option<String> {
        let outline = self.layout.unwrap_or_default();
        let centre = outline.centre().map_or(String::new(), |_| format!(" {}", self.centre.token()));
        (!outline.is_standard()).then(|| format!("{}{centre}", outline.name()))
    }

    /// Returns the cards of Fish 'n' Flip, if not the default.
    pub(crate) fn cards(&self) -> Option<String> {
        self.flip.unusual()
    }

    /// Returns the lake of Gone Fishing!, if not the default.
    pub(crate) fn lake(&self) -> Option<String> {
        self.angling.unusual()
    }

    /// Lists all that is not the default, except the number of players, each after a blank: ` rules=whale layout=setup-1`.
    pub(crate) fn unusual(&self) -> String {
        let rules = self.rules.filter(|&rules| rules != GameRules::BASE).map(|rules| rules.to_string());
        let keys = [
            ("rules", rules),
            ("layout", self.layout()),
            ("special", self.special()),
            ("whales", self.whales()),
            ("cards", self.cards()),
            ("lake", self.lake()),
        ];
        keys.into_iter().filter_map(|(name, value)| Some(format!(" {name}={}", value?))).collect()
    }

    pub(crate) fn players(&self) -> usize {
        self.players.map_or(self.rules().usual_players(), usize::from)
    }

    pub(crate) fn set_up(&self, dealing: Dealing) -> Result<AnySetUp, Wrong> {
        let SetUpArguments { centre, whales, .. } = *self;
        let rules = self.rules();
        let players = self.players();
        let least = rules.min_players();
        let most = rules.max_players();
        if !(least..=most).contains(&players) {
            let expected = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            return Err(Wrong::new(format!("--players: expected {expected}; found {players}")));
        }
        let outline = self.layout.unwrap_or_default();
        let special = self.special.unwrap_or_default();
        let variant = self.floe_rules().variant;
        let misplaced = if centre != Centre::Water && outline.centre().is_none() {
            Some("--centre: expected with --layout setup-2 only".to_owned())
        } else if self.special.is_some() && !variant.has_special_tiles {
            Some("--special: expected with --rules special-tiles only".to_owned())
        } else if whales != Whales::THREE && !variant.has_chance {
            Some("--whales: expected with --rules hidden-whale only".to_owned())
        } else if self.layout.is_some() && rules.floe().is_none() {
            Some(without_floe("--layout", rules))
        } else if dealing == Dealing::Balanced && rules.floe().is_none() {
            Some(without_floe("--balanced", rules))
        } else {
            None
        };
        if let Some(message) = misplaced {
            return Err(Wrong::new(message));
        }
        let floe = rules.floe().map(|rules| SetUp { rules, players, outline, centre, dealing, whales, special });
        let usual = self.angling.set_up(rules.usual(players))?;
        self.flip.set_up(usual, floe)
    }

    /// Deals the start of a game.
    ///
    /// # Errors
    /// If the options do not fit each other.
    pub(crate) fn deal(&self, dealing: Dealing, seed: u64) -> Result<AnyGame, Wrong> {
        let set_up = self.set_up(dealing)?;
        AnyGame::deal(&set_up, seed).map_err(undealable(&set_up))
    }

    /// Checks that an option of floes is used with a game on a floe.
    pub(crate) fn expect_floe(&self, option: &str, is_used: bool) -> Result<(), Wrong> {
        match self.rules().floe() {
            None if is_used => Err(Wrong::new(without_floe(option, self.rules()))),
            _ => Ok(()),
        }
    }
}

fn without_floe(option: &str, rules: GameRules) -> String {
    format!("{option}: expected with games on a floe only; found --rules {rules}")
}

/// Converts an error of dealing: the call is wrong.
pub(crate) fn undealable(set_up: &AnySetUp) -> impl Fn(AnyDealError) -> Wrong {
    let layout = set_up.floe().map_or_else(|_| String::new(), |floe| floe.outline.name().to_owned());
    let options = if set_up.rules().is_cooperative() { "species, --each, --waste" } else { "species, --each" };
    move |error| {
        Wrong::new(match error {
            AnyDealError::Floe(DealError::Teams(players)) => format!("--players: expected 4 in teams; found {players}"),
            AnyDealError::Floe(DealError::Balanced) => {
                "--balanced: expected with the layouts standard and setup-1 only".to_owned()
            }
            AnyDealError::Floe(error) => format!("layout {layout}: {error}"),
            AnyDealError::Flip(FlipDealError::Cards { cards, laid }) => {
                format!("--{options}: expected more cards in all than the {laid} that are laid first; found {cards}")
            }
            AnyDealError::Flip(error) => format!("--{error}"),
            AnyDealError::Angling(error) => format!("--{error}"),
        })
    }
}
