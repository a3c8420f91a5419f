use floe_fish::{Position, Value};
use floe_game::Score;
use floe_hex::{Hex, HexSet};

/// Fish of all tiles of a floe: constant during a game, except that tiles which are gone may be
/// missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FishMap {
    /// Tiles with one or three fish.
    odd: HexSet,
    /// Tiles with two or three fish.
    high: HexSet,
}

impl FishMap {
    pub(crate) fn of<const N: usize>(position: &Position<N>) -> FishMap {
        let [one, two, three] = [1, 2, 3].map(|fish| position.tiles_of(fish));
        FishMap {
            odd: one | three,
            high: two | three,
        }
    }

    /// Whether the tiles at `hexes` have equal fish on both maps.
    pub(crate) fn agrees(&self, other: &FishMap, hexes: HexSet) -> bool {
        (((self.odd ^ other.odd) | (self.high ^ other.high)) & hexes).is_empty()
    }

    /// Union of two maps; `None` if they differ in the fish of a tile.
    pub(crate) fn joined(&self, other: &FishMap) -> Option<FishMap> {
        let both = (self.odd | self.high) & (other.odd | other.high);
        let joined = FishMap {
            odd: self.odd | other.odd,
            high: self.high | other.high,
        };
        self.agrees(other, both).then_some(joined)
    }

    /// Hexes of the tiles with one, two and three fish.
    pub(crate) fn tiles(&self) -> [HexSet; 3] {
        [
            self.odd - self.high,
            self.high - self.odd,
            self.odd & self.high,
        ]
    }

    /// Fish and tiles at `hexes` together, in 1/128 fish; every hex must have a tile.
    #[inline]
    pub(crate) fn value(&self, hexes: HexSet) -> Score {
        let fish = (self.odd & hexes).len() + 2 * (self.high & hexes).len();
        Value {
            fish: fish as i32,
            tiles: hexes.len() as i32,
        }
        .score()
    }

    /// Fish of the tile at `hex` and the tile itself, in 1/128 fish; the hex must have a tile.
    #[inline]
    pub(crate) fn tile_value(&self, hex: Hex) -> Score {
        let fish = i32::from(self.odd.contains(hex)) + 2 * i32::from(self.high.contains(hex));
        Value { fish, tiles: 1 }.score()
    }

    /// Hexes whose tile has at least this value, in 1/128 fish.
    #[inline]
    pub(crate) fn tiles_of_at_least(&self, value: Score) -> HexSet {
        let [one, two, three] = [1, 2, 3].map(|fish| Value { fish, tiles: 1 }.score());
        if value <= one {
            self.odd | self.high
        } else if value <= two {
            self.high
        } else if value <= three {
            self.odd & self.high
        } else {
            HexSet::EMPTY
        }
    }
}
