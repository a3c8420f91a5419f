use crate::{Geometry, Hex, Row, Word};

/// Draws a floe as text, its rows offset by half hexes, with the letters of the columns and the numbers of the rows at the edge.
///
/// `cell` returns the text for a hex, two characters wide on a terminal. The letters above belong to the first row and those below to the
/// last, since every row counts its own columns.
///
/// ```
/// use floe_hex::{Layout, Standard, draw};
///
/// let picture = draw(Standard.geometry(), |hex| format!("{:2}", hex.index()));
/// assert_eq!(picture.lines().nth(1), Some(" 1      0   1   2   3   4   5   6"));
/// assert_eq!(picture.lines().nth(2), Some(" 2    7   8   9  10  11  12  13  14"));
/// ```
pub fn draw<W: Word>(geometry: &Geometry<W>, mut cell: impl FnMut(Hex) -> String) -> String {
    let indent = |row: Row| " ".repeat(2 * usize::from(row.indent));
    let letters = |row: Row| {
        let letters: String = (b'a'..b'a' + row.length).map(|letter| format!("   {}", char::from(letter))).collect();
        format!("   {}{letters}\n", indent(row))
    };
    let rows = geometry.rows();
    let mut picture = letters(rows[0]);
    for (index, &row) in rows.iter().enumerate() {
        let cells: String = geometry.row(index).into_iter().map(|hex| format!("  {}", cell(hex))).collect();
        picture += &format!("{:2} {}{cells}\n", index + 1, indent(row));
    }
    picture + &letters(rows[rows.len() - 1])
}
