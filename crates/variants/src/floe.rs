use floe_fish::Value;
use floe_game::{Player, Score};
use floe_hex::{Direction, Geometry, Hex, HexSet, Layout, Word};

use crate::Outline;

/// A word for the sets of a floe: of 64 bits for the hexes of an outline alone, of 128 for those with a ring around them.
pub trait FloeWord: Word {
    /// The hexes of an outline in such sets.
    fn geometry(outline: Outline) -> &'static Geometry<Self>;

    /// The place of a hex of the outline in such sets.
    fn lift(outline: Outline, hex: Hex) -> Hex;

    /// The hexes that touch a hex of `set`.
    fn neighbours(outline: Outline, set: HexSet<Self>) -> HexSet<Self>;

    /// The bits of a set in words of 64, the lowest first.
    fn words(set: HexSet<Self>) -> impl Iterator<Item = u64>;

    /// Whether there is a ring around the outline.
    const HAS_RING: bool;
}

impl FloeWord for u64 {
    const HAS_RING: bool = false;

    #[inline]
    fn geometry(outline: Outline) -> &'static Geometry {
        Layout::geometry(outline)
    }

    #[inline]
    fn lift(_outline: Outline, hex: Hex) -> Hex {
        hex
    }

    #[inline]
    fn neighbours(outline: Outline, set: HexSet) -> HexSet {
        Layout::neighbours(outline, set)
    }

    #[inline]
    fn words(set: HexSet) -> impl Iterator<Item = u64> {
        [set.to_bits()].into_iter()
    }
}

impl FloeWord for u128 {
    const HAS_RING: bool = true;

    #[inline]
    fn geometry(outline: Outline) -> &'static Geometry<u128> {
        outline.ring().expect("a floe of this kind is laid out only where there is a ring")
    }

    fn lift(outline: Outline, hex: Hex) -> Hex {
        let (x, row) = Layout::geometry(outline).place(hex);
        u128::geometry(outline).at(x + 2, row + 1).expect("the ring is around the outline")
    }

    #[inline]
    fn neighbours(outline: Outline, set: HexSet<u128>) -> HexSet<u128> {
        u128::geometry(outline).neighbours(set)
    }

    #[inline]
    fn words(set: HexSet<u128>) -> impl Iterator<Item = u64> {
        [set.to_bits() as u64, (set.to_bits() >> 64) as u64].into_iter()
    }
}

/// What all variants share: the tiles, who stands where, what is taken, whose turn it is.
///
/// Everything here is for any number of players and any outline; what differs between variants is in their folders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Floe<W: FloeWord = u64> {
    pub(crate) outline: Outline,
    /// The hex in the middle that is unlike others (2.3).
    pub(crate) centre: Option<Hex>,
    pub(crate) tiles: HexSet<W>,
    /// Tiles with one fish or three.
    pub(crate) odd: HexSet<W>,
    /// Tiles with two fish or three.
    pub(crate) high: HexSet<W>,
    /// What can be slid across and not stopped on: the open middle (2.3), broken tiles (3.7).
    pub(crate) open: HexSet<W>,
    /// What cannot be entered for now, whatever is there: the hex above a whale (3.3).
    pub(crate) closed: HexSet<W>,
    /// The fish of the tile in the middle, where it is unlike others (2.3).
    pub(crate) centre_fish: i8,
    pub(crate) players: u8,
    pub(crate) teams: bool,
    pub(crate) turn: Player,
    pub(crate) hand: [u8; Player::MAX],
    pub(crate) penguins: [HexSet<W>; Player::MAX],
    pub(crate) taken: [Value; Player::MAX],
}

impl<W: FloeWord> Floe<W> {
    /// Water all over.
    pub(crate) fn new(outline: Outline, players: usize, teams: bool) -> Floe<W> {
        let nothing = HexSet::EMPTY;
        Floe {
            outline,
            centre: outline.centre().map(|centre| W::lift(outline, centre)),
            tiles: nothing,
            odd: nothing,
            high: nothing,
            open: nothing,
            closed: nothing,
            centre_fish: 0,
            players: players as u8,
            teams,
            turn: Player::new(0),
            hand: [0; Player::MAX],
            penguins: [nothing; Player::MAX],
            taken: [Value::default(); Player::MAX],
        }
    }

