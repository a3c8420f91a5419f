//! Files of finished games: one JSON object a line, first the configuration of the match, then the
//! games in the order in which they ended.
//!
//! The file is an [`AppendLog`], so a program that is killed loses no recorded game. Opening it
//! drops a last line that was cut off, and the game is played again.

mod error;
mod lines;
pub mod pool;
mod record_error;
mod shards;

use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use floe_runs::{AppendLog, create, replace};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::{MatchConfig, differences};
use crate::record::Record;
use error::AtPath;
pub use error::{RecordFileProblem, StoreError};
pub use lines::{MatchHead, WholeLines, column_of};
use lines::{for_each_line, parse_header, parsed, read_first};
pub use record_error::RecordError;
pub use shards::RecordedMatch;

/// Name and version of the format, in the first line of every file of games.
pub const SCHEMA: &str = "floe-games-1";

/// A file of games that is open for recording, by one process at a time.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    log: AppendLog,
}

/// Permission to continue a record with more floes or rounds than before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// The match must have the same number of floes as before.
    Refused,
    /// The match may have more floes than before.
    Allowed,
    /// The tuning may have more rounds than before.
    MoreRounds,
}

impl Growth {
    fn field(self) -> &'static str {
        match self {
            Growth::Refused | Growth::Allowed => "floes",
            Growth::MoreRounds => "rounds",
        }
    }
}

/// Compares the stored configuration with the one that is to be played: returns whether it has
/// fewer floes or rounds, and is the same otherwise.
///
/// # Errors
/// The differences, unless all are allowed.
fn is_shorter(stored: &Value, config: &Value, growth: Growth) -> Result<bool, RecordFileProblem> {
    let mut expected = config.clone();
    // Records of older builds do not say what their engines are made of.
    if let (None, Some(expected)) = (stored.get("hashes"), expected.as_object_mut()) {
        expected.remove("hashes");
    }
    let found = differences(stored, &expected);
    if found.is_empty() {
        return Ok(false);
    }
    let field = growth.field();
    let grows = stored.is_object() && stored[field].as_u64() < expected[field].as_u64();
    if !grows {
        return Err(RecordFileProblem::Config(found));
    }
    // With a greater number only, the run is longer than the stored one.
    let mut longer = stored.clone();
    longer[field] = expected[field].clone();
    let others = differences(&longer, &expected);
    match growth {
        Growth::Refused if others.is_empty() => {
            let [stored, expected] =
                [stored, &expected].map(|config| config[field].as_u64().unwrap_or(0));
            Err(RecordFileProblem::Longer { stored, expected })
        }
        Growth::Refused => Err(RecordFileProblem::Config(found)),
        Growth::Allowed | Growth::MoreRounds if others.is_empty() => Ok(true),
        Growth::Allowed | Growth::MoreRounds => Err(RecordFileProblem::Config(others)),
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    schema: String,
    config: Value,
}

impl Header {
    fn of(config: Value) -> Header {
        Header {
            schema: SCHEMA.to_owned(),
            config,
        }
    }
}

impl Store {
    /// Opens a file of games, or creates one and the directory that it is in, and calls `each` with
    /// every game in it.
    ///
    /// `config` is everything that decides which games are played and how. It is written to a new
    /// file, and must equal the configuration in an existing file.
    ///
    /// # Errors
    /// When the system refuses, another process has the file open, the configuration differs, or a
    /// whole line cannot be read. The file is unchanged then.
    pub fn open<R: DeserializeOwned>(
        path: &Path,
        config: &impl Serialize,
        each: impl FnMut(R),
    ) -> Result<Store, StoreError> {
        Store::open_grown(path, config, Growth::Refused, each)
    }

    /// Opens a file as [`open`](Store::open) does, also one that may grow to this configuration.
    pub(crate) fn open_grown<R: DeserializeOwned>(
        path: &Path,
        config: &impl Serialize,
        growth: Growth,
        each: impl FnMut(R),
    ) -> Result<Store, StoreError> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).at(directory)?;
        }
        let config = value_of(config).at(path)?;
        Store::resume(path, config, growth, parsed(each)).at(path)
    }

    fn resume(
        path: &Path,
        config: Value,
        growth: Growth,
        each: impl FnMut(&[u8]) -> Result<(), RecordError>,
    ) -> Result<Store, RecordFileProblem> {
        let mut head_length = 0;
        let mut grows = false;
        let mut log = AppendLog::open(path, |file| -> Result<u64, RecordFileProblem> {
            let mut lines = WholeLines::new(BufReader::new(file));
            if let Some(line) = lines.next_line()? {
                grows = is_shorter(&parse_header(line)?, &config, growth)?;
            }
            head_length = lines.length();
            for_each_line(&mut lines, each)?;
            Ok(lines.length())
        })?;
        let head = line_of(&Header::of(config))?;
        if head_length == 0 {
            log.append(&head)?;
        } else if grows {
            remove_seal(path)?;
            log.replace_start(head_length, &head)?;
        }
        log.sync()?;
        Ok(Store {
            path: path.to_owned(),
            log,
        })
    }

    /// Records a game as a line at the end of the file.
    ///
    /// # Errors
    /// When it cannot be written; a part that was written is removed. Also when another program has
    /// removed the file or changed its length.
    pub fn append(&mut self, record: &impl Serialize) -> Result<(), StoreError> {
        let line = line_of(record).at(&self.path)?;
        self.log.append(&line).at(&self.path)
    }

    /// Forces all recorded games to the disk.
    ///
    /// # Errors
    /// When the system refuses, or another program has removed the file or changed its length.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.log.sync().at(&self.path)
    }
}

