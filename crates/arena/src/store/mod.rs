//! Files of finished games: one JSON object a line.
//!
//! The first line is the configuration of the match; every further line is a finished game, in the order in which the
//! games ended. A line is written at once, so a program that is killed, even by `kill -9`, loses no recorded game; a
//! machine that fails may lose the last second, which was not yet forced to the disk. A line that was cut off is the
//! last and has no line feed: opening the file drops it, and the game is played again.

mod error;
mod lines;
pub mod pool;
mod record_error;
mod replace;
mod shards;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
use replace::create_temporary;
pub use replace::{check_replaceable, replace};
pub use shards::{MergedShards, Seal, hash};

/// The name and version of the format, in the first line of every file.
pub const SCHEMA: &str = "floe-games-1";

/// The time after which a recorded game is forced to the disk, while games keep coming.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A file of games that is open for recording, by one process at a time.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// The file whose place this one has taken: it stays locked, for another process may have opened it before.
    replaced: Option<File>,
    /// The length of all whole lines, in bytes.
    length: u64,
    line: Vec<u8>,
    is_synced: bool,
    last_sync: Instant,
}

/// Whether a recorded match may go on with more floes than it had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// The numbers of floes must be equal.
    Refused,
    /// More floes are allowed now.
    Allowed,
}

/// Whether a configuration differs from a stored one by having more floes only.
fn has_more_floes(config: &Value, stored: &Value) -> bool {
    let Some(mut longer) = stored.as_object().cloned() else { return false };
    longer.insert("floes".to_owned(), config["floes"].clone());
    stored["floes"].as_u64() < config["floes"].as_u64() && differences(&longer.into(), config).is_empty()
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
        let config = serde_json::to_value(config).map_err(io::Error::from).at(path)?;
        Store::resume(path, config, Growth::Refused, parsed(each)).at(path)
    }

    fn resume(
        path: &Path,
        expected: Value,
        growth: Growth,
        each: impl FnMut(&[u8]) -> Result<(), RecordError>,
    ) -> Result<Store, RecordFileProblem> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        file.try_lock()?;
        let mut lines = WholeLines::new(BufReader::new(&file));
        let stored = lines.next_line()?.map(parse_header).transpose()?;
        let found = stored.as_ref().map_or(Vec::new(), |stored| {
            let mut expected = expected.clone();
            // Records of older builds do not say what their engines are made of.
            if let (None, Some(expected)) = (stored.get("hashes"), expected.as_object_mut()) {
                expected.remove("hashes");
            }
            differences(stored, &expected)
        });
        let grows =
            growth == Growth::Allowed && stored.as_ref().is_some_and(|stored| has_more_floes(&expected, stored));
        if !found.is_empty() && !grows {
            return Err(RecordFileProblem::Config(found));
        }
        let head_length = lines.length();
        for_each_line(&mut lines, each)?;
        let length = lines.length();
        let line = Vec::new();
        let last_sync = Instant::now();
        let path = path.to_owned();
        let replaced = None;
        let mut store = Store { path, file, replaced, length, line, is_synced: false, last_sync };
        store.drop_torn_line()?;
        if stored.is_none() {
            store.write_line(&Header { schema: SCHEMA.to_owned(), config: expected })?;
            sync_directory(&store.path)?;
        } else if grows {
            store.replace_head(head_length, expected)?;
        }
        store.sync_data()?;
        Ok(store)
    }

    /// Replaces the first line, of this length, in a new file that takes the place of the old one when it is complete.
    fn replace_head(&mut self, head_length: u64, config: Value) -> io::Result<()> {
        // The seal is that of the shorter match.
        match fs::remove_file(self.path.with_extension("done")) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let (temporary, mut new) = create_temporary(&self.path)?;
        serde_json::to_writer(&mut new, &Header { schema: SCHEMA.to_owned(), config })?;
        new.write_all(b"\n")?;
        let length = new.stream_position()?;
        self.file.seek(SeekFrom::Start(head_length))?;
        let copied = io::copy(&mut self.file, &mut new)?;
        new.sync_all()?;
        fs::rename(&temporary, &self.path)?;
        sync_directory(&self.path)?;
        self.length = length + copied;
        self.replaced = Some(std::mem::replace(&mut self.file, new));
        Ok(())
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
        let found = fs::metadata(&self.path).map_or(0, |file| file.len());
        let expected = self.length;
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

/// Reads the lines of a file that may still be growing, and returns its configuration. Text after the last line feed is
/// ignored.
///
/// # Errors
/// When the file cannot be read, is of another format, has no first line, or a whole line cannot be read.
pub fn read<R: DeserializeOwned>(path: &Path, each: impl FnMut(R)) -> Result<Value, StoreError> {
    let mut lines = open_lines(path)?;
    let config = read_first(&mut lines).and_then(parse_header).at(path)?;
    for_each_line(&mut lines, parsed(each)).at(path)?;
    Ok(config)
}

/// Reads the games of a match, each checked against the first line of the file, which may still be growing.
///
/// # Errors
/// When the file cannot be read, is of another format, has no first line, or a whole line is no game of this match.
pub fn read_records(path: &Path, mut each: impl FnMut(Record)) -> Result<MatchConfig, StoreError> {
    let mut lines = open_lines(path)?;
    let head = read_first(&mut lines).and_then(MatchHead::parse).at(path)?;
    for_each_line(&mut lines, |line| head.parse_record(line).map(&mut each)).at(path)?;
    Ok(head.config)
}

/// Reads the configuration of a match alone.
fn read_config(path: &Path) -> Result<MatchConfig, StoreError> {
    let mut lines = open_lines(path)?;
    read_first(&mut lines).and_then(MatchHead::parse).map(|head| head.config).at(path)
}

/// Opens a file as long as it is now: lines appended later are for the next call.
fn open_lines(path: &Path) -> Result<WholeLines<BufReader<io::Take<File>>>, StoreError> {
    let file = File::open(path).at(path)?;
    let length = file.metadata().at(path)?.len();
    Ok(WholeLines::new(BufReader::new(file.take(length))))
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
