//! The configuration file: defaults of options, as TOML.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use etcetera::BaseStrategy;
use floe_variants::did_you_mean;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::files;
use crate::needs::is_switch;
use crate::overwriting::names_engine;
use crate::problem::Wrong;

const VARIABLE: &str = "FLOE_CONFIG";

pub(crate) struct ConfigFile {
    pub(crate) path: PathBuf,
    text: String,
}

impl ConfigFile {
    /// Reads the file of this call, if there is one: of the call, of the variable, or that of the
    /// platform.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(call: &ArgMatches) -> Result<Option<ConfigFile>, Wrong> {
        let Some(path) = path(call) else {
            return Ok(None);
        };
        let text = files::read(&path)?;
        Ok(Some(ConfigFile { path, text }))
    }

    /// Returns the defaults for the command of this call that say nothing else than what is typed.
    ///
    /// All of the file is checked, also what concerns other commands.
    ///
    /// # Errors
    /// If the file has a mistake.
    pub(crate) fn defaults(
        &self,
        floe: &Command,
        call: &ArgMatches,
    ) -> Result<Vec<OptionDefault>, Wrong> {
        let (name, call) = call.subcommand().unwrap_or(("", call));
        let Some(command) = floe
            .find_subcommand(name)
            .filter(|command| !command.is_hide_set())
        else {
            return Ok(Vec::new());
        };
        let mut defaults = parse(floe, &self.text).map_err(|mistake| self.wrong(&mistake))?;
        defaults.retain(|default| default.command.as_deref().is_none_or(|of| of == name));
        defaults.retain(|default| has_option(floe, command, &default.option));
        Typed::new(command, call).leave_out(&mut defaults);
        Ok(defaults)
    }

    fn wrong(&self, mistake: &ConfigMistake) -> Wrong {
        let before = &self.text[..mistake.byte.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        Wrong::new(format!(
            "{}, line {line}, column {column}: {}",
            self.path.display(),
            mistake.message
        ))
    }
}

