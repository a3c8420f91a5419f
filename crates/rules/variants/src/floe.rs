use floe_fish::Value;
use floe_game::{Player, Score};
use floe_hex::{Direction, Geometry, Hex, HexSet, Layout, Word};

use crate::Outline;

/// Word for the sets of hexes of a floe: `u64` for the hexes of an outline alone, `u128` for the
/// hexes of an outline and of a ring around it.
pub trait FloeWord: Word {
    /// Whether the sets have bits for a ring of hexes around the outline.
    const HAS_RING: bool;

    /// The geometry by which the hexes of an outline are numbered in sets of this word.
    ///
    /// # Panics
    /// For words with a ring, if the outline can have none.
    fn geometry(outline: Outline) -> &'static Geometry<Self>;

    /// Converts a hex from the numbers of the outline without a ring to the numbers of
    /// [`geometry`](FloeWord::geometry). The two differ only for words with a ring.
    fn lift(outline: Outline, hex: Hex) -> Hex {
        if !Self::HAS_RING {
            return hex;
        }
        let (x, row) = Layout::geometry(outline).place(hex);
        Self::geometry(outline)
            .at(x + 2, row + 1)
            .expect("the ring is around the outline")
    }

    /// The hexes that touch a hex of `set`, in the geometry of an outline.
    #[inline]
    fn neighbours(outline: Outline, set: HexSet<Self>) -> HexSet<Self> {
        Self::geometry(outline).neighbours(set)
    }
}

impl FloeWord for u64 {
    const HAS_RING: bool = false;

    #[inline]
    fn geometry(outline: Outline) -> &'static Geometry {
        Layout::geometry(outline)
    }

    #[inline]
    fn neighbours(outline: Outline, set: HexSet) -> HexSet {
        Layout::neighbours(outline, set)
    }
}

impl FloeWord for u128 {
    const HAS_RING: bool = true;

    #[inline]
    fn geometry(outline: Outline) -> &'static Geometry<u128> {
        outline
            .ring()
            .expect("floes of this kind have outlines with a ring")
    }
}

/// Part of a position that all variants share: tiles, penguins, tiles taken and turn, for two to
/// four players and any outline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Floe<W: FloeWord = u64> {
    /// Outline of the floe.
    pub outline: Outline,
    /// The special hex in the middle of `setup-2` (2.3); `None` on other floes.
    pub(crate) centre: Option<Hex>,
    /// The hexes with a tile, those under penguins included.
    pub tiles: HexSet<W>,
    /// Tiles with one or three fish.
    pub(crate) odd: HexSet<W>,
    /// Tiles with two or three fish.
    pub(crate) high: HexSet<W>,
    /// Hexes that can be crossed and not stopped on: the open middle (2.3), broken tiles (3.7).
    pub(crate) open: HexSet<W>,
    /// Hexes that nothing can enter for now: the hex above a whale (3.3).
    pub(crate) closed: HexSet<W>,
    /// Fish of a tile in the middle with none or fewer (2.3).
    pub(crate) centre_fish: i8,
    players: u8,
    /// Whether A and C play against B and D (3.2).
    pub(crate) teams: bool,
    pub(crate) turn: Player,
    /// Turns in a row that took or removed no tile, in variants that count them.
    pub(crate) idle: u8,
    /// Penguins that each player still has to place.
    pub(crate) hand: [u8; Player::MAX],
    pub(crate) penguins: [HexSet<W>; Player::MAX],
    pub(crate) taken: [Value; Player::MAX],
}

impl<W: FloeWord> Floe<W> {
    /// Creates a floe of water.
    pub(crate) fn new(outline: Outline, players: usize, teams: bool) -> Floe<W> {
        let centre = outline.centre().map(|centre| W::lift(outline, centre));
        Floe {
            outline,
            centre,
            players: players as u8,
            teams,
            ..Floe::default()
        }
    }

