//! The command line: its commands, the options that several of them share, and its help.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Duration;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{
    Arg, ArgAction, ArgMatches, Args, ColorChoice, CommandFactory, FromArgMatches, Parser,
    Subcommand,
};
use floe_engine::options::{SearchDefaults, SearchOptions, SearchSettings};
use floe_engine::{AnyGame, EngineSpec, MAX_THREADS, Method, Objective};
use floe_review::ReviewStrength;
use floe_search::{is_visible, parse_count, parse_duration};
use floe_variants::nearest_name;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::commands::*;
use crate::config::{ConfigFile, OptionDefault};
use crate::interrupt::quoted;
#[cfg(not(all(feature = "board", feature = "train")))]
use crate::lacking;
use crate::needs;
use crate::output::Output;
use crate::overwriting;
use crate::problem::{self, Status, Wrong};

/// Play and analyze the board game Hey, That's My Fish!
///
/// A POSITION is one line of text that contains spaces: put it in quotes. Use - to read positions
/// from standard input, or --file FILE to read them from a file, one per line. Each line gets its
/// own result: a wrong one is reported, the rest goes on, and the exit status is 2 at the end.
#[derive(Parser)]
#[command(name = "floe", version = version(), arg_required_else_help = true, after_help = include_str!("help/floe.txt"))]
#[command(max_term_width = 100)]
pub(crate) struct Arguments {
    /// Print each result as a JSON object on a line of its own
    #[arg(long, global = true, display_order = 100, help_heading = "Output")]
    pub(crate) json: bool,

    #[command(flatten)]
    _quiet: QuietArgument,

    /// Use colours: auto, always or never
    ///
    /// auto uses them on a terminal, unless the variable NO_COLOR is set.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    #[arg(display_order = 101, help_heading = "Output")]
    pub(crate) color: ColorChoice,

    /// Read the defaults of options from this file
    ///
    /// Without it, they are read from the file that the variable FLOE_CONFIG names, or from
    /// floe/floe.toml in the folder for configuration. 'floe docs notation' explains the file.
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        display_order = 102,
        help_heading = "Defaults"
    )]
    config: Option<PathBuf>,

    /// Ignore the file with the defaults of options
    #[arg(
        long,
        global = true,
        conflicts_with = "config",
        display_order = 103,
        help_heading = "Defaults"
    )]
    no_config: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Arguments {
    pub(crate) fn read() -> Result<Arguments> {
        let typed: Vec<OsString> = std::env::args_os().collect();
        let (floe, matches, config) = call_with(&typed, ConfigFile::read)?;
        overwriting::check(&floe, &matches, config.map(|config| config.path))?;
        checked(floe, &matches)
    }
}

/// Parses a call with the defaults of its configuration file, which `config` reads.
pub(crate) fn call_with(
    typed: &[OsString],
    config: impl FnOnce(&ArgMatches) -> Result<Option<ConfigFile>, Wrong>,
) -> Result<(clap::Command, ArgMatches, Option<ConfigFile>)> {
    let call = typed_call(typed)?;
    let config = config(&call)?;
    let floe = with_defaults(typed, &call, config.as_ref())?;
    let (floe, matches) = parsed(floe, typed)?;
    Ok((floe, matches, config))
}

pub(crate) const CARDS: &str = "Fish 'n' Flip";
pub(crate) const LAKE: &str = "Gone Fishing!";

/// Shows the options of the game that a call names in the short help, too.
fn with_options_of_rules(floe: clap::Command, typed: &[OsString]) -> clap::Command {
    let has_cards = typed
        .iter()
        .any(|word| names_rules(word, "flip") || names_rules(word, "contest"));
    let has_lake = typed.iter().any(|word| names_rules(word, "angling"));
    floe.mut_subcommands(|command| {
        command.mut_args(|arg| match arg.get_help_heading() {
            Some(CARDS) if has_cards => arg.hide_short_help(false),
            Some(LAKE) if has_lake => arg.hide_short_help(false),
            _ => arg,
        })
    })
}

