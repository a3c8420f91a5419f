//! Record of the benchmarks: a row per figure, with date, commit, machine and load.

use std::fs::{self, OpenOptions};
use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::SystemTime;

use anyhow::{Context, Result};
use cargo_metadata::TargetKind;
use serde_json::Value;

use crate::shell::{Verbosity, Workspace, read, run};
use crate::{builds, instructions, signature};

/// Table of all figures.
const FILE: &str = "benches/record.csv";
/// Benchmark of whole searches, which prints a table.
const DEPTH: &str = "depth";
/// Exact solver on positions with known values, run by `floe suite`.
const PROOFS: &str = "proofs";
/// Loss of the moves of `default` against proved best ones.
const REGRET: &str = "regret";
/// Speed of the usual build against the published one.
const BUILDS: &str = "builds";
/// Benchmark that valgrind runs.
const INSTRUCTIONS: &str = "instructions";

/// Choice of benchmarks.
#[derive(clap::Args)]
pub(crate) struct RecordOptions {
    /// Leave a benchmark out, for instance `depth`, `regret`, or `proofs`, the runs of the exact
    /// solver.
    #[arg(long, value_name = "BENCH")]
    skip: Vec<String>,
    /// Also prove the positions in `positions/exact/long.exact`, for minutes each, even with
    /// `--skip proofs`.
    #[arg(long)]
    long: bool,
}

/// Suite of proofs: files of `positions/exact`, and how they are proved.
struct ProofSuite {
    names: &'static [&'static str],
    objective: &'static str,
    hash_mebibytes: &'static str,
}

/// Suites of every record.
const PROOF_SUITES: [ProofSuite; 2] = [
    ProofSuite {
        names: &["36", "38", "40", "42"],
        objective: "margin",
        hash_mebibytes: "64",
    },
    ProofSuite {
        names: &["36", "38", "40", "42", "44"],
        objective: "wdl",
        hash_mebibytes: "64",
    },
];

/// Suite that shows what matters for long proofs. A sixth of the nodes is stored, 16 bytes each.
const LONG_SUITE: ProofSuite = ProofSuite {
    names: &["long"],
    objective: "margin",
    hash_mebibytes: "1024",
};

/// Engines whose regret is recorded, on one thread; the load of the machine does not change the
/// moves of the last two.
const REGRET_ENGINES: [&str; 4] = [
    "default:time=100ms",
    "default:time=1s",
    "default:nodes=1k",
    "default:nodes=10k",
];
/// Engines whose regret is recorded in the files that are named after a number of tiles.
const BASE_REGRET_ENGINES: [&str; 2] = ["default:nodes=100k", "default:nodes=1M"];
/// Folder of the positions, with a file for each game and number of players, and for each number of
/// tiles left.
const REGRET_FOLDER: &str = "positions/regret";

impl RecordOptions {
    fn includes(&self, benchmark: &str) -> bool {
        !self.skip.iter().any(|skipped| skipped == benchmark)
    }

    /// Suites of proofs to run.
    fn suites(&self) -> Vec<&'static ProofSuite> {
        let mut suites = Vec::new();
        if self.includes(PROOFS) {
            suites.extend(&PROOF_SUITES);
        }
        if self.long {
            suites.push(&LONG_SUITE);
        }
        suites
    }
}

#[derive(PartialEq, Debug)]
struct Figure {
    benchmark: String,
    value: f64,
    unit: &'static str,
}

/// Runs the benchmarks and appends the figures of each to the record as soon as it has run.
pub(crate) fn record(workspace: &Workspace, options: &RecordOptions) -> Result<()> {
    let run = Run::start(workspace)?;
    run.append(&times(workspace, options)?)?;
    if options.includes(DEPTH) {
        run.append(&searches(workspace)?)?;
    }
    for suite in options.suites() {
        run.append(&proofs(workspace, suite)?)?;
    }
    if options.includes(REGRET) {
        for engine in REGRET_ENGINES {
            run.append(&regrets(workspace, engine, |_| true)?)?;
        }
        for engine in BASE_REGRET_ENGINES {
            run.append(&regrets(workspace, engine, is_of_tiles)?)?;
        }
    }
    if options.includes(INSTRUCTIONS) {
        run.append(&counts(workspace)?)?;
    }
    if options.includes(BUILDS) {
        run.append(&shares(workspace)?)?;
    }
    run.append(&whole_search(workspace)?)
}

/// Compares the speed of the builds.
fn shares(workspace: &Workspace) -> Result<Vec<Figure>> {
    let figure = |(name, share)| Figure {
        benchmark: format!("{BUILDS}/{name}"),
        value: share,
        unit: "speed of release : dist",
    };
    Ok(builds::compare(workspace)?
        .into_iter()
        .map(figure)
        .collect())
}

