use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use wide::u64x8;

use crate::{Direction, Geometry, HexSet, HexSets, RingError, Standard};

/// Eight sets of hexes of the official floe with a ring around it, in the lanes of SIMD vectors;
/// every operation applies to all of them.
///
/// ```
/// use floe_hex::{Hex, HexSet, RingSets};
///
/// let sets = RingSets::from([HexSet::from(Hex::new(70)); RingSets::COUNT]);
/// assert_eq!((sets | RingSets::splat(HexSet::from(Hex::new(7)))).len(), [2; RingSets::COUNT]);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RingSets {
    /// Hexes with the indices 0 to 63.
    low: u64x8,
    /// Hexes with the indices 64 to 127.
    high: u64x8,
}

static GEOMETRY: Geometry<u128> = match Geometry::with_ring(Standard::ROWS) {
    Ok(geometry) => geometry,
    Err(RingError::Wide | RingError::Large(_)) => panic!("the official floe has room for a ring"),
};

/// Change of the index by one step, in the order of [`Direction::ALL`].
const STEP: [i32; Direction::COUNT] = [1, 10, 9, -1, -10, -9];

/// Hexes on which a step can end.
const RECEIVERS: [u128; Direction::COUNT] = {
    let mut receivers = [0; Direction::COUNT];
    let mut direction = 0;
    while direction < Direction::COUNT {
        receivers[direction] = GEOMETRY.receivers(Direction::ALL[direction]).to_bits();
        direction += 1;
    }
    receivers
};

/// Hexes of eight floes that can be crossed, prepared for [`RingSets::within_a_slide`]: for each
/// direction the ends of one, two and four steps over them.
#[derive(Clone, Copy, Debug)]
pub struct RingPaths([[RingSets; 3]; Direction::COUNT]);

#[expect(
    clippy::needless_range_loop,
    reason = "loops over lanes become vector instructions"
)]
impl RingSets {
    /// Number of sets in the vector.
    pub const COUNT: usize = HexSets::COUNT;
    /// Eight empty sets.
    pub const EMPTY: RingSets = RingSets {
        low: u64x8::ZERO,
        high: u64x8::ZERO,
    };

    /// Geometry of the official floe with its ring, by which the sets number hexes.
    pub fn geometry() -> &'static Geometry<u128> {
        &GEOMETRY
    }

    /// Eight copies of the same set.
    #[inline]
    pub fn splat(set: HexSet<u128>) -> RingSets {
        RingSets {
            low: u64x8::splat(set.0 as u64),
            high: u64x8::splat((set.0 >> 64) as u64),
        }
    }

    /// The eight sets in their order.
    #[inline]
    pub fn to_array(self) -> [HexSet<u128>; RingSets::COUNT] {
        let low = self.low.to_array();
        let high = self.high.to_array();
        let mut sets = [HexSet::EMPTY; RingSets::COUNT];
        for lane in 0..RingSets::COUNT {
            sets[lane] = HexSet(u128::from(low[lane]) | u128::from(high[lane]) << 64);
        }
        sets
    }

    /// Number of hexes of each of the eight sets.
    #[inline]
    pub fn len(self) -> [u64; RingSets::COUNT] {
        let mut lens = HexSets(self.low).len();
        for (len, high) in lens.iter_mut().zip(HexSets(self.high).len()) {
            *len += high;
        }
        lens
    }

    /// Whether all eight sets are empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        HexSets(self.low | self.high).is_empty()
    }

    /// Each of the eight sets reduced to its first hex in reading order; an empty set stays empty.
    #[inline]
    pub fn first_of_each(self) -> RingSets {
        let no_low = self.low.simd_eq(u64x8::ZERO);
        let low = HexSets(self.low).first_of_each();
        let high = HexSets(self.high).first_of_each();
        RingSets {
            low: low.0,
            high: high.0 & no_low,
        }
    }

    /// Adds `steps`, from -63 to 63 and not 0, to the index of every hex, and drops those that
    /// leave the word.
    #[inline]
    fn shift(self, steps: i32) -> RingSets {
        if steps < 0 {
            RingSets {
                low: self.low >> -steps | self.high << (64 + steps),
                high: self.high >> -steps,
            }
        } else {
            RingSets {
                low: self.low << steps,
                high: self.high << steps | self.low >> (64 - steps),
            }
        }
    }

    /// Neighbours of each of the eight sets: the hexes adjacent to at least one of its hexes.
    #[inline]
    pub fn neighbours(self) -> RingSets {
        let mut all = RingSets::EMPTY;
        for direction in 0..Direction::COUNT {
            all |= self.shift(STEP[direction]) & RingSets::splat(HexSet(RECEIVERS[direction]));
        }
        all
    }

    /// Prepares [`within_a_slide`](RingSets::within_a_slide) on eight floes: `crossing` has the
    /// hexes of each floe that a slide can cross.
    #[inline]
    pub fn paths(crossing: RingSets) -> RingPaths {
        let mut runs = [[RingSets::EMPTY; 3]; Direction::COUNT];
        for direction in 0..Direction::COUNT {
            let mut open = crossing & RingSets::splat(HexSet(RECEIVERS[direction]));
            for doubling in 0..3 {
                runs[direction][doubling] = open;
                open &= open.shift(STEP[direction] << doubling);
            }
        }
        RingPaths(runs)
    }

    /// Each of the eight sets together with all hexes that one slide from it reaches or crosses on
    /// its own floe: the first set on the first floe of `paths`, and so on. Hexes of a set that can
    /// be crossed do not block slides.
    #[inline]
    pub fn within_a_slide(self, paths: &RingPaths) -> RingSets {
        let mut all = RingSets::EMPTY;
        for direction in 0..Direction::COUNT {
            let mut reached = self;
            // No line has more than ten hexes: 1 + 2 + 4 + 2 steps reach its end.
            for doubling in [0, 1, 2, 1] {
                reached |=
                    paths.0[direction][doubling] & reached.shift(STEP[direction] << doubling);
            }
            all |= reached;
        }
        all
    }
}

impl From<[HexSet<u128>; RingSets::COUNT]> for RingSets {
    #[inline]
    fn from(sets: [HexSet<u128>; RingSets::COUNT]) -> RingSets {
        let (mut low, mut high) = ([0; RingSets::COUNT], [0; RingSets::COUNT]);
        for lane in 0..RingSets::COUNT {
            low[lane] = sets[lane].0 as u64;
            high[lane] = (sets[lane].0 >> 64) as u64;
        }
        RingSets {
            low: low.into(),
            high: high.into(),
        }
    }
}

macro_rules! ring_set_operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for RingSets {
            type Output = RingSets;
            #[inline]
            fn $method(self, other: RingSets) -> RingSets {
                let half = |$a: u64x8, $b: u64x8| $result;
                RingSets {
                    low: half(self.low, other.low),
                    high: half(self.high, other.high),
                }
            }
        }
        impl $assign for RingSets {
            #[inline]
            fn $assign_method(&mut self, other: RingSets) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

ring_set_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
ring_set_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
ring_set_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);