    #[inline]
    pub(crate) fn geometry(&self) -> &'static Geometry<W> {
        W::geometry(self.outline)
    }

    /// The hexes that touch a hex of `set`.
    #[inline]
    pub(crate) fn neighbours(&self, set: HexSet<W>) -> HexSet<W> {
        W::neighbours(self.outline, set)
    }

    /// The names of hexes in a row.
    pub(crate) fn names(&self, hexes: HexSet<W>) -> String {
        hexes.into_iter().map(|hex| self.geometry().name(hex)).collect::<Vec<_>>().join(", ")
    }

    /// The hexes of the outline that stay water for the whole game, or that hold what is dealt in no other game (2.2, 2.3).
    pub(crate) fn never_dealt(&self) -> HexSet<W> {
        let hexes = Layout::geometry(self.outline).hexes() - self.outline.dealt();
        hexes.into_iter().map(|hex| W::lift(self.outline, hex)).collect()
    }

    /// Lays a tile where there is none. Fish other than one to three are those of the middle, or of a tile that has none.
    pub(crate) fn lay(&mut self, hex: Hex, fish: i32) {
        self.tiles.insert(hex);
        if matches!(fish, 1 | 3) {
            self.odd.insert(hex);
        }
        if matches!(fish, 2 | 3) {
            self.high.insert(hex);
        }
        if fish <= 0 && self.centre == Some(hex) {
            self.centre_fish = fish as i8;
        }
    }

    /// Takes a tile off the floe.
    #[inline]
    pub(crate) fn remove(&mut self, hexes: HexSet<W>) {
        self.tiles -= hexes;
        self.odd -= hexes;
        self.high -= hexes;
        if self.centre_fish != 0 && self.centre.is_some_and(|centre| hexes.contains(centre)) {
            self.centre_fish = 0;
        }
    }

    /// The players who take part.
    pub(crate) fn all_players(&self) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone + use<W> {
        Player::first(usize::from(self.players))
    }

    /// The tiles with so many fish.
    pub(crate) fn tiles_of(&self, fish: i32) -> HexSet<W> {
        match fish {
            1 => self.odd - self.high,
            2 => self.high - self.odd,
            3 => self.odd & self.high,
            other if other == i32::from(self.centre_fish) => {
                (HexSet::from_iter(self.centre) & self.tiles) - self.odd - self.high
            }
            _ => HexSet::EMPTY,
        }
    }

    #[inline]
    pub(crate) fn fish(&self, hex: Hex) -> i32 {
        let (odd, high) = (self.odd.contains(hex), self.high.contains(hex));
        match i32::from(odd) + 2 * i32::from(high) {
            0 if self.centre == Some(hex) => i32::from(self.centre_fish),
            fish => fish,
        }
    }

    /// The fish and tiles of `hexes`.
    #[inline]
    pub(crate) fn value(&self, hexes: HexSet<W>) -> Value {
        let usual = (self.odd & hexes).len() + 2 * (self.high & hexes).len();
        let unusual = (self.tiles & hexes) - self.odd - self.high;
        let fish = usual as i32 + i32::from(self.centre_fish) * unusual.len() as i32;
        Value { fish, tiles: (self.tiles & hexes).len() as i32 }
    }

    #[inline]
    pub(crate) fn own(&self, player: Player) -> HexSet<W> {
        self.penguins[player.index()]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> HexSet<W> {
        self.penguins.iter().fold(HexSet::EMPTY, |all, &own| all | own)
    }

    /// The player who stands on a hex; the first of several.
    #[inline]
    pub(crate) fn owner(&self, hex: Hex) -> Option<Player> {
        self.all_players().find(|&player| self.own(player).contains(hex))
    }

    /// The tiles that can be stopped on.
    #[inline]
    pub(crate) fn free(&self) -> HexSet<W> {
        self.tiles - self.occupied() - (self.closed | self.open)
    }

    /// What can be slid across.
    #[inline]
    pub(crate) fn crossing(&self) -> HexSet<W> {
        self.free() | (self.open - self.closed)
    }

    /// Where the penguin on `from` can stop.
    #[inline]
    pub(crate) fn slides(&self, from: Hex) -> HexSet<W> {
        self.geometry().slides(from, self.crossing()) - self.open
    }

    /// The nearest hex on the straight line from one hex to another that a penguin cannot pass, which could end on `ends`.
    pub(crate) fn blocked(&self, from: Hex, to: Hex, ends: HexSet<W>) -> Option<Hex> {
        let (direction, way) = self.geometry().line(from, to)?;
        (way - self.crossing() - (ends & to.into())).nearest(direction)
    }

    /// Whether a player can slide.
    #[inline]
    pub(crate) fn can_slide(&self, player: Player) -> bool {
        let around = self.neighbours(self.own(player));
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
    pub(crate) fn take(&mut self, player: Player, hexes: HexSet<W>) {
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

    /// What a player, or its team, has taken.
    #[inline]
    pub(crate) fn score(&self, player: Player) -> Score {
        let of = |player: usize| self.taken[player].score();
        if self.teams { of(player.index()) + of(player.index() ^ 2) } else { of(player.index()) }
    }

    /// The hands and the turn, for keys.
    #[inline]
    pub(crate) fn turn_word(&self) -> u64 {
        self.turn.index() as u64 | u64::from(u32::from_le_bytes(self.hand)) << 8
    }
}

impl Floe {
    /// How many slides a player has.
    #[inline]
    pub(crate) fn count_slides(&self, player: Player) -> u32 {
        let rays = self.outline.rays(self.own(player), self.crossing());
        if self.open.is_empty() {
            return rays.count();
        }
        Direction::ALL.into_iter().map(|direction| (rays[direction] - self.open).len()).sum()
    }

    /// A hash of tiles, penguins, hands and turn; what is taken has no part in it.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let fish = [1, 2].map(|fish| self.tiles_of(fish).to_bits());
        let words = fish.into_iter().chain([self.tiles.to_bits(), self.turn_word()]);
        words.chain(self.penguins.map(HexSet::to_bits)).fold(SEED, mix)
    }
}

/// What keys begin with.
pub(crate) const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies and folds, so that all bits meet (Yi 2019, wyhash).
#[inline]
pub(crate) fn mix(key: u64, word: u64) -> u64 {
    let product =
        u128::from(key ^ word ^ 0xa076_1d64_78bd_642f) * u128::from(word.rotate_left(32) ^ key ^ 0xe703_7ed1_a0b4_28db);
    product as u64 ^ (product >> 64) as u64
}
