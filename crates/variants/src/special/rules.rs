//! How penguins slide, and what special tiles do (3.7).

use floe_fish::Value;
use floe_game::Player;

use super::floe::Special;
use super::kind::SpecialTile;
use super::mv::{Effect, SpecialMove};
use super::places::{Place, Places};

impl Special {
    /// Where the penguin on `from` can stop.
    #[inline]
    pub fn slides(&self, from: Place) -> Places {
        self.board.slides(from, self.crossing()) - self.open - self.broken()
    }

    /// Whether a player can slide.
    #[inline]
    fn can_slide(&self, player: Player) -> bool {
        let around = self.board.neighbours(self.penguins(player));
        if !(around & self.free()).is_empty() {
            return true;
        }
        // Across what can only be crossed something may be free that touches nobody.
        let crossed = around & (self.open | self.broken());
        !crossed.is_empty() && self.penguins(player).into_iter().any(|from| !self.slides(from).is_empty())
    }

    /// Calls `visit` with every move of the player to move, all placements done.
    #[inline]
    pub(super) fn for_each_slide(&self, mut visit: impl FnMut(SpecialMove)) {
        let special = self.special();
        for from in self.penguins(self.turn) {
            for to in self.slides(from) {
                visit(SpecialMove::Slide { from, to, effect: Effect::Unused });
                if special.contains(to) {
                    let after = self.slid(from, to);
                    after.for_each_effect(to, |effect| visit(SpecialMove::Slide { from, to, effect }));
                }
            }
        }
    }

    /// How many moves the player to move has, all placements done.
    #[inline]
    pub(super) fn count_slides(&self) -> u64 {
        let (special, crossing, barred) = (self.special(), self.crossing(), self.open | self.broken());
        let mut count = 0;
        for from in self.penguins(self.turn) {
            let ends = self.board.slides(from, crossing) - barred;
            count += u64::from(ends.len());
            for to in ends & special {
                count += self.slid(from, to).count_effects(to);
            }
        }
        count
    }

    /// The floe after a slide of the player to move, before any effect.
    #[inline]
    fn slid(mut self, from: Place, to: Place) -> Special {
        if !self.broken().is_empty() {
            self.crack(self.board.between(from, to));
        }
        self.vacate(self.turn, from.into());
        self.walk(self.turn, from, to);
        self
    }

    /// Broken tiles that are slid across turn to their other side, or to water.
    fn crack(&mut self, crossed: Places) {
        let gone = self.of_kind(SpecialTile::Cracked) & crossed;
        let turned = self.of_kind(SpecialTile::Broken) & crossed;
        self.remove(gone | turned);
        for place in turned {
            self.lay(place, 0);
            self.mark(place, SpecialTile::Cracked);
        }
    }

    /// A player leaves tiles: it takes the ordinary ones, and special ones are discarded.
    #[inline]
    fn vacate(&mut self, player: Player, places: Places) {
        let taken = self.value(places);
        let ordinary = places - self.special();
        let counts = [1, 2, 3].map(|fish| (self.tiles_of(fish) & ordinary).len() as u8);
        self.took[player.index()].iter_mut().zip(counts).for_each(|(took, count)| *took += count);
        self.gain(player, taken);
        self.remove(places);
    }

    #[inline]
    fn gain(&mut self, player: Player, value: Value) {
        let taken = &mut self.taken[player.index()];
        taken.fish += value.fish;
        taken.tiles += value.tiles;
    }

    #[inline]
    fn walk(&mut self, player: Player, from: Place, to: Place) {
        let own = &mut self.penguins[player.index()];
        own.remove(from);
        own.insert(to);
    }

    /// Calls `visit` with everything that the tile can do on which the player to move has just landed.
    fn for_each_effect(&self, landed: Place, mut visit: impl FnMut(Effect)) {
        let Some(kind) = self.kind(landed) else { return };
        match kind {
            SpecialTile::Teleport => self.jumps(landed).into_iter().for_each(|to| visit(Effect::Jump(to))),
            SpecialTile::Exchange => self.swaps(landed).into_iter().for_each(|with| visit(Effect::Swap(with))),
            SpecialTile::Reversal => {
                for player in self.givers() {
                    for to in self.gifts(landed) {
                        visit(Effect::Return { player, to });
                    }
                }
            }
            SpecialTile::Floating => {
                self.for_each_floating(|from, ends| {
                    ends.into_iter().for_each(|to| visit(Effect::Float { from, to }));
                });
            }
            SpecialTile::Broken | SpecialTile::Cracked => {}
        }
    }

