use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

/// One place of a board: its number in reading order, the ring around the outline included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

impl Place {
    /// The largest number of places that a board can have.
    pub const MAX: usize = 128;

    /// The place with this number.
    ///
    /// # Panics
    /// If `index` is not below [`Place::MAX`].
    #[inline]
    pub const fn new(index: usize) -> Place {
        assert!(index < Place::MAX, "a board has at most 128 places");
        Place(index as u8)
    }

    /// The number in reading order, below [`Place::MAX`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of places. It reads as a set, as [`HexSet`](floe_hex::HexSet) does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Places(u128);

impl Places {
    /// The set without places.
    pub const EMPTY: Places = Places(0);

    /// How many places are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no place is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `place` is in the set.
    #[inline]
    pub const fn contains(self, place: Place) -> bool {
        self.0 >> place.index() & 1 != 0
    }

    /// Adds `place`.
    #[inline]
    pub const fn insert(&mut self, place: Place) {
        self.0 |= 1 << place.index();
    }

    /// Takes `place` away.
    #[inline]
    pub const fn remove(&mut self, place: Place) {
        self.0 &= !(1 << place.index());
    }

    /// The first place in reading order.
    #[inline]
    pub const fn first(self) -> Option<Place> {
        if self.0 == 0 { None } else { Some(Place(self.0.trailing_zeros() as u8)) }
    }

    /// Of a ray, the set itself, all before the first place that is not in `open`; `forward` says which way it goes.
    #[inline]
    pub(super) const fn until_gap(self, open: Places, forward: bool) -> Places {
        let gaps = self.0 & !open.0;
        let before = if forward {
            // All below the lowest gap.
            (gaps & gaps.wrapping_neg()).wrapping_sub(1)
        } else {
            // All above the highest gap.
            match u128::MAX.checked_shr(gaps.leading_zeros()) {
                Some(below) => !below,
                None => u128::MAX,
            }
        };
        Places(self.0 & before)
    }

    /// All numbers made larger.
    #[inline]
    pub(super) const fn up(self, step: u32) -> Places {
        Places(if step < 128 { self.0 << step } else { 0 })
    }

    /// All numbers made smaller.
    #[inline]
    pub(super) const fn down(self, step: u32) -> Places {
        Places(if step < 128 { self.0 >> step } else { 0 })
    }

    /// The whole set as two numbers: for keys.
    #[inline]
    pub(super) const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }
}

impl From<Place> for Places {
    #[inline]
    fn from(place: Place) -> Places {
        Places(1 << place.index())
    }
}

impl FromIterator<Place> for Places {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Places {
        places.into_iter().fold(Places::EMPTY, |set, place| set | place.into())
    }
}

/// The places of a set in reading order.
#[derive(Clone, Debug)]
pub struct EachPlace(Places);

impl Iterator for EachPlace {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        let first = self.0.first();
        self.0 = Places(self.0.0 & self.0.0.wrapping_sub(1));
        first
    }
}

impl IntoIterator for Places {
    type Item = Place;
    type IntoIter = EachPlace;

    #[inline]
    fn into_iter(self) -> EachPlace {
        EachPlace(self)
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for Places {
            type Output = Places;
            #[inline]
            fn $method(self, other: Places) -> Places {
                let ($a, $b) = (self.0, other.0);
                Places($result)
            }
        }
    };
}
set_operator!(BitAnd bitand, |a, b| a & b);
set_operator!(BitOr bitor, |a, b| a | b);
set_operator!(BitXor bitxor, |a, b| a ^ b);
set_operator!(Sub sub, |a, b| a & !b);

impl BitOrAssign for Places {
    #[inline]
    fn bitor_assign(&mut self, other: Places) {
        *self = *self | other;
    }
}

impl SubAssign for Places {
    #[inline]
    fn sub_assign(&mut self, other: Places) {
        *self = *self - other;
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
