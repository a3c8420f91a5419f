use floe_search::column_in_characters;

use crate::record::RecordMistake;

/// Reason why a line of a file of games is no game of its match.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The line is not a record.
    #[error("{}", without_place(error))]
    Json {
        /// Mistake in the JSON of the line.
        error: serde_json::Error,
        /// Column of the mistake in characters, from 1; one past the end of a line that was cut
        /// off.
        column: usize,
    },
    /// The line is a record that the match cannot have.
    #[error("{mistake}")]
    Mistake {
        /// Field that is wrong, and what was expected.
        mistake: RecordMistake,
        /// Column of that field's value, in characters from 1.
        column: usize,
    },
}

impl RecordError {
    /// Describes a mistake that the parser of JSON found in a line.
    pub(super) fn of_json(error: serde_json::Error, line: &[u8]) -> RecordError {
        let column = column_in_characters(
            line,
            if error.is_eof() {
                line.len() + 1
            } else {
                error.column()
            },
        );
        RecordError::Json { error, column }
    }

    /// Returns the column of the mistake in the line, in characters from 1.
    pub fn column(&self) -> usize {
        match self {
            RecordError::Json { column, .. } | RecordError::Mistake { column, .. } => *column,
        }
    }
}

/// The message of a parser without its place, of which it knows the column alone.
fn without_place(error: &serde_json::Error) -> String {
    let found = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    found.strip_suffix(&place).unwrap_or(&found).to_owned()
}
