//! The lines of a file of games: the head, and the games that it promises.

use std::io::{self, BufRead, Read};

use floe_search::bytes_without_mark;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Header, RecordError, RecordFileProblem, SCHEMA};
use crate::config::{MatchConfig, differences};
use crate::record::Record;
use crate::schedule::{Schedule, ScheduleError};

/// Reader of the whole lines of a text. What follows the last line feed was cut off and does not
/// count.
#[derive(Debug)]
pub struct WholeLines<R> {
    reader: R,
    text: Vec<u8>,
    number: u64,
    /// The length of these lines with their line feeds, in bytes.
    length: u64,
}

/// Maximum length of a line in bytes, far above that of the record of any game.
const MAX_LINE: u64 = 1 << 24;

impl<R: BufRead> WholeLines<R> {
    /// Reads lines from the start of a text, before which a byte order mark may stand.
    pub fn new(reader: R) -> WholeLines<R> {
        WholeLines {
            reader,
            text: Vec::new(),
            number: 0,
            length: 0,
        }
    }

    /// Returns the next whole line without its line feed; `None` after the last line.
    ///
    /// # Errors
    /// When the text cannot be read, or has a line of more than 16 MiB.
    pub fn next_line(&mut self) -> io::Result<Option<&[u8]>> {
        self.text.clear();
        let read = self
            .reader
            .by_ref()
            .take(MAX_LINE)
            .read_until(b'\n', &mut self.text)?;
        if read as u64 == MAX_LINE && self.text.last() != Some(&b'\n') {
            let line = self.number + 1;
            let problem = format!(
                "line {line}: expected a line of at most {MAX_LINE} bytes; found a longer one"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        if self.text.pop() != Some(b'\n') {
            return Ok(None);
        }
        self.number += 1;
        self.length += read as u64;
        Ok(Some(if self.number == 1 {
            bytes_without_mark(&self.text)
        } else {
            &self.text
        }))
    }

    /// Returns the number of the line returned last, from 1; 0 before the first.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the length of all lines returned so far, in bytes, line feeds included.
    pub fn length(&self) -> u64 {
        self.length
    }
}

/// First line of a file of games: the match, from which follow the games that it consists of.
#[derive(Clone, Debug)]
pub struct MatchHead {
    /// Configuration of the match.
    pub config: MatchConfig,
    schedule: Schedule,
}

impl MatchHead {
    /// Reads the first line of a file of games.
    ///
    /// # Errors
    /// When the line is of another format, or its match has no schedule.
    pub fn parse(line: &[u8]) -> Result<MatchHead, RecordFileProblem> {
        let config =
            serde_json::from_value(parse_header(line)?).map_err(RecordFileProblem::NoConfig)?;
        MatchHead::new(&config).map_err(RecordFileProblem::NoSchedule)
    }

    /// Creates the first line of a file for the games of the match `config`.
    ///
    /// # Errors
    /// When the match has no schedule.
    pub fn new(config: &MatchConfig) -> Result<MatchHead, ScheduleError> {
        Ok(MatchHead {
            config: config.clone(),
            schedule: Schedule::new(config)?,
        })
    }

    /// Reads a further line of the file: the record of a game of this match.
    ///
    /// # Errors
    /// When the line is no record of a game, or not of one that the match can have.
    pub fn parse_record(&self, line: &[u8]) -> Result<Record, RecordError> {
        let record: Record =
            serde_json::from_slice(line).map_err(|error| RecordError::of_json(error, line))?;
        record
            .check(&self.config, &self.schedule)
            .map_err(|mistake| {
                let column = column_of(mistake.field, &String::from_utf8_lossy(line));
                RecordError::Mistake { mistake, column }
            })?;
        Ok(record)
    }
}

/// Parses the first line of a file of games: the configuration in it.
pub(super) fn parse_header(line: &[u8]) -> Result<Value, RecordFileProblem> {
    let header: Header = serde_json::from_slice(line).map_err(|_| RecordFileProblem::Foreign)?;
    let found = differences(
        &json!({ "schema": header.schema }),
        &json!({ "schema": SCHEMA }),
    );
    if found.is_empty() {
        Ok(header.config)
    } else {
        Err(RecordFileProblem::Config(found))
    }
}

pub(super) fn read_first<R: BufRead>(
    lines: &mut WholeLines<R>,
) -> Result<&[u8], RecordFileProblem> {
    lines.next_line()?.ok_or(RecordFileProblem::Foreign)
}

/// Passes the further lines to a function; its error is that of the line.
pub(super) fn for_each_line<R: BufRead>(
    lines: &mut WholeLines<R>,
    mut each: impl FnMut(&[u8]) -> Result<(), RecordError>,
) -> Result<(), RecordFileProblem> {
    while let Some(text) = lines.next_line()? {
        let read = each(text);
        read.map_err(|error| RecordFileProblem::Line {
            line: lines.number(),
            error,
        })?;
    }
    Ok(())
}

/// Makes a function of a value one of its line.
pub(super) fn parsed<T: DeserializeOwned>(
    mut each: impl FnMut(T),
) -> impl FnMut(&[u8]) -> Result<(), RecordError> {
    move |line| {
        each(serde_json::from_slice(line).map_err(|error| RecordError::of_json(error, line))?);
        Ok(())
    }
}

/// Returns the column at which the value of a field begins in a JSON object on one line, in
/// characters from 1; for a text the column after the quote. 1 if the field is missing.
pub fn column_of(field: &str, line: &str) -> usize {
    let name = format!("\"{field}\":");
    let Some(at) = line.find(&name) else { return 1 };
    let value = line[at + name.len()..].trim_start();
    let value = value.strip_prefix('"').unwrap_or(value);
    line[..line.len() - value.len()].chars().count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_columns() {
        let line = r#"{"game":3,"floe":"1 A","moves": "a1 b2","seats":[0,1]}"#;
        for (field, first) in [("game", '3'), ("floe", '1'), ("moves", 'a'), ("seats", '[')] {
            assert_eq!(
                line.chars().nth(column_of(field, line) - 1),
                Some(first),
                "{field}"
            );
        }
        assert_eq!(column_of("none", line), 1);
    }
}
