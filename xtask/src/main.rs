//! Automation of the project: `cargo xtask ci` runs everything that a change has to pass.

mod builds;
mod dependencies;
mod dist;
mod fuzz;
mod instructions;
mod lab;
mod packages;
mod processors;
mod python;
mod record;
mod shell;
mod signature;
mod steps;
mod tidy;
mod training;
mod variant;
mod web;

use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};

use crate::shell::{Verbosity, Workspace};
use crate::steps::Step;

/// Automation of the project.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Xtask {
    #[command(subcommand)]
    command: Task,
    /// Run time of every fuzz target, in seconds.
    #[arg(long, global = true, default_value_t = 10, value_name = "SECONDS")]
    fuzz_seconds: u32,
}

#[derive(Subcommand)]
enum Task {
    /// Run all steps; stop at the first that fails.
    Ci {
        /// List the steps instead.
        #[arg(long)]
        list: bool,
        /// Leave a step out.
        #[arg(long, value_name = "STEP")]
        skip: Vec<Step>,
    },
    /// Check a change in under a minute, once built: format, rules, warnings and unit tests.
    Quick,
    #[command(flatten)]
    Step(Step),
    /// Write what the engines and games do now: the signature of `floe bench` to
    /// benches/signature.txt, and a game of every set of rules to positions/playthroughs.
    Bless,
    /// Run the tests that take minutes.
    LongTests,
    /// Run the benchmarks and append their figures to benches/record.csv.
    Record(record::RecordOptions),
    /// Learn the weights of all games anew, judge them in matches, and keep the stronger ones. It
    /// takes a night.
    TrainAll(training::TrainAllOptions),
    /// Begin a new variant: its files from a template, its rows in all lists, and what is missing.
    Variant {
        /// Name of the variant, such as thin-ice.
        name: String,
    },
    /// Write the page of the results that still hold, lab/what-holds.md, from the tables of lab.
    Lab,
    /// Make the static site of the board, with the engine in WebAssembly, in target/web/site.
    Web,
    /// Make the archive of a release for this system, its checksum, and the wheel of the Python
    /// package, in target/dist.
    Dist,
    /// Count instructions under valgrind, in a build for x86-64-v3.
    Instructions {
        /// Arguments of the suite, as in `cargo xtask instructions -- '*perft*'`.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
}

/// Result of a step that did not fail.
enum Outcome {
    /// Passed, with a remark that may be empty.
    Passed(String),
    /// Impossible to run on this machine, and the reason.
    Skipped(&'static str),
}

impl Outcome {
    /// Outcome of a step that lacks a program: skipped, but an error where `CI` is set, as in the
    /// gate.
    fn impossible(reason: &'static str) -> Result<Outcome> {
        ensure!(std::env::var_os("CI").is_none(), reason);
        Ok(Outcome::Skipped(reason))
    }
}

fn main() -> ExitCode {
    let Err(error) = run(Xtask::parse()) else {
        return ExitCode::SUCCESS;
    };
    // Returning the error from here would print a backtrace.
    eprintln!("\nerror: {error}");
    error.chain().skip(1).for_each(|cause| eprintln!("{cause}"));
    ExitCode::FAILURE
}

fn run(
    Xtask {
        command,
        fuzz_seconds,
    }: Xtask,
) -> Result<()> {
    let workspace = Workspace::find()?;
    match command {
        Task::Ci { list: true, .. } => steps::list(),
        Task::Ci { skip, .. } => steps::run_all(&workspace, &skip, fuzz_seconds)?,
        Task::Quick => steps::run_quick(&workspace)?,
        Task::Step(step) => steps::run_one(&workspace, step, fuzz_seconds)?,
        Task::LongTests => shell::run(
            workspace.cargo([
                "test",
                "--workspace",
                "--features",
                "full",
                "--",
                "--ignored",
            ]),
            Verbosity::Verbose,
        )?,
        Task::Bless => signature::bless(&workspace)?,
        Task::TrainAll(options) => training::train_all(&workspace, &options)?,
        Task::Variant { name } => println!("{}", variant::add(workspace.root(), &name)?),
        Task::Lab => lab::write(&workspace)?,
        Task::Web => web::make(&workspace)?,
        Task::Dist => dist::make(&workspace)?,
        Task::Record(options) => record::record(&workspace, &options)?,
        Task::Instructions { arguments } => instructions::run_suite(&workspace, &arguments)?,
    }
    Ok(())
}
