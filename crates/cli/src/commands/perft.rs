use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Args, value_parser};
use floe_engine::{AnyGame, with_game};
use floe_game::Notated;
use floe_search::{ParallelPerft as Counter, TranspositionTable};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use crate::input::PositionArgument;
use crate::output::{Answer, Output};
use crate::problem::Status;
use crate::resources::{MAX_THREADS, all_cores, check_hash};
use crate::words::{per_second, seconds};

/// Count the sequences of so many moves
///
/// Placements count as moves. Retiring costs no ply, and a game that ends earlier counts nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe perft \"POSITION\" 6
  floe perft \"POSITION\" 6 --divide --threads 1
  floe perft - 4 < positions.txt")]
pub(crate) struct Perft {
    #[command(flatten)]
    position: PositionArgument,

    /// How many moves, 0 to 99
    #[arg(value_name = "DEPTH", value_parser = value_parser!(u32).range(0..=99))]
    depth: u32,

    /// Tell the count below each move, too
    #[arg(long)]
    divide: bool,

    /// How many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=MAX_THREADS))]
    threads: Option<u32>,

    /// Remember counts in a table of so many MiB [default: no table]
    #[arg(long, value_name = "MB", value_parser = value_parser!(u32).range(1..))]
    hash: Option<u32>,
}

#[derive(Serialize)]
struct Count {
    position: String,
    depth: u32,
    leaves: u64,
    seconds: f64,
    /// Sorted, as maps of this kind are.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl Answer for Count {
    const SCHEMA: &'static str = "floe/perft/1";

    fn text(&self) -> String {
        let moves = self.divide.iter().flatten().map(|(mv, leaves)| format!("{mv:<5}  {leaves}\n"));
        let rate = per_second(self.leaves, self.seconds);
        moves.collect::<String>() + &format!("{} leaves, {}, {rate} leaves/s\n", self.leaves, seconds(self.seconds))
    }

    fn has_many_lines(&self) -> bool {
        self.divide.is_some()
    }
}

impl Perft {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        if let Some(mebibytes) = self.hash {
            check_hash(mebibytes as usize)?;
        }
        let threads = self.threads.map_or_else(all_cores, |threads| threads as usize);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start the threads")?;
        self.position.answer_each(output, |position| self.count(position, &pool))
    }

    fn count(&self, position: &AnyGame, pool: &ThreadPool) -> Result<Count> {
        let start = Instant::now();
        let mut counter = match self.hash {
            Some(mebibytes) => Counter::with_table(TranspositionTable::new(mebibytes as usize)?),
            None => Counter::default(),
        };
        let (depth, divide) = (self.depth, self.divide);
        let (leaves, divided) = pool.install(|| {
            with_game!(position, position => {
                if divide && depth > 0 {
                    let counts = counter.divide(position, depth);
                    let leaves = counts.iter().map(|(_, leaves)| leaves).sum();
                    (leaves, counts.into_iter().map(|(mv, leaves)| (position.move_text(mv), leaves)).collect())
                } else {
                    (counter.count(position, depth), BTreeMap::new())
                }
            })
        });
        let seconds = start.elapsed().as_secs_f64();
        Ok(Count { position: position.to_string(), depth, leaves, seconds, divide: divide.then_some(divided) })
    }
}
