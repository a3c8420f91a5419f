//! Games small enough to check by hand, for testing algorithms.

use std::fmt;

use rand::Rng;

use crate::{
    Chance, Counted, Game, Keyed, Notated, Player, Sampled, Score, Turn, TwoSided, Veiled,
};

/// Toy game: a row of numbers. `N` players in turn take the number at either end of the row and add
/// it to their score, until the row is empty. Two-sided with two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ends<const N: usize> {
    row: [i8; 16],
    left: u8,
    right: u8,
    scores: [Score; N],
}

impl<const N: usize> Ends<N> {
    /// Starts a game with these numbers in a row, all scores being 0.
    ///
    /// # Panics
    /// If there are more than 16 numbers.
    pub fn new(numbers: &[i8]) -> Self {
        let mut row = [0; 16];
        row[..numbers.len()].copy_from_slice(numbers);
        Ends {
            row,
            left: 0,
            right: numbers.len() as u8,
            scores: [0; N],
        }
    }

    fn mover(&self) -> usize {
        (self.row.len() - usize::from(self.right - self.left)) % N
    }
}

/// Move of [`Ends`]: the end of the row from which the player to move takes the number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// The player takes the first number of the row.
    Left,
    /// The player takes the last number of the row.
    Right,
}

/// `left` or `right`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if *self == End::Left { "left" } else { "right" })
    }
}

impl<const N: usize> Game for Ends<N> {
    type Move = End;

    fn players(&self) -> usize {
        N
    }

    fn turn(&self) -> Turn {
        if self.left == self.right {
            Turn::Over
        } else {
            Turn::Of(Player::new(self.mover()))
        }
    }

    fn for_each_move(&self, mut visit: impl FnMut(End)) {
        if self.left < self.right {
            visit(End::Left);
        }
        if self.left + 1 < self.right {
            visit(End::Right);
        }
    }

    fn play(&mut self, end: End) {
        let mover = self.mover();
        let index = if end == End::Left {
            self.left
        } else {
            self.right - 1
        };
        match end {
            End::Left => self.left += 1,
            End::Right => self.right -= 1,
        }
        self.scores[mover] += Score::from(self.row[usize::from(index)]);
    }

    fn score(&self, player: Player) -> Score {
        self.scores[player.index()]
    }
}

impl<const N: usize> Keyed for Ends<N> {
    const MOVE_BITS: u32 = 2;

    fn key(&self) -> u64 {
        (u64::from(self.left) << 8 | u64::from(self.right)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn move_bits(end: End) -> u32 {
        1 + end as u32
    }

    fn move_of_bits(bits: u32) -> End {
        if bits == Self::move_bits(End::Left) {
            End::Left
        } else {
            End::Right
        }
    }
}

impl<const N: usize> Notated for Ends<N> {
    fn move_text(&self, end: End) -> String {
        end.to_string()
    }
}

impl TwoSided for Ends<2> {}

impl<const N: usize> Counted for Ends<N> {}
impl<const N: usize> Chance for Ends<N> {}
impl<const N: usize> Veiled for Ends<N> {}
impl<const N: usize> Sampled for Ends<N> {
    fn random_move(&self, rng: &mut impl Rng) -> Option<End> {
        match self.right - self.left {
            0 => None,
            1 => Some(End::Left),
            _ => Some(if rng.next_u32().is_multiple_of(2) {
                End::Left
            } else {
                End::Right
            }),
        }
    }
}
