use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use floe_game::{Keyed, Score, Side, TwoSided};
use smallvec::SmallVec;

use crate::Eval;

/// Moves with what they promise, best first.
pub(crate) type Ranked<M> = SmallVec<[(Score, M); 96]>;

/// How well a move has done, for each side, by its bits, whatever the position (Schaeffer 1983).
///
/// All threads of a search learn from one another: with a history each, two of them needed 5 % more nodes, because late
/// moves are reduced, and so what is late had better be the same for everybody.
pub(crate) struct History {
    sides: [Vec<AtomicI16>; 2],
}

/// What a thread has learned about which moves are good.
pub(crate) struct Memory<'a> {
    /// Moves that refuted something at the same ply, by their bits (Akl & Newborn 1977).
    killers: Vec<[u16; 2]>,
    history: &'a History,
}

const PLIES: usize = 256;
const MOVE_BITS: usize = 1 << 13;

/// Ranks above anything that an evaluation promises.
const TABLE_MOVE: Score = 1 << 24;
const KILLER: Score = 96;

impl History {
    pub(crate) fn new() -> History {
        let none = || (0..MOVE_BITS).map(|_| AtomicI16::new(0)).collect();
        History { sides: [none(), none()] }
    }

    #[inline]
    fn of(&self, side: Side, bits: u16) -> Score {
        self.sides[side as usize][usize::from(bits) % MOVE_BITS].load(Relaxed).into()
    }

    /// Moves towards the limit more slowly the nearer it is, so that the table never overflows.
    fn nudge(&self, side: Side, bits: u16, bonus: Score) {
        let value = &self.sides[side as usize][usize::from(bits) % MOVE_BITS];
        let old = Score::from(value.load(Relaxed));
        // What another thread has added in between is lost: a hint less.
        value.store((old + bonus - old * bonus.abs() / 16384) as i16, Relaxed);
    }
}

impl<'a> Memory<'a> {
    pub(crate) fn new(history: &'a History) -> Memory<'a> {
        Memory { killers: vec![[0; 2]; PLIES], history }
    }

    /// All moves of a position, most promising first.
    ///
    /// `deep` says that much hangs on the order, so that it is worth evaluating every child.
    #[inline]
    pub(crate) fn rank<G, E>(&self, game: &G, eval: &E, table_move: u16, ply: usize, deep: bool) -> Ranked<G::Move>
    where
        G: Keyed + TwoSided,
        E: Eval<G>,
    {
        let side = game.side_to_move();
        let killers = self.killers[ply];
        let mut ranked = Ranked::new();
        game.for_each_move(|mv| {
            let bits = G::move_bits(mv);
            let promise = if bits == table_move {
                TABLE_MOVE
            } else if deep {
                value_of_child(game, mv, eval, side) + (self.history.of(side, bits) >> 6)
            } else {
                let killer = if killers.contains(&bits) { KILLER } else { 0 };
                eval.promise(game, mv) + killer + (self.history.of(side, bits) >> 5)
            };
            ranked.push((promise, mv));
        });
        ranked.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        ranked
    }

    /// Remembers that the last of `tried` refuted the position and the ones before it did not.
    pub(crate) fn reward(&mut self, tried: &[u16], side: Side, depth: i32, ply: usize) {
        let Some((&good, bad)) = tried.split_last() else { return };
        let killers = &mut self.killers[ply];
        if killers[0] != good {
            *killers = [good, killers[0]];
        }
        let bonus = (depth * depth * 16).min(1600);
        self.history.nudge(side, good, bonus);
        bad.iter().for_each(|&bits| self.history.nudge(side, bits, -bonus));
    }
}

#[inline]
fn value_of_child<G: TwoSided>(game: &G, mv: G::Move, eval: &impl Eval<G>, side: Side) -> Score {
    let child = game.after(mv);
    if child.is_over() {
        return child.margin_of(side);
    }
    let value = eval.evaluate(&child);
    if child.side_to_move() == side { value } else { -value }
}
