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

/// A row of numbers below four that lie face down: the second player knows them, the first does not.
///
/// The first turns up one of them, which is its own; the second exchanges two neighbours, and does not show which. The last one is the
/// second player's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceDown {
    /// The numbers that are left, of which the viewer knows all or none.
    row: [Option<u8>; 5],
    left: u8,
    /// How often each number lies among those that the viewer does not know.
    unknown: [u8; 4],
    scores: [Score; 2],
    is_first: bool,
}

/// A move of [`FaceDown`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Peek {
    /// The number at a place is taken; which one it is, if that is told.
    Take(u8, Option<u8>),
    /// The number at a place and the next are exchanged; no place if that is hidden.
    Exchange(Option<u8>),
}

impl FaceDown {
    /// The game with this row, nothing masked.
    ///
    /// # Panics
    /// If a number is above three.
    pub fn new(row: [u8; 5]) -> FaceDown {
        assert!(row.iter().all(|&number| number < 4), "numbers are below four");
        FaceDown { row: row.map(Some), left: 5, unknown: [0; 4], scores: [0; 2], is_first: true }
    }

    /// The worlds in which the numbers from `place` on are in any order.
    fn fill(self, place: usize, visit: &mut impl FnMut(FaceDown)) {
        if place == usize::from(self.left) || self.row[place].is_some() {
            return visit(self);
        }
        for number in 0..4 {
            if self.unknown[number] > 0 {
                let mut world = self;
                world.unknown[number] -= 1;
                world.row[place] = Some(number as u8);
                world.fill(place + 1, visit);
            }
        }
    }
}

impl Game for FaceDown {
    type Move = Peek;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.left == 1 { Turn::Over } else { Turn::Of(Player::new(usize::from(!self.is_first))) }
    }

    fn for_each_move(&self, mut visit: impl FnMut(Peek)) {
        match self.turn() {
            Turn::Over => {}
            Turn::Of(_) if self.is_first => (0..self.left).for_each(|place| visit(Peek::Take(place, None))),
            Turn::Of(_) => (1..self.left).for_each(|place| visit(Peek::Exchange(Some(place - 1)))),
        }
    }

    fn play(&mut self, mv: Peek) {
        self.is_first = !self.is_first;
        match mv {
            Peek::Take(place, told) => {
                let number = self.row[usize::from(place)].or(told).expect("a number that is masked is told");
                self.unknown[usize::from(number)] -= u8::from(self.row[usize::from(place)].is_none());
                self.row.copy_within(usize::from(place) + 1.., usize::from(place));
                self.row[4] = None;
                self.left -= 1;
                self.scores[0] += Score::from(number);
            }
            Peek::Exchange(Some(place)) => self.row.swap(usize::from(place), usize::from(place) + 1),
            Peek::Exchange(None) => {}
        }
    }

    /// The last number counts once the game is over, for those who know it.
    fn score(&self, player: Player) -> Score {
        let last = if self.is_over() && player.index() == 1 { self.row[0].unwrap_or(0) } else { 0 };
        self.scores[player.index()] + Score::from(last)
    }
}

impl Sampled for FaceDown {}

impl Veiled for FaceDown {
    fn view(&self, player: Player) -> FaceDown {
        let mut view = *self;
        if player.index() == 0 {
            self.row.iter().flatten().for_each(|&number| view.unknown[usize::from(number)] += 1);
            view.row = [None; 5];
        }
        view
    }

    fn observed(&self, mv: Peek, player: Player) -> Peek {
        match mv {
            Peek::Take(place, told) => Peek::Take(place, self.row[usize::from(place)].or(told)),
            Peek::Exchange(_) if player.index() == 0 => Peek::Exchange(None),
            Peek::Exchange(place) => Peek::Exchange(place),
        }
    }

    fn for_each_world(&self, mut visit: impl FnMut(FaceDown)) {
        self.fill(0, &mut visit);
    }

    fn draw_world(&self, rng: &mut impl Rng) -> FaceDown {
        let mut worlds = Vec::new();
        self.for_each_world(|world| worlds.push(world));
        worlds[rng.next_u32() as usize % worlds.len()]
    }
}
