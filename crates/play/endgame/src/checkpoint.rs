use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_runs::{io_text, link_target};
use floe_search::{TableView, TranspositionTable};
use sha2::{Digest, Sha256};

/// File with the table of a proof, from which the proof can be resumed. Every entry of the table is
/// valid by itself.
///
/// Format: two lines of text, the name of the format and the subject; the key and the data of every
/// entry, 16 bytes in little-endian order; the SHA-256 of all that. A complete new file replaces
/// the old one. One process at a time uses a checkpoint: it locks an empty file, whose name is the
/// name of the checkpoint with `.lock` added. This file stays if the checkpoint was saved or
/// loaded.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    subject: String,
    /// Locked until this is dropped.
    lock: Lock,
}

/// File that one process at a time has locked.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    /// Locked until this is dropped.
    _file: File,
    /// Whether the file stays: it was there before, or a checkpoint has been loaded or saved under
    /// it.
    stays: AtomicBool,
}

impl Drop for Lock {
    /// Removes the lock of a checkpoint that was refused or never saved.
    fn drop(&mut self) {
        if !self.stays.load(Relaxed) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Name and version of the format; changes with the meaning of keys or values.
const SCHEMA: &str = "floe-checkpoint-2";

/// Reason why a checkpoint cannot be opened, loaded or saved, with its path.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct CheckpointError {
    /// Path of the checkpoint.
    pub path: PathBuf,
    /// Reason why the checkpoint cannot be opened, loaded or saved.
    pub problem: CheckpointProblem,
}

/// Reason why a checkpoint cannot be opened, loaded or saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointProblem {
    /// Failure of the file system.
    #[error("{}", io_text(.0))]
    Io(#[from] io::Error),
    /// File that is not a checkpoint of this version.
    #[error("expected a checkpoint, which begins with '{SCHEMA}'")]
    Foreign,
    /// Checkpoint that another process is using.
    #[error("another process is using this checkpoint")]
    Locked,
    /// Path of a directory or a device.
    #[error("expected a file; found a directory or a device")]
    NoFile,
    /// Checkpoint with another subject: of another position or another build.
    #[error("expected a checkpoint of\n  {expected}\nfound one of\n  {found}")]
    Other {
        /// Subject of the file.
        found: String,
        /// Subject that was expected.
        expected: String,
    },
    /// File whose contents do not fit its checksum.
    #[error("damaged checkpoint: wrong checksum")]
    Damaged,
}

impl From<TryLockError> for CheckpointProblem {
    fn from(error: TryLockError) -> CheckpointProblem {
        match error {
            TryLockError::WouldBlock => CheckpointProblem::Locked,
            TryLockError::Error(error) => error.into(),
        }
    }
}

/// Maximum length of the two lines of text, in bytes.
const MAX_TEXT_BYTES: u64 = 1 << 12;
const ENTRY_BYTES: usize = 16;
const CHECKSUM_BYTES: usize = 32;

impl Checkpoint {
    /// Opens the checkpoint at `path`, and checks that it can be saved. The file need not exist,
    /// and `path` may be a symbolic link to it. The subject names the position and the build,
    /// because other builds have other keys. A file with another subject cannot be loaded.
    ///
    /// # Errors
    /// If another process uses the checkpoint, if it is a directory or a device, or if the file
    /// cannot be written. An old file is then unchanged.
    pub fn open(path: &Path, subject: &str) -> Result<Checkpoint, CheckpointError> {
        let path = link_target(path);
        let lock = lock(&path).map_err(|problem| CheckpointError {
            path: path.clone(),
            problem,
        })?;
        Ok(Checkpoint {
            path,
            subject: subject.replace('\n', " "),
            lock,
        })
    }

    /// Whether the checkpoint has been saved: its file exists.
    pub fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Saves the entries of a table whose packed data `is_saved` accepts, in place of the old file;
    /// returns the number of entries saved.
    ///
    /// # Errors
    /// If the file cannot be written. The old file is then unchanged.
    pub fn save(
        &self,
        table: TableView<'_>,
        is_saved: impl Fn(u64) -> bool,
    ) -> Result<u64, CheckpointError> {
        let temporary = temporary_path(&self.path);
        let write = || -> io::Result<u64> {
            let mut file = BufWriter::new(File::create(&temporary)?);
            let mut hash = Sha256::new();
            let mut count = 0;
            let mut put = |bytes: &[u8]| {
                hash.update(bytes);
                file.write_all(bytes)
            };
            put(self.text().as_bytes())?;
            for (key, data) in table.entries().filter(|&(_, data)| is_saved(data)) {
                put(&key.to_le_bytes())?;
                put(&data.to_le_bytes())?;
                count += 1;
            }
            file.write_all(&hash.finalize())?;
            file.into_inner()?.sync_all()?;
            fs::rename(&temporary, &self.path)?;
            self.lock.stays.store(true, Relaxed);
            Ok(count)
        };
        write().map_err(|error| self.error(error.into()))
    }

