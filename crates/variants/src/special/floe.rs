use floe_fish::Value;
use floe_game::{Player, Score};

use super::board::Board;
use super::kind::SpecialTile;
use super::places::{Place, Places};

/// A position with special tiles (3.7), on any outline.
///
/// The player whose turn it is can always move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Special {
    pub(super) board: Board,
    /// All tiles, special and broken ones too.
    pub(super) tiles: Places,
    /// Tiles with one fish or three.
    odd: Places,
    /// Tiles with two fish or three.
    high: Places,
    kinds: [Places; SpecialTile::COUNT],
    /// What can be slid across and not stopped on, and is no tile (2.3).
    pub(super) open: Places,
    /// The fish of the tile in the middle, where it is unlike others (2.3).
    centre_fish: i8,
    pub(super) players: u8,
    pub(super) turn: Player,
    pub(super) hand: [u8; Player::MAX],
    /// How many ordinary tiles with one, two and three fish each player has taken.
    pub(super) took: [[u8; 3]; Player::MAX],
    pub(super) penguins: [Places; Player::MAX],
    pub(super) taken: [Value; Player::MAX],
}

impl Special {
    /// Water all over.
    pub(super) fn new(board: Board, players: usize) -> Special {
        let nothing = Places::EMPTY;
        Special {
            board,
            tiles: nothing,
            odd: nothing,
            high: nothing,
            kinds: [nothing; SpecialTile::COUNT],
            open: nothing,
            centre_fish: 0,
            players: players as u8,
            turn: Player::new(0),
            hand: [0; Player::MAX],
            took: [[0; 3]; Player::MAX],
            penguins: [nothing; Player::MAX],
            taken: [Value::default(); Player::MAX],
        }
    }

    /// Lays a tile where there is none. Fish other than one to three are those of the middle, or of a broken tile.
    pub(super) fn lay(&mut self, place: Place, fish: i32) {
        self.tiles.insert(place);
        if matches!(fish, 1 | 3) {
            self.odd.insert(place);
        }
        if matches!(fish, 2 | 3) {
            self.high.insert(place);
        }
        if self.board.centre() == Some(place) && fish <= 0 {
            self.centre_fish = fish as i8;
        }
    }

    /// Makes a tile a special one.
    pub(super) fn mark(&mut self, place: Place, kind: SpecialTile) {
        self.kinds[kind as usize].insert(place);
        if matches!(kind, SpecialTile::Broken | SpecialTile::Cracked) {
            self.odd.remove(place);
            self.high.remove(place);
        }
    }

    /// Takes tiles off the floe.
    #[inline]
    pub(super) fn remove(&mut self, places: Places) {
        self.tiles -= places;
        self.odd -= places;
        self.high -= places;
        self.kinds.iter_mut().for_each(|kind| *kind -= places);
        if self.centre_fish != 0 && self.board.centre().is_some_and(|centre| places.contains(centre)) {
            self.centre_fish = 0;
        }
    }

    /// The tiles of a kind.
    #[inline]
    pub fn of_kind(&self, kind: SpecialTile) -> Places {
        self.kinds[kind as usize]
    }

    /// What kind of special tile is there, if one is.
    #[inline]
    pub fn kind(&self, place: Place) -> Option<SpecialTile> {
        SpecialTile::ALL.into_iter().find(|&kind| self.of_kind(kind).contains(place))
    }

    /// The tiles that do something when they are landed on.
    #[inline]
    pub fn special(&self) -> Places {
        let [teleport, exchange, reversal, floating, ..] = self.kinds;
        teleport | exchange | reversal | floating
    }

