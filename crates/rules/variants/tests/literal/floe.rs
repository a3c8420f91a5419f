//! Hexes, their names and neighbours (1.1), and the outlines (2).

/// Row from the top and column from the left end of that row, both from 0.
pub(crate) type Hex = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ground {
    Water,
    /// The centre of `setup-2` that can be slid across but not stopped on (2.3).
    Open,
    /// A tile with this number of fish.
    Tile(i32),
}

/// Name, rows down, and half hexes to the right.
const DIRECTIONS: [(&str, i32, i32); 6] = [
    ("E", 0, 2),
    ("SE", 1, 1),
    ("SW", 1, -1),
    ("W", 0, -2),
    ("NW", -1, -1),
    ("NE", -1, 1),
];

pub(crate) fn direction_name(direction: usize) -> &'static str {
    DIRECTIONS[direction].0
}

pub(crate) fn direction(name: &str) -> usize {
    let index = DIRECTIONS.iter().position(|direction| direction.0 == name);
    index.expect("a direction")
}

#[derive(Clone)]
pub(crate) struct Outline {
    /// Name before the rows; `standard` is not written.
    pub(crate) layout: String,
    /// Indent of every row in half hexes, and its length.
    pub(crate) rows: Vec<(i32, i32)>,
}

impl Outline {
    pub(crate) fn read(layout: &str) -> Outline {
        let rows = match layout {
            // 1.1: 7, 8, 7, 8, … tiles, a row of seven indented by half a hex.
            "standard" => (0..8)
                .map(|row| if row % 2 == 0 { (1, 7) } else { (0, 8) })
                .collect(),
            // 2.2: rows of eight, every second row indented by half a hex. The four corners are
            // water in the rows.
            "setup-1" => (0..8).map(|row| (row % 2, 8)).collect(),
            // 2.3: the regular hexagon of side five.
            "setup-2" => vec![
                (4, 5),
                (3, 6),
                (2, 7),
                (1, 8),
                (0, 9),
                (1, 8),
                (2, 7),
                (3, 6),
                (4, 5),
            ],
            custom => custom_rows(custom),
        };
        Outline {
            layout: layout.to_string(),
            rows,
        }
    }

    pub(crate) fn contains(&self, (row, column): Hex) -> bool {
        let inside = row >= 0 && row < self.rows.len() as i32;
        inside && column >= 0 && column < self.rows[row as usize].1
    }

    /// The neighbour of a hex of the outline in one of the six directions, if it is in the outline.
    pub(crate) fn step(&self, (row, column): Hex, direction: usize) -> Option<Hex> {
        let (_, down, right) = DIRECTIONS[direction];
        let to = row + down;
        if to < 0 || to >= self.rows.len() as i32 {
            return None;
        }
        let place = self.rows[row as usize].0 + 2 * column + right;
        let offset = place - self.rows[to as usize].0;
        let hex = (to, offset.div_euclid(2));
        (offset % 2 == 0 && self.contains(hex)).then_some(hex)
    }

    pub(crate) fn neighbours(&self, hex: Hex) -> Vec<Hex> {
        (0..6)
            .filter_map(|direction| self.step(hex, direction))
            .collect()
    }

    /// Column letter and row number, the row counted from 1.
    pub(crate) fn name(&self, (row, column): Hex) -> String {
        format!("{}{}", (b'a' + column as u8) as char, row + 1)
    }

    pub(crate) fn pair_name(&self, from: Hex, sign: char, to: Hex) -> String {
        format!("{}{sign}{}", self.name(from), self.name(to))
    }

    pub(crate) fn hex(&self, name: &str) -> Hex {
        let column = i32::from(name.as_bytes()[0]) - i32::from(b'a');
        let row: i32 = name[1..].parse().expect("a row number");
        assert!(
            self.contains((row - 1, column)),
            "{name} is not in the outline"
        );
        (row - 1, column)
    }

    /// `c3-d3`: two hexes and the sign between them, which follows the digits of the first.
    pub(crate) fn hex_pair(&self, text: &str) -> (Hex, char, Hex) {
        let digits = text[1..].chars().take_while(char::is_ascii_digit).count();
        let (from, rest) = text.split_at(1 + digits);
        let sign = rest.chars().next().expect("a sign");
        (self.hex(from), sign, self.hex(&rest[1..]))
    }
}

/// `rows(1:7,0:8,1:7)`
fn custom_rows(layout: &str) -> Vec<(i32, i32)> {
    let inner = layout
        .strip_prefix("rows(")
        .and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.expect("a layout");
    let number = |text: &str| text.parse().expect("a number");
    let rows = inner
        .split(',')
        .map(|row| row.split_once(':').expect("a row"));
    rows.map(|(indent, length)| (number(indent), number(length)))
        .collect()
}
