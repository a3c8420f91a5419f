//! Slides and effects of special tiles.

use floe_fish::Value;
use floe_game::Player;
use floe_hex::{Hex, HexSet};

use super::{Board, Effect, SpecialMove, SpecialTile, SpecialTiles};
use crate::FloePart;

impl SpecialTiles {
    /// Slides a penguin of the player to move, before any effect.
    #[inline]
    pub(super) fn slide(&mut self, floe: &mut Board, from: Hex, to: Hex) {
        if !self.broken().is_empty() {
            let crossed = floe
                .geometry()
                .line(from, to)
                .map_or(HexSet::EMPTY, |(_, line)| line);
            self.crack(floe, crossed);
        }
        let player = floe.turn;
        self.vacate(floe, player, from.into());
        floe.walk(player, from, to);
    }

    /// Turns broken tiles that are crossed to their other side, or to water.
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

    /// Removes the tiles that a player leaves; it takes the ordinary ones.
    #[inline]
    pub(super) fn vacate(&mut self, floe: &mut Board, player: Player, hexes: HexSet<u128>) {
        let ordinary = hexes - self.special();
        let counts = [1, 2, 3].map(|fish| (floe.tiles_of(fish) & ordinary).len() as u8);
        self.took[player.index()]
            .iter_mut()
            .zip(counts)
            .for_each(|(took, count)| *took += count);
        floe.add_taken(player, floe.value(ordinary));
        self.remove(floe, hexes);
    }

    /// Calls `visit` with the effects of the tile where a slide ends: all that differ in their
    /// target alone are one effect, with their targets.
    #[inline]
    pub(super) fn for_each_effect(
        mut self,
        mut floe: Board,
        from: Hex,
        landed: Hex,
        mut visit: impl FnMut(Effect, HexSet<u128>),
    ) {
        self.slide(&mut floe, from, landed);

        match SpecialTile::ALL
            .into_iter()
            .find(|&kind| self.of_kind(kind).contains(landed))
        {
            Some(SpecialTile::Teleport) => visit(
                Effect::Jump(landed),
                floe.free() & floe.tiles_of(floe.fish(landed)),
            ),
            Some(SpecialTile::Exchange) => {
                let others = floe.occupied() - floe.penguins(floe.turn);
                visit(
                    Effect::Swap(landed),
                    others & floe.tiles_of(floe.fish(landed)),
                );
            }
            Some(SpecialTile::Reversal) => {
                let water = floe.geometry().outline() - floe.tiles - floe.open - floe.never_dealt();
                let targets = floe.geometry().adjacent(landed) & water;
                let givers = floe
                    .all_players()
                    .filter(|player| self.took[player.index()] != [0; 3]);
                for player in givers.filter(|&player| player != floe.turn) {
                    visit(Effect::Return(player, landed), targets);
                }
            }
            Some(SpecialTile::Floating) => {
                self.for_each_floating(&floe, |from, targets| {
                    visit(Effect::Float(from, landed), targets);
                });
            }
            Some(SpecialTile::Broken | SpecialTile::Cracked) | None => {}
        }
    }

    /// Calls `visit` with every tile that can float and the hexes that it can float to.
    fn for_each_floating(&self, floe: &Board, mut visit: impl FnMut(Hex, HexSet<u128>)) {
        let geometry = floe.geometry();
        let tiles = floe.tiles;
        let gaps = geometry.hexes() - tiles - floe.open;
        let at_water = floe.neighbours(gaps) | geometry.rim();
        let ordinary = floe.tiles_of(1) | floe.tiles_of(2) | floe.tiles_of(3);
        // Hexes that touch tiles, and those that touch several: a tile cannot float to a hex that
        // touches no other.
        let mut once = HexSet::EMPTY;
        let mut more = HexSet::EMPTY;
        for hex in tiles {
            more |= once & geometry.adjacent(hex);
            once |= geometry.adjacent(hex);
        }
        let empty = gaps - floe.never_dealt();
        let ends = empty & once;
        let single = empty & (once - more);
        for from in (ordinary & floe.free() & at_water) - self.special() {
            visit(from, ends - (single & geometry.adjacent(from)));
        }
    }

    /// Applies an effect of the tile `landed`, where the player to move has just stopped.
    #[inline]
    pub(super) fn apply(&mut self, floe: &mut Board, landed: Hex, effect: Effect) {
        match effect {
            Effect::Unused => {}
            Effect::Jump(end) => {
                self.remove(floe, landed.into());
                floe.walk(floe.turn, landed, end);
            }
            Effect::Swap(with) => {
                let other = floe.owner(with).expect("a penguin to swap with");
                floe.walk(other, with, landed);
                floe.walk(floe.turn, landed, with);
            }
            Effect::Return(player, to) => {
                let took = &mut self.took[player.index()];
                let least = took
                    .iter()
                    .position(|&count| count > 0)
                    .expect("it has taken a tile");
                took[least] -= 1;
                let fish = least as i32 + 1;
                floe.add_taken(
                    player,
                    Value {
                        fish: -fish,
                        tiles: -1,
                    },
                );
                floe.lay(to, fish);
            }
            Effect::Float(from, to) => {
                let fish = floe.fish(from);
                self.remove(floe, from.into());
                floe.lay(to, fish);
            }
        }
    }

    /// Parts of a choice that say whether and how the effect of the special tile is used; none
    /// where the penguin stops on a tile whose effect has no target.
    pub(super) fn parts_of_effect(&self, floe: &Board, choice: SpecialMove) -> Vec<FloePart<u128>> {
        let SpecialMove::Slide(from, to, effect) = choice else {
            return Vec::new();
        };
        let kind = SpecialTile::ALL
            .into_iter()
            .find(|&kind| self.of_kind(kind).contains(to));
        let Some(kind) = kind.filter(|_| self.has_target(floe, from, to)) else {
            return Vec::new();
        };
        let question = kind.question();
        let geometry = floe.geometry();
        match effect {
            Effect::Unused => vec![FloePart::of_words(question, kind.unused().to_owned())],
            Effect::Jump(end) => {
                let words = format!("jumps on to {}", geometry.name(end));
                vec![FloePart {
                    words,
                    way: Some((to, end)),
                    ..FloePart::at(question, end)
                }]
            }
            Effect::Swap(with) => {
                let owner = floe.owner(with).expect("a penguin to swap with");
                let words = format!(
                    "swaps places with {owner}'s penguin on {}",
                    geometry.name(with)
                );
                vec![FloePart {
                    words,
                    way: Some((to, with)),
                    ..FloePart::at(question, with)
                }]
            }
            Effect::Return(player, end) => {
                let giver =
                    FloePart::of_words(question, format!("{player} gives back its lowest tile"));
                let words = format!("laid on {}", geometry.name(end));
                vec![
                    giver,
                    FloePart {
                        words,
                        ..FloePart::at("Where is this tile laid?", end)
                    },
                ]
            }
            Effect::Float(tile, end) => {
                let words = format!(
                    "the tile on {} floats to {}",
                    geometry.name(tile),
                    geometry.name(end)
                );
                let floats = FloePart {
                    words,
                    way: Some((tile, end)),
                    ..FloePart::at("Where does it float to?", end)
                };
                vec![FloePart::at(question, tile), floats]
            }
        }
    }

    /// Whether the effect of the tile where a slide ends has a target.
    fn has_target(&self, floe: &Board, from: Hex, landed: Hex) -> bool {
        let mut has_target = false;
        self.for_each_effect(*floe, from, landed, |_, targets| {
            has_target |= !targets.is_empty();
        });
        has_target
    }
}
