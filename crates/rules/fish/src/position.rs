//! The player to move can move. A player who cannot move in its turn retires (rule 1.7) at once:
//! after a move, and when a position is read. No search ever meets a player without a move, except
//! when the game is over.

use std::ops::Deref;

use floe_game::{
    Chance, Counted, Game, Keyed, Notated, Player, Sampled, Score, Turn, TwoSided, Veiled,
};
use floe_hex::{Hex, HexSet, Layout, Standard, Tally};
use rand::{Rng, RngExt};

use crate::notation::Description;
use crate::{Board, Move, Value, zobrist};

/// Position of the base game for `N` players.
///
/// The player to move always has a legal move, except when the game is over: a player without one
/// retires as soon as the turn reaches it (1.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const N: usize> {
    board: Board<N>,
    taken: [i16; N],
    hand: [u8; N],
    turn: Player,
}

const _: () = assert!(
    size_of::<Position<2>>() <= 72
        && size_of::<Position<3>>() <= 72
        && size_of::<Position<4>>() <= 72
);

/// A position is read like its board.
impl<const N: usize> Deref for Position<N> {
    type Target = Board<N>;

    #[inline]
    fn deref(&self) -> &Board<N> {
        &self.board
    }
}

impl<const N: usize> Position<N> {
    /// Creates the position described, without checking the description.
    ///
    /// A description that was read is valid. Any other should be one that the reader accepts: each
    /// tile of one kind, penguins on tiles of the outline, hands that placing in turn can leave.
    ///
    /// # Panics
    /// If the description is for another number of players, or the player to move is none of them.
    pub fn new(description: &Description) -> Self {
        assert_eq!(description.players, N, "a position for {N} players");
        let mut position = Position {
            board: Board::WATER,
            taken: [0; N],
            hand: [0; N],
            turn: description.turn,
        };
        for (fish, tiles) in (1..).zip(description.tiles) {
            tiles
                .into_iter()
                .for_each(|hex| position.board.lay(hex, fish));
        }
        for player in Player::first(N) {
            let index = player.index();
            description.penguins[index]
                .into_iter()
                .for_each(|hex| position.board.place(player, hex));
            position.taken[index] = description.taken[index].score() as i16;
            position.hand[index] = description.hand[index];
        }
        position.give_turn(description.turn);
        position
    }

    /// Number of penguins that `player` still has to place.
    ///
    /// # Panics
    /// If the game has no such player.
    #[inline]
    pub fn hand(&self, player: Player) -> u8 {
        self.hand[player.index()]
    }

    /// Number of penguins that all players together still have to place.
    pub fn in_hand(&self) -> usize {
        self.hand.into_iter().map(usize::from).sum()
    }

    /// Fish and tiles that `player` has taken so far; when the game is over, the result of
    /// `player`.
    ///
    /// # Panics
    /// If the game has no such player.
    #[inline]
    pub fn taken(&self, player: Player) -> Value {
        Value::from_score(self.score(player))
    }

    /// The player to move; when the game is over, the player who had the last turn.
    #[inline]
    pub fn last_turn(&self) -> Player {
        self.turn
    }

    /// Whether any player still has penguins to place.
    #[inline]
    pub fn is_placement(&self) -> bool {
        self.hand != [0; N]
    }

    /// The next player in turn order, retired or not.
    #[inline]
    fn next(player: Player) -> Player {
        let next = player.index() + 1;
        Player::new(if next == N { 0 } else { next })
    }

    /// The tiles on which a penguin can be placed (1.4).
    #[inline]
    pub(crate) fn places(&self) -> HexSet {
        self.free() & self.tiles_of(1)
    }

    #[inline]
    fn can_move(&self, player: Player) -> bool {
        self.hand[player.index()] > 0
            || !(Standard.neighbours(self.penguins(player)) & self.free()).is_empty()
    }

    /// Gives the turn to the first player from `player` on with a legal move; players without one
    /// retire (1.6, 1.7).
    ///
    /// If no player has one, the game is over and the turn does not change (1.8).
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
    fn retire(&mut self, player: Player) {
        self.taken[player.index()] += self.board.retire(player) as i16;
    }

    #[inline]
    fn slide(&mut self, player: Player, from: Hex, to: Hex) {
        self.taken[player.index()] += self.board.slide(player, from, to) as i16;
    }

