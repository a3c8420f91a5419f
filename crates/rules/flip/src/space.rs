use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// Space of the net: a column from the left and a row from the bottom, written `b2` in the
/// notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u8);

impl Space {
    /// Maximum number of columns of a net: four.
    pub const COLUMNS: usize = 4;
    /// Maximum number of rows of a net: six.
    pub const ROWS: usize = 6;

    /// The space in this column from the left and this row from the bottom, both counted from 0.
    ///
    /// # Panics
    /// If the column is not below [`Space::COLUMNS`], or the row not below [`Space::ROWS`].
    #[inline]
    pub const fn new(column: usize, row: usize) -> Space {
        assert!(
            column < Space::COLUMNS && row < Space::ROWS,
            "a net has at most four columns of six"
        );
        Space((8 * column + row) as u8)
    }

    /// Index of the space, below 32, in the order of columns and from the bottom in each; some
    /// indices are not used.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The space with this [`index`](Space::index).
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Space {
        Space((index & 31) as u8)
    }

    /// Column of the space, from 0 at the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() / 8
    }

    /// Row of the space, from 0 at the bottom.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() % 8
    }
}

/// `b2`: the letter of the column, and the row from 1.
impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_letter(self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Letter of a column, from `a`.
pub(crate) fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The lowest space of every column.
const BOTTOM: u32 = 0x0101_0101;
/// The spaces of the largest net.
const ALL: u32 = 0x3f3f_3f3f;

/// Set of spaces of the net.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Spaces(u32);

impl Spaces {
    /// The set without a space.
    pub const EMPTY: Spaces = Spaces(0);

    /// All spaces of a net with this number of columns and rows.
    pub const fn net(columns: usize, rows: usize) -> Spaces {
        let used = if columns == Space::COLUMNS {
            u32::MAX
        } else {
            (1 << (8 * columns)) - 1
        };
        Spaces((BOTTOM * ((1 << rows) - 1)) & used)
    }

    /// All spaces, of the largest net, in the column with this index, which must be below
    /// [`Space::COLUMNS`]; 0 is at the left.
    #[inline]
    pub const fn column(column: usize) -> Spaces {
        Spaces(0x3f << (8 * column))
    }

    /// All spaces, of the largest net, in the row with this index, which must be below
    /// [`Space::ROWS`]; 0 is at the bottom.
    #[inline]
    pub const fn row(row: usize) -> Spaces {
        Spaces(BOTTOM << row)
    }

    /// The square of two by two spaces whose lowest and leftmost space is `corner`; spaces outside
    /// the largest net are left out.
    #[inline]
    pub const fn square(corner: Space) -> Spaces {
        Spaces((0x0303_u32 << corner.0) & ALL)
    }

    /// The set with these bits, as [`bits`](Spaces::bits) returns them.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Spaces {
        Spaces(bits & ALL)
    }

    /// One bit for each space, at its [`index`](Space::index).
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
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
    pub const fn contains(self, space: Space) -> bool {
        self.0 >> space.0 & 1 != 0
    }

    /// Whether all spaces of this set are in `other`.
    #[inline]
    pub const fn is_within(self, other: Spaces) -> bool {
        self.0 & !other.0 == 0
    }

    /// The first space of the set: the lowest one of the leftmost column; `None` if the set is
    /// empty.
    #[inline]
    pub const fn first(self) -> Option<Space> {
        if self.0 == 0 {
            None
        } else {
            Some(Space(self.0.trailing_zeros() as u8))
        }
    }

    /// The spaces of the largest net that are orthogonal neighbours of a space of this set.
    #[inline]
    pub const fn neighbours(self) -> Spaces {
        Spaces((self.0 << 1 | self.0 >> 1 | self.0 << 8 | self.0 >> 8) & ALL)
    }

    /// All spaces of the largest net in a row or column that has a space of this set.
    #[inline]
    pub const fn lines(self) -> Spaces {
        let columns = (((self.0 + ALL) >> 6) & BOTTOM) * 0x3f;
        let halves = self.0 | self.0 >> 16;
        let rows = ((halves | halves >> 8) & 0x3f) * BOTTOM;
        Spaces(columns | rows)
    }

    /// The space one row higher; empty at the top of the largest net.
    #[inline]
    pub(crate) const fn up(self) -> Spaces {
        Spaces(self.0 << 1 & ALL)
    }

    /// The space one row lower; empty at the bottom.
    #[inline]
    pub(crate) const fn down(self) -> Spaces {
        Spaces(self.0 >> 1 & ALL)
    }

    /// The space one column to the right; empty at the edge of the largest net.
    #[inline]
    pub(crate) const fn right(self) -> Spaces {
        Spaces(self.0 << 8)
    }

    /// The space one column to the left; empty at the edge.
    #[inline]
    pub(crate) const fn left(self) -> Spaces {
        Spaces(self.0 >> 8)
    }

    /// The spaces below the lowest gap of each column, where `self` holds the cards.
    #[inline]
    pub(crate) const fn below_gaps(self) -> Spaces {
        // In every byte the addition carries through the ones at the bottom into the lowest zero.
        let gaps = !self.0 & (self.0 + BOTTOM);
        Spaces(gaps - BOTTOM)
    }
}

