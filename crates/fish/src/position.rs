use floe_game::{Game, Keyed, Notated, Player, Score, Side, Turn, TwoSided};
use floe_hex::{Hex, HexSet, Layout, Standard};

use crate::ice::Ice;
use crate::notation::Description;
use crate::{Move, Value, zobrist};

/// A position of the base game for `N` players.
///
/// The player whose turn it is can always move: one that cannot has retired before anybody looks (1.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const N: usize> {
    ice: Ice<N>,
    taken: [i16; N],
    hand: [u8; N],
    pub(crate) turn: Player,
}

const _: () =
    assert!(size_of::<Position<2>>() <= 72 && size_of::<Position<3>>() <= 72 && size_of::<Position<4>>() <= 72);

impl<const N: usize> Position<N> {
    /// The position described, which is taken at its word.
    ///
    /// One that was read is in order. One made by hand should be what a reader would take: tiles of one kind each, penguins on
    /// tiles of the outline, hands as they come about by placing. To be sure, print the position and read that.
    ///
    /// # Panics
    /// If the description is for another number of players, or the player to move is none of them.
    pub fn new(description: &Description) -> Self {
        assert_eq!(description.players, N, "a position for {N} players");
        let mut position = Position { ice: Ice::WATER, taken: [0; N], hand: [0; N], turn: description.turn };
        for (fish, tiles) in (1..).zip(description.tiles) {
            tiles.into_iter().for_each(|hex| position.ice.lay(hex, fish));
        }
        for player in Player::first(N) {
            let index = player.index();
            description.penguins[index].into_iter().for_each(|hex| position.ice.place(player, hex));
            position.taken[index] = description.taken[index].score() as i16;
            position.hand[index] = description.hand[index];
        }
        position.give_turn(description.turn);
        position
    }

    /// What [`Position::new`] makes this position of.
    pub fn description(&self) -> Description {
        let mut description = Description {
            players: N,
            tiles: [1, 2, 3].map(|fish| self.ice.tiles_of(fish)),
            penguins: [HexSet::EMPTY; Player::MAX],
            turn: self.turn,
            taken: [Value::default(); Player::MAX],
            hand: [0; Player::MAX],
        };
        for player in Player::first(N) {
            description.penguins[player.index()] = self.penguins(player);
            description.taken[player.index()] = self.taken(player);
            description.hand[player.index()] = self.hand(player);
        }
        description
    }

    /// All tiles still on the floe, those under penguins included.
    #[inline]
    pub fn tiles(&self) -> HexSet {
        self.ice.tiles()
    }

    /// The tiles with exactly this many fish.
    #[inline]
    pub fn tiles_of(&self, fish: u32) -> HexSet {
        self.ice.tiles_of(fish)
    }

    /// The tiles that nobody stands on.
    #[inline]
    pub fn free(&self) -> HexSet {
        self.ice.free()
    }

    /// How many fish are on the tile at `hex`; none on water.
    #[inline]
    pub fn fish(&self, hex: Hex) -> u32 {
        self.ice.fish(hex)
    }

    /// What the tiles at `hexes` are worth together.
    #[inline]
    pub fn worth(&self, hexes: HexSet) -> Score {
        self.ice.worth(hexes)
    }

    /// Where this player's penguins stand.
    #[inline]
    pub fn penguins(&self, player: Player) -> HexSet {
        self.ice.penguins(player)
    }

    /// How many penguins this player has still to place.
    #[inline]
    pub fn hand(&self, player: Player) -> u8 {
        self.hand[player.index()]
    }

    /// How many penguins are still to be placed, by everybody.
    pub fn in_hand(&self) -> usize {
        self.hand.into_iter().map(usize::from).sum()
    }

    /// What this player has taken so far.
    #[inline]
    pub fn taken(&self, player: Player) -> Value {
        Value::from_score(self.score(player))
    }

    /// The player to move; when the game is over, the one who had the last turn.
    #[inline]
    pub fn last_turn(&self) -> Player {
        self.turn
    }

    /// Whether penguins are still being placed.
    #[inline]
    pub fn is_placement(&self) -> bool {
        self.hand != [0; N]
    }

    /// The player after this one.
    #[inline]
    pub(crate) fn next(player: Player) -> Player {
        let next = player.index() + 1;
        Player::new(if next == N { 0 } else { next })
    }

    /// The player sitting next to the one to move, retired or not.
    #[inline]
    pub(crate) fn neighbour(&self) -> Player {
        Self::next(self.turn)
    }

    /// Where the penguins to be placed can go (1.4).
    #[inline]
    pub(crate) fn places(&self) -> HexSet {
        self.free() & self.ice.tiles_of(1)
    }

    #[inline]
    fn can_move(&self, player: Player) -> bool {
        self.hand[player.index()] > 0 || !(Standard.neighbours(self.penguins(player)) & self.free()).is_empty()
    }

    /// Gives the turn to the first player from `player` on who can move; those who cannot retire (1.6, 1.7).
    ///
    /// If nobody can, the game is over and the turn stays where it was (1.8).
    #[inline]
    fn give_turn(&mut self, player: Player) {
        let mut player = player;
        for _ in 0..N {
            if self.can_move(player) {
                self.turn = player;
                return;
            }
            self.retire(player);
            player = Self::next(player);
        }
    }

    #[inline]
    pub(crate) fn retire(&mut self, player: Player) {
        self.taken[player.index()] += self.ice.retire(player) as i16;
    }

    #[inline]
    pub(crate) fn slide(&mut self, player: Player, from: Hex, to: Hex) {
        self.taken[player.index()] += self.ice.slide(player, from, to) as i16;
    }
}

impl<const N: usize> Notated for Position<N> {
    fn move_text(&self, mv: Move) -> String {
        mv.text(Standard.geometry())
    }
}

impl<const N: usize> Game for Position<N> {
    type Move = Move;

    #[inline]
    fn players(&self) -> usize {
        N
    }

    #[inline]
    fn turn(&self) -> Turn {
        let nobody_is_left = self.ice.occupied().is_empty() && !self.is_placement();
        if nobody_is_left { Turn::Over } else { Turn::Of(self.turn) }
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.hand(self.turn) > 0 {
            return self.places().into_iter().for_each(|hex| visit(Move::Place(hex)));
        }
        let (geometry, free) = (Standard.geometry(), self.free());
        for from in self.penguins(self.turn) {
            for to in geometry.slides(from, free) {
                visit(Move::Slide { from, to });
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let player = self.turn;
        match mv {
            Move::Place(hex) => {
                self.ice.place(player, hex);
                self.hand[player.index()] -= 1;
            }
            Move::Slide { from, to } => self.slide(player, from, to),
        }
        self.give_turn(Self::next(player));
    }

    #[inline]
    fn score(&self, player: Player) -> Score {
        Score::from(self.taken[player.index()])
    }
}

impl<const N: usize> Keyed for Position<N> {
    const MOVE_BITS: u32 = 13;

    #[inline]
    fn key(&self) -> u64 {
        let hands = Player::first(N).fold(0, |key, player| key ^ zobrist::hand(player, self.hand(player)));
        self.ice.key() ^ zobrist::turn(self.turn) ^ hands
    }

    #[inline]
    fn move_bits(mv: Move) -> u32 {
        mv.bits().into()
    }

    #[inline]
    fn move_of_bits(bits: u32) -> Move {
        Move::of_bits(bits as u16)
    }
}

impl TwoSided for Position<2> {
    #[inline]
    fn side(&self, player: Player) -> Side {
        if player.index() == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn margin(&self) -> Score {
        Score::from(self.taken[0]) - Score::from(self.taken[1])
    }
}
