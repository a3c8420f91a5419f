use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use floe_engine::AnyGame;
use schemars::JsonSchema;
use serde::Serialize;

use crate::output::{Answer, Output, per_second, seconds};
use crate::problem::Status;
use crate::run_progress::ProgressArguments;

/// Measure speed and print the search signature
///
/// Searches a fixed set of positions to fixed depths on one thread. The number of nodes is the
/// signature: the same on every machine, as long as the search behaves the same.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/bench.txt"))]
pub(crate) struct Bench {
    #[command(flatten)]
    progress: ProgressArguments,
}

/// Positions for 2, 3 and 4 players, from the first placement to the last moves.
const POSITIONS: &str = include_str!("../../../../../positions/bench.pos");

#[derive(Serialize, JsonSchema)]
pub(crate) struct Signature {
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

impl Bench {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let lines = POSITIONS
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let positions: Vec<AnyGame> = lines
            .map(str::parse)
            .collect::<Result<_, _>>()
            .context("positions/bench.pos")?;
        let start = Instant::now();
        let progress = self.progress.start("position", 0, positions.len() as u64);
        let mut nodes = 0;
        for position in &positions {
            nodes += floe_engine::bench(std::slice::from_ref(position))?;
            progress.advance();
        }
        drop(progress);
        let time = start.elapsed().as_secs_f64();
        let text = format!(
            "{nodes} nodes, {}, {} nodes/s\n",
            seconds(time),
            per_second(nodes, time)
        );
        let nodes_per_second = (nodes as f64 / time).round() as u64;
        let signature = Signature {
            nodes,
            seconds: time,
            nodes_per_second,
        };
        output.answer(&Answer::line("floe/bench/1", signature, text))?;
        Ok(Status::Fine)
    }
}
