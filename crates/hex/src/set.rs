use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::Direction;

/// One hex of an outline: its place in reading order, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

impl Hex {
    /// The largest number of hexes that can be told apart; sets of one machine word hold the first 64.
    pub const MAX: usize = 128;

    /// The hex at `index` in reading order.
    ///
    /// # Panics
    /// If `index` is not below [`Hex::MAX`].
    #[inline]
    pub const fn new(index: usize) -> Hex {
        assert!(index < Hex::MAX, "an outline has at most 128 hexes, its ring included");
        Hex(index as u8)
    }

    /// The place of this hex in reading order, below [`Hex::MAX`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// An unsigned integer whose bits are the hexes of a set: `u64`, or `u128` for outlines with a ring around them.
pub trait Word:
    Copy
    + Ord
    + Hash
    + Default
    + fmt::Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The number of bits.
    const BITS: usize;
    /// No bit.
    const ZERO: Self;

    /// The lowest bits of a number.
    fn truncate(bits: u128) -> Self;
    /// The bit at `index` alone.
    fn bit(index: usize) -> Self;
    /// Whether the bit at `index` is one.
    fn has(self, index: usize) -> bool;
    /// The number of ones.
    fn ones(self) -> u32;
    /// The number of zeros below the lowest one.
    fn zeros_below(self) -> u32;
    /// The number of zeros above the highest one.
    fn zeros_above(self) -> u32;
    /// The word without its lowest one.
    fn without_lowest(self) -> Self;
    /// All bits below the lowest one; all bits if there is no one.
    fn below_lowest(self) -> Self;
    /// All bits above the highest one; all bits if there is no one.
    fn above_highest(self) -> Self;
    /// The bits moved up, or down where `steps` is negative.
    fn shifted(self, steps: i32) -> Self;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const ZERO: $word = 0;

            #[inline]
            fn truncate(bits: u128) -> $word {
                bits as $word
            }

            #[inline]
            fn bit(index: usize) -> $word {
                1 << index
            }

            #[inline]
            fn has(self, index: usize) -> bool {
                self >> index & 1 != 0
            }

            #[inline]
            fn ones(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn zeros_below(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn zeros_above(self) -> u32 {
                self.leading_zeros()
            }

            #[inline]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn below_lowest(self) -> $word {
                (self & self.wrapping_neg()).wrapping_sub(1)
            }

            #[inline]
            fn above_highest(self) -> $word {
                <$word>::MAX.checked_shr(self.leading_zeros()).map_or(<$word>::MAX, |below| !below)
            }

            #[inline]
            fn shifted(self, steps: i32) -> $word {
                let moved = if steps < 0 { self.checked_shr(steps.unsigned_abs()) } else { self.checked_shl(steps as u32) };
                moved.unwrap_or_default()
            }
        }
    )*};
}
word!(u64, u128);

/// A set of hexes, by default of up to 64.
///
/// It reads as a set: `free - occupied`, `a & b`, `.len()`, `for hex in set`.
///
/// ```
/// use floe_hex::{Hex, HexSet};
///
/// let corner: HexSet = HexSet::from(Hex::new(0));
/// let row: HexSet = (0..7).map(Hex::new).collect();
/// assert_eq!((row - corner).len(), 6);
/// assert_eq!((row & corner).first(), Some(Hex::new(0)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct HexSet<W: Word = u64>(pub(crate) W);

impl<W: Word> HexSet<W> {
    /// The set without hexes.
    pub const EMPTY: HexSet<W> = HexSet(W::ZERO);

    /// The set of this hex alone.
    #[inline]
    pub fn of(hex: Hex) -> HexSet<W> {
        HexSet(W::bit(hex.index()))
    }

    /// How many hexes are in the set.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.ones()
    }

    /// Whether no hex is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Whether the set has two hexes or more.
    #[inline]
    pub fn is_several(self) -> bool {
        self.0.without_lowest() != W::ZERO
    }

    /// Whether `hex` is in the set.
    #[inline]
    pub fn contains(self, hex: Hex) -> bool {
        self.0.has(hex.index())
    }

    /// Whether every hex of this set is in `other`.
    #[inline]
    pub fn is_subset(self, other: HexSet<W>) -> bool {
        (self - other).is_empty()
    }

    /// Adds `hex`.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        *self |= HexSet::of(hex);
    }

    /// Takes `hex` away.
    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        *self -= HexSet::of(hex);
    }

    /// The first hex in reading order.
    #[inline]
    pub fn first(self) -> Option<Hex> {
        if self.is_empty() { None } else { Some(Hex(self.0.zeros_below() as u8)) }
    }

    /// The last hex in reading order.
    #[inline]
    pub fn last(self) -> Option<Hex> {
        if self.is_empty() { None } else { Some(Hex((W::BITS - 1) as u8 - self.0.zeros_above() as u8)) }
    }

    /// The first hex that something moving in this direction meets, if the set lies on one line before it.
    #[inline]
    pub fn nearest(self, direction: Direction) -> Option<Hex> {
        if direction.is_forward() { self.first() } else { self.last() }
    }

    /// Takes the first hex out of the set and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<Hex> {
        let first = self.first()?;
        self.0 = self.0.without_lowest();
        Some(first)
    }

    /// All bits as one number, bit `i` for the hex at place `i`: for keys and files.
    #[inline]
    pub const fn to_bits(self) -> W {
        self.0
    }

    /// The set that [`HexSet::to_bits`] told as a number.
    #[inline]
    pub const fn from_bits(bits: W) -> HexSet<W> {
        HexSet(bits)
    }
}

impl HexSet {
    /// The first `count` hexes in reading order.
    ///
    /// # Panics
    /// If `count` is above 64.
    pub const fn first_hexes(count: usize) -> HexSet {
        assert!(count <= 64, "an outline has at most 64 hexes");
        HexSet(if count == 64 { u64::MAX } else { (1 << count) - 1 })
    }

    /// The hex with `rank` hexes of the set before it in reading order.
    #[inline]
    pub fn nth(self, rank: u32) -> Option<Hex> {
        if rank >= self.len() {
            return None;
        }
        HexSet(deposit(1 << rank, self.0)).first()
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

impl<W: Word> From<Hex> for HexSet<W> {
    #[inline]
    fn from(hex: Hex) -> HexSet<W> {
        HexSet::of(hex)
    }
}

impl<W: Word> FromIterator<Hex> for HexSet<W> {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet<W> {
        hexes.into_iter().fold(HexSet::EMPTY, |set, hex| set | hex.into())
    }
}

/// The hexes of a set in reading order.
#[derive(Clone, Debug)]
pub struct Hexes<W: Word = u64>(HexSet<W>);

impl<W: Word> Iterator for Hexes<W> {
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

impl<W: Word> ExactSizeIterator for Hexes<W> {}

impl<W: Word> IntoIterator for HexSet<W> {
    type Item = Hex;
    type IntoIter = Hexes<W>;

    #[inline]
    fn into_iter(self) -> Hexes<W> {
        Hexes(self)
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl<W: Word> $trait for HexSet<W> {
            type Output = HexSet<W>;
            #[inline]
            fn $method(self, other: HexSet<W>) -> HexSet<W> {
                let ($a, $b) = (self.0, other.0);
                HexSet($result)
            }
        }
        impl<W: Word> $assign for HexSet<W> {
            #[inline]
            fn $assign_method(&mut self, other: HexSet<W>) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}
set_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
set_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl<W: Word> fmt::Debug for HexSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
