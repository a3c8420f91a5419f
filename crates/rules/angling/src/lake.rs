//! Spaces of the lake and lines of the piers (5.1).

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// Space of the lake: a column from the left and a row from the top, written `b2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LakeSpace(u8);

impl LakeSpace {
    /// Number of columns of the largest lake, and also of its rows.
    pub const SIZE: usize = 4;

    /// The space in a column from the left and a row from the top, both counted from 0.
    ///
    /// # Panics
    /// If `column` or `row` is not below [`LakeSpace::SIZE`].
    #[inline]
    pub const fn new(column: usize, row: usize) -> LakeSpace {
        assert!(
            column < LakeSpace::SIZE && row < LakeSpace::SIZE,
            "a lake has at most four columns and rows"
        );
        LakeSpace((LakeSpace::SIZE * row + column) as u8)
    }

    /// Index of the space, from 0 to 15, in the order of rows of the largest lake.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The space with this [`index`](LakeSpace::index).
    #[inline]
    pub(crate) const fn from_index(index: usize) -> LakeSpace {
        LakeSpace((index & 15) as u8)
    }

    /// Column of the space, from 0 at the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % LakeSpace::SIZE
    }

    /// Row of the space, from 0 at the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / LakeSpace::SIZE
    }
}

/// `b2`: the letter of the column, and the row from 1.
impl fmt::Display for LakeSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(b'a' + self.column() as u8),
            self.row() + 1
        )
    }
}

impl fmt::Debug for LakeSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Set of spaces of the lake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LakeSpaces(u16);

const LEFT: u16 = 0x1111;
/// The rightmost column of the largest lake.
const RIGHT: u16 = 0x8888;

impl LakeSpaces {
    /// The set without a space.
    pub const EMPTY: LakeSpaces = LakeSpaces(0);

    /// All spaces of a lake with `size` columns and `size` rows, 2 to 4.
    pub const fn lake(size: usize) -> LakeSpaces {
        let row = (1 << size) - 1;
        let rows = (1_u32 << (LakeSpace::SIZE * size)) - 1;
        LakeSpaces((row * LEFT) & rows as u16)
    }

    /// Whether the set has no space.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of spaces in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `space` is in the set.
    #[inline]
    pub const fn contains(self, space: LakeSpace) -> bool {
        self.0 >> space.index() & 1 != 0
    }

    /// The first space of the set: the leftmost one of the uppermost row; `None` if the set is
    /// empty.
    #[inline]
    pub const fn first(self) -> Option<LakeSpace> {
        if self.0 == 0 {
            None
        } else {
            Some(LakeSpace(self.0.trailing_zeros() as u8))
        }
    }

    /// The space with this number in the order of the set, from 0; `None` if the set has no more
    /// than that.
    #[inline]
    pub(crate) fn nth(self, number: usize) -> Option<LakeSpace> {
        let mut left = self.0;
        (0..number).for_each(|_| left &= left.wrapping_sub(1));
        LakeSpaces(left).first()
    }

    /// One bit for each space, at its [`index`](LakeSpace::index).
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The set with these [`bits`](LakeSpaces::bits).
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> LakeSpaces {
        LakeSpaces(bits)
    }

    /// All spaces one step on, as far as they are in the largest lake.
    #[inline]
    const fn step(self, direction: usize) -> LakeSpaces {
        LakeSpaces(match direction {
            0 => self.0 >> LakeSpace::SIZE,
            1 => (self.0 & !RIGHT) << 1,
            2 => self.0 << LakeSpace::SIZE,
            _ => (self.0 & !LEFT) >> 1,
        })
    }

    /// Calls `visit` with a step in the index and the targets of tiles that slide (5.4), for every
    /// direction and distance.
    #[inline]
    pub(crate) fn for_each_slide(self, free: LakeSpaces, mut visit: impl FnMut(isize, LakeSpaces)) {
        const STEPS: [isize; 4] = [-(LakeSpace::SIZE as isize), 1, LakeSpace::SIZE as isize, -1];
        for (direction, step) in STEPS.into_iter().enumerate() {
            let mut targets = self.step(direction) & free;
            let mut total = step;
            while !targets.is_empty() {
                visit(total, targets);
                targets = targets.step(direction) & free;
                total += step;
            }
        }
    }
}

impl From<LakeSpace> for LakeSpaces {
    #[inline]
    fn from(space: LakeSpace) -> LakeSpaces {
        LakeSpaces(1 << space.index())
    }
}

impl FromIterator<LakeSpace> for LakeSpaces {
    fn from_iter<T: IntoIterator<Item = LakeSpace>>(spaces: T) -> LakeSpaces {
        spaces
            .into_iter()
            .fold(LakeSpaces::EMPTY, |set, space| set | space.into())
    }
}

impl BitAnd for LakeSpaces {
    type Output = LakeSpaces;

    #[inline]
    fn bitand(self, other: LakeSpaces) -> LakeSpaces {
        LakeSpaces(self.0 & other.0)
    }
}

