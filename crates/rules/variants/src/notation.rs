//! Positions of variants as text, as `docs/notation.md` defines it: the fields of the base game,
//! and keys. A text is read as a [draft](FloeDraft), and written as one.

use std::fmt;
use std::str::FromStr;

use floe_fish::PositionError;

use crate::draft::settled;
use crate::{FloeDraft, VariantPosition, VariantText};

impl<V: VariantText> FromStr for VariantPosition<V> {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<VariantPosition<V>, PositionError> {
        let reading = FloeDraft::read(line)?;
        let laid = reading
            .places
            .leftmost(reading.mistake, reading.draft.lay())?;
        // How many penguins can be placed depends on the whole line.
        reading.places.leftmost(None, settled(laid))
    }
}

impl<V: VariantText> fmt::Display for VariantPosition<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FloeDraft::from(self).fmt(f)
    }
}
