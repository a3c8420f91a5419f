//! Where finished games are kept: a text file, one JSON object a line.
//!
//! The first line says what the match is; every further line is a game that has ended, in the order in which they did. A line is
//! written at once, so a program that is killed, even by `kill -9`, loses no game that it has recorded; what
//! a failing machine may lose is what was not yet forced to the disk, a second's worth. A line that was cut off is the last and
//! has no line feed: it is dropped when the file is opened again, and that game is played again.

mod difference;
mod error;
pub mod pool;
mod shards;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::MatchConfig;
pub use difference::Difference;
pub use error::{StoreError, no_record};
pub use shards::{MergedShards, Seal, fresh, replace};

/// The name and version of the format, in the first line of every file.
pub const SCHEMA: &str = "floe-games-1";

/// How long a recorded game may wait to be forced to the disk, while games keep coming.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A file of games that is open for more. Nobody else can have it open for more at the same time.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// The length of all that is whole.
    length: u64,
    line: Vec<u8>,
    unsynced: bool,
    synced: Instant,
}

#[derive(Serialize, Deserialize)]
struct Header {
    schema: String,
    config: Value,
}

impl Store {
    /// Opens a file of games, or begins one. Every game that is in it goes through `each`.
    ///
    /// `config` is all that decides which games are played and how. It is written into a new file, and must be that of
    /// one that exists.
    ///
    /// # Errors
    /// When the system refuses; when another process has the file; when the configuration differs, with
    /// the differences; when a whole line cannot be read. Nothing is changed then.
    pub fn open<R: DeserializeOwned>(
        path: &Path,
        config: &impl Serialize,
        each: impl FnMut(R),
    ) -> Result<Store, StoreError> {
        let failed = |source| StoreError::io(path, source);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Locked(path.to_owned())),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let asked = serde_json::to_value(config).map_err(|error| failed(error.into()))?;
        let (config, length) = read_lines(path, BufReader::new(&file), Some(&asked), each)?;
        let (line, synced) = (Vec::new(), Instant::now());
        let mut store = Store { path: path.to_owned(), file, length, line, unsynced: true, synced };
        store.drop_torn_line().map_err(failed)?;
        if config.is_none() {
            store.append(&Header { schema: SCHEMA.to_owned(), config: asked })?;
            sync_directory(path).map_err(failed)?;
        }
        store.sync()?;
        Ok(store)
    }

    /// Records a game.
    ///
    /// # Errors
    /// When it cannot be written. What was written of it is taken back.
    pub fn append(&mut self, record: &impl Serialize) -> Result<(), StoreError> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, record).map_err(|error| StoreError::io(&self.path, error.into()))?;
        self.line.push(b'\n');
        // One call for the whole line: nothing of it stays behind in this process.
        if let Err(source) = self.file.write_all(&self.line) {
            // If this fails too, the rest of the line is at the end, and dropped when the file is opened again.
            let _ = self.drop_torn_line();
            return Err(StoreError::io(&self.path, source));
        }
        self.length += self.line.len() as u64;
        self.unsynced = true;
        if self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Forces to the disk all that was recorded.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        if self.unsynced {
            self.file.sync_data().map_err(|source| StoreError::io(&self.path, source))?;
        }
        self.unsynced = false;
        self.synced = Instant::now();
        Ok(())
    }

    fn drop_torn_line(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Whoever wants to know calls `sync`.
        let _ = self.sync();
    }
}

/// Reads the games of a file that may still be growing, and returns its configuration. What stands after the last
/// line feed is left out.
///
/// # Errors
/// When the file cannot be read, is of another format, or a whole line cannot be read; when it has no first line.
pub fn read<R: DeserializeOwned>(path: &Path, each: impl FnMut(R)) -> Result<Value, StoreError> {
    let file = File::open(path).map_err(|source| StoreError::io(path, source))?;
    // What is appended from now on is for the next reader.
    let length = file.metadata().map_err(|source| StoreError::io(path, source))?.len();
    let (config, _) = read_lines(path, BufReader::new(file.take(length)), None, each)?;
    config.ok_or_else(|| StoreError::io(path, ErrorKind::UnexpectedEof.into()))
}

/// Reads the configuration of a match from its file of games alone.
fn read_config(path: &Path) -> Result<MatchConfig, StoreError> {
    let mut line = String::new();
    let file = File::open(path).map_err(|source| StoreError::io(path, source))?;
    BufReader::new(file).read_line(&mut line).map_err(|source| StoreError::io(path, source))?;
    let (config, _) = read_lines(path, line.as_bytes(), None, |_: Value| ())?;
    parse_config(path, config.ok_or_else(|| StoreError::Foreign(path.to_owned()))?)
}

fn parse_config(path: &Path, config: Value) -> Result<MatchConfig, StoreError> {
    serde_json::from_value(config).map_err(|error| StoreError::NoConfig { path: path.to_owned(), error })
}

/// Reads all lines that end with a line feed: the configuration in the first, if there is one, and the games. Returns
/// the configuration, which must be the one that is asked for, and the length of the lines.
fn read_lines<R: DeserializeOwned>(
    path: &Path,
    mut reader: impl BufRead,
    asked: Option<&Value>,
    mut each: impl FnMut(R),
) -> Result<(Option<Value>, u64), StoreError> {
    let (mut config, mut length, mut text) = (None, 0, Vec::new());
    for line in 1.. {
        text.clear();
        let read = reader.read_until(b'\n', &mut text).map_err(|source| StoreError::io(path, source))?;
        if text.pop() != Some(b'\n') {
            break;
        }
        length += read as u64;
        if line == 1 {
            let header: Header = serde_json::from_slice(&text).map_err(|_| StoreError::Foreign(path.to_owned()))?;
            header.check(path, asked)?;
            config = Some(header.config);
        } else {
            let record = serde_json::from_slice(&text);
            each(record.map_err(|error| StoreError::Line { path: path.to_owned(), line, error })?);
        }
    }
    Ok((config, length))
}

impl Header {
    fn check(&self, path: &Path, asked: Option<&Value>) -> Result<(), StoreError> {
        let mut differences = Difference::between(&self.config, asked.unwrap_or(&self.config));
        if self.schema != SCHEMA {
            differences.insert(0, Difference::new("schema", &self.schema.as_str().into(), &SCHEMA.into()));
        }
        if differences.is_empty() { Ok(()) } else { Err(StoreError::Config { path: path.to_owned(), differences }) }
    }
}

/// The files in a directory with this extension.
fn files_with(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, StoreError> {
    let entries: std::io::Result<Vec<fs::DirEntry>> = fs::read_dir(directory).and_then(Iterator::collect);
    let paths = entries.map_err(|error| StoreError::io(directory, error))?.into_iter().map(|entry| entry.path());
    Ok(paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect())
}

/// Makes the name of a new file as lasting as what is in it, where the system can.
fn sync_directory(path: &Path) -> std::io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}
