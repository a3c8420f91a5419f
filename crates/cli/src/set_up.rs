//! What is to be played on a new floe: rules, players, layout.

use std::fmt::Display;
use std::str::FromStr;

use anyhow::Result;
use clap::{Args, value_parser};
use floe_engine::AnyGame;
use floe_engine::arena::{ExpectedGame, Mismatch};
use floe_fish::Dealing;
use floe_hex::Layout;
use floe_variants::{Centre, DealError, Outline, Rules, SetUp, Specials, Whales};

use crate::problem::Wrong;

/// The arguments by which all commands that deal say what.
#[derive(Args, Clone)]
pub(crate) struct SetUpArguments {
    /// The number of players, 2 to 4; 4 in teams
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(2..=4))]
    players: Option<u8>,

    #[arg(long, value_name = "R", value_parser = parsed::<Rules>, help = format!("The rules: {} [default: base]", Rules::names()))]
    rules: Option<Rules>,

    /// The layout of the floe: standard, setup-1, setup-2, or rows(1:7,0:8,…), the indent and length of every row [default: standard]
    #[arg(long, value_name = "L", value_parser = outline)]
    layout: Option<Outline>,

    /// What lies in the middle of setup-2: water, open, 0 or m2
    #[arg(long, value_name = "C", default_value = "water", value_parser = centre)]
    centre: Centre,

    /// In hidden-whale, the fish of the tiles that hide a whale: 3, or 3,2 for two whales
    #[arg(long, value_name = "W", default_value = "3", value_parser = whales)]
    whales: Whales,

    /// In special-tiles, how many tiles of each kind are dealt: teleport=4,exchange=4,broken=2,reversal=2,floating=2, or some of these
    #[arg(long, value_name = "NUMBERS", value_parser = parsed::<Specials>)]
    special: Option<Specials>,
}

/// Options that say how a floe is dealt, and nothing of one that is there.
pub(crate) const OF_DEALING: [&str; 3] = ["centre", "whales", "special"];

/// The difference of a position from the game that the options say.
pub(crate) fn as_said(mismatch: &Mismatch) -> String {
    format!("--{mismatch}")
}

/// Reads the value of an option; the error says what is expected.
fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|expected| format!("expected {expected}"))
}

fn whales(text: &str) -> Result<Whales, String> {
    let usual = [Whales::THREE, Whales::BOTH].into_iter().find(|whales| text.parse() == Ok(*whales));
    usual.ok_or_else(|| "expected 3 or 3,2".to_owned())
}

fn outline(text: &str) -> Result<Outline, String> {
    match Outline::by_name(text) {
        Some(outline) => outline.map_err(|expected| format!("expected {expected}")),
        None => Err("expected standard, setup-1, setup-2 or rows(…)".to_owned()),
    }
}

fn centre(text: &str) -> Result<Centre, String> {
    match text {
        "water" => Ok(Centre::Water),
        "open" => Ok(Centre::Open),
        "0" => Ok(Centre::Zero),
        "m2" => Ok(Centre::MinusTwo),
        _ => Err("expected water, open, 0 or m2".to_owned()),
    }
}

impl SetUpArguments {
    pub(crate) fn rules(&self) -> Rules {
        self.rules.unwrap_or(Rules::BASE)
    }

    /// The game that positions must be of.
    pub(crate) fn expected(&self) -> ExpectedGame {
        ExpectedGame { rules: self.rules, players: self.players.map(usize::from), outline: self.layout }
    }

    fn outline(&self) -> Outline {
        self.layout.unwrap_or_default()
    }

    /// The numbers of special tiles, where they are other than usual.
    pub(crate) fn special(&self) -> Option<String> {
        self.special.filter(|&special| special != Specials::default()).map(|special| special.to_string())
    }

    /// The name of the layout, with what lies in the middle.
    pub(crate) fn layout(&self) -> String {
        let name = self.outline().name();
        if self.outline().centre().is_some() { format!("{name} {}", self.centre.token()) } else { name.to_owned() }
    }

    /// All that is other than usual, but for the number of players, each after a blank: ` rules=whale layout=setup-1`.
    pub(crate) fn unusual(&self) -> String {
        let rules = self.rules.filter(|&rules| rules != Rules::BASE).map(|rules| rules.to_string());
        let layout = Some(self.layout()).filter(|layout| layout != "standard");
        let told = [("rules", rules), ("layout", layout), ("special", self.special()), ("whales", self.whales())];
        told.into_iter().filter_map(|(name, value)| Some(format!(" {name}={}", value?))).collect()
    }

    pub(crate) fn players(&self) -> usize {
        let usual = if self.rules().teams { 4 } else { 2 };
        self.players.map_or(usual, usize::from)
    }

    pub(crate) fn set_up(&self, dealing: Dealing) -> Result<SetUp> {
        if self.centre != Centre::Water && self.outline().centre().is_none() {
            return Err(Wrong::new("--centre is for the layout setup-2").into());
        }
        if self.special.is_some() && !self.rules().variant.has_special_tiles {
            return Err(Wrong::new("--special is for the rules special-tiles").into());
        }
        if self.whales != Whales::THREE && !self.hides() {
            return Err(Wrong::new("--whales is for the rules hidden-whale").into());
        }
        let SetUpArguments { centre, whales, .. } = *self;
        let (rules, outline, special) = (self.rules(), self.outline(), self.special.unwrap_or_default());
        Ok(SetUp { rules, players: self.players(), outline, centre, dealing, whales, special })
    }

    /// Whether whales hide.
    fn hides(&self) -> bool {
        self.rules().variant.has_chance
    }

    /// The whales that hide, where that is not as usual.
    pub(crate) fn whales(&self) -> Option<String> {
        (self.hides() && self.whales != Whales::THREE).then(|| self.whales.to_string())
    }

    /// A floe before the first placement.
    ///
    /// # Errors
    /// When these rules cannot be played so.
    pub(crate) fn deal(&self, dealing: Dealing, seed: u64) -> Result<AnyGame> {
        let set_up = self.set_up(dealing)?;
        Ok(AnyGame::deal(&set_up, seed).map_err(not_so(&set_up))?)
    }
}

/// These rules cannot be played so.
pub(crate) fn not_so(set_up: &SetUp) -> impl Fn(DealError) -> Wrong {
    |error| Wrong::new(format!("layout {}: {error}", set_up.outline.name()))
}
