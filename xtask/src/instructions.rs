//! Instruction counts under valgrind.

use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell::{Verbosity, Workspace, answers, read, run};

/// Instructions that valgrind knows: AVX2, PDEP and the like, without AVX-512.
const RUSTFLAGS: &str = "-C target-cpu=x86-64-v3";

/// Runs the suite and shows its output; reports a missing program instead if there is one.
pub(crate) fn run_suite(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    if is_installed(workspace) {
        run(suite(workspace, arguments), Verbosity::Verbose)
    } else {
        Ok(())
    }
}

/// Number of instructions of every function of the suite, by name; empty if a program is missing.
pub(crate) fn counts(workspace: &Workspace) -> Result<Vec<(String, u64)>> {
    if !is_installed(workspace) {
        return Ok(Vec::new());
    }
    let printed = read(suite(workspace, &["--output-format=json".to_owned()]))?;
    printed
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(count)
        .collect()
}

fn suite(workspace: &Workspace, arguments: &[String]) -> Command {
    let mut bench = workspace.cargo([
        "bench",
        "--quiet",
        "--package",
        "floe-benches",
        "--bench",
        "instructions",
        "--",
    ]);
    bench
        .args(arguments)
        .env("RUSTFLAGS", RUSTFLAGS)
        .env("CARGO_TARGET_DIR", workspace.target().join("instructions"));
    bench
}

/// Whether valgrind and the runner are installed; prints how to install what is missing.
fn is_installed(workspace: &Workspace) -> bool {
    let runner = std::env::var("GUNGRAUN_RUNNER").unwrap_or_else(|_| "gungraun-runner".to_owned());
    for (program, remedy) in [
        (
            "valgrind".to_owned(),
            "apt-get install valgrind, or the package manager of your system",
        ),
        (
            runner,
            "cargo install gungraun-runner, in the version of gungraun in Cargo.lock",
        ),
    ] {
        if !answers(workspace.program(&program, [])) {
            println!("instruction counts skipped: {program} is missing ({remedy})");
            return false;
        }
    }
    true
}

fn count(line: &str) -> Result<(String, u64)> {
    let summary: Value = serde_json::from_str(line)?;
    let name = summary["function_name"]
        .as_str()
        .context("a summary without a function")?;
    let count = summary
        .pointer("/profiles/0/data/total/metrics/Ir/values/new")
        .and_then(Value::as_u64);
    Ok((
        name.to_owned(),
        count.with_context(|| format!("no instructions of {name}"))?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_tells_function_and_instructions() {
        let line = r#"{"function_name":"perft_3","profiles":[{"data":{"total":{"metrics":{"Ir":{"values":{"new":49740}}}}}}]}"#;
        assert_eq!(count(line).unwrap(), ("perft_3".to_owned(), 49740));
        assert!(count(r#"{"function_name":"perft_3"}"#).is_err());
    }
}
