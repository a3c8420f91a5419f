//! The configuration file: defaults of options, as TOML.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, Id};
use etcetera::BaseStrategy;
use floe_variants::did_you_mean;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::files;
use crate::problem::Wrong;

/// Variable with the path of the file; empty for none.
const VARIABLE: &str = "FLOE_CONFIG";

/// Sets the defaults of the configuration file for the command of this call.
///
/// All of the file is checked, also what concerns other commands.
///
/// # Errors
/// If the file cannot be read, or has a mistake.
pub(crate) fn with_defaults(mut floe: Command, call: &ArgMatches) -> Result<Command, Wrong> {
    let command = call.subcommand_name().unwrap_or_default();
    let is_internal = floe.find_subcommand(command).is_none_or(Command::is_hide_set);
    let Some(path) = path(call).filter(|_| !is_internal) else { return Ok(floe) };
    let text = files::read(&path)?;
    let defaults = parse(&floe, &text).map_err(|mistake| {
        let before = &text[..mistake.byte.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Wrong::new(format!("{}, line {line}, column {column}: {}", path.display(), mistake.message))
    })?;
    for default in defaults.into_iter().filter(|default| default.command.as_deref().is_none_or(|name| name == command))
    {
        floe = default.set(floe, command);
    }
    Ok(floe)
}

/// Returns the path of the file, if there is one: of the call, of the variable, or that of the platform.
fn path(call: &ArgMatches) -> Option<PathBuf> {
    if call.get_flag("no_config") {
        return None;
    }
    let given = call.get_one::<PathBuf>("config").cloned().map(PathBuf::into_os_string);
    match given.or_else(|| std::env::var_os(VARIABLE)) {
        Some(path) => Some(path).filter(|path| !path.is_empty()).map(|path: OsString| path.into()),
        None => {
            let folder = etcetera::choose_base_strategy().ok()?.config_dir();
            Some(folder.join("floe").join("floe.toml")).filter(|path| path.exists())
        }
    }
}

/// Default of an option.
struct OptionDefault {
    /// The command; `None` for all that have the option.
    command: Option<String>,
    /// Long name of the option.
    option: String,
    value: String,
}

/// Mistake in a configuration file.
struct ConfigMistake {
    message: String,
    /// Byte of the file.
    byte: usize,
}

impl OptionDefault {
    /// Changes the default in a command of floe, if that has the option.
    fn set(self, floe: Command, command: &str) -> Command {
        let OptionDefault { option, value, .. } = self;
        let own = floe.find_subcommand(command).and_then(|command| argument(command, &option));
        match (own, argument(&floe, &option)) {
            (Some((id, false)), _) => {
                floe.mut_subcommand(command, |command| command.mut_arg(id, |arg| arg.default_value(value)))
            }
            (None, Some((id, _))) => floe.mut_arg(id, |arg| arg.default_value(value)),
            // A hidden option has no effect there.
            _ => floe,
        }
    }
}

/// Argument of a command with this long option, and whether it is hidden.
fn argument(command: &Command, option: &str) -> Option<(Id, bool)> {
    let arg = command.get_arguments().find(|arg| arg.get_long() == Some(option));
    arg.map(|arg| (arg.get_id().clone(), arg.is_hide_set()))
}

/// Commands of floe that are not hidden.
fn commands(floe: &Command) -> impl Iterator<Item = &Command> {
    floe.get_subcommands().filter(|command| !command.is_hide_set())
}

/// Parses a file: keys before the first table are for all commands, the others for the command of their table.
fn parse(floe: &Command, text: &str) -> Result<Vec<OptionDefault>, ConfigMistake> {
    let document = DeTable::parse(text).map_err(|error| {
        let byte = error.span().map_or(0, |span| span.start);
        ConfigMistake { message: error.message().to_owned(), byte }
    })?;
    let (mut common, mut own) = (Vec::new(), Vec::new());
    for (key, value) in document.get_ref() {
        let name = &**key.get_ref();
        let byte = key.span().start;
        let DeValue::Table(table) = value.get_ref() else {
            common.push(default_of(floe, None, key, value)?);
            continue;
        };
        let command = commands(floe).find(|command| command.get_name() == name).ok_or_else(|| {
            let like = did_you_mean(name, commands(floe).map(Command::get_name));
            ConfigMistake { message: format!("unknown command '{name}'{like}"), byte }
        })?;
        for (key, value) in table {
            own.push(default_of(floe, Some(command), key, value)?);
        }
    }
    // The defaults of a command come last: they count more.
    common.append(&mut own);
    Ok(common)
}

/// Returns a default; checks that the command, or any if none is given, or floe itself has the option, and its value.
fn default_of(
    floe: &Command,
    command: Option<&Command>,
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
) -> Result<OptionDefault, ConfigMistake> {
    let (key, byte) = (&**key.get_ref(), key.span().start);
    let all: Vec<&Command> = command.map_or_else(|| commands(floe).collect(), |command| vec![command]);
    let is_option = |arg: &&Arg| !arg.is_hide_set() && !["config", "no_config"].contains(&arg.get_id().as_str());
    let options = all.into_iter().chain([floe]).flat_map(Command::get_arguments).filter(is_option);
    let options: Vec<&Arg> = options.collect();
    let found: Vec<&Arg> = options.iter().copied().filter(|arg| arg.get_long() == Some(key)).collect();
    if found.is_empty() {
        let like = did_you_mean(key, options.into_iter().filter_map(Arg::get_long));
        let of = command.map_or(String::new(), |command| format!(" of floe {}", command.get_name()));
        return Err(ConfigMistake { message: format!("unknown option '{key}'{of}{like}"), byte });
    }
    let values: Result<Vec<String>, String> = found.iter().map(|arg| value_of(arg, key, value.get_ref())).collect();
    let values = values.map_err(|message| ConfigMistake { message, byte: value.span().start })?;
    let command = command.map(|command| command.get_name().to_owned());
    Ok(OptionDefault { command, option: key.to_owned(), value: values.into_iter().next().unwrap_or_default() })
}

/// Returns the text of a value, checked as on the command line.
fn value_of(arg: &Arg, key: &str, value: &DeValue<'_>) -> Result<String, String> {
    let is_flag = !arg.get_action().takes_values();
    let text = match value {
        DeValue::Boolean(value) if is_flag => return Ok(value.to_string()),
        _ if is_flag => return Err(format!("{key}: expected true or false")),
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        _ => return Err(format!("{key}: expected text in quotes or a number")),
    };
    let mut twin = Arg::new("value").long(key.to_owned()).value_parser(arg.get_value_parser().clone());
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
            Err(first.strip_prefix("error: ").unwrap_or(first).trim_end().to_owned())
        }
    }
}
