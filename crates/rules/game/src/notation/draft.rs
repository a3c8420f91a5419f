use std::borrow::Cow;
use std::fmt;

use super::{Field, PositionError, Problem};

/// Part of a draft: a space of the board, a field such as `taken`, or a part of either. A draft is
/// a position as far as it is known; it need not be legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftField {
    /// Name of the space, or of the field.
    pub name: Cow<'static, str>,
    /// Whether this is a space, not a field.
    pub is_space: bool,
    /// Number of the entry in the field, from 0; `None` for the whole field. For a space, its
    /// number in the order of the text, from 0.
    pub entry: Option<usize>,
    /// Number of the part in the entry, from 0; `None` for the whole entry or space. For a space,
    /// the number of characters of its text up to the end of the part.
    pub part: Option<usize>,
}

impl DraftField {
    /// The field with this name.
    pub const fn named(name: &'static str) -> DraftField {
        DraftField {
            name: Cow::Borrowed(name),
            is_space: false,
            entry: None,
            part: None,
        }
    }

    /// The space with this name, and with this number in the order of the text, from 0.
    pub fn space(name: impl Into<String>, number: usize) -> DraftField {
        DraftField {
            name: Cow::Owned(name.into()),
            is_space: true,
            entry: Some(number),
            part: None,
        }
    }

    /// The entry of this field with this number, from 0.
    #[must_use]
    pub fn entry(self, entry: usize) -> DraftField {
        DraftField {
            entry: Some(entry),
            ..self
        }
    }

    /// The part of this entry with this number, from 0; of a space, its text up to this number of
    /// characters.
    #[must_use]
    pub fn part(self, part: usize) -> DraftField {
        DraftField {
            part: Some(part),
            ..self
        }
    }

    /// Creates the error of a draft that lacks the text or property `expected` in this field.
    pub fn expected(self, expected: impl Into<Cow<'static, str>>) -> DraftError {
        self.error(Problem::Other(expected.into()))
    }

    /// Creates the error of a draft in which this field has this problem.
    pub fn error(self, expected: Problem) -> DraftError {
        DraftError {
            field: self,
            expected,
        }
    }
}

/// Name of the space or the field.
impl fmt::Display for DraftField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// Reason why a draft is no position: the first field that is wrong, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: expected {expected}")]
pub struct DraftError {
    /// The field or space that is wrong.
    pub field: DraftField,
    /// Text or property that was expected there.
    pub expected: Problem,
}

/// Places of the spaces and fields of a draft in the line that it was read from.
#[derive(Debug)]
pub struct DraftPlaces<'a> {
    spaces: Vec<Field<'a>>,
    fields: Vec<(DraftField, Field<'a>)>,
    /// Number of the first space that cannot be read.
    unread: Option<usize>,
    end: Field<'a>,
}

impl<'a> DraftPlaces<'a> {
    /// Creates the places of a draft that is read from `line`, none of them known yet.
    pub const fn of_line(line: Field<'a>) -> DraftPlaces<'a> {
        DraftPlaces {
            spaces: Vec::new(),
            fields: Vec::new(),
            unread: None,
            end: line,
        }
    }

    /// Sets the place of the space with this number, from 0. Earlier spaces without a place are
    /// missing: their place is the end of the line.
    pub fn put_space(&mut self, number: usize, place: Field<'a>) {
        if self.spaces.len() < number {
            self.spaces.resize(number, self.end.end());
        }
        match self.spaces.get_mut(number) {
            Some(space) => *space = place,
            None => self.spaces.push(place),
        }
    }

    /// Marks the space with this number, from 0, as the first that cannot be read, unless one is
    /// marked already.
    pub fn put_unread(&mut self, number: usize) {
        self.unread.get_or_insert(number);
    }

    /// Adds the place of a field.
    pub fn push(&mut self, field: DraftField, place: Field<'a>) {
        self.fields.push((field, place));
    }

    /// Places of the hexes or spaces in the line, in the order of the text.
    pub fn spaces(&self) -> &[Field<'a>] {
        &self.spaces
    }

    /// Place of a field in the line: of its part if that place is known, else of its entry, else of
    /// the whole field; the end of the line for a missing field. The place of a part of a space
    /// begins where the space does.
    pub fn of(&self, field: &DraftField) -> Field<'a> {
        let space = field
            .entry
            .filter(|_| field.is_space)
            .and_then(|number| self.spaces.get(number));
        if let Some(&space) = space {
            // Of several penguins or marks, the place ends with the one that is meant.
            return field.part.map_or(space, |part| space.take(part));
        }
        let known = |entry: Option<usize>, part: Option<usize>| {
            self.fields.iter().find(|(other, _)| {
                other.name == field.name && other.entry == entry && other.part == part
            })
        };
        known(field.entry, field.part)
            .or_else(|| known(field.entry, None))
            .or_else(|| known(None, None))
            .map_or(self.end.end(), |&(_, place)| place)
    }

