use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use num_traits::{ConstOne, ConstZero, PrimInt, WrappingSub};

use crate::Direction;

/// Hex of an outline, as its index in a [`Geometry`](crate::Geometry): from 0, row by row in
/// reading order. With a ring around the outline, indices may be left out between rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hex(u8);

impl Hex {
    /// Upper bound of all indices of hexes, and so of the number of hexes of an outline with its
    /// ring. A `HexSet<u64>` holds the hexes with indices below 64, a `HexSet<u128>` all.
    pub const MAX: usize = 128;

    /// The hex with this index in reading order, from 0.
    ///
    /// # Panics
    /// If `index` is not below [`Hex::MAX`].
    #[inline]
    pub const fn new(index: usize) -> Hex {
        assert!(
            index < Hex::MAX,
            "an outline has at most 128 hexes, its ring included"
        );
        Hex(index as u8)
    }

    /// Index of the hex in reading order, from 0 and below [`Hex::MAX`].
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

/// An unsigned integer whose bits are the hexes of a set: `u64`, or `u128` for outlines with a ring
/// around them.
pub trait Word:
    PrimInt + ConstZero + ConstOne + WrappingSub + Hash + Default + fmt::Debug + Send + Sync + 'static
{
    /// Number of bits of the integer: all hexes of a set have indices below it.
    const BITS: usize = 8 * size_of::<Self>();
}

impl Word for u64 {}
impl Word for u128 {}

/// Set of hexes with indices below [`Word::BITS`]: below 64 by default, all over `u128`. Methods do
/// not check the index of a hex that they are given.
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
    /// The empty set.
    pub const EMPTY: HexSet<W> = HexSet(W::ZERO);

    /// Number of hexes in the set.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Whether the set has two hexes or more.
    #[inline]
    pub fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(&W::ONE) != W::ZERO
    }

    /// Whether `hex` is in the set.
    #[inline]
    pub fn contains(self, hex: Hex) -> bool {
        self.0 >> hex.index() & W::ONE != W::ZERO
    }

    /// Whether `other` contains every hex of this set.
    #[inline]
    pub fn is_subset(self, other: HexSet<W>) -> bool {
        (self - other).is_empty()
    }

    /// Adds `hex` to the set, unless the set has it already.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        *self |= HexSet::from(hex);
    }

    /// Removes `hex` from the set, if the set has it.
    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        *self -= HexSet::from(hex);
    }

    /// The first hex of the set in reading order; `None` if the set is empty.
    #[inline]
    pub fn first(self) -> Option<Hex> {
        if self.is_empty() {
            None
        } else {
            Some(Hex(self.0.trailing_zeros() as u8))
        }
    }

    /// The last hex of the set in reading order; `None` if the set is empty.
    #[inline]
    pub fn last(self) -> Option<Hex> {
        if self.is_empty() {
            None
        } else {
            Some(Hex((W::BITS - 1) as u8 - self.0.leading_zeros() as u8))
        }
    }

    /// The hex of the set that a slide in this direction meets first, if all hexes of the set lie
    /// on the line of the slide; `None` if the set is empty.
    #[inline]
    pub fn nearest(self, direction: Direction) -> Option<Hex> {
        if direction.is_forward() {
            self.first()
        } else {
            self.last()
        }
    }

    /// Removes the first hex in reading order and returns it; `None` if the set is empty.
    #[inline]
    pub fn pop(&mut self) -> Option<Hex> {
        let first = self.first()?;
        self.0 = self.0 & self.0.wrapping_sub(&W::ONE);
        Some(first)
    }

    /// The set as a number for keys and files: bit `i` for the hex with index `i`.
    #[inline]
    pub const fn to_bits(self) -> W {
        self.0
    }

    /// The set with these bits, as [`HexSet::to_bits`] returns them.
    #[inline]
    pub const fn from_bits(bits: W) -> HexSet<W> {
        HexSet(bits)
    }

    /// All hexes before the first one of the set in reading order; all hexes if it is empty.
    #[inline]
    pub(crate) fn before_first(self) -> HexSet<W> {
        HexSet(!self.0 & self.0.wrapping_sub(&W::ONE))
    }

    /// All hexes after the last one of the set in reading order; all hexes if it is empty.
    #[inline]
    pub(crate) fn after_last(self) -> HexSet<W> {
        let end = W::BITS - self.0.leading_zeros() as usize;
        if end == W::BITS {
            HexSet::EMPTY
        } else {
            HexSet(!W::ZERO << end)
        }
    }
}

impl HexSet {
    /// The hex with this index from 0 among the hexes of the set in reading order; `None` if there
    /// is no such hex.
    #[inline]
    pub fn nth(self, rank: u32) -> Option<Hex> {
        if rank >= self.len() {
            return None;
        }
        HexSet(deposit(1 << rank, self.0)).first()
    }
}

/// Moves the lowest bits of `bits` to the ones of `mask`.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
fn deposit(bits: u64, mask: u64) -> u64 {
    safe_arch::population_deposit_u64(bits, mask)
}

/// Moves the lowest bits of `bits` to the ones of `mask`.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
fn deposit(bits: u64, mask: u64) -> u64 {
    let mut bits = bits;
    let mut mask = mask;
    let mut deposited = 0;
    while bits != 0 && mask != 0 {
        deposited |= (mask & mask.wrapping_neg()) * (bits & 1);
        bits >>= 1;
        mask &= mask - 1;
    }
    deposited
}

/// The set that contains only this hex.
impl<W: Word> From<Hex> for HexSet<W> {
    #[inline]
    fn from(hex: Hex) -> HexSet<W> {
        HexSet(W::ONE << hex.index())
    }
}

impl<W: Word> FromIterator<Hex> for HexSet<W> {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet<W> {
        hexes
            .into_iter()
            .fold(HexSet::EMPTY, |set, hex| set | hex.into())
    }
}

/// Iterator over the hexes of a set in reading order.
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

/// Implements an operator and the one that assigns its result, for sets that hold their bits in
/// field 0.
macro_rules! set_operator {
    ([$($generics:tt)*] $set:ty, $trait:ident $method:ident, $assign:ident $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $($generics)* $trait for $set {
            type Output = $set;
            #[inline]
            fn $method(self, other: $set) -> $set {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }
        impl $($generics)* $assign for $set {
            #[inline]
            fn $assign_method(&mut self, other: $set) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}
pub(crate) use set_operator;

set_operator!([<W: Word>] HexSet<W>, BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!([<W: Word>] HexSet<W>, BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!([<W: Word>] HexSet<W>, BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
set_operator!([<W: Word>] HexSet<W>, Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl<W: Word> fmt::Debug for HexSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
