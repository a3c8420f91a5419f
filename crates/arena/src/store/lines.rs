use std::io::BufRead;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::StoreError;

/// A whole line of a file of games.
pub(super) struct StoreLine<'a> {
    path: &'a Path,
    number: u64,
    text: &'a [u8],
}

impl StoreLine<'_> {
    pub(super) fn parse<T: DeserializeOwned>(&self) -> Result<T, StoreError> {
        serde_json::from_slice(self.text).map_err(|error| StoreError::Line {
            path: self.path.to_owned(),
            line: self.number,
            error,
        })
    }
}

/// Visits every line that ends with a line feed, with its number from 1, and returns the length of them all.
pub(super) fn for_each_line(
    path: &Path,
    mut reader: impl BufRead,
    mut visit: impl FnMut(u64, StoreLine<'_>) -> Result<(), StoreError>,
) -> Result<u64, StoreError> {
    let (mut length, mut text) = (0, Vec::new());
    for number in 1.. {
        text.clear();
        let read = reader.read_until(b'\n', &mut text).map_err(|source| StoreError::io(path, source))?;
        if text.pop() != Some(b'\n') {
            break;
        }
        visit(number, StoreLine { path, number, text: &text })?;
        length += read as u64;
    }
    Ok(length)
}
