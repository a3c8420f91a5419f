//! Signature of the search: the number of nodes of `floe bench`, a checksum of behaviour.
//!
//! A change that keeps it is a refactoring; the commit message of any other change gives the new
//! number.

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
    let nodes = nodes(&bench(workspace)?)?;
    if nodes != recorded {
        bail!(
            "floe bench searches {nodes} nodes, expected {recorded} ({FILE}): the search behaves differently\n\
             if that is intended, run `cargo xtask bless` and write `Bench: {nodes}` in the commit message"
        );
    }
    Ok(Outcome::Passed(format!("{nodes} nodes")))
}

/// Records the signature as it is now.
pub(crate) fn bless(workspace: &Workspace) -> Result<()> {
    let nodes = nodes(&bench(workspace)?)?;
    let before = recorded(workspace).ok();
    fs::write(workspace.root().join(FILE), format!("{nodes}\n"))
        .with_context(|| format!("cannot write {FILE}"))?;
    if before == Some(nodes) {
        println!("unchanged: {nodes} nodes");
    } else {
        println!("{FILE}: {nodes} nodes; write in the commit message\n\nBench: {nodes}");
    }
    Ok(())
}

/// Output of `floe bench --json` in the build of the tests; the number of nodes is the same in
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
        "floe-cli",
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

fn nodes(bench: &Value) -> Result<u64> {
    bench["nodes"]
        .as_u64()
        .with_context(|| format!("floe bench reports no nodes: {bench}"))
}

fn recorded(workspace: &Workspace) -> Result<u64> {
    let text = fs::read_to_string(workspace.root().join(FILE))
        .with_context(|| format!("no signature is recorded in {FILE}: run `cargo xtask bless`"))?;
    text.trim()
        .parse()
        .with_context(|| format!("{FILE} holds '{}', not a number of nodes", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_read_from_the_last_line() {
        let bench =
            parse("some banner\n{\"schema\":\"floe-bench-1\",\"nodes\":1234,\"seconds\":0.5}\n")
                .unwrap();
        assert_eq!(nodes(&bench).unwrap(), 1234);
    }

    #[test]
    fn other_output_is_an_error() {
        assert!(
            parse("")
                .unwrap_err()
                .to_string()
                .contains("not a JSON object")
        );
        assert!(
            nodes(&parse("{\"seconds\":1}").unwrap())
                .unwrap_err()
                .to_string()
                .contains("no nodes")
        );
    }
}
