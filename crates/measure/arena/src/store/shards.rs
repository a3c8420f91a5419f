use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use floe_runs::{SealedFile, Shard, seals_in};

use super::error::AtPath;
use super::{Growth, MatchHead, RecordFileProblem, Store, StoreError, open_lines, read_records};
use crate::config::MatchConfig;
use crate::record::Record;
use crate::schedule::Schedule;

impl Store {
    /// Returns the path at which the games of a shard are recorded in a directory.
    pub fn path(directory: &Path, shard: Shard) -> PathBuf {
        shard.path(directory, "jsonl")
    }

    /// Returns the configuration of the match whose games are recorded in the file of this shard in
    /// `directory`; `None` if there is no such file, or it has no whole first line.
    ///
    /// # Errors
    /// When the file cannot be read, or is of another format.
    pub fn recorded_match(
        directory: &Path,
        shard: Shard,
    ) -> Result<Option<MatchConfig>, StoreError> {
        let path = Store::path(directory, shard);
        if !path.exists() {
            return Ok(None);
        }
        let mut lines = open_lines(&path)?;
        let head = lines
            .next_line()
            .at(&path)?
            .map(MatchHead::parse)
            .transpose()
            .at(&path)?;
        Ok(head.map(|head| head.config))
    }

    /// Opens the file of a shard of the match `config` in `directory`, as [`Store::open`] does, and
    /// creates the directory. Calls `each` with the record of every game in it, checked against the
    /// match. With [`Growth::Allowed`] a file with fewer floes gets a new first line.
    ///
    /// # Errors
    /// As [`Store::open`], and when the directory cannot be created, the match has no schedule, or
    /// a line is no game of it.
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
        let expected = serde_json::to_value(config)
            .map_err(io::Error::from)
            .at(&path)?;
        Store::resume(&path, expected, growth, |line| {
            head.parse_record(line).map(&mut each)
        })
        .at(&path)
    }
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
    /// When a directory has no sealed games, a file has changed since it was sealed, shards are of
    /// different matches or builds, or one is missing.
    pub fn merge(directories: &[PathBuf]) -> Result<RecordedMatch, StoreError> {
        let seals = seals_in(directories)?;
        let (mut shards, mut merged): (Vec<Shard>, Option<RecordedMatch>) = (Vec::new(), None);
        for seal in &seals {
            let SealedFile { path, shard, .. } = SealedFile::read(seal, "jsonl")?;
            let next = RecordedMatch::read(&path)?;
            shards.push(shard);
            match &mut merged {
                None => merged = Some(next),
                Some(merged) if merged.config == next.config => merged.records.extend(next.records),
                Some(merged) => {
                    let what = if merged.config.build == next.config.build {
                        "match"
                    } else {
                        "build"
                    };
                    return Err(RecordFileProblem::Mixed {
                        first: seals[0].clone(),
                        what,
                    })
                    .at(seal);
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
        let missing: Vec<u64> = (0..schedule.games())
            .filter(|game| !known.contains(game))
            .collect();
        let Some(&first) = missing.first() else {
            return Ok(());
        };
        let block = schedule.game(first).block;
        let games = schedule.games();
        Err(StoreError::Incomplete {
            missing: missing.len(),
            games,
            first,
            block,
            sealed,
        })
    }
}
