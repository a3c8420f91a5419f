use floe_game::{Player, Score};
use floe_hex::{Hex, HexSet};

use crate::value::{Value, worth};
use crate::zobrist;

/// The floe and who stands on it, with the part of the key that they decide.
///
/// The one door: tiles, penguins and key change together, here and nowhere else, so that the key cannot drift.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ice<const N: usize> {
    /// Tiles with one fish or three.
    odd: HexSet,
    /// Tiles with two fish or three.
    high: HexSet,
    penguins: [HexSet; N],
    key: u64,
}

impl<const N: usize> Ice<N> {
    pub(crate) const WATER: Ice<N> =
        Ice { odd: HexSet::EMPTY, high: HexSet::EMPTY, penguins: [HexSet::EMPTY; N], key: 0 };

    #[inline]
    pub(crate) fn tiles(&self) -> HexSet {
        self.odd | self.high
    }

    /// The tiles with exactly this many fish, 1 to 3.
    #[inline]
    pub(crate) fn tiles_of(&self, fish: u32) -> HexSet {
        match fish {
            1 => self.odd - self.high,
            2 => self.high - self.odd,
            3 => self.odd & self.high,
            _ => HexSet::EMPTY,
        }
    }

    #[inline]
    pub(crate) fn occupied(&self) -> HexSet {
        self.penguins.iter().fold(HexSet::EMPTY, |all, &own| all | own)
    }

    /// Tiles without a penguin.
    #[inline]
    pub(crate) fn free(&self) -> HexSet {
        self.tiles() - self.occupied()
    }

    #[inline]
    pub(crate) fn penguins(&self, player: Player) -> HexSet {
        self.penguins[player.index()]
    }

    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(crate) fn fish(&self, hex: Hex) -> u32 {
        u32::from(self.odd.contains(hex)) + 2 * u32::from(self.high.contains(hex))
    }

    /// What the tiles in `hexes` are worth together.
    #[inline]
    pub(crate) fn worth(&self, hexes: HexSet) -> Score {
        let (odd, high) = ((self.odd & hexes).len(), (self.high & hexes).len());
        Value { fish: (odd + 2 * high) as i32, tiles: (self.tiles() & hexes).len() as i32 }.score()
    }

    pub(crate) fn lay(&mut self, hex: Hex, fish: u32) {
        self.key ^= zobrist::tile(hex, self.fish(hex)) ^ zobrist::tile(hex, fish);
        self.odd.remove(hex);
        self.high.remove(hex);
        if fish & 1 != 0 {
            self.odd.insert(hex);
        }
        if fish & 2 != 0 {
            self.high.insert(hex);
        }
    }

    #[inline]
    pub(crate) fn place(&mut self, player: Player, hex: Hex) {
        self.penguins[player.index()].insert(hex);
        self.key ^= zobrist::penguin(player, hex);
    }

    /// Moves a penguin and sinks the tile it left; returns what that was worth.
    #[inline]
    pub(crate) fn slide(&mut self, player: Player, from: Hex, to: Hex) -> Score {
        let fish = self.fish(from);
        self.key ^= zobrist::tile(from, fish) ^ zobrist::penguin(player, from) ^ zobrist::penguin(player, to);
        let own = &mut self.penguins[player.index()];
        own.remove(from);
        own.insert(to);
        self.odd.remove(from);
        self.high.remove(from);
        worth(fish as i32)
    }

    /// Takes a player's penguins off, with the tiles they stood on; returns what those were worth.
    pub(crate) fn retire(&mut self, player: Player) -> Score {
        let own = self.penguins(player);
        let worth = self.worth(own);
        for hex in own {
            self.key ^= zobrist::tile(hex, self.fish(hex)) ^ zobrist::penguin(player, hex);
        }
        self.odd -= own;
        self.high -= own;
        self.penguins[player.index()] = HexSet::EMPTY;
        worth
    }
}
