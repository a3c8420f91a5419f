//! Files that a call names.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use floe_arena::store::{replace, temporary_path};
use floe_engine::{EngineSpec, Evaluation};

use crate::problem::Wrong;

/// The text of a file.
///
/// # Errors
/// When it cannot be read: the call that names it is wrong.
pub(crate) fn read(path: &Path) -> Result<String, Wrong> {
    fs::read_to_string(path).map_err(unreadable(path))
}

/// What an engine guesses by, from the files that it names.
///
/// # Errors
/// When one cannot be read, or holds something else: the call that names the engine is wrong.
pub(crate) fn evaluation_of(spec: &EngineSpec) -> Result<Evaluation, Wrong> {
    spec.evaluation(|path| fs::read_to_string(path)).map_err(Wrong::new)
}

/// What is said of a file that cannot be read: the call that names it is wrong.
pub(crate) fn unreadable(path: &Path) -> impl Fn(io::Error) -> Wrong {
    move |error| Wrong::new(format!("{}: {error}", path.display()))
}

/// A file that is written when a run has ended. Whether it can be is tried before, lest somebody waits for what cannot be kept; what is in it stays until then.
pub(crate) struct WrittenLater {
    path: PathBuf,
    /// What is no file, such as a pipe, cannot be replaced, only written.
    device: Option<File>,
}

impl WrittenLater {
    /// # Errors
    /// When the file cannot be written: the call that names it is wrong.
    pub(crate) fn open(path: &Path) -> Result<WrittenLater, Wrong> {
        // The file itself, not a link to it, is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let open = || match OpenOptions::new().write(true).open(&path) {
            Ok(file) if !file.metadata()?.is_file() => Ok(Some(file)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => {
                File::create(temporary_path(&path))?;
                fs::remove_file(temporary_path(&path)).map(|()| None)
            }
        };
        let device = open().map_err(unreadable(&path))?;
        Ok(WrittenLater { path, device })
    }

    /// Puts a text in the place of what is in the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn write(self, text: &str) -> Result<()> {
        let written = match self.device {
            Some(mut device) => device.write_all(text.as_bytes()),
            None => replace(&self.path, text.as_bytes()),
        };
        written.with_context(|| self.path.display().to_string())
    }
}
