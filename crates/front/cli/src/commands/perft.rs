use std::collections::BTreeMap;

use anyhow::Context;
use floe_engine::AnyGame;
use floe_search::{ParallelPerft as Counter, TranspositionTable, parse_count};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::prelude::*;
use crate::input::PositionArgument;

/// Count the move sequences of a length (perft)
///
/// Counts the ways to play exactly DEPTH moves, placements included; a game that ends earlier does
/// not count. The number tests and times a move generator.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/perft.txt"))]
pub(crate) struct Perft {
    #[command(flatten)]
    position: PositionArgument,

    /// Number of moves in a sequence, 0 to 99
    #[arg(value_name = "DEPTH", required_unless_present = "positions", value_parser = number::<u32>(0..=MAX_DEPTH))]
    depth: Option<u32>,

    /// Also print the count below each move
    #[arg(long)]
    divide: bool,

    /// Number of threads, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    threads: Option<usize>,

    /// Size in MiB of a table of counts [default: no table]
    #[arg(long, value_name = "MIB", value_parser = mebibytes())]
    hash: Option<usize>,
}

/// Maximum number of moves in a sequence.
const MAX_DEPTH: u64 = 99;

const SCHEMA: &str = "floe/perft/1";

#[derive(Serialize, JsonSchema)]
pub(crate) struct Count {
    position: String,
    depth: u32,
    leaves: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl Perft {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let threads = self.threads.unwrap_or_else(all_cores);
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .context("cannot start the threads")?;
        let (positions, word) = self.position.without_word();
        let depth = self.depth.map_or_else(|| depth(word.as_deref()), Ok)?;
        positions.answer_each(&Interrupt::default(), output, |position| {
            self.count(position, depth, &pool)
        })
    }

    fn count(&self, position: &AnyGame, depth: u32, pool: &ThreadPool) -> Result<Answer<Count>> {
        let start = Instant::now();
        let mut counter = Counter {
            table: self.hash.map(TranspositionTable::new).transpose()?,
        };
        let divide = self.divide;
        let divided: BTreeMap<String, u64> = if divide {
            let counts = pool.install(|| floe_engine::divide(position, depth, &mut counter));
            let named = counts
                .into_iter()
                .map(|(mv, leaves)| (position.move_text(mv), leaves));
            named.collect()
        } else {
            BTreeMap::new()
        };
        let leaves = if divide && depth > 0 {
            divided.values().sum()
        } else {
            pool.install(|| floe_engine::perft(position, depth, &mut counter))
        };
        let time = start.elapsed().as_secs_f64();
        let noun = if leaves == 1 { "leaf" } else { "leaves" };
        let text: String = divided
            .iter()
            .map(|(mv, leaves)| format!("{mv:<5}  {leaves}\n"))
            .collect();
        let why = match leaves {
            0 => format!(": no game lasts {}", counted(depth, "move")),
            _ => String::new(),
        };
        let text = format!(
            "{text}{leaves} {noun}{why}, {}, {} leaves/s\n",
            seconds(time),
            per_second(leaves, time)
        );
        let divided = divide.then_some(divided);
        let count = Count {
            position: position.to_string(),
            depth,
            leaves,
            seconds: time,
            divide: divided,
        };
        Ok(if divide {
            Answer::block(SCHEMA, count, text)
        } else {
            Answer::line(SCHEMA, count, text)
        })
    }
}

/// Reads the depth from the place of the position.
fn depth(word: Option<&str>) -> Result<u32, Wrong> {
    let depth = word
        .and_then(|word| parse_count(word).ok())
        .filter(|&depth| depth <= MAX_DEPTH);
    depth
        .map(|depth| depth as u32)
        .ok_or_else(|| Wrong::new(format!("DEPTH: expected 0 to {MAX_DEPTH}")))
}
