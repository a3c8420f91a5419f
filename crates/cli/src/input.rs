use std::io::{self, BufRead, Read};

use crate::problem::Wrong;
use floe_engine::AnyGame;
use floe_engine::arena::utf8;

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
pub(crate) fn lines(argument: &str) -> Box<dyn Iterator<Item = io::Result<InputLine>> + '_> {
    if argument == "-" {
        let mut lines = Lines { input: io::stdin().lock(), number: 0 };
        Box::new(std::iter::from_fn(move || lines.next_position()))
    } else {
        Box::new(std::iter::once(Ok(InputLine { number: 1, of_batch: false, text: Ok(argument.to_owned()) })))
    }
}

/// All lines of standard input, comments as well.
pub(crate) fn all_lines() -> impl Iterator<Item = io::Result<InputLine>> {
    let mut lines = Lines { input: io::stdin().lock(), number: 0 };
    std::iter::from_fn(move || lines.next_line().transpose())
}

/// No position is nearly as long; what is longer is not kept in memory.
const MAX_BYTES: u64 = 1 << 16;

struct Lines<R> {
    input: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn next_position(&mut self) -> Option<io::Result<InputLine>> {
        loop {
            match self.next_line().transpose()? {
                Ok(InputLine { text: Ok(text), .. }) if text.starts_with('#') => {}
                line => return Some(line),
            }
        }
    }

    fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        let mut bytes = Vec::new();
        if self.input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = bytes.last() == Some(&b'\n');
        let text = if !ended && bytes.len() as u64 == MAX_BYTES {
            self.skip_line()?;
            Err(Wrong::new(format!("the line is longer than {MAX_BYTES} bytes, expected a position")))
        } else {
            let end = if bytes.ends_with(b"\r\n") { 2 } else { usize::from(ended) };
            utf8(&bytes[..bytes.len() - end]).map(str::to_owned).map_err(Wrong::from)
        };
        Ok(Some(InputLine { number: self.number, of_batch: true, text }))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(length);
            if end.is_some() || length == 0 {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<(usize, Result<String, Wrong>)> {
        let mut lines = Lines { input, number: 0 };
        std::iter::from_fn(|| lines.next_position().map(Result::unwrap)).map(|line| (line.number, line.text)).collect()
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
