/// Which of the six hexes around a hex are in a set: one bit for each direction, clockwise.
///
/// What hangs together around a hex hangs together without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ring(pub(crate) u8);

const ALL: u8 = 0b11_1111;

impl Ring {
    /// Whether none of them is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether those in the set do not all follow each other round the hex.
    ///
    /// ```
    /// use floe_hex::{Direction, Hex, HexSet, Layout, Standard};
    ///
    /// let middle = Hex::new(26);
    /// let around = |directions: &[Direction]| -> HexSet {
    ///     directions.iter().map(|&d| Standard.step(middle.into(), d)).fold(HexSet::EMPTY, |all, hex| all | hex)
    /// };
    /// assert!(!Standard.ring(middle, around(&[Direction::NE, Direction::E, Direction::SE])).is_split());
    /// assert!(Standard.ring(middle, around(&[Direction::NE, Direction::SE])).is_split());
    /// ```
    #[inline]
    pub const fn is_split(self) -> bool {
        let begins = self.begins();
        begins & begins.wrapping_sub(1) != 0
    }

    /// How many runs of hexes in the set there are round the hex, each ended by one that is not; none if all six are in the set.
    ///
    /// ```
    /// use floe_hex::{Hex, HexSet, Layout, Standard};
    ///
    /// let middle = Hex::new(26);
    /// let around = Standard.neighbours(middle.into());
    /// let first = around.first().unwrap();
    /// assert_eq!(Standard.ring(middle, around).runs(), 0);
    /// assert_eq!(Standard.ring(middle, around - first.into()).runs(), 1);
    /// assert_eq!(Standard.ring(middle, around - Standard.neighbours(first.into())).runs(), 2);
    /// ```
    #[inline]
    pub const fn runs(self) -> u32 {
        self.begins().count_ones()
    }

    /// Where the hex before, clockwise, is not in the set.
    #[inline]
    const fn begins(self) -> u8 {
        self.0 & !self.turned()
    }

    /// Whether every hex of this ring lies next to one of `other` in the ring around the same hex.
    #[inline]
    pub const fn is_beside(self, other: Ring) -> bool {
        let turned_back = other.0 >> 1 | other.0 << 5 & ALL;
        self.0 & !(other.turned() | turned_back) == 0
    }

    /// All one direction further, clockwise.
    #[inline]
    const fn turned(self) -> u8 {
        (self.0 << 1 | self.0 >> 5) & ALL
    }
}
