//! Options of commands whose work is split among machines.

use clap::Args;
use floe_runs::Shard;

use crate::arguments::number;
use crate::problem::Wrong;

/// Part of a run that this call plays.
#[derive(Args, Clone)]
#[command(next_help_heading = "Shards")]
pub(crate) struct ShardArguments {
    /// Play only part I of K, counted from 1
    #[arg(long, value_name = "I/K", requires = "out")]
    shard: Option<Shard>,

    /// Play the part of K that the job scheduler names
    ///
    /// Reads HQ_TASK_ID, SLURM_ARRAY_TASK_ID or PARALLEL_SEQ, counted from 1, or
    /// JOB_COMPLETION_INDEX, from 0.
    #[arg(long, value_name = "K", value_parser = number::<u64>(1..=u64::MAX))]
    #[arg(requires = "out", conflicts_with = "shard")]
    shards: Option<u64>,
}

/// Variables in which job schedulers pass the number of a shard, and the first number of each.
const SHARD_VARIABLES: [(&str, u64); 4] = [
    ("HQ_TASK_ID", 1),
    ("SLURM_ARRAY_TASK_ID", 1),
    ("PARALLEL_SEQ", 1),
    ("JOB_COMPLETION_INDEX", 0),
];

impl ShardArguments {
    /// The shard given, or that of the job; `None` without these options.
    ///
    /// # Errors
    /// If no variable names a shard, or two of them name different ones.
    pub(crate) fn resolve(&self) -> Result<Option<Shard>, Wrong> {
        let Some(count) = self.shards else {
            return Ok(self.shard);
        };
        let mut found: Vec<(String, Shard)> = Vec::new();
        for (name, first) in SHARD_VARIABLES {
            let Ok(text) = std::env::var(name) else {
                continue;
            };
            let number: u64 = text
                .parse()
                .map_err(|_| Wrong::new(format!("{name}: expected an integer; found '{text}'")))?;
            let shard = Shard::new(number.saturating_add(1) - first, count);
            let shard = shard.map_err(|error| Wrong::new(format!("{name}={text}: {error}")))?;
            found.push((format!("{name}={text}"), shard));
        }
        let Some((name, shard)) = found.first() else {
            let names = SHARD_VARIABLES.map(|(name, _)| name).join(", ");
            return Err(Wrong::new(format!(
                "--shards: expected one of the variables {names}"
            )));
        };
        match found.iter().find(|(_, other)| other != shard) {
            Some((other, _)) => Err(Wrong::new(format!(
                "--shards: expected variables that name one shard; found {name} and {other}: give --shard I/{count}"
            ))),
            None => Ok(Some(*shard)),
        }
    }
}
