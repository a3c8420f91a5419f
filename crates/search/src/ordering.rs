use floe_game::{Keyed, Score, Side, TwoSided};
use smallvec::SmallVec;

use crate::{Eval, History};

/// Moves, most promising first.
pub(crate) type Ranked<M> = SmallVec<[Prospect<M>; 96]>;

/// A move that is not searched yet.
#[derive(Clone, Copy)]
pub(crate) struct Prospect<M> {
    pub(crate) mv: M,
    /// What it is ranked by.
    pub(crate) promise: Score,
    /// What an evaluation says of the position after it, for the side that makes it, if it was asked.
    pub(crate) guess: Option<Score>,
}

/// What a thread has learned about which moves are good.
pub(crate) struct Memory<'a> {
    /// Moves that refuted something at the same ply, by their bits (Akl & Newborn 1977).
    killers: Vec<[u32; 2]>,
    /// How well moves have done, for each side; threads learn from one another: with a history each, two of them needed 5 % more
    /// nodes, because late moves are reduced, and so what is late had better be the same for everybody.
    history: &'a [History; 2],
}

const PLIES: usize = 256;

/// Ranks above anything that an evaluation promises.
const TABLE_MOVE: Score = 1 << 24;
const KILLER: Score = 96;

impl<'a> Memory<'a> {
    pub(crate) fn new(history: &'a [History; 2]) -> Memory<'a> {
        Memory { killers: vec![[0; 2]; PLIES], history }
    }

    /// All moves of a position, most promising at first sight first.
    #[inline]
    pub(crate) fn rank<G, E>(&self, game: &G, eval: &E, table_move: u32, ply: usize) -> Ranked<G::Move>
    where
        G: Keyed + TwoSided,
        E: Eval<G>,
    {
        let (killers, history) = (self.killers[ply], &self.history[game.side_to_move() as usize]);
        let mut ranked = Ranked::new();
        game.for_each_move(|mv| {
            let bits = G::move_bits(mv);
            let promise = if bits == table_move {
                TABLE_MOVE
            } else {
                let killer = if killers.contains(&bits) { KILLER } else { 0 };
                eval.promise(game, mv) + killer + (history.of(bits) >> 5)
            };
            ranked.push(Prospect { mv, promise, guess: None });
        });
        ranked.sort_by_key(|prospect| std::cmp::Reverse(prospect.promise));
        ranked
    }

    /// All moves of a position, the one first of which an evaluation says most: where much hangs on the order.
    pub(crate) fn rank_evaluated<G, E>(&self, game: &G, eval: &E) -> Ranked<G::Move>
    where
        G: Keyed + TwoSided,
        E: Eval<G>,
    {
        let mut ranked = Ranked::new();
        game.for_each_move(|mv| ranked.push(Prospect { mv, promise: 0, guess: None }));
        self.evaluate(game, eval, &mut ranked);
        ranked
    }

    /// Puts moves into that order.
    pub(crate) fn evaluate<G, E>(&self, game: &G, eval: &E, prospects: &mut [Prospect<G::Move>])
    where
        G: Keyed + TwoSided,
        E: Eval<G>,
    {
        guess(game, eval, prospects);
        let history = &self.history[game.side_to_move() as usize];
        for prospect in prospects.iter_mut() {
            prospect.promise = prospect.guess.unwrap_or(0) + (history.of(G::move_bits(prospect.mv)) >> 6);
        }
        prospects.sort_by_key(|prospect| std::cmp::Reverse(prospect.promise));
    }

    /// Remembers that the last of `tried` refuted the position and the ones before it did not.
    pub(crate) fn reward(&mut self, tried: &[u32], side: Side, depth: i32, ply: usize) {
        let Some(&good) = tried.last() else { return };
        let killers = &mut self.killers[ply];
        if killers[0] != good {
            *killers = [good, killers[0]];
        }
        let bonus = (depth * depth * 16).min(1600);
        self.history[side as usize].reward(tried.iter().copied(), bonus);
    }
}

/// So many positions are evaluated together.
pub(crate) const ABREAST: usize = 8;

/// Asks the evaluation about the positions after these moves.
pub(crate) fn guess<G: TwoSided>(game: &G, eval: &impl Eval<G>, prospects: &mut [Prospect<G::Move>]) {
    let side = game.side_to_move();
    for prospects in prospects.chunks_mut(ABREAST) {
        let mut children = SmallVec::<[G; ABREAST]>::new();
        for prospect in prospects.iter_mut() {
            let child = game.after(prospect.mv);
            if child.is_over() {
                prospect.guess = Some(child.margin_of(side));
            } else {
                children.push(child);
            }
        }
        let mut values = [0; ABREAST];
        eval.evaluate_each(&children, &mut values[..children.len()]);
        let asked = prospects.iter_mut().filter(|prospect| prospect.guess.is_none());
        for ((prospect, child), value) in asked.zip(&children).zip(values) {
            prospect.guess = Some(if child.side_to_move() == side { value } else { -value });
        }
    }
}
