use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use floe_engine::{AnyGame, Checkpoint, Objective, Perspective, SolveRequest, SolveResult, solve_any};
use floe_search::Limits;
use serde::Serialize;

use crate::arguments::{SearchArguments, all_cores, duration, mebibytes, objective, version};
use crate::input::PositionArgument;
use crate::interrupt::Interrupt;
use crate::output::{Answer, JsonBounds, Output, bounds_text, per_second, seconds};
use crate::problem::{self, Status, Wrong};
use crate::progress::SolveReporter;

/// Prove the exact value of a position
///
/// With two players, proves who wins and then by how many fish and tiles; with more, each player's result under max^n.
/// A limit or Ctrl-C ends the proof and prints the bounds proved so far; without a limit it runs to the end.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/solve.txt"))]
pub(crate) struct Solve {
    #[command(flatten)]
    position: PositionArgument,

    /// Prove the value of every legal move
    #[arg(long)]
    all: bool,

    /// Prove the exact margin, or only a win, draw or loss: margin or wdl
    #[arg(long, value_name = "O", default_value = "margin", hide_possible_values = true, value_parser = objective())]
    objective: Objective,

    #[command(flatten)]
    search: SearchArguments,

    /// Table size in MiB
    #[arg(long, value_name = "MB", default_value = "256", value_parser = mebibytes())]
    hash: usize,

    /// Checkpoint file: save the search here and resume from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Time between two saves of the checkpoint
    #[arg(long, value_name = "D", default_value = "5m", value_parser = duration, requires = "checkpoint")]
    checkpoint_interval: Duration,
}

impl Solve {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        if self.checkpoint.is_some() && self.position.position == "-" {
            return Err(Wrong::new("--checkpoint: expected one position as an argument; found '-'").into());
        }
        let interrupt = Interrupt::listen()?;
        self.position.answer_each(&interrupt, output, |position| {
            let SearchArguments { time, nodes, .. } = self.search;
            self.solve(position, Limits { time, nodes, stop: Some(&interrupt.pressed), ..Limits::default() })
        })
    }

    fn solve(&self, position: &AnyGame, limits: Limits<'_>) -> Result<Answer<SolveReport>> {
        let start = Instant::now();
        let about = || format!("{position} {}", version());
        let checkpoint = self.checkpoint.as_deref().map(|path| Checkpoint::new(path, &about()));
        let request = SolveRequest {
            objective: self.objective,
            all: self.all,
            limits,
            threads: self.search.threads.unwrap_or_else(all_cores),
            hash_mebibytes: self.hash,
            checkpoint: checkpoint.as_ref().map(|checkpoint| (checkpoint, self.checkpoint_interval)),
        };
        let mut reporter = SolveReporter::new(self.search.quiet);
        let solved = solve_any(position, &request, |event| reporter.report(event));
        drop(reporter);
        let solved = solved.map_err(problem::of_analysis)?;
        let (view, seconds) = (Perspective::of(position), start.elapsed().as_secs_f64());
        let mv = |(mv, bounds): &(String, _)| SolvedMove { mv: mv.clone(), bounds: JsonBounds::new(bounds, view) };
        let text = text(&solved, view, seconds);
        let report = SolveReport {
            position: position.to_string(),
            bounds: JsonBounds::new(&solved.bounds, view),
            best: solved.line.first().cloned(),
            pv: solved.line,
            moves: solved.moves.iter().map(mv).collect(),
            nodes: solved.nodes,
            seconds,
        };
        Ok(Answer::block("floe/solve/1", report, text))
    }
}

#[derive(Serialize)]
struct SolveReport {
    position: String,
    #[serde(flatten)]
    bounds: JsonBounds,
    best: Option<String>,
    pv: Vec<String>,
    moves: Vec<SolvedMove>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct SolvedMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    bounds: JsonBounds,
}

fn text(solved: &SolveResult<String>, view: Perspective, time: f64) -> String {
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
            text += &format!("  {mv:7} {:>10}\n", bounds_text(bounds));
        }
    }
    let (nodes, rate) = (solved.nodes, per_second(solved.nodes, time));
    let pages = if solved.huge_pages { "huge pages" } else { "no huge pages" };
    text + &format!("nodes  {nodes}, {}, {rate} nodes/s, {pages}\n", seconds(time))
}
