//! The suite finds a game that does not keep its promises: one that keeps all but one of them
//! fails.

use std::panic::catch_unwind;

use floe_game::toy::{End, Ends};
use floe_game::{Counted, Game, Keyed, Player, Sampled, Score, Turn, conformance};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Fault of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    /// One of the moves comes twice.
    MoveTwice,
    /// A player has the turn and no moves.
    NoMoves,
    /// A game that is over has moves.
    MovesAfterTheEnd,
    /// The turn is of a player who is not there.
    Stranger,
    /// Moves are counted wrong.
    Count,
    /// Pairs of moves are counted wrong.
    Pairs,
    /// A move is drawn that is not legal.
    IllegalDraw,
    /// Nothing is drawn although there are moves.
    NoDraw,
    /// The game goes on for ever.
    Endless,
}

/// Taking numbers from the ends of a row, with a fault. Of the bits of a move it keeps `BITS`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Faulty<const BITS: u32> {
    game: Ends<2>,
    fault: Fault,
}

impl<const BITS: u32> Game for Faulty<BITS> {
    type Move = End;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match (self.game.turn(), self.fault) {
            (Turn::Of(_), Fault::Stranger) => Turn::Of(Player::new(3)),
            (turn, _) => turn,
        }
    }

    fn for_each_move(&self, mut visit: impl FnMut(End)) {
        match self.fault {
            Fault::NoMoves => return,
            Fault::MoveTwice if !self.game.is_over() => visit(End::Left),
            Fault::MovesAfterTheEnd if self.game.is_over() => visit(End::Left),
            _ => {}
        }
        self.game.for_each_move(visit);
    }

    fn play(&mut self, mv: End) {
        if self.fault != Fault::Endless {
            self.game.play(mv);
        }
    }

    fn score(&self, player: Player) -> Score {
        self.game.score(player)
    }
}

impl<const BITS: u32> Keyed for Faulty<BITS> {
    const MOVE_BITS: u32 = 2;

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn move_bits(mv: End) -> u32 {
        Ends::<2>::move_bits(mv) & BITS
    }

    fn move_of_bits(bits: u32) -> End {
        Ends::<2>::move_of_bits(bits)
    }
}

impl<const BITS: u32> Counted for Faulty<BITS> {
    fn count_moves(&self) -> u64 {
        self.game.count_moves() + u64::from(self.fault == Fault::Count)
    }

    fn count_pairs(&self) -> u64 {
        self.game.count_pairs() + u64::from(self.fault == Fault::Pairs)
    }
}

impl<const BITS: u32> Sampled for Faulty<BITS> {
    fn random_move(&self, rng: &mut impl Rng) -> Option<End> {
        match self.fault {
            Fault::NoDraw => None,
            Fault::IllegalDraw => Some(End::Right),
            _ => self.game.random_move(rng),
        }
    }
}

/// Verdict of the suite on a game whose move bits are cut down to `BITS`.
fn verdict<const BITS: u32>(fault: Fault) -> Result<(), String> {
    let game = Faulty::<BITS> {
        game: Ends::new(&[3, 1, 4, 1, 5]),
        fault,
    };
    catch_unwind(|| conformance::check(&game, 20, &mut Xoshiro256PlusPlus::seed_from_u64(1)))
        .map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[test]
fn toys_conform() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    conformance::check(&Ends::<2>::new(&[3, 1, 4, 1, 5, 9, 2, 6]), 20, rng);
    conformance::check(&Ends::<3>::new(&[2, 7, 1, 8, 2, 8]), 20, rng);
}

#[test]
fn a_good_game_passes() {
    assert_eq!(verdict::<{ u32::MAX }>(Fault::None), Ok(()));
}

#[test]
fn every_fault_is_found() {
    for (fault, message) in [
        (Fault::MoveTwice, "every move comes once"),
        (Fault::NoMoves, "a player whose turn it is has a move"),
        (Fault::MovesAfterTheEnd, "pairs of moves are counted right"),
        (Fault::Stranger, "the turn is a player's of the game"),
        (Fault::Count, "moves are counted right"),
        (Fault::Pairs, "pairs of moves are counted right"),
        (Fault::IllegalDraw, "was drawn and is not legal"),
        (Fault::NoDraw, "a player whose turn it is has a move"),
        (Fault::Endless, "the game does not end"),
    ] {
        let found = verdict::<{ u32::MAX }>(fault).expect_err("a fault");
        assert!(
            found.contains(message),
            "{fault:?} is found, and called\n{found}"
        );
    }
}

#[test]
fn faults_of_move_bits_are_found() {
    // Left has the bits 1 and right 2: one bit cannot distinguish them, or leaves nothing of one.
    assert!(
        verdict::<1>(Fault::None)
            .unwrap_err()
            .contains("the bits of a move are not zero")
    );
    assert!(
        verdict::<4>(Fault::None)
            .unwrap_err()
            .contains("every move has bits of its own")
    );
}
