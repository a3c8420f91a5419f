use floe_fish::Value;
use floe_game::{Player, Score};
use floe_hex::{Hex, HexSet, Layout};

use crate::Outline;

/// What all variants share: the tiles, who stands where, what is taken, whose turn it is.
///
/// Everything here is for any number of players and any outline; what differs between variants is in their own files.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Floe {
    pub(crate) outline: Outline,
    pub(crate) tiles: HexSet,
    /// Tiles with one fish or three.
    odd: HexSet,
    /// Tiles with two fish or three.
    high: HexSet,
    /// What can be slid across and not stopped on (2.3).
    pub(crate) open: HexSet,
    /// What cannot be entered for now, whatever is there: the hex above a whale (3.3).
    pub(crate) closed: HexSet,
    /// The fish of the tile in the middle, where it is unlike others (2.3).
    pub(crate) centre_fish: i8,
    pub(crate) players: u8,
    pub(crate) teams: bool,
    pub(crate) turn: Player,
    pub(crate) hand: [u8; Player::MAX],
    pub(crate) penguins: [HexSet; Player::MAX],
    pub(crate) taken: [Value; Player::MAX],
}

impl Floe {
    /// Water all over.
    pub(crate) fn new(outline: Outline, players: usize) -> Floe {
        let nothing = HexSet::EMPTY;
        Floe {
            outline,
            tiles: nothing,
            odd: nothing,
            high: nothing,
            open: nothing,
            closed: nothing,
            centre_fish: 0,
            players: players as u8,
            teams: false,
            turn: Player::new(0),
            hand: [0; Player::MAX],
            penguins: [nothing; Player::MAX],
            taken: [Value::default(); Player::MAX],
        }
    }

    /// Lays a tile where there is none. Fish other than one to three are those of the middle.
    pub(crate) fn lay(&mut self, hex: Hex, fish: i32) {
        self.tiles.insert(hex);
        match fish {
            1 => self.odd.insert(hex),
            2 => self.high.insert(hex),
            3 => {
                self.odd.insert(hex);
                self.high.insert(hex);
            }
            other => self.centre_fish = other as i8,
        }
    }

    /// Takes a tile off the floe.
    #[inline]
    pub(crate) fn remove(&mut self, hexes: HexSet) {
        self.tiles -= hexes;
        self.odd -= hexes;
        self.high -= hexes;
        if self.centre_fish != 0 && (self.tiles - self.odd - self.high).is_empty() {
            self.centre_fish = 0;
        }
    }

    /// The players who take part.
    pub(crate) fn all_players(&self) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone + use<> {
        Player::first(usize::from(self.players))
    }

    /// The tiles with so many fish.
    pub(crate) fn tiles_of(&self, fish: i32) -> HexSet {
        match fish {
            1 => self.odd - self.high,
            2 => self.high - self.odd,
            3 => self.odd & self.high,
            other if other == i32::from(self.centre_fish) => self.tiles - self.odd - self.high,
            _ => HexSet::EMPTY,
        }
    }

    #[inline]
    pub(crate) fn fish(&self, hex: Hex) -> i32 {
        let (odd, high) = (self.odd.contains(hex), self.high.contains(hex));
        match i32::from(odd) + 2 * i32::from(high) {
            0 if self.tiles.contains(hex) => i32::from(self.centre_fish),
            fish => fish,
        }
    }

    /// The fish and tiles of `hexes`.
    #[inline]
    pub(crate) fn value(&self, hexes: HexSet) -> Value {
        let usual = (self.odd & hexes).len() + 2 * (self.high & hexes).len();
        let unusual = (self.tiles & hexes) - self.odd - self.high;
        let fish = usual as i32 + i32::from(self.centre_fish) * unusual.len() as i32;
        Value { fish, tiles: (self.tiles & hexes).len() as i32 }
    }

