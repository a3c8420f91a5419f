#![doc = include_str!("../README.md")]
//!
//! A [`Game`] gives the turn, the legal moves, the effect of a move, and the scores. Further traits
//! are capabilities of some games: a hash key for tables ([`Keyed`]), two sides with a margin
//! between them ([`TwoSided`]), bulk counting of moves ([`Counted`]), chance ([`Chance`]), hidden
//! information ([`Veiled`]). An algorithm requires in its bounds what it needs.
//!
//! The algorithms are [`perft()`], random [`walk`]s, and [`conformance`], the suite that every game
//! must pass. Readers of positions share [`Field`], a part of a line that knows its column, and
//! [`PositionError`]; texts share [`counted`] and [`NoListedMove`].
//!
//! Copy, play, forget. A position is a `Copy` value: 48 to 72 bytes in the base game, 40 to 112 in
//! the card and lake games, 136 to 320 in variants. There is no undo.
//!
//! Sign by player, not by ply. Retired players are skipped, so two plies in a row can belong to one
//! side. `TwoSided::side` names the side to move; alpha-beta turns the window only where the side
//! changes. The same trait makes two sides of any number of players: `Paranoid` is one against the
//! rest, or against one of them at a time.

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
pub use notation::{
    DraftError, DraftField, DraftPlaces, DraftReading, EXPECTED_TURN, Field, KeyWords,
    PositionError, Problem, read_turn, required_words,
};
pub use perft::{count_pairs_singly, divide, perft};
pub use player::{Player, Side};
use smallvec::SmallVec;
pub use wording::{NoListedMove, counted, listed, percent};

/// Score of a player, in a unit that each game defines; higher is better for that player.
pub type Score = i32;

/// Score of one point of the game, be it a fish, a penguin or an animal. A score is `POINT` times
/// the points, plus a rest that breaks ties and is at most `POINT / 2` either way.
pub const POINT: Score = 128;

/// Moves of a position; up to 96 stay on the stack. Programs use it as a slice: the type behind the
/// name may change.
pub type Moves<M> = SmallVec<[M; 96]>;

/// Player to move, or that the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The player who is to move, and has a legal move.
    Of(Player),
    /// The game is over and the scores are final.
    Over,
}

/// Position of a game, with its rules: a small value to copy and to play on, without undo.
pub trait Game: Copy + Debug {
    /// Move of a player, with the outcome of chance if the game has chance.
    type Move: Copy + Eq + Ord + Debug + Send + Sync;

    /// Number of players that the game began with, retired ones included.
    fn players(&self) -> usize;

    /// The player to move, who has at least one legal move, or [`Turn::Over`].
    fn turn(&self) -> Turn;

    /// Calls `visit` with every legal move of the player to move, once each, in an order that
    /// depends on the position only. Never when the game is over.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// Makes a legal move of the player to move: this position becomes the position after the move.
    ///
    /// # Panics
    /// May panic if the move is illegal, or leave a meaningless position.
    fn play(&mut self, mv: Self::Move);

    /// Score that a player has in this position; when the game is over, the final result of that
    /// player.
    ///
    /// # Panics
    /// May panic if the game has no such player.
    fn score(&self, player: Player) -> Score;

    /// Every legal move of the player to move, once each, in the order of
    /// [`for_each_move`](Game::for_each_move); none when the game is over.
    fn moves(&self) -> Moves<Self::Move> {
        let mut moves = Moves::new();
        self.for_each_move(|mv| moves.push(mv));
        moves
    }

    /// The position after a legal move of the player to move; as [`play`](Game::play), but on a
    /// copy.
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
    /// Number of bits that [`move_bits`](Self::move_bits) needs: all its results are below `1 <<
    /// MOVE_BITS`.
    const MOVE_BITS: u32;

    /// Hash of everything that the rest of the game depends on. Positions that differ only in the
    /// scores so far have the same key.
    fn key(&self) -> u64;

    /// Number of a move, never zero, which no other move of the same position has.
    fn move_bits(mv: Self::Move) -> u32;

    /// The move whose number is `bits`: `move_of_bits(move_bits(mv)) == mv`. Other numbers give a
    /// meaningless move or a panic.
    fn move_of_bits(bits: u32) -> Self::Move;
}

/// Game between two sides that is decided by the margin, the difference between the scores of the
/// sides. The defaults are for two players, each a side.
pub trait TwoSided: Game {
    /// The side that a player belongs to; by default player A is the first side, and player B the
    /// second.
    #[inline]
    fn side(&self, player: Player) -> Side {
        if player.index() == 0 {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Margin so far from the perspective of the first side: its score minus the score of the
    /// second side; by default the score of player A minus the score of player B.
    #[inline]
    fn margin(&self) -> Score {
        self.score(Player::new(0)) - self.score(Player::new(1))
    }

    /// Margin so far from the perspective of `side`: its score minus the score of the other side.
    #[inline]
    fn margin_of(&self, side: Side) -> Score {
        match side {
            Side::First => self.margin(),
            Side::Second => -self.margin(),
        }
    }

    /// The side of the player to move; when the game is over, the first side.
    #[inline]
    fn side_to_move(&self) -> Side {
        match self.turn() {
            Turn::Of(player) => self.side(player),
            Turn::Over => Side::First,
        }
    }
}

/// Game with a notation for its moves, defined in `docs/notation.md`.
pub trait Notated: Game {
    /// Writes `mv`, a legal move in this position, in the notation of the game.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Writes moves that follow each other from this position, one text a move. In games with
    /// chance the moves may be choices without their outcomes.
    fn line_text(&self, moves: &[Self::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.move_text(mv)).collect()
    }
}

/// Writes moves that follow each other from `start`, one text a move, by playing them. Games in
/// which the notation of a move depends on its position implement [`line_text`](Notated::line_text)
/// by it. After a choice without an outcome the likeliest outcome is played.
pub fn line_in_play<G: Notated + Chance>(start: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = *start;
    let text = |&mv: &G::Move| {
        let text = position.move_text(mv);
        position.play(position.likeliest_outcome(mv));
        text
    };
    moves.iter().map(text).collect()
}

/// Game that can count its moves, faster than by a list of moves where a game overrides the
/// defaults.
pub trait Counted: Game {
    /// Number of legal moves of the player to move, as [`moves`](Game::moves) lists them: with
    /// chance every outcome of a choice counts. 0 when the game is over.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Number of sequences of exactly two moves from here: the replies to all legal moves together;
    /// moves after which the game is over have none.
    fn count_pairs(&self) -> u64 {
        count_pairs_singly(self)
    }
}
