use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{Args, value_parser};
use floe_engine::{Analysis, AnyGame, Engine, EngineSpec, Evaluation, Perspective};
use floe_search::{Limits, MAX_DEPTH, Options};
use serde::Serialize;

use crate::arguments;
use crate::explain::{Depth, Why};
use crate::files::evaluation_of;
use crate::input::PositionArgument;
use crate::interrupt::Interrupt;
use crate::output::{Answer, JsonLine, JsonMove, JsonMoveValue, JsonValue, Output};
use crate::problem::{self, Status};
use crate::progress::SearchReporter;
use crate::resources::{MAX_THREADS, all_cores, check_hash};
use crate::words;

/// Find the best move and what the position is worth
///
/// Searches deeper and deeper until a limit is reached, Ctrl-C is pressed, or the value is proven; then the best line
/// found is told. Without --time, --nodes or --depth it searches for 5 seconds. Every completed depth is told on
/// standard error. Values of two players are the final difference for the player to move, fish:tiles.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe analyze \"POSITION\"
  floe analyze \"POSITION\" --time 1m --lines 3
  floe analyze \"POSITION\" --explain --lines 3
  floe analyze \"POSITION\" --engine alphabeta:depth=10 --threads 1
  floe new --placed | floe analyze - --json --quiet

Engines: default, or another by its name; a wrong name lists those there are. Options follow a colon, separated by \
commas: depth, nodes, time, threads, hash, seed, and weights and network, which are files. What is said beside --engine counts more.")]
pub(crate) struct Analyze {
    #[command(flatten)]
    position: PositionArgument,

    /// Search so long at most: 500ms, 5s, 2m, 1h [default: 5s without another limit]
    #[arg(long, value_name = "D", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// Search so many nodes at most
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Search so many moves deep at most, 1 to 99
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    /// Tell the K best moves
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    lines: u32,

    /// Who searches
    #[arg(long, value_name = "E", default_value = "default")]
    engine: EngineSpec,

    /// How many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=MAX_THREADS))]
    threads: Option<u32>,

    /// The size of the table in MiB [default: 64]
    #[arg(long, value_name = "MB", value_parser = value_parser!(u32).range(1..))]
    hash: Option<u32>,

    /// Tell what the evaluation sees: who gets where first, what everybody may expect, and how the best moves changed with depth
    #[arg(long)]
    explain: bool,

    /// Say nothing on standard error while searching
    #[arg(long, short)]
    quiet: bool,
}

/// How long a person waits without having asked for it.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
const DEFAULT_HASH: usize = 64;

impl Analyze {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let hash_mebibytes = self.hash.map(|hash| hash as usize).or(self.engine.hash).unwrap_or(DEFAULT_HASH);
        check_hash(hash_mebibytes)?;
        let threads = self.threads.map(|threads| threads as usize).or(self.engine.threads).unwrap_or_else(all_cores);
        let options = Options { threads, lines: self.lines as usize, hash_mebibytes, ..Options::default() };
        let evaluation = evaluation_of(&self.engine)?;
        let interrupt = Interrupt::listen()?;
        self.position.answer_until(&interrupt, output, |position| {
            let limits = Limits { stop: Some(interrupt.flag()), ..self.limits() };
            self.analyze(position, options, &limits, &evaluation)
        })
    }

    fn limits(&self) -> Limits<'static> {
        let (depth, nodes) = (self.depth.or(self.engine.depth), self.nodes.or(self.engine.nodes));
        let default_time = (depth.is_none() && nodes.is_none()).then_some(DEFAULT_TIME);
        let time = self.time.or(self.engine.time).or(default_time);
        Limits { depth: depth.unwrap_or(MAX_DEPTH), nodes, time, ..Limits::default() }
    }

    fn analyze(
        &self,
        position: &AnyGame,
        options: Options,
        limits: &Limits<'_>,
        evaluation: &Evaluation,
    ) -> Result<AnalysisReport> {
        let start = Instant::now();
        let view = Perspective::of(position);
        let reporter = SearchReporter::new(self.quiet);
        let engine = Engine::new(self.engine.method, options, self.engine.seed.unwrap_or(0));
        let mut engine = engine.with_evaluation(evaluation.clone());
        let mut depths = Vec::new();
        let analysis = engine.analyze_any(position, limits, |progress| {
            reporter.report(progress);
            if self.explain {
                depths.push(Depth::of(&progress.analysis(), view));
            }
        });
        drop(reporter);
        let analysis = analysis.map_err(problem::of_analysis)?;
        let seconds = start.elapsed().as_secs_f64();
        let pv = analysis.lines.first().map_or(Vec::new(), |line| line.moves.clone());
        Ok(AnalysisReport {
            position: position.to_string(),
            engine: self.engine.to_string(),
            exact: analysis.exact,
            value: JsonValue::new(&analysis.value, view),
            best: pv.first().cloned(),
            pv,
            moves: analysis.lines.iter().map(|line| JsonMove::value(line, view)).collect(),
            depth: analysis.depth,
            lines: analysis.lines.iter().map(|line| JsonMove::line(line, view)).collect(),
            nodes: analysis.nodes,
            seconds,
            why: self.explain.then(|| Why::new(position, &analysis, evaluation, depths)),
            text: text(&analysis, view, seconds),
        })
    }
}

/// The result of an analysis, in the shape of the JSON object.
#[derive(Serialize)]
struct AnalysisReport {
    position: String,
    engine: String,
    exact: bool,
    value: JsonValue,
    best: Option<String>,
    pv: Vec<String>,
    moves: Vec<JsonMove<JsonMoveValue>>,
    depth: u32,
    lines: Vec<JsonMove<JsonLine>>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
    #[serde(skip)]
    text: String,
}

fn text(analysis: &Analysis<String>, view: Perspective, seconds: f64) -> String {
    let value = analysis.value.in_words(view, analysis.exact);
    let Some(best) = analysis.lines.first() else { return format!("The game is over: {value}.\n") };
    let exact = if analysis.exact { "exact" } else { "not exact" };
    let (short, line) = (analysis.value.short(), best.moves.join(" "));
    let mut text = format!("best   {}\nvalue  {short}, {exact}: {value}\nline   {line}\n", best.moves[0]);
    if analysis.lines.len() > 1 {
        for (number, line) in (1..).zip(&analysis.lines) {
            let exact = if line.exact { "exact" } else { "" };
            let (value, moves) = (line.value.short(), line.moves.join(" "));
            text += &format!("{number:>4}.  {value:>7} {exact:5}  {moves}\n");
        }
    }
    let Analysis { depth, nodes, .. } = analysis;
    let rate = words::per_second(*nodes, seconds);
    text + &format!("depth  {depth}, {nodes} nodes, {}, {rate} nodes/s\n", words::seconds(seconds))
}

impl Answer for AnalysisReport {
    const SCHEMA: &'static str = "floe/analyze/1";

    fn text(&self) -> String {
        let why = self.why.as_ref().map_or(String::new(), Why::text);
        format!("{}{why}", self.text)
    }
}
