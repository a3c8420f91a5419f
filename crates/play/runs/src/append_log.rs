use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::FileProblem;
use crate::replace::create_temporary;

/// The time after which an entry is forced to the disk, while entries keep coming.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A file to which one process at a time appends entries.
///
/// An entry is written at once, so a program that is killed, even by `kill -9`, loses none.
/// [`append`](Self::append) forces all entries to the disk if it last did so more than a second
/// before. A machine that fails may lose the entries since then. Only the last entry can be cut
/// off: opening the file drops it.
#[derive(Debug)]
pub struct AppendLog {
    path: PathBuf,
    file: File,
    /// The file whose place this one has taken: it stays locked, for another process may have
    /// opened it before.
    replaced: Option<File>,
    /// The length of all whole entries, in bytes.
    length: u64,
    is_synced: bool,
    last_sync: Instant,
}

impl AppendLog {
    /// Opens the file at `path`, or creates an empty one, and locks it against other processes.
    /// `read` reads the file from the start and returns the length of its whole entries in bytes;
    /// what follows them was cut off, and is dropped.
    ///
    /// # Errors
    /// When the system refuses, or another process has the file open; or the error of `read`. The
    /// contents are unchanged then.
    pub fn open<E: From<FileProblem>>(
        path: &Path,
        read: impl FnOnce(&File) -> Result<u64, E>,
    ) -> Result<AppendLog, E> {
        let file = open_locked(path)?;
        let length = read(&file)?;
        let path = path.to_owned();
        let mut log = AppendLog {
            path,
            file,
            replaced: None,
            length,
            is_synced: false,
            last_sync: Instant::now(),
        };
        log.drop_torn_entry().map_err(FileProblem::Io)?;
        Ok(log)
    }

    /// Length of all entries in the file, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Appends an entry at the end of the file.
    ///
    /// # Errors
    /// When the entry cannot be written: a part that was written is removed. When entries cannot be
    /// forced to the disk. When another program has removed the file or changed its length.
    pub fn append(&mut self, entry: &[u8]) -> Result<(), FileProblem> {
        self.check_length()?;
        // One call for the whole entry: no part of it stays in this process.
        if let Err(error) = self.file.write_all(entry) {
            // If this fails too, the part remains at the end, and is dropped when the file is
            // opened again.
            let _ = self.drop_torn_entry();
            return Err(error.into());
        }
        self.length += entry.len() as u64;
        self.is_synced = false;
        if self.last_sync.elapsed() >= SYNC_INTERVAL {
            self.sync_data()?;
        }
        Ok(())
    }

    /// Replaces the first `end` bytes of the file by `start`, and keeps what follows them. This
    /// happens in a new file, which takes the place of the old one when it is complete.
    ///
    /// # Errors
    /// When the system refuses. The old file is unchanged then.
    pub fn replace_start(&mut self, end: u64, start: &[u8]) -> Result<(), FileProblem> {
        let (temporary, mut new) = create_temporary(&self.path)?;
        new.write_all(start)?;
        self.file.seek(SeekFrom::Start(end))?;
        let copied = io::copy(&mut self.file, &mut new)?;
        new.sync_all()?;
        fs::rename(&temporary, &self.path)?;
        sync_directory(&self.path)?;
        self.length = start.len() as u64 + copied;
        self.replaced = Some(std::mem::replace(&mut self.file, new));
        Ok(())
    }

    /// Forces all entries to the disk.
    ///
    /// # Errors
    /// When the system refuses, or another program has removed the file or changed its length.
    pub fn sync(&mut self) -> Result<(), FileProblem> {
        self.sync_data()?;
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

    /// Checks that the file is still there and ends where it was left.
    fn check_length(&self) -> Result<(), FileProblem> {
        let found = fs::metadata(&self.path).map_or(0, |file| file.len());
        let expected = self.length;
        if found == expected {
            Ok(())
        } else {
            Err(FileProblem::Resized { expected, found })
        }
    }

    fn drop_torn_entry(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }
}

impl Drop for AppendLog {
    fn drop(&mut self) {
        // Call `sync` to learn of an error.
        let _ = self.sync_data();
    }
}

/// Opens or creates a file that this process alone appends to.
fn open_locked(path: &Path) -> Result<File, FileProblem> {
    // Entries go to the end, even where another program has shortened the file since its length was
    // checked: a hole would hide that. On Windows a file that is opened so cannot be shortened
    // here.
    let appends = cfg!(unix);
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .append(appends)
        .create(true)
        .truncate(false)
        .open(path)?;
    file.try_lock()?;
    if file.metadata()?.len() == 0 {
        sync_directory(path)?;
    }
    Ok(file)
}

/// Forces the name of a new file to the disk, where the system can.
fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if cfg!(unix) {
        File::open(directory)?.sync_all()
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads entries of three bytes.
    fn open(path: &Path) -> Result<AppendLog, FileProblem> {
        AppendLog::open(path, |file| Ok(file.metadata()?.len() / 3 * 3))
    }

    /// The file may be shortened after its length has been checked and before an entry is written.
    #[test]
    #[cfg(unix)]
    fn a_file_shortened_at_any_moment_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = open(&path).unwrap();
        log.append(b"abc").unwrap();
        log.append(b"def").unwrap();
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(3)
            .unwrap();
        log.file.write_all(b"ghi").unwrap();
        log.length += 3;
        assert!(matches!(
            log.append(b"jkl"),
            Err(FileProblem::Resized {
                expected: 9,
                found: 6
            })
        ));
    }

    #[test]
    fn an_entry_that_was_cut_off_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, "onetw").unwrap();
        let mut log = open(&path).unwrap();
        log.append(b"six").unwrap();
        assert_eq!(
            (log.length(), fs::read_to_string(&path).unwrap().as_str()),
            (6, "onesix")
        );
        log.replace_start(3, b"start").unwrap();
        log.append(b"ten").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "startsixten");
    }

    #[test]
    fn one_process_writes_and_notices_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = open(&path).unwrap();
        assert!(matches!(open(&path), Err(FileProblem::Locked)));
        fs::write(&path, "others").unwrap();
        assert!(matches!(
            log.append(b"one"),
            Err(FileProblem::Resized {
                expected: 0,
                found: 6
            })
        ));
    }
}
