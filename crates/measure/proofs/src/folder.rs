//! The folder that the workers of a proof share, whose files `docs/proofs.md` specifies.
//!
//! Nothing is ever changed: files of bounds grow, and only their worker writes to them. Every
//! record can be checked alone, so a damaged one costs what it says and no more, and the order of
//! records and files does not matter. Locks end with the process that holds them, however it ends.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use floe_endgame::KeyedBounds;
use floe_fish::Position;
use floe_game::{Interval, Score};
use floe_runs::{AppendLog, FileProblem, create};

use crate::planner::{FinishedJob, JobOutcome};
use crate::record::{RECORD_BYTES, Record};

/// Name and version of the format; changes with the meaning of keys or records.
const SCHEMA: &str = "floe-proof-1";

/// Maximum length of the three lines of text, in bytes.
const MAX_TEXT_BYTES: u64 = 1 << 12;

/// Failure to use the folder of a proof.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct ProofFolderError {
    /// Path of the file or folder that cannot be used.
    pub path: PathBuf,
    /// Reason why it cannot be used.
    pub problem: ProofFolderProblem,
}

/// Reason why the folder of a proof, or a file in it, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProofFolderProblem {
    /// The system refuses, or another program uses or changes the file.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// A proof was to be looked at, and the folder is missing or holds no proof.
    #[error("expected the folder of a proof, with the file proof.txt")]
    NotBegun,
    /// A proof was to be begun in a folder that is not empty and holds no proof.
    #[error("expected an empty folder, or one with the file proof.txt of a proof")]
    NoProof,
    /// The file is not one of a proof, or has another version of the format.
    #[error("expected a file that begins with '{SCHEMA}'")]
    Foreign,
    /// A pipe, a folder or a device is in the place of a file of the proof.
    #[error("expected a file; found something else")]
    NoFile,
    /// The proof is of another position.
    #[error("expected a proof of\n  {expected}\nfound one of\n  {found}")]
    OtherPosition {
        /// Position that was expected, in notation.
        expected: String,
        /// Position that the file names.
        found: String,
    },
    /// The proof is by another build, whose keys of endings may differ.
    #[error("expected a proof by the build {expected}; found one by {found}")]
    OtherBuild {
        /// Build of this program.
        expected: String,
        /// Build that the file names.
        found: String,
    },
}

impl From<io::Error> for ProofFolderProblem {
    fn from(error: io::Error) -> ProofFolderProblem {
        ProofFolderProblem::File(error.into())
    }
}

fn at<E: Into<ProofFolderProblem>>(path: &Path) -> impl Fn(E) -> ProofFolderError {
    move |problem| ProofFolderError {
        path: path.to_owned(),
        problem: problem.into(),
    }
}

/// Folder that the workers of a proof share.
#[derive(Clone, Debug)]
pub struct ProofFolder {
    path: PathBuf,
    position: Position<2>,
    build: String,
}

impl ProofFolder {
    /// Opens the folder of the proof of `position`, or begins the proof in a folder that is empty
    /// or missing. `build` identifies this program: all workers of a proof must be of one build. If
    /// several processes begin a proof at the same moment, one of them writes it, and the others
    /// open it.
    ///
    /// # Errors
    /// If the system refuses, or the folder holds something else, or a proof of another position or
    /// by another build. The folder is unchanged then.
    pub fn open(
        path: &Path,
        position: &Position<2>,
        build: &str,
    ) -> Result<ProofFolder, ProofFolderError> {
        let folder = ProofFolder {
            path: path.to_owned(),
            position: *position,
            build: build.to_owned(),
        };
        fs::create_dir_all(path).map_err(at(path))?;
        let file = folder.description();
        if !file.exists() {
            folder.expect_empty()?;
            create(&file, folder.text().as_bytes()).map_err(at(&file))?;
        }
        let (found, _) = read_text(&file).map_err(at(&file))?;
        folder.check(&found).map_err(at(&file))?;
        for part in ["bounds", "jobs"] {
            let part = path.join(part);
            fs::create_dir_all(&part).map_err(at(&part))?;
        }
        Ok(folder)
    }

