use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use wide::u64x8;

use crate::HexSet;

/// Eight sets of hexes side by side, in the lanes of one vector: what is done, is done with all of them at once.
///
/// ```
/// use floe_hex::{Hex, HexSet, HexSets};
///
/// let sets = HexSets::from([HexSet::of(Hex::new(7)); HexSets::COUNT]);
/// assert_eq!((sets | HexSets::splat(HexSet::of(Hex::new(8)))).len(), [2; HexSets::COUNT]);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HexSets(pub(crate) u64x8);

impl HexSets {
    /// How many sets there are.
    pub const COUNT: usize = 8;
    /// Eight times the set without hexes.
    pub const EMPTY: HexSets = HexSets(u64x8::ZERO);

    /// Eight times the same set.
    #[inline]
    pub fn splat(set: HexSet) -> HexSets {
        HexSets(u64x8::splat(set.0))
    }

    /// Each of the sets.
    #[inline]
    pub fn to_array(self) -> [HexSet; HexSets::COUNT] {
        let mut sets = [HexSet::EMPTY; HexSets::COUNT];
        for (set, bits) in sets.iter_mut().zip(self.0.to_array()) {
            set.0 = bits;
        }
        sets
    }

    /// How many hexes are in each of the sets.
    #[inline]
    pub fn len(self) -> [u64; HexSets::COUNT] {
        let bits = self.0.to_array();
        let mut counts = [0; HexSets::COUNT];
        for lane in 0..HexSets::COUNT {
            counts[lane] = u64::from(bits[lane].count_ones());
        }
        counts
    }

    /// Whether no set has a hex.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == u64x8::ZERO
    }

    /// The first hex of each of the sets that has one.
    #[inline]
    pub fn first_of_each(self) -> HexSets {
        HexSets(self.0 & (u64x8::ZERO - self.0))
    }

    /// All sets moved towards the last hex as 64-bit words, or towards the first where the steps are negative.
    #[inline]
    pub(crate) fn shifted(self, steps: i32) -> HexSets {
        HexSets(if steps < 0 { self.0 >> -steps } else { self.0 << steps })
    }
}

impl From<[HexSet; HexSets::COUNT]> for HexSets {
    #[inline]
    fn from(sets: [HexSet; HexSets::COUNT]) -> HexSets {
        let mut bits = [0; HexSets::COUNT];
        for lane in 0..HexSets::COUNT {
            bits[lane] = sets[lane].0;
        }
        HexSets(u64x8::from(bits))
    }
}

macro_rules! sets_operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for HexSets {
            type Output = HexSets;
            #[inline]
            fn $method(self, other: HexSets) -> HexSets {
                let ($a, $b) = (self.0, other.0);
                HexSets($result)
            }
        }
        impl $assign for HexSets {
            #[inline]
            fn $assign_method(&mut self, other: HexSets) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}
sets_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
sets_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
sets_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);