    /// Name of the field at a column of the line, counted from 1; `None` where no field is, and on
    /// the spaces of the board.
    pub fn field_at(&self, column: usize) -> Option<&str> {
        let byte = self.end.byte_at(column);
        let mut fields = self.fields.iter();
        let (field, _) = fields.find(|(_, place)| place.touches(byte))?;
        Some(&field.name)
    }

    /// Returns `built`, the result of building the draft of this line, unless `mistake`, the first
    /// part of the line that could not be read, comes before its error.
    ///
    /// If both are errors, the mistake comes first if it lies left of the field of the other error
    /// or in it, or if the other error is about a space that could not be read.
    ///
    /// # Errors
    /// If there is a mistake, or `built` is an error: the one that comes first.
    pub fn leftmost<T>(
        &self,
        mistake: Option<PositionError>,
        built: Result<T, DraftError>,
    ) -> Result<T, PositionError> {
        let error = match built {
            Ok(built) => return mistake.map_or(Ok(built), Err),
            Err(error) => error,
        };
        let place = self.of(&error.field);
        let columns = place.columns();
        let is_unread = error.field.is_space && error.field.entry == self.unread;
        let is_before = |mistake: &PositionError| {
            is_unread || columns.end > mistake.column || columns.start >= mistake.column
        };
        Err(mistake
            .filter(is_before)
            .unwrap_or_else(|| place.error(error.expected)))
    }
}

/// Draft that is read from a line, as far as it can be read.
#[derive(Debug)]
pub struct DraftReading<'a, D> {
    /// The draft; it lacks what cannot be read.
    pub draft: D,
    /// The first mistake, if a part cannot be read.
    pub mistake: Option<PositionError>,
    /// Places of the fields in the line.
    pub places: DraftPlaces<'a>,
}

impl<'a, D> DraftReading<'a, D> {
    /// Records a mistake, if it lies further left than the mistake recorded so far.
    pub fn fault(&mut self, mistake: PositionError) {
        let is_first = self
            .mistake
            .as_ref()
            .is_none_or(|first| mistake.column < first.column);
        if is_first {
            self.mistake = Some(mistake);
        }
    }

    /// The value that was read; `None` if it could not be read, which is recorded as a
    /// [fault](DraftReading::fault).
    pub fn keep<T>(&mut self, read: Result<T, PositionError>) -> Option<T> {
        read.map_err(|mistake| self.fault(mistake)).ok()
    }

    /// Adds the place of the field with this name.
    pub fn put(&mut self, name: &'static str, place: Field<'a>) {
        self.places.push(DraftField::named(name), place);
    }

    /// Builds a position from the draft.
    ///
    /// # Errors
    /// If the line has a mistake, or the draft is no position: the leftmost error.
    pub fn build<T>(
        self,
        build: impl FnOnce(&D) -> Result<T, DraftError>,
    ) -> Result<T, PositionError> {
        let built = build(&self.draft);
        self.places.leftmost(self.mistake, built)
    }
}
