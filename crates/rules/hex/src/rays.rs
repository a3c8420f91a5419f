use std::ops::Index;

use crate::{Direction, Hex, HexSet, HexSets};

/// Hexes on which slides end: one set for each [`Direction`], by which it is indexed.
///
/// Held as eight lanes, the last two always empty, so that one or two vector registers hold it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(64))]
pub struct Rays(pub(crate) [HexSet; Rays::LANES]);

impl Rays {
    pub(crate) const LANES: usize = 8;

    /// All hexes on which slides end: the six sets together.
    #[inline]
    pub fn union(&self) -> HexSet {
        self.0.iter().fold(HexSet::EMPTY, |all, &lane| all | lane)
    }

    /// Number of slides: the sizes of the six sets, added up.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|lane| lane.len()).sum()
    }

    /// The slide with this index from 0, in the order of [`Direction::ALL`] and within a direction
    /// in reading order: its direction and the hex on which it ends. `None` if there is no such
    /// slide.
    #[inline]
    pub fn nth(&self, rank: u32) -> Option<(Direction, Hex)> {
        // Without branches, which would be mispredicted for random ranks.
        let mut before = 0;
        let mut lane = 0;
        let mut end = 0;
        for hexes in &self.0[..Direction::COUNT] {
            end += hexes.len();
            if rank >= end {
                before = end;
                lane += 1;
            }
        }
        let direction = *Direction::ALL.get(lane)?;
        self[direction]
            .nth(rank - before)
            .map(|hex| (direction, hex))
    }
}

impl Index<Direction> for Rays {
    type Output = HexSet;

    #[inline]
    fn index(&self, direction: Direction) -> &HexSet {
        &self.0[direction as usize]
    }
}

/// Free hexes of eight floes, prepared for [`within_a_slide`](crate::Layout::within_a_slide).
#[derive(Clone, Copy, Debug)]
pub struct Paths {
    pub(crate) free: HexSets,
    /// Ends in each direction of one, two and four steps over free hexes, if the layout uses them.
    pub(crate) runs: [[HexSets; 3]; Direction::COUNT],
}

/// A count from 0 to 7 for every hex, held as three sets: one for each binary digit of the counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally(pub(crate) [HexSet; 3]);

impl Tally {
    /// A tally that counts every hex of `set` once, and all others never.
    #[inline]
    pub fn once(set: HexSet) -> Tally {
        Tally([set, HexSet::EMPTY, HexSet::EMPTY])
    }

    /// A tally that counts for each hex the directions in which a slide of `rays` ends there.
    #[inline]
    pub fn of(rays: &Rays) -> Tally {
        let [a, b, c, d, e, f, ..] = rays.0;
        let (first, first_carry) = add(a, b, c);
        let (second, second_carry) = add(d, e, f);
        let ones = first ^ second;
        let carry = first & second;
        let (twos, fours) = add(first_carry, second_carry, carry);
        Tally([ones, twos, fours])
    }

    /// Sets of hexes, one for each binary digit of the counts, the lowest first: the hexes whose
    /// count has a one there.
    #[inline]
    pub fn digits(&self) -> [HexSet; 3] {
        self.0
    }

    /// Number of times that `hex` was counted, 0 to 7.
    #[inline]
    pub fn get(&self, hex: Hex) -> u32 {
        (0..)
            .zip(self.0)
            .map(|(digit, plane)| u32::from(plane.contains(hex)) << digit)
            .sum()
    }
}

/// Adds three bits for every hex: the low and the high digit of each sum.
#[inline]
fn add(a: HexSet, b: HexSet, c: HexSet) -> (HexSet, HexSet) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

/// The neighbours of a hex that belong to a set: one bit for each direction, clockwise.
///
/// If they form one run around the hex, they stay connected when the hex is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Neighbourhood(pub(crate) u8);

impl Neighbourhood {
    /// Number of runs that the neighbours in the set form around the hex; 0 if all six belong to
    /// the set, or none.
    ///
    /// ```
    /// use floe_hex::{Hex, HexSet, Layout, Standard};
    ///
    /// let middle = Hex::new(26);
    /// let around = Standard.neighbours(middle.into());
    /// let first = around.first().unwrap();
    /// assert_eq!(Standard.neighbourhood(middle, around).runs(), 0);
    /// assert_eq!(Standard.neighbourhood(middle, around - first.into()).runs(), 1);
    /// assert_eq!(Standard.neighbourhood(middle, around - Standard.neighbours(first.into())).runs(), 2);
    /// ```
    #[inline]
    pub const fn runs(self) -> u32 {
        let clockwise = (self.0 << 1 | self.0 >> 5) & 0b11_1111;
        (self.0 & !clockwise).count_ones()
    }

    /// Whether the neighbours in the set form two or three separate runs around the hex.
    #[inline]
    pub const fn is_split(self) -> bool {
        self.runs() > 1
    }
}
