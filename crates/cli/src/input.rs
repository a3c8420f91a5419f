use std::io::{self, BufRead, Read};

use anyhow::Result;
use clap::Args;
use floe_engine::AnyGame;
use floe_engine::arena::utf8;

use crate::interrupt::Interrupt;
use crate::output::{Answer, Output};
use crate::problem::{Status, Wrong};

/// The argument that most commands share.
#[derive(Args)]
pub(crate) struct PositionArgument {
    /// The position, in quotes; - reads positions from standard input, one a line
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
}

impl PositionArgument {
    /// Answers one position after the other. One that is wrong is told so, and the next is read.
    ///
    /// # Errors
    /// What ends the call: that nothing can be read or written any more, or that an answer failed.
    pub(crate) fn answer_each<A: Answer>(
        &self,
        output: &mut Output,
        answer: impl FnMut(&AnyGame) -> Result<A>,
    ) -> Result<Status> {
        self.answer_until(&Interrupt::default(), output, answer)
    }

    /// Answers one position after the other, until Ctrl-C is pressed.
    ///
    /// # Errors
    /// As [`answer_each`](Self::answer_each).
    pub(crate) fn answer_until<A: Answer>(
        &self,
        interrupt: &Interrupt,
        output: &mut Output,
        mut answer: impl FnMut(&AnyGame) -> Result<A>,
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

/// One position to be read, and where it stood.
pub(crate) struct InputLine {
    /// The number of the line, from 1.
    pub(crate) number: usize,
    /// Whether it came from standard input, with others.
    pub(crate) of_batch: bool,
    /// What stands there, or why that is no text.
    pub(crate) text: Result<String, Wrong>,
}

impl InputLine {
    /// The position that the line says.
    pub(crate) fn position(&self) -> Result<AnyGame, Wrong> {
        self.text.as_ref().map_err(Clone::clone)?.parse().map_err(Wrong::from)
    }
}

/// The lines that an argument stands for: itself, or those of standard input where it is `-`.
///
/// Lines of standard input that begin with `#` are comments. They count, and are left out.
fn lines(argument: &str) -> Box<dyn Iterator<Item = io::Result<InputLine>> + '_> {
    if argument == "-" {
        Box::new(all_lines().filter(|line| !is_comment(line)))
    } else {
        Box::new(std::iter::once(Ok(InputLine { number: 1, of_batch: false, text: Ok(argument.to_owned()) })))
    }
}

/// All lines of standard input, comments as well.
pub(crate) fn all_lines() -> impl Iterator<Item = io::Result<InputLine>> {
    Lines { input: io::stdin().lock(), number: 0 }
}

fn is_comment(line: &io::Result<InputLine>) -> bool {
    matches!(line, Ok(InputLine { text: Ok(text), .. }) if text.starts_with('#'))
}

/// No position is nearly as long; what is longer is not kept in memory.
const MAX_BYTES: u64 = 1 << 16;

struct Lines<R> {
    input: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        let mut bytes = Vec::new();
        if self.input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = bytes.last() == Some(&b'\n');
        let text = if !ended && bytes.len() as u64 == MAX_BYTES {
            self.input.skip_until(b'\n')?;
            Err(Wrong::new(format!("the line is longer than {MAX_BYTES} bytes, expected a position")))
        } else {
            let end = if bytes.ends_with(b"\r\n") { 2 } else { usize::from(ended) };
            utf8(&bytes[..bytes.len() - end]).map(str::to_owned).map_err(Wrong::from)
        };
        Ok(Some(InputLine { number: self.number, of_batch: true, text }))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<InputLine>;

    fn next(&mut self) -> Option<io::Result<InputLine>> {
        self.next_line().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<(usize, Result<String, Wrong>)> {
        let lines = Lines { input, number: 0 }.filter(|line| !is_comment(line));
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
        assert!(read[0].1.as_ref().unwrap_err().message.contains("longer than"));
        assert_eq!(read[1].1.as_ref().unwrap_err().column, Some(3));
        assert_eq!(read.len(), 2);
    }
}
