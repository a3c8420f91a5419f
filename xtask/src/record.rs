//! The record: what the benchmarks said, when, where and of which commit.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context, Result};
use cargo_metadata::TargetKind;

use crate::measurements::{Measurement, measurements};
use crate::shell::{Voice, Workspace, read, run, text};
use crate::units::{duration, rate};
use crate::{instructions, machine, signature};

/// The benchmark of whole searches, which prints a table of its own.
const DEPTH: &str = "depth";
/// The exact solver on the positions whose values are known, which `floe suite` runs.
const PROOFS: &str = "proofs";
/// The benchmark that valgrind runs.
const INSTRUCTIONS: &str = "instructions";

/// What is recorded, and under which name.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A remark on the circumstances, for instance what else the machine was doing.
    #[arg(long)]
    note: Option<String>,
    /// A word added to the name of the file, for instance `portable`.
    #[arg(long)]
    tag: Option<String>,
    /// Leaves a benchmark out, for instance `depth`, or `proofs`, the runs of the exact solver.
    #[arg(long, value_name = "BENCH")]
    skip: Vec<String>,
}

/// Runs the benchmarks and writes one file.
pub(crate) fn record(workspace: &Workspace, options: &Options) -> Result<()> {
    let skipped = |name: &str| options.skip.iter().any(|skipped| skipped == name);
    let load_before = machine::load();
    let mut results = times(workspace, skipped)?;
    if !skipped(DEPTH) {
        results += &searches(workspace)?;
    }
    if !skipped(PROOFS) {
        results += &proofs(workspace)?;
    }
    if !skipped(INSTRUCTIONS) {
        results += &counts(workspace)?;
    }
    results += &node_rate(workspace);
    let mut page = heading(workspace)?;
    let _ = writeln!(page, "- load of the machine: {} before, {} after", tell(load_before), tell(machine::load()));
    if let Some(note) = &options.note {
        let _ = writeln!(page, "- note: {note}");
    }
    let path = free_path(workspace, options.tag.as_deref())?;
    fs::write(&path, page + &results).with_context(|| format!("cannot write {}", path.display()))?;
    println!("recorded in {}", path.display());
    Ok(())
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

/// Runs every benchmark that criterion measures and tells the medians.
fn times(workspace: &Workspace, skipped: impl Fn(&str) -> bool) -> Result<String> {
    let benches = workspace.metadata.packages.iter().filter(|package| package.name.as_str() == "floe-benches");
    let targets = benches.flat_map(|package| &package.targets).filter(|target| target.is_kind(TargetKind::Bench));
    let names = targets.map(|target| target.name.as_str()).filter(|name| ![DEPTH, INSTRUCTIONS].contains(name));
    let chosen: Vec<&str> = names.filter(|name| !skipped(name)).flat_map(|name| ["--bench", name]).collect();
    if chosen.is_empty() {
        return Ok(String::new());
    }
    let mut bench = workspace.cargo(["bench", "--package", "floe-benches"]);
    bench.args(chosen);
    let mut page = format!("\n## Time\n\nMedians, for one element. `{}`\n\n", text(&bench));
    page += "| benchmark | time | a second |\n| --- | ---: | ---: |\n";
    let start = SystemTime::now();
    run(bench, Voice::Loud)?;
    for Measurement { name, nanoseconds } in measurements(&workspace.target().join("criterion"), start)? {
        let _ = writeln!(page, "| {name} | {} | {} |", duration(nanoseconds), rate(1e9 / nanoseconds));
    }
    Ok(page)
}

fn searches(workspace: &Workspace) -> Result<String> {
    let bench = workspace.cargo(["bench", "--quiet", "--package", "floe-benches", "--bench", DEPTH]);
    let command = text(&bench);
    Ok(format!("\n## Searches\n\n`{command}`\n\n```text\n{}\n```\n", read(bench)?.trim_end()))
}

/// The solver on one thread: exact values, and who wins.
fn proofs(workspace: &Workspace) -> Result<String> {
    let mut page = "\n## Proofs\n".to_owned();
    for (objective, tiles) in [("margin", &["36", "38", "40", "42"][..]), ("wdl", &["36", "38", "40", "42", "44"][..])]
    {
        let files: Vec<String> = tiles.iter().map(|tiles| format!("positions/exact/{tiles}.exact")).collect();
        let options = ["--threads", "1", "--hash", "64", "--quiet", "--objective", objective];
        let call = ["run", "--quiet", "--release", "--package", "floe-cli", "--", "suite"].into_iter();
        let suite = workspace.cargo(call.chain(files.iter().map(String::as_str)).chain(options));
        let command = text(&suite);
        page += &format!("\n`{command}`\n\n```text\n{}\n```\n", read(suite)?.trim_end());
    }
    Ok(page)
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