impl From<Space> for Spaces {
    #[inline]
    fn from(space: Space) -> Spaces {
        Spaces(1 << space.0)
    }
}

/// Iterator over the spaces of a set: column by column from the left, each from the bottom.
#[derive(Clone, Debug)]
pub struct SpacesIter(u32);

impl Iterator for SpacesIter {
    type Item = Space;

    #[inline]
    fn next(&mut self) -> Option<Space> {
        let first = Spaces(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl IntoIterator for Spaces {
    type Item = Space;
    type IntoIter = SpacesIter;

    #[inline]
    fn into_iter(self) -> SpacesIter {
        SpacesIter(self.0)
    }
}

macro_rules! set_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident $with:expr;)*) => {$(
        impl $operator for Spaces {
            type Output = Spaces;

            #[inline]
            fn $method(self, other: Spaces) -> Spaces {
                let with: fn(u32, u32) -> u32 = $with;
                Spaces(with(self.0, other.0))
            }
        }

        impl $assign for Spaces {
            #[inline]
            fn $assign_method(&mut self, other: Spaces) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}
set_operators! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

/// `{b2 c3}`.
impl fmt::Debug for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.into_iter().map(|space| space.to_string()).collect();
        write!(f, "{{{}}}", names.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Spaces {
        Spaces::net(4, 6)
    }

    #[test]
    fn sets_are_those_of_the_geometry() {
        assert_eq!(all().len(), 24);
        assert_eq!(
            Spaces::net(2, 4)
                .into_iter()
                .map(|space| space.to_string())
                .collect::<Vec<_>>()
                .join(" "),
            { "a1 a2 a3 a4 b1 b2 b3 b4" }
        );
        for space in all() {
            let one = Spaces::from(space);
            for other in all() {
                let columns = space.column().abs_diff(other.column());
                let rows = space.row().abs_diff(other.row());
                assert_eq!(
                    one.neighbours().contains(other),
                    columns + rows == 1,
                    "{space} {other}"
                );
                assert_eq!(
                    one.lines().contains(other),
                    columns == 0 || rows == 0,
                    "{space} {other}"
                );
            }
        }
    }

    #[test]
    fn cards_below_gaps_are_supported() {
        let cards = [
            Space::new(0, 0),
            Space::new(0, 2),
            Space::new(2, 1),
            Space::new(3, 0),
            Space::new(3, 1),
        ];
        let cards = cards
            .into_iter()
            .fold(Spaces::EMPTY, |set, space| set | space.into());
        assert_eq!(format!("{:?}", cards.below_gaps()), "{a1 d1 d2}");
        assert_eq!(all().below_gaps(), all());
    }
}
