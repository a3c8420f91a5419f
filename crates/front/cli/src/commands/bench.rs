use anyhow::Context;
use floe_engine::BenchSignature;
use floe_game::PositionError;

use super::prelude::*;

/// Measure speed and print the signature of all engines
///
/// Searches a fixed set of positions on one thread: those of the base game to fixed depths, then
/// one of every game by every engine, and proves what it can. The number of nodes to fixed depths
/// and the checksum of all moves and values are the signature: the same on every machine, as long
/// as no engine and no solver changes its behaviour.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/bench.txt"))]
pub(crate) struct Bench {
    #[command(flatten)]
    progress: ProgressArguments,
}

/// Positions of the base game for 2, 3 and 4 players, from the first placement to the last moves.
const BASE: &str = include_str!("../../bench.pos");
/// A position of every other game.
const OTHER_RULES: &str = include_str!("../../bench-rules.pos");

#[derive(Serialize, JsonSchema)]
pub(crate) struct Signature {
    /// Nodes of the searches to fixed depths, which the time and the speed are of.
    nodes: u64,
    /// Checksum of all moves, nodes and proved values, in hexadecimal digits.
    checksum: String,
    seconds: f64,
    nodes_per_second: u64,
}

impl Bench {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let base = read(BASE).context("positions/bench.pos")?;
        let others = read(OTHER_RULES).context("positions/bench-rules.pos")?;
        let count = 2 * base.len() + others.len();
        let progress = self.progress.start("position", 0, count as u64);
        let mut found = BenchSignature::default();
        let start = Instant::now();
        for position in &base {
            found.add_depths(position)?;
            progress.advance();
        }
        let time = start.elapsed().as_secs_f64();
        for position in base.iter().chain(&others) {
            found.add_methods(position)?;
            progress.advance();
        }
        drop(progress);
        let BenchSignature { nodes, checksum } = found;
        let checksum = format!("{checksum:016x}");
        let text = format!(
            "{nodes} nodes, checksum {checksum}, {}, {} nodes/s\n",
            seconds(time),
            per_second(nodes, time)
        );
        let nodes_per_second = (nodes as f64 / time).round() as u64;
        let signature = Signature {
            nodes,
            checksum,
            seconds: time,
            nodes_per_second,
        };
        output.answer(&Answer::line("floe/bench/1", signature, text))?;
        Ok(Status::Fine)
    }
}

/// Reads positions, one a line below comments.
fn read(text: &str) -> Result<Vec<AnyGame>, PositionError> {
    let lines = text.lines();
    let positions = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    positions.map(str::parse).collect()
}
