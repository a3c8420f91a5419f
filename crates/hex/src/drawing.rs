use crate::{Geometry, Hex, Word};

/// Draws a floe as text, the rows offset by half hexes, with the letters of the columns and the numbers of the rows
/// at the edge.
///
/// `cell` gives what stands on a hex; it should be two characters wide as a terminal shows it. The letters above
/// belong to the first row, those below to the last: columns are counted in their own row.
///
/// ```
/// use floe_hex::{Layout, Standard, draw};
///
/// let picture = draw(Standard.geometry(), |hex| format!("{:2}", hex.index()));
/// assert_eq!(picture.lines().nth(1), Some(" 1      0   1   2   3   4   5   6"));
/// assert_eq!(picture.lines().nth(2), Some(" 2    7   8   9  10  11  12  13  14"));
/// ```
pub fn draw<W: Word>(geometry: &Geometry<W>, mut cell: impl FnMut(Hex) -> String) -> String {
    let rows = geometry.rows();
    let mut picture = String::new();
    for (row, outline) in rows.iter().enumerate() {
        let indent = " ".repeat(2 * usize::from(outline.indent));
        let letters =
            || (0..outline.length).map(|column| format!("   {}", (b'a' + column) as char)).collect::<String>();
        if row == 0 {
            picture += &format!("   {indent}{}\n", letters());
        }
        picture += &format!("{:2} {indent}", row + 1);
        for hex in geometry.row(row) {
            picture += "  ";
            picture += &cell(hex);
        }
        picture.push('\n');
        if row + 1 == rows.len() {
            picture += &format!("   {indent}{}\n", letters());
        }
    }
    picture
}