impl BitOr for LakeSpaces {
    type Output = LakeSpaces;

    #[inline]
    fn bitor(self, other: LakeSpaces) -> LakeSpaces {
        LakeSpaces(self.0 | other.0)
    }
}

impl Sub for LakeSpaces {
    type Output = LakeSpaces;

    #[inline]
    fn sub(self, other: LakeSpaces) -> LakeSpaces {
        LakeSpaces(self.0 & !other.0)
    }
}

impl fmt::Debug for LakeSpaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Iterator over the spaces of a set: row by row from the top, each from the left.
#[derive(Clone, Debug)]
pub struct LakeSpacesIter(LakeSpaces);

impl Iterator for LakeSpacesIter {
    type Item = LakeSpace;

    #[inline]
    fn next(&mut self) -> Option<LakeSpace> {
        let first = self.0.first()?;
        self.0 = self.0 - first.into();
        Some(first)
    }
}

impl IntoIterator for LakeSpaces {
    type Item = LakeSpace;
    type IntoIter = LakeSpacesIter;

    #[inline]
    fn into_iter(self) -> LakeSpacesIter {
        LakeSpacesIter(self)
    }
}

/// Maximum number of piers.
const PIERS: usize = 4 * LakeSpace::SIZE + 4;

pub(crate) const SMALLEST: usize = 2;

/// Number of piers of a lake.
#[inline]
pub(crate) const fn piers(size: usize) -> usize {
    4 * size + 4
}

/// Lines of all piers of a lake: the spaces at the distances 1 to `size`.
const fn lines(size: usize) -> [[LakeSpace; LakeSpace::SIZE]; PIERS] {
    let mut lines = [[LakeSpace(0); LakeSpace::SIZE]; PIERS];
    let mut pier = 0;
    while pier < piers(size) {
        // Each side has a corner, then a pier for every column or row.
        let side = pier / (size + 1);
        let place = pier % (size + 1);
        let mut distance = 0;
        while distance < size {
            let ahead = distance;
            let back = size - 1 - distance;
            let (column, row) = match (side, place) {
                (0, 0) => (ahead, ahead),
                (1, 0) => (back, ahead),
                (2, 0) => (back, back),
                (3, 0) => (ahead, back),
                (0, _) => (place - 1, ahead),
                (1, _) => (back, place - 1),
                (2, _) => (size - place, back),
                _ => (ahead, size - place),
            };
            lines[pier][distance] = LakeSpace::new(column, row);
            distance += 1;
        }
        pier += 1;
    }
    lines
}

const LINES: [[[LakeSpace; LakeSpace::SIZE]; PIERS]; 3] = [lines(2), lines(3), lines(4)];

/// Line of a pier, counted from 0: its spaces at the distances from 1.
#[inline]
pub(crate) fn line(size: usize, pier: usize) -> &'static [LakeSpace] {
    static TABLE: [[[LakeSpace; LakeSpace::SIZE]; PIERS]; 3] = LINES;
    &TABLE[size - SMALLEST][pier][..size]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piers_go_round_clockwise_5_1() {
        let text = |size: usize, number: usize| {
            line(size, number - 1)
                .iter()
                .map(LakeSpace::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let large = [
            (1, "a1 b2 c3 d4"),
            (2, "a1 a2 a3 a4"),
            (5, "d1 d2 d3 d4"),
            (6, "d1 c2 b3 a4"),
            (7, "d1 c1 b1 a1"),
            (10, "d4 c4 b4 a4"),
            (11, "d4 c3 b2 a1"),
            (12, "d4 d3 d2 d1"),
            (15, "a4 a3 a2 a1"),
            (16, "a4 b3 c2 d1"),
            (17, "a4 b4 c4 d4"),
            (20, "a1 b1 c1 d1"),
        ];
        large
            .into_iter()
            .for_each(|(number, line)| assert_eq!(text(4, number), line, "pier {number}"));
        assert_eq!(
            (text(2, 1), text(2, 4), text(2, 12)),
            ("a1 b2".into(), "b1 a2".into(), "a1 b1".into())
        );
        assert_eq!((piers(2), piers(3), piers(4)), (12, 16, 20));
    }

    #[test]
    fn lakes_and_slides() {
        assert_eq!(
            LakeSpaces::lake(2)
                .into_iter()
                .map(|space| space.to_string())
                .collect::<String>(),
            "a1b1a2b2"
        );
        assert_eq!(
            (LakeSpaces::lake(3).len(), LakeSpaces::lake(4).len()),
            (9, 16)
        );
        let tile = LakeSpaces::from(LakeSpace::new(1, 1));
        let mut targets = LakeSpaces::EMPTY;
        tile.for_each_slide(LakeSpaces::lake(4) - tile, |_, slide| {
            targets = targets | slide;
        });
        assert_eq!(format!("{targets:?}"), "{b1, a2, c2, d2, b3, b4}");
    }
}
