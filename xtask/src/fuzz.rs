//! Fuzz targets: built by cargo with the flags of cargo-fuzz, without a sanitizer, and run for some
//! seconds each.

use std::fs;
use std::num::NonZero;
use std::process::{Child, Command, Stdio};
use std::thread::available_parallelism;

use anyhow::{Result, bail};
use cargo_metadata::{Metadata, MetadataCommand};

use crate::Outcome;
use crate::shell::{Verbosity, Workspace, answers, read, run};

/// The manifest of the fuzz targets, a workspace of their own.
pub(crate) const MANIFEST: &str = "fuzz/Cargo.toml";
/// Flags that give libFuzzer its feedback: the edges that an input reaches, and the values it
/// compares.
const RUSTFLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares";
/// Maximum length of an input, in bytes.
const MAX_INPUT_BYTES: u32 = 300;

/// Builds all targets and runs each for this number of seconds, one per core in parallel.
pub(crate) fn check(workspace: &Workspace, seconds: u32, verbosity: Verbosity) -> Result<Outcome> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    if !answers(workspace.program(compiler, [])) {
        return Outcome::impossible("no C++ compiler to build libFuzzer");
    }
    let fuzz = MetadataCommand::new()
        .current_dir(workspace.root())
        .manifest_path(MANIFEST)
        .no_deps()
        .exec()?;
    let host = read(workspace.program("rustc", ["--print", "host-tuple"]))?;
    let host = host.trim();
    // With --target the flags leave build scripts alone.
    let mut build = workspace.cargo([
        "build",
        "--release",
        "--manifest-path",
        MANIFEST,
        "--target",
        host,
    ]);
    build.env("RUSTFLAGS", RUSTFLAGS);
    run(build, verbosity)?;
    let targets: Vec<&str> = targets(&fuzz).collect();
    let mut inputs = 0;
    for group in targets.chunks(available_parallelism().map_or(1, NonZero::get)) {
        let started: Result<Vec<_>> = group
            .iter()
            .map(|name| start(workspace, &fuzz, host, name, seconds))
            .collect();
        for (name, child) in group.iter().zip(started?) {
            let output = child.wait_with_output()?;
            if !output.status.success() {
                bail!(
                    "{name} is refuted:\n{}",
                    String::from_utf8_lossy(&output.stderr)
                );
            }
            inputs += runs(&String::from_utf8_lossy(&output.stderr));
        }
    }
    Ok(Outcome::Passed(format!(
        "{} targets, {seconds} s each, {inputs} inputs",
        targets.len()
    )))
}

/// Number of inputs in the report of libFuzzer: `Done 4711 runs in 10 second(s)`.
fn runs(report: &str) -> u64 {
    let done = report.lines().filter_map(|line| {
        line.strip_prefix("Done ")?
            .split(' ')
            .next()?
            .parse::<u64>()
            .ok()
    });
    done.sum()
}

fn targets(fuzz: &Metadata) -> impl Iterator<Item = &str> {
    let targets = fuzz.packages.iter().flat_map(|package| &package.targets);
    targets
        .filter(|target| target.is_bin())
        .map(|target| target.name.as_str())
}

/// Starts a target on its corpus; an input that refutes it is kept in fuzz/artifacts.
fn start(
    workspace: &Workspace,
    fuzz: &Metadata,
    host: &str,
    name: &str,
    seconds: u32,
) -> Result<Child> {
    let corpus = format!("fuzz/corpus/{name}");
    let artifacts = format!("fuzz/artifacts/{name}/");
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(workspace.root().join(folder))?;
    }
    let program = fuzz.target_directory.join(host).join("release").join(name);
    let mut command: Command = workspace.program(program.into_os_string(), [corpus.as_str()]);
    command
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={MAX_INPUT_BYTES}"));
    command.arg(format!("-artifact_prefix={artifacts}"));
    Ok(command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?)
}