/// Whether a word of a call is the name of these rules, or an option with that name.
fn names_rules(word: &OsStr, rules: &str) -> bool {
    word == rules
        || word
            .to_str()
            .is_some_and(|word| word.starts_with("--") && word.ends_with(&format!("={rules}")))
}

fn typed_call(typed: &[OsString]) -> Result<ArgMatches, clap::Error> {
    match with_switches(command()).try_get_matches_from(typed) {
        // Help and errors show switches without their values, except where a call gives one.
        Err(error) => {
            let plain = with_options_of_rules(command(), typed)
                .try_get_matches_from(typed)
                .err();
            let has_values = |plain: &clap::Error| {
                plain.kind() == ErrorKind::TooManyValues && error.kind() != ErrorKind::InvalidValue
            };
            Err(plain.filter(|plain| !has_values(plain)).unwrap_or(error))
        }
        call => call,
    }
}

/// The command line with those defaults of a configuration file that fit each other and what is
/// typed.
fn with_defaults(
    typed: &[OsString],
    call: &ArgMatches,
    config: Option<&ConfigFile>,
) -> Result<clap::Command> {
    let floe = with_switches(command());
    let Some(config) = config else {
        return Ok(floe);
    };
    let name = call.subcommand_name().unwrap_or_default();
    let defaults = config.defaults(&floe, call)?;
    let with = |defaults: &[&OptionDefault]| {
        defaults
            .iter()
            .fold(floe.clone(), |floe, default| default.set(floe, name))
    };
    let fits = |defaults: &[&OptionDefault]| {
        let parsed = parsed(with(defaults), typed);
        parsed.is_ok_and(|(floe, matches)| checked(floe, &matches).is_ok())
    };
    let all: Vec<&OptionDefault> = defaults.iter().collect();
    if fits(&all) {
        return Ok(with(&all));
    }
    let mut kept: Vec<&OptionDefault> = Vec::new();
    // A default may need another one that comes later in the file.
    for default in all.iter().chain(&all) {
        if !kept.contains(default) {
            kept.push(default);
            if !fits(&kept) {
                kept.pop();
            }
        }
    }
    Ok(with(&kept))
}

/// Parses a call, and checks that no option lacks another one that it needs.
fn parsed(mut floe: clap::Command, typed: &[OsString]) -> Result<(clap::Command, ArgMatches)> {
    let matches = floe.try_get_matches_from_mut(typed)?;
    needs::check(&floe, &matches)?;
    Ok((floe, matches))
}

/// Reads the arguments of a call, and checks that they fit each other.
pub(crate) fn checked(mut floe: clap::Command, matches: &ArgMatches) -> Result<Arguments> {
    let arguments =
        Arguments::from_arg_matches(matches).map_err(|error| error.format(&mut floe))?;
    arguments.command.check(arguments.json)?;
    Ok(arguments)
}

/// Lets every switch take `=true` or `=false`, so that a call can switch off what a configuration
/// file switches on.
fn with_switches(floe: clap::Command) -> clap::Command {
    let switch = |arg: Arg| match arg.get_action() {
        ArgAction::SetTrue => arg
            .action(ArgAction::Set)
            .num_args(0..=1)
            .require_equals(true)
            .value_parser(clap::value_parser!(bool))
            .default_value("false")
            .default_missing_value("true"),
        _ => arg,
    };
    floe.mut_args(switch)
        .mut_subcommands(|command| command.mut_args(switch))
}

/// Commands whose output has colours.
const COLOURED: [&str; 4] = ["show", "play", "analyze", "replay"];
/// Commands that print no JSON.
const WITHOUT_JSON: [&str; 4] = ["play", "board", "completions", "man"];

