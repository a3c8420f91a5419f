use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use floe_engine::review::{
    FileSummary, SuiteAttempt, SuiteComparison, SuiteEngine, SuiteRecord, SuiteReport, SuiteSummary,
};
use floe_engine::{EngineSpec, Graded, Objective, SolveRequest};
use floe_search::Limits;

use crate::arguments::{SearchArguments, all_cores, check_hash, mebibytes, objective};
use crate::files::{self, WrittenLater, evaluation_of};
use crate::interrupt::Interrupt;
use crate::output::{Answer, Output, counted, seconds};
use crate::problem::{self, Status, Wrong, say};

/// Test an engine on positions with known values
///
/// Each FILE lists positions, each followed by its moves and their exact values, like the files in positions/exact of
/// the source tree. A position is solved if the chosen move is as good as any; the exact solver must prove the value,
/// too. Without a limit, the solver runs to the end and engines take 1 s per position.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/suite.txt"))]
pub(crate) struct Suite {
    /// Files of positions with known values
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Engine to test, or solve for the exact solver
    #[arg(long, value_name = "E", default_value = "solve")]
    engine: String,

    /// Prove the exact margin, or only a win, draw or loss: margin or wdl
    #[arg(long, value_name = "O", default_value = "margin", hide_possible_values = true, value_parser = objective())]
    objective: Objective,

    #[command(flatten)]
    search: SearchArguments,

    /// Table size in MiB
    ///
    /// Clearing a large table takes longer than solving most positions.
    #[arg(long, value_name = "MB", default_value = "64", value_parser = mebibytes())]
    hash: usize,

    /// Write the results to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Compare the results with a file written by --record
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

/// Time per position of an engine without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl Suite {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let (engine, name) = self.engine()?;
        let files: Vec<(String, Vec<Graded>)> = self.files.iter().map(|path| read(path)).collect::<Result<_>>()?;
        let against = self.against.as_deref().map(read_record).transpose()?;
        let record = self.record.as_deref().map(WrittenLater::open).transpose()?;
        let interrupt = Interrupt::listen()?;
        let mut results = Vec::new();
        for (file, positions) in files {
            let mut attempts = Vec::new();
            for (number, graded) in (1..).zip(&positions) {
                let limits = Limits { stop: Some(&interrupt.pressed), start: Instant::now(), ..Limits::default() };
                let attempt = engine.attempt(graded, limits).map_err(problem::of_analysis)?;
                if interrupt.pressed.load(Relaxed) {
                    break;
                }
                if !self.search.quiet {
                    say(&format!("{file} {number}/{}  {}", positions.len(), line(&attempt)));
                }
                attempts.push(attempt);
            }
            results.push((file, attempts));
        }
        let report = SuiteReport::new(name, results, against.as_ref());
        let (text, wrong, json) = (text(&report), report.summary.wrong, serde_json::to_string(&report)?);
        // Writes the record even if the output fails.
        let printed = output.answer(&Answer::block("floe/suite/1", report, text));
        if let Some(record) = record {
            record.write(&(json + "\n"))?;
        }
        printed?;
        let bad = wrong > 0 || interrupt.pressed.load(Relaxed);
        Ok(if bad { Status::No } else { Status::Fine })
    }

    /// Returns the engine to test with its limits, and its name.
    fn engine(&self) -> Result<(SuiteEngine<'static>, String)> {
        let SearchArguments { time, nodes, threads, .. } = self.search;
        if self.engine == "solve" {
            let request = SolveRequest {
                objective: self.objective,
                limits: Limits { time, nodes, ..Limits::default() },
                threads: threads.unwrap_or_else(all_cores),
                hash_mebibytes: self.hash,
                ..SolveRequest::default()
            };
            return Ok((SuiteEngine::Solver(request), self.engine.clone()));
        }
        let named = self.engine.parse::<EngineSpec>();
        let named = named.map_err(|error| Wrong::new(format!("--engine: {error}; solve is the exact solver")))?;
        let hash = named.hash.unwrap_or(self.hash);
        check_hash(hash)?;
        let default_time = (!named.is_limited() && nodes.is_none()).then_some(DEFAULT_TIME);
        let spec = EngineSpec {
            time: time.or(named.time).or(default_time),
            nodes: nodes.or(named.nodes),
            threads: Some(threads.or(named.threads).unwrap_or_else(all_cores)),
            hash: Some(hash),
            ..named.clone()
        };
        Ok((SuiteEngine::Engine(spec, evaluation_of(&named)?), named.to_string()))
    }
}

