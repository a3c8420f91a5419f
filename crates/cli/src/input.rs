use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use floe_engine::AnyGame;
use floe_engine::arena::utf8;
use serde::Serialize;

use crate::interrupt::Interrupt;
use crate::output::{Answer, InputLine, Output};
use crate::problem::{Status, Wrong};

/// The position argument of most commands.
#[derive(Args)]
pub(crate) struct PositionArgument {
    /// Position in quotes, or - for standard input, one a line
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
}

impl PositionArgument {
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
        let (mut status, mut lines) = (Status::Fine, lines(&self.position));
        while let Some(line) = interrupt.next(|| lines.next()).transpose()? {
            let answered = line.position().map_err(anyhow::Error::from).and_then(|position| answer(&position));
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
}

/// Reads the lines of an argument: itself, or for `-` those of standard input.
///
/// Skips lines of standard input that begin with `#`, but counts them.
fn lines(argument: &str) -> Box<dyn Iterator<Item = io::Result<InputLine>> + '_> {
    if argument == "-" {
        Box::new(all_lines().filter(|line| !is_comment(line)))
    } else {
        Box::new(std::iter::once(Ok(InputLine { number: 1, is_in_batch: false, text: Ok(argument.to_owned()) })))
    }
}

/// Reads the lines of standard input, comments included.
pub(crate) fn all_lines() -> impl Iterator<Item = io::Result<InputLine>> {
    numbered(io::stdin().lock())
}

/// Lines that are read one by one.
pub(crate) type InputLines<'a> = dyn Iterator<Item = io::Result<InputLine>> + 'a;

/// Reads the lines of standard input until `stop` is set, which also ends the wait for a line.
pub(crate) fn lines_until(stop: &AtomicBool) -> impl Iterator<Item = io::Result<InputLine>> {
    const STOP_INTERVAL: Duration = Duration::from_millis(50);
    let (sender, receiver) = sync_channel(0);
    // Reading cannot be interrupted, so the thread ends with the program.
    thread::spawn(move || all_lines().all(|line| sender.send(line).is_ok()));
    std::iter::from_fn(move || {
        loop {
            match receiver.recv_timeout(STOP_INTERVAL) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) if !stop.load(Relaxed) => {}
                Err(_) => return None,
            }
        }
    })
}

fn numbered(mut input: impl BufRead) -> impl Iterator<Item = io::Result<InputLine>> {
    let mut numbers = 1..;
    std::iter::from_fn(move || {
        let text = next_line(&mut input).transpose()?;
        let number = numbers.next()?;
        Some(text.map(|text| InputLine { number, is_in_batch: true, text }))
    })
}

fn is_comment(line: &io::Result<InputLine>) -> bool {
    matches!(line, Ok(InputLine { text: Ok(text), .. }) if text.starts_with('#'))
}

/// Maximum length of a line, in bytes, far above that of any position; the rest of a longer line is skipped.
const MAX_BYTES: u64 = 1 << 16;

fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, Wrong>>> {
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
    let end = if bytes.ends_with(b"\r\n") { 2 } else { usize::from(is_complete) };
    Ok(Some(utf8(&bytes[..bytes.len() - end]).map(str::to_owned).map_err(Wrong::from)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<(usize, Result<String, Wrong>)> {
        let lines = numbered(input).filter(|line| !is_comment(line));
        lines.map(Result::unwrap).map(|line| (line.number, line.text)).collect()
    }

    #[test]
    fn comments_are_left_out_and_empty_lines_are_not() {
        let read = read(b"# comment\none\r\n\n#\ntwo");
        assert_eq!(read, [(2, Ok("one".to_owned())), (3, Ok(String::new())), (5, Ok("two".to_owned()))]);
    }

    #[test]
    fn a_line_may_be_anything() {
        let mut input = vec![b'1'; 1 << 20];
        input.extend(b"\na\xc3\xa9\xff\n");
        let read = read(&input);
        assert!(read[0].1.as_ref().unwrap_err().message.contains("found a longer one"));
        assert_eq!(read[1].1.as_ref().unwrap_err().column, Some(3));
        assert_eq!(read.len(), 2);
    }
}