/// Returns the command line with its commands and options.
pub(crate) fn command() -> clap::Command {
    let floe = Arguments::command();
    let option = |id: &str| {
        floe.get_arguments()
            .find(|option| option.get_id() == id)
            .cloned()
    };
    let json = option("json");
    let color = option("color");
    floe.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        let useless = [
            json.clone().filter(|_| WITHOUT_JSON.contains(&&*name)),
            color.clone().filter(|_| !COLOURED.contains(&&*name)),
        ];
        let command = command.args(
            useless
                .into_iter()
                .flatten()
                .map(|option| option.hide(true)),
        );
        let examples = command
            .get_after_long_help()
            .map(|text| first_examples(&text.to_string()));
        let command = command.mut_args(|arg| match arg.get_help_heading() {
            Some(CARDS | LAKE) => arg.hide_short_help(true),
            _ => arg,
        });
        let command = command.mut_args(|arg| match arg.get_id().as_str() {
            "position" if name == "solve" => {
                arg.required_unless_present_any(["positions", "status"])
            }
            "position" if name != "play" => arg.required_unless_present("positions"),
            // What looks like a negative time or number is a value, and gets an error that names
            // what is allowed.
            _ if arg
                .get_value_names()
                .is_some_and(|names| names[0].contains("TIME")) =>
            {
                arg.allow_hyphen_values(true)
            }
            _ if arg.get_action().takes_values() => arg.allow_negative_numbers(true),
            _ => arg,
        });
        match examples {
            Some(examples) => command.after_help(examples),
            None => command,
        }
    })
}

/// Returns the first two examples of a help text, for the summary of a command.
fn first_examples(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("Examples:"))
        .take(3)
        .collect();
    lines.join("\n")
}

macro_rules! commands {
    ($($(#[$condition:meta])? $module:ident::$command:ident),+) => {
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($(#[$condition])? $command($module::$command)),+
        }

        impl Command {
            pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
                match self {
                    $($(#[$condition])? Command::$command(command) => command.run(output)),+
                }
            }
        }
    };
}

commands!(
    new::New,
    show::Show,
    moves::Moves,
    apply::Apply,
    play::Play,
    analyze::Analyze,
    solve::Solve,
    verify::Verify,
    perft::Perft,
    match_::Match,
    rate::Rate,
    replay::Replay,
    suite::Suite,
    puzzle::Puzzle,
    selfplay::Selfplay,
    tune::Tune,
    #[cfg(feature = "train")]
    train::Train,
    #[cfg(not(feature = "train"))]
    lacking::Train,
    bench::Bench,
    #[cfg(feature = "board")]
    board::Board,
    #[cfg(not(feature = "board"))]
    lacking::Board,
    ugi::Ugi,
    query::Query,
    rules::Rules,
    docs::Docs,
    completions::Completions,
    man::Man,
    supervise::Supervise
);

/// Option of all commands; those that show progress have it as a field.
#[derive(Args)]
pub(crate) struct QuietArgument {
    /// Print no progress
    #[arg(
        id = "quiet",
        long = "quiet",
        short = 'q',
        global = true,
        display_order = 100
    )]
    #[arg(help_heading = "Output")]
    pub(crate) is_on: bool,
}

impl Command {
    /// Checks that the options of the call fit each other, as far as they alone decide it.
    fn check(&self, is_json: bool) -> Result<(), Wrong> {
        match self {
            Command::New(command) => command.check(),
            Command::Play(command) => command.check(),
            Command::Show(command) => command.check(is_json),
            Command::Analyze(command) => command.check(is_json),
            Command::Solve(command) => command.check(is_json),
            Command::Match(command) => command.check(is_json),
            Command::Selfplay(command) => command.check(),
            Command::Puzzle(command) => command.check(),
            Command::Tune(command) => command.check(),
            #[cfg(feature = "train")]
            Command::Train(command) => command.check(),
            _ => Ok(()),
        }
    }
}

/// Options of all commands that search or prove.
#[derive(Args)]
pub(crate) struct SearchArguments {
    /// Stop after this time per position, such as 500ms, 1.5s, 2m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,

    /// Stop after this number of nodes per position, such as 5000 or 1M
    #[arg(long, value_name = "NODES", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: Option<u64>,

    /// Number of threads, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    pub(crate) threads: Option<usize>,
}

impl SearchArguments {
    pub(crate) fn options(&self, engine: EngineSpec) -> SearchOptions {
        SearchOptions {
            time: self.time,
            nodes: self.nodes,
            threads: self.threads,
            ..SearchOptions::of(engine)
        }
    }
}

pub(crate) fn duration(text: &str) -> Result<Duration, Wrong> {
    parse_duration(text).map_err(|expected| Wrong::new(format!("expected {expected}")))
}

/// Parses an integer in a range, which may be shortened: `1000`, `1k`, `1M` or `1e6`.
pub(crate) fn number<T>(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = parse_count(text)
            .ok()
            .filter(|number| range.contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| {
                let least = *range.start();
                let most = *range.end();
                let is_too_large = text
                    .parse::<f64>()
                    .is_ok_and(|number| number >= most as f64);
                Wrong::new(match most {
                    0xffff_ffff.. if !is_too_large => format!("expected an integer from {least}"),
                    _ => format!("expected {least} to {most}"),
                })
            })
    }
}

/// Seed of a run that learns, where none is typed: its parts, on machines that know nothing of each
/// other, must agree.
pub(crate) const USUAL_SEED: u64 = 1;

/// Returns the seed that was typed, or the usual one, which is then said.
pub(crate) fn run_seed(typed: Option<u64>) -> u64 {
    typed.unwrap_or_else(|| {
        problem::say(&format!("seed {USUAL_SEED}"));
        USUAL_SEED
    })
}

pub(crate) fn count() -> impl TypedValueParser<Value = usize> {
    number(1..=MAX_THREADS)
}

pub(crate) fn mebibytes() -> impl TypedValueParser<Value = usize> {
    number::<usize>(1..=u64::MAX).try_map(|mebibytes| check_hash(mebibytes).map(|()| mebibytes))
}

/// Parser of values of which some have names, which shells complete.
#[derive(Clone)]
pub(crate) struct NamedValues<T> {
    names: Vec<String>,
    parse: fn(&str) -> Result<T, Wrong>,
}

impl<T> NamedValues<T> {
    pub(crate) fn new(
        names: impl IntoIterator<Item = impl ToString>,
        parse: fn(&str) -> Result<T, Wrong>,
    ) -> NamedValues<T> {
        NamedValues {
            names: names.into_iter().map(|name| name.to_string()).collect(),
            parse,
        }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NamedValues<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            self.names
                .iter()
                .map(|name| PossibleValue::new(name.clone())),
        ))
    }
}

