//! 1 the base game: placing, sliding and retiring, which the variants keep where they do not change
//! them.

use super::Literal;
use super::floe::{Ground, Hex};

impl Literal {
    /// 1.4: a free one-fish tile; 3.5: any free tile.
    pub(super) fn placements(&self) -> Vec<String> {
        let anywhere = self.has_rule("survival");
        let hexes = self.ground.keys().filter(|&&hex| self.is_free(hex));
        let hexes = hexes.filter(|&&hex| anywhere || self.ground[&hex] == Ground::Tile(1));
        hexes.map(|&hex| self.outline.name(hex)).collect()
    }

    pub(super) fn place(&mut self, hex: Hex) {
        self.hand[self.turn] -= 1;
        self.put(hex, self.turn);
    }

    /// 1.5: all slides of the player to move, as moves.
    pub(super) fn slide_turns(&self) -> Vec<String> {
        let mut turns = Vec::new();
        for from in self.hexes_of(self.turn) {
            for to in self.targets(from) {
                turns.push(self.outline.pair_name(from, '-', to));
            }
        }
        turns
    }

    /// 1.5: where a penguin on `from` may stop: at least one hex away, in a straight line over free
    /// tiles. 2.3: it may slide across the open centre too. 3.6: in group also the first tile that
    /// holds penguins.
    pub(super) fn targets(&self, from: Hex) -> Vec<Hex> {
        let mut targets = Vec::new();
        for direction in 0..6 {
            let mut at = from;
            while let Some(next) = self.outline.step(at, direction) {
                at = next;
                if self.is_free(at) {
                    targets.push(at);
                } else if self.ground[&at] != Ground::Open || self.whale == Some(at) {
                    if self.has_rule("group") && self.penguins.contains_key(&at) {
                        targets.push(at);
                    }
                    break;
                }
            }
        }
        targets
    }

    /// 1.5: the penguin moves, and its owner takes the tile that it left. Returns the fish of that
    /// tile.
    pub(super) fn slide(&mut self, from: Hex, to: Hex) -> i32 {
        self.lift(from, self.turn);
        self.put(to, self.turn);
        self.take(from, self.turn, 1)
    }

    /// 1.7: the penguins of `player` leave the floe together, and it takes the tiles they stood on.
    /// 3.6: it takes those that its penguins empty, times its penguins on them; elsewhere a tile
    /// holds one.
    pub(super) fn retire(&mut self, player: usize) {
        for hex in self.hexes_of(player) {
            let leaving = self.count(hex, player);
            for _ in 0..leaving {
                self.lift(hex, player);
            }
            if !self.penguins.contains_key(&hex) {
                self.take(hex, player, leaving);
            }
        }
        self.idle = 0;
    }
}
