use std::sync::atomic::Ordering::Relaxed;

use floe_engine::options::{SearchDefaults, SearchOptions};
use floe_engine::{Objective, SolveRequest};
use floe_review::Graded;
use floe_review::{
    SuiteAttempt, SuiteComparison, SuiteEngine, SuiteRecord, SuiteReport, SuiteSummary,
};
use floe_search::Limits;

use super::prelude::*;
use crate::arguments::{SearchArguments, engine_text, objective, search_settings};
use crate::files::evaluation_of;
use crate::html_report::{self, name_of, summary_name};
use crate::output::{error_cells, metric};
use crate::text::{Table, names_and_numbers};

/// Test an engine on positions with known values
///
/// Each FILE lists positions, each followed by its moves and their exact values, like the files in
/// positions/exact of the source tree. A position is solved if the chosen move is as good as any;
/// the exact solver must prove the value, too. Without a limit, the solver runs to the end and
/// engines take 1 s per position.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/suite.txt"))]
pub(crate) struct Suite {
    /// Files of positions with known values
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Engine to test, or solve for the exact solver
    #[arg(long, value_name = "ENGINE", default_value = "solve", value_parser = engine_text(&["solve"]))]
    engine: String,

    /// Prove the exact margin, or only a win, draw or loss: margin or wdl
    #[arg(long, value_name = "OBJECTIVE", default_value = "margin", hide_possible_values = true, value_parser = objective())]
    objective: Objective,

    #[command(flatten)]
    search: SearchArguments,

    /// Table size in MiB [default: 64]
    ///
    /// Clearing a large table takes longer than solving most positions.
    #[arg(long, value_name = "MIB", value_parser = mebibytes())]
    hash: Option<usize>,

    /// Write the results to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Write a report with the positions not solved to this file, as a page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Compare the results with a file written by --record
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    #[command(flatten)]
    progress: ProgressArguments,
}

impl Suite {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let (engine, name) = self.engine()?;
        let files: Vec<(String, Vec<Graded>)> = self
            .files
            .iter()
            .map(|path| read(path))
            .collect::<Result<_>>()?;
        let against = self.against.as_deref().map(read_record).transpose()?;
        let record = self.record.as_deref().map(WrittenLater::open).transpose()?;
        let html = html_report::open(self.html.as_ref())?;
        let interrupt = Interrupt::listen()?;
        let total = files
            .iter()
            .map(|(_, positions)| positions.len() as u64)
            .sum();
        let progress = self.progress.start("position", 0, total);
        let mut results = Vec::new();
        for (file, positions) in files {
            let mut attempts = Vec::new();
            for (number, graded) in (1..).zip(&positions) {
                let limits = Limits {
                    stop: Some(&interrupt.stop),
                    start: Instant::now(),
                    ..Limits::default()
                };
                let attempt = engine
                    .attempt(graded, limits)
                    .map_err(problem::of_analysis)?;
                if interrupt.stop.load(Relaxed) {
                    break;
                }
                progress.say(&format!(
                    "{} {number}/{}  {}",
                    name_of(&file),
                    positions.len(),
                    line(&attempt)
                ));
                progress.advance();
                attempts.push(attempt);
            }
            results.push((file, attempts));
        }
        drop(progress);
        let report = SuiteReport::new(name, results, against.as_ref());
        let page = html.map(|file| (file, html_report::suite_page(&report)));
        let text = text(&report);
        let wrong = report.summary.wrong;
        let json = serde_json::to_string(&report)?;
        // Writes the record even if the output fails.
        let printed = output.answer(&Answer::block("floe/suite/1", report, text));
        if let Some(record) = record {
            record.write(&(json + "\n"))?;
        }
        if let Some((file, page)) = page {
            file.write(&page)?;
        }
        printed?;
        let status = if wrong > 0 { Status::No } else { Status::Fine };
        Ok(interrupt.or_stopped(status, || {
            "the results are those of the positions tried so far".to_owned()
        }))
    }

    fn options(&self, engine: EngineSpec) -> SearchOptions {
        SearchOptions {
            hash_mebibytes: self.hash,
            ..self.search.options(engine)
        }
    }

    /// Returns the engine to test with its limits, and its name.
    fn engine(&self) -> Result<(SuiteEngine<'static>, String)> {
        if self.engine == "solve" {
            let defaults = SearchDefaults {
                time: None,
                ..SearchDefaults::ANALYSIS
            };
            let settings = search_settings(&self.options(EngineSpec::default()), defaults)?;
            let request = SolveRequest {
                objective: self.objective,
                ..settings.solve_request()
            };
            return Ok((SuiteEngine::Solver(request), self.engine.clone()));
        }
        let named = self.engine.parse::<EngineSpec>();
        let named = named
            .map_err(|error| Wrong::new(format!("--engine: {error}; solve is the exact solver")))?;
        let evaluation = evaluation_of(&named)?;
        let name = named.to_string();
        let defaults = SearchDefaults {
            time: Some(Duration::from_secs(1)),
            ..SearchDefaults::ANALYSIS
        };
        let settings = search_settings(&self.options(named), defaults)?;
        Ok((SuiteEngine::Engine(settings.spec, evaluation), name))
    }
}

