//! Batches of eight. All moves of a leaf, and all children of a position in alpha-beta, are
//! evaluated in vector lanes: `HexSets` holds one set of each of eight positions in one vector. The
//! quantised network gives the same result in any order.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use wide::u64x8;

use crate::HexSet;
use crate::set::set_operator;

/// Eight sets of hexes in the lanes of one SIMD vector; every operation applies to all of them.
///
/// ```
/// use floe_hex::{Hex, HexSet, HexSets};
///
/// let sets = HexSets::from([HexSet::from(Hex::new(7)); HexSets::COUNT]);
/// assert_eq!((sets | HexSets::splat(HexSet::from(Hex::new(8)))).len(), [2; HexSets::COUNT]);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HexSets(pub(crate) u64x8);

impl HexSets {
    /// Number of sets in the vector.
    pub const COUNT: usize = 8;
    /// Eight empty sets.
    pub const EMPTY: HexSets = HexSets(u64x8::ZERO);

    /// Eight copies of the same set.
    #[inline]
    pub fn splat(set: HexSet) -> HexSets {
        HexSets(u64x8::splat(set.0))
    }

    /// The eight sets in their order.
    #[inline]
    pub fn to_array(self) -> [HexSet; HexSets::COUNT] {
        // Loops, because `map` of arrays is often called and not inlined.
        let words = self.0.to_array();
        let mut sets = [HexSet::EMPTY; HexSets::COUNT];
        for lane in 0..HexSets::COUNT {
            sets[lane] = HexSet(words[lane]);
        }
        sets
    }

    /// Number of hexes of each of the eight sets.
    #[inline]
    pub fn len(self) -> [u64; HexSets::COUNT] {
        let mut lens = self.0.to_array();
        for len in &mut lens {
            *len = u64::from(len.count_ones());
        }
        lens
    }

    /// Whether all eight sets are empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == u64x8::ZERO
    }

    /// Each of the eight sets reduced to its first hex in reading order; an empty set stays empty.
    #[inline]
    pub fn first_of_each(self) -> HexSets {
        HexSets(self.0 & (u64x8::ZERO - self.0))
    }

    /// Adds `steps` to the index of every hex, and drops those that leave the word.
    #[inline]
    pub(crate) fn shift(self, steps: i32) -> HexSets {
        HexSets(if steps < 0 {
            self.0 >> -steps
        } else {
            self.0 << steps
        })
    }
}

impl From<[HexSet; HexSets::COUNT]> for HexSets {
    #[inline]
    fn from(sets: [HexSet; HexSets::COUNT]) -> HexSets {
        let mut words = [0; HexSets::COUNT];
        for lane in 0..HexSets::COUNT {
            words[lane] = sets[lane].0;
        }
        HexSets(u64x8::from(words))
    }
}

set_operator!([] HexSets, BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!([] HexSets, BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!([] HexSets, Sub sub, SubAssign sub_assign, |a, b| a & !b);
