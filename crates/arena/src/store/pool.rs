//! The games of several matches, taken together.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::error::AtPath;
use super::{StoreError, files_with, read_config};
use crate::config::MatchConfig;
use crate::record::Record;
use crate::scoreboard::{Account, Scoreboard};

/// A file of games, complete or not.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// The match.
    pub config: MatchConfig,
}

impl RecordFile {
    /// Finds files of games: those named, and all in directories named.
    ///
    /// # Errors
    /// When there is none, or one is not a file of games.
    pub fn find(paths: &[PathBuf]) -> Result<Vec<RecordFile>, StoreError> {
        let mut files = Vec::new();
        for path in paths {
            if path.is_dir() {
                files.extend(files_with(path, "jsonl")?);
            } else {
                files.push(path.clone());
            }
        }
        files.sort();
        files.dedup();
        if files.is_empty() {
            return Err(StoreError::NoGames);
        }
        let open = |path: PathBuf| {
            let bytes = fs::metadata(&path).at(&path)?.len();
            Ok(RecordFile { bytes, config: read_config(&path)?, path })
        };
        files.into_iter().map(open).collect()
    }

    /// Reads all games.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn for_each_record(&self, each: impl FnMut(Record)) -> Result<(), StoreError> {
        super::read(&self.path, each).map(drop)
    }
}

/// The names of the engines of each file, with the clock if there was one, and with the build if several have played.
pub(crate) fn engine_names(files: &[RecordFile]) -> Vec<Vec<String>> {
    let has_several_builds = files.windows(2).any(|pair| pair[0].config.build != pair[1].config.build);
    let names = |file: &RecordFile| {
        let MatchConfig { engines, clock, build, .. } = &file.config;
        let clock = clock.map_or(String::new(), |clock| format!(" [{clock}]"));
        let sources = build.split(['(', ',', ')']).nth(1).unwrap_or(build);
        let build = if has_several_builds { format!(" [{sources}]") } else { String::new() };
        engines.iter().map(|engine| format!("{engine}{clock}{build}")).collect()
    };
    files.iter().map(names).collect()
}

/// The games of several files with one number of players or teams.
#[derive(Debug)]
pub struct RatingPool {
    /// The names of the engines.
    pub names: Vec<String>,
    /// The games of these engines.
    pub account: Account,
}

/// Counts the games of whole blocks of these files, for each number of players or teams, and calls `each` with this number and every game.
///
/// # Errors
/// When a file cannot be read.
pub fn rating_pools(
    files: &[RecordFile],
    mut each: impl FnMut(usize, &Record),
) -> Result<BTreeMap<usize, RatingPool>, StoreError> {
    let mut pools: BTreeMap<usize, RatingPool> = BTreeMap::new();
    for (file, names) in files.iter().zip(engine_names(files)) {
        let sides = file.config.results();
        let new = || RatingPool { names: Vec::new(), account: Account::new(sides) };
        let pool = pools.entry(sides).or_insert_with(new);
        let number = |name: String| {
            pool.names.iter().position(|known| *known == name).unwrap_or_else(|| {
                pool.names.push(name);
                pool.names.len() - 1
            })
        };
        let engines: Vec<usize> = names.into_iter().map(number).collect();
        let mut board = Scoreboard::new(&file.config, None)?;
        file.for_each_record(|mut record| {
            record.seats.iter_mut().for_each(|engine| *engine = engines[*engine]);
            board.record(&record);
            each(sides, &record);
        })?;
        pool.account.absorb(board.account);
    }
    Ok(pools)
}