fn read(path: &Path) -> Result<(String, Vec<Graded>)> {
    let name = path.display().to_string();
    let text = files::read(path)?;
    let positions = Graded::parse(&text).map_err(|error| Wrong::new(format!("{name}, {error}")))?;
    if positions.is_empty() {
        return Err(Wrong::new(format!("{name}: expected at least one position")).into());
    }
    Ok((name, positions))
}

fn read_record(path: &Path) -> Result<SuiteRecord> {
    let name = path.display().to_string();
    let text = files::read(path)?;
    Ok(serde_json::from_str(&text)
        .map_err(|error| Wrong::new(format!("{name}: expected a file written by --record; {error}")))?)
}

/// Formats the result of a position.
fn line(attempt: &SuiteAttempt) -> String {
    let verdict = match attempt {
        SuiteAttempt { wrong: true, .. } => "WRONG",
        SuiteAttempt { solved: true, .. } => "solved",
        _ => "not solved",
    };
    let best = attempt.best.as_deref().unwrap_or("-");
    let loss = attempt.move_error.filter(|&loss| loss > 0.0);
    let loss = loss.map_or(String::new(), |loss| format!(", {loss:.2} fish lost"));
    let (value, nodes, time) = (&attempt.value, attempt.nodes, seconds(attempt.seconds));
    format!("{verdict:10} {best:7} {value:>10}  {nodes:>11} nodes {time:>10}{loss}")
}

fn text(report: &SuiteReport) -> String {
    let width = report.files.iter().map(|file| file.file.len()).max().unwrap_or(0).max("all".len());
    let mut text = format!("{:width$}  {HEAD}\n", "");
    for FileSummary { file, summary } in &report.files {
        text += &format!("{file:width$}  {}\n", row(summary));
    }
    if report.files.len() > 1 {
        text += &format!("{:width$}  {}\n", "all", row(&report.summary));
    }
    text + &report.comparison.as_ref().map_or(String::new(), comparison)
}

/// Column heads of [`row`].
const HEAD: &str = "solved  exact wrong   nodes: mean   median      p90   seconds: mean   median      p90  Mnodes/s  errors: value   move";

fn row(summary: &SuiteSummary) -> String {
    let SuiteSummary { solved, positions, exact, wrong, nodes_each: nodes, seconds_each: seconds, .. } = summary;
    let fish = |error: Option<f64>| error.map_or("-".to_owned(), |error| format!("{error:.2}"));
    format!(
        "{:>6} {exact:>6} {wrong:>5} {:>13.3e} {:>8.2e} {:>8.2e} {:>15.4} {:>8.4} {:>8.4} {:>9.2} {:>14} {:>6}",
        format!("{solved}/{positions}"),
        nodes.geometric_mean,
        nodes.median,
        nodes.p90,
        seconds.geometric_mean,
        seconds.median,
        seconds.p90,
        summary.nodes as f64 / summary.seconds.max(1e-9) / 1e6,
        fish(summary.value_error),
        fish(summary.move_error),
    )
}

fn comparison(comparison: &SuiteComparison) -> String {
    let SuiteComparison { positions, nodes, seconds, gained, lost } = comparison;
    let (positions, gains, losses) = (counted(*positions as u64, "position"), gained.len(), lost.len());
    let mut text = format!(
        "against the record, {positions}: {nodes:.3} times the nodes, {seconds:.3} times the time; {gains} gained, {losses} lost\n"
    );
    for (word, positions) in [("gained", gained), ("lost", lost)] {
        positions.iter().for_each(|position| text += &format!("{word}  {position}\n"));
    }
    text
}