    /// Draws a slide of one of the penguins on `own`, each with the same probability, if one
    /// exists.
    #[inline]
    fn random_slide(&self, own: HexSet, free: HexSet, rng: &mut impl Rng) -> Option<(Hex, Hex)> {
        let rays = Standard.rays(own, free);
        let count = rays.count();
        if count == 0 {
            return None;
        }
        let (direction, to) = rays.nth(rng.random_range(0..count))?;
        // The nearest penguin behind is the one that slides.
        let behind = Standard.geometry().ray(to, direction.opposite()) & own;
        let first = behind.first()?;
        let last = behind.last()?;
        Some((if direction.is_forward() { last } else { first }, to))
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
        let is_over = self.occupied().is_empty() && !self.is_placement();
        if is_over {
            Turn::Over
        } else {
            Turn::Of(self.turn)
        }
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.hand(self.turn) > 0 {
            return self
                .places()
                .into_iter()
                .for_each(|hex| visit(Move::Place(hex)));
        }
        let geometry = Standard.geometry();
        let free = self.free();
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
                self.board.place(player, hex);
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
        let hands = Player::first(N).fold(0, |key, player| {
            key ^ zobrist::hand(player, self.hand(player))
        });
        self.board.key ^ zobrist::turn(self.turn) ^ hands
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

impl TwoSided for Position<2> {}

impl<const N: usize> Counted for Position<N> {
    #[inline]
    fn count_moves(&self) -> u64 {
        if self.hand(self.turn) > 0 {
            return u64::from(self.places().len());
        }
        u64::from(Standard.rays(self.penguins(self.turn), self.free()).count())
    }

    /// Number of replies to all moves together, without making the moves.
    ///
    /// For the next player a move changes one thing: it blocks the hex on which it ends. (The hex
    /// that it leaves was blocked before.) So the number of replies is that in this position, times
    /// the number of moves, less the slides that each move blocks.
    #[inline]
    fn count_pairs(&self) -> u64 {
        let mover = self.turn;
        let next = Self::next(self.turn);
        let free = self.free();
        let places = self.hand(mover) > 0;
        if self.hand(next) > 0 && places {
            // The next player has one tile less to choose from.
            let count = u64::from(self.places().len());
            return count * (count - 1);
        }
        let penguins = self.penguins(next);
        // With at most one free neighbour the next player may lose its last move, and the turn
        // passes on: count one by one.
        if self.hand(next) > 0 || !(Standard.neighbours(penguins) & free).is_several() {
            return floe_game::count_pairs_singly(self);
        }
        let replies = Standard.rays(penguins, free);
        let (count, ends) = if places {
            (self.places().len(), Tally::once(self.places()))
        } else {
            let moves = Standard.rays(self.penguins(mover), free);
            (moves.count(), Tally::of(&moves))
        };
        u64::from(count) * u64::from(replies.count()) - Standard.slides_lost(&replies, &ends)
    }
}

impl<const N: usize> Chance for Position<N> {}
impl<const N: usize> Veiled for Position<N> {}

impl<const N: usize> Sampled for Position<N> {
    #[inline]
    fn random_move(&self, rng: &mut impl Rng) -> Option<Move> {
        if self.hand(self.turn) > 0 {
            let places = self.places();
            return places
                .nth(rng.random_range(0..places.len()))
                .map(Move::Place);
        }
        let slide = self.random_slide(self.penguins(self.turn), self.free(), rng);
        slide.map(|(from, to)| Move::Slide { from, to })
    }

    /// Plays the game that [`Sampled::random_move`] plays move by move with the same random
    /// numbers.
    #[inline]
    fn playout(&self, rng: &mut impl Rng) -> Self {
        let mut game = *self;
        while game.is_placement() {
            let place = game
                .random_move(rng)
                .expect("a tile for every penguin in hand");
            game.play(place);
        }
        // The next ply depends on nothing but the free tiles, and each move removes one of them.
        let mut free = game.free();
        let mut player = game.turn;
        loop {
            match game.random_slide(game.penguins(player), free, rng) {
                Some((from, to)) => {
                    game.slide(player, from, to);
                    free.remove(to);
                    game.turn = player;
                }
                None => {
                    game.retire(player);
                    if game.is_over() {
                        return game;
                    }
                }
            }
            player = Self::next(player);
        }
    }
}