    /// Geometry of the outline, and of the ring around it where tiles may lie there.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry<W> {
        W::geometry(self.outline)
    }

    /// The hexes that touch a hex of `set`.
    #[inline]
    pub(crate) fn neighbours(&self, set: HexSet<W>) -> HexSet<W> {
        W::neighbours(self.outline, set)
    }

    /// Names of hexes, separated by commas.
    pub(crate) fn names(&self, hexes: HexSet<W>) -> String {
        hexes
            .into_iter()
            .map(|hex| self.geometry().name(hex))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Hexes of the outline that no tile is dealt on, and that stay water unless the middle has a
    /// tile (2.2, 2.3).
    pub(crate) fn never_dealt(&self) -> HexSet<W> {
        let hexes = Layout::geometry(self.outline).hexes() - self.outline.dealt();
        hexes
            .into_iter()
            .map(|hex| W::lift(self.outline, hex))
            .collect()
    }

    /// Lays a tile on a hex without one. Fish of none or fewer are those of the middle, or of a
    /// broken tile.
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

    /// Removes tiles from the floe.
    #[inline]
    pub(crate) fn remove(&mut self, hexes: HexSet<W>) {
        self.tiles -= hexes;
        self.odd -= hexes;
        self.high -= hexes;
        if self.centre_fish != 0 && self.centre.is_some_and(|centre| hexes.contains(centre)) {
            self.centre_fish = 0;
        }
    }

    /// All players of the game, those who have retired included.
    #[inline]
    pub(crate) fn all_players(
        &self,
    ) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone + use<W> {
        Player::first(usize::from(self.players))
    }

    /// Tiles with this number of fish, 1 to 3 or that of the tile in the middle; those under
    /// penguins included, none for other numbers.
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

    /// Tiles with one or three fish, and tiles with two or three.
    #[inline]
    pub fn odd_and_high(&self) -> [HexSet<W>; 2] {
        [self.odd, self.high]
    }

    /// Number of fish on the tile at `hex`: 0 on water and broken tiles, and below 0 on a tile that
    /// costs fish.
    #[inline]
    pub fn fish(&self, hex: Hex) -> i32 {
        let odd = self.odd.contains(hex);
        let high = self.high.contains(hex);
        match i32::from(odd) + 2 * i32::from(high) {
            0 if self.centre == Some(hex) => i32::from(self.centre_fish),
            fish => fish,
        }
    }

    /// Fish and number of the tiles at `hexes`; hexes with water count nothing.
    #[inline]
    pub(crate) fn value(&self, hexes: HexSet<W>) -> Value {
        let others = (self.tiles & hexes) - self.odd - self.high;
        let fish = self.positive_fish(hexes) + i32::from(self.centre_fish) * others.len() as i32;
        Value {
            fish,
            tiles: (self.tiles & hexes).len() as i32,
        }
    }

    /// Number of fish on those tiles of `hexes` that have one to three.
    #[inline]
    pub(crate) fn positive_fish(&self, hexes: HexSet<W>) -> i32 {
        ((self.odd & hexes).len() + 2 * (self.high & hexes).len()) as i32
    }

    /// Fish of a tile in the middle that costs fish, if it is among `hexes`: 0 or less.
    pub(crate) fn negative_fish(&self, hexes: HexSet<W>) -> i32 {
        hexes.into_iter().map(|hex| self.fish(hex).min(0)).sum()
    }

    /// The hexes where `player` has at least one penguin; none if the game has no such player.
    #[inline]
    pub fn penguins(&self, player: Player) -> HexSet<W> {
        self.penguins[player.index()]
    }

    /// Hexes that penguins can cross and not stop on: the open middle of an outline (rule 2.3 in
    /// `docs/rules.md`), and broken tiles (3.7).
    pub fn open(&self) -> HexSet<W> {
        self.open
    }

    /// Hexes that nothing can enter for now: the hex above a roaming whale (3.3); none in other
    /// variants.
    pub fn closed(&self) -> HexSet<W> {
        self.closed
    }

    /// Number of penguins that `player` still has to place; 0 if the game has no such player.
    pub fn hand(&self, player: Player) -> u8 {
        self.hand[player.index()]
    }

    /// The hexes where any player has penguins.
    #[inline]
    pub(crate) fn occupied(&self) -> HexSet<W> {
        self.penguins
            .iter()
            .fold(HexSet::EMPTY, |all, &own| all | own)
    }

    /// The player on a hex, of several the first in turn order; `None` if no penguin is there.
    #[inline]
    pub(crate) fn owner(&self, hex: Hex) -> Option<Player> {
        self.all_players()
            .find(|&player| self.penguins(player).contains(hex))
    }

    /// The tiles that a penguin can stop on: without a penguin, not broken and not above a whale.
    #[inline]
    pub fn free(&self) -> HexSet<W> {
        self.tiles - self.occupied() - (self.closed | self.open)
    }

    /// Hexes that a penguin can cross: the [free](Floe::free) tiles, the open middle, broken tiles.
    #[inline]
    pub fn crossing(&self) -> HexSet<W> {
        self.free() | (self.open - self.closed)
    }

    /// Hexes that a penguin on `from` can slide to: free tiles behind nothing but hexes that it can
    /// cross.
    #[inline]
    pub(crate) fn slides(&self, from: Hex) -> HexSet<W> {
        self.geometry().slides(from, self.crossing()) - self.open
    }

    /// The nearest obstacle on the straight line between two hexes; `ends` are the legal
    /// destinations. `None` if the hexes are on no line, or nothing is in the way.
    pub(crate) fn blocked(&self, from: Hex, to: Hex, ends: HexSet<W>) -> Option<Hex> {
        let (direction, way) = self.geometry().line(from, to)?;
        (way - self.crossing() - (ends & to.into())).nearest(direction)
    }

    #[inline]
    pub(crate) fn can_slide(&self, player: Player) -> bool {
        let around = self.neighbours(self.penguins(player));
        if !(around & self.free()).is_empty() {
            return true;
        }
        // Across an open hex there may be free tiles that touch no penguin.
        !(around & self.open).is_empty()
            && self
                .penguins(player)
                .into_iter()
                .any(|from| !self.slides(from).is_empty())
    }

    /// Whether any player still has penguins to place.
    #[inline]
    pub fn is_placement(&self) -> bool {
        self.hand != [0; Player::MAX]
    }

    /// Number of penguins that all players together still have to place.
    pub fn in_hand(&self) -> usize {
        self.hand.into_iter().map(usize::from).sum()
    }

    /// The player who sits after `player`; A follows the last player.
    #[inline]
    pub fn next(&self, player: Player) -> Player {
        let next = player.index() + 1;
        Player::new(if next == usize::from(self.players) {
            0
        } else {
            next
        })
    }

    /// The player to move; when the game is over, the player who had the last turn.
    #[inline]
    pub fn last_turn(&self) -> Player {
        self.turn
    }

    /// Whether the game has two sides: two players, or two teams.
    #[inline]
    pub fn has_two_sides(&self) -> bool {
        self.players == 2 || self.teams
    }

    /// Whether no penguin is on the floe or to be placed.
    #[inline]
    pub(crate) fn is_deserted(&self) -> bool {
        self.occupied().is_empty() && !self.is_placement()
    }

    /// Number of players with penguins on the floe.
    pub(crate) fn players_left(&self) -> usize {
        self.penguins.iter().filter(|own| !own.is_empty()).count()
    }

    /// Whether two players are on the same side.
    #[inline]
    pub(crate) fn are_mates(&self, a: Player, b: Player) -> bool {
        a == b || (self.teams && (a.index() ^ b.index()) & 1 == 0)
    }

    /// Players on the side of a player, itself included, in turn order from A; without teams the
    /// player alone.
    #[inline]
    pub(crate) fn mates(&self, player: Player) -> impl Iterator<Item = Player> {
        self.all_players()
            .filter(move |&mate| self.are_mates(player, mate))
    }

    /// Sum of the scores of a player and its teammate, without teams the player's own score.
    /// `scores` has the scores of all players, by [`Player::index`].
    pub fn sum_of_mates(&self, player: Player, scores: &[Score]) -> Score {
        self.mates(player).map(|mate| scores[mate.index()]).sum()
    }

    /// Penguins of all opponents of a player.
    #[inline]
    pub(crate) fn enemies(&self, player: Player) -> HexSet<W> {
        let others = self
            .all_players()
            .filter(|&other| !self.are_mates(player, other));
        others.fold(HexSet::EMPTY, |all, other| all | self.penguins(other))
    }

    /// Moves a penguin of `player` from one hex to another, and nothing else.
    #[inline]
    pub(crate) fn walk(&mut self, player: Player, from: Hex, to: Hex) {
        let own = &mut self.penguins[player.index()];
        own.remove(from);
        own.insert(to);
    }

    /// Slides a penguin of the player to move, who takes the tile that it leaves (1.5).
    #[inline]
    pub(crate) fn slide(&mut self, from: Hex, to: Hex) {
        self.take(self.turn, from.into());
        self.walk(self.turn, from, to);
    }

    /// Takes the tiles on `hexes` off the floe, and adds them with their fish to those that a
    /// player has taken.
    #[inline]
    pub(crate) fn take(&mut self, player: Player, hexes: HexSet<W>) {
        self.add_taken(player, self.value(hexes));
        self.remove(hexes);
    }

    /// Adds to the fish and tiles that a player has taken.
    #[inline]
    pub(crate) fn add_taken(&mut self, player: Player, value: Value) {
        let taken = &mut self.taken[player.index()];
        taken.fish += value.fish;
        taken.tiles += value.tiles;
    }

    /// Retires a player, who takes the tiles under its penguins (1.7).
    pub(crate) fn retire(&mut self, player: Player) {
        let own = std::mem::replace(&mut self.penguins[player.index()], HexSet::EMPTY);
        self.take(player, own);
    }

    /// Fish and tiles that a player, or its team, has taken, as a score in 1/128 fish.
    #[inline]
    pub(crate) fn score(&self, player: Player) -> Score {
        let own = self.taken[player.index()].score();
        if self.teams {
            own + self.taken[player.index() ^ 2].score()
        } else {
            own
        }
    }

    /// Hands and turn in one word, for keys.
    #[inline]
    pub(crate) fn turn_word(&self) -> u64 {
        self.turn.index() as u64 | u64::from(u32::from_le_bytes(self.hand)) << 8
    }
}

impl Floe {
    #[inline]
    pub(crate) fn count_slides(&self, player: Player) -> u32 {
        let rays = self.outline.rays(self.penguins(player), self.crossing());
        if self.open.is_empty() {
            return rays.count();
        }
        Direction::ALL
            .into_iter()
            .map(|direction| (rays[direction] - self.open).len())
            .sum()
    }

    /// Hash of tiles, penguins, hands and turn; fish and tiles taken have no part in it.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let fish = [1, 2].map(|fish| self.tiles_of(fish).to_bits());
        let words = fish
            .into_iter()
            .chain([self.tiles.to_bits(), self.turn_word()]);
        words
            .chain(self.penguins.map(HexSet::to_bits))
            .fold(SEED, mix)
    }
}

/// Start of every key.
pub(crate) const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// Adds a word to a key: multiplies and folds, so that all bits meet (Yi 2019, wyhash).
#[inline]
pub(crate) fn mix(key: u64, word: u64) -> u64 {
    let product = u128::from(key ^ word ^ 0xa076_1d64_78bd_642f)
        * u128::from(word.rotate_left(32) ^ key ^ 0xe703_7ed1_a0b4_28db);
    product as u64 ^ (product >> 64) as u64
}
