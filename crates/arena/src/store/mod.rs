//! Files of finished games: one JSON object a line.
//!
//! The first line is the configuration of the match; every further line is a finished game, in the order in which the
//! games ended. A line is written at once, so a program that is killed, even by `kill -9`, loses no recorded game; a
//! machine that fails may lose the last second, which was not yet forced to the disk. A line that was cut off is the
//! last and has no line feed: opening the file drops it, and the game is played again.

mod error;
pub mod pool;
mod replace;
mod shards;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use floe_search::bytes_without_mark;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::config::{MatchConfig, differences};
use error::AtPath;
pub use error::{RecordFileProblem, StoreError, column_of, not_a_record};
pub use replace::{check_replaceable, replace};
pub use shards::{MergedShards, Seal};

/// The name and version of the format, in the first line of every file.
pub const SCHEMA: &str = "floe-games-1";

/// The time after which a recorded game is forced to the disk, while games keep coming.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A file of games that is open for recording, by one process at a time.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// The length of all whole lines, in bytes.
    length: u64,
    line: Vec<u8>,
    is_synced: bool,
    last_sync: Instant,
}

#[derive(Serialize, Deserialize)]
struct Header {
    schema: String,
    config: Value,
}

impl Store {
    /// Opens a file of games, or creates one, and calls `each` with every game in it.
    ///
    /// `config` is everything that decides which games are played and how. It is written to a new file, and must equal
    /// that of an existing one.
    ///
    /// # Errors
    /// When the system refuses, another process has the file open, the configuration differs, or a whole line cannot be
    /// read. The file is unchanged then.
    pub fn open<R: DeserializeOwned>(
        path: &Path,
        config: &impl Serialize,
        each: impl FnMut(R),
    ) -> Result<Store, StoreError> {
        let config = serde_json::to_value(config).map_err(io::Error::from);
        config.map_err(RecordFileProblem::from).and_then(|config| Store::resume(path, config, each)).at(path)
    }

    fn resume<R: DeserializeOwned>(
        path: &Path,
        expected: Value,
        each: impl FnMut(R),
    ) -> Result<Store, RecordFileProblem> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        file.try_lock()?;
        let (config, length) = read_lines(BufReader::new(&file), Some(&expected), each)?;
        let (line, last_sync) = (Vec::new(), Instant::now());
        let mut store = Store { path: path.to_owned(), file, length, line, is_synced: false, last_sync };
        store.drop_torn_line()?;
        if config.is_none() {
            store.write_line(&Header { schema: SCHEMA.to_owned(), config: expected })?;
            sync_directory(path)?;
        }
        store.sync_data()?;
        Ok(store)
    }

    /// Records a game.
    ///
    /// # Errors
    /// When it cannot be written, and a part that was written is removed; or when another program has removed the file
    /// or changed its length.
    pub fn append(&mut self, record: &impl Serialize) -> Result<(), StoreError> {
        self.check_length()?;
        let written = self.write_line(record);
        written.at(&self.path)
    }

    /// Checks that the file is still there and ends where it was left.
    fn check_length(&self) -> Result<(), StoreError> {
        let (found, expected) = (fs::metadata(&self.path).map_or(0, |file| file.len()), self.length);
        if found == expected { Ok(()) } else { Err(RecordFileProblem::Resized { expected, found }).at(&self.path) }
    }

    fn write_line(&mut self, record: &impl Serialize) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, record)?;
        self.line.push(b'\n');
        // One call for the whole line: no part of it stays in this process.
        if let Err(error) = self.file.write_all(&self.line) {
            // If this fails too, the part remains at the end, and is dropped when the file is opened again.
            let _ = self.drop_torn_line();
            return Err(error);
        }
        self.length += self.line.len() as u64;
        self.is_synced = false;
        if self.last_sync.elapsed() >= SYNC_INTERVAL { self.sync_data() } else { Ok(()) }
    }

    /// Forces all recorded games to the disk.
    ///
    /// # Errors
    /// When the system refuses, or another program has removed the file or changed its length.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.sync_data().at(&self.path)?;
        self.check_length()
    }

    fn sync_data(&mut self) -> io::Result<()> {
        if !self.is_synced {
            self.file.sync_data()?;
        }
        self.is_synced = true;
        self.last_sync = Instant::now();
        Ok(())
    }

    fn drop_torn_line(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Call `sync` to learn of an error.
        let _ = self.sync_data();
    }
}

/// Reads the games of a file that may still be growing, and returns its configuration. Text after the last line feed is
/// ignored.
///
/// # Errors
/// When the file cannot be read, is of another format, has no first line, or a whole line cannot be read.
pub fn read<R: DeserializeOwned>(path: &Path, each: impl FnMut(R)) -> Result<Value, StoreError> {
    let file = File::open(path).at(path)?;
    // Lines appended from now on are for the next call.
    let length = file.metadata().at(path)?.len();
    let (config, _) = read_lines(BufReader::new(file.take(length)), None, each).at(path)?;
    config.ok_or(io::Error::from(ErrorKind::UnexpectedEof)).at(path)
}

/// Reads the configuration of a match alone.
fn read_config(path: &Path) -> Result<MatchConfig, StoreError> {
    let mut line = String::new();
    let read = File::open(path).and_then(|file| BufReader::new(file).read_line(&mut line));
    read.at(path)?;
    let (config, _) = read_lines(line.as_bytes(), None, |_: Value| ()).at(path)?;
    config.ok_or(RecordFileProblem::Foreign).and_then(parse_config).at(path)
}

fn parse_config(config: Value) -> Result<MatchConfig, RecordFileProblem> {
    serde_json::from_value(config).map_err(RecordFileProblem::NoConfig)
}

/// Reads all lines that end with a line feed: the configuration in the first, if there is one, and the games. Returns
/// the configuration, which must be the one expected, and the length of the lines in bytes.
fn read_lines<R: DeserializeOwned>(
    mut reader: impl BufRead,
    expected: Option<&Value>,
    mut each: impl FnMut(R),
) -> Result<(Option<Value>, u64), RecordFileProblem> {
    let (mut config, mut length, mut text) = (None, 0, Vec::new());
    for line in 1.. {
        text.clear();
        let read = reader.read_until(b'\n', &mut text)?;
        if text.pop() != Some(b'\n') {
            break;
        }
        length += read as u64;
        if line == 1 {
            let header: Header =
                serde_json::from_slice(bytes_without_mark(&text)).map_err(|_| RecordFileProblem::Foreign)?;
            let stored = json!({ "schema": header.schema });
            let mut found = differences(&stored, &json!({ "schema": SCHEMA }));
            found.extend(expected.map_or(Vec::new(), |expected| differences(&header.config, expected)));
            if !found.is_empty() {
                return Err(RecordFileProblem::Config(found));
            }
            config = Some(header.config);
        } else {
            each(serde_json::from_slice(&text).map_err(|error| RecordFileProblem::of_line(line, &text, error))?);
        }
    }
    Ok((config, length))
}

/// Finds the files in a directory with this extension.
fn files_with(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, StoreError> {
    let entries: Vec<fs::DirEntry> = fs::read_dir(directory).and_then(Iterator::collect).at(directory)?;
    let paths = entries.into_iter().map(|entry| entry.path());
    Ok(paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect())
}

/// Forces the name of a new file to the disk, where the system can.
fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}