    /// Replaces the contents of a table by the entries of the file. Where not all fit, entries
    /// whose packed data have a higher `priority` are kept. Returns the number of entries in the
    /// file.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or has another subject. The table is then unchanged,
    /// unless reading fails after the checksum has been verified.
    pub fn load(
        &self,
        table: &mut TranspositionTable,
        priority: impl Fn(u64) -> u32,
    ) -> Result<u64, CheckpointError> {
        let entries = self
            .load_entries(table, priority)
            .map_err(|problem| self.error(problem))?;
        self.lock.stays.store(true, Relaxed);
        Ok(entries)
    }

    fn text(&self) -> String {
        format!("{SCHEMA}\n{}\n", self.subject)
    }

    fn error(&self, problem: CheckpointProblem) -> CheckpointError {
        CheckpointError {
            path: self.path.clone(),
            problem,
        }
    }

    fn load_entries(
        &self,
        table: &mut TranspositionTable,
        priority: impl Fn(u64) -> u32,
    ) -> Result<u64, CheckpointProblem> {
        let mut file = File::open(&self.path)?;
        self.check_text(&file)?;
        // The checksum comes first: no entry of a damaged file is used.
        file.rewind()?;
        let length = verified_length(&file)?;
        table.clear();
        let table = table.view();
        let start = self.text().len() as u64;
        file.seek(SeekFrom::Start(start))?;
        let mut file = BufReader::new(file);
        let entries = (length - start) / ENTRY_BYTES as u64;
        for _ in 0..entries {
            let mut entry = [0; ENTRY_BYTES];
            file.read_exact(&mut entry)?;
            let [key, data] = [0, 8]
                .map(|at| u64::from_le_bytes(entry[at..at + 8].try_into().expect("eight bytes")));
            table.store(key, data, &priority);
        }
        Ok(entries)
    }

    fn check_text(&self, file: &File) -> Result<(), CheckpointProblem> {
        let mut text = Vec::new();
        file.take(MAX_TEXT_BYTES).read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        let mut lines = text.split('\n');
        if lines.next() != Some(SCHEMA) {
            return Err(CheckpointProblem::Foreign);
        }
        let found = lines.next().unwrap_or_default().to_owned();
        let expected = self.subject.clone();
        if found == expected {
            Ok(())
        } else {
            Err(CheckpointProblem::Other { found, expected })
        }
    }
}

/// Path where a checkpoint is written before it replaces the old one.
fn temporary_path(path: &Path) -> PathBuf {
    path.with_added_extension("tmp")
}

/// Locks a checkpoint and checks that it can be replaced.
fn lock(path: &Path) -> Result<Lock, CheckpointProblem> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(CheckpointProblem::NoFile);
    }
    let lock_path = path.with_added_extension("lock");
    let was_there = lock_path.exists();
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&lock_path)?;
    file.try_lock()?;
    if !lock_path.exists() {
        // The process that held the lock has just removed the file, so that a third one could lock
        // another.
        return Err(CheckpointProblem::Locked);
    }
    let lock = Lock {
        path: lock_path,
        _file: file,
        stays: AtomicBool::new(was_there),
    };
    File::create(temporary_path(path))?;
    fs::remove_file(temporary_path(path))?;
    Ok(lock)
}