pub(crate) fn engine() -> NamedValues<EngineSpec> {
    NamedValues::new(Method::ALL.map(Method::name), |text| {
        text.parse().map_err(Wrong::new)
    })
}

/// Reads an engine as text, also one that only the command knows.
pub(crate) fn engine_text(others: &[&'static str]) -> NamedValues<String> {
    let names = Method::ALL.iter().map(|method| method.name());
    NamedValues::new(names.chain(others.iter().copied()), |text| {
        Ok(text.to_owned())
    })
}

/// Parses one of these names.
pub(crate) fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let names = values.each_ref().map(|(name, _)| *name);
    PossibleValuesParser::new(names).map(move |name| {
        let found = values.iter().find(|(known, _)| *known == name);
        found.expect("one of the names").1.clone()
    })
}

pub(crate) fn strength() -> impl TypedValueParser<Value = ReviewStrength> {
    one_of(ReviewStrength::ALL.map(|strength| (strength.name(), strength)))
}

pub(crate) fn objective() -> impl TypedValueParser<Value = Objective> {
    one_of([
        ("margin", Objective::Margin),
        ("wdl", Objective::WinDrawLoss),
    ])
}

pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Returns the search that is meant on this machine, by default on all cores; `defaults` has the
/// others.
///
/// # Errors
/// If an option is out of range, or the table larger than the memory.
pub(crate) fn search_settings(
    options: &SearchOptions,
    defaults: SearchDefaults,
) -> Result<SearchSettings, Wrong> {
    let settings = options.resolve(&SearchDefaults {
        threads: Some(all_cores()),
        ..defaults
    })?;
    settings.spec.hash.map_or(Ok(()), check_hash)?;
    Ok(settings)
}

