use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use floe_engine::AnyGame;
use floe_gamefile::utf8;
use floe_search::bytes_without_mark;
use serde::Serialize;

use crate::arguments::{UNQUOTED, has_unquoted_position};
use crate::files::{self, without_mark};
use crate::interrupt::Interrupt;
use crate::output::{Answer, InputLine, Output};
use crate::problem::{Status, Wrong};

/// The position argument of most commands.
#[derive(Args)]
pub(crate) struct PositionArgument {
    /// Position in quotes, or - for standard input, one per line
    #[arg(value_name = "POSITION")]
    position: Option<String>,

    /// Read the positions from this file, one per line
    #[arg(long = "file", id = "positions", value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Advice for an argument that is a name rather than a position.
const HINT: &str = "A POSITION is one line of text in quotes. --file FILE reads positions from a file, 'floe new' deals a\n\
    floe, and 'floe docs notation' explains the notation.";

impl PositionArgument {
    /// Whether positions are read line by line.
    pub(crate) fn is_batch(&self) -> bool {
        self.file.is_some() || self.position.as_deref() == Some("-")
    }

    /// Counts positions where there may be several.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Option<usize>> + use<> {
        let is_batch = self.is_batch();
        (1..).map(move |number| is_batch.then_some(number))
    }

    /// Takes out the move or depth that stands in the place of the position where --file gives the
    /// positions.
    pub(crate) fn without_word(&self) -> (PositionArgument, Option<String>) {
        let is_word = |text: &String| self.file.is_some() && text != "-" && !text.contains('/');
        let (first, position) = self
            .position
            .clone()
            .into_iter()
            .partition::<Vec<String>, _>(is_word);
        (
            PositionArgument {
                position: position.into_iter().next(),
                file: self.file.clone(),
            },
            first.into_iter().next(),
        )
    }

    /// Answers each position until a signal; refuses one that is wrong and continues with the next.
    ///
    /// # Errors
    /// If input or output fails, or an answer fails for another reason than a wrong position.
    pub(crate) fn answer_each<T: Serialize>(
        &self,
        interrupt: &Interrupt,
        output: &mut Output,
        mut answer: impl FnMut(&AnyGame) -> Result<Answer<T>>,
    ) -> Result<Status> {
        let mut status = Status::Fine;
        let mut lines = self.lines()?;
        while let Some(line) = interrupt.next(|| lines.next()).transpose()? {
            let answered = position(&line)
                .map_err(anyhow::Error::from)
                .and_then(|position| answer(&position));
            match answered.map_err(anyhow::Error::downcast::<Wrong>) {
                Ok(answer) => output.answer_to(&line, &answer)?,
                Err(Ok(wrong)) => {
                    output.refuse(&line, &wrong)?;
                    status = Status::Wrong;
                }
                Err(Err(failure)) => return Err(failure),
            }
        }
        Ok(status)
    }

    /// Returns the position as a line, or the lines of the file or of standard input.
    ///
    /// Skips empty lines and comments, which begin with `#`, but counts them.
    fn lines(&self) -> Result<Box<dyn Iterator<Item = io::Result<InputLine>> + '_>, Wrong> {
        Ok(match (&self.file, self.position.as_deref()) {
            (None, Some(text)) if text != "-" => {
                let line = InputLine {
                    number: 1,
                    is_in_batch: false,
                    text: Ok(text.to_owned()),
                };
                Box::new(std::iter::once(Ok(line)))
            }
            (None, _) => Box::new(all_lines().filter(has_content)),
            (Some(file), None | Some("-")) => Box::new(file_lines(file)?.filter(has_content)),
            (Some(_), Some(text)) => {
                return Err(Wrong::new(format!(
                    "--file: expected - or nothing as POSITION; found '{text}'"
                )));
            }
        })
    }
}

/// Parses the position of a line.
fn position(line: &InputLine) -> Result<AnyGame, Wrong> {
    let text = line.text.as_ref().map_err(Clone::clone)?;
    let is_name = !line.is_in_batch && !text.contains('/');
    let is_split = || !line.is_in_batch && has_unquoted_position();
    let hint = || {
        if is_name {
            Some(HINT)
        } else {
            is_split().then_some(UNQUOTED)
        }
    };
    text.parse().map_err(|error| Wrong {
        hint: hint(),
        ..Wrong::from(error)
    })
}

/// Reads the lines of standard input, all of them.
pub(crate) fn all_lines() -> impl Iterator<Item = io::Result<InputLine>> {
    numbered(io::stdin().lock())
}

/// Lines read on a thread of their own, so that a wait for one can be interrupted.
pub(crate) struct TypedLines<'a> {
    receiver: Receiver<io::Result<InputLine>>,
    stop: &'a AtomicBool,
}

