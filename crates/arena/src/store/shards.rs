use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Store, StoreError, files_with, parse_config};
use crate::config::MatchConfig;
use crate::record::Record;
use crate::schedule::Shard;

/// Replaces the content of a file, or makes one: all of it or nothing, whatever ends the program, so that a
/// reader sees all of the old content or all of the new.
///
/// # Errors
/// When the system refuses. The old content is still there.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let fresh = fresh(path);
    let mut file = File::create(&fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&fresh, path)
}

/// Where [`replace`] writes before the old content goes.
pub fn fresh(path: &Path) -> PathBuf {
    path.with_added_extension("tmp")
}

/// Where the games of a match, or of a shard of it, are kept in a directory.
fn games(directory: &Path, shard: Shard) -> PathBuf {
    directory.join(format!("{}.jsonl", stem(shard)))
}

fn stem(shard: Shard) -> String {
    if shard == Shard::WHOLE { "games".to_owned() } else { format!("shard-{}", shard.to_string().replace('/', "-of-")) }
}

impl Store {
    /// Opens the file of a shard in a directory, which is made if it is not there, as [`Store::open`] does.
    ///
    /// # Errors
    /// As [`Store::open`], and when the directory cannot be made.
    pub fn open_shard<R: DeserializeOwned>(
        directory: &Path,
        shard: Shard,
        config: &MatchConfig,
        each: impl FnMut(R),
    ) -> Result<Store, StoreError> {
        fs::create_dir_all(directory).map_err(|error| StoreError::io(directory, error))?;
        Store::open(&games(directory, shard), config, each)
    }
}

/// The seal of a file of games that is complete, with the hash of the file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Seal {
    shard: String,
    games: u64,
    sha256: String,
    build: String,
}

impl Seal {
    /// Seals a file of games that has all it should have: written at once or not at all.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(directory: &Path, shard: Shard, games_played: u64, build: &str) -> Result<(), StoreError> {
        let games = games(directory, shard);
        let sha256 = hash(&games).map_err(|error| StoreError::io(&games, error))?;
        let seal = Seal { shard: shard.to_string(), games: games_played, sha256, build: build.to_owned() };
        let path = directory.join(format!("{}.done", stem(shard)));
        let text = serde_json::to_string(&seal).map_err(io::Error::from);
        text.and_then(|text| replace(&path, text.as_bytes())).map_err(|error| StoreError::io(&path, error))
    }
}

fn hash(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The sealed games of all shards of a match.
#[derive(Debug)]
pub struct MergedShards {
    /// The match.
    pub config: MatchConfig,
    /// All games.
    pub records: Vec<Record>,
}

impl MergedShards {
    /// Reads the sealed games in these directories.
    ///
    /// # Errors
    /// When a file has changed since it was sealed, shards are of different matches or builds, or one is missing.
    pub fn read(directories: &[PathBuf]) -> Result<MergedShards, StoreError> {
        let mut sealed = Vec::new();
        for directory in directories {
            sealed.extend(files_with(directory, "done")?);
        }
        sealed.sort();
        let mut merged: Option<(MergedShards, &PathBuf)> = None;
        let mut shards: Vec<Shard> = Vec::new();
        for path in &sealed {
            let (shard, MergedShards { config, records }) = read_sealed(path)?;
            match &mut merged {
                None => merged = Some((MergedShards { config, records }, path)),
                Some((merged, _)) if merged.config == config => merged.records.extend(records),
                Some((merged, first)) => {
                    let what = if merged.config.build == config.build { "matches" } else { "builds" };
                    return Err(StoreError::Mixed { first: first.clone(), second: path.clone(), what });
                }
            }
            shards.push(shard);
        }
        let (merged, _) = merged.ok_or(StoreError::NothingSealed)?;
        merged.check_complete(&shards)?;
        Ok(merged)
    }

    fn check_complete(&self, shards: &[Shard]) -> Result<(), StoreError> {
        let schedule = self.config.schedule()?;
        let mut there = vec![false; schedule.games() as usize];
        for record in &self.records {
            if let Some(there) = there.get_mut(record.game as usize) {
                *there = true;
            }
        }
        let Some(first) = there.iter().position(|there| !there) else { return Ok(()) };
        Err(StoreError::Incomplete {
            missing: there.iter().filter(|there| !**there).count(),
            games: there.len(),
            first: first as u64,
            block: schedule.game(first as u64).block,
            sealed: shards.to_vec(),
        })
    }
}

fn read_sealed(path: &Path) -> Result<(Shard, MergedShards), StoreError> {
    let no_seal = || StoreError::NoSeal(path.to_owned());
    let text = fs::read_to_string(path).map_err(|error| StoreError::io(path, error))?;
    let seal: Seal = serde_json::from_str(&text).map_err(|_| no_seal())?;
    let games = path.with_extension("jsonl");
    if hash(&games).map_err(|error| StoreError::io(&games, error))? != seal.sha256 {
        return Err(StoreError::Changed(games));
    }
    let mut records: Vec<Record> = Vec::new();
    let config = super::read(&games, |record| records.push(record))?;
    let config = parse_config(&games, config)?;
    if let Some(record) = records.iter().find(|record| record.build != config.build) {
        return Err(StoreError::OtherBuild { path: games, game: record.game });
    }
    let shard = seal.shard.parse().map_err(|_| no_seal())?;
    Ok((shard, MergedShards { config, records }))
}