    /// The tiles that can be slid across and not stopped on.
    #[inline]
    pub(super) fn broken(&self) -> Places {
        self.of_kind(SpecialTile::Broken) | self.of_kind(SpecialTile::Cracked)
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// All tiles on the floe and around it.
    #[inline]
    pub fn tiles(&self) -> Places {
        self.tiles
    }

    /// The tiles that can be stopped on.
    #[inline]
    pub fn free(&self) -> Places {
        self.tiles - self.occupied() - self.broken()
    }

    /// What can be slid across.
    #[inline]
    pub fn crossing(&self) -> Places {
        (self.tiles - self.occupied()) | self.open
    }

    /// Hexes of the outline without a tile; the open middle is none of them.
    #[inline]
    pub(super) fn water(&self) -> Places {
        self.board.hexes() - self.tiles - self.open
    }

    /// The tiles with so many fish, 1 to 3.
    #[inline]
    pub(super) fn tiles_of(&self, fish: i32) -> Places {
        match fish {
            1 => self.odd - self.high,
            2 => self.high - self.odd,
            3 => self.odd & self.high,
            _ => Places::EMPTY,
        }
    }

    /// The fish of the tile there; none on water and broken tiles.
    #[inline]
    pub fn fish(&self, place: Place) -> i32 {
        match i32::from(self.odd.contains(place)) + 2 * i32::from(self.high.contains(place)) {
            0 if self.board.centre() == Some(place) => i32::from(self.centre_fish),
            fish => fish,
        }
    }

    /// The fish and tiles that whoever takes them gets for the tiles at `places`: special ones are worth nothing.
    #[inline]
    pub fn value(&self, places: Places) -> Value {
        let ordinary = (self.tiles & places) - self.special() - self.broken();
        let usual = (self.odd & ordinary).len() + 2 * (self.high & ordinary).len();
        let at_centre = self.board.centre().is_some_and(|centre| ordinary.contains(centre));
        let unusual = if at_centre { i32::from(self.centre_fish) } else { 0 };
        Value { fish: usual as i32 + unusual, tiles: ordinary.len() as i32 }
    }

    /// Where a player has penguins.
    #[inline]
    pub fn penguins(&self, player: Player) -> Places {
        self.penguins[player.index()]
    }

    /// Where penguins stand.
    #[inline]
    pub(super) fn occupied(&self) -> Places {
        self.penguins.iter().fold(Places::EMPTY, |all, &own| all | own)
    }

    /// Who stands there.
    #[inline]
    pub fn owner(&self, place: Place) -> Option<Player> {
        self.all_players().find(|&player| self.penguins(player).contains(place))
    }

    /// How many penguins a player has still to place.
    #[inline]
    pub fn hand(&self, player: Player) -> u8 {
        self.hand[player.index()]
    }

    /// What a player has taken.
    #[inline]
    pub fn taken(&self, player: Player) -> Value {
        self.taken[player.index()]
    }

    /// How many ordinary tiles with one, two and three fish a player has taken.
    #[inline]
    pub fn took(&self, player: Player) -> [u8; 3] {
        self.took[player.index()]
    }

    /// The player to move; when the game is over, the one who had the last turn.
    #[inline]
    pub fn last_turn(&self) -> Player {
        self.turn
    }

    /// Whether penguins are still being placed.
    #[inline]
    pub fn is_placement(&self) -> bool {
        self.hand != [0; Player::MAX]
    }

    /// Where penguins can be placed: on ordinary one-fish tiles of the outline.
    #[inline]
    pub fn places(&self) -> Places {
        (self.free() & self.tiles_of(1) & self.board.hexes()) - self.special()
    }

    pub(super) fn all_players(&self) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone + use<> {
        Player::first(usize::from(self.players))
    }

    #[inline]
    pub(super) fn next(&self, player: Player) -> Player {
        let next = player.index() + 1;
        Player::new(if next == usize::from(self.players) { 0 } else { next })
    }

    #[inline]
    pub(super) fn banked(&self, player: Player) -> Score {
        self.taken[player.index()].score()
    }

    /// What decides how the game goes on, for keys.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        let sets = [self.tiles, self.odd, self.high].into_iter().chain(self.kinds).chain(self.penguins);
        let hands = u64::from(u32::from_le_bytes(self.hand));
        sets.flat_map(Places::words).chain([self.turn.index() as u64 | hands << 8])
    }
}
