//! Steps of `cargo xtask ci`.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::{Subcommand, ValueEnum};

use crate::Outcome;
use crate::shell::{Verbosity, Workspace, answers, run};
use crate::{dependencies, fuzz, packages, processors, python, signature, tidy, web};

/// Check that a change has to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Subcommand)]
pub(crate) enum Step {
    /// Check the format of the code (rustfmt).
    Fmt,
    /// Run clippy, tests and benchmarks included; no warnings allowed.
    Clippy,
    /// Run all tests.
    Test,
    /// Test engines whose constants are options (the feature `tune`).
    Tune,
    /// Test the program without optional features, as the first command of the README builds it.
    Small,
    /// Build the documentation; no warnings allowed.
    Doc,
    /// Make the book of `docs` (mdBook).
    Book,
    /// Check rules of the project: lengths, names, words, imports, dependencies.
    Tidy,
    /// Check licences, bans and sources of dependencies (cargo-deny).
    Dependencies,
    /// Compile the crates as packages, without features and with the oldest Rust, and a program
    /// outside the workspace.
    Packages,
    /// Compare the nodes of `floe bench` with the record.
    Signature,
    /// Test the choice of the build, perft and a short search on emulated processors (qemu).
    Processors,
    /// Build the Python package, run its tests and check its types.
    Python,
    /// Check the types of the page of the board (tsc).
    WebTypes,
    /// Make the static site of the board and test its page in Chromium.
    WebSite,
    /// Run the fuzz targets.
    Fuzz,
}

pub(crate) fn list() {
    for step in Step::value_variants() {
        let value = step.to_possible_value().expect("no step is hidden");
        println!(
            "{:12} {}",
            value.get_name(),
            value
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default()
        );
    }
}

/// Runs every step but those to skip, and stops at the first that fails.
pub(crate) fn run_all(workspace: &Workspace, skip: &[Step], fuzz_seconds: u32) -> Result<()> {
    let mut passed = 0;
    let mut skipped = 0;
    for &step in Step::value_variants() {
        if skip.contains(&step) {
            continue;
        }
        let check = || step.run(workspace, fuzz_seconds, Verbosity::Quiet);
        match report(&step.name(), check).with_context(|| step.advice())? {
            Outcome::Passed(_) => passed += 1,
            Outcome::Skipped(_) => skipped += 1,
        }
    }
    println!("steps: {passed} passed, 0 failed, {skipped} skipped");
    Ok(())
}

/// Test of engines whose constants are options, as in a build for tuning.
const TUNED_ENGINES: [&str; 8] = [
    "test",
    "--package",
    "floe-engine",
    "--features",
    "tune",
    "--test",
    "all_rules",
    "parameters",
];

/// Test of the program without optional features.
const SMALL_BUILD: [&str; 5] = [
    "test",
    "--package",
    "floe-fish-cli",
    "--test",
    "small_build",
];

/// Runs the checks of a change that take less than a minute together, once everything is built:
/// those of the format, of rules and of warnings, and unit tests. Stops at the first that fails.
pub(crate) fn run_quick(workspace: &Workspace) -> Result<()> {
    // Without the Python package, a workspace of its own that compiles everything again.
    let clippy = [
        "clippy",
        "--workspace",
        "--features",
        "full",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ];
    let tests = [
        "test",
        "--profile",
        "quick",
        "--workspace",
        "--features",
        "full",
        "--lib",
        "--bins",
    ];
    for step in [Step::Fmt, Step::Tidy] {
        report(&step.name(), || step.run(workspace, 0, Verbosity::Quiet))
            .with_context(|| step.advice())?;
    }
    for (name, arguments) in [("clippy", &clippy[..]), ("unit-tests", &tests)] {
        report(name, || {
            run(workspace.cargo(arguments.iter().copied()), Verbosity::Quiet)?;
            Ok(Outcome::Passed(String::new()))
        })?;
    }
    Ok(())
}

/// Runs a check and prints its name, its outcome and the time it takes.
fn report(name: &str, check: impl FnOnce() -> Result<Outcome>) -> Result<Outcome> {
    print!("{name:12} ");
    io::stdout().flush()?;
    let start = Instant::now();
    let outcome = check();
    let seconds = start.elapsed().as_secs_f64();
    match &outcome {
        Ok(Outcome::Passed(remark)) => println!("ok      {seconds:6.1} s  {remark}"),
        Ok(Outcome::Skipped(why)) => println!("skipped           {why}"),
        Err(_) => println!("FAILED  {seconds:6.1} s"),
    }
    outcome
}

