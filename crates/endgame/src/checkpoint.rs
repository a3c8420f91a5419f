use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use floe_search::{TableView, TranspositionTable};
use sha2::{Digest, Sha256};

/// File in which a proof is saved, so that it can be resumed after whatever has ended it.
///
/// What a solver has proved is in its table, and so the file is the table: every entry is true by itself, whenever it was
/// written, and a proof that is begun again with all of them is soon where it was.
///
/// The file is two lines of text, the name of the format and what it is about; then, in 16 bytes each with the lowest first, the keys
/// and data of all entries that took some work; then the SHA-256 of all that. It is written beside the old one and takes its
/// place when it is whole.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    about: String,
}

/// The name and version of the format: another one when keys or values change their meaning.
const SCHEMA: &str = "floe-checkpoint-2";

/// A checkpoint that cannot be loaded or saved.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct CheckpointError {
    /// The file.
    pub path: PathBuf,
    /// Why not.
    pub problem: CheckpointProblem,
}

/// Reason why a checkpoint cannot be loaded or saved.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointProblem {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is no checkpoint.
    #[error("this is no checkpoint, expected the first line {SCHEMA}")]
    Foreign,
    /// The file is of another position, or written by another build.
    #[error("this is a checkpoint of '{found}', expected one of '{expected}'")]
    Other {
        /// The second line of the file.
        found: String,
        /// The second line that it should have.
        expected: String,
    },
    /// The file is not as it was written.
    #[error("this checkpoint is damaged, its checksum does not fit")]
    Damaged,
}

/// No text that says what a checkpoint is about is nearly as long.
const MAX_LINE: u64 = 1 << 12;
const ENTRY: usize = 16;
const CHECKSUM: usize = 32;

impl Checkpoint {
    /// A file, which need not be there yet, and in one line what it is about: a file that is about anything else is
    /// refused. That should name the position and the build, because keys and values are a build's own affair.
    pub fn new(path: &Path, about: &str) -> Checkpoint {
        Checkpoint { path: path.to_owned(), about: about.replace('\n', " ") }
    }

    /// Whether there is a file to resume from.
    pub fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Saves the entries of a table, but for those that are found again sooner than they are read. Returns their number.
    ///
    /// # Errors
    /// When the system refuses. What was there before is still there.
    pub fn save(&self, table: TableView<'_>, keep: impl Fn(u64) -> bool) -> Result<u64, CheckpointError> {
        let mut temporary = self.path.clone().into_os_string();
        temporary.push(".tmp");
        let temporary = PathBuf::from(temporary);
        let write = || -> io::Result<u64> {
            let (mut file, mut hash, mut count) = (BufWriter::new(File::create(&temporary)?), Sha256::new(), 0);
            let mut put = |bytes: &[u8]| {
                hash.update(bytes);
                file.write_all(bytes)
            };
            put(format!("{SCHEMA}\n{}\n", self.about).as_bytes())?;
            for (key, data) in table.entries().filter(|&(_, data)| keep(data)) {
                put(&key.to_le_bytes())?;
                put(&data.to_le_bytes())?;
                count += 1;
            }
            file.write_all(&hash.finalize())?;
            file.into_inner()?.sync_all()?;
            fs::rename(&temporary, &self.path)?;
            Ok(count)
        };
        write().map_err(|error| self.error(error.into()))
    }

    /// Puts into an empty table what was saved, with the highest priority where not all of it fits. Returns the number of entries in the file.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or of something else. Nothing is changed then.
    pub fn load(&self, table: &mut TranspositionTable, priority: impl Fn(u64) -> u32) -> Result<u64, CheckpointError> {
        self.load_entries(table, priority).map_err(|problem| self.error(problem))
    }

    fn error(&self, problem: CheckpointProblem) -> CheckpointError {
        CheckpointError { path: self.path.clone(), problem }
    }

    fn load_entries(
        &self,
        table: &mut TranspositionTable,
        priority: impl Fn(u64) -> u32,
    ) -> Result<u64, CheckpointProblem> {
        let mut file = File::open(&self.path)?;
        self.check_text(&file)?;
        // First all of it is looked at: nothing of a damaged file is believed.
        file.rewind()?;
        let length = verified_length(&file)?;
        table.clear();
        let table = table.view();
        let text = (SCHEMA.len() + 1 + self.about.len() + 1) as u64;
        file.seek(SeekFrom::Start(text))?;
        let mut file = BufReader::new(file);
        let entries = (length - text) / ENTRY as u64;
        for _ in 0..entries {
            let mut entry = [0; ENTRY];
            file.read_exact(&mut entry)?;
            let [key, data] = [0, 8].map(|at| u64::from_le_bytes(entry[at..at + 8].try_into().expect("eight bytes")));
            table.put(key, data, &priority);
        }
        Ok(entries)
    }

    fn check_text(&self, file: &File) -> Result<(), CheckpointProblem> {
        let mut file = BufReader::new(file).take(MAX_LINE);
        let mut line = || -> Result<String, CheckpointProblem> {
            let mut bytes = Vec::new();
            file.read_until(b'\n', &mut bytes)?;
            let line = String::from_utf8(bytes).ok().and_then(|line| line.strip_suffix('\n').map(str::to_owned));
            line.ok_or(CheckpointProblem::Foreign)
        };
        if line()? != SCHEMA {
            return Err(CheckpointProblem::Foreign);
        }
        let (found, expected) = (line()?, self.about.clone());
        if found == expected { Ok(()) } else { Err(CheckpointProblem::Other { found, expected }) }
    }
}

/// The bytes before the checksum, which fits.
fn verified_length(mut file: &File) -> Result<u64, CheckpointProblem> {
    let length = file.metadata()?.len().checked_sub(CHECKSUM as u64).ok_or(CheckpointProblem::Damaged)?;
    let mut hash = Sha256::new();
    io::copy(&mut BufReader::new(file.take(length)), &mut hash)?;
    let mut checksum = [0; CHECKSUM];
    match file.read_exact(&mut checksum) {
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(error.into()),
        Ok(()) if checksum == *hash.finalize() => Ok(length),
        _ => Err(CheckpointProblem::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled() -> TranspositionTable {
        let mut table = TranspositionTable::new(1).unwrap();
        let view = table.view();
        (1..=1000_u64).for_each(|data| view.put(data << 50, data, |data| data as u32));
        table
    }

    fn message(checkpoint: &Checkpoint) -> String {
        checkpoint.load(&mut TranspositionTable::new(1).unwrap(), |_| 0).unwrap_err().to_string()
    }

    #[test]
    fn what_is_kept_comes_back() {
        let directory = tempfile::tempdir().unwrap();
        let checkpoint = Checkpoint::new(&directory.path().join("a"), "this");
        assert!(!checkpoint.exists());
        assert_eq!(checkpoint.save(filled().view(), |data| data > 10).unwrap(), 990);
        let mut table = TranspositionTable::new(2).unwrap();
        assert_eq!(checkpoint.load(&mut table, |data| data as u32).unwrap(), 990);
        assert_eq!(table.view().get(500 << 50), Some(500));
        assert_eq!(table.view().get(5 << 50), None);
    }

    #[test]
    fn what_is_not_the_same_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let checkpoint = Checkpoint::new(&path, "this");
        checkpoint.save(filled().view(), |_| true).unwrap();
        let other = Checkpoint::new(&path, "that");
        assert!(message(&other).contains("a checkpoint of 'this', expected one of 'that'"));
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
        assert!(message(&checkpoint).contains("no checkpoint"));
        fs::write(&path, "").unwrap();
        assert!(message(&checkpoint).contains("no checkpoint"));
    }
}
