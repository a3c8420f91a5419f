//! Instruction counts: a build that valgrind can run, and the figures of the suite.

use std::process::Command;

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;
use serde_json::Value;

use crate::shell::{Verbosity, Workspace, answers, read, run};

/// What valgrind runs on every machine: AVX2, PDEP and the like, and no AVX-512.
const RUSTFLAGS: &str = "-C target-cpu=x86-64-v3";

/// Runs the suite and shows its output; where it cannot be run, says what is missing.
pub(crate) fn run_suite(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    match missing(workspace)? {
        Some(missing) => println!("instruction counts skipped: {missing}"),
        None => run(suite(workspace, arguments), Verbosity::Verbose)?,
    }
    Ok(())
}

/// Every function of the suite with its number of instructions; none where the suite cannot be run, after saying what is missing.
pub(crate) fn counts(workspace: &Workspace) -> Result<Option<Vec<(String, u64)>>> {
    if let Some(missing) = missing(workspace)? {
        println!("instruction counts skipped: {missing}");
        return Ok(None);
    }
    let printed = read(suite(workspace, &["--output-format=json".to_owned()]))?;
    printed.lines().filter(|line| line.starts_with('{')).map(count).collect::<Result<_>>().map(Some)
}

/// The command that builds and runs the suite.
fn suite(workspace: &Workspace, arguments: &[String]) -> Command {
    let mut bench = workspace.cargo(["bench", "--quiet", "--package", "floe-benches", "--bench", "instructions", "--"]);
    bench.args(arguments).env("RUSTFLAGS", RUSTFLAGS).env("CARGO_TARGET_DIR", workspace.target().join("instructions"));
    bench
}

/// The program that has to be installed first, and how.
fn missing(workspace: &Workspace) -> Result<Option<String>> {
    if !answers(workspace.program("valgrind", [])) {
        return Ok(Some("there is no valgrind (apt-get install valgrind, or as your system does it)".to_owned()));
    }
    let runner = std::env::var("GUNGRAUN_RUNNER").unwrap_or_else(|_| "gungraun-runner".to_owned());
    if !answers(workspace.program(runner, [])) {
        let version = library_version(workspace)?;
        return Ok(Some(format!("there is no gungraun-runner (cargo install gungraun-runner --version {version})")));
    }
    Ok(None)
}

/// The runner must be of the same version as the library.
fn library_version(workspace: &Workspace) -> Result<String> {
    let metadata = MetadataCommand::new().current_dir(workspace.root()).exec()?;
    let library = metadata.packages.iter().find(|package| package.name.as_str() == "gungraun");
    library.map(|package| package.version.to_string()).context("the benchmarks do not depend on gungraun")
}

fn count(line: &str) -> Result<(String, u64)> {
    let summary: Value = serde_json::from_str(line)?;
    let name = summary["function_name"].as_str().context("a summary without a function")?;
    let count = summary.pointer("/profiles/0/data/total/metrics/Ir/values/new").and_then(Value::as_u64);
    Ok((name.to_owned(), count.with_context(|| format!("no instructions of {name}"))?))
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
