//! Hash keys, margins and notation of moves.

use floe_game::{Keyed, Notated, POINT, Score, Staked, TwoSided};

use crate::angling::{Angling, AnglingStep};
use crate::mv::AnglingMove;

impl Keyed for Angling {
    const MOVE_BITS: u32 = AnglingMove::BITS;

    fn key(&self) -> u64 {
        let bytes = [
            self.starts[0],
            self.starts[1],
            self.progress[0],
            self.progress[1],
            self.catch,
            self.specials.bits(),
        ];
        let piers = bytes
            .into_iter()
            .fold(0, |bits, byte| bits << 8 | u64::from(byte));
        let state = [
            u64::from(self.size),
            u64::from(self.anglers),
            u64::from(self.day),
            self.step as u64,
            self.turn.index() as u64,
            self.active as u64,
            u64::from(self.slides),
            u64::from(self.is_held)
                | u64::from(self.is_dealt) << 1
                | u64::from(self.shown.is_some()) << 2,
            self.shown.map_or(0, |space| space.index() as u64),
        ];
        let state = state.into_iter().fold(0, |bits, part| bits << 4 | part);
        let counts = u64::from(self.tiles.bits()) << 32 | u64::from(self.caught.bits());
        let (contents, known) = self.board.bits();
        let rest = self.days.bits() << 52 | state << 16 | u64::from(known);
        [contents, counts, piers, rest].into_iter().fold(0, mix)
    }

    fn move_bits(mv: AnglingMove) -> u32 {
        mv.bits()
    }

    fn move_of_bits(bits: u32) -> AnglingMove {
        AnglingMove::of_bits(bits)
    }
}

/// One step of a hash: the finaliser of SplitMix64 on both parts.
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let mut bits = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl TwoSided for Angling {}

/// Fish in the lake and specials of the fish are at stake, and on the first day those of the
/// second.
impl Staked for Angling {
    fn at_stake(&self) -> Score {
        let has_next = self.day == 1 && self.is_full_game();
        let day = self.tiles.value() - self.caught.value() + self.specials.fish().len() as Score;
        let next = if has_next {
            self.tiles.value() + self.days.specials().fish().len() as Score
        } else {
            0
        };
        if self.step == AnglingStep::Over {
            0
        } else {
            POINT * (day + next)
        }
    }

    fn tie_break(_score: Score) -> Score {
        0
    }
}

impl Notated for Angling {
    fn move_text(&self, mv: AnglingMove) -> String {
        mv.to_string()
    }
}
