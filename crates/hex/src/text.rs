use crate::{Geometry, Hex, HexSet, Word};

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

/// Draws a floe as text, its rows offset by half hexes, with the letters of the columns and the numbers of the rows at the edge.
///
/// `cell` returns the text for a hex of `shown`, two characters wide on a terminal, or three with a ring around the outline; rows of the
/// ring without such hexes are left out. The letters above belong to the first row and those below to the last, since every row counts
/// its own columns.
///
/// ```
/// use floe_hex::{Layout, Standard, draw};
///
/// let geometry = Standard.geometry();
/// let picture = draw(geometry, geometry.hexes(), |hex| format!("{:2}", hex.index()));
/// assert_eq!(picture.lines().nth(1), Some(" 1      0   1   2   3   4   5   6"));
/// assert_eq!(picture.lines().nth(2), Some(" 2    7   8   9  10  11  12  13  14"));
/// ```
pub fn draw<W: Word>(geometry: &Geometry<W>, shown: HexSet<W>, cell: impl Fn(Hex) -> String) -> String {
    let (rows, ring) = (geometry.rows(), geometry.rows.ring);
    let (width, edge) = if ring == 0 { (2, " ") } else { (3, "") };
    let left = rows.iter().map(|row| row.indent).min().filter(|_| ring > 0).unwrap_or_default();
    let line = |row: usize, number: &str, text: &dyn Fn(Hex) -> String| {
        let texts: String = geometry.row(row).into_iter().map(text).collect();
        let line = format!("{number:>2}{edge}{}{texts}", " ".repeat(width * usize::from(rows[row].indent - left)));
        line.trim_end().to_owned() + "\n"
    };
    let letters = |row: usize| {
        let is_ring = ring > 0 && (row == 0 || row + 1 == rows.len());
        let has_letter = |hex| is_ring || shown.contains(hex);
        let letter = |hex| if has_letter(hex) { geometry.name(hex)[..1].to_owned() } else { String::new() };
        line(row, "", &|hex| format!("{:>1$}", letter(hex), 2 * width))
    };
    let space = " ".repeat(width);
    let cells = |row: usize| {
        let text = |hex| if shown.contains(hex) { cell(hex) } else { space.clone() };
        line(row, &(row + 1 - ring).to_string(), &|hex| format!("{space}{}", text(hex)))
    };
    let near: Vec<usize> = (0..rows.len()).filter(|&row| !(geometry.row(row) & shown).is_empty()).collect();
    let (first, last) = (near[0], near[near.len() - 1]);
    letters(first) + &near.into_iter().map(cells).collect::<String>() + &letters(last)
}
