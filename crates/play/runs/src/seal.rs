use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Shard, io_text, replace};

/// Seal of a complete file of games, with the hash of the file. It stands next to the file, with
/// the extension `done`.
#[derive(Debug, Serialize, Deserialize)]
struct Seal {
    shard: String,
    games: u64,
    sha256: String,
    build: String,
}

/// File of games that has not changed since it was sealed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedFile {
    /// Path of the file of games.
    pub path: PathBuf,
    /// Shard of the run that the file holds.
    pub shard: Shard,
    /// Number of games in the file.
    pub games: u64,
}

/// Failure to seal a file of games, or to find it as it was sealed.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The system refuses.
    #[error("{}: {}", path.display(), io_text(error))]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// Error of the system.
        error: io::Error,
    },
    /// The file at this path is no seal.
    #[error("{}: expected the seal of a file of games", .0.display())]
    NoSeal(PathBuf),
    /// The file at this path has changed since it was sealed.
    #[error("{}: this file has changed since it was sealed", .0.display())]
    Changed(PathBuf),
    /// No file of games in this directory is sealed.
    #[error("{}: expected sealed games: the .done file of a shard that has been played to the end", .0.display())]
    NothingSealed(PathBuf),
}

/// Extension of the file that seals another one.
const EXTENSION: &str = "done";

impl SealedFile {
    /// Seals a complete file of games: writes its shard, its number of games, its SHA-256 and the
    /// `build` that played them to a file next to it, with the extension `done`. The seal is
    /// written as a whole or not at all.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn seal(self, build: &str) -> Result<(), SealError> {
        let SealedFile { path, shard, games } = self;
        let sha256 = hash(&path).map_err(at(&path))?;
        let seal = Seal {
            shard: shard.to_string(),
            games,
            sha256,
            build: build.to_owned(),
        };
        let path = path.with_extension(EXTENSION);
        let text = serde_json::to_string(&seal).map_err(io::Error::from);
        text.and_then(|text| replace(&path, text.as_bytes()))
            .map_err(at(&path))
    }

    /// Reads the seal at the path `seal`, and checks the file of games next to it, which has the
    /// extension `extension`.
    ///
    /// # Errors
    /// When a file cannot be read, the seal is no seal, or the file of games has changed since it
    /// was sealed.
    pub fn read(seal: &Path, extension: &str) -> Result<SealedFile, SealError> {
        let text = fs::read_to_string(seal).map_err(at(seal))?;
        let read: Option<Seal> = serde_json::from_str(&text).ok();
        let read = read.and_then(|seal| Some((seal.shard.parse().ok()?, seal)));
        let Some((shard, Seal { games, sha256, .. })) = read else {
            return Err(SealError::NoSeal(seal.to_owned()));
        };
        let path = seal.with_extension(extension);
        if hash(&path).map_err(at(&path))? != sha256 {
            return Err(SealError::Changed(path));
        }
        Ok(SealedFile { path, shard, games })
    }
}

/// Whether the file of a shard in a directory is sealed, because all its tasks are done. The file
/// is not checked.
pub fn is_sealed(shard: Shard, directory: &Path) -> bool {
    shard.path(directory, EXTENSION).exists()
}

/// Paths of all seals in these directories together, in ascending order.
///
/// # Errors
/// When a directory cannot be read or has no seal.
pub fn seals_in(directories: &[PathBuf]) -> Result<Vec<PathBuf>, SealError> {
    let mut seals = Vec::new();
    for directory in directories {
        let entries: Vec<fs::DirEntry> = fs::read_dir(directory)
            .and_then(Iterator::collect)
            .map_err(at(directory))?;
        let paths = entries.into_iter().map(|entry| entry.path());
        let here = seals.len();
        seals.extend(paths.filter(|path| path.extension().is_some_and(|found| found == EXTENSION)));
        if seals.len() == here {
            return Err(SealError::NothingSealed(directory.clone()));
        }
    }
    seals.sort();
    Ok(seals)
}

/// The bytes of a file.
///
/// # Errors
/// If the file cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

/// SHA-256 of a file in hexadecimal digits.
///
/// # Errors
/// When the file cannot be read.
pub fn hash(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hasher
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

fn at(path: &Path) -> impl Fn(io::Error) -> SealError {
    move |error| SealError::Io {
        path: path.to_owned(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_file_that_changes_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let directories = [folder.path().to_owned()];
        assert!(matches!(
            seals_in(&directories),
            Err(SealError::NothingSealed(_))
        ));
        let shard = Shard::new(2, 3).unwrap();
        let path = shard.path(folder.path(), "log");
        fs::write(&path, "games").unwrap();
        let sealed = SealedFile {
            path: path.clone(),
            shard,
            games: 5,
        };
        sealed.clone().seal("a build").unwrap();
        let seals = seals_in(&directories).unwrap();
        assert_eq!(seals, [shard.path(folder.path(), "done")]);
        assert_eq!(SealedFile::read(&seals[0], "log").unwrap(), sealed);
        fs::write(&path, "gaMes").unwrap();
        assert!(
            matches!(SealedFile::read(&seals[0], "log"), Err(SealError::Changed(found)) if found == path)
        );
        fs::write(&seals[0], "{}").unwrap();
        assert!(
            matches!(SealedFile::read(&seals[0], "log"), Err(SealError::NoSeal(found)) if found == seals[0])
        );
    }
}
