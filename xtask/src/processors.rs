//! Tests and searches that must not depend on the processor, on processors that qemu emulates.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::Outcome;
use crate::shell::{Verbosity, Workspace, answers, read, run};
use crate::signature::test_build;

/// The emulator of programs of Linux.
const EMULATOR: &str = "qemu-x86_64";
/// Names that qemu has for processors: x86-64-v2, then v3, then all that it can emulate. It has no
/// AVX-512, so a processor for v4 is met only where the machine is one.
const PROCESSORS: [&str; 3] = ["Nehalem", "Haswell", "max"];
/// Tests of the program that meet the processor: the choice of the build, and perft.
const TESTS: [&str; 2] = ["builds::", "perft::"];
/// Nodes of the search on every position of the signature. Whole, it takes five minutes on an
/// emulated processor.
const NODES: &str = "1000";

/// Runs tests on every processor, and searches the positions of the signature as this machine does.
pub(crate) fn check(workspace: &Workspace, verbosity: Verbosity) -> Result<Outcome> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(Outcome::Skipped(
            "qemu emulates processors of x86-64 on Linux only",
        ));
    }
    if !answers(workspace.program(EMULATOR, [])) {
        return Outcome::impossible("qemu-x86_64 is not installed (apt-get install qemu-user)");
    }
    let floe = test_build(workspace)?.to_string_lossy().into_owned();
    let expected = search(workspace, &[&floe])?;
    let nodes: u64 = expected
        .iter()
        .filter_map(|report| report["nodes"].as_u64())
        .sum();
    for processor in PROCESSORS {
        let runner = [EMULATOR, "-cpu", processor];
        let found = search(workspace, &[&runner[..], &[&floe]].concat())?;
        for (expected, found) in expected.iter().zip(&found) {
            ensure!(
                expected == found,
                "on {processor}\n{found}\non this machine\n{expected}"
            );
        }
        ensure!(
            found.len() == expected.len(),
            "{} answers on {processor}, {} here",
            found.len(),
            expected.len()
        );
        let runner_of_cargo = format!("target.'cfg(all())'.runner = {runner:?}");
        let mut test = workspace.cargo([
            "test",
            "--config",
            &runner_of_cargo,
            "--workspace",
            "--features",
            "full",
            "--test",
            "cli",
            "--",
        ]);
        test.args(TESTS).env("FLOE_TEST_RUNNER", runner.join(" "));
        run(test, verbosity).with_context(|| format!("on {processor}"))?;
    }
    Ok(Outcome::Passed(format!(
        "{}, {nodes} nodes each",
        PROCESSORS.join(", ")
    )))
}

/// Reports of a short search of every position of the signature by `floe`, the last of these words,
/// without their times.
fn search(workspace: &Workspace, words: &[&str]) -> Result<Vec<Value>> {
    let options = [
        "--file",
        "positions/bench.pos",
        "--nodes",
        NODES,
        "--threads",
        "1",
        "--json",
        "--quiet",
    ];
    let call = workspace.program(words[0], [&words[1..], &["analyze"], &options].concat());
    read(call)?.lines().map(without_times).collect()
}

fn without_times(line: &str) -> Result<Value> {
    let mut report: Value =
        serde_json::from_str(line).with_context(|| format!("expected a JSON object: {line}"))?;
    let report_fields = report
        .as_object_mut()
        .with_context(|| format!("expected a JSON object: {line}"))?;
    report_fields.retain(|field, _| !field.contains("second"));
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_not_compared() {
        let [one, other] = [1, 2].map(|seconds| {
            format!(r#"{{"nodes":7,"seconds":{seconds},"nodes_per_second":{seconds}}}"#)
        });
        assert_eq!(without_times(&one).unwrap(), without_times(&other).unwrap());
        assert_ne!(
            without_times(&one).unwrap(),
            without_times(r#"{"nodes":8}"#).unwrap()
        );
        assert!(without_times("no report").is_err());
    }
}
