//! Files that a call names.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::problem::Wrong;

/// The text of a file.
///
/// # Errors
/// When it cannot be read: the call that names it is wrong.
pub(crate) fn read(path: &Path) -> Result<String, Wrong> {
    fs::read_to_string(path).map_err(unreadable(path))
}

/// What is said of a file that cannot be read: the call that names it is wrong.
pub(crate) fn unreadable(path: &Path) -> impl Fn(io::Error) -> Wrong {
    move |error| Wrong::new(format!("{}: {error}", path.display()))
}

/// A file that is written when a run has ended. It is opened before, lest somebody waits for what cannot be kept; what is in it stays until then.
pub(crate) struct WrittenLater {
    path: PathBuf,
    file: File,
}

impl WrittenLater {
    /// # Errors
    /// When the file cannot be written: the call that names it is wrong.
    pub(crate) fn open(path: &Path) -> Result<WrittenLater, Wrong> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(unreadable(path))?;
        Ok(WrittenLater { path: path.to_owned(), file })
    }

    /// Puts a text in the place of what is in the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn write(mut self, text: &str) -> Result<()> {
        let mut write = || {
            self.file.write_all(text.as_bytes())?;
            // Devices have no length.
            if self.file.metadata()?.is_file() { self.file.set_len(text.len() as u64) } else { Ok(()) }
        };
        write().with_context(|| self.path.display().to_string())
    }
}