    /// Opens the folder of a proof that has begun, to look at it. The folder names the position.
    ///
    /// # Errors
    /// If the system refuses, or the folder holds no proof, or one by another build.
    pub fn visit(path: &Path, build: &str) -> Result<ProofFolder, ProofFolderError> {
        let file = path.join("proof.txt");
        if !file.exists() {
            return Err(at(path)(ProofFolderProblem::NotBegun));
        }
        let (text, _) = read_text(&file).map_err(at(&file))?;
        let position = text
            .position
            .parse()
            .map_err(|_| at(&file)(ProofFolderProblem::Foreign))?;
        let folder = ProofFolder {
            path: path.to_owned(),
            position,
            build: build.to_owned(),
        };
        folder.check(&text).map_err(at(&file))?;
        Ok(folder)
    }

    /// Position whose final margin the folder's workers prove.
    pub fn position(&self) -> &Position<2> {
        &self.position
    }

    fn description(&self) -> PathBuf {
        self.path.join("proof.txt")
    }

    fn text(&self) -> String {
        format!("{SCHEMA}\n{}\n{}\n", self.position, self.build)
    }

    /// Checks that nothing lies in the folder, but for what others who begin the proof at this
    /// moment have written.
    fn expect_empty(&self) -> Result<(), ProofFolderError> {
        let path = &self.path;
        for entry in fs::read_dir(path).map_err(at(path))? {
            let name = entry.map_err(at(path))?.file_name();
            if !name.to_string_lossy().starts_with("proof.txt") && !self.description().exists() {
                return Err(at(path)(ProofFolderProblem::NoProof));
            }
        }
        Ok(())
    }

    fn check(&self, text: &FileText) -> Result<(), ProofFolderProblem> {
        let position = self.position.to_string();
        if text.position != position {
            return Err(ProofFolderProblem::OtherPosition {
                expected: position,
                found: text.position.clone(),
            });
        }
        if text.build != self.build {
            return Err(ProofFolderProblem::OtherBuild {
                expected: self.build.clone(),
                found: text.build.clone(),
            });
        }
        Ok(())
    }

    /// Opens the file of bounds of a new worker on the machine `host`. Its name is the first of
    /// `HOST-1`, `HOST-2` and so on that no other worker uses at this moment; a file that has this
    /// name already is continued.
    ///
    /// # Errors
    /// If the system refuses, or the file is of another proof.
    pub fn join(&self, host: &str) -> Result<WorkerFile, ProofFolderError> {
        let mut number = 1;
        loop {
            let name = format!("{host}-{number}");
            match self.worker_file(&name) {
                Err(ProofFolderError {
                    problem: ProofFolderProblem::File(FileProblem::Locked),
                    ..
                }) => number += 1,
                opened => return opened,
            }
        }
    }

    /// Opens the file of bounds of the worker with this name, or creates it.
    ///
    /// # Errors
    /// If the system refuses, another process uses the file, or it is of another proof.
    pub fn worker_file(&self, name: &str) -> Result<WorkerFile, ProofFolderError> {
        let path = self.path.join("bounds").join(format!("{name}.bounds"));
        self.open_log(&path)
            .map(|log| WorkerFile {
                name: name.to_owned(),
                path: path.clone(),
                log,
            })
            .map_err(at(&path))
    }

    fn open_log(&self, path: &Path) -> Result<AppendLog, ProofFolderProblem> {
        let text = self.text();
        expect_file(path)?;
        let mut log = AppendLog::open(path, |mut file| -> Result<u64, ProofFolderProblem> {
            file.seek(SeekFrom::Start(0))?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            if text.as_bytes().starts_with(&bytes) && bytes.len() < text.len() {
                return Ok(0);
            }
            let (found, start) = FileText::parse(&bytes)?;
            self.check(&found)?;
            // What a kill or a failing machine has left at the end is no record.
            let mut records = bytes[start..].chunks_exact(RECORD_BYTES);
            let last = records.rposition(|record| Record::decode(record).is_some());
            Ok((start + last.map_or(0, |last| (last + 1) * RECORD_BYTES)) as u64)
        })?;
        if log.length() == 0 {
            log.append(text.as_bytes())?;
        }
        Ok(log)
    }

