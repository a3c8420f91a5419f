//! Views of players, in a game that hides something and in one that hides nothing.

use floe_game::toy::Ends;
use floe_game::{Game, Player, Sampled, Score, Turn, Veiled, conformance};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The numbers from 0 to 4 face down in a row: the second player knows where they lie, the first
/// does not.
///
/// The players in turn take one. The first turns it up, the second does not. Every player scores
/// what it has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FaceDown {
    /// The numbers that are left, as far as they are known.
    row: [Option<u8>; 5],
    left: u8,
    /// Sets of numbers, as bits: taken by each player; and in a view those of which it is not known
    /// where they are.
    taken: [u8; 2],
    unknown: u8,
}

/// The number at a place, counted from the left, is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Take {
    /// The place.
    pub(crate) place: u8,
    /// The number, if it is turned up.
    pub(crate) number: Option<u8>,
}

impl FaceDown {
    /// The game with this row.
    pub(crate) fn new(row: [u8; 5]) -> FaceDown {
        FaceDown {
            row: row.map(Some),
            left: 5,
            taken: [0; 2],
            unknown: 0,
        }
    }

    /// All ways in which the numbers that are unknown may lie from `place` on; the second player
    /// has taken the rest.
    fn fill(self, place: usize, visit: &mut impl FnMut(FaceDown)) {
        if place == usize::from(self.left) {
            return visit(FaceDown {
                taken: [self.taken[0], self.taken[1] | self.unknown],
                unknown: 0,
                ..self
            });
        }
        for number in (0..5).filter(|number| self.unknown >> number & 1 != 0) {
            let mut world = FaceDown {
                unknown: self.unknown & !(1 << number),
                ..self
            };
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
        if self.left == 0 {
            Turn::Over
        } else {
            Turn::Of(Player::new(usize::from(5 - self.left) % 2))
        }
    }

    fn for_each_move(&self, visit: impl FnMut(Take)) {
        (0..self.left)
            .map(|place| Take {
                place,
                number: None,
            })
            .for_each(visit);
    }

    fn play(&mut self, Take { place, number }: Take) {
        let number = self.row[usize::from(place)].or(number);
        if let Some(number) = number {
            self.taken[usize::from(5 - self.left) % 2] |= 1 << number;
            self.unknown &= !(1 << number);
        }
        self.row
            .copy_within(usize::from(place) + 1.., usize::from(place));
        self.row[4] = None;
        self.left -= 1;
    }

    fn score(&self, player: Player) -> Score {
        (0..5)
            .filter(|number| self.taken[player.index()] >> number & 1 != 0)
            .sum()
    }
}

impl Sampled for FaceDown {}

impl Veiled for FaceDown {
    fn view(&self, player: Player) -> FaceDown {
        if player.index() == 1 {
            return *self;
        }
        FaceDown {
            row: [None; 5],
            taken: [self.taken[0], 0],
            unknown: !self.taken[0] & 0b11111,
            ..*self
        }
    }

    fn observed(&self, Take { place, number }: Take, _player: Player) -> Take {
        let is_shown = self.turn() == Turn::Of(Player::new(0));
        Take {
            place,
            number: self.row[usize::from(place)].or(number).filter(|_| is_shown),
        }
    }

    fn for_each_world(&self, mut visit: impl FnMut(FaceDown)) {
        if self.unknown == 0 {
            visit(*self);
        } else {
            self.fill(0, &mut visit);
        }
    }

    fn draw_world(&self, rng: &mut impl Rng) -> FaceDown {
        let mut worlds = Vec::new();
        self.for_each_world(|world| worlds.push(world));
        worlds[rng.next_u32() as usize % worlds.len()]
    }
}

#[test]
fn views_conform() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    conformance::check_views(&Ends::<3>::new(&[2, 7, 1, 8, 2, 8]), 20, rng);
    conformance::check_views(&FaceDown::new([3, 1, 4, 0, 2]), 20, rng);
    let mut worlds = 0;
    FaceDown::new([3, 1, 4, 0, 2])
        .view(Player::new(0))
        .for_each_world(|_| worlds += 1);
    assert_eq!(worlds, 120, "every order of five numbers");
}
