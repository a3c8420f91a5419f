use crate::{Geometry, Hex};

impl Geometry {
    /// The name of a hex: a letter for the column, counted in its row, and the number of the row from 1.
    ///
    /// A hex that the outline has not has no name; it is told by its place, as `#63`.
    pub fn name(&self, hex: Hex) -> String {
        if !self.hexes().contains(hex) {
            return format!("{hex:?}");
        }
        let (x, row) = self.place(hex);
        let column = (x - i32::from(self.rows()[row as usize].indent)) / 2;
        format!("{}{}", (b'a' + column as u8) as char, row + 1)
    }

    /// The hex with this name, if the outline has it.
    pub fn hex(&self, name: &str) -> Option<Hex> {
        let (letter, row) = name.split_at_checked(1)?;
        let letter = letter.bytes().next().filter(u8::is_ascii_lowercase)?;
        if row.starts_with(['0', '+']) {
            return None;
        }
        let row = row.parse::<usize>().ok()?.checked_sub(1)?;
        let indent = self.rows().get(row)?.indent;
        self.at(i32::from(indent) + 2 * i32::from(letter - b'a'), row as i32)
    }
}

/// What a text begins with that is written like the name of a hex, on whatever floe: a character, and the digits after it.
///
/// ```
/// assert_eq!(floe_hex::leading_name("c3-f3"), "c3");
/// assert_eq!(floe_hex::leading_name("x12x13"), "x12");
/// ```
pub fn leading_name(text: &str) -> &str {
    let letter = text.chars().next().map_or(0, char::len_utf8);
    let digits = text[letter..].bytes().take_while(u8::is_ascii_digit).count();
    &text[..letter + digits]
}