    /// Reserves the search of the ending with this key for the worker with this name, until the
    /// lease is dropped; `None` if a worker searches it already.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn take(&self, key: u64, worker: &str) -> Result<Option<Lease>, ProofFolderError> {
        let path = self.job_path(key);
        expect_file(&path).map_err(at(&path))?;
        take(&path, worker).map_err(at(&path))
    }

    /// Whether a worker, of this process or another, searches the ending with this key at this
    /// moment.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn is_taken(&self, key: u64) -> Result<bool, ProofFolderError> {
        let path = self.job_path(key);
        match open_file(&path) {
            Ok(file) => Ok(is_locked(&file)),
            Err(ProofFolderProblem::File(FileProblem::Io(error)))
                if error.kind() == io::ErrorKind::NotFound =>
            {
                Ok(false)
            }
            Err(problem) => Err(at(&path)(problem)),
        }
    }

    /// Keys of the endings that workers search at this moment, or searched when they were killed.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn taken(&self) -> Result<Vec<u64>, ProofFolderError> {
        let jobs = self.path.join("jobs");
        let mut keys = Vec::new();
        for entry in fs::read_dir(&jobs).map_err(at(&jobs))? {
            let name = entry.map_err(at(&jobs))?.file_name();
            keys.extend(
                name.to_str()
                    .and_then(|name| u64::from_str_radix(name, 16).ok()),
            );
        }
        Ok(keys)
    }

    fn job_path(&self, key: u64) -> PathBuf {
        self.path.join("jobs").join(format!("{key:016x}"))
    }

    /// Names of the workers that search at this moment, each with the key of the ending that it
    /// searches; sorted by name.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn busy_workers(&self) -> Result<Vec<(String, u64)>, ProofFolderError> {
        /// Maximum length of a name that is read, in bytes: longer than any that a worker has.
        const MAX_NAME_BYTES: u64 = 100;
        let mut busy = Vec::new();
        for key in self.taken()? {
            // The file may be gone by now.
            let Ok(file) = open_file(&self.job_path(key)) else {
                continue;
            };
            if is_locked(&file) {
                let mut name = Vec::new();
                let _ = file.take(MAX_NAME_BYTES).read_to_end(&mut name);
                busy.push((String::from_utf8_lossy(&name).trim().to_owned(), key));
            }
        }
        busy.sort();
        Ok(busy)
    }
}

struct FileText {
    position: String,
    build: String,
}

impl FileText {
    fn parse(bytes: &[u8]) -> Result<(FileText, usize), ProofFolderProblem> {
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let mut length = 0;
        let mut next = || {
            let line = lines
                .next()
                .and_then(|line| std::str::from_utf8(line).ok())?;
            length += line.len();
            line.strip_suffix('\n').map(str::to_owned)
        };
        let schema = next();
        if schema.as_deref() != Some(SCHEMA) {
            return Err(ProofFolderProblem::Foreign);
        }
        let (Some(position), Some(build)) = (next(), next()) else {
            return Err(ProofFolderProblem::Foreign);
        };
        Ok((FileText { position, build }, length))
    }
}

/// Reads the lines at the start of a file; returns their length, too.
fn read_text(path: &Path) -> Result<(FileText, usize), ProofFolderProblem> {
    let mut bytes = Vec::new();
    open_file(path)?
        .take(MAX_TEXT_BYTES)
        .read_to_end(&mut bytes)?;
    FileText::parse(&bytes)
}

/// Opens a file to read it; a pipe, at which that could wait for ever, is refused.
fn open_file(path: &Path) -> Result<File, ProofFolderProblem> {
    expect_file(path)?;
    Ok(File::open(path)?)
}

/// Checks that nothing but a file is at this path, or nothing.
fn expect_file(path: &Path) -> Result<(), ProofFolderProblem> {
    let is_other = fs::metadata(path).is_ok_and(|found| !found.is_file());
    if is_other {
        Err(ProofFolderProblem::NoFile)
    } else {
        Ok(())
    }
}

/// Reservation of the search of an ending for this process, so that no other worker searches it. It
/// ends when it is dropped, or with the process.
#[derive(Debug)]
pub struct Lease {
    path: PathBuf,
    /// Locked until this is dropped.
    _file: File,
}

impl Drop for Lease {
    fn drop(&mut self) {
        // While it is locked: another worker that has opened it sees then that it is gone.
        let _ = fs::remove_file(&self.path);
    }
}