/// Refuses a table that is larger than the memory of the machine, or of the container where that
/// has less.
pub(crate) fn check_hash(mebibytes: usize) -> Result<(), Wrong> {
    let ram = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let Ok(system) = System::new_with_specifics(ram) else {
        return Ok(());
    };
    let limits = [
        Some(system.total_memory()),
        system.cgroup_limits().map(|limits| limits.total_memory),
    ];
    match limits
        .into_iter()
        .flatten()
        .filter(|&bytes| bytes > 0)
        .min()
        .map(|bytes| bytes >> 20)
    {
        Some(memory) if mebibytes as u64 > memory => Err(Wrong::new(format!(
            "a table of {mebibytes} MiB is larger than the memory: expected at most {memory} MiB"
        ))),
        _ => Ok(()),
    }
}

/// Returns the identity of the build: `0.2.0 (1a2b3c4d, x86_64-linux, release)`. The second part is
/// a hash of the sources. Builds for different processors share records, shards and checkpoints.
pub(crate) fn build() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| version_with(&[]));
    &TEXT
}

/// Returns the build with the instructions that it uses: `0.2.0 (1a2b3c4d, x86_64-linux, avx2,
/// bmi2, popcnt, release)`.
pub(crate) fn version() -> &'static str {
    const FEATURES: [(&str, bool); 5] = [
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let enabled = FEATURES.iter().filter(|(_, is_enabled)| *is_enabled);
        version_with(&enabled.map(|(name, _)| *name).collect::<Vec<_>>())
    });
    &TEXT
}

fn version_with(features: &[&str]) -> String {
    let target = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
    let profile = if cfg!(debug_assertions) {
        "debug"
    } else {
        "release"
    };
    let parts = [&[env!("FLOE_SOURCES"), &target], features, &[profile]].concat();
    format!("{} ({})", env!("CARGO_PKG_VERSION"), parts.join(", "))
}

/// Prints help, the version, or the error in the call or its configuration, and returns the exit
/// status.
pub(crate) fn report(error: anyhow::Error) -> ExitCode {
    match error.downcast() {
        Ok(error) => exit_with(error),
        Err(error) => problem::report(&error),
    }
}

