//! The games of several matches, taken together.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use super::error::AtPath;
use super::{StoreError, files_with, open_lines, read_config, read_records};
use crate::config::MatchConfig;
use crate::record::Record;
use crate::scoreboard::{Account, Scoreboard};

/// A file of games, of a match that may be complete or not.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Length of the file in bytes.
    pub bytes: u64,
    /// Configuration of the match.
    pub config: MatchConfig,
}

impl RecordFile {
    /// Finds the files of games among `paths`, and all `.jsonl` files in directories among them. A
    /// file is left out if another file of the same match has all its games.
    ///
    /// # Errors
    /// When there is no file of games, or a file is no such file.
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
            Ok(RecordFile {
                bytes,
                config: read_config(&path)?,
                path,
            })
        };
        without_copies(
            files
                .into_iter()
                .map(open)
                .collect::<Result<_, StoreError>>()?,
        )
    }

    /// Whether two files are of one match, which may have been extended in one of them.
    fn is_of_match(&self, other: &RecordFile) -> bool {
        let floes = other.config.floes;
        MatchConfig {
            floes,
            ..self.config.clone()
        } == other.config
    }

    fn hashes(&self) -> Result<HashSet<u64>, StoreError> {
        let mut lines = open_lines(&self.path)?;
        let mut hashes = HashSet::new();
        lines.next_line().at(&self.path)?;
        while let Some(line) = lines.next_line().at(&self.path)? {
            let mut hash = DefaultHasher::new();
            line.hash(&mut hash);
            hashes.insert(hash.finish());
        }
        Ok(hashes)
    }

    /// Reads the file, and calls `each` with the record of every game.
    ///
    /// # Errors
    /// When the file cannot be read, or a whole line is no game of its match.
    pub fn for_each_record(&self, each: impl FnMut(Record)) -> Result<(), StoreError> {
        read_records(&self.path, each).map(drop)
    }
}

/// Leaves out the files whose games are all in another file of the same match. Of equal files the
/// first stays.
fn without_copies(files: Vec<RecordFile>) -> Result<Vec<RecordFile>, StoreError> {
    let has_other =
        |file: &RecordFile| files.iter().filter(|other| file.is_of_match(other)).count() > 1;
    let hashes = |file: &RecordFile| {
        if has_other(file) {
            file.hashes().map(Some)
        } else {
            Ok(None)
        }
    };
    let hashes: Vec<Option<HashSet<u64>>> = files.iter().map(hashes).collect::<Result<_, _>>()?;
    let is_copy = |index: usize| {
        let Some(own) = &hashes[index] else {
            return false;
        };
        files
            .iter()
            .zip(&hashes)
            .enumerate()
            .any(|(at, (file, others))| {
                let is_in = |others: &HashSet<u64>| {
                    own.is_subset(others) && (own.len() < others.len() || at < index)
                };
                at != index && files[index].is_of_match(file) && others.as_ref().is_some_and(is_in)
            })
    };
    let copies: Vec<bool> = (0..files.len()).map(is_copy).collect();
    Ok(files
        .into_iter()
        .zip(copies)
        .filter(|(_, is_copy)| !is_copy)
        .map(|(file, _)| file)
        .collect())
}

/// The names of the engines of each file, with the clock if there was one, and with the build if
/// several have played.
pub(crate) fn engine_names(files: &[RecordFile]) -> Vec<Vec<String>> {
    let has_several_builds = files
        .windows(2)
        .any(|pair| pair[0].config.build != pair[1].config.build);
    let names = |file: &RecordFile| {
        let MatchConfig {
            engines,
            clock,
            build,
            ..
        } = &file.config;
        let clock = clock.map_or(String::new(), |clock| format!(" [{clock}]"));
        let sources = build.split(['(', ',', ')']).nth(1).unwrap_or(build);
        let build = if has_several_builds {
            format!(" [{sources}]")
        } else {
            String::new()
        };
        engines
            .iter()
            .map(|engine| format!("{engine}{clock}{build}"))
            .collect()
    };
    files.iter().map(names).collect()
}

/// Lists the names under which different engines have played in these files, each name once.
/// Engines differ if their hashes do, or the names that programs give themselves. Files without
/// both are not compared. Ratings take the games of one name together.
pub fn ambiguous_names(files: &[RecordFile]) -> Vec<String> {
    let mut known: BTreeMap<String, [&str; 2]> = BTreeMap::new();
    let mut ambiguous = BTreeSet::new();
    for (file, names) in files.iter().zip(engine_names(files)) {
        for (engine, name) in names.into_iter().enumerate() {
            let MatchConfig {
                hashes, programs, ..
            } = &file.config;
            if hashes.is_empty() && programs.is_empty() {
                continue;
            }
            let made_of = [hashes, programs].map(|all| all.get(engine).map_or("", String::as_str));
            let first = *known.entry(name.clone()).or_insert(made_of);
            if first != made_of {
                ambiguous.insert(name);
            }
        }
    }
    ambiguous.into_iter().collect()
}

/// Games of several files that have one number of players or teams, to rate their engines together.
#[derive(Debug)]
pub struct RatingPool {
    /// Names of the engines, by their indices in `account`.
    pub names: Vec<String>,
    /// Results of the games of these engines.
    pub account: Account,
}

/// Adds up the complete blocks of `files`, in a pool for each number of players or teams. Calls
/// `each` with this number and the record of every game, complete block or not; the engines of the
/// record have their indices in the pool.
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
        let new = || RatingPool {
            names: Vec::new(),
            account: Account::new(sides),
        };
        let pool = pools.entry(sides).or_insert_with(new);
        let number = |name: String| {
            pool.names
                .iter()
                .position(|known| *known == name)
                .unwrap_or_else(|| {
                    pool.names.push(name);
                    pool.names.len() - 1
                })
        };
        let engines: Vec<usize> = names.into_iter().map(number).collect();
        let mut board = Scoreboard::new(&file.config, None)?;
        file.for_each_record(|mut record| {
            record
                .seats
                .iter_mut()
                .for_each(|engine| *engine = engines[*engine]);
            board.record(&record);
            each(sides, &record);
        })?;
        pool.account.absorb(board.account);
    }
    Ok(pools)
}