fn is_locked(file: &File) -> bool {
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

fn take(path: &Path, worker: &str) -> io::Result<Option<Lease>> {
    loop {
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Otherwise its owner has just removed it.
        if is_at(&file, path)? {
            file.set_len(0)?;
            io::Write::write_all(&mut &file, format!("{worker}\n").as_bytes())?;
            return Ok(Some(Lease {
                path: path.to_owned(),
                _file: file,
            }));
        }
    }
}

/// Whether a path still leads to an open file.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let open = file.metadata()?;
        Ok(fs::metadata(path)
            .is_ok_and(|found| (found.dev(), found.ino()) == (open.dev(), open.ino())))
    }
    #[cfg(not(unix))]
    {
        // An open file is not removed there.
        let _ = file;
        Ok(path.exists())
    }
}

/// File of bounds that a worker appends to.
#[derive(Debug)]
pub struct WorkerFile {
    name: String,
    path: PathBuf,
    log: AppendLog,
}

impl WorkerFile {
    /// Name of the worker.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Appends bounds and after them a job, if there is one, with one write.
    ///
    /// # Errors
    /// If they cannot be written, or another program has changed the file.
    pub fn append(
        &mut self,
        bounds: &[KeyedBounds],
        job: Option<&FinishedJob>,
    ) -> Result<(), ProofFolderError> {
        let records = bounds
            .iter()
            .map(|&bounds| Record::Bounds(bounds))
            .chain(job.map(|&job| Record::Job(job)));
        let bytes: Vec<u8> = records.flat_map(|record| record.encode()).collect();
        if bytes.is_empty() {
            return Ok(());
        }
        self.log.append(&bytes).map_err(at(&self.path))
    }
}

/// Damaged record of a file of bounds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DamagedRecord {
    /// Path of the file that holds the record.
    pub path: PathBuf,
    /// Place where the record begins, in bytes from the start of the file.
    pub byte: u64,
}

/// Records that workers have written since the last call of [`BoundsReader::read`].
#[derive(Clone, Debug, Default)]
pub struct NewRecords {
    /// Bounds of endings, in the order of each file.
    pub bounds: Vec<KeyedBounds>,
    /// Jobs that have ended, in the order of each file.
    pub jobs: Vec<FinishedJob>,
    /// Records that are damaged, and left out: their checksum is wrong, or their bounds are
    /// impossible.
    pub damaged: Vec<DamagedRecord>,
}

/// Reads the files of all workers as they grow.
#[derive(Debug, Default)]
pub struct BoundsReader {
    /// Number of bytes read, by file.
    read: BTreeMap<PathBuf, u64>,
    /// End of the damaged records that were named, in bytes, by file.
    named: BTreeMap<PathBuf, u64>,
    /// Number of nodes of all jobs read so far.
    pub nodes: u64,
}

impl BoundsReader {
    /// Number of files read so far.
    pub fn files(&self) -> u32 {
        self.read.len() as u32
    }

    /// Reads all records that the files of the folder have got since the last call; at the first
    /// call, all records. Every call must be for the same folder.
    ///
    /// # Errors
    /// If the system refuses, or a file is of another proof.
    pub fn read(&mut self, folder: &ProofFolder) -> Result<NewRecords, ProofFolderError> {
        let mut new = NewRecords::default();
        for path in folder.bounds_files()? {
            self.read_file(folder, &path, &mut new).map_err(at(&path))?;
        }
        self.nodes = new
            .jobs
            .iter()
            .fold(self.nodes, |nodes, job| nodes.saturating_add(job.nodes));
        Ok(new)
    }

    fn read_file(
        &mut self,
        folder: &ProofFolder,
        path: &Path,
        new: &mut NewRecords,
    ) -> Result<(), ProofFolderProblem> {
        let Some(StoredRecords {
            file,
            start,
            records,
        }) = folder.records(path, self.read.get(path).copied())?
        else {
            return Ok(());
        };
        let whole = records
            .iter()
            .rposition(Option::is_some)
            .map_or(0, |last| last + 1);
        // While the worker writes, the last records may be half written. They are read again.
        let is_being_written = whole < records.len() && is_locked(&file);
        let readable = if is_being_written {
            &records[..whole]
        } else {
            &records[..]
        };
        let mut named = self.named.get(path).copied().unwrap_or(0);
        for (place, record) in readable.iter().enumerate() {
            let byte = start + (place * RECORD_BYTES) as u64;
            match record {
                Some(Record::Bounds(bounds)) if folder.allows(bounds) => new.bounds.push(*bounds),
                Some(Record::Job(job)) => new.jobs.push(*job),
                _ if byte < named => {}
                _ => {
                    named = byte + 1;
                    new.damaged.push(DamagedRecord {
                        path: path.to_owned(),
                        byte,
                    });
                }
            }
        }
        self.named.insert(path.to_owned(), named);
        self.read
            .insert(path.to_owned(), start + (whole * RECORD_BYTES) as u64);
        Ok(())
    }
}

