//! The record: one row for every figure of the benchmarks, with date, commit, machine and load.

use std::fs::OpenOptions;
use std::time::SystemTime;

use anyhow::{Context, Result};
use cargo_metadata::TargetKind;
use serde_json::Value;

use crate::measurements::{Measurement, measurements};
use crate::shell::{Verbosity, Workspace, read, run};
use crate::{instructions, machine, signature};

/// The table of all figures.
const FILE: &str = "benches/record.csv";
/// The benchmark of whole searches, which prints a table of its own.
const DEPTH: &str = "depth";
/// The exact solver on the positions whose values are known, which `floe suite` runs.
const PROOFS: &str = "proofs";
/// The benchmark that valgrind runs.
const INSTRUCTIONS: &str = "instructions";

/// Choice of benchmarks.
#[derive(clap::Args)]
pub(crate) struct RecordOptions {
    /// Leaves a benchmark out, for instance `depth`, or `proofs`, the runs of the exact solver.
    #[arg(long, value_name = "BENCH")]
    skip: Vec<String>,
}

/// One measured value.
struct Figure {
    benchmark: String,
    value: f64,
    unit: &'static str,
}

/// Runs the benchmarks and appends their figures to the record.
pub(crate) fn record(workspace: &Workspace, options: &RecordOptions) -> Result<()> {
    let includes = |name: &str| !options.skip.iter().any(|skipped| skipped == name);
    let load = machine::load().map_or_else(String::new, |load| format!("{load:.2}"));
    let mut figures = times(workspace, includes)?;
    if includes(DEPTH) {
        figures.extend(searches(workspace)?);
    }
    if includes(PROOFS) {
        figures.extend(proofs(workspace)?);
    }
    if includes(INSTRUCTIONS) {
        figures.extend(counts(workspace)?);
    }
    let bench = signature::bench_release(workspace)?;
    let figure = |name: &str| bench[name].as_f64().with_context(|| format!("floe bench reports no {name}"));
    figures.push(Figure { benchmark: "bench".to_owned(), value: figure("nodes")?, unit: "nodes" });
    figures.push(Figure { benchmark: "bench".to_owned(), value: figure("nodes_per_second")?, unit: "nodes/s" });
    append(workspace, &load, &figures)
}

/// Writes the figures at the end of the table.
fn append(workspace: &Workspace, load: &str, figures: &[Figure]) -> Result<()> {
    let path = workspace.root().join(FILE);
    let file = OpenOptions::new().append(true).open(&path).with_context(|| format!("cannot open {FILE}"))?;
    let date = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
    let (commit, machine) = (machine::commit(workspace)?, machine::describe(workspace)?);
    let mut table = csv::Writer::from_writer(file);
    for Figure { benchmark, value, unit } in figures {
        table.write_record([&date, &commit, &machine, benchmark, &value.to_string(), *unit, load])?;
    }
    table.flush()?;
    println!("{FILE}: {} figures", figures.len());
    Ok(())
}

/// Runs every benchmark of criterion; the figures are medians for one element.
fn times(workspace: &Workspace, includes: impl Fn(&str) -> bool) -> Result<Vec<Figure>> {
    let benches = workspace.metadata.packages.iter().filter(|package| package.name.as_str() == "floe-benches");
    let targets = benches.flat_map(|package| &package.targets).filter(|target| target.is_kind(TargetKind::Bench));
    let names = targets.map(|target| target.name.as_str()).filter(|name| ![DEPTH, INSTRUCTIONS].contains(name));
    let chosen: Vec<&str> = names.filter(|name| includes(name)).flat_map(|name| ["--bench", name]).collect();
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let mut bench = workspace.cargo(["bench", "--package", "floe-benches"]);
    bench.args(chosen);
    let start = SystemTime::now();
    run(bench, Verbosity::Verbose)?;
    let measured = measurements(&workspace.target().join("criterion"), start)?.into_iter();
    Ok(measured
        .map(|Measurement { name, nanoseconds }| Figure { benchmark: name, value: nanoseconds, unit: "ns" })
        .collect())
}

/// Runs whole searches; reads the rows of the table that the benchmark prints.
fn searches(workspace: &Workspace) -> Result<Vec<Figure>> {
    let printed = read(workspace.cargo(["bench", "--quiet", "--package", "floe-benches", "--bench", DEPTH]))?;
    let mut figures = Vec::new();
    for line in printed.lines() {
        let [position, _tiles, _players, rate, depth, _depths, ratio] = line.split_whitespace().collect::<Vec<_>>()[..]
        else {
            continue;
        };
        for (value, unit) in [(rate, "nodes/s"), (depth, "plies in 1 s"), (ratio, "time of 2 threads : 1")] {
            if let (Ok(_), Ok(value)) = (position.parse::<u32>(), value.parse()) {
                figures.push(Figure { benchmark: format!("{DEPTH}/{position}"), value, unit });
            }
        }
    }
    Ok(figures)
}

/// Runs the exact solver on one thread: exact values, and the winner.
fn proofs(workspace: &Workspace) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (objective, tiles) in [("margin", &["36", "38", "40", "42"][..]), ("wdl", &["36", "38", "40", "42", "44"][..])]
    {
        let files: Vec<String> = tiles.iter().map(|tiles| format!("positions/exact/{tiles}.exact")).collect();
        let call = ["run", "--quiet", "--release", "--package", "floe-cli", "--", "suite"].into_iter();
        let options = ["--threads", "1", "--hash", "64", "--quiet", "--json", "--objective", objective];
        let suite = read(workspace.cargo(call.chain(files.iter().map(String::as_str)).chain(options)))?;
        let suite: Value = serde_json::from_str(suite.trim())?;
        for (tiles, file) in tiles.iter().zip(suite["files"].as_array().context("a suite without files")?) {
            for (pointer, unit) in [
                ("/nodes_each/geometric_mean", "nodes, mean"),
                ("/seconds_each/median", "s, median"),
                ("/seconds_each/p90", "s, p90"),
            ] {
                let value = file.pointer(pointer).and_then(Value::as_f64);
                let value = value.with_context(|| format!("a suite without {pointer}"))?;
                figures.push(Figure { benchmark: format!("{PROOFS}/{tiles}/{objective}"), value, unit });
            }
        }
    }
    Ok(figures)
}

/// Counts instructions, where valgrind and its runner are installed.
fn counts(workspace: &Workspace) -> Result<Vec<Figure>> {
    let Some(counts) = instructions::counts(workspace)? else { return Ok(Vec::new()) };
    let figure = |(name, count): (String, u64)| Figure {
        benchmark: format!("{INSTRUCTIONS}/{name}"),
        value: count as f64,
        unit: "instructions",
    };
    Ok(counts.into_iter().map(figure).collect())
}
