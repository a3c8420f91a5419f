//! The games of several matches, taken together.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::config::MatchConfig;
use crate::index::{GameIndex, GameIndexError, Origin};
use crate::record::Record;
use crate::runner::{Account, Scoreboard};

use super::{StoreError, files_with, read_config};

/// A file of games, complete or not.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// The match.
    pub config: MatchConfig,
}

impl RecordFile {
    /// Finds the files of games: those named, and all in directories named.
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
        files.iter().map(|path| RecordFile::open(path)).collect()
    }

    fn open(path: &Path) -> Result<RecordFile, StoreError> {
        let bytes = fs::metadata(path).map_err(|error| StoreError::io(path, error))?.len();
        Ok(RecordFile { path: path.to_owned(), bytes, config: read_config(path)? })
    }

    /// The names of the engines, with the clock where there was one, and the build where several have played.
    pub fn names(&self, several_builds: bool) -> Vec<String> {
        let MatchConfig { engines, clock, build, .. } = &self.config;
        let clock = clock.map_or(String::new(), |clock| format!(" [{clock}]"));
        let sources = build.split(['(', ',', ')']).nth(1).unwrap_or(build);
        let build = if several_builds { format!(" [{sources}]") } else { String::new() };
        engines.iter().map(|engine| format!("{engine}{clock}{build}")).collect()
    }

    /// Reads all games.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn for_each_record(&self, each: impl FnMut(Record)) -> Result<(), StoreError> {
        super::read(&self.path, each).map(drop)
    }
}

/// The games of several files, counted for each number of players.
#[derive(Debug)]
pub struct RatingPools(BTreeMap<usize, RatingPool>);

#[derive(Debug)]
struct RatingPool {
    names: Vec<String>,
    account: Account,
}

impl RatingPools {
    /// Counts the games of whole blocks.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn count(files: &[RecordFile]) -> Result<RatingPools, StoreError> {
        let builds = has_several_builds(files);
        let mut names: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for file in files {
            let known = names.entry(file.config.sides()).or_default();
            let new: Vec<String> = file.names(builds).into_iter().filter(|name| !known.contains(name)).collect();
            known.extend(new);
        }
        let pool = |(players, names): (usize, Vec<String>)| {
            (players, RatingPool { account: Account::new(names.len(), players), names })
        };
        let mut pools: BTreeMap<usize, RatingPool> = names.into_iter().map(pool).collect();
        for file in files {
            let (players, engines) = (&file.config.sides(), &file.config.engines);
            let mut board = Scoreboard::new(file.config.schedule()?, engines.len(), *players, None);
            file.for_each_record(|record| board.record(&record))?;
            let Some(pool) = pools.get_mut(players) else { continue };
            let place = |name: &String| pool.names.iter().position(|known| known == name).unwrap_or_default();
            let here: Vec<usize> = file.names(builds).iter().map(place).collect();
            pool.account.absorb(board.account(), |engine| here[engine]);
        }
        Ok(RatingPools(pools))
    }

    /// The number of players, the names and what is known, for each number of players.
    pub fn each(&self) -> impl Iterator<Item = (usize, &[String], &Account)> {
        self.0.iter().map(|(&players, pool)| (players, &pool.names[..], &pool.account))
    }
}

/// Whether files were written by different builds.
fn has_several_builds(files: &[RecordFile]) -> bool {
    files.windows(2).any(|pair| pair[0].config.build != pair[1].config.build)
}

/// The reason why games are not in an index.
#[derive(Debug, thiserror::Error)]
pub enum IndexingError {
    /// The index refuses.
    #[error(transparent)]
    Index(#[from] GameIndexError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes an index hold the games of these files, unless it does.
///
/// # Errors
/// When a file cannot be read, or the index refuses.
pub fn index_files(mut index: GameIndex, files: &[RecordFile]) -> Result<GameIndex, IndexingError> {
    let now: Vec<(String, u64)> = files.iter().map(|file| (file.path.display().to_string(), file.bytes)).collect();
    if index.files()? == now {
        return Ok(index);
    }
    index = index.emptied()?;
    let builds = has_several_builds(files);
    for (file, (path, bytes)) in files.iter().zip(&now) {
        let engines = file.names(builds);
        let config = serde_json::to_string(&file.config).map_err(|error| StoreError::io(&file.path, error.into()))?;
        let origin = Origin { path, bytes: *bytes, players: file.config.players, engines: &engines, config: &config };
        index.insert(&origin, |each| Ok::<(), IndexingError>(file.for_each_record(|record| each(&record))?))?;
    }
    Ok(index)
}
