use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use floe_game::Score;

/// History table: success of moves by their bits, in any position (Schaeffer 1983).
///
/// Only a hint: threads may share it, and an update may get lost to another at the same time.
#[derive(Debug)]
pub struct History(Vec<AtomicI16>);

const ENTRIES: usize = 1 << 13;
/// Bound of all scores.
const LIMIT: Score = 1 << 14;

impl Default for History {
    fn default() -> History {
        History((0..ENTRIES).map(|_| AtomicI16::new(0)).collect())
    }
}

impl History {
    fn entry(&self, bits: u32) -> &AtomicI16 {
        &self.0[bits as usize % ENTRIES]
    }

    /// History score of a move, from -16384 to 16384.
    #[inline]
    pub fn score(&self, bits: impl Into<u32>) -> Score {
        self.entry(bits.into()).load(Relaxed).into()
    }

    /// Rewards the last of `tried`, which refuted a position, and punishes the ones before it; `bonus` is 16384 at most.
    pub fn reward(&self, tried: impl DoubleEndedIterator<Item: Into<u32>>, bonus: Score) {
        let mut bad = tried;
        let Some(good) = bad.next_back() else { return };
        self.adjust(good.into(), bonus);
        bad.for_each(|bits| self.adjust(bits.into(), -bonus));
    }

    /// Adds a bonus, which shrinks as the score nears the limit, so that nothing overflows.
    fn adjust(&self, bits: u32, bonus: Score) {
        let entry = self.entry(bits);
        let old = Score::from(entry.load(Relaxed));
        entry.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Relaxed);
    }
}