/// Verifies the checksum; returns the number of bytes before it.
fn verified_length(mut file: &File) -> Result<u64, CheckpointProblem> {
    let length = file
        .metadata()?
        .len()
        .checked_sub(CHECKSUM_BYTES as u64)
        .ok_or(CheckpointProblem::Damaged)?;
    let mut hash = Sha256::new();
    io::copy(&mut BufReader::new(file.take(length)), &mut hash)?;
    let mut checksum = Vec::new();
    file.read_to_end(&mut checksum)?;
    if checksum == *hash.finalize() {
        Ok(length)
    } else {
        Err(CheckpointProblem::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled() -> TranspositionTable {
        let mut table = TranspositionTable::new(1).unwrap();
        let view = table.view();
        (1..=1000_u64).for_each(|data| view.store(data << 50, data, |data| data as u32));
        table
    }

    fn open(path: &Path, subject: &str) -> Checkpoint {
        Checkpoint::open(path, subject).unwrap()
    }

    fn message(checkpoint: &Checkpoint) -> String {
        checkpoint
            .load(&mut TranspositionTable::new(1).unwrap(), |_| 0)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn saved_entries_are_loaded() {
        let directory = tempfile::tempdir().unwrap();
        let checkpoint = open(&directory.path().join("a"), "this");
        assert!(!checkpoint.exists());
        assert_eq!(
            checkpoint.save(filled().view(), |data| data > 10).unwrap(),
            990
        );
        let mut table = TranspositionTable::new(2).unwrap();
        assert_eq!(
            checkpoint.load(&mut table, |data| data as u32).unwrap(),
            990
        );
        assert_eq!(table.view().probe(500 << 50), Some(500));
        assert_eq!(table.view().probe(5 << 50), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_checkpoint_behind_links_is_saved_where_they_lead() {
        let directory = tempfile::tempdir().unwrap();
        let [target, near, far] = ["target", "near", "far"].map(|name| directory.path().join(name));
        std::os::unix::fs::symlink("target", &near).unwrap();
        std::os::unix::fs::symlink(&near, &far).unwrap();
        for path in [&far, &near, &target] {
            open(path, "this").save(filled().view(), |_| true).unwrap();
            assert!(
                fs::symlink_metadata(&far).unwrap().is_symlink()
                    && fs::symlink_metadata(&near).unwrap().is_symlink()
            );
            assert!(fs::symlink_metadata(&target).unwrap().is_file());
        }
    }

    #[test]
    fn other_and_damaged_files_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let other = open(&path, "this");
        other.save(filled().view(), |_| true).unwrap();
        drop(other);
        let other = open(&path, "that");
        assert!(message(&other).contains("expected a checkpoint of\n  that\nfound one of\n  this"));
        drop(other);
        let checkpoint = open(&path, "this");
        let bytes = fs::read(&path).unwrap();
        for cut in [bytes.len() - 1, bytes.len() / 2, 40] {
            fs::write(&path, &bytes[..cut]).unwrap();
            assert!(message(&checkpoint).contains("damaged"), "{cut}");
        }
        for place in [30, bytes.len() / 2, bytes.len() - 3] {
            let mut changed = bytes.clone();
            changed[place] ^= 4;
            fs::write(&path, changed).unwrap();
            assert!(message(&checkpoint).contains("damaged"), "{place}");
        }
        fs::write(&path, "something else\n").unwrap();
        assert!(message(&checkpoint).contains("expected a checkpoint, which begins with"));
        fs::write(&path, "").unwrap();
        assert!(message(&checkpoint).contains("expected a checkpoint, which begins with"));
    }

    #[test]
    fn one_process_at_a_time_uses_a_checkpoint() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let first = open(&path, "this");
        let second = || Checkpoint::open(&path, "this").map_err(|error| error.problem);
        assert!(matches!(second(), Err(CheckpointProblem::Locked)));
        drop(first);
        assert!(second().is_ok());
    }

    #[test]
    fn a_refused_checkpoint_leaves_no_lock() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let names = || {
            let entries = fs::read_dir(directory.path()).unwrap();
            let mut names: Vec<_> = entries
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort_unstable();
            names
        };
        drop(open(&path, "this"));
        assert_eq!(names(), [""; 0], "nothing was saved");
        fs::write(&path, "something else\n").unwrap();
        let foreign = open(&path, "this");
        message(&foreign);
        drop(foreign);
        assert_eq!(names(), ["a"]);
        open(&path, "this").save(filled().view(), |_| true).unwrap();
        message(&open(&path, "that"));
        assert_eq!(names(), ["a", "a.lock"], "that of a checkpoint stays");
    }

    #[test]
    fn a_path_that_cannot_be_written_is_refused_when_opened() {
        let directory = tempfile::tempdir().unwrap();
        let problem = |path: &Path| Checkpoint::open(path, "this").unwrap_err().problem;
        assert!(matches!(
            problem(&directory.path().join("missing/a")),
            CheckpointProblem::Io(_)
        ));
        assert!(matches!(
            problem(directory.path()),
            CheckpointProblem::NoFile
        ));
    }
}
