//! How penguins leave tiles, and what special tiles do.

use floe_fish::Value;
use floe_game::Player;
use floe_hex::{Hex, HexSet};

use super::{Board, Effect, SpecialTile, SpecialTiles};

impl SpecialTiles {
    /// Slides a penguin of the player to move, before any effect.
    #[inline]
    pub(super) fn slide(&mut self, floe: &mut Board, from: Hex, to: Hex) {
        if !self.broken().is_empty() {
            let crossed = floe.geometry().line(from, to).map_or(HexSet::EMPTY, |(_, line)| line);
            self.crack(floe, crossed);
        }
        let player = floe.turn;
        self.vacate(floe, player, from.into());
        floe.walk(player, from, to);
    }

    /// Broken tiles that are slid across turn to their other side, or to water.
    fn crack(&mut self, floe: &mut Board, crossed: HexSet<u128>) {
        let gone = self.of_kind(SpecialTile::Cracked) & crossed;
        let turned = self.of_kind(SpecialTile::Broken) & crossed;
        self.remove(floe, gone | turned);
        floe.open -= gone;
        for hex in turned {
            floe.lay(hex, 0);
            self.mark(floe, hex, SpecialTile::Cracked);
        }
    }

    fn remove(&mut self, floe: &mut Board, hexes: HexSet<u128>) {
        floe.remove(hexes);
        self.kinds.iter_mut().for_each(|kind| *kind -= hexes);
    }

    /// A player leaves tiles: it takes the ordinary ones, and special ones are discarded.
    #[inline]
    pub(super) fn vacate(&mut self, floe: &mut Board, player: Player, hexes: HexSet<u128>) {
        let ordinary = hexes - self.special();
        let counts = [1, 2, 3].map(|fish| (floe.tiles_of(fish) & ordinary).len() as u8);
        self.took[player.index()].iter_mut().zip(counts).for_each(|(took, count)| *took += count);
        floe.gain(player, floe.value(ordinary));
        self.remove(floe, hexes);
    }

    /// Calls `visit` with everything that the tile can do on which the player to move has just landed.
    pub(super) fn for_each_effect(&self, floe: &Board, landed: Hex, mut visit: impl FnMut(Effect)) {
        let Some(kind) = self.kind_of(landed) else { return };
        match kind {
            SpecialTile::Teleport => jumps(floe, landed).into_iter().for_each(|to| visit(Effect::Jump(to))),
            SpecialTile::Exchange => swaps(floe, landed).into_iter().for_each(|with| visit(Effect::Swap(with))),
            SpecialTile::Reversal => {
                for player in self.givers(floe) {
                    for to in gifts(floe, landed) {
                        visit(Effect::Return { player, to });
                    }
                }
            }
            SpecialTile::Floating => {
                self.for_each_floating(floe, |from, ends| {
                    ends.into_iter().for_each(|to| visit(Effect::Float { from, to }));
                });
            }
            SpecialTile::Broken | SpecialTile::Cracked => {}
        }
    }

    /// How many there are.
    pub(super) fn count_effects(&self, floe: &Board, landed: Hex) -> u64 {
        let Some(kind) = self.kind_of(landed) else { return 0 };
        let count = match kind {
            SpecialTile::Teleport => jumps(floe, landed).len(),
            SpecialTile::Exchange => swaps(floe, landed).len(),
            SpecialTile::Reversal => self.givers(floe).count() as u32 * gifts(floe, landed).len(),
            SpecialTile::Floating => {
                let mut count = 0;
                self.for_each_floating(floe, |_, ends| count += ends.len());
                count
            }
            SpecialTile::Broken | SpecialTile::Cracked => 0,
        };
        u64::from(count)
    }

    /// Who can give back a tile.
    fn givers<'a>(&'a self, floe: &'a Board) -> impl Iterator<Item = Player> + 'a {
        floe.all_players().filter(|&player| player != floe.turn && self.took[player.index()] != [0; 3])
    }

    /// Calls `visit` with every tile that can float, and where to.
    fn for_each_floating(&self, floe: &Board, mut visit: impl FnMut(Hex, HexSet<u128>)) {
        let (geometry, tiles) = (floe.geometry(), floe.tiles);
        let gaps = geometry.hexes() - tiles - floe.open;
        let at_water = floe.neighbours(gaps) | geometry.rim();
        let ordinary = floe.tiles_of(1) | floe.tiles_of(2) | floe.tiles_of(3);
        // What touches tiles, and what touches several of them: where only one does, that one cannot go.
        let (mut once, mut more) = (HexSet::EMPTY, HexSet::EMPTY);
        for hex in tiles {
            more |= once & geometry.adjacent(hex);
            once |= geometry.adjacent(hex);
        }
        let empty = gaps - floe.never_dealt();
        let (ends, single) = (empty & once, empty & (once - more));
        for from in (ordinary & floe.free() & at_water) - self.special() {
            visit(from, ends - (single & geometry.adjacent(from)));
        }
    }

    /// Makes what the tile does on which the player to move has just landed.
    #[inline]
    pub(super) fn take_effect(&mut self, floe: &mut Board, landed: Hex, effect: Effect) {
        match effect {
            Effect::Unused => {}
            Effect::Jump(end) => {
                self.remove(floe, landed.into());
                floe.walk(floe.turn, landed, end);
            }
            Effect::Swap(with) => {
                let other = floe.owner(with).expect("somebody stands there");
                floe.walk(other, with, landed);
                floe.walk(floe.turn, landed, with);
            }
            Effect::Return { player, to } => self.give_back(floe, player, to),
            Effect::Float { from, to } => {
                let fish = floe.fish(from);
                self.remove(floe, from.into());
                floe.lay(to, fish);
            }
        }
    }

    /// A player gives back the tile with the fewest fish that it has taken.
    fn give_back(&mut self, floe: &mut Board, player: Player, to: Hex) {
        let took = &mut self.took[player.index()];
        let least = took.iter().position(|&count| count > 0).expect("it has taken a tile");
        took[least] -= 1;
        let fish = least as i32 + 1;
        floe.gain(player, Value { fish: -fish, tiles: -1 });
        floe.lay(to, fish);
    }
}

/// Where a penguin can be teleported to.
fn jumps(floe: &Board, landed: Hex) -> HexSet<u128> {
    floe.free() & floe.tiles_of(floe.fish(landed))
}

/// The penguins that it can change places with.
fn swaps(floe: &Board, landed: Hex) -> HexSet<u128> {
    (floe.occupied() - floe.own(floe.turn)) & floe.tiles_of(floe.fish(landed))
}

/// Where a tile can be laid that somebody gives back.
fn gifts(floe: &Board, landed: Hex) -> HexSet<u128> {
    let water = floe.geometry().outline() - floe.tiles - floe.open - floe.never_dealt();
    floe.geometry().adjacent(landed) & water
}
