use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

/// One hex of an outline: its place in reading order, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

impl Hex {
    /// The largest number of hexes that an outline can have.
    pub const MAX: usize = 64;

    /// The hex at `index` in reading order.
    ///
    /// # Panics
    /// If `index` is not below [`Hex::MAX`].
    #[inline]
    pub const fn new(index: usize) -> Hex {
        assert!(index < Hex::MAX, "an outline has at most 64 hexes");
        Hex(index as u8)
    }

    /// The place of this hex in reading order, below [`Hex::MAX`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of hexes.
///
/// It reads as a set: `free - occupied`, `a & b`, `.len()`, `for hex in set`.
///
/// ```
/// use floe_hex::{Hex, HexSet};
///
/// let corner = HexSet::from(Hex::new(0));
/// let row: HexSet = (0..7).map(Hex::new).collect();
/// assert_eq!((row - corner).len(), 6);
/// assert_eq!((row & corner).first(), Some(Hex::new(0)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct HexSet(pub(crate) u64);

impl HexSet {
    /// The set without hexes.
    pub const EMPTY: HexSet = HexSet(0);

    /// The first `count` hexes in reading order.
    ///
    /// # Panics
    /// If `count` is above [`Hex::MAX`].
    pub const fn first_hexes(count: usize) -> HexSet {
        assert!(count <= Hex::MAX, "an outline has at most 64 hexes");
        HexSet(if count == Hex::MAX { u64::MAX } else { (1 << count) - 1 })
    }

    /// The set of this hex alone.
    #[inline]
    pub const fn of(hex: Hex) -> HexSet {
        HexSet(1 << hex.index())
    }

    /// How many hexes are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no hex is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has two hexes or more.
    #[inline]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `hex` is in the set.
    #[inline]
    pub const fn contains(self, hex: Hex) -> bool {
        self.0 >> hex.index() & 1 != 0
    }

    /// Whether every hex of this set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: HexSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Adds `hex`.
    #[inline]
    pub const fn insert(&mut self, hex: Hex) {
        self.0 |= 1 << hex.index();
    }

    /// Takes `hex` away.
    #[inline]
    pub const fn remove(&mut self, hex: Hex) {
        self.0 &= !(1 << hex.index());
    }

    /// The first hex in reading order.
    #[inline]
    pub const fn first(self) -> Option<Hex> {
        if self.0 == 0 { None } else { Some(Hex(self.0.trailing_zeros() as u8)) }
    }

    /// The last hex in reading order.
    #[inline]
    pub const fn last(self) -> Option<Hex> {
        if self.0 == 0 { None } else { Some(Hex(63 - self.0.leading_zeros() as u8)) }
    }

    /// Takes the first hex out of the set and returns it.
    #[inline]
    pub const fn pop(&mut self) -> Option<Hex> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The hex with `rank` hexes of the set before it in reading order.
    #[inline]
    pub fn nth(self, rank: u32) -> Option<Hex> {
        if rank >= self.len() {
            return None;
        }
        HexSet(deposit(1 << rank, self.0)).first()
    }

    /// The set of all 64 places as one number, bit `i` for the hex at place `i`: for keys and files.
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The set that [`HexSet::to_bits`] told as a number.
    #[inline]
    pub const fn from_bits(bits: u64) -> HexSet {
        HexSet(bits)
    }
}

/// Puts the lowest bits of `bits` where `mask` has ones.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
fn deposit(bits: u64, mask: u64) -> u64 {
    safe_arch::population_deposit_u64(bits, mask)
}

/// Puts the lowest bits of `bits` where `mask` has ones.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
fn deposit(bits: u64, mask: u64) -> u64 {
    let (mut bits, mut mask, mut deposited) = (bits, mask, 0);
    while bits != 0 && mask != 0 {
        deposited |= (mask & mask.wrapping_neg()) * (bits & 1);
        bits >>= 1;
        mask &= mask - 1;
    }
    deposited
}

impl From<Hex> for HexSet {
    #[inline]
    fn from(hex: Hex) -> HexSet {
        HexSet::of(hex)
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet {
        hexes.into_iter().fold(HexSet::EMPTY, |set, hex| set | hex.into())
    }
}

/// The hexes of a set in reading order.
#[derive(Clone, Debug)]
pub struct Hexes(HexSet);

impl Iterator for Hexes {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        self.0.pop()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Hexes {}

impl IntoIterator for HexSet {
    type Item = Hex;
    type IntoIter = Hexes;

    #[inline]
    fn into_iter(self) -> Hexes {
        Hexes(self)
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for HexSet {
            type Output = HexSet;
            #[inline]
            fn $method(self, other: HexSet) -> HexSet {
                let ($a, $b) = (self.0, other.0);
                HexSet($result)
            }
        }
        impl $assign for HexSet {
            #[inline]
            fn $assign_method(&mut self, other: HexSet) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}
set_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
set_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