/// Returns the path of the file, if there is one.
fn path(call: &ArgMatches) -> Option<PathBuf> {
    if call.get_flag("no_config") || call.subcommand_name() == Some("supervise") {
        return None;
    }
    let given = call
        .get_one::<PathBuf>("config")
        .cloned()
        .map(PathBuf::into_os_string);
    match given.or_else(|| std::env::var_os(VARIABLE)) {
        Some(path) => Some(path)
            .filter(|path| !path.is_empty())
            .map(|path: OsString| path.into()),
        None => {
            let folder = etcetera::choose_base_strategy().ok()?.config_dir();
            Some(folder.join("floe").join("floe.toml")).filter(|path| path.exists())
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OptionDefault {
    /// The command; `None` for all that have the option.
    command: Option<String>,
    pub(crate) option: String,
    /// The value, or several of an option that can be repeated.
    values: Vec<String>,
}

impl OptionDefault {
    /// Changes the default in a command of floe, which has the option.
    pub(crate) fn set(&self, floe: Command, command: &str) -> Command {
        let own = floe
            .find_subcommand(command)
            .and_then(|command| argument(command, &self.option))
            .cloned();
        let common = argument(&floe, &self.option).map(|arg| arg.get_id().clone());
        let values = self.values.clone();
        match (own, common) {
            // A hidden option has no effect there.
            (Some(own), _) if own.is_hide_set() => floe,
            (Some(own), _) => floe.mut_subcommand(command, |command| {
                command.mut_arg(own.get_id(), |arg| arg.default_values(values))
            }),
            (None, Some(id)) => floe.mut_arg(id, |arg| arg.default_values(values)),
            (None, None) => floe,
        }
    }
}

/// Limits of a search: one that is typed is the only one.
const LIMITS: [&str; 3] = ["time", "nodes", "depth"];

/// Commands whose engine has the options of the command as well.
const ONE_SEARCH: [&str; 4] = ["analyze", "suite", "query", "board"];

/// Options that have an effect on the report of `floe match --merge`; the others say what to play.
const OF_MERGES: [&str; 6] = ["merge", "html", "sprt", "normalized", "json", "color"];

/// Options that are typed in a call.
struct Typed<'a> {
    command: &'a Command,
    arguments: Vec<&'a Arg>,
    /// Names of the options that the engines typed set.
    of_engines: Vec<String>,
}

impl<'a> Typed<'a> {
    fn new(command: &'a Command, call: &ArgMatches) -> Typed<'a> {
        let is_typed =
            |arg: &&Arg| call.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        let arguments: Vec<&Arg> = command.get_arguments().filter(is_typed).collect();
        let mut of_engines = Vec::new();
        for arg in arguments.iter().filter(|arg| names_engine(arg)) {
            let values = call.get_raw(arg.get_id().as_str()).into_iter().flatten();
            values.for_each(|text| of_engines.extend(options_of_engine(&text.to_string_lossy())));
        }
        Typed {
            command,
            arguments,
            of_engines,
        }
    }

    fn has(&self, option: &str) -> bool {
        self.arguments
            .iter()
            .any(|arg| arg.get_long() == Some(option))
    }

    /// Leaves out the defaults in whose place something else is typed.
    fn leave_out(&self, defaults: &mut Vec<OptionDefault>) {
        let has_one_search = ONE_SEARCH.contains(&self.command.get_name());
        let of_engine =
            |option: &str| has_one_search && self.of_engines.iter().any(|of| of == option);
        let has_limit = LIMITS
            .iter()
            .any(|limit| self.has(limit) || of_engine(limit));
        defaults.retain(|default| {
            let option = default.option.as_str();
            let is_other_limit =
                has_limit && LIMITS.contains(&option) && self.command.get_name() != "puzzle";
            let is_other_noise = option == "quiet" && self.has("progress");
            let is_to_play = self.has("merge")
                && self.command.get_name() == "match"
                && !OF_MERGES.contains(&option);
            let is_left_out = is_other_limit || is_other_noise || is_to_play;
            !self.has(option) && !of_engine(option) && !is_left_out && !self.excludes(option)
        });
        if has_one_search && has_limit {
            let engines = defaults
                .iter_mut()
                .filter(|default| default.option == "engine");
            engines.for_each(|engine| {
                engine
                    .values
                    .iter_mut()
                    .for_each(|text| *text = without_limits(text));
            });
        }
    }

    /// Whether something typed cannot stand with this option.
    fn excludes(&self, option: &str) -> bool {
        let Some(arg) = argument(self.command, option) else {
            return false;
        };
        let excluded_by = |arg: &Arg| self.command.get_arg_conflicts_with(arg);
        let excluded = excluded_by(arg);
        let is_in =
            |all: &[&Arg], one: &Arg| all.iter().any(|other| other.get_id() == one.get_id());
        self.arguments
            .iter()
            .any(|typed| is_in(&excluded, typed) || is_in(&excluded_by(typed), arg))
    }
}

/// Names of the options in the text of an engine of floe.
fn options_of_engine(text: &str) -> Vec<String> {
    let options = text
        .split_once(':')
        .filter(|(name, _)| *name != "cmd")
        .map_or("", |(_, options)| options);
    options
        .split(',')
        .filter_map(|option| Some(option.split_once('=')?.0.trim().to_owned()))
        .collect()
}

/// The text of an engine without the limits of its searches.
fn without_limits(text: &str) -> String {
    let Some((name, options)) = text.split_once(':').filter(|(name, _)| *name != "cmd") else {
        return text.to_owned();
    };
    let is_limit =
        |option: &&str| LIMITS.contains(&option.split('=').next().unwrap_or_default().trim());
    let options: Vec<&str> = options
        .split(',')
        .filter(|option| !is_limit(option))
        .collect();
    if options.is_empty() {
        name.to_owned()
    } else {
        format!("{name}:{}", options.join(","))
    }
}

struct ConfigMistake {
    message: String,
    /// Byte of the file.
    byte: usize,
}

/// Argument of a command with this long option.
fn argument<'a>(command: &'a Command, option: &str) -> Option<&'a Arg> {
    let mut arguments = command.get_arguments();
    arguments.find(|arg| arg.get_long() == Some(option))
}

fn has_option(floe: &Command, command: &Command, option: &str) -> bool {
    argument(command, option)
        .or_else(|| argument(floe, option))
        .is_some()
}

/// Commands of floe that are not hidden.
fn commands(floe: &Command) -> impl Iterator<Item = &Command> {
    floe.get_subcommands()
        .filter(|command| !command.is_hide_set())
}

/// Parses a file: keys before the first table are for all commands, the others for the command of
/// their table.
fn parse(floe: &Command, text: &str) -> Result<Vec<OptionDefault>, ConfigMistake> {
    let document = DeTable::parse(text).map_err(|error| {
        let byte = error.span().map_or(0, |span| span.start);
        ConfigMistake {
            message: error.message().to_owned(),
            byte,
        }
    })?;
    let mut common = Vec::new();
    let mut own = Vec::new();
    for (key, value) in document.get_ref() {
        let name = &**key.get_ref();
        let byte = key.span().start;
        let DeValue::Table(table) = value.get_ref() else {
            common.push(default_of(floe, None, key, value)?);
            continue;
        };
        let command = commands(floe)
            .find(|command| command.get_name() == name)
            .ok_or_else(|| {
                let like = did_you_mean(name, commands(floe).map(Command::get_name));
                ConfigMistake {
                    message: format!("unknown command '{name}'{like}"),
                    byte,
                }
            })?;
        for (key, value) in table {
            own.push(default_of(floe, Some(command), key, value)?);
        }
    }
    // The defaults of a command count more.
    common.retain(|default: &OptionDefault| {
        let is_replaced = |other: &OptionDefault| {
            other.option == default.option && other.command == default.command
        };
        !own.iter().any(is_replaced)
    });
    common.append(&mut own);
    Ok(common)
}

/// Returns a default; checks that the command, or any if none is given, or floe itself has the
/// option, and its value.
fn default_of(
    floe: &Command,
    command: Option<&Command>,
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
) -> Result<OptionDefault, ConfigMistake> {
    let (key, byte) = (&**key.get_ref(), key.span().start);
    let all: Vec<&Command> =
        command.map_or_else(|| commands(floe).collect(), |command| vec![command]);
    let is_option = |arg: &&Arg| {
        !arg.is_hide_set() && !["config", "no_config"].contains(&arg.get_id().as_str())
    };
    let options = all
        .into_iter()
        .chain([floe])
        .flat_map(Command::get_arguments)
        .filter(is_option);
    let options: Vec<&Arg> = options.collect();
    let found: Vec<&Arg> = options
        .iter()
        .copied()
        .filter(|arg| arg.get_long() == Some(key))
        .collect();
    if found.is_empty() {
        let like = did_you_mean(key, options.into_iter().filter_map(Arg::get_long));
        let of = command.map_or(String::new(), |command| {
            format!(" of floe {}", command.get_name())
        });
        return Err(ConfigMistake {
            message: format!("unknown option '{key}'{of}{like}"),
            byte,
        });
    }
    let values: Result<Vec<Vec<String>>, String> = found
        .iter()
        .map(|arg| values_of(arg, key, value.get_ref()))
        .collect();
    let values = values.map_err(|message| ConfigMistake {
        message,
        byte: value.span().start,
    })?;
    let command = command.map(|command| command.get_name().to_owned());
    Ok(OptionDefault {
        command,
        option: key.to_owned(),
        values: values.into_iter().next().unwrap_or_default(),
    })
}

/// Returns the texts of a value, which is a list where an option can be repeated.
fn values_of(arg: &Arg, key: &str, value: &DeValue<'_>) -> Result<Vec<String>, String> {
    match value {
        DeValue::Array(list) if matches!(arg.get_action(), ArgAction::Append) => list
            .iter()
            .map(|value| value_of(arg, key, value.get_ref()))
            .collect(),
        value => Ok(vec![value_of(arg, key, value)?]),
    }
}

/// Returns the text of a value, checked as on the command line.
fn value_of(arg: &Arg, key: &str, value: &DeValue<'_>) -> Result<String, String> {
    let is_flag = is_switch(arg);
    let text = match value {
        DeValue::Boolean(value) if is_flag => return Ok(value.to_string()),
        _ if is_flag => return Err(format!("{key}: expected true or false")),
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        _ => return Err(format!("{key}: expected text in quotes or a number")),
    };
    let mut twin = Arg::new("value")
        .long(key.to_owned())
        .value_parser(arg.get_value_parser().clone());
    twin = twin.action(arg.get_action().clone()).num_args(1);
    if let Some(names) = arg.get_value_names() {
        twin = twin.value_names(names);
    }
    if let Some(delimiter) = arg.get_value_delimiter() {
        twin = twin.value_delimiter(delimiter);
    }
    let call = ["floe".to_owned(), format!("--{key}={text}")];
    match Command::new("floe").arg(twin).try_get_matches_from(call) {
        Ok(_) => Ok(text),
        Err(error) => {
            let message = error.to_string();
            let first = message.split("\n\n").next().unwrap_or_default();
            Err(first
                .strip_prefix("error: ")
                .unwrap_or(first)
                .trim_end()
                .to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;
    use crate::arguments::{call_with, checked, command};

    /// A call with a configuration file of this text: its matches, and whether it is right.
    fn call(typed: &[&str], text: &str) -> anyhow::Result<ArgMatches> {
        let typed: Vec<OsString> = ["floe"].iter().chain(typed).map(OsString::from).collect();
        let config = ConfigFile {
            path: PathBuf::from("floe.toml"),
            text: text.to_owned(),
        };
        let (floe, matches, _) = call_with(&typed, |_| Ok(Some(config)))?;
        checked(floe, &matches)?;
        Ok(matches)
    }

    /// Values of an option of a call.
    fn values(matches: &ArgMatches, id: &str) -> Vec<String> {
        let (_, matches) = matches.subcommand().expect("the call has a command");
        let raw = matches.get_raw(id).into_iter().flatten();
        raw.map(|value| value.to_string_lossy().into_owned())
            .collect()
    }

    /// Two values that an option takes, or one twice.
    fn examples(arg: &Arg) -> [&'static str; 2] {
        const VALUES: &[&str] = &[
            "uct:nodes=5",
            "default:nodes=7,hash=2",
            "1/2",
            "2/2",
            "0,10",
            "0,5",
            "0.95",
            "0.9",
            "60s",
            "1s+1s",
            "2s",
            "2",
            "3",
            "1",
            "200",
            "300",
            "1000",
            "spsa",
            "clop",
            "csv",
            "light",
            "dark",
            "block",
            "race",
            "areas",
            "names",
            "wdl",
            "margin",
            "never",
            "always",
            "push",
            "flip",
            "small-10",
            "setup-2",
            "open",
            "0",
            "3,2",
            "teleport=1",
            "broken=1",
            "whale,dolphin",
            "W,D",
            "oil=1",
            "oil=2",
            "far",
            "usual",
            "2x2",
            "3x3",
            "1.2.r.d",
            "1.1.r.d",
            "1.1",
            "1.0",
            "127.0.0.1",
            "0.0.0.0",
            "a.example",
            "b.example",
            "below",
            "none",
            "random",
            "file",
            "fast",
            "normal",
            "quick",
            "deep",
            "strong",
        ];
        if is_switch(arg) {
            return ["true", "false"];
        }
        let takes = |text: &&&str| {
            value_of(
                arg,
                arg.get_long().unwrap(),
                &DeValue::String((**text).into()),
            )
            .is_ok()
        };
        let taken: Vec<&str> = VALUES.iter().filter(takes).take(2).copied().collect();
        let first = *taken
            .first()
            .unwrap_or_else(|| panic!("no value for {}", arg.get_id()));
        [first, taken.get(1).unwrap_or(&first)]
    }

    /// A value as TOML.
    fn toml(arg: &Arg, value: &str) -> String {
        if is_switch(arg) {
            value.to_owned()
        } else {
            format!("{value:?}")
        }
    }

    /// An option as it is typed.
    fn typed(arg: &Arg, value: &str) -> String {
        format!(
            "--{}={value}",
            arg.get_long().expect("an option has a long name")
        )
    }

    /// Arguments that make a call of this command a whole one.
    fn needed(command: &str) -> &'static [&'static str] {
        match command {
            "show" | "moves" | "analyze" | "solve" => {
                &["1A11111B/11111111/1111111/11111111/1111111/11111111/1111111/11111111 A 0:0,0:0"]
            }
            "apply" => &[
                "1A11111B/11111111/1111111/11111111/1111111/11111111/1111111/11111111 A 0:0,0:0",
                "b1-c1",
            ],
            "perft" => &[
                "1A11111B/11111111/1111111/11111111/1111111/11111111/1111111/11111111 A 0:0,0:0",
                "1",
            ],
            "verify" | "replay" | "suite" | "rate" => &["file"],
            "match" => &["greedy", "random", "--floes=3"],
            "selfplay" => &["--games=9", "--out=games"],
            "tune" => &["greedy", "--params=params", "--out=tuned"],
            "train" => &["--out=trained"],
            "man" => &["folder"],
            "completions" => &["bash"],
            _ => &[],
        }
    }

    /// The options of a command that a file may set.
    fn options(command: &Command) -> Vec<&Arg> {
        let is_option = |arg: &&Arg| {
            let is_own = !arg.is_hide_set()
                && !["config", "no_config", "help"].contains(&arg.get_id().as_str());
            is_own && arg.get_long().is_some()
        };
        command.get_arguments().filter(is_option).collect()
    }

    /// All commands, with the options of all of them.
    fn whole() -> Command {
        let mut floe = command();
        floe.build();
        floe
    }

    /// The call wins: the file sets an option, the call types another value.
    #[test]
    fn what_is_typed_counts_more_in_every_option() {
        let floe = whole();
        let mut count = 0;
        for command in commands(&floe).filter(|command| command.get_name() != "help") {
            for arg in options(command) {
                let [of_file, of_call] = examples(arg);
                let name = command.get_name();
                let of = format!("{name} {}", arg.get_id());
                let text = format!(
                    "[{name}]\n{} = {}\n",
                    arg.get_long().unwrap(),
                    toml(arg, of_file)
                );
                let long = typed(arg, "");
                let mut words: Vec<&str> = vec![name];
                words.extend(needed(name).iter().filter(|word| !word.starts_with(&long)));
                let typed = typed(arg, of_call);
                words.push(&typed);
                let alone = call(&words, "");
                let both = call(&words, &text);
                match (alone, both) {
                    (Ok(alone), Ok(both)) => {
                        let id = arg.get_id().as_str();
                        assert_eq!(values(&alone, id), values(&both, id), "{of}");
                        count += 1;
                    }
                    (Err(alone), Err(both)) => {
                        assert_eq!(alone.to_string(), both.to_string(), "{of}");
                    }
                    (alone, both) => panic!("{of}: alone {alone:?}, with the file {both:?}"),
                }
            }
        }
        assert!(count > 200, "{count}");
    }

    /// A call that is right alone stays right with any option in the file, and what it types
    /// counts.
    #[test]
    fn no_default_spoils_what_is_typed() {
        let floe = whole();
        let mut count = 0;
        for command in commands(&floe).filter(|command| command.get_name() != "help") {
            let name = command.get_name();
            let options = options(command);
            for of_call in &options {
                let [_, value] = examples(of_call);
                let long = typed(of_call, "");
                let mut words: Vec<&str> = vec![name];
                words.extend(needed(name).iter().filter(|word| !word.starts_with(&long)));
                let typed = typed(of_call, value);
                words.push(&typed);
                let Ok(alone) = call(&words, "") else {
                    continue;
                };
                let id = of_call.get_id().as_str();
                // All others at once: those that do not fit are left out.
                let others = options
                    .iter()
                    .filter(|other| other.get_id() != of_call.get_id());
                let lines = others.map(|arg| {
                    format!(
                        "{} = {}\n",
                        arg.get_long().unwrap(),
                        toml(arg, examples(arg)[0])
                    )
                });
                let text = format!("[{name}]\n{}", lines.collect::<String>());
                let both = call(&words, &text)
                    .unwrap_or_else(|error| panic!("{words:?}: {error}\n{text}"));
                assert_eq!(values(&both, id), values(&alone, id), "{words:?}\n{text}");
                let excluded = command.get_arg_conflicts_with(of_call);
                for other in excluded.iter().filter(|other| other.get_long().is_some()) {
                    let source = both
                        .subcommand()
                        .unwrap()
                        .1
                        .value_source(other.get_id().as_str());
                    let found = values(&both, other.get_id().as_str());
                    let usual = values(&alone, other.get_id().as_str());
                    assert_eq!(found, usual, "{words:?} {} {source:?}", other.get_id());
                }
                count += 1;
            }
        }
        assert!(count > 150, "{count}");
    }

    /// A default that says the same in other words gives way, too.
    #[test]
    fn defaults_that_do_not_fit_are_left_out() {
        let position = needed("show")[0];
        /// Words that are typed, the file, and the values of options then.
        type Case<'a> = (&'a [&'a str], &'a str, &'a [(&'a str, &'a [&'a str])]);
        let cases: &[Case<'_>] = &[
            (
                &["analyze", position, "--nodes", "9"],
                "[analyze]\ntime = \"1s\"\ndepth = 3",
                &[("time", &[]), ("depth", &[])],
            ),
            (
                &["solve", position, "--time", "1s"],
                "nodes = 5",
                &[("nodes", &[])],
            ),
            (
                &["analyze", position, "--engine", "uct:nodes=9,hash=2"],
                "[analyze]\ndepth = 3\nhash = 7\nthreads = 1",
                &[("depth", &[]), ("hash", &[]), ("threads", &["1"])],
            ),
            (
                &["analyze", position, "--time", "1s"],
                "[analyze]\nengine = \"uct:nodes=9,hash=2\"",
                &[("engine", &["uct:hash=2"])],
            ),
            (
                &["new", "--rules", "flip"],
                "[new]\nlayout = \"small-10\"\nplaced = true",
                &[("layout", &[]), ("placed", &["false"])],
            ),
            (
                &["new", "--layout", "small-10"],
                "[new]\nhand = 3\nrules = \"flip\"\ncolumns = 3\nplayers = 3",
                &[
                    ("rules", &[]),
                    ("hand", &[]),
                    ("columns", &[]),
                    ("players", &["3"]),
                ],
            ),
            (
                &["new"],
                "[new]\nhand = 3\nrules = \"flip\"",
                &[("rules", &["flip"]), ("hand", &["3"])],
            ),
            (
                &[
                    "match", "greedy", "random", "--order", "0.95", "--floes", "2",
                ],
                "[match]\nsprt = \"0,10\"",
                &[("sprt", &[])],
            ),
            (
                &[
                    "match",
                    "greedy",
                    "random",
                    "--players",
                    "3",
                    "--floes",
                    "2",
                ],
                "[match]\nsprt = [0, 10]\nnormalized = true",
                &[("sprt", &["0", "10"])],
            ),
            (
                &["match", "greedy", "random", "--sprt", "0,10"],
                "[match]\nplayers = 4",
                &[("players", &["4"])],
            ),
            (
                &["match", "greedy", "random", "--floes", "2"],
                "[match]\nsprt = [0, 10]",
                &[("sprt", &["0", "10"])],
            ),
            (
                &["match", "greedy", "random", "--floes", "2"],
                "[match]\nhtml = \"x\"",
                &[("html", &[])],
            ),
            (
                &["match", "--merge", "shards"],
                "[match]\nfloes = 10\nplaced = true\nout = \"x\"\nrules = \"push\"\nhtml = \"page\"",
                &[
                    ("floes", &[]),
                    ("placed", &["false"]),
                    ("out", &[]),
                    ("rules", &[]),
                    ("html", &["page"]),
                ],
            ),
            (
                &["show", position, "--svg", "-"],
                "json = true\n[show]\npng = \"-\"",
                &[("json", &["false"]), ("png", &[])],
            ),
            (
                &["show", position, "--json"],
                "[show]\nsvg = \"-\"",
                &[("svg", &[])],
            ),
            (
                &["solve", "-"],
                "[solve]\ncheckpoint = \"x\"",
                &[("checkpoint", &[])],
            ),
            (
                &["puzzle", "--max-difficulty", "2"],
                "[puzzle]\ndifficulty = 4",
                &[("difficulty", &[])],
            ),
            (
                &["replay", "x", "--strength", "quick", "--annotate"],
                "[replay]\nengine = \"uct:nodes=9\"",
                &[("engine", &[])],
            ),
            (
                &["suite", "x", "--progress", "1s"],
                "[suite]\nquiet = true",
                &[("quiet", &["false"])],
            ),
        ];
        for (typed, text, expected) in cases {
            let matches = call(typed, text).unwrap_or_else(|error| panic!("{typed:?}: {error}"));
            for (id, value) in *expected {
                assert_eq!(values(&matches, id), *value, "{typed:?} {text} {id}");
            }
        }
    }

    /// Every switch of every command is switched off on the command line where the file switches it
    /// on.
    #[test]
    fn every_switch_can_be_switched_off() {
        let floe = whole();
        for command in commands(&floe).filter(|command| command.get_name() != "help") {
            let name = command.get_name();
            for arg in options(command).into_iter().filter(|arg| is_switch(arg)) {
                let on = typed(arg, "true");
                if call(&[&[name], needed(name), &[on.as_str()]].concat(), "").is_err() {
                    continue;
                }
                let off = typed(arg, "false");
                let words = [&[name], needed(name), &[off.as_str()]].concat();
                let text = format!("[{name}]\n{} = true\n", arg.get_long().unwrap());
                let found =
                    call(&words, &text).map(|matches| values(&matches, arg.get_id().as_str()));
                assert_eq!(found.ok(), Some(vec!["false".to_owned()]), "{words:?}");
            }
        }
    }

    /// An option that can be repeated has a list in the file.
    #[test]
    fn lists_stand_where_options_can_be_repeated() {
        let floe = whole();
        let mut count = 0;
        for command in commands(&floe).filter(|command| command.get_name() != "help") {
            let name = command.get_name();
            for arg in options(command)
                .into_iter()
                .filter(|arg| arg.get_action().takes_values())
            {
                let [one, two] = examples(arg);
                let long = arg.get_long().unwrap();
                let list = format!(
                    "[{name}]\n{long} = [{}, {}]\n",
                    toml(arg, one),
                    toml(arg, two)
                );
                let words = [&[name], needed(name)].concat();
                match (
                    call(&words, &list),
                    matches!(arg.get_action(), ArgAction::Append),
                ) {
                    (Ok(matches), true) => {
                        let found = values(&matches, arg.get_id().as_str());
                        let is_left_out = found.is_empty()
                            && ["merge", "from", "calibrate", "sprt"].contains(&long);
                        assert!(
                            is_left_out || found.join(",") == format!("{one},{two}"),
                            "{name} {long}: {found:?}"
                        );
                        count += 1;
                    }
                    (Err(error), false) => assert!(
                        error.to_string().contains("expected text in quotes"),
                        "{error}"
                    ),
                    (found, is_list) => {
                        assert!(is_list && long == "check", "{name} {long}: {found:?}");
                    }
                }
            }
        }
        assert!(count >= 6, "{count}");
    }
}
