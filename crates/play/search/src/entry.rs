//! A value carries its proof. A value is proved if no evaluation influenced it. The bit is set
//! where the game ends, or an `Oracle` knows how it will end. At an inner node it holds if it holds
//! for the move that cuts off, or for all moves if none does. So reductions, windows and tables
//! need no special case for endings: an exact result ends the search.

use std::ops::Neg;

use floe_game::{Keyed, Score};

use crate::Interrupted;

/// Relation of a value to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// The true value is this.
    Exact = 3,
}

/// Search window: the values that matter are above `alpha` and below `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window<T> {
    pub(crate) alpha: T,
    pub(crate) beta: T,
}

impl<T: Copy + PartialOrd + Neg<Output = T>> Window<T> {
    #[inline]
    pub(crate) fn negated(self) -> Window<T> {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Relation to the true value of one found with this window.
    #[inline]
    pub(crate) fn bound(self, value: T) -> Bound {
        if value <= self.alpha {
            Bound::Upper
        } else if value >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Whether a value with this relation to the true value makes a search with this window
    /// unnecessary.
    #[inline]
    pub(crate) fn is_decided(self, value: T, bound: Bound) -> bool {
        match bound {
            Bound::Upper => value <= self.alpha,
            Bound::Lower => value >= self.beta,
            Bound::Exact => true,
        }
    }
}

/// Result of a search: a value at most `alpha` is an upper bound, one at least `beta` a lower
/// bound, anything between exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found<V> {
    pub(crate) value: V,
    /// Whether it holds for the game played to its end, without any estimate.
    pub(crate) proven: bool,
}

pub(crate) type SearchResult<V> = Result<Found<V>, Interrupted>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry<V> {
    /// Value still to come for the side to move, without the current margin, so that positions
    /// reached with different scores share an entry.
    pub(crate) to_come: V,
    pub(crate) bound: Bound,
    /// Whether the bound depends on no estimate.
    pub(crate) proven: bool,
    pub(crate) depth: i32,
    /// Best move found, by its [`Keyed::move_bits`].
    pub(crate) best: u32,
}

impl<V> Entry<V> {
    /// Whether it comes from a search of this depth in plies, or if `selective` of a greater one.
    #[inline]
    pub(crate) fn is_deep_enough(&self, depth: i32, selective: bool) -> bool {
        if selective {
            self.depth >= depth
        } else {
            self.depth == depth
        }
    }
}

/// First bits of the fields of a packed entry, which follow the value still to come.
const DEPTH: u32 = 24;
const BOUND: u32 = DEPTH + 8;
const PROVEN: u32 = BOUND + 2;
const BEST: u32 = PROVEN + 1;

impl Entry<Score> {
    /// Packs the entry in 64 bits, never zero.
    #[inline]
    pub(crate) fn pack<G: Keyed>(self) -> u64 {
        const { assert!(BEST + G::MOVE_BITS <= u64::BITS) };
        debug_assert!(
            self.to_come.abs() < 1 << 23
                && u8::try_from(self.depth).is_ok()
                && self.best >> G::MOVE_BITS == 0
        );
        self.to_come as u64 & 0xff_ffff
            | u64::from(self.best) << BEST
            | (self.depth as u64) << DEPTH
            | (self.bound as u64) << BOUND
            | u64::from(self.proven) << PROVEN
    }

    #[inline]
    pub(crate) fn unpack(data: u64) -> Entry<Score> {
        Entry {
            // Shifted up and down again to extend the sign.
            to_come: ((data as u32) << 8) as Score >> 8,
            best: (data >> BEST) as u32,
            depth: (data >> DEPTH) as u8 as i32,
            bound: match data >> BOUND & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            proven: data >> PROVEN & 1 != 0,
        }
    }

    /// Replacement priority of packed data: its depth in plies, with a bonus for proofs.
    #[inline]
    pub(crate) fn priority(data: u64) -> u32 {
        if data == 0 {
            return 0;
        }
        1 + (data >> DEPTH & 0xff) as u32 + 4 * (data >> PROVEN & 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use floe_game::toy::Ends;

    use super::*;

    #[test]
    fn unpacking_inverts_packing() {
        for to_come in [-(1 << 23) + 1, -32768, -1, 0, 12860, (1 << 23) - 1] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for (proven, depth, best) in [(false, 0, 1), (true, 99, 2), (false, 255, 3)] {
                    let entry = Entry {
                        to_come,
                        bound,
                        proven,
                        depth,
                        best,
                    };
                    assert_eq!(Entry::unpack(entry.pack::<Ends<2>>()), entry);
                    assert_ne!(entry.pack::<Ends<2>>(), 0);
                }
            }
        }
    }
}