fn counts(workspace: &Workspace) -> Result<Vec<Figure>> {
    let figure = |(name, count)| Figure {
        benchmark: format!("{INSTRUCTIONS}/{name}"),
        value: count as f64,
        unit: "instructions",
    };
    Ok(instructions::counts(workspace)?
        .into_iter()
        .map(figure)
        .collect())
}

fn whole_search(workspace: &Workspace) -> Result<Vec<Figure>> {
    let bench = signature::bench_release(workspace)?;
    let figure = |(name, unit): (&str, &'static str)| {
        let value = bench[name]
            .as_f64()
            .with_context(|| format!("floe bench reports no {name}"))?;
        Ok(Figure {
            benchmark: "bench".to_owned(),
            value,
            unit,
        })
    };
    [("nodes", "nodes"), ("nodes_per_second", "nodes/s")]
        .into_iter()
        .map(figure)
        .collect()
}

/// Origin of the rows of one run, as it was before the first benchmark: rows make the working tree
/// dirty, and benchmarks load the machine.
struct Run<'a> {
    workspace: &'a Workspace,
    date: String,
    commit: String,
    machine: String,
    load: String,
}

impl Run<'_> {
    fn start(workspace: &Workspace) -> Result<Run<'_>> {
        let date = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
        Ok(Run {
            workspace,
            date,
            commit: commit(workspace)?,
            machine: machine(workspace)?,
            load: load(),
        })
    }

    /// Writes the figures at the end of the table.
    fn append(&self, figures: &[Figure]) -> Result<()> {
        let path = self.workspace.root().join(FILE);
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .with_context(|| format!("cannot open {FILE}"))?;
        let mut table = csv::Writer::from_writer(file);
        for Figure {
            benchmark,
            value,
            unit,
        } in figures
        {
            let value = value.to_string();
            table.write_record([
                &self.date,
                &self.commit,
                &self.machine,
                benchmark,
                &value,
                *unit,
                &self.load,
            ])?;
        }
        table.flush()?;
        if !figures.is_empty() {
            println!("{FILE}: {} figures", figures.len());
        }
        Ok(())
    }
}

/// Runs every benchmark of criterion; the figures are medians for one element.
fn times(workspace: &Workspace, options: &RecordOptions) -> Result<Vec<Figure>> {
    let benches = workspace
        .metadata
        .packages
        .iter()
        .filter(|package| package.name.as_str() == "floe-benches");
    let targets = benches
        .flat_map(|package| &package.targets)
        .filter(|target| target.is_kind(TargetKind::Bench));
    let names = targets
        .map(|target| target.name.as_str())
        .filter(|name| ![DEPTH, INSTRUCTIONS].contains(name));
    let chosen: Vec<&str> = names
        .filter(|name| options.includes(name))
        .flat_map(|name| ["--bench", name])
        .collect();
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let mut bench = workspace.cargo_native(["bench", "--package", "floe-benches"]);
    bench.args(chosen);
    let start = SystemTime::now();
    run(bench, Verbosity::Verbose)?;
    measurements(&workspace.target().join("criterion"), start)
}

/// Reads the results of criterion in `folder` that are younger than `start`.
fn measurements(folder: &Path, start: SystemTime) -> Result<Vec<Figure>> {
    let mut found = Vec::new();
    for entry in ignore::WalkBuilder::new(folder)
        .standard_filters(false)
        .build()
    {
        let path = entry?.into_path();
        if path.ends_with("new/estimates.json") && fs::metadata(&path)?.modified()? >= start {
            let benchmark = fs::read_to_string(path.with_file_name("benchmark.json"))?;
            found.push(measurement(&benchmark, &fs::read_to_string(&path)?)?);
        }
    }
    found.sort_by(|a, b| a.benchmark.cmp(&b.benchmark));
    Ok(found)
}

/// Reads one measurement from the two files of criterion: nanoseconds per element, or per iteration
/// of a benchmark without elements.
fn measurement(benchmark: &str, estimates: &str) -> Result<Figure> {
    let (benchmark, estimates): (Value, Value) = (
        serde_json::from_str(benchmark)?,
        serde_json::from_str(estimates)?,
    );
    let name = benchmark["full_id"]
        .as_str()
        .context("a benchmark without a name")?
        .to_owned();
    let median = estimates
        .pointer("/median/point_estimate")
        .and_then(Value::as_f64);
    let median = median.with_context(|| format!("no median of {name}"))?;
    let elements = benchmark
        .pointer("/throughput/Elements")
        .and_then(Value::as_f64)
        .unwrap_or(1.0);
    Ok(Figure {
        benchmark: name,
        value: median / elements,
        unit: "ns",
    })
}

