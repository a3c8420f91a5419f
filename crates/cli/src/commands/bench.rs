use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use floe_engine::AnyGame;
use serde::Serialize;

use crate::output::{Answer, Output};
use crate::problem::Status;
use crate::words::{per_second, seconds};

/// Search a fixed set of positions: the signature and the speed
///
/// One thread searches to fixed depths. The number of nodes is a checksum of how the search behaves: it is the same on
/// every machine, and stays the same as long as the search does.
#[derive(Args)]
pub(crate) struct Bench {}

/// For 2, 3 and 4 players, from the first placement to the last moves.
const POSITIONS: &str = include_str!("../../../../positions/bench.pos");

#[derive(Serialize)]
struct Signature {
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

impl Answer for Signature {
    const SCHEMA: &'static str = "floe/bench/1";

    fn text(&self) -> String {
        let rate = per_second(self.nodes, self.seconds);
        format!("{} nodes, {}, {rate} nodes/s\n", self.nodes, seconds(self.seconds))
    }
}

impl Bench {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let lines = POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let positions: Vec<AnyGame> = lines.map(str::parse).collect::<Result<_, _>>().context("positions/bench.pos")?;
        let start = Instant::now();
        let nodes = floe_engine::bench(&positions)?;
        let seconds = start.elapsed().as_secs_f64();
        output.answer(&Signature { nodes, seconds, nodes_per_second: (nodes as f64 / seconds).round() as u64 })?;
        Ok(Status::Fine)
    }
}
