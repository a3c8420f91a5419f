//! Games small enough to check by hand, for testing algorithms.

use std::fmt;

use rand::Rng;

use crate::{Chance, Counted, Game, Keyed, Notated, Player, Sampled, Score, Side, Turn, TwoSided, Veiled};

/// A row of numbers from which the players in turn take one from either end; what it shows is theirs.
///
/// With `N` players each plays for itself; with two it is two-sided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ends<const N: usize> {
    row: [i8; 16],
    left: u8,
    right: u8,
    scores: [Score; N],
}

impl<const N: usize> Ends<N> {
    /// The game with this row.
    ///
    /// # Panics
    /// If the row has more than 16 numbers.
    pub fn new(numbers: &[i8]) -> Self {
        let mut row = [0; 16];
        row[..numbers.len()].copy_from_slice(numbers);
        Ends { row, left: 0, right: numbers.len() as u8, scores: [0; N] }
    }

    fn mover(&self) -> usize {
        (self.row.len() - usize::from(self.right - self.left)) % N
    }
}

/// Which end is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// The left one.
    Left,
    /// The right one.
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
        if self.left == self.right { Turn::Over } else { Turn::Of(Player::new(self.mover())) }
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
        let taken = match end {
            End::Left => {
                self.left += 1;
                self.left - 1
            }
            End::Right => {
                self.right -= 1;
                self.right
            }
        };
        self.scores[mover] += Score::from(self.row[usize::from(taken)]);
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
        if bits == Self::move_bits(End::Left) { End::Left } else { End::Right }
    }
}

impl<const N: usize> Notated for Ends<N> {
    fn move_text(&self, end: End) -> String {
        end.to_string()
    }
}

impl TwoSided for Ends<2> {
    fn side(&self, player: Player) -> Side {
        if player.index() == 0 { Side::First } else { Side::Second }
    }

    fn margin(&self) -> Score {
        self.scores[0] - self.scores[1]
    }
}

impl<const N: usize> Counted for Ends<N> {}
impl<const N: usize> Chance for Ends<N> {}
impl<const N: usize> Veiled for Ends<N> {}
impl<const N: usize> Sampled for Ends<N> {
    fn random_move(&self, rng: &mut impl Rng) -> Option<End> {
        match self.right - self.left {
            0 => None,
            1 => Some(End::Left),
            _ => Some(if rng.next_u32().is_multiple_of(2) { End::Left } else { End::Right }),
        }
    }
}

/// The numbers from 0 to 4 face down in a row: the second player knows where they lie, the first does not.
///
/// The players in turn take one. The first turns it up, the second does not. Everybody scores what it has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceDown {
    /// The numbers that are left, as far as they are known.
    row: [Option<u8>; 5],
    left: u8,
    /// Sets of numbers, as bits: taken by each player; and in a view those of which it is not known where they are.
    taken: [u8; 2],
    unknown: u8,
}

/// The number at a place, counted from the left, is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Take {
    /// The place.
    pub place: u8,
    /// The number, if it is turned up.
    pub number: Option<u8>,
}

impl FaceDown {
    /// The game with this row.
    pub fn new(row: [u8; 5]) -> FaceDown {
        FaceDown { row: row.map(Some), left: 5, taken: [0; 2], unknown: 0 }
    }

    /// All ways in which the numbers that are unknown may lie from `place` on; the second player has taken the rest.
    fn fill(self, place: usize, visit: &mut impl FnMut(FaceDown)) {
        if place == usize::from(self.left) {
            return visit(FaceDown { taken: [self.taken[0], self.taken[1] | self.unknown], unknown: 0, ..self });
        }
        for number in (0..5).filter(|number| self.unknown >> number & 1 != 0) {
            let mut world = FaceDown { unknown: self.unknown & !(1 << number), ..self };
            world.row[place] = Some(number);
            world.fill(place + 1, visit);
        }
    }
}

impl Game for FaceDown {
    type Move = Take;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Of(Player::new(usize::from(5 - self.left) % 2)) }
    }

    fn for_each_move(&self, visit: impl FnMut(Take)) {
        (0..self.left).map(|place| Take { place, number: None }).for_each(visit);
    }

    fn play(&mut self, Take { place, number }: Take) {
        let number = self.row[usize::from(place)].or(number);
        if let Some(number) = number {
            self.taken[usize::from(5 - self.left) % 2] |= 1 << number;
            self.unknown &= !(1 << number);
        }
        self.row.copy_within(usize::from(place) + 1.., usize::from(place));
        self.row[4] = None;
        self.left -= 1;
    }

    fn score(&self, player: Player) -> Score {
        (0..5).filter(|number| self.taken[player.index()] >> number & 1 != 0).sum()
    }
}

impl Sampled for FaceDown {}

impl Veiled for FaceDown {
    fn view(&self, player: Player) -> FaceDown {
        if player.index() == 1 {
            return *self;
        }
        FaceDown { row: [None; 5], taken: [self.taken[0], 0], unknown: !self.taken[0] & 0b11111, ..*self }
    }

    fn observed(&self, Take { place, number }: Take, _player: Player) -> Take {
        let is_shown = self.turn() == Turn::Of(Player::new(0));
        Take { place, number: self.row[usize::from(place)].or(number).filter(|_| is_shown) }
    }

    fn for_each_world(&self, mut visit: impl FnMut(FaceDown)) {
        if self.unknown == 0 { visit(*self) } else { self.fill(0, &mut visit) }
    }

    fn draw_world(&self, rng: &mut impl Rng) -> FaceDown {
        let mut worlds = Vec::new();
        self.for_each_world(|world| worlds.push(world));
        worlds[rng.next_u32() as usize % worlds.len()]
    }
}