    #[inline]
    pub(crate) fn own(&self, player: Player) -> HexSet {
        self.penguins[player.index()]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> HexSet {
        self.penguins.iter().fold(HexSet::EMPTY, |all, &own| all | own)
    }

    /// The player who stands on a hex; the first of several.
    pub(crate) fn owner(&self, hex: Hex) -> Option<Player> {
        self.all_players().find(|&player| self.own(player).contains(hex))
    }

    /// The tiles that can be stopped on.
    #[inline]
    pub(crate) fn free(&self) -> HexSet {
        self.tiles - self.occupied() - self.closed
    }

    /// What can be slid across.
    #[inline]
    pub(crate) fn crossing(&self) -> HexSet {
        self.free() | (self.open - self.closed)
    }

    /// Where the penguin on `from` can stop.
    #[inline]
    pub(crate) fn slides(&self, from: Hex) -> HexSet {
        self.outline.geometry().slides(from, self.crossing()) - self.open
    }

    /// How many slides a player has.
    #[inline]
    pub(crate) fn count_slides(&self, player: Player) -> u32 {
        let rays = self.outline.rays(self.own(player), self.crossing());
        if self.open.is_empty() {
            return rays.count();
        }
        floe_hex::Direction::ALL.into_iter().map(|direction| (rays[direction] - self.open).len()).sum()
    }

    /// Whether a player can slide.
    #[inline]
    pub(crate) fn can_slide(&self, player: Player) -> bool {
        let around = self.outline.neighbours(self.own(player));
        if !(around & self.free()).is_empty() {
            return true;
        }
        // Across the open middle something may be free that touches nobody.
        !(around & self.open).is_empty() && self.own(player).into_iter().any(|from| !self.slides(from).is_empty())
    }

    #[inline]
    pub(crate) fn is_placement(&self) -> bool {
        self.hand != [0; Player::MAX]
    }

    #[inline]
    pub(crate) fn next(&self, player: Player) -> Player {
        let next = player.index() + 1;
        Player::new(if next == usize::from(self.players) { 0 } else { next })
    }

    /// Whether all penguins are gone, and none is to come.
    #[inline]
    pub(crate) fn is_deserted(&self) -> bool {
        self.occupied().is_empty() && !self.is_placement()
    }

    /// Whether both are on the same side.
    #[inline]
    pub(crate) fn are_mates(&self, a: Player, b: Player) -> bool {
        a == b || (self.teams && (a.index() ^ b.index()) & 1 == 0)
    }

    /// Moves a penguin, and nothing else.
    #[inline]
    pub(crate) fn walk(&mut self, player: Player, from: Hex, to: Hex) {
        let own = &mut self.penguins[player.index()];
        own.remove(from);
        own.insert(to);
    }

    /// Gives the tiles at `hexes` to a player.
    #[inline]
    pub(crate) fn take(&mut self, player: Player, hexes: HexSet) {
        self.gain(player, self.value(hexes));
        self.remove(hexes);
    }

    #[inline]
    pub(crate) fn gain(&mut self, player: Player, value: Value) {
        let taken = &mut self.taken[player.index()];
        taken.fish += value.fish;
        taken.tiles += value.tiles;
    }

    /// A player retires with the tiles that it stands on (1.7).
    pub(crate) fn retire(&mut self, player: Player) {
        let own = std::mem::replace(&mut self.penguins[player.index()], HexSet::EMPTY);
        self.take(player, own);
    }

    /// Gives the turn to the first player from `player` on who can move; those who cannot retire (1.6, 1.7). If nobody can, it
    /// stays where it was.
    #[inline]
    pub(crate) fn give_turn(&mut self, player: Player, can_move: impl Fn(&Floe, Player) -> bool) {
        let mut player = player;
        for _ in 0..self.players {
            if self.hand[player.index()] > 0 || can_move(self, player) {
                self.turn = player;
                return;
            }
            self.retire(player);
            player = self.next(player);
        }
    }

    /// What a player, or its team, has taken.
    #[inline]
    pub(crate) fn score(&self, player: Player) -> Score {
        let of = |player: usize| self.taken[player].score();
        if self.teams { of(player.index()) + of(player.index() ^ 2) } else { of(player.index()) }
    }

    /// A hash of tiles, penguins, hands and turn; what is taken has no part in it.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let fish = [1, 2].map(|fish| self.tiles_of(fish).to_bits());
        let hands = u64::from(u32::from_le_bytes(self.hand));
        let other = self.turn.index() as u64 | hands << 8;
        let words = fish.into_iter().chain([self.tiles.to_bits(), other]).chain(self.penguins.map(HexSet::to_bits));
        words.fold(0x9e37_79b9_7f4a_7c15, mix)
    }
}

/// Multiplies and folds, so that all bits meet (Yi 2019, wyhash).
#[inline]
pub(crate) fn mix(key: u64, word: u64) -> u64 {
    let product =
        u128::from(key ^ word ^ 0xa076_1d64_78bd_642f) * u128::from(word.rotate_left(32) ^ key ^ 0xe703_7ed1_a0b4_28db);
    product as u64 ^ (product >> 64) as u64
}
