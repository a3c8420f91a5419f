//! One place changes a position. Tiles, penguins and key change together in `fish/src/board.rs` and
//! nowhere else, so the key cannot drift.

use floe_game::{Player, Score};
use floe_hex::{Hex, HexSet};

use crate::{Value, zobrist};

/// Tiles and penguins on the floe, with their part of the hash key.
///
/// Only methods of this type change tiles and penguins, and they change the key with them, so that
/// the key cannot drift.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<const N: usize> {
    /// The tiles with one or three fish.
    odd: HexSet,
    /// The tiles with two or three fish.
    high: HexSet,
    penguins: [HexSet; N],
    pub(crate) key: u64,
}

impl<const N: usize> Board<N> {
    pub(crate) const WATER: Board<N> = Board {
        odd: HexSet::EMPTY,
        high: HexSet::EMPTY,
        penguins: [HexSet::EMPTY; N],
        key: 0,
    };

    /// All tiles on the floe, those under penguins included.
    #[inline]
    pub fn tiles(&self) -> HexSet {
        self.odd | self.high
    }

    /// The tiles with exactly `fish` fish, 1 to 3, those under penguins included; none for other
    /// numbers.
    #[inline]
    pub fn tiles_of(&self, fish: u32) -> HexSet {
        match fish {
            1 => self.odd - self.high,
            2 => self.high - self.odd,
            3 => self.odd & self.high,
            _ => HexSet::EMPTY,
        }
    }

    #[inline]
    pub(crate) fn occupied(&self) -> HexSet {
        self.penguins
            .iter()
            .fold(HexSet::EMPTY, |all, &own| all | own)
    }

    /// The tiles without a penguin on them.
    #[inline]
    pub fn free(&self) -> HexSet {
        self.tiles() - self.occupied()
    }

    /// The hexes on which `player` has penguins.
    ///
    /// # Panics
    /// If the game has no such player.
    #[inline]
    pub fn penguins(&self, player: Player) -> HexSet {
        self.penguins[player.index()]
    }

    /// Number of fish on the tile at `hex`; 0 on water.
    #[inline]
    pub fn fish(&self, hex: Hex) -> u32 {
        u32::from(self.odd.contains(hex)) + 2 * u32::from(self.high.contains(hex))
    }

    /// Score of the tiles at `hexes` together, as a [`Value`] in one integer: their fish, and their
    /// number. Hexes with water count nothing.
    #[inline]
    pub fn value(&self, hexes: HexSet) -> Score {
        let odd = (self.odd & hexes).len();
        let high = (self.high & hexes).len();
        Value {
            fish: (odd + 2 * high) as i32,
            tiles: (self.tiles() & hexes).len() as i32,
        }
        .score()
    }

    pub(crate) fn lay(&mut self, hex: Hex, fish: u32) {
        self.key ^= zobrist::tile(hex, self.fish(hex)) ^ zobrist::tile(hex, fish);
        for (plane, is_set) in [
            (&mut self.odd, fish & 1 != 0),
            (&mut self.high, fish & 2 != 0),
        ] {
            if is_set {
                plane.insert(hex);
            } else {
                plane.remove(hex);
            }
        }
    }

    #[inline]
    pub(crate) fn place(&mut self, player: Player, hex: Hex) {
        self.penguins[player.index()].insert(hex);
        self.key ^= zobrist::penguin(player, hex);
    }

    /// Moves a penguin and removes the tile that it leaves; returns the score of that tile.
    #[inline]
    pub(crate) fn slide(&mut self, player: Player, from: Hex, to: Hex) -> Score {
        let fish = self.fish(from);
        self.key ^= zobrist::tile(from, fish)
            ^ zobrist::penguin(player, from)
            ^ zobrist::penguin(player, to);
        let own = &mut self.penguins[player.index()];
        own.remove(from);
        own.insert(to);
        self.odd.remove(from);
        self.high.remove(from);
        Value {
            fish: fish as i32,
            tiles: 1,
        }
        .score()
    }

    /// Removes a player's penguins with the tiles under them; returns the score of these tiles.
    pub(crate) fn retire(&mut self, player: Player) -> Score {
        let own = self.penguins(player);
        let value = self.value(own);
        for hex in own {
            self.key ^= zobrist::tile(hex, self.fish(hex)) ^ zobrist::penguin(player, hex);
        }
        self.odd -= own;
        self.high -= own;
        self.penguins[player.index()] = HexSet::EMPTY;
        value
    }
}