fn exit_with(mut error: clap::Error) -> ExitCode {
    suggest_command(&mut error);
    if let (ErrorKind::InvalidUtf8, Some(argument)) = (error.kind(), other_encoding()) {
        problem::complain(&format!(
            "expected text in UTF-8; found {}: a file that this text names needs another name, or a link",
            quoted(&argument)
        ));
        return Status::Wrong.into();
    }
    if let Some(ContextValue::Strings(commands)) = error.get(ContextKind::ValidSubcommand) {
        let shown = commands
            .iter()
            .filter(|&name| name != "supervise")
            .cloned()
            .collect();
        error.insert(ContextKind::ValidSubcommand, ContextValue::Strings(shown));
    }
    // The advice to write -- before an unknown option helps in no command.
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
        drop_unlike_option(&mut error);
    }
    let text = error.render().to_string();
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    let printed = if is_help || text.chars().all(is_visible) {
        error.print().and_then(|()| io::stdout().flush())
    } else {
        // What cannot be seen is text of others, such as names of files.
        problem::say(text.trim_end());
        Ok(())
    };
    if let (true, Err(failure)) = (is_help, printed) {
        return problem::report(&failure.into());
    }
    if !is_help && has_unquoted_position() {
        anstream::eprintln!("\n{UNQUOTED}");
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

fn other_encoding() -> Option<OsString> {
    std::env::args_os().find(|argument| argument.to_str().is_none())
}

/// Drops the advice to use an option that is hardly like the unknown one.
fn drop_unlike_option(error: &mut clap::Error) {
    let [found, advised] =
        [ContextKind::InvalidArg, ContextKind::SuggestedArg].map(|kind| match error.get(kind) {
            Some(ContextValue::String(text)) => Some(text.trim_start_matches('-')),
            _ => None,
        });
    if found
        .zip(advised)
        .is_some_and(|(found, advised)| nearest_name(found, [advised]).is_none())
    {
        error.remove(ContextKind::SuggestedArg);
    }
}

/// Adds the command most like an unknown one, where clap names none: after `help`.
fn suggest_command(error: &mut clap::Error) {
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    let floe = command();
    let nearest = nearest_name(found, floe.get_subcommands().map(clap::Command::get_name));
    if let Some(nearest) = nearest.filter(|_| error.get(ContextKind::SuggestedSubcommand).is_none())
    {
        let suggestion = ContextValue::Strings(vec![nearest.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, suggestion);
    }
}

/// Advice for a position that the shell has split at its spaces.
pub(crate) const UNQUOTED: &str = "A position contains spaces: put it in quotes.";

/// Whether the words of this call hold a position of any game without quotes: one of several words,
/// or the rows of one with a mistake in its other fields.
pub(crate) fn has_unquoted_position() -> bool {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    words.iter().any(|word| is_rows(word))
        || (0..words.len()).any(|start| begins_position(&words[start..]))
}

/// Whether a word is the rows of a floe, without the other fields of a position.
fn is_rows(word: &str) -> bool {
    word.matches('/').count() >= 2 && word.chars().all(|sign| "0123.ABCDom()/".contains(sign))
}

/// Whether the first words are a position, two at least.
fn begins_position(words: &[String]) -> bool {
    /// Maximum number of fields of a position.
    const FIELDS: usize = 24;
    let has_rows = words[0].contains('/') || words[0].contains(':');
    has_rows
        && (2..=words.len().min(FIELDS))
            .any(|count| words[..count].join(" ").parse::<AnyGame>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The help of all commands, short and long, at a width.
    fn helps(width: usize) -> Vec<(String, clap::Command)> {
        let mut floe = command().term_width(width);
        floe.build();
        let mut all = vec![floe.clone()];
        all.extend(
            floe.get_subcommands()
                .filter(|command| command.get_name() != "help")
                .cloned(),
        );
        let render = |mut command: clap::Command| {
            command = command.term_width(width);
            [
                (command.render_help().to_string(), command.clone()),
                (command.render_long_help().to_string(), command),
            ]
        };
        all.into_iter().flat_map(render).collect()
    }

    #[test]
    fn help_fits_the_terminal() {
        for width in [80, 100] {
            for (help, command) in helps(width) {
                for line in help.lines() {
                    assert!(
                        line.chars().count() <= width,
                        "{width} columns: {line}\n{help}"
                    );
                }
                let written = [command.get_after_help(), command.get_after_long_help()]
                    .into_iter()
                    .flatten();
                for text in written.map(ToString::to_string) {
                    assert!(
                        text.lines().all(|line| line.chars().count() <= 80),
                        "examples and tables wrap: {text}"
                    );
                }
            }
        }
    }

    /// Wrapping moves words to the next line, and splits none.
    #[test]
    fn help_wraps_between_words() {
        let words = |width| -> Vec<Vec<String>> {
            helps(width)
                .iter()
                .map(|(help, _)| help.split_whitespace().map(str::to_owned).collect())
                .collect()
        };
        assert_eq!(words(80), words(1000));
        assert_eq!(words(100), words(1000));
    }

    /// The words of an example up to a pipe or a redirection.
    fn words(example: &str) -> Vec<&str> {
        let mut words = Vec::new();
        for (index, part) in example.split('"').enumerate() {
            if index % 2 == 0 {
                words.extend(part.split_whitespace());
            } else {
                words.push(part);
            }
        }
        let end = words
            .iter()
            .position(|word| ["|", ">", "<", "&&"].contains(word))
            .unwrap_or(words.len());
        words.truncate(end);
        words
    }

    #[test]
    fn examples_are_right() {
        let mut count = 0;
        for (help, _) in helps(200) {
            let examples = help.split("Examples:").nth(1).unwrap_or_default();
            for line in examples
                .lines()
                .filter_map(|line| line.strip_prefix("  floe "))
            {
                // A comment stands in a column of its own.
                let example = line.split("  ").next().unwrap();
                for call in example.split("| floe ") {
                    let matches =
                        command().try_get_matches_from([&["floe"], &*words(call)].concat());
                    assert!(
                        matches.is_ok() || call.starts_with("help"),
                        "{call}: {}",
                        matches.unwrap_err()
                    );
                    assert!(
                        !call.contains("positions/"),
                        "no installed program has this file: {call}"
                    );
                    count += 1;
                }
            }
        }
        assert!(count > 100);
    }
}