/// Reads the lines of standard input until `stop` is set, which also ends the wait for a line.
pub(crate) fn lines_until(stop: &AtomicBool) -> TypedLines<'_> {
    TypedLines::read(stop, all_lines)
}

impl<'a> TypedLines<'a> {
    /// Reads lines until `stop` is set, which also ends the wait for a line.
    pub(crate) fn read<L>(
        stop: &'a AtomicBool,
        lines: impl FnOnce() -> L + Send + 'static,
    ) -> TypedLines<'a>
    where
        L: Iterator<Item = io::Result<InputLine>>,
    {
        let (sender, receiver) = sync_channel(0);
        // Reading cannot be interrupted, so the thread ends with the program.
        thread::spawn(move || lines().all(|line| sender.send(line).is_ok()));
        TypedLines { receiver, stop }
    }

    /// Returns the next line if it is already there.
    pub(crate) fn ready(&self) -> Option<io::Result<InputLine>> {
        self.receiver.try_recv().ok()
    }
}

impl Iterator for TypedLines<'_> {
    type Item = io::Result<InputLine>;

    fn next(&mut self) -> Option<io::Result<InputLine>> {
        const STOP_INTERVAL: Duration = Duration::from_millis(50);
        loop {
            match self.receiver.recv_timeout(STOP_INTERVAL) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) if !self.stop.load(Relaxed) => {}
                Err(_) => return None,
            }
        }
    }
}

fn file_lines(path: &Path) -> Result<impl Iterator<Item = io::Result<InputLine>>, Wrong> {
    Ok(numbered(files::open(path)?))
}

fn numbered(mut input: impl BufRead) -> impl Iterator<Item = io::Result<InputLine>> {
    let mut numbers = 1..;
    std::iter::from_fn(move || {
        let number = numbers.next()?;
        let text = next_line(&mut input, number == 1).transpose()?;
        Some(text.map(|text| InputLine {
            number,
            is_in_batch: true,
            text,
        }))
    })
}

fn has_content(line: &io::Result<InputLine>) -> bool {
    !matches!(line, Ok(InputLine { text: Ok(text), .. }) if text.starts_with('#') || text.trim_ascii().is_empty())
}

/// Maximum length of a line, in bytes, far above that of any position; the rest of a longer line is
/// skipped.
const MAX_BYTES: u64 = 1 << 16;

/// Reads a line, which may begin with the mark of UTF-8; that of another encoding is refused in the
/// first.
fn next_line(
    input: &mut impl BufRead,
    is_first: bool,
) -> io::Result<Option<Result<String, Wrong>>> {
    let mut bytes = Vec::new();
    if input.take(MAX_BYTES).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_complete = bytes.last() == Some(&b'\n');
    if !is_complete && bytes.len() as u64 == MAX_BYTES {
        input.skip_until(b'\n')?;
        let message = format!("expected a line of at most {MAX_BYTES} bytes; found a longer one");
        return Ok(Some(Err(Wrong::new(message))));
    }
    let end = if bytes.ends_with(b"\r\n") {
        2
    } else {
        usize::from(is_complete)
    };
    let line = &bytes[..bytes.len() - end];
    let line = if is_first {
        without_mark(line)
    } else {
        Ok(bytes_without_mark(line))
    };
    Ok(Some(line.and_then(|line| Ok(utf8(line)?.to_owned()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<(usize, Result<String, Wrong>)> {
        let lines = numbered(input).filter(has_content);
        lines
            .map(Result::unwrap)
            .map(|line| (line.number, line.text))
            .collect()
    }

    #[test]
    fn comments_and_empty_lines_are_left_out() {
        let read = read(b"# comment\none\r\n\n \t\n#\ntwo");
        assert_eq!(read, [(2, Ok("one".to_owned())), (6, Ok("two".to_owned()))]);
    }

    #[test]
    fn other_encodings_are_named() {
        assert_eq!(
            read(b"\xef\xbb\xbfone\ntwo"),
            [(1, Ok("one".to_owned())), (2, Ok("two".to_owned()))]
        );
        for utf16 in [
            &b"\xff\xfeo\0n\0e\0\n\0t\0w\0o\0"[..],
            b"\xfe\xff\0o\0n\0e\0\n\0t",
        ] {
            assert_eq!(
                read(utf16)[0].1.as_ref().unwrap_err().message,
                "expected text in UTF-8; found UTF-16"
            );
        }
    }

    #[test]
    fn a_line_may_be_anything() {
        let mut input = vec![b'1'; 1 << 20];
        input.extend(b"\na\xc3\xa9\xff\n");
        let read = read(&input);
        assert!(
            read[0]
                .1
                .as_ref()
                .unwrap_err()
                .message
                .contains("found a longer one")
        );
        assert_eq!(read[1].1.as_ref().unwrap_err().column, Some(3));
        assert_eq!(read.len(), 2);
    }
}