    /// How many there are.
    fn count_effects(&self, landed: Place) -> u64 {
        let Some(kind) = self.kind(landed) else { return 0 };
        let count = match kind {
            SpecialTile::Teleport => self.jumps(landed).len(),
            SpecialTile::Exchange => self.swaps(landed).len(),
            SpecialTile::Reversal => self.givers().count() as u32 * self.gifts(landed).len(),
            SpecialTile::Floating => {
                let mut count = 0;
                self.for_each_floating(|_, ends| count += ends.len());
                count
            }
            SpecialTile::Broken | SpecialTile::Cracked => 0,
        };
        u64::from(count)
    }

    /// Where a penguin can be teleported to.
    fn jumps(&self, landed: Place) -> Places {
        self.free() & self.tiles_of(self.fish(landed))
    }

    /// The penguins that it can change places with.
    fn swaps(&self, landed: Place) -> Places {
        (self.occupied() - self.penguins(self.turn)) & self.tiles_of(self.fish(landed))
    }

    /// Who can give back a tile.
    fn givers(&self) -> impl Iterator<Item = Player> {
        self.all_players().filter(|&player| player != self.turn && self.took(player) != [0; 3])
    }

    /// Where a tile can be laid that somebody gives back.
    fn gifts(&self, landed: Place) -> Places {
        self.board.adjacent(landed) & self.water()
    }

    /// Calls `visit` with every tile that can float, and where to.
    fn for_each_floating(&self, mut visit: impl FnMut(Place, Places)) {
        let (board, tiles) = (self.board, self.tiles);
        let empty = board.all() - tiles - self.open;
        let at_water = board.neighbours(empty) | board.rim();
        let ordinary = self.tiles_of(1) | self.tiles_of(2) | self.tiles_of(3);
        // What touches tiles, and what touches several of them: where only one does, that one cannot go.
        let (mut once, mut more) = (Places::EMPTY, Places::EMPTY);
        for place in tiles {
            more |= once & board.adjacent(place);
            once |= board.adjacent(place);
        }
        let (ends, single) = (empty & once, empty & (once - more));
        for from in (ordinary & self.free() & at_water) - self.special() {
            visit(from, ends - (single & board.adjacent(from)));
        }
    }

    /// Makes a slide of the player to move, with what the tile does that it ends on.
    #[inline]
    pub(super) fn play_slide(&mut self, from: Place, to: Place, effect: Effect) {
        *self = self.slid(from, to);
        match effect {
            Effect::Unused => {}
            Effect::Jump(end) => {
                self.remove(to.into());
                self.walk(self.turn, to, end);
            }
            Effect::Swap(with) => {
                let other = self.owner(with).expect("somebody stands there");
                self.walk(other, with, to);
                self.walk(self.turn, to, with);
            }
            Effect::Return { player, to } => self.give_back(player, to),
            Effect::Float { from, to } => {
                let fish = self.fish(from);
                self.remove(from.into());
                self.lay(to, fish);
            }
        }
        self.give_turn(self.next(self.turn));
    }

    /// A player gives back the tile with the fewest fish that it has taken.
    fn give_back(&mut self, player: Player, to: Place) {
        let took = &mut self.took[player.index()];
        let least = took.iter().position(|&count| count > 0).expect("it has taken a tile");
        took[least] -= 1;
        let fish = least as i32 + 1;
        self.gain(player, Value { fish: -fish, tiles: -1 });
        self.lay(to, fish);
    }

    /// Gives the turn to the first player from `player` on who can move; those who cannot retire (1.6, 1.7). If nobody can, it
    /// stays where it was.
    #[inline]
    pub(super) fn give_turn(&mut self, player: Player) {
        let mut player = player;
        for _ in 0..self.players {
            if self.hand(player) > 0 || self.can_slide(player) {
                self.turn = player;
                return;
            }
            let own = std::mem::take(&mut self.penguins[player.index()]);
            self.vacate(player, own);
            player = self.next(player);
        }
    }
}
