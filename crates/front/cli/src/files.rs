//! Files named on the command line.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use floe_engine::{EngineSpec, Evaluation};
use floe_gamefile::{GameMistake, WrittenGame};
use floe_runs::{check_replaceable, io_text, link_target, replace};
use floe_search::bytes_without_mark;

use crate::overwriting::is_standard_stream;
use crate::problem::Wrong;

/// Removes the mark of UTF-8 at the start of a text; refuses that of UTF-16.
pub(crate) fn without_mark(text: &[u8]) -> Result<&[u8], Wrong> {
    let is_utf16 = text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff");
    let text = bytes_without_mark(text);
    if is_utf16 {
        Err(Wrong::new("expected text in UTF-8; found UTF-16"))
    } else {
        Ok(text)
    }
}

/// Maximum length of a text file in bytes: that of a game file.
const MAX_BYTES: u64 = 1 << 28;

/// Reads a file of at most 256 MiB, or standard input for `-`.
fn bytes_of(path: &Path) -> Result<Vec<u8>, Wrong> {
    let mut bytes = Vec::new();
    open(path)?
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable(path))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(wrong_in(
            path,
            format!("expected a file of at most {MAX_BYTES} bytes; found a longer one"),
        ));
    }
    Ok(bytes)
}

/// Reads a text file, or standard input for `-`, without a mark at its start.
pub(crate) fn read(path: &Path) -> Result<String, Wrong> {
    let bytes = bytes_of(path)?;
    let text = without_mark(&bytes).map_err(|wrong| wrong_in(path, wrong))?;
    String::from_utf8(text.to_vec()).map_err(|_| wrong_in(path, "expected text in UTF-8"))
}

/// Error in a file.
pub(crate) fn wrong_in(file: &Path, error: impl Display) -> Wrong {
    Wrong::new(format!("{}: {error}", file.display()))
}

/// Mistake in a file of games, with its line.
pub(crate) fn mistake_in(file: &Path, mistake: &GameMistake) -> Wrong {
    wrong_in(file, format!("line {}, {mistake}", mistake.place.line))
}

/// Opens a file to read it, or standard input for `-`.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, Wrong> {
    if is_standard_stream(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let open = || match File::open(path)? {
        file if file.metadata()?.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        file => Ok(BufReader::new(file)),
    };
    let file = open().map_err(unreadable(path))?;
    Ok(Box::new(file))
}

/// Reads the weights and the network that an engine names.
pub(crate) fn evaluation_of(spec: &EngineSpec) -> Result<Evaluation, Wrong> {
    spec.evaluation(|path| fs::read(path)).map_err(Wrong::new)
}

/// Reads the only game of a game file.
pub(crate) fn written_game(file: &Path) -> Result<WrittenGame, Wrong> {
    let text = bytes_of(file)?;
    if bytes_without_mark(&text).first() == Some(&b'{') {
        return Err(wrong_in(file, "expected a game file; found match records"));
    }
    let mut games = WrittenGame::parse_all(&text);
    let count = games.len();
    match games.pop() {
        Some(game) if count == 1 => game.map_err(|error| mistake_in(file, &error)),
        _ => Err(wrong_in(file, format!("expected one game; found {count}"))),
    }
}

/// Converts an error of a file: the call that names it is wrong.
pub(crate) fn unreadable(path: &Path) -> impl Fn(io::Error) -> Wrong {
    move |error| Wrong::new(format!("{}: {}", path.display(), io_text(&error)))
}

/// A file to replace when a run has ended, checked before the run to be writable.
pub(crate) struct WrittenLater {
    path: PathBuf,
    /// A pipe or another device: written, for it cannot be replaced.
    device: Option<File>,
}

impl WrittenLater {
    /// Checks that the file can be written, and leaves its contents as they are.
    pub(crate) fn open(path: &Path) -> Result<WrittenLater, Wrong> {
        // Replaces the target of a link, not the link; the system follows links to pipes, which
        // have no path.
        let is_device = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
        let path = if is_device {
            path.to_owned()
        } else {
            link_target(path)
        };
        let open = || match OpenOptions::new().write(true).open(&path) {
            Ok(file) if !file.metadata()?.is_file() => Ok(Some(file)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => check_replaceable(&path).map(|()| None),
        };
        let device = open().map_err(unreadable(&path))?;
        Ok(WrittenLater { path, device })
    }

    /// Checks that the path is no device, which can be written once only.
    pub(crate) fn expect_file(self) -> Result<(), Wrong> {
        match self.device {
            Some(_) => Err(Wrong::new(format!(
                "{}: expected a file; found a device",
                self.path.display()
            ))),
            None => Ok(()),
        }
    }

    /// Replaces the contents of the file by a text.
    pub(crate) fn write(self, text: &str) -> Result<()> {
        self.write_bytes(text.as_bytes())
    }

    /// Replaces the contents of the file.
    pub(crate) fn write_bytes(self, contents: &[u8]) -> Result<()> {
        let written = match self.device {
            Some(mut device) => device.write_all(contents),
            None => replace(&self.path, contents),
        };
        written.with_context(|| self.path.display().to_string())
    }
}