/// Runs whole searches; reads the rows of the table that the benchmark prints.
fn searches(workspace: &Workspace) -> Result<Vec<Figure>> {
    let printed = read(workspace.cargo_native([
        "bench",
        "--quiet",
        "--package",
        "floe-benches",
        "--bench",
        DEPTH,
    ]))?;
    let mut figures = Vec::new();
    for line in printed.lines() {
        let [position, _tiles, _players, rate, depth, _depths, ratio] =
            line.split_whitespace().collect::<Vec<_>>()[..]
        else {
            continue;
        };
        for (value, unit) in [
            (rate, "nodes/s"),
            (depth, "plies in 1 s"),
            (ratio, "time of 2 threads : 1"),
        ] {
            if let (Ok(_), Ok(value)) = (position.parse::<u32>(), value.parse()) {
                figures.push(Figure {
                    benchmark: format!("{DEPTH}/{position}"),
                    value,
                    unit,
                });
            }
        }
    }
    Ok(figures)
}

/// Runs the exact solver on one thread.
fn proofs(workspace: &Workspace, suite: &ProofSuite) -> Result<Vec<Figure>> {
    let ProofSuite {
        names,
        objective,
        hash_mebibytes,
    } = suite;
    let files: Vec<String> = names
        .iter()
        .map(|name| format!("positions/exact/{name}.exact"))
        .collect();
    let call = [
        "run",
        "--quiet",
        "--profile",
        "dist",
        "--package",
        "floe-fish-cli",
        "--",
        "suite",
    ]
    .into_iter();
    let options = [
        "--threads",
        "1",
        "--hash",
        hash_mebibytes,
        "--quiet",
        "--json",
        "--objective",
        objective,
    ];
    let report =
        read(workspace.cargo_native(call.chain(files.iter().map(String::as_str)).chain(options)))?;
    let report: Value = serde_json::from_str(report.trim())?;
    let mut figures = Vec::new();
    for (name, file) in names.iter().zip(
        report["files"]
            .as_array()
            .context("a suite without files")?,
    ) {
        for (pointer, unit) in [
            ("/nodes", "nodes, sum"),
            ("/nodes_each/geometric_mean", "nodes, mean"),
            ("/seconds_each/median", "s, median"),
            ("/seconds_each/p90", "s, p90"),
        ] {
            let value = file.pointer(pointer).and_then(Value::as_f64);
            let value = value.with_context(|| format!("a suite without {pointer}"))?;
            figures.push(Figure {
                benchmark: format!("{PROOFS}/{name}/{objective}"),
                value,
                unit,
            });
        }
    }
    Ok(figures)
}

/// Runs an engine on positions with proved values. Moves that no engine has chosen before and whose
/// values are open are proved first, and kept in their files.
fn regrets(
    workspace: &Workspace,
    engine: &str,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Figure>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(workspace.root().join(REGRET_FOLDER))? {
        files.push(format!("{REGRET_FOLDER}/{}", entry?.file_name().display()));
    }
    files.retain(|file| is_wanted(&name_of(file)));
    files.sort();
    let add = [
        "run",
        "--quiet",
        "--profile",
        "dist",
        "--package",
        "floe-lab",
        "--",
        "graded",
        "add",
        engine,
    ];
    run(
        workspace.cargo_native(add.into_iter().chain(files.iter().map(String::as_str))),
        Verbosity::Quiet,
    )?;
    let suite = [
        "run",
        "--quiet",
        "--profile",
        "dist",
        "--package",
        "floe-fish-cli",
        "--",
        "suite",
        "--engine",
        engine,
    ];
    let options = ["--threads", "1", "--quiet", "--json"].into_iter();
    let call = suite
        .into_iter()
        .chain(options)
        .chain(files.iter().map(String::as_str));
    let report: Value = serde_json::from_str(read(workspace.cargo_native(call))?.trim())?;
    let all = report["files"]
        .as_array()
        .context("a suite without files")?;
    Ok(all.iter().flat_map(|file| regret(engine, file)).collect())
}

/// Whether a file is named after the number of tiles left.
fn is_of_tiles(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_digit())
}

fn name_of(path: &str) -> String {
    Path::new(path)
        .file_stem()
        .unwrap_or_default()
        .display()
        .to_string()
}

