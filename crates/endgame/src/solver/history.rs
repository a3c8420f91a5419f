use floe_game::Score;

use super::children::Child;

/// How often a move has refuted something, by its bits, whatever the position (Schaeffer 1983).
///
/// An ending has no colours, so both sides share it; their penguins stand on different hexes anyway.
pub(super) struct History(Vec<i16>);

const MOVE_BITS: usize = 1 << 13;
/// Values stay below.
const LIMIT: i32 = 1 << 14;

impl History {
    pub(super) fn new() -> History {
        History(vec![0; MOVE_BITS])
    }

    #[inline]
    pub(super) fn of(&self, bits: u16) -> Score {
        self.0[usize::from(bits) % MOVE_BITS].into()
    }

    /// The last of `tried` refuted an ending with so many free hexes, and the ones before it did not.
    pub(super) fn reward(&mut self, tried: &[Child], free: u32) {
        let Some((good, bad)) = tried.split_last() else { return };
        let bonus = (4 * free * free).min(LIMIT as u32 / 4) as i32;
        bad.iter().for_each(|child| self.nudge(child.bits, -bonus));
        self.nudge(good.bits, bonus);
    }

    /// Moves towards the limit more slowly the nearer it is.
    fn nudge(&mut self, bits: u16, bonus: i32) {
        let value = &mut self.0[usize::from(bits) % MOVE_BITS];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}
