//! What keys of tables are made of.

/// Number of bits of a key that count waiting moves.
pub(crate) const WAIT_BITS: u32 = 3;
/// The bits of a key that count waiting moves.
pub(crate) const WAIT_MASK: u64 = (1 << WAIT_BITS) - 1;

/// Multiplies and folds, so that all bits meet (Yi 2019, wyhash).
#[inline]
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
