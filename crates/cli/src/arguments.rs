//! The command line: its commands, the options that several of them share, and its help.

use std::num::NonZero;
use std::sync::LazyLock;
use std::time::Duration;

use anyhow::Result;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, ColorChoice, Parser, Subcommand, value_parser};
use floe_engine::Objective;
use floe_search::parse_duration;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::commands::*;
use crate::output::Output;
use crate::problem::{Status, Wrong};

/// Play and analyze the board game Hey, That's My Fish!
///
/// A POSITION is one line of text that contains blanks: put it in quotes. Use - to read positions from standard input,
/// one a line; each line gets its own result.
#[derive(Parser)]
#[command(name = "floe", version = version(), arg_required_else_help = true, after_help = include_str!("help/floe.txt"))]
#[command(max_term_width = 100)]
pub(crate) struct Arguments {
    /// Print each result as a JSON object on a line of its own
    #[arg(long, global = true, display_order = 100, help_heading = "Output")]
    pub(crate) json: bool,

    /// Use colours: auto, always or never
    ///
    /// auto uses them on a terminal, unless the variable NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(display_order = 101, help_heading = "Output")]
    pub(crate) color: ColorChoice,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// All commands, each a type with its arguments and a method `run`.
macro_rules! commands {
    ($($module:ident::$command:ident),+) => {
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($command($module::$command)),+
        }

        impl Command {
            pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
                match self {
                    $(Command::$command(command) => command.run(output)),+
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
    perft::Perft,
    match_::Match,
    rate::Rate,
    replay::Replay,
    suite::Suite,
    selfplay::Selfplay,
    bench::Bench,
    ugi::Ugi,
    query::Query,
    rules::Rules,
    docs::Docs,
    supervise::Supervise
);

/// Options of all commands that search or prove.
#[derive(Args)]
pub(crate) struct SearchArguments {
    /// Stop after this time per position: 500ms, 5s, 2m or 1h
    #[arg(long, value_name = "D", value_parser = duration)]
    pub(crate) time: Option<Duration>,

    /// Stop after N nodes per position
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Number of threads, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    pub(crate) threads: Option<usize>,

    /// Suppress progress output
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Parses a duration.
pub(crate) fn duration(text: &str) -> Result<Duration, Wrong> {
    parse_duration(text).map_err(|expected| Wrong::new(format!("expected {expected}")))
}

/// Parses a number of threads or of parallel games.
pub(crate) fn count() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=1024)
}

/// Parses the size of a table, in MiB.
pub(crate) fn mebibytes() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..).try_map(|mebibytes| check_hash(mebibytes).map(|()| mebibytes))
}

/// Parses what to prove.
pub(crate) fn objective() -> impl TypedValueParser<Value = Objective> {
    let objective = |name: String| if name == "wdl" { Objective::WinDrawLoss } else { Objective::Margin };
    PossibleValuesParser::new(["margin", "wdl"]).map(objective)
}

/// Returns the number of cores that this process may use.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Refuses a table that is larger than the memory of the machine, or of the container where that has less.
pub(crate) fn check_hash(mebibytes: usize) -> Result<(), Wrong> {
    let ram = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let Ok(system) = System::new_with_specifics(ram) else { return Ok(()) };
    let limits = [Some(system.total_memory()), system.cgroup_limits().map(|limits| limits.total_memory)];
    match limits.into_iter().flatten().filter(|&bytes| bytes > 0).min().map(|bytes| bytes >> 20) {
        Some(memory) if mebibytes as u64 > memory => Err(Wrong::new(format!(
            "a table of {mebibytes} MiB is larger than the memory: expected at most {memory} MiB"
        ))),
        _ => Ok(()),
    }
}

/// Returns the version and the build: `0.1.0 (1a2b3c4d, x86_64-linux, avx512f, bmi2, release)`.
///
/// The second part is a hash of the sources, so builds that may play differently have different versions.
pub(crate) fn version() -> &'static str {
    const FEATURES: [(&str, bool); 5] = [
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let target = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
        let features = FEATURES.iter().filter(|(_, is_enabled)| *is_enabled).map(|(name, _)| *name);
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        let parts: Vec<&str> = [env!("FLOE_SOURCES"), &*target].into_iter().chain(features).chain([profile]).collect();
        format!("{} ({})", env!("CARGO_PKG_VERSION"), parts.join(", "))
    });
    &TEXT
}

/// Prints help, the version, or the error in the call, and exits.
pub(crate) fn exit_with(error: &clap::Error) -> ! {
    let _ = error.print();
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if !is_help && has_unquoted_position() {
        anstream::eprintln!("\nA position contains blanks: put it in quotes.");
    }
    std::process::exit(error.exit_code());
}

/// Whether an argument looks like the rows of a position without its other fields.
fn has_unquoted_position() -> bool {
    let is_rows = |text: &str| text.matches('/').count() >= 5 && text.chars().all(|c| "0123.ABCDom()/".contains(c));
    std::env::args_os().any(|argument| argument.to_str().is_some_and(is_rows))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// The help of all commands, short and long, at a width.
    fn helps(width: usize) -> Vec<(String, clap::Command)> {
        let mut floe = Arguments::command().term_width(width);
        floe.build();
        let mut all = vec![floe.clone()];
        all.extend(floe.get_subcommands().filter(|command| command.get_name() != "help").cloned());
        let render = |mut command: clap::Command| {
            command = command.term_width(width);
            [(command.render_help().to_string(), command.clone()), (command.render_long_help().to_string(), command)]
        };
        all.into_iter().flat_map(render).collect()
    }

    #[test]
    fn help_fits_the_terminal() {
        for width in [80, 100] {
            for (help, command) in helps(width) {
                for line in help.lines() {
                    assert!(line.chars().count() <= width, "{width} columns: {line}\n{help}");
                }
                let written = [command.get_after_help(), command.get_after_long_help()].into_iter().flatten();
                for text in written.map(ToString::to_string) {
                    assert!(text.lines().all(|line| line.chars().count() <= 80), "examples and tables wrap: {text}");
                }
            }
        }
    }

    /// Wrapping moves words to the next line, and splits none.
    #[test]
    fn help_wraps_between_words() {
        let words = |width| -> Vec<Vec<String>> {
            helps(width).iter().map(|(help, _)| help.split_whitespace().map(str::to_owned).collect()).collect()
        };
        assert_eq!(words(80), words(1000));
        assert_eq!(words(100), words(1000));
    }
}
