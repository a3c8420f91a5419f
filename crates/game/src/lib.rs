//! What a game is, and what can be done with any game.
//!
//! A [`Game`] says whose turn it is, which moves there are, what a move does, and what everybody has scored. What
//! only some games can say are capabilities of their own: a key for tables ([`Keyed`]), two sides with a margin
//! between them ([`TwoSided`]), counting moves without making them ([`Counted`]), a say for chance ([`Chance`]),
//! information that players do not share ([`Veiled`]). An algorithm asks for what it
//! needs, and the compiler checks it.
//!
//! Here live the algorithms that play no better than any other: [`perft()`], random [`walk`]s, and [`conformance`], the suite that every
//! game must pass.

mod chance;
pub mod conformance;
mod interval;
mod perft;
mod player;
pub mod toy;
mod veiled;
mod walk;

use std::fmt::Debug;

pub use chance::{Chance, Staked};
pub use interval::Interval;
pub use perft::{divide, perft};
pub use player::{Player, Side};
use smallvec::SmallVec;
pub use veiled::Veiled;
pub use walk::{Sampled, walk};

/// What a player has, as one number: more is better. What a unit is worth the game says.
pub type Score = i32;

/// The moves of a position; as many as are usual stay on the stack.
pub type Moves<M> = SmallVec<[M; 96]>;

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This player has to move, and can.
    Of(Player),
    /// Nobody: the game has ended and the scores are final.
    Over,
}

/// A position of a game, with its rules.
///
/// A position is a small value that is copied and played on; there is no undo.
pub trait Game: Copy + Debug {
    /// One thing that a player can do at its turn.
    type Move: Copy + Eq + Ord + Debug + Send + Sync;

    /// How many players the game began with, retired ones included.
    fn players(&self) -> usize;

    /// Whose turn it is. A player whose turn it is has at least one move.
    fn turn(&self) -> Turn;

    /// Calls `visit` with every legal move, once each, in an order that depends on the position only.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// Makes a legal move.
    ///
    /// # Panics
    /// It may panic, and may leave nonsense behind, where the move is not legal.
    fn play(&mut self, mv: Self::Move);

    /// What `player` has so far; when the game is over, its result.
    ///
    /// # Panics
    /// It may, if there is no such player in the game.
    fn score(&self, player: Player) -> Score;

    /// Every legal move, once each.
    fn moves(&self) -> Moves<Self::Move> {
        let mut moves = Moves::new();
        self.for_each_move(|mv| moves.push(mv));
        moves
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    fn after(mut self, mv: Self::Move) -> Self {
        self.play(mv);
        self
    }

    /// Whether the game has ended.
    #[inline]
    fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }
}

/// A game whose positions have a key for tables.
pub trait Keyed: Game {
    /// The width of [`move_bits`](Self::move_bits): every value is below two to this power.
    const MOVE_BITS: u32;

    /// A hash of all that decides how the game goes on from here; scores made so far have no part in it.
    fn key(&self) -> u64;

    /// A number that tells this move from every other of the same position. Never zero.
    fn move_bits(mv: Self::Move) -> u32;

    /// The move with these bits, for which a move of the position must have been asked before.
    fn move_of_bits(bits: u32) -> Self::Move;
}

/// A game between two sides, where all that counts at the end is the difference of their scores.
pub trait TwoSided: Game {
    /// The side that a player belongs to.
    fn side(&self, player: Player) -> Side;

    /// The score so far of the first side minus that of the second.
    fn margin(&self) -> Score;

    /// The margin so far seen from this side.
    #[inline]
    fn margin_of(&self, side: Side) -> Score {
        match side {
            Side::First => self.margin(),
            Side::Second => -self.margin(),
        }
    }

    /// The side of the player to move; when the game is over, the first.
    #[inline]
    fn side_to_move(&self) -> Side {
        match self.turn() {
            Turn::Of(player) => self.side(player),
            Turn::Over => Side::First,
        }
    }
}

/// A game whose moves are written in a notation.
pub trait Notated: Game {
    /// How a legal move is written here.
    fn move_text(&self, mv: Self::Move) -> String;
}

/// A game that can count its moves without making a list of them.
pub trait Counted: Game {
    /// How many legal moves there are.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// How many lines of exactly two moves there are.
    fn count_pairs(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|mv| count += self.after(mv).count_moves());
        count
    }
}
