use std::time::Duration;

use anstream::ColorChoice;
use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use floe_search::parse_duration;

use crate::commands::*;
use crate::output::Output;
use crate::problem::Status;
use crate::version;

/// An engine for Hey, That's My Fish!
///
/// Positions are one line of text; a POSITION is one argument, so put it in quotes. With - in its place, positions
/// are read from standard input, one a line, and every line gets its result.
#[derive(Parser)]
#[command(name = "floe", version = version::text(), arg_required_else_help = true, after_help = EXAMPLES)]
#[command(max_term_width = 120)]
pub(crate) struct Arguments {
    /// Print every result as a JSON object on a line of its own
    #[arg(long, global = true, display_order = 100, help_heading = PRINTING)]
    pub(crate) json: bool,

    /// When to use colours: always, never, or auto, which is on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(display_order = 101, help_heading = PRINTING)]
    #[arg(value_parser = PossibleValuesParser::new(["always", "never", "auto"]).map(|name| color(&name)))]
    pub(crate) color: ColorChoice,

    #[command(subcommand)]
    pub(crate) command: Command,
}

fn color(name: &str) -> ColorChoice {
    match name {
        "always" => ColorChoice::Always,
        "never" => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

const PRINTING: &str = "Printing";

const EXAMPLES: &str = "\
Examples:
  floe new --seed 1 --placed                 a floe, the penguins placed at random
  floe new --seed 1 --placed | floe show -   ... and what it looks like
  floe analyze \"POSITION\" --time 10s         the best move
  floe help analyze                          all about a command
  floe help rules                            variants and layouts

Exit status: 0 fine, 1 the answer is no or a run failed, 2 the call or a position is wrong, 3 undecided.";

/// Reads the value of an option that is a duration.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    parse_duration(text).map_err(|expected| format!("expected {expected}"))
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
    perft::Perft,
    play::Play,
    analyze::Analyze,
    solve::Solve,
    suite::Suite,
    match_::Match,
    rate::Rate,
    selfplay::Selfplay,
    replay::Replay,
    rules::Rules,
    bench::Bench,
    ugi::Ugi
);

/// Prints help, the version, or the mistake in the call, and ends.
pub(crate) fn refuse(error: &clap::Error) -> ! {
    let _ = error.print();
    let asks = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if !asks && has_unquoted_position() {
        anstream::eprintln!("\nA position has blanks in it: put it in quotes.");
    }
    std::process::exit(error.exit_code());
}

/// Whether an argument looks like the rows of a position that its other fields have been cut off.
fn has_unquoted_position() -> bool {
    let is_rows = |text: &str| text.matches('/').count() >= 5 && text.chars().all(|c| "0123.ABCDom()/".contains(c));
    std::env::args_os().any(|argument| argument.to_str().is_some_and(is_rows))
}
