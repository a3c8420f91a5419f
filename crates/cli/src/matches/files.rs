use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use floe_arena::record::Record;
use floe_arena::schedule::Shard;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Configuration;
use crate::files::{replace, unreadable};
use crate::problem::Wrong;

/// Where the games of a match, or of a shard of it, are kept in a directory.
pub(crate) fn games(directory: &Path, shard: Shard) -> PathBuf {
    directory.join(format!("{}.jsonl", stem(shard)))
}

fn stem(shard: Shard) -> String {
    if shard == Shard::WHOLE { "games".to_owned() } else { format!("shard-{}", shard.to_string().replace('/', "-of-")) }
}

/// Says that all games of a file have been played, and what the file was then.
#[derive(Serialize, Deserialize)]
pub(crate) struct Done {
    shard: String,
    games: u64,
    sha256: String,
    build: String,
}

impl Done {
    /// Seals a file of games that has all it should have: written at once or not at all.
    pub(crate) fn seal(directory: &Path, shard: Shard, games_played: u64, build: &str) -> Result<()> {
        let games = games(directory, shard);
        let sha256 = hash(&games).with_context(|| games.display().to_string())?;
        let done = Done { shard: shard.to_string(), games: games_played, sha256, build: build.to_owned() };
        let path = directory.join(format!("{}.done", stem(shard)));
        replace(&path, serde_json::to_string(&done)?.as_bytes()).with_context(|| path.display().to_string())
    }
}

fn hash(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut fs::File::open(path)?, &mut hasher)?;
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The sealed games of all shards of a match.
pub(crate) struct Pool {
    pub(crate) configuration: Configuration,
    pub(crate) records: Vec<Record>,
}

impl Pool {
    /// Reads what is sealed in these directories.
    ///
    /// # Errors
    /// When a file has changed since it was sealed, shards are of different matches or builds, or one is missing.
    pub(crate) fn read(directories: &[PathBuf]) -> Result<Pool> {
        let mut sealed = Vec::new();
        for directory in directories {
            let entries = fs::read_dir(directory).map_err(unreadable(directory))?;
            for entry in entries {
                let path = entry?.path();
                if path.extension().is_some_and(|extension| extension == "done") {
                    sealed.push(path);
                }
            }
        }
        sealed.sort();
        let mut pool: Option<(Pool, &PathBuf)> = None;
        let mut shards: Vec<Shard> = Vec::new();
        for path in &sealed {
            let (shard, configuration, records) = unsealed(path)?;
            match &mut pool {
                None => pool = Some((Pool { configuration, records }, path)),
                Some((pool, _)) if pool.configuration == configuration => pool.records.extend(records),
                Some((pool, first)) => {
                    let what = if pool.configuration.build == configuration.build { "matches" } else { "builds" };
                    bail!(Wrong::new(format!("{} and {} are of different {what}", first.display(), path.display())));
                }
            }
            shards.push(shard);
        }
        let Some((pool, _)) = pool else {
            bail!(Wrong::new("nothing is sealed there: a shard that has been played ends with a .done file"));
        };
        check_complete(&pool, &shards)?;
        Ok(pool)
    }
}

fn unsealed(path: &Path) -> Result<(Shard, Configuration, Vec<Record>)> {
    let foreign = || Wrong::new(format!("{}: this is no file that seals games", path.display()));
    let done: Done = serde_json::from_str(&crate::files::read(path)?).map_err(|_| foreign())?;
    let games = path.with_extension("jsonl");
    if hash(&games).map_err(unreadable(&games))? != done.sha256 {
        bail!(Wrong::new(format!("{} has changed since it was sealed", games.display())));
    }
    let mut records: Vec<Record> = Vec::new();
    let configuration = floe_arena::store::read(&games, |record| records.push(record)).map_err(Wrong::from)?;
    let configuration: Configuration = serde_json::from_value(configuration)
        .map_err(|error| Wrong::new(format!("{}: the configuration: {error}", games.display())))?;
    if let Some(record) = records.iter().find(|record| record.build != configuration.build) {
        bail!(Wrong::new(format!("{}: game {} is of another build", games.display(), record.game)));
    }
    let shard = done.shard.parse().map_err(|_| foreign())?;
    Ok((shard, configuration, records))
}

fn check_complete(pool: &Pool, shards: &[Shard]) -> Result<()> {
    let schedule = pool.configuration.schedule()?;
    let mut there = vec![false; schedule.games() as usize];
    for record in &pool.records {
        if let Some(there) = there.get_mut(record.game as usize) {
            *there = true;
        }
    }
    let Some(missing) = there.iter().position(|there| !there) else { return Ok(()) };
    let block = schedule.game(missing as u64).block;
    let names: Vec<String> = shards.iter().map(Shard::to_string).collect();
    bail!(Wrong::new(format!(
        "{} of {} games are missing, the first is game {missing} of block {block}; sealed there: {}",
        there.iter().filter(|there| !**there).count(),
        there.len(),
        names.join(", ")
    )))
}
