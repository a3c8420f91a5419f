use std::fmt;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use floe_game::Score;

/// How well moves have done, by their bits, whatever the position (Schaeffer 1983).
///
/// Only a hint: threads may share it, and what one adds while another does may be lost.
pub struct History(Vec<AtomicI16>);

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").finish_non_exhaustive()
    }
}

const ENTRIES: usize = 1 << 13;
/// Values stay below.
const LIMIT: Score = 1 << 14;

impl History {
    /// Nothing has been tried.
    pub fn new() -> History {
        History((0..ENTRIES).map(|_| AtomicI16::new(0)).collect())
    }

    fn entry(&self, bits: u32) -> &AtomicI16 {
        &self.0[bits as usize % ENTRIES]
    }

    /// How well a move has done, between -16384 and 16384.
    #[inline]
    pub fn score(&self, bits: impl Into<u32>) -> Score {
        self.entry(bits.into()).load(Relaxed).into()
    }

    /// The last of `tried` refuted a position, and the ones before it did not; `bonus` says how much that means, 16384 at most.
    pub fn reward(&self, tried: impl DoubleEndedIterator<Item: Into<u32>>, bonus: Score) {
        let mut bad = tried;
        let Some(good) = bad.next_back() else { return };
        self.nudge(good.into(), bonus);
        bad.for_each(|bits| self.nudge(bits.into(), -bonus));
    }

    /// Moves towards the limit more slowly the nearer it is, so that nothing overflows.
    fn nudge(&self, bits: u32, bonus: Score) {
        let entry = self.entry(bits);
        let old = Score::from(entry.load(Relaxed));
        entry.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Relaxed);
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}
