//! Automation of the project: `cargo xtask ci` is everything that a change has to pass.

mod fuzz;
mod instructions;
mod machine;
mod measurements;
mod outcome;
mod record;
mod shell;
mod signature;
mod steps;
mod tidy;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::shell::{Verbosity, Workspace};
use crate::steps::Step;

/// Automation of the project.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Xtask {
    #[command(subcommand)]
    command: Task,
    /// Seconds that every fuzz target runs.
    #[arg(long, global = true, default_value_t = 10, value_name = "SECONDS")]
    fuzz_seconds: u32,
}

#[derive(Subcommand)]
enum Task {
    /// Runs every step in turn and stops at the first that fails.
    Ci {
        /// Only lists the steps.
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
    /// Runs the tests that take minutes.
    LongTests,
    /// Runs the benchmarks and appends their figures to benches/record.csv.
    Record(record::RecordOptions),
    /// Counts instructions under valgrind, in a build for a processor that valgrind knows.
    Instructions {
        /// Arguments of the suite, as in `cargo xtask instructions -- '*perft*'`.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let Err(error) = run(Xtask::parse()) else { return ExitCode::SUCCESS };
    // Not by returning it from here: that would show a backtrace, which helps nobody.
    eprintln!("\nerror: {error}");
    error.chain().skip(1).for_each(|cause| eprintln!("{cause}"));
    ExitCode::FAILURE
}

fn run(Xtask { command, fuzz_seconds }: Xtask) -> Result<()> {
    let workspace = Workspace::find()?;
    match command {
        Task::Ci { list: true, .. } => steps::list(),
        Task::Ci { skip, .. } => steps::run_all(&workspace, &skip, fuzz_seconds)?,
        Task::Step(step) => steps::run_one(&workspace, step, fuzz_seconds)?,
        Task::LongTests => shell::run(workspace.cargo(["test", "--workspace", "--", "--ignored"]), Verbosity::Verbose)?,
        Task::Bless => signature::bless(&workspace)?,
        Task::Record(options) => record::record(&workspace, &options)?,
        Task::Instructions { arguments } => instructions::run_suite(&workspace, &arguments)?,
    }
    Ok(())
}