/// Removes the seal of a file of games, if there is one: it is that of a shorter match.
fn remove_seal(path: &Path) -> io::Result<()> {
    match fs::remove_file(path.with_extension("done")) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn value_of(config: &impl Serialize) -> io::Result<Value> {
    Ok(serde_json::to_value(config)?)
}

fn line_of(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Reads a file of games that may still be growing: calls `each` with every game, and returns the
/// configuration of the match. Text after the last line feed is ignored.
///
/// # Errors
/// When the file cannot be read, is of another format, has no first line, or a whole line cannot be
/// read.
pub fn read<R: DeserializeOwned>(path: &Path, each: impl FnMut(R)) -> Result<Value, StoreError> {
    let mut lines = open_lines(path)?;
    let config = read_first(&mut lines).and_then(parse_header).at(path)?;
    for_each_line(&mut lines, parsed(each)).at(path)?;
    Ok(config)
}

/// Reads a file that may still be growing, as [`read`] does. It must have this configuration, or
/// one that may grow to it. A file without a whole first line has no games yet.
///
/// # Errors
/// As [`read`]; also when the configuration of the file is another one.
pub(crate) fn read_same<R: DeserializeOwned>(
    path: &Path,
    config: &impl Serialize,
    growth: Growth,
    each: impl FnMut(R),
) -> Result<(), StoreError> {
    let expected = value_of(config).at(path)?;
    let mut lines = open_lines(path)?;
    let Some(first) = lines.next_line().at(path)? else {
        return Ok(());
    };
    is_shorter(&parse_header(first).at(path)?, &expected, growth).at(path)?;
    for_each_line(&mut lines, parsed(each)).at(path)
}

/// Creates a directory and those above it, unless they are there.
///
/// # Errors
/// When the system refuses.
pub(crate) fn create_folder(directory: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(directory).at(directory)
}

/// Claims a directory for a run with this configuration by a file in it, which the first process
/// creates; it is one line, as the first of a file of games. A configuration that may grow to this
/// one is replaced.
///
/// # Errors
/// When the system refuses, or the file has another configuration.
pub(crate) fn claim(
    path: &Path,
    config: &impl Serialize,
    growth: Growth,
) -> Result<(), StoreError> {
    let config = value_of(config).at(path)?;
    let head = line_of(&Header::of(config.clone())).at(path)?;
    if !path.exists() && create(path, &head).at(path)? {
        return Ok(());
    }
    let stored = read_first(&mut open_lines(path)?)
        .and_then(parse_header)
        .at(path)?;
    if is_shorter(&stored, &config, growth).at(path)? {
        replace(path, &head).at(path)
    } else {
        Ok(())
    }
}

/// Reads a file of games that may still be growing: calls `each` with the record of every game,
/// checked against the match in the first line, and returns the configuration of the match.
///
/// # Errors
/// When the file cannot be read, is of another format, has no first line, or a whole line is no
/// game of this match.
pub fn read_records(path: &Path, mut each: impl FnMut(Record)) -> Result<MatchConfig, StoreError> {
    let mut lines = open_lines(path)?;
    let head = read_first(&mut lines).and_then(MatchHead::parse).at(path)?;
    for_each_line(&mut lines, |line| head.parse_record(line).map(&mut each)).at(path)?;
    Ok(head.config)
}

fn read_config(path: &Path) -> Result<MatchConfig, StoreError> {
    let mut lines = open_lines(path)?;
    read_first(&mut lines)
        .and_then(MatchHead::parse)
        .map(|head| head.config)
        .at(path)
}

/// Opens a file as long as it is now: lines appended later are for the next call.
fn open_lines(path: &Path) -> Result<WholeLines<BufReader<io::Take<File>>>, StoreError> {
    let file = File::open(path).at(path)?;
    let length = file.metadata().at(path)?.len();
    Ok(WholeLines::new(BufReader::new(file.take(length))))
}

/// Finds the files in a directory with this extension.
pub(crate) fn files_with(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, StoreError> {
    let entries: Vec<fs::DirEntry> = fs::read_dir(directory)
        .and_then(Iterator::collect)
        .at(directory)?;
    let paths = entries.into_iter().map(|entry| entry.path());
    Ok(paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect())
}