/// Runs one step and shows all of its output.
pub(crate) fn run_one(workspace: &Workspace, step: Step, fuzz_seconds: u32) -> Result<()> {
    match step.run(workspace, fuzz_seconds, Verbosity::Verbose)? {
        Outcome::Passed(remark) if remark.is_empty() => println!("{}: ok", step.name()),
        Outcome::Passed(remark) => println!("{}: ok, {remark}", step.name()),
        Outcome::Skipped(why) => println!("{}: skipped, {why}", step.name()),
    }
    Ok(())
}

impl Step {
    fn name(self) -> String {
        self.to_possible_value()
            .map(|value| value.get_name().to_owned())
            .unwrap_or_default()
    }

    /// Message when the step fails, with a remedy.
    fn advice(self) -> String {
        let remedy = match self {
            Step::Fmt => "run cargo fmt".to_owned(),
            step => format!("to run it alone: cargo xtask {}", step.name()),
        };
        format!("the step {} failed ({remedy})", self.name())
    }

    fn run(
        self,
        workspace: &Workspace,
        fuzz_seconds: u32,
        verbosity: Verbosity,
    ) -> Result<Outcome> {
        match self {
            Step::Fmt if !answers(workspace.cargo(["fmt"])) => {
                return Ok(Outcome::Skipped(
                    "rustfmt is not installed (rustup component add rustfmt)",
                ));
            }
            Step::Fmt => {
                run(workspace.cargo(["fmt", "--all", "--check"]), verbosity)?;
                for manifest in [fuzz::MANIFEST, python::MANIFEST] {
                    run(
                        workspace.cargo(["fmt", "--manifest-path", manifest, "--check"]),
                        verbosity,
                    )?;
                }
            }
            Step::Clippy if !answers(workspace.cargo(["clippy"])) => {
                return Ok(Outcome::Skipped(
                    "clippy is not installed (rustup component add clippy)",
                ));
            }
            Step::Clippy => {
                run(
                    workspace.cargo([
                        "clippy",
                        "--workspace",
                        "--features",
                        "full",
                        "--all-targets",
                        "--",
                        "-D",
                        "warnings",
                    ]),
                    verbosity,
                )?;
                let small = [
                    "clippy",
                    "--package",
                    "floe-fish-cli",
                    "--",
                    "-D",
                    "warnings",
                ];
                run(workspace.cargo(small), verbosity)?;
                python::clippy(workspace, verbosity)?;
            }
            Step::Test => {
                run(
                    workspace.cargo(["test", "--workspace", "--features", "full"]),
                    verbosity,
                )?;
            }
            Step::Tune => run(workspace.cargo(TUNED_ENGINES), verbosity)?,
            Step::Small => {
                let mut small = workspace.cargo(SMALL_BUILD);
                small.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
                run(small, verbosity)?;
            }
            Step::Doc => {
                let mut doc =
                    workspace.cargo(["doc", "--workspace", "--features", "full", "--no-deps"]);
                doc.env("RUSTDOCFLAGS", "-D warnings");
                run(doc, verbosity)?;
            }
            Step::Book if !answers(workspace.program("mdbook", [])) => {
                return Ok(Outcome::Skipped(
                    "mdbook is not installed (cargo install mdbook)",
                ));
            }
            Step::Book => run(workspace.program("mdbook", ["build"]), verbosity)?,
            Step::Tidy => {
                let report = tidy::check(workspace)?;
                if verbosity == Verbosity::Verbose {
                    report
                        .warnings
                        .iter()
                        .for_each(|warning| println!("warning: {warning}"));
                }
                ensure!(report.errors.is_empty(), report.errors.join("\n"));
                return Ok(Outcome::Passed(report.summary()));
            }
            Step::Dependencies => return dependencies::check(workspace, verbosity),
            Step::Packages => return packages::check(workspace, verbosity),
            Step::Signature => return signature::check(workspace),
            Step::Processors => return processors::check(workspace, verbosity),
            Step::Python => return python::check(workspace, verbosity),
            Step::WebTypes => return web::check(workspace, verbosity),
            Step::WebSite => return web::check_site(workspace, verbosity),
            Step::Fuzz => return fuzz::check(workspace, fuzz_seconds, verbosity),
        }
        Ok(Outcome::Passed(String::new()))
    }
}
