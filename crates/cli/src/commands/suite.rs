use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{Args, value_parser};
use floe_engine::review::{
    FileSummary, SuiteAttempt, SuiteComparison, SuiteEngine, SuiteRecord, SuiteReport, SuiteSummary,
};
use floe_engine::{EngineSpec, Graded, SolveRequest};
use floe_search::Limits;

use super::solve::Means;
use crate::files::{self, WrittenLater, evaluation_of};
use crate::interrupt::Interrupt;
use crate::output::{Answer, Output};
use crate::problem::{self, Status, Wrong, say};
use crate::resources::{all_cores, check_hash};
use crate::{arguments, words};

/// Put an engine to the test on positions whose values are known
///
/// A FILE holds positions, each followed by its moves and their exact values, like those in positions/exact. A position counts as
/// solved when the move chosen is as good as any; for the solver also the value must be proved.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe suite positions/exact/38.exact
  floe suite positions/exact/*.exact --engine default:time=100ms
  floe suite positions/exact/40.exact --threads 1 --record before.json
  floe suite positions/exact/40.exact --threads 1 --against before.json

Exit status: 0 fine, 1 something that was said to be exact is not, 2 the call or a file is wrong.")]
pub(crate) struct Suite {
    /// Files of graded positions
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Who is put to the test: an engine, or the exact solver
    #[arg(long, value_name = "E", default_value = "solve")]
    engine: String,

    #[command(flatten)]
    means: Means,

    /// Take so long for a position at most: 500ms, 5s, 2m, 1h [default: what the engine says, else 1s; the solver has no limit]
    #[arg(long, value_name = "D", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// The size of the table in MiB; to clear a large one takes longer than most positions
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..))]
    hash: u32,

    /// Keep the run in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Compare the run with one that was kept
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    /// Say nothing on standard error meanwhile
    #[arg(long, short)]
    quiet: bool,
}

/// What an engine gets for a position if nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(1);

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
                let limits = Limits { stop: Some(interrupt.flag()), start: Instant::now(), ..Limits::default() };
                let attempt = engine.attempt(graded, limits).map_err(problem::of_analysis)?;
                if interrupt.flag().load(Relaxed) {
                    break;
                }
                if !self.quiet {
                    say(&format!("{file} {number}/{}  {}", positions.len(), line(&attempt)));
                }
                attempts.push(attempt);
            }
            results.push((file, attempts));
        }
        let report = SuiteReport::new(name, results, against.as_ref());
        // Whatever becomes of one, there is the other.
        let told = output.answer(&report);
        if let Some(record) = record {
            record.write(&(serde_json::to_string(&report)? + "\n"))?;
        }
        told?;
        let bad = report.summary.wrong > 0 || interrupt.flag().load(Relaxed);
        Ok(if bad { Status::No } else { Status::Fine })
    }

    /// The engine to test, with its limits, and its name.
    fn engine(&self) -> Result<(SuiteEngine<'static>, String)> {
        let threads = self.means.threads.map(|threads| threads as usize);
        if self.engine == "solve" {
            check_hash(self.hash as usize)?;
            let request = SolveRequest {
                objective: self.means.objective,
                limits: Limits { time: self.time, nodes: self.means.nodes, ..Limits::default() },
                threads: threads.unwrap_or_else(all_cores),
                hash_mebibytes: self.hash as usize,
                ..SolveRequest::default()
            };
            return Ok((SuiteEngine::Solver(request), self.engine.clone()));
        }
        let named: EngineSpec = self
            .engine
            .parse()
            .map_err(|error| Wrong::new(format!("--engine: {error}; 'solve' is the exact solver")))?;
        let hash = named.hash.unwrap_or(self.hash as usize);
        check_hash(hash)?;
        let default_time = (!named.is_limited() && self.means.nodes.is_none()).then_some(USUAL_TIME);
        let spec = EngineSpec {
            time: self.time.or(named.time).or(default_time),
            nodes: self.means.nodes.or(named.nodes),
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
        return Err(Wrong::new(format!("there is no position in {name}")).into());
    }
    Ok((name, positions))
}

fn read_record(path: &Path) -> Result<SuiteRecord> {
    let name = path.display().to_string();
    let text = files::read(path)?;
    Ok(serde_json::from_str(&text)
        .map_err(|error| Wrong::new(format!("{name}: {error}, expected a file that --record has written")))?)
}

/// What became of a position, in a line.
fn line(attempt: &SuiteAttempt) -> String {
    let verdict = match attempt {
        SuiteAttempt { wrong: true, .. } => "WRONG",
        SuiteAttempt { solved: true, .. } => "solved",
        _ => "not solved",
    };
    let best = attempt.best.as_deref().unwrap_or("-");
    let loss =
        attempt.move_error.filter(|&loss| loss > 0.0).map_or(String::new(), |loss| format!(", {loss:.2} fish lost"));
    let (nodes, time) = (attempt.nodes, words::seconds(attempt.seconds));
    format!("{verdict:10} {best:7} {:>10}  {nodes:>11} nodes {time:>10}{loss}", attempt.value)
}

impl Answer for SuiteReport {
    const SCHEMA: &'static str = "floe/suite/1";

    fn text(&self) -> String {
        let width = self.files.iter().map(|file| file.file.len()).max().unwrap_or(0).max("all".len());
        let mut text = format!("{:width$}  {HEAD}\n", "");
        for FileSummary { file, summary } in &self.files {
            text += &format!("{file:width$}  {}\n", row(summary));
        }
        if self.files.len() > 1 {
            text += &format!("{:width$}  {}\n", "all", row(&self.summary));
        }
        text + &self.comparison.as_ref().map_or(String::new(), comparison)
    }
}

/// The heads of the columns of [`row`].
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
    let mut text = format!(
        "against the record, {positions} positions: {nodes:.3} times the nodes, {seconds:.3} times the time; {} gained, {} lost\n",
        gained.len(),
        lost.len()
    );
    for (word, positions) in [("gained", gained), ("lost", lost)] {
        positions.iter().for_each(|position| text += &format!("{word}  {position}\n"));
    }
    text
}
