//! Waiting moves share a cache line. More waiting moves never hurt their owner, so a bound for an
//! ending bounds all endings that differ in waiting moves only. Their keys differ in the last bits
//! only.

use std::cmp::Ordering;

use floe_game::Score;

/// Number of low bits of a key that count waiting moves.
pub(crate) const WAIT_BITS: u32 = 3;
/// Low bits of a key that count waiting moves.
pub(crate) const WAIT_MASK: u64 = (1 << WAIT_BITS) - 1;
/// Upper bound of all values, either way, in 1/128 fish.
pub(crate) const BEYOND: Score = 30_000;

/// Hash of two words by multiplying and folding (Yi 2019, wyhash).
#[inline]
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Table entry: bounds of the value of an ending, and its best move; or bounds of the maximum of an
/// area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SolverEntry {
    pub(crate) lower: Score,
    pub(crate) upper: Score,
    /// Best move, a slide as its number in [`floe_fish::Position`], or the waiting move; zero if
    /// none is known.
    pub(crate) best: u16,
    /// Binary logarithm of the nodes searched, plus one; never zero.
    pub(crate) work: u8,
}

impl SolverEntry {
    /// Entry without knowledge.
    pub(crate) const NOTHING: SolverEntry = SolverEntry {
        lower: -BEYOND,
        upper: BEYOND,
        best: 0,
        work: 1,
    };

    /// Combines packed entries of the ending with this key and of endings that differ from it in
    /// waiting moves alone.
    #[inline]
    pub(crate) fn gathered(entries: impl Iterator<Item = (u64, u64)>, key: u64) -> SolverEntry {
        let mut known = SolverEntry::NOTHING;
        for (other, data) in entries {
            known.learn(
                SolverEntry::unpack(data),
                (other & WAIT_MASK).cmp(&(key & WAIT_MASK)),
            );
        }
        known
    }

    /// Fail-soft value for a window, if the bounds decide it; else `None`.
    #[inline]
    pub(crate) fn decided_within(&self, alpha: Score, beta: Score) -> Option<Score> {
        if self.lower >= beta || self.lower == self.upper {
            Some(self.lower)
        } else {
            (self.upper <= alpha).then_some(self.upper)
        }
    }

    /// Adds the entry of an ending with fewer, equally many or more waiting moves: more of them
    /// never lower the value.
    #[inline]
    pub(crate) fn learn(&mut self, other: SolverEntry, waits: Ordering) {
        if waits.is_le() {
            self.lower = self.lower.max(other.lower);
        }
        if waits.is_ge() {
            self.upper = self.upper.min(other.upper);
        }
        if waits.is_eq() || self.best == 0 {
            self.best = other.best;
        }
    }

    #[inline]
    pub(crate) fn pack(self) -> u64 {
        debug_assert!(self.work > 0);
        u64::from(self.lower as u16)
            | u64::from(self.upper as u16) << 16
            | u64::from(self.best) << 32
            | u64::from(self.work) << 48
    }

    #[inline]
    pub(crate) fn unpack(data: u64) -> SolverEntry {
        SolverEntry {
            lower: Score::from(data as u16 as i16),
            upper: Score::from((data >> 16) as u16 as i16),
            best: (data >> 32) as u16,
            work: (data >> 48) as u8,
        }
    }

    /// Replacement priority of packed data: the work.
    #[inline]
    pub(crate) fn priority(data: u64) -> u32 {
        (data >> 48) as u32 & 0xff
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_more_often_gets_no_less() {
        let entry = |lower, upper, best| SolverEntry {
            lower,
            upper,
            best,
            work: 3,
        };
        let mut known = SolverEntry::NOTHING;
        known.learn(entry(10, 90, 5), Ordering::Less);
        assert_eq!((known.lower, known.upper, known.best), (10, BEYOND, 5));
        known.learn(entry(20, 80, 6), Ordering::Greater);
        assert_eq!((known.lower, known.upper, known.best), (10, 80, 5));
        known.learn(entry(15, 85, 7), Ordering::Equal);
        assert_eq!((known.lower, known.upper, known.best), (15, 80, 7));
    }
}
