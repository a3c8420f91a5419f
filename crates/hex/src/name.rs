use crate::{Geometry, Hex, Word};

impl<W: Word> Geometry<W> {
    /// Name of a hex: the letter of its column, counted in its row, and the number of its row, from 1. In a ring around the outline the
    /// row above has number 0, and the column left of column a has the letter z.
    ///
    /// A hex outside the outline is named by its index: `#63`.
    pub fn name(&self, hex: Hex) -> String {
        if !self.hexes().contains(hex) {
            return format!("{hex:?}");
        }
        let (x, row) = self.place(hex);
        let column = (x - i32::from(self.rows()[row as usize].indent)) / 2;
        let letter = match column - i32::from(self.has_z(row as usize)) {
            -1 => 'z',
            column => (b'a' + column as u8) as char,
        };
        format!("{letter}{}", row as usize + 1 - self.rows.ring)
    }

    /// The hex with this name, if the outline has one.
    pub fn hex(&self, name: &str) -> Option<Hex> {
        let (letter, number) = name.split_at_checked(1)?;
        let letter = letter.bytes().next().filter(u8::is_ascii_lowercase)?;
        if number.starts_with('+') || number.starts_with('0') && number != "0" {
            return None;
        }
        let row = (number.parse::<usize>().ok()? + self.rows.ring).checked_sub(1)?;
        let indent = i32::from(self.rows().get(row)?.indent);
        let column = match i32::from(letter - b'a') + i32::from(self.has_z(row)) {
            26 => 0,
            column => column,
        };
        self.at(indent + 2 * column, row as i32)
    }

    /// Whether a row of the outline has a hex of the ring on its left.
    fn has_z(&self, row: usize) -> bool {
        self.rows.ring > 0 && (1..self.rows().len() - 1).contains(&row)
    }
}

/// The start of a text that has the form of the name of a hex: a character, and the digits after it.
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
