use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Room for so many values, which threads take in rows and never give back; it is mapped piece by piece as it is needed.
pub(super) struct Arena<T> {
    pieces: Box<[OnceLock<Box<[T]>>]>,
    used: AtomicUsize,
}

/// Values in a piece, as a power of two. No row is longer.
const PIECE: u32 = 14;
/// So many values a row has at most.
pub(super) const LONGEST_ROW: usize = 1 << PIECE;

impl<T: Default> Arena<T> {
    /// Room for about `bytes`.
    pub(super) fn new(bytes: usize) -> Arena<T> {
        let pieces = ((bytes / size_of::<T>()) >> PIECE).clamp(2, 1 << (u32::BITS - PIECE));
        // The first value is nobody's, so that no index is zero.
        Arena { pieces: (0..pieces).map(|_| OnceLock::new()).collect(), used: AtomicUsize::new(1) }
    }

    /// Takes a row of `count` values and returns where it begins; none when all is taken.
    pub(super) fn take(&self, count: usize) -> Option<u32> {
        debug_assert!(count <= 1 << PIECE);
        let start = self
            .used
            .fetch_update(Relaxed, Relaxed, |used| {
                let start = first_that_fits(used, count);
                (start + count <= self.pieces.len() << PIECE).then_some(start + count)
            })
            .ok()?;
        let start = first_that_fits(start, count);
        self.pieces[start >> PIECE].get_or_init(|| (0..1 << PIECE).map(|_| T::default()).collect());
        Some(start as u32)
    }

    /// The values of a row that was taken.
    #[inline]
    pub(super) fn row(&self, start: u32, count: usize) -> &[T] {
        let (piece, place) = (start as usize >> PIECE, start as usize & ((1 << PIECE) - 1));
        let piece = self.pieces[piece].get().expect("a row that was taken is there");
        &piece[place..place + count]
    }

    #[inline]
    pub(super) fn one(&self, index: u32) -> &T {
        &self.row(index, 1)[0]
    }

    /// Takes everything back. What was written stays until it is written again.
    pub(super) fn clear(&mut self) {
        *self.used.get_mut() = 1;
    }

    /// How much is taken, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.used.load(Relaxed) * 1000 / (self.pieces.len() << PIECE)) as u32
    }
}

/// Where a row begins that does not reach over the end of a piece.
fn first_that_fits(used: usize, count: usize) -> usize {
    let end = ((used >> PIECE) + 1) << PIECE;
    if used + count <= end { used } else { end }
}
