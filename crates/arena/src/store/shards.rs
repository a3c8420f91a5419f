use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use floe_runs::replace;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::AtPath;
use super::{Growth, MatchHead, RecordFileProblem, Store, StoreError, files_with, open_lines, read_records};
use crate::config::MatchConfig;
use crate::record::Record;
use crate::schedule::{Schedule, Shard};

/// The file of a match, or of a shard of it, in a directory: its games (`jsonl`) or its seal (`done`).
fn shard_path(directory: &Path, shard: Shard, extension: &str) -> PathBuf {
    if shard == Shard::WHOLE {
        return directory.join(format!("games.{extension}"));
    }
    directory.join(format!("shard-{}.{extension}", shard.to_string().replace('/', "-of-")))
}

impl Store {
    /// Returns the path at which the games of a shard are recorded in a directory.
    pub fn path(directory: &Path, shard: Shard) -> PathBuf {
        shard_path(directory, shard, "jsonl")
    }

    /// Returns the configuration of the match whose games are recorded in the file of this shard in `directory`; `None`
    /// if there is no such file, or it has no whole first line.
    ///
    /// # Errors
    /// When the file cannot be read, or is of another format.
    pub fn recorded_match(directory: &Path, shard: Shard) -> Result<Option<MatchConfig>, StoreError> {
        let path = Store::path(directory, shard);
        if !path.exists() {
            return Ok(None);
        }
        let mut lines = open_lines(&path)?;
        let head = lines.next_line().at(&path)?.map(MatchHead::parse).transpose().at(&path)?;
        Ok(head.map(|head| head.config))
    }

    /// Opens the file of a shard of the match `config` in `directory`, as [`Store::open`] does, and creates the
    /// directory if it is missing. Calls `each` with the record of every game in it, checked against the match. With
    /// [`Growth::Allowed`] a file of the same match with fewer floes gets a new first line.
    ///
    /// # Errors
    /// As [`Store::open`], and when the directory cannot be created, the match has no schedule, or a line is no game of
    /// it.
    pub fn open_shard(
        directory: &Path,
        shard: Shard,
        config: &MatchConfig,
        growth: Growth,
        mut each: impl FnMut(Record),
    ) -> Result<Store, StoreError> {
        fs::create_dir_all(directory).at(directory)?;
        let path = Store::path(directory, shard);
        let head = MatchHead::new(config)?;
        let expected = serde_json::to_value(config).map_err(io::Error::from).at(&path)?;
        Store::resume(&path, expected, growth, |line| head.parse_record(line).map(&mut each)).at(&path)
    }
}

/// Seal of a complete file of games: a file next to it with its number of games, its SHA-256 and the build that played
/// it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Seal {
    shard: String,
    games: u64,
    sha256: String,
    build: String,
}

impl Seal {
    /// Writes the seal of the complete file of games of a shard in `directory`: as a whole or not at all. `games` is
    /// the number of its games, and `build` the version and build that played them.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(directory: &Path, shard: Shard, games: u64, build: &str) -> Result<(), StoreError> {
        let records = Store::path(directory, shard);
        let sha256 = hash(&records).at(&records)?;
        let seal = Seal { shard: shard.to_string(), games, sha256, build: build.to_owned() };
        let path = shard_path(directory, shard, "done");
        let text = serde_json::to_string(&seal).map_err(io::Error::from);
        text.and_then(|text| replace(&path, text.as_bytes())).at(&path)
    }
}

/// Returns the SHA-256 of the file at `path` in hexadecimal digits.
///
/// # Errors
/// When the file cannot be read.
pub fn hash(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A match together with the records of its games.
#[derive(Debug)]
pub struct RecordedMatch {
    /// Configuration of the match.
    pub config: MatchConfig,
    /// Records of the games, in the order in which the files have them.
    pub records: Vec<Record>,
}

impl RecordedMatch {
    /// Reads a file of games, which may be incomplete.
    ///
    /// # Errors
    /// When the file cannot be read, or a whole line is no game of its match.
    pub fn read(path: &Path) -> Result<RecordedMatch, StoreError> {
        let mut records: Vec<Record> = Vec::new();
        let config = read_records(path, |record| records.push(record))?;
        Ok(RecordedMatch { config, records })
    }

    /// Reads the sealed games of all shards of one match, whose files are in these directories.
    ///
    /// # Errors
    /// When a directory has no sealed games, a file has changed since it was sealed, shards are of different matches or
    /// builds, or one is missing.
    pub fn merge(directories: &[PathBuf]) -> Result<RecordedMatch, StoreError> {
        let mut sealed = Vec::new();
        for directory in directories {
            let here = files_with(directory, "done")?;
            if here.is_empty() {
                return Err(StoreError::NothingSealed(directory.clone()));
            }
            sealed.extend(here);
        }
        sealed.sort();
        let (mut shards, mut merged): (Vec<Shard>, Option<RecordedMatch>) = (Vec::new(), None);
        for path in &sealed {
            let (shard, next) = read_sealed(path)?;
            shards.push(shard);
            match &mut merged {
                None => merged = Some(next),
                Some(merged) if merged.config == next.config => merged.records.extend(next.records),
                Some(merged) => {
                    let what = if merged.config.build == next.config.build { "match" } else { "build" };
                    return Err(RecordFileProblem::Mixed { first: sealed[0].clone(), what }).at(path);
                }
            }
        }
        let merged = merged.ok_or(StoreError::NoGames)?;
        merged.check_complete(shards)?;
        Ok(merged)
    }

    fn check_complete(&self, sealed: Vec<Shard>) -> Result<(), StoreError> {
        let schedule = Schedule::new(&self.config)?;
        let known: HashSet<u64> = self.records.iter().map(|record| record.game).collect();
        let missing: Vec<u64> = (0..schedule.games()).filter(|game| !known.contains(game)).collect();
        let Some(&first) = missing.first() else { return Ok(()) };
        let block = schedule.game(first).block;
        let games = schedule.games();
        Err(StoreError::Incomplete { missing: missing.len(), games, first, block, sealed })
    }
}

fn read_sealed(path: &Path) -> Result<(Shard, RecordedMatch), StoreError> {
    let text = fs::read_to_string(path).at(path)?;
    let seal: Seal = serde_json::from_str(&text).map_err(|_| RecordFileProblem::NoSeal).at(path)?;
    let shard = seal.shard.parse().map_err(|_| RecordFileProblem::NoSeal).at(path)?;
    let path = &path.with_extension("jsonl");
    if hash(path).at(path)? != seal.sha256 {
        return Err(RecordFileProblem::Changed).at(path);
    }
    Ok((shard, RecordedMatch::read(path)?))
}
