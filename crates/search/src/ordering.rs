use floe_game::{Keyed, Score, Side, TwoSided};
use smallvec::SmallVec;

use crate::Eval;

/// Moves with what they promise, best first.
pub(crate) type Ranked<M> = SmallVec<[(Score, M); 96]>;

/// What a thread has learned about which moves are good, whatever the position.
pub(crate) struct Memory {
    /// Moves that refuted something at the same ply, by their bits (Akl & Newborn 1977).
    killers: Vec<[u16; 2]>,
    /// How well a move has done, for each side, by its bits (Schaeffer 1983).
    history: [Vec<i16>; 2],
}

const PLIES: usize = 256;
const MOVE_BITS: usize = 1 << 13;

/// Ranks above anything that an evaluation promises.
const TABLE_MOVE: Score = 1 << 24;
const KILLER: Score = 96;

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { killers: vec![[0; 2]; PLIES], history: [vec![0; MOVE_BITS], vec![0; MOVE_BITS]] }
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
        let history = &self.history[side as usize];
        let killers = self.killers[ply];
        let mut ranked = Ranked::new();
        game.for_each_move(|mv| {
            let bits = G::move_bits(mv);
            let promise = if bits == table_move {
                TABLE_MOVE
            } else if deep {
                value_of_child(game, mv, eval, side) + Score::from(history[usize::from(bits) % MOVE_BITS] >> 6)
            } else {
                let killer = if killers.contains(&bits) { KILLER } else { 0 };
                eval.promise(game, mv) + killer + Score::from(history[usize::from(bits) % MOVE_BITS] >> 5)
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
        self.nudge(side, good, bonus);
        bad.iter().for_each(|&bits| self.nudge(side, bits, -bonus));
    }

    /// Moves towards the limit more slowly the nearer it is, so that the table never overflows.
    fn nudge(&mut self, side: Side, bits: u16, bonus: Score) {
        let value = &mut self.history[side as usize][usize::from(bits) % MOVE_BITS];
        let old = Score::from(*value);
        *value = (old + bonus - old * bonus.abs() / 16384) as i16;
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
