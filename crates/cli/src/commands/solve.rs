use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use floe_engine::{AnyGame, Checkpoint, Objective, Perspective, SolveRequest, Solved, solve_any};
use floe_search::Limits;
use serde::Serialize;

use crate::arguments;
use crate::input::PositionArgument;
use crate::interrupt::Interrupt;
use crate::output::{Answer, JsonBounds, JsonMove, Output};
use crate::problem::{self, Status, Wrong};
use crate::progress::SolveReporter;
use crate::resources::{MAX_THREADS, all_cores, check_hash};
use crate::{version, words};

/// Prove what a position is worth
///
/// With two players first who wins, then by how much, fish and tiles. With more, everybody's result under max^n.
/// When a limit ends the proof, or Ctrl-C, the bounds proved so far are told. There is no limit unless one is given.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe solve \"POSITION\"
  floe solve \"POSITION\" --all
  floe solve \"POSITION\" --objective wdl --time 1m
  floe solve \"POSITION\" --hash 16384 --checkpoint proof.floe
  floe new --placed --tiles 36 | floe solve - --json")]
pub(crate) struct Solve {
    #[command(flatten)]
    position: PositionArgument,

    /// Prove what every legal move is worth
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    means: Means,

    /// Take so long at most: 500ms, 5s, 2m, 1h
    #[arg(long, value_name = "D", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// The size of the table in MiB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = value_parser!(u32).range(1..))]
    hash: u32,

    /// Keep the proof in this file, and take it up from there: what was killed goes on where it was
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// How often to keep the proof
    #[arg(long, value_name = "D", default_value = "5m", value_parser = arguments::duration, requires = "checkpoint")]
    checkpoint_interval: Duration,

    /// Say nothing on standard error while solving
    #[arg(long, short)]
    quiet: bool,
}

/// The arguments of all commands that prove.
#[derive(Args)]
pub(super) struct Means {
    /// What to prove: the exact margin, or only who wins
    #[arg(long, value_name = "margin|wdl", default_value = "margin", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(["margin", "wdl"]).map(|name| if name == "wdl" { Objective::WinDrawLoss } else { Objective::Margin }))]
    pub(super) objective: Objective,

    /// Search so many nodes for a position at most
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,

    /// How many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=MAX_THREADS))]
    pub(super) threads: Option<u32>,
}

impl Solve {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        check_hash(self.hash as usize)?;
        if self.checkpoint.is_some() && self.position.position == "-" {
            return Err(Wrong::new("--checkpoint keeps one proof: give the position, not -").into());
        }
        let interrupt = Interrupt::listen()?;
        self.position.answer_until(&interrupt, output, |position| {
            let limits =
                Limits { time: self.time, nodes: self.means.nodes, stop: Some(interrupt.flag()), ..Limits::default() };
            self.solve(position, limits)
        })
    }

    fn solve(&self, position: &AnyGame, limits: Limits<'_>) -> Result<SolveReport> {
        let start = Instant::now();
        let about = || format!("{position} {}", version::text());
        let checkpoint = self.checkpoint.as_deref().map(|path| Checkpoint::new(path, &about()));
        let request = SolveRequest {
            objective: self.means.objective,
            all: self.all,
            limits,
            threads: self.means.threads.map_or_else(all_cores, |threads| threads as usize),
            hash_mebibytes: self.hash as usize,
            checkpoint: checkpoint.as_ref().map(|checkpoint| (checkpoint, self.checkpoint_interval)),
        };
        let mut reporter = SolveReporter::new(self.quiet);
        let solved = solve_any(position, &request, |news| reporter.report(news));
        drop(reporter);
        let solved = solved.map_err(problem::of_analysis)?;
        let (view, seconds) = (Perspective::of(position), start.elapsed().as_secs_f64());
        let mv = |(mv, bounds): &(String, _)| JsonMove { mv: mv.clone(), known: JsonBounds::new(bounds, view) };
        Ok(SolveReport {
            position: position.to_string(),
            bounds: JsonBounds::new(&solved.bounds, view),
            best: solved.line.first().cloned(),
            moves: solved.moves.iter().map(mv).collect(),
            nodes: solved.nodes,
            seconds,
            text: text(&solved, view, seconds),
            pv: solved.line,
        })
    }
}

/// The result of a proof, in the shape of the JSON object.
#[derive(Serialize)]
struct SolveReport {
    position: String,
    #[serde(flatten)]
    bounds: JsonBounds,
    best: Option<String>,
    pv: Vec<String>,
    moves: Vec<JsonMove<JsonBounds>>,
    nodes: u64,
    seconds: f64,
    #[serde(skip)]
    text: String,
}

fn text(solved: &Solved<String>, view: Perspective, seconds: f64) -> String {
    let bounds = &solved.bounds;
    let value = match bounds.value() {
        Some(value) => format!("{}, exact: {}", value.short(), value.in_words(view, true)),
        None => format!("at least {}, at most {}", bounds.lower.short(), bounds.upper.short()),
    };
    let mut text = match solved.line.first() {
        Some(best) => format!("best   {best}\nvalue  {value}\nline   {}\n", solved.line.join(" ")),
        None => format!("value  {value}\n"),
    };
    if solved.moves.len() > 1 {
        text += "moves\n";
        for (mv, bounds) in &solved.moves {
            text += &format!("  {mv:7} {:>10}\n", words::bounds(bounds));
        }
    }
    let (nodes, rate) = (solved.nodes, words::per_second(solved.nodes, seconds));
    let pages = if solved.huge_pages { "huge pages" } else { "no huge pages" };
    text + &format!("nodes  {nodes}, {}, {rate} nodes/s, {pages}\n", words::seconds(seconds))
}

impl Answer for SolveReport {
    const SCHEMA: &'static str = "floe/solve/1";

    fn text(&self) -> String {
        self.text.clone()
    }
}
