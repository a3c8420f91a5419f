//! Speed of the usual release build, as a share of that of the build that is published.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::shell::{Verbosity, Workspace, run};

/// Calls that each take about a second, by what they measure.
const CALLS: [(&str, &[&str]); 4] = [
    (
        "alphabeta",
        &[
            "analyze",
            OPENING,
            "--engine",
            "alphabeta:nodes=1M",
            "--threads",
            "1",
            "--quiet",
        ],
    ),
    ("solver", &["solve", ENDING, "--threads", "1", "--quiet"]),
    ("perft", &["perft", OPENING, "6", "--threads", "1"]),
    (
        "tree-search",
        &[
            "analyze",
            OPENING,
            "--engine",
            "mcts:nodes=100k",
            "--threads",
            "1",
            "--quiet",
        ],
    ),
];
const OPENING: &str =
    "112221B1/23B111A111/21221A11/12313213/33B13221/A1B1121223/2121111/A12122323 A 0:0,0:0";
/// The ending that the README solves.
const ENDING: &str =
    "121B22.1/21.232.1/2..A2.A21/31..11B11/.A12.213/11B3221.3/.12..2B3/3.11.3A22 A 13:8,10:8";
/// Runs of each build; the fastest counts, for load can only slow it down.
const RUNS: usize = 7;

/// Speed of the profile `release` divided by that of `dist`, for each of [`CALLS`]. The builds run
/// in turns.
pub(crate) fn compare(workspace: &Workspace) -> Result<Vec<(&'static str, f64)>> {
    let plain = build(workspace, "release", &[])?;
    let dist = build(workspace, "dist", &[])?;
    let mut shares = Vec::new();
    for (name, call) in CALLS {
        let mut fastest = [Duration::MAX; 2];
        for _ in 0..RUNS {
            for (program, fastest) in [&plain, &dist].into_iter().zip(&mut fastest) {
                let start = Instant::now();
                run(
                    workspace.program(program, call.iter().copied()),
                    Verbosity::Quiet,
                )?;
                *fastest = start.elapsed().min(*fastest);
            }
        }
        let [plain, dist] = fastest;
        shares.push((name, dist.as_secs_f64() / plain.as_secs_f64()));
    }
    Ok(shares)
}

/// Builds the program for this processor, with these arguments of cargo for its features, and
/// returns its path.
pub(crate) fn build(workspace: &Workspace, profile: &str, features: &[&str]) -> Result<PathBuf> {
    let call = [
        "build",
        "--quiet",
        "--package",
        "floe-fish-cli",
        "--profile",
        profile,
    ];
    let call = call.into_iter().chain(features.iter().copied());
    run(workspace.cargo_native(call), Verbosity::Verbose)?;
    let name = format!("floe{}", std::env::consts::EXE_SUFFIX);
    Ok(workspace.target().join(profile).join(name))
}
