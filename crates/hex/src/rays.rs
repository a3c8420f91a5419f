use std::ops::{Index, IndexMut};

use crate::{Direction, Hex, HexSet};

/// One set of hexes for each direction: where slides lead.
///
/// Held as eight lanes, the last two always empty, so that one or two vector registers take it whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(64))]
pub struct Rays(pub(crate) [HexSet; Rays::LANES]);

impl Rays {
    pub(crate) const LANES: usize = 8;

    /// The hexes in any of the sets.
    #[inline]
    pub fn union(&self) -> HexSet {
        self.0.iter().fold(HexSet::EMPTY, |all, &lane| all | lane)
    }

    /// How many hexes the sets have together; one that is in several counts as often.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|lane| lane.len()).sum()
    }

    /// The direction and the hex with `rank` others before it, direction by direction in reading order.
    #[inline]
    pub fn nth(&self, rank: u32) -> Option<(Direction, Hex)> {
        // Without branches, for at random ranks they would be guessed wrong.
        let (mut before, mut lane, mut end) = (0, 0, 0);
        for hexes in &self.0[..Direction::COUNT] {
            end += hexes.len();
            if rank >= end {
                before = end;
                lane += 1;
            }
        }
        let direction = *Direction::ALL.get(lane)?;
        self[direction].nth(rank - before).map(|hex| (direction, hex))
    }
}

impl Index<Direction> for Rays {
    type Output = HexSet;

    #[inline]
    fn index(&self, direction: Direction) -> &HexSet {
        &self.0[direction as usize]
    }
}

impl IndexMut<Direction> for Rays {
    #[inline]
    fn index_mut(&mut self, direction: Direction) -> &mut HexSet {
        &mut self.0[direction as usize]
    }
}
