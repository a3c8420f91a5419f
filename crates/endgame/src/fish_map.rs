use floe_fish::{Position, Value};
use floe_game::Score;
use floe_hex::{Hex, HexSet};

/// Fish on every hex, whether or not its tile is still there: constant during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FishMap {
    odd: HexSet,
    high: HexSet,
}

impl FishMap {
    /// The fish of the tiles of a position.
    pub(crate) fn of<const N: usize>(position: &Position<N>) -> FishMap {
        FishMap { odd: position.tiles_of(1) | position.tiles_of(3), high: position.tiles_of(2) | position.tiles_of(3) }
    }

    /// Whether the tiles at `hexes` have the same fish here and on the other map.
    pub(crate) fn agrees(&self, other: &FishMap, hexes: HexSet) -> bool {
        (((self.odd ^ other.odd) | (self.high ^ other.high)) & hexes).is_empty()
    }

    /// All tiles that lie on this map or on the other; none if one lies on both with different fish.
    pub(crate) fn joined(&self, other: &FishMap) -> Option<FishMap> {
        let both = (self.odd | self.high) & (other.odd | other.high);
        let joined = FishMap { odd: self.odd | other.odd, high: self.high | other.high };
        self.agrees(other, both).then_some(joined)
    }

    /// Value of the tiles at `hexes` together.
    #[inline]
    pub(crate) fn worth(&self, hexes: HexSet) -> Score {
        let fish = (self.odd & hexes).len() + 2 * (self.high & hexes).len();
        Value { fish: fish as i32, tiles: hexes.len() as i32 }.score()
    }

    /// Value of the tile at `hex`.
    #[inline]
    pub(crate) fn worth_of(&self, hex: Hex) -> Score {
        let fish = i32::from(self.odd.contains(hex)) + 2 * i32::from(self.high.contains(hex));
        Value { fish, tiles: 1 }.score()
    }

    /// The hexes whose tiles are worth so much each, or more.
    #[inline]
    pub(crate) fn worth_at_least(&self, worth: Score) -> HexSet {
        let tile = |fish| Value { fish, tiles: 1 }.score();
        if worth <= tile(1) {
            self.odd | self.high
        } else if worth <= tile(2) {
            self.high
        } else if worth <= tile(3) {
            self.odd & self.high
        } else {
            HexSet::EMPTY
        }
    }
}
