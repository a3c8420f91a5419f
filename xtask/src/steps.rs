//! The steps of `cargo xtask ci`.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Subcommand, ValueEnum};

use crate::outcome::Outcome;
use crate::shell::{Voice, Workspace, answers, run};
use crate::{signature, tidy};

/// One thing that a change has to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Subcommand)]
pub(crate) enum Step {
    /// The code is formatted as rustfmt formats it.
    Fmt,
    /// Clippy has nothing to say, of tests and benchmarks neither.
    Clippy,
    /// The tests pass.
    Test,
    /// The documentation builds without warnings.
    Doc,
    /// The habits of the project that no other tool checks are kept.
    Tidy,
    /// `floe bench` searches as many nodes as recorded.
    Signature,
}

/// Says which steps there are.
pub(crate) fn list() {
    for step in Step::value_variants() {
        let value = step.to_possible_value().expect("no step is hidden");
        println!("{:10} {}", value.get_name(), value.get_help().map(ToString::to_string).unwrap_or_default());
    }
}

/// Runs every step but those to skip, and stops at the first that fails.
pub(crate) fn run_all(workspace: &Workspace, skip: &[Step]) -> Result<()> {
    let (mut passed, mut skipped) = (0, 0);
    for &step in Step::value_variants() {
        if skip.contains(&step) {
            continue;
        }
        print!("{:10} ", step.name());
        io::stdout().flush()?;
        let start = Instant::now();
        let outcome = step.run(workspace, Voice::Quiet);
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(Outcome::Passed(remark)) => {
                println!("ok      {seconds:6.1} s  {remark}");
                passed += 1;
            }
            Ok(Outcome::Skipped(why)) => {
                println!("skipped           {why}");
                skipped += 1;
            }
            Err(error) => {
                println!("FAILED  {seconds:6.1} s");
                return Err(error).with_context(|| step.advice());
            }
        }
    }
    println!("steps: {passed} passed, 0 failed, {skipped} skipped");
    Ok(())
}

/// Runs one step and shows everything it says.
pub(crate) fn run_one(workspace: &Workspace, step: Step) -> Result<()> {
    match step.run(workspace, Voice::Loud)? {
        Outcome::Passed(remark) if remark.is_empty() => println!("{}: ok", step.name()),
        Outcome::Passed(remark) => println!("{}: ok, {remark}", step.name()),
        Outcome::Skipped(why) => println!("{}: skipped, {why}", step.name()),
    }
    Ok(())
}

impl Step {
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// What to do when the step fails.
    fn advice(self) -> String {
        let remedy = match self {
            Step::Fmt => "cargo fmt puts it right".to_owned(),
            step => format!("cargo xtask {} runs it alone", step.name()),
        };
        format!("the step {} failed ({remedy})", self.name())
    }

    fn run(self, workspace: &Workspace, voice: Voice) -> Result<Outcome> {
        match self {
            Step::Fmt => fmt(workspace, voice),
            Step::Clippy => clippy(workspace, voice),
            Step::Test => run(workspace.cargo(["test", "--workspace"]), voice).map(|()| passed()),
            Step::Doc => {
                let mut doc = workspace.cargo(["doc", "--workspace", "--no-deps"]);
                doc.env("RUSTDOCFLAGS", "-D warnings");
                run(doc, voice).map(|()| passed())
            }
            Step::Tidy => check_tidiness(workspace, voice),
            Step::Signature => signature::check(workspace),
        }
    }
}

fn passed() -> Outcome {
    Outcome::Passed(String::new())
}

fn fmt(workspace: &Workspace, voice: Voice) -> Result<Outcome> {
    if !answers(workspace.cargo(["fmt"])) {
        return Ok(Outcome::Skipped("rustfmt is not installed (rustup component add rustfmt)"));
    }
    run(workspace.cargo(["fmt", "--all", "--check"]), voice)?;
    // The fuzz targets are a workspace of their own: they need a nightly compiler.
    const FUZZ: &str = "fuzz/Cargo.toml";
    if workspace.root().join(FUZZ).exists() {
        run(workspace.cargo(["fmt", "--manifest-path", FUZZ, "--check"]), voice)?;
    }
    Ok(passed())
}

fn clippy(workspace: &Workspace, voice: Voice) -> Result<Outcome> {
    if !answers(workspace.cargo(["clippy"])) {
        return Ok(Outcome::Skipped("clippy is not installed (rustup component add clippy)"));
    }
    run(workspace.cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]), voice)?;
    Ok(passed())
}

fn check_tidiness(workspace: &Workspace, voice: Voice) -> Result<Outcome> {
    let report = tidy::check(workspace)?;
    if voice == Voice::Loud {
        report.warnings.iter().for_each(|warning| println!("warning: {warning}"));
    }
    if !report.errors.is_empty() {
        bail!(report.errors.join("\n"));
    }
    Ok(Outcome::Passed(report.summary()))
}
