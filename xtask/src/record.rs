//! The record: what the benchmarks said, when, where and of which commit.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result};
use cargo_metadata::TargetKind;
use serde_json::Value;

use crate::shell::{Voice, Workspace, run, text};
use crate::units::{duration, rate};
use crate::{instructions, machine, signature};

/// What is recorded, and under which name.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A remark on the circumstances, for instance what else the machine was doing.
    #[arg(long)]
    note: Option<String>,
    /// A word added to the name of the file, for instance `portable`.
    #[arg(long)]
    tag: Option<String>,
}

/// One benchmark's result.
#[derive(PartialEq, Debug)]
struct Measurement {
    name: String,
    /// Nanoseconds for one element (or for one iteration where no elements are told).
    nanoseconds: f64,
}

/// Runs all benchmarks and writes one file.
pub(crate) fn record(workspace: &Workspace, options: &Options) -> Result<()> {
    let start = SystemTime::now();
    let load_before = machine::load();
    let mut page = heading(workspace)?;
    let bench = criterion(workspace);
    let command = text(&bench);
    run(bench, Voice::Loud)?;
    let _ = writeln!(page, "- load of the machine: {} before, {} after", tell(load_before), tell(machine::load()));
    if let Some(note) = &options.note {
        let _ = writeln!(page, "- note: {note}");
    }
    page += &times(&command, &measurements(&workspace.target().join("criterion"), start)?);
    page += &counts(workspace)?;
    page += &node_rate(workspace);
    let path = free_path(workspace, options.tag.as_deref())?;
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    println!("recorded in {}", path.display());
    Ok(())
}

/// The call that runs every benchmark of time.
fn criterion(workspace: &Workspace) -> Command {
    let benches = workspace.metadata.packages.iter().filter(|package| package.name.as_str() == "floe-benches");
    let targets = benches.flat_map(|package| &package.targets).filter(|target| target.is_kind(TargetKind::Bench));
    let mut bench = workspace.cargo(["bench", "--package", "floe-benches"]);
    for target in targets.filter(|target| target.name != "instructions") {
        bench.args(["--bench", &target.name]);
    }
    bench
}

fn heading(workspace: &Workspace) -> Result<String> {
    let (commit, changed) = machine::commit(workspace)?;
    let changed = if changed { ", with changes not committed" } else { "" };
    let flags = std::env::var("RUSTFLAGS").unwrap_or_else(|_| "those of .cargo/config.toml".to_owned());
    let mut page = format!("# {}, commit {commit}\n\n", today());
    let _ = writeln!(page, "- commit: {commit}{changed}");
    let _ = writeln!(page, "- machine: {}", machine::processor());
    let _ = writeln!(page, "- compiler: {}; flags: {flags}", machine::compiler(workspace)?);
    Ok(page)
}

fn tell(load: Option<f64>) -> String {
    load.map_or_else(|| "unknown".to_owned(), |load| format!("{load:.2}"))
}

fn today() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%d").to_string()
}

/// The results of criterion in `folder` that are younger than `start`.
fn measurements(folder: &Path, start: SystemTime) -> Result<Vec<Measurement>> {
    let mut found = Vec::new();
    for entry in ignore::WalkBuilder::new(folder).standard_filters(false).build() {
        let path = entry?.into_path();
        if path.ends_with("new/estimates.json") && fs::metadata(&path)?.modified()? >= start {
            let benchmark = fs::read_to_string(path.with_file_name("benchmark.json"))?;
            found.push(measurement(&benchmark, &fs::read_to_string(&path)?)?);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// One measurement from the two files that criterion leaves of it.
fn measurement(benchmark: &str, estimates: &str) -> Result<Measurement> {
    let (benchmark, estimates): (Value, Value) = (serde_json::from_str(benchmark)?, serde_json::from_str(estimates)?);
    let name = benchmark["full_id"].as_str().context("a benchmark without a name")?.to_owned();
    let median = estimates.pointer("/median/point_estimate").and_then(Value::as_f64);
    let median = median.with_context(|| format!("no median of {name}"))?;
    let elements = benchmark.pointer("/throughput/Elements").and_then(Value::as_f64).unwrap_or(1.0);
    Ok(Measurement { name, nanoseconds: median / elements })
}

fn times(command: &str, measurements: &[Measurement]) -> String {
    let mut page = format!("\n## Time\n\nMedians, for one element. `{command}`\n\n");
    page += "| benchmark | time | a second |\n| --- | ---: | ---: |\n";
    for Measurement { name, nanoseconds } in measurements {
        let _ = writeln!(page, "| {name} | {} | {} |", duration(*nanoseconds), rate(1e9 / nanoseconds));
    }
    page
}

fn counts(workspace: &Workspace) -> Result<String> {
    let mut page = "\n## Instructions\n\n".to_owned();
    match instructions::counts(workspace)? {
        Err(missing) => page += &format!("Not counted: {missing}.\n"),
        Ok(counts) => {
            page += "`cargo xtask instructions`\n\n| function | instructions |\n| --- | ---: |\n";
            counts.iter().for_each(|(name, count)| page += &format!("| {name} | {count} |\n"));
        }
    }
    Ok(page)
}

/// What the signature run says; a word where it says nothing.
fn node_rate(workspace: &Workspace) -> String {
    let told = signature::bench(workspace).map(|bench| {
        let rate_told = bench["nodes_per_second"].as_f64().map_or_else(|| "unknown".to_owned(), rate);
        format!("{} nodes, {rate_told} nodes a second", bench["nodes"])
    });
    format!("\n## Signature\n\n`floe bench`: {}\n", told.unwrap_or_else(|error| format!("failed: {error}")))
}

/// A path that no record has: the date, the commit, the tag, and a number from the second on.
fn free_path(workspace: &Workspace, tag: Option<&str>) -> Result<PathBuf> {
    let folder = workspace.root().join("benches/record");
    fs::create_dir_all(&folder)?;
    let tag = tag.map(|tag| format!("-{tag}")).unwrap_or_default();
    let name = format!("{}-{}{tag}", today(), machine::commit(workspace)?.0);
    let names = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}-{number}")));
    names.map(|name| folder.join(name + ".md")).find(|path| !path.exists()).context("there is always another number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_is_the_median_of_one_element() {
        let benchmark = r#"{"full_id":"count/moves/opening","throughput":{"Elements":16}}"#;
        let estimates = r#"{"mean":{"point_estimate":1.0},"median":{"point_estimate":48.0}}"#;
        let expected = Measurement { name: "count/moves/opening".to_owned(), nanoseconds: 3.0 };
        assert_eq!(measurement(benchmark, estimates).unwrap(), expected);
    }
}