/// Figures of the regret in the summary of a file; none if it is not known.
fn regret(engine: &str, file: &Value) -> Vec<Figure> {
    let name = name_of(file["file"].as_str().unwrap_or_default());
    let [mean, error] = match name.split(['-', '+']).next() {
        Some("survival") => ["penguins, mean", "penguins, standard error"],
        Some("flip") => ["animals, mean", "animals, standard error"],
        Some("contest") => ["points, mean", "points, standard error"],
        _ => ["fish, mean", "fish, standard error"],
    };
    let units = [
        ("positions", "positions"),
        ("mean", mean),
        ("standard_error", error),
        ("best", "share of best moves"),
    ];
    let figure = |(field, unit): (&str, &'static str)| {
        let value = file["regret"][field].as_f64()?;
        Some(Figure {
            benchmark: format!("{REGRET}/{name}/{engine}"),
            value,
            unit,
        })
    };
    units.into_iter().filter_map(figure).collect()
}

/// Description of the machine: processor, available cores, compiler and its flags.
fn machine(workspace: &Workspace) -> Result<String> {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cores = available_parallelism().map_or(1, NonZero::get);
    let compiler = read(workspace.program("rustc", ["--version"]))?;
    let compiler = compiler.split(" (").next().unwrap_or_default();
    let flags = std::env::var("RUSTFLAGS").unwrap_or_else(|_| "native".to_owned());
    Ok(format!(
        "{}, {cores} cores, {compiler}, {flags}",
        model(&cpuinfo)
    ))
}

/// Name, family and model of the processor, from `/proc/cpuinfo` of Linux.
fn model(cpuinfo: &str) -> String {
    match ["model name", "cpu family", "model"].map(|name| field(cpuinfo, name)) {
        [Some(name), Some(family), Some(model)] => {
            format!("{name} (family {family}, model {model})")
        }
        [Some(name), ..] => name.to_owned(),
        _ => "unknown processor".to_owned(),
    }
}

/// Value of a field of `/proc/cpuinfo`, that of the first processor.
fn field<'a>(cpuinfo: &'a str, name: &str) -> Option<&'a str> {
    let fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    fields
        .map(|(key, value)| (key.trim(), value.trim()))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

/// Load average of the last minute; empty if the system reports none.
fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_owned()
}

/// Short hash of the commit, with a plus sign if tracked files differ from it.
fn commit(workspace: &Workspace) -> Result<String> {
    let commit = ["describe", "--always", "--dirty=+", "--exclude", "*"];
    Ok(read(workspace.program("git", commit))?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_is_the_median_of_one_element() {
        let benchmark = r#"{"full_id":"count/moves/opening","throughput":{"Elements":16}}"#;
        let estimates = r#"{"mean":{"point_estimate":1.0},"median":{"point_estimate":48.0}}"#;
        let expected = Figure {
            benchmark: "count/moves/opening".to_owned(),
            value: 3.0,
            unit: "ns",
        };
        assert_eq!(measurement(benchmark, estimates).unwrap(), expected);
    }

    #[test]
    fn the_long_suite_runs_alone() {
        let names = |skip: &[&str], long| -> Vec<&str> {
            let skip = skip.iter().map(|name| (*name).to_owned()).collect();
            RecordOptions { skip, long }
                .suites()
                .iter()
                .flat_map(|suite| suite.names)
                .copied()
                .collect()
        };
        assert_eq!(names(&["proofs"], true), ["long"]);
        assert_eq!(
            names(&[], false),
            ["36", "38", "40", "42", "36", "38", "40", "42", "44"]
        );
        assert_eq!(names(&["depth"], true).last(), Some(&"long"));
    }

    #[test]
    fn a_file_has_four_figures_of_regret() {
        let file = r#"{"file": "positions/regret/push-3.exact",
            "regret": {"positions": 24, "mean": 0.5, "standard_error": 0.125, "best": 0.75}}"#;
        let figures = regret("default:time=1s", &serde_json::from_str(file).unwrap());
        let found: Vec<_> = figures
            .iter()
            .map(|figure| (figure.value, figure.unit))
            .collect();
        let expected = [
            (24.0, "positions"),
            (0.5, "fish, mean"),
            (0.125, "fish, standard error"),
            (0.75, "share of best moves"),
        ];
        assert_eq!(found, expected);
        assert_eq!(figures[0].benchmark, "regret/push-3/default:time=1s");
        assert_eq!(
            regret(
                "uct",
                &serde_json::from_str(r#"{"file": "a", "regret": null}"#).unwrap()
            ),
            []
        );
        assert!(is_of_tiles("44") && !is_of_tiles("push-3"));
    }

    #[test]
    fn the_model_is_read() {
        let cpuinfo = "processor\t: 0\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\n";
        assert_eq!(model(cpuinfo), "AMD EPYC (family 26, model 2)");
        assert_eq!(model("model name : Some CPU"), "Some CPU");
        assert_eq!(model(""), "unknown processor");
    }
}