/// Records of a file of bounds from a place on; `None` for a damaged one.
struct StoredRecords {
    file: File,
    /// Place of the first record, in bytes.
    start: u64,
    records: Vec<Option<Record>>,
}

impl ProofFolder {
    fn bounds_files(&self) -> Result<Vec<PathBuf>, ProofFolderError> {
        let bounds = self.path.join("bounds");
        let mut paths = Vec::new();
        for entry in fs::read_dir(&bounds).map_err(at(&bounds))? {
            let path = entry.map_err(at(&bounds))?.path();
            paths.extend(Some(path).filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "bounds")
            }));
        }
        Ok(paths)
    }

    /// Reads the records of a file from `start` on, or all of them; `None` if its worker is just
    /// beginning it.
    fn records(
        &self,
        path: &Path,
        start: Option<u64>,
    ) -> Result<Option<StoredRecords>, ProofFolderProblem> {
        let mut file = open_file(path)?;
        let length = file.metadata()?.len();
        let start = match start {
            Some(start) => start,
            None => {
                let text = self.text();
                let mut bytes = Vec::new();
                (&file).take(MAX_TEXT_BYTES).read_to_end(&mut bytes)?;
                if bytes.len() < text.len() && text.as_bytes().starts_with(&bytes) {
                    return Ok(None);
                }
                let (found, start) = FileText::parse(&bytes)?;
                self.check(&found)?;
                start as u64
            }
        };
        let count = length.saturating_sub(start) / RECORD_BYTES as u64;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        (&file)
            .take(count * RECORD_BYTES as u64)
            .read_to_end(&mut bytes)?;
        let records = bytes
            .chunks_exact(RECORD_BYTES)
            .map(Record::decode)
            .collect();
        Ok(Some(StoredRecords {
            file,
            start,
            records,
        }))
    }

    /// Whether an ending of the floe can have these bounds: no value is above that of all free
    /// tiles either way.
    pub(crate) fn allows(&self, bounds: &KeyedBounds) -> bool {
        let largest = self.position.value(self.position.free());
        bounds.lower <= bounds.upper && bounds.lower <= largest && -largest <= bounds.upper
    }

    /// Finds the records of the endings in the [family](KeyedBounds::family) of this key that
    /// contradict what the value of its ending must be, `possible`, or one another.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn contradicting(
        &self,
        key: u64,
        possible: Interval<Score>,
    ) -> Result<Vec<DamagedRecord>, ProofFolderError> {
        let family = KeyedBounds::family(key);
        let mut found = Vec::new();
        let mut known = KeyedBounds {
            lower: possible.lower,
            upper: possible.upper,
            ..KeyedBounds::nothing(key)
        };
        for path in self.bounds_files()? {
            let Some(stored) = self.records(&path, None).map_err(at(&path))? else {
                continue;
            };
            for (place, record) in stored.records.iter().enumerate() {
                let Some(Record::Bounds(bounds)) = record else {
                    continue;
                };
                if KeyedBounds::family(bounds.key) == family && self.allows(bounds) {
                    known.gather(bounds);
                    let byte = stored.start + (place * RECORD_BYTES) as u64;
                    found.push((
                        *bounds,
                        DamagedRecord {
                            path: path.clone(),
                            byte,
                        },
                    ));
                }
            }
        }
        found.retain(|(bounds, _)| {
            let mut own = KeyedBounds::nothing(key);
            own.gather(bounds);
            own.lower > known.upper || own.upper < known.lower
        });
        Ok(found.into_iter().map(|(_, record)| record).collect())
    }
}

impl JobOutcome {
    /// All outcomes by their numbers in files.
    pub(crate) const ALL: [JobOutcome; 4] = [
        JobOutcome::Settled,
        JobOutcome::Exhausted,
        JobOutcome::Dropped,
        JobOutcome::Split,
    ];
}
