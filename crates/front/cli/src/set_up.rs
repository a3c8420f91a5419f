//! Options that set up a new game: rules, players and what the table of options lists.

use std::ffi::OsStr;
use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use floe_engine::options::{
    OptionError, OptionExpectation, OptionGames, OptionKind, OptionNames, SetUpOption, SetUpOptions,
};
use floe_engine::{AnySetUp, GameRules};
use floe_matches::ExpectedGame;

use crate::arguments::{CARDS, LAKE, NamedValues};
use crate::problem::Wrong;

/// Options of all commands that deal a floe.
#[derive(Args, Clone)]
#[command(next_help_heading = GAME)]
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

    #[command(flatten)]
    others: TableArguments,
}

/// Heading of the options of all games and of games on a floe.
const GAME: &str = "Game";

#[derive(Clone)]
struct TableArguments {
    options: SetUpOptions,
    /// The options as words of a call.
    words: Vec<String>,
}

/// Options of the table that these commands have: only `floe new` has `--balanced`.
fn table() -> impl Iterator<Item = &'static SetUpOption> {
    SetUpOption::ALL
        .iter()
        .filter(|option| option.name != "balanced")
}

/// Names of the options that only affect dealing, and so do not fit a given position.
pub(crate) fn of_dealing() -> impl Iterator<Item = &'static str> {
    table()
        .map(|option| option.name)
        .filter(|&name| name != "layout")
}

impl Args for TableArguments {
    fn augment_args(command: Command) -> Command {
        command.args(table().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        TableArguments::augment_args(command)
    }
}

impl FromArgMatches for TableArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<TableArguments, Error> {
        let mut options = SetUpOptions::default();
        let mut words = Vec::new();
        for option in table() {
            let text = if option.is_switch() {
                matches.get_flag(option.name).then_some("")
            } else {
                // The defaults of the command line suit every game.
                let text = matches.get_one::<String>(option.name).map(String::as_str);
                text.filter(|&text| option.default != Some(text))
            };
            let Some(text) = text else { continue };
            set(option, &mut options, text)
                .map_err(|error| Error::raw(ErrorKind::InvalidValue, error))?;
            words.push(format!("--{}", option.name));
            words.extend((!text.is_empty()).then(|| text.to_owned()));
        }
        Ok(TableArguments { options, words })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = TableArguments::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Argument of a command line for an option of the table.
fn argument(option: &'static SetUpOption) -> Arg {
    let heading = match option.games {
        OptionGames::FlipAndContest | OptionGames::Flip => CARDS,
        OptionGames::Angling => LAKE,
        OptionGames::Floe | OptionGames::HiddenWhale | OptionGames::SpecialTiles => GAME,
    };
    let argument = Arg::new(option.name)
        .long(option.name)
        .help_heading(heading);
    let argument = match option.help.split_once("\n\n") {
        Some((help, _)) => argument.help(help).long_help(StyledStr::from(option.help)),
        None => argument.help(option.help),
    };
    let argument = match option.name {
        "centre" => argument.alias("center"),
        "difficult" => argument.conflicts_with("waste"),
        _ => argument,
    };
    if option.is_switch() {
        return argument.action(ArgAction::SetTrue);
    }
    let argument = argument
        .value_name(option.value_name)
        .hide_possible_values(true)
        .value_parser(OptionText(option));
    match option.default {
        Some(default) => argument.default_value(default),
        None => argument,
    }
}

/// Parser of the text of an option, which checks it.
#[derive(Clone)]
struct OptionText(&'static SetUpOption);

impl TypedValueParser for OptionText {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let OptionText(option) = *self;
        if let OptionNames::All(names) = option.names {
            return PossibleValuesParser::new(names).parse_ref(command, arg, value);
        }
        let checked = |text: &str| {
            set(option, &mut SetUpOptions::default(), text)?;
            Ok::<String, Wrong>(text.to_owned())
        };
        checked.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        match self.0.names {
            OptionNames::None => None,
            OptionNames::Some(names) | OptionNames::All(names) => {
                Some(Box::new(names.iter().map(PossibleValue::new)))
            }
        }
    }
}

/// Gives an option the value that was typed. The error does not name the option.
fn set(option: &SetUpOption, options: &mut SetUpOptions, text: &str) -> Result<(), Wrong> {
    let value = option.read(text);
    let done = value.and_then(|value| option.set(options, &value));
    done.map_err(|error| match (&error.expected, &error.found) {
        // The parser of arguments names the whole text.
        (expected, _) if matches!(option.kind, OptionKind::Text(_)) => {
            Wrong::new(format!("expected {expected}"))
        }
        (OptionExpectation::Words(words), Some(found)) => {
            Wrong::new(format!("expected {words}; found {found}"))
        }
        (expected, _) => Wrong::new(format!("expected {expected}")),
    })
}

fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, Wrong> {
    text.parse()
        .map_err(|expected| Wrong::new(format!("expected {expected}")))
}

/// Parses a number of players; the game that is set up says how many it takes.
fn small_number(text: &str) -> Result<u8, Wrong> {
    text.parse().map_err(|_| Wrong::new("expected 1 to 4"))
}

impl SetUpArguments {
    pub(crate) fn options(&self) -> SetUpOptions {
        SetUpOptions {
            rules: self.rules,
            players: self.players.map(usize::from),
            ..self.others.options.clone()
        }
    }

    /// Returns the options as words of a call: those that were typed, and defaults of the
    /// configuration file.
    pub(crate) fn words(&self) -> Vec<String> {
        let options = [
            ("--players", self.players.map(|players| players.to_string())),
            ("--rules", self.rules.map(|rules| rules.to_string())),
        ];
        let words = options
            .into_iter()
            .filter_map(|(name, value)| Some([name.to_owned(), value?]));
        let others = self.others.words.iter().cloned();
        words.flatten().chain(others).collect()
    }

    pub(crate) fn resolve(&self) -> Result<AnySetUp, Wrong> {
        Ok(self.options().resolve()?)
    }

    /// Returns the game that given positions must belong to.
    pub(crate) fn expected(&self) -> ExpectedGame {
        ExpectedGame {
            rules: self.rules,
            players: self.players.map(usize::from),
            outline: self.others.options.layout,
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
