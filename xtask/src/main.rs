//! Automation of the project: `cargo xtask ci` is everything that a change has to pass.

mod instructions;
mod machine;
mod measurements;
mod outcome;
mod record;
mod shell;
mod signature;
mod steps;
mod tidy;
mod units;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::shell::Workspace;
use crate::steps::Step;

/// Automation of the project.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs every step in turn and stops at the first that fails.
    Ci {
        /// Only says which steps there are.
        #[arg(long)]
        list: bool,
        /// Leaves a step out.
        #[arg(long, value_name = "STEP")]
        skip: Vec<Step>,
    },
    #[command(flatten)]
    Step(Step),
    /// Writes the number of nodes that `floe bench` searches to benches/signature.txt.
    Bless,
    /// Runs the benchmarks and writes what they say to benches/record/.
    Record(record::Options),
    /// Counts instructions under valgrind, in a build for a processor that valgrind knows.
    Instructions {
        /// What the suite is told, as in `cargo xtask instructions -- '*perft*'`.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let Err(error) = run(Arguments::parse().command) else { return ExitCode::SUCCESS };
    // Not by returning it from here: that would show a backtrace, which helps nobody.
    eprintln!("\nerror: {error}");
    error.chain().skip(1).for_each(|cause| eprintln!("{cause}"));
    ExitCode::FAILURE
}

fn run(command: Command) -> Result<()> {
    let workspace = Workspace::find()?;
    match command {
        Command::Ci { list: true, .. } => steps::list(),
        Command::Ci { skip, .. } => steps::run_all(&workspace, &skip)?,
        Command::Step(step) => steps::run_one(&workspace, step)?,
        Command::Bless => signature::bless(&workspace)?,
        Command::Record(options) => record::record(&workspace, &options)?,
        Command::Instructions { arguments } => instructions::run_suite(&workspace, &arguments)?,
    }
    Ok(())
}
