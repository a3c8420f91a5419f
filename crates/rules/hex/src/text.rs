use std::fmt;

use crate::{Geometry, Hex, HexSet, Word};

/// Reason why a text is not the name of a hex of a geometry.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HexError {
    /// The text does not have the form of a letter and a number.
    Form,
    /// The geometry has no row of this number; the fields say which rows it has.
    Row {
        /// Number of the first row that the geometry has.
        first: usize,
        /// Number of the last row that the geometry has.
        last: usize,
    },
    /// The row of the text exists and has no such column; the fields say which hexes it has.
    Column {
        /// Name of the first hex of that row.
        first: String,
        /// Name of the last hex of that row.
        last: String,
    },
}

/// Writes the text that is expected: `a hex from a3 to g3`.
impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HexError::Form => f.write_str("a hex such as c3"),
            HexError::Row { first, last } => write!(f, "a row from {first} to {last}"),
            HexError::Column { first, last } => write!(f, "a hex from {first} to {last}"),
        }
    }
}

impl<W: Word> Geometry<W> {
    /// Name of a hex: the letter of its column, counted in its row from a, and the number of its
    /// row, from 1. With a ring around the outline, the row above the outline has number 0, and the
    /// ring hex left of column a has the letter z.
    ///
    /// A hex that the geometry does not have is named by its index: `#63`.
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

    /// The hex with this name, in lower case; `None` if the text is not such a name or the geometry
    /// has no such hex.
    pub fn hex(&self, name: &str) -> Option<Hex> {
        let (letter, number) = letter_and_number(name)?;
        let row = (number + self.rows.ring).checked_sub(1)?;
        let indent = i32::from(self.rows().get(row)?.indent);
        let column = match i32::from(letter - b'a') + i32::from(self.has_z(row)) {
            26 => 0,
            column => column,
        };
        self.at(indent + 2 * column, row as i32)
    }

    /// Reads the name of a hex as a person types it, in lower or upper case. Hexes of the ring have
    /// names too.
    ///
    /// # Errors
    /// If the text is not such a name, or the geometry has no such hex.
    pub fn parse_hex(&self, text: &str) -> Result<Hex, HexError> {
        let name = text.to_ascii_lowercase();
        if let Some(hex) = self.hex(&name) {
            return Ok(hex);
        }
        let (_, number) = letter_and_number(&name).ok_or(HexError::Form)?;
        let ring = self.rows.ring;
        let rows = self.rows().len();
        let mut row = match (number + ring).checked_sub(1) {
            Some(row) if row < rows => self.row(row).into_iter().map(|hex| self.name(hex)),
            _ => {
                return Err(HexError::Row {
                    first: 1 - ring,
                    last: rows - ring,
                });
            }
        };
        let first = row.next().ok_or(HexError::Form)?;
        Err(HexError::Column {
            last: row.last().unwrap_or_else(|| first.clone()),
            first,
        })
    }

    /// Whether a row of the outline has a hex of the ring on its left.
    fn has_z(&self, row: usize) -> bool {
        self.rows.ring > 0 && (1..self.rows().len() - 1).contains(&row)
    }
}

/// Splits the name of a hex; its number has no sign and no leading zero.
fn letter_and_number(name: &str) -> Option<(u8, usize)> {
    let (letter, number) = name.split_at_checked(1)?;
    let letter = letter.bytes().next().filter(u8::is_ascii_lowercase)?;
    let is_plain = !number.starts_with('+') && (!number.starts_with('0') || number == "0");
    Some((
        letter,
        number
            .parse()
            .ok()
            .filter(|&number: &usize| is_plain && number < 1000)?,
    ))
}

/// The first character of a text and the digits that follow it, the form of a name of a hex.
///
/// ```
/// assert_eq!(floe_hex::leading_name("c3-f3"), "c3");
/// assert_eq!(floe_hex::leading_name("x12x13"), "x12");
/// ```
pub fn leading_name(text: &str) -> &str {
    let letter = text.chars().next().map_or(0, char::len_utf8);
    let digits = text[letter..]
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    &text[..letter + digits]
}

/// Draws a floe as text, its rows offset by half hexes, with the letters of the columns and the
/// numbers of the rows at the edge.
///
/// `cell` returns the text for a hex of `shown`, two characters wide on a terminal, or three with a
/// ring around the outline. Rows without hexes of `shown` are left out. The letters above belong to
/// the first row drawn and the letters below to the last, since every row counts its own columns.
///
/// # Panics
/// If `shown` is empty.
///
/// ```
/// use floe_hex::{Layout, Standard, draw};
///
/// let geometry = Standard.geometry();
/// let picture = draw(geometry, geometry.hexes(), |hex| format!("{:2}", hex.index()));
/// assert_eq!(picture.lines().nth(1), Some(" 1      0   1   2   3   4   5   6"));
/// assert_eq!(picture.lines().nth(2), Some(" 2    7   8   9  10  11  12  13  14"));
/// ```
pub fn draw<W: Word>(
    geometry: &Geometry<W>,
    shown: HexSet<W>,
    cell: impl Fn(Hex) -> String,
) -> String {
    let drawing = Drawing { geometry, shown };
    let rows = 0..geometry.rows().len();
    let near: Vec<usize> = rows
        .filter(|&row| !(geometry.row(row) & shown).is_empty())
        .collect();
    let cells: String = near.iter().map(|&row| drawing.cells(row, &cell)).collect();
    drawing.letters(near[0]) + &cells + &drawing.letters(near[near.len() - 1])
}

/// Lines of a floe as text, for some of its hexes.
struct Drawing<'a, W: Word> {
    geometry: &'a Geometry<W>,
    shown: HexSet<W>,
}

impl<W: Word> Drawing<'_, W> {
    fn has_ring(&self) -> bool {
        self.geometry.rows.ring > 0
    }

    /// Columns of half a hex on the terminal.
    fn width(&self) -> usize {
        if self.has_ring() { 3 } else { 2 }
    }

    /// Line of a row: its number, its indent and a text of two halves for every hex.
    fn line(&self, row: usize, number: &str, text: impl FnMut(Hex) -> String) -> String {
        let rows = self.geometry.rows();
        let left = rows
            .iter()
            .map(|row| row.indent)
            .min()
            .filter(|_| self.has_ring())
            .unwrap_or_default();
        let edge = if self.has_ring() { "" } else { " " };
        let indent = " ".repeat(self.width() * usize::from(rows[row].indent - left));
        let texts: String = self.geometry.row(row).into_iter().map(text).collect();
        format!("{number:>2}{edge}{indent}{texts}")
            .trim_end()
            .to_owned()
            + "\n"
    }

    /// Letters of the columns, over the hexes of a row that are shown, or over all in the ring.
    fn letters(&self, row: usize) -> String {
        let is_ring = self.has_ring() && (row == 0 || row + 1 == self.geometry.rows().len());
        self.line(row, "", |hex| {
            let has_letter = is_ring || self.shown.contains(hex);
            let letter = if has_letter {
                self.geometry.name(hex)[..1].to_owned()
            } else {
                String::new()
            };
            format!("{letter:>0$}", 2 * self.width())
        })
    }

    /// Number of a row and the text of its hexes, blank where they are not shown.
    fn cells(&self, row: usize, cell: impl Fn(Hex) -> String) -> String {
        let number = (row + 1 - self.geometry.rows.ring).to_string();
        let space = " ".repeat(self.width());
        self.line(row, &number, |hex| {
            let text = if self.shown.contains(hex) {
                cell(hex)
            } else {
                space.clone()
            };
            format!("{space}{text}")
        })
    }
}