/// Reads the graded positions of a file, at least one, with its name.
pub(super) fn read(path: &Path) -> Result<(String, Vec<Graded>)> {
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
    Ok(serde_json::from_str(&text).map_err(|error| {
        Wrong::new(format!(
            "{name}: expected a file written by --record; {error}"
        ))
    })?)
}

/// Formats the result of a position.
fn line(attempt: &SuiteAttempt) -> String {
    let verdict = match attempt {
        SuiteAttempt { wrong: true, .. } => "WRONG",
        SuiteAttempt { solved: true, .. } => "solved",
        _ => "missed",
    };
    let best = attempt.best.as_deref().unwrap_or("-");
    let loss = attempt.move_error.filter(|&loss| loss > 0.0);
    let loss = loss.map_or(String::new(), |loss| format!("  -{loss:.2} fish"));
    let value = &attempt.value;
    let nodes = metric(attempt.nodes as f64);
    let time = seconds(attempt.seconds);
    format!("{verdict:6} {best:5} {value:>7} {nodes:>6} nodes {time:>8}{loss}")
}

fn text(report: &SuiteReport) -> String {
    let mut results = Table::new(
        width(),
        &[
            "",
            "solved",
            "exact",
            "wrong",
            "value error",
            "regret",
            "±",
            "best",
            "nodes/s",
        ],
        names_and_numbers,
    );
    let mut costs = Table::new(
        width(),
        &["", "nodes", "median", "90 %", "time", "median", "90 %"],
        names_and_numbers,
    );
    for summary in report.summaries() {
        let name = summary_name(summary);
        let SuiteSummary {
            solved,
            positions,
            exact,
            wrong,
            nodes_each: nodes,
            seconds_each: time,
            ..
        } = summary;
        let solved = format!("{solved} of {positions}");
        let rate = per_second(summary.nodes, summary.seconds);
        let mut row = vec![name.clone(), solved, exact.to_string(), wrong.to_string()];
        row.extend(error_cells(summary));
        row.push(rate);
        results.row(row);
        let counts = [nodes.geometric_mean, nodes.median, nodes.p90].map(metric);
        let times = [time.geometric_mean, time.median, time.p90].map(seconds);
        costs.row([name].into_iter().chain(counts).chain(times).collect());
    }
    let legend = "Regret is the mean loss of the moves against best ones, with its standard error and the share of best \
        moves, over the positions where the loss is known; it and the value error are in fish, or in what the game counts. \
        Nodes and time are for a position: geometric mean, median, and the value that 90 % of the positions stay below.";
    let comparison = report.comparison.as_ref().map_or(String::new(), comparison);
    format!("{results}\n{costs}\n{}{comparison}", wrapped(legend, 0))
}

fn comparison(comparison: &SuiteComparison) -> String {
    let SuiteComparison {
        positions,
        nodes,
        seconds,
        gained,
        lost,
    } = comparison;
    let positions = counted(*positions as u64, "position");
    let gains = gained.len();
    let losses = lost.len();
    let mut text = wrapped(
        &format!(
            "against the record, over {positions}: {nodes:.3} times the nodes, {seconds:.3} times the time; {gains} more \
             solved, {losses} no longer solved"
        ),
        2,
    );
    for (word, positions) in [("now solved", gained), ("no longer solved", lost)] {
        positions
            .iter()
            .for_each(|position| text += &format!("{word}:  {position}\n"));
    }
    text
}
