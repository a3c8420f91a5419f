//! Signature of all engines and solvers: the nodes and the checksum of `floe bench`.
//!
//! A change that keeps it is a refactoring; the commit message of any other change gives the new
//! one.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::Outcome;
use crate::shell::{Verbosity, Workspace, read, run};

const FILE: &str = "benches/signature.txt";

/// Compares the signature with the recorded one.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    let recorded = recorded(workspace)?;
    let found = signature(&bench(workspace)?)?;
    if found != recorded {
        bail!(
            "the signature of floe bench is '{found}', expected '{recorded}' ({FILE}): an engine behaves differently\n\
             if that is intended, run `cargo xtask bless` and write `Bench: {found}` in the commit message"
        );
    }
    Ok(Outcome::Passed(found))
}

/// Records the signature, and the games of `positions/playthroughs`, as they are now.
pub(crate) fn bless(workspace: &Workspace) -> Result<()> {
    let found = signature(&bench(workspace)?)?;
    let before = recorded(workspace).ok();
    fs::write(workspace.root().join(FILE), format!("{found}\n"))
        .with_context(|| format!("cannot write {FILE}"))?;
    if before.as_ref() == Some(&found) {
        println!("unchanged: {found}");
    } else {
        println!("{FILE}: {found}; write in the commit message\n\nBench: {found}");
    }
    let mut games = workspace.cargo([
        "test",
        "--workspace",
        "--features",
        "full",
        "--test",
        "playthroughs",
    ]);
    games.env("FLOE_BLESS", "1");
    run(games, Verbosity::Quiet)
}

/// Output of `floe bench --json` in the build of the tests; the signature is the same in
/// every build.
fn bench(workspace: &Workspace) -> Result<Value> {
    parse(&read(
        workspace.program(test_build(workspace)?, ["bench", "--json"]),
    )?)
}

/// Builds the program as for the tests, and returns its path.
pub(crate) fn test_build(workspace: &Workspace) -> Result<PathBuf> {
    // Selecting fewer packages would build their dependencies again, with fewer features.
    run(
        workspace.cargo([
            "test",
            "--quiet",
            "--workspace",
            "--features",
            "full",
            "--test",
            "cli",
            "--no-run",
        ]),
        Verbosity::Quiet,
    )?;
    Ok(workspace
        .target()
        .join("debug")
        .join(format!("floe{}", std::env::consts::EXE_SUFFIX)))
}

/// Output of `floe bench --json` in a build of the profile `dist` for this processor, for its
/// speed.
pub(crate) fn bench_release(workspace: &Workspace) -> Result<Value> {
    let floe = [
        "run",
        "--quiet",
        "--profile",
        "dist",
        "--package",
        "floe-fish-cli",
        "--bin",
        "floe",
        "--",
        "bench",
        "--json",
    ];
    parse(&read(workspace.cargo_native(floe))?)
}

fn parse(printed: &str) -> Result<Value> {
    let line = printed.trim().lines().last().unwrap_or_default();
    serde_json::from_str(line)
        .with_context(|| format!("floe bench printed '{line}', not a JSON object"))
}

/// The nodes and the checksum of a report of `floe bench`.
fn signature(bench: &Value) -> Result<String> {
    let nodes = bench["nodes"].as_u64();
    let checksum = bench["checksum"].as_str();
    let both = nodes.zip(checksum);
    let (nodes, checksum) =
        both.with_context(|| format!("floe bench reports no nodes or no checksum: {bench}"))?;
    Ok(format!("{nodes} {checksum}"))
}

fn recorded(workspace: &Workspace) -> Result<String> {
    let text = fs::read_to_string(workspace.root().join(FILE))
        .with_context(|| format!("no signature is recorded in {FILE}: run `cargo xtask bless`"))?;
    Ok(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_read_from_the_last_line() {
        let bench = parse("some banner\n{\"nodes\":1234,\"checksum\":\"0a\"}\n").unwrap();
        assert_eq!(signature(&bench).unwrap(), "1234 0a");
    }

    #[test]
    fn other_output_is_an_error() {
        let error = parse("").unwrap_err().to_string();
        assert!(error.contains("not a JSON object"), "{error}");
        let error = signature(&parse("{\"nodes\":5}").unwrap())
            .unwrap_err()
            .to_string();
        assert!(error.contains("no checksum"), "{error}");
    }
}
