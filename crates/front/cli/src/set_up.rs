//! Options that set up a new game: rules, players and layout.

use std::fmt::Display;
use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use floe_engine::options::values::{self, CENTRES, LAYOUTS};
use floe_engine::options::{OptionError, OptionExpectation, SetUpOptions};
use floe_engine::{AnySetUp, GameRules};
use floe_matches::ExpectedGame;
use floe_variants::{Centre, Outline, Specials, Whales};

use crate::angling_set_up::AnglingArguments;
use crate::arguments::NamedValues;
use crate::flip_set_up::FlipArguments;
use crate::problem::Wrong;

/// Options of all commands that deal a floe.
#[derive(Args, Clone)]
#[command(next_help_heading = "Game")]
pub(crate) struct SetUpArguments {
    /// Number of players, 2 to 4, 1 to 4 in flip, 2 in angling [default: 2, or 4 in teams]
    #[arg(long, value_name = "N", value_parser = small_number)]
    players: Option<u8>,

    /// Rules, such as push or whale+teams [default: base]
    ///
    /// 'floe rules' lists all.
    #[arg(
        long,
        value_name = "RULES",
        hide_possible_values = true,
        alias = "variant"
    )]
    #[arg(value_parser = NamedValues::new(GameRules::all(), parsed::<GameRules>))]
    rules: Option<GameRules>,

    /// Layout: standard, setup-1, setup-2 or rows(…) [default: standard]
    ///
    /// small-10, small-16 and small-22 are small floes of 10, 16 and 22 hexes, for one or two
    /// penguins of each player. rows(I:N,…) is an outline of your own: for each row its indent, in
    /// half hexes, and its length, in hexes, as in 'rows(1:7,0:8,1:7)'. Quote it in a shell.
    #[arg(long, value_name = "LAYOUT", hide_possible_values = true)]
    #[arg(value_parser = NamedValues::new(LAYOUTS, layout))]
    layout: Option<Outline>,

    /// Number of penguins of each player [default: 4, 3 or 2 with two, three or four players, which
    /// is also the most]
    #[arg(long, value_name = "N", value_parser = small_number)]
    penguins: Option<u8>,

    /// Centre of the layout setup-2: water, open, or a tile worth 0 or m2 (-2 fish)
    #[arg(
        long,
        value_name = "CENTRE",
        default_value = "water",
        hide_possible_values = true,
        alias = "center"
    )]
    #[arg(value_parser = PossibleValuesParser::new(CENTRES.map(|(name, _)| name)).try_map(|name| values::centre(&name)))]
    centre: Centre,

    /// Fish of the tiles that hide a whale in hidden-whale: 3 for one whale, 3,2 for two
    #[arg(
        long,
        value_name = "FISH",
        default_value = "3",
        hide_possible_values = true
    )]
    #[arg(value_parser = PossibleValuesParser::new(["3", "3,2"]).try_map(|fish| fish.parse::<Whales>()))]
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

/// Options that only affect dealing, and so do not fit a given position.
pub(crate) const OF_DEALING: [&str; 18] = [
    "penguins",
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
    text.parse()
        .map_err(|expected| Wrong::new(format!("expected {expected}")))
}

/// Parses a number of players or penguins; the game that is set up says how many it takes.
fn small_number(text: &str) -> Result<u8, Wrong> {
    text.parse().map_err(|_| Wrong::new("expected 1 to 4"))
}

fn layout(name: &str) -> Result<Outline, Wrong> {
    values::layout(name).map_err(|error| Wrong::new(format!("expected {}", error.expected)))
}

impl SetUpArguments {
    /// Returns what was meant by the options.
    pub(crate) fn options(&self) -> SetUpOptions {
        SetUpOptions {
            rules: self.rules,
            players: self.players.map(usize::from),
            layout: self.layout,
            penguins: self.penguins,
            // The defaults of the command line suit every game.
            centre: Some(self.centre).filter(|&centre| centre != Centre::Water),
            whales: Some(self.whales).filter(|&whales| whales != Whales::THREE),
            special: self.special,
            flip: self.flip.options(),
            angling: self.angling.options(),
            ..SetUpOptions::default()
        }
    }

    /// Returns the options as words of a call: those that were typed, and defaults of the
    /// configuration file.
    pub(crate) fn words(&self) -> Vec<String> {
        let centre = CENTRES
            .iter()
            .find(|&&(_, centre)| centre == self.centre && centre != Centre::Water);
        let options = [
            ("players", self.players.map(|players| players.to_string())),
            ("rules", self.rules.map(|rules| rules.to_string())),
            ("layout", self.layout.map(|layout| layout.name().to_owned())),
            (
                "penguins",
                self.penguins.map(|penguins| penguins.to_string()),
            ),
            ("centre", centre.map(|&(name, _)| name.to_owned())),
            (
                "whales",
                (self.whales != Whales::THREE).then(|| self.whales.to_string()),
            ),
            ("special", self.special.map(|special| special.to_string())),
        ];
        let words = options
            .into_iter()
            .filter_map(|(name, value)| Some([format!("--{name}"), value?]))
            .flatten();
        words
            .chain(self.flip.words())
            .chain(self.angling.words())
            .collect()
    }

    /// Returns the game to set up.
    ///
    /// # Errors
    /// If the options do not fit each other.
    pub(crate) fn resolve(&self) -> Result<AnySetUp, Wrong> {
        Ok(self.options().resolve()?)
    }

    /// Returns the game that given positions must belong to.
    pub(crate) fn expected(&self) -> ExpectedGame {
        ExpectedGame {
            rules: self.rules,
            players: self.players.map(usize::from),
            outline: self.layout,
        }
    }
}

/// Names options as they are typed.
impl From<OptionError> for Wrong {
    fn from(error: OptionError) -> Wrong {
        let OptionError {
            option,
            expected,
            found,
        } = &error;
        let found = found.as_deref().unwrap_or_default();
        Wrong::new(match expected {
            OptionExpectation::Rules(rules) => {
                format!("--{option}: expected with --rules {rules} only; found {found}")
            }
            OptionExpectation::Floe => {
                format!("--{option}: expected {expected}; found --rules {found}")
            }
            OptionExpectation::Layout(layout) => {
                format!("--{option}: expected with --layout {layout} only; found {found}")
            }
            OptionExpectation::Range(..) | OptionExpectation::Words(_) => format!("--{error}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `--layout` names the positions that are expected, and only `floe new` has `--balanced`.
    #[test]
    fn options_of_dealing_are_complete() {
        let names = SetUpOptions::names().filter(|name| !["layout", "balanced"].contains(name));
        let mut names: Vec<String> = names.map(|name| name.replace('-', "_")).collect();
        let mut of_dealing = OF_DEALING.map(str::to_owned);
        names.sort();
        of_dealing.sort();
        assert_eq!(names, of_dealing);
    }
}
