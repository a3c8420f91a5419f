//! Options of games: what was meant. Those of searches are with the engine.
//!
//! A front end (command line, Python, JSON) reads *what was typed* in its own spelling, and fills a
//! plain struct with it: [`SetUpOptions`] and [`StartOptions`] for a new game. Which options suit
//! which rules, what they default to and what they lead to is decided here, once. What does not fit
//! is an [`OptionError`], which names the option by its canonical name, in lower case with hyphens;
//! the front end writes that name as its users type it.

mod set_up;
mod start;
mod unusual;
pub mod values;

use std::fmt::{self, Display};

use crate::{AnyDealError, GameRules};

pub use set_up::{
    AnglingOptions, FlipOptions, OptionGames, OptionKind, OptionNames, OptionValue, SetUpOption,
    SetUpOptions,
};
pub use start::StartOptions;
pub use unusual::UnusualSetUp;

/// Mistake in an option of a game or a search: a value that is out of range, or that does not suit
/// the other options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError {
    /// Canonical name of the option, in lower case with hyphens: `lake-tiles`.
    pub option: &'static str,
    /// Values that the option may have, or games that have it.
    pub expected: OptionExpectation,
    /// The value that was found, in quotes where it is text. Where the option belongs to other
    /// rules or another layout, the rules or the layout of the game instead. `None` if the words of
    /// `expected` say it already.
    pub found: Option<String>,
}

/// Values that an option may have, or the games that have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionExpectation {
    /// An integer from the first number to the second, both included; `u64::MAX` as the second
    /// means no end.
    Range(u64, u64),
    /// A value as these words describe it, which follow "expected".
    Words(String),
    /// The option belongs to games on a floe, and the game has none.
    Floe,
    /// The option belongs to games with these rules only, such as `flip and contest`.
    Rules(&'static str),
    /// The option belongs to the layout with this name only.
    Layout(&'static str),
}

impl OptionError {
    /// Mistake of the value `found`, which is not as the words `expected` say. These words follow
    /// "expected" in the message.
    pub fn of_words(
        option: &'static str,
        expected: impl Display,
        found: impl Display,
    ) -> OptionError {
        OptionError {
            option,
            expected: OptionExpectation::Words(expected.to_string()),
            found: Some(found.to_string()),
        }
    }

    /// Checks that `number`, the value of `option`, is from `least` to `most`, both included.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_range(
        option: &'static str,
        number: u64,
        least: u64,
        most: u64,
    ) -> Result<(), OptionError> {
        if (least..=most).contains(&number) {
            return Ok(());
        }
        Err(OptionError {
            option,
            expected: OptionExpectation::Range(least, most),
            found: Some(number.to_string()),
        })
    }

    /// An option of other games, in a game with these rules.
    fn of_other_games(
        option: &'static str,
        expected: OptionExpectation,
        rules: GameRules,
    ) -> OptionError {
        OptionError {
            option,
            expected,
            found: Some(rules.to_string()),
        }
    }

    /// Text of the mistake without the name of the option: `expected with rules flip only; found
    /// rules base`.
    pub fn problem(&self) -> String {
        let kind = match self.expected {
            OptionExpectation::Floe | OptionExpectation::Rules(_) => "rules ",
            OptionExpectation::Layout(_) => "layout ",
            OptionExpectation::Range(..) | OptionExpectation::Words(_) => "",
        };
        let found = self
            .found
            .as_ref()
            .map_or(String::new(), |found| format!("; found {kind}{found}"));
        format!("expected {}{found}", self.expected)
    }
}

impl Display for OptionExpectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionExpectation::Range(least, most) if least == most => write!(f, "{least}"),
            OptionExpectation::Range(least, u64::MAX) => write!(f, "an integer from {least}"),
            OptionExpectation::Range(least, most) => write!(f, "{least} to {most}"),
            OptionExpectation::Words(words) => f.write_str(words),
            OptionExpectation::Floe => f.write_str("with games on a floe only"),
            OptionExpectation::Rules(rules) => write!(f, "with rules {rules} only"),
            OptionExpectation::Layout(layout) => write!(f, "with the layout {layout} only"),
        }
    }
}

impl Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.option, self.problem())
    }
}

impl std::error::Error for OptionError {}

impl From<AnyDealError> for OptionError {
    fn from(error: AnyDealError) -> OptionError {
        OptionError {
            option: error.option(),
            expected: OptionExpectation::Words(error.to_string()),
            found: None,
        }
    }
}
