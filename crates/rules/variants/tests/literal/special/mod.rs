//! 3.7 special tiles read literally: slow, plain, and written from the rules alone, so that the
//! engine can be tested against it. Numbers in comments are those of `docs/rules.md`.

mod rules;
mod text;

use std::collections::{BTreeMap, BTreeSet};

/// The row, that above the outline being 0, and half hexes to the right.
type Hex = (i32, i32);

const STEPS: [Hex; 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Tile {
    /// An ordinary one with this number of fish.
    Fish(i32),
    /// `t`, `x`, `r` or `f` with this number of fish.
    Special(char, i32),
    /// A tile that breaks, with this side up, 2 or 1.
    Broken(i32),
}

/// A position after the retirement of all players who cannot move.
#[derive(Clone)]
pub(crate) struct Literal {
    layout: String,
    /// Indent of every row of the outline in half hexes, and its length.
    rows: Vec<(i32, i32)>,
    outline: BTreeSet<Hex>,
    ring: BTreeSet<Hex>,
    tiles: BTreeMap<Hex, Tile>,
    /// 2.3: can be slid across, and is neither tile nor water.
    open: Option<Hex>,
    penguins: BTreeMap<Hex, usize>,
    turn: usize,
    /// Fish and tiles taken, a pair a player.
    taken: Vec<(i32, i32)>,
    /// Ordinary tiles taken with one, two and three fish.
    took: Vec<Vec<i32>>,
    hand: Vec<usize>,
}

fn letter(player: usize) -> char {
    ['A', 'B', 'C', 'D'][player]
}

fn player_of(letter: char) -> usize {
    "ABCD".find(letter).unwrap()
}

/// The geometry: rows, names, neighbours.
impl Literal {
    fn rows_of(layout: &str) -> Vec<(i32, i32)> {
        match layout {
            "standard" => vec![
                (1, 7),
                (0, 8),
                (1, 7),
                (0, 8),
                (1, 7),
                (0, 8),
                (1, 7),
                (0, 8),
            ],
            "setup-1" => vec![
                (0, 8),
                (1, 8),
                (0, 8),
                (1, 8),
                (0, 8),
                (1, 8),
                (0, 8),
                (1, 8),
            ],
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
            custom => {
                let inner = custom
                    .strip_prefix("rows(")
                    .unwrap()
                    .strip_suffix(')')
                    .unwrap();
                let pairs = inner.split(',').map(|row| row.split_once(':').unwrap());
                pairs
                    .map(|(indent, length)| (indent.parse().unwrap(), length.parse().unwrap()))
                    .collect()
            }
        }
    }

    /// The row above and the one below are longer by one and interlock; next to every other row is
    /// one hex on either side.
    fn ring_of(rows: &[(i32, i32)]) -> BTreeSet<Hex> {
        let mut ring = BTreeSet::new();
        let count = rows.len() as i32;
        for (row, &(indent, length)) in (1..).zip(rows) {
            ring.insert((row, indent - 2));
            ring.insert((row, indent + 2 * length));
        }
        let first = rows[0];
        let last = rows[rows.len() - 1];
        (0..=first.1).for_each(|column| _ = ring.insert((0, first.0 - 1 + 2 * column)));
        (0..=last.1).for_each(|column| _ = ring.insert((count + 1, last.0 - 1 + 2 * column)));
        ring
    }

    fn name(&self, (row, x): Hex) -> String {
        let indent = match row {
            0 => self.rows[0].0 - 1,
            row if row as usize > self.rows.len() => self.rows[self.rows.len() - 1].0 - 1,
            row => self.rows[row as usize - 1].0,
        };
        let column = (x - indent) / 2;
        let letter = if column < 0 {
            'z'
        } else {
            (b'a' + column as u8) as char
        };
        format!("{letter}{row}")
    }

    fn hex(&self, name: &str) -> Hex {
        *self
            .outline
            .iter()
            .chain(&self.ring)
            .find(|&&hex| self.name(hex) == name)
            .expect("a hex")
    }

    fn around((row, x): Hex) -> Vec<Hex> {
        STEPS
            .iter()
            .map(|&(down, right)| (row + down, x + right))
            .collect()
    }

    /// 3.7: the corners of setup-1 and the centre of setup-2; no tile is ever laid there.
    fn stays_water(&self, hex: Hex) -> bool {
        match self.layout.as_str() {
            "setup-1" => [(1, 0), (1, 14), (8, 1), (8, 15)].contains(&hex),
            "setup-2" => hex == (5, 8),
            _ => false,
        }
    }

    fn is_water(&self, hex: Hex) -> bool {
        self.outline.contains(&hex) && !self.tiles.contains_key(&hex) && self.open != Some(hex)
    }
}

/// The number of lines of exactly `depth` moves.
pub(crate) fn perft(position: &Literal, depth: u32) -> u64 {
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv: &String| {
        let mut after = position.clone();
        after.play(mv);
        after
    };
    moves.iter().map(|mv| perft(&after(mv), depth - 1)).sum()
}
