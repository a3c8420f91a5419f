//! Interface of a game, and the algorithms that need no search.
//!
//! A [`Game`] gives the turn, the legal moves, the effect of a move, and the scores. Further traits are capabilities of
//! some games: a hash key for tables ([`Keyed`]), two sides with a margin between them ([`TwoSided`]), bulk counting of
//! moves ([`Counted`]), chance ([`Chance`]), hidden information ([`Veiled`]). An algorithm requires in its bounds what
//! it needs.
//!
//! The algorithms are [`perft()`], random [`walk`]s, and [`conformance`], the suite that every game must pass. Readers
//! of positions share [`Field`], a part of a line that knows its column, and [`PositionError`]; texts share [`counted`]
//! and [`NoListedMove`].

mod chance;
pub mod conformance;
mod interval;
mod notation;
mod perft;
mod player;
pub mod toy;
mod wording;

use std::fmt::Debug;

pub use chance::{Chance, Sampled, Staked, Veiled, walk};
pub use interval::Interval;
pub use notation::{Field, KeyWords, PositionError, Problem, read_turn, required_words};
pub use perft::{count_pairs_singly, divide, perft};
pub use player::{Player, Side};
use smallvec::SmallVec;
pub use wording::{NoListedMove, counted};

/// Score of a player: more is better. The game defines the unit.
pub type Score = i32;

/// Score of one point in every game, be it a fish, a penguin or an animal. The rest of a score breaks ties, and is at
/// most half as much either way.
pub const POINT: Score = 128;

/// Moves of a position; up to 96 stay on the stack.
pub type Moves<M> = SmallVec<[M; 96]>;

/// Player to move, or the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Player to move, which has a legal move.
    Of(Player),
    /// The game is over and the scores are final.
    Over,
}

/// Position of a game, with its rules: a small value to copy and to play on, without undo.
pub trait Game: Copy + Debug {
    /// Move of a player.
    type Move: Copy + Eq + Ord + Debug + Send + Sync;

    /// Number of players, retired ones included.
    fn players(&self) -> usize;

    /// The player to move, who has at least one legal move, or the end of the game.
    fn turn(&self) -> Turn;

    /// Calls `visit` with every legal move, once each, in an order that depends on the position only.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// Makes a legal move.
    ///
    /// # Panics
    /// May panic if the move is illegal, or leave a meaningless position.
    fn play(&mut self, mv: Self::Move);

    /// Score of a player so far; when the game is over, its result.
    ///
    /// # Panics
    /// May panic if the game has no such player.
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

    /// Whether the game is over.
    #[inline]
    fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }
}

/// Game whose positions have a hash key for tables.
pub trait Keyed: Game {
    /// Width of [`move_bits`](Self::move_bits) in bits.
    const MOVE_BITS: u32;

    /// Hash of everything that the rest of the game depends on, which excludes the scores so far.
    fn key(&self) -> u64;

    /// Number of a move, unique in its position and never zero.
    fn move_bits(mv: Self::Move) -> u32;

    /// The move with these bits, as [`move_bits`](Self::move_bits) returns them.
    fn move_of_bits(bits: u32) -> Self::Move;
}

/// Game between two sides that is decided by the difference of their scores.
pub trait TwoSided: Game {
    /// The side of a player.
    fn side(&self, player: Player) -> Side;

    /// Score of the first side so far minus that of the second.
    fn margin(&self) -> Score;

    /// Margin so far from the perspective of a side.
    #[inline]
    fn margin_of(&self, side: Side) -> Score {
        match side {
            Side::First => self.margin(),
            Side::Second => -self.margin(),
        }
    }

    /// The side to move; when the game is over, the first.
    #[inline]
    fn side_to_move(&self) -> Side {
        match self.turn() {
            Turn::Of(player) => self.side(player),
            Turn::Over => Side::First,
        }
    }
}

/// Game with a notation for its moves.
pub trait Notated: Game {
    /// Writes a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Writes the moves of a line from this position; in games with chance they may lack their outcomes.
    fn line_text(&self, moves: &[Self::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.move_text(mv)).collect()
    }
}

/// Writes moves that follow each other, each in the position before it: [`line_text`](Notated::line_text) of games
/// whose notation needs that position. A choice is followed by its likeliest outcome.
pub fn line_in_play<G: Notated + Chance>(start: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = *start;
    let text = |&mv: &G::Move| {
        let text = position.move_text(mv);
        position.play(position.likeliest_outcome(mv));
        text
    };
    moves.iter().map(text).collect()
}

/// Game that counts its moves without listing them.
pub trait Counted: Game {
    /// Number of legal moves.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Number of sequences of exactly two moves.
    fn count_pairs(&self) -> u64 {
        count_pairs_singly(self)
    }
}
