use std::cmp::Reverse;

use floe_game::{Keyed, Score, Side, TwoSided};
use smallvec::SmallVec;

use crate::{Eval, History};

/// Moves, most promising first.
pub(crate) type MoveList<M> = SmallVec<[ScoredMove<M>; 96]>;

/// Move to be searched, with its score.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    /// Score that the move is ordered by.
    pub(crate) score: Score,
    /// Static evaluation of the position after it, for the side that makes it; `None` if not computed yet.
    pub(crate) static_eval: Option<Score>,
}

/// Move ordering of a thread: killer and history tables.
pub(crate) struct MoveOrdering<'a> {
    /// Bits of the last moves that refuted positions at each ply (Akl & Newborn 1977).
    killers: Vec<[u32; 2]>,
    /// History of each side, shared by all threads. With a history each, two threads need 5 % more nodes, because they disagree on which
    /// moves are late and reduced.
    history: &'a [History; 2],
}

const PLIES: usize = 256;

/// Score of the table move, above any evaluation.
pub(crate) const TABLE_MOVE: Score = 1 << 24;
/// Bonus of a killer, in 1/128 fish.
const KILLER: Score = 96;

impl<'a> MoveOrdering<'a> {
    pub(crate) fn new(history: &'a [History; 2]) -> MoveOrdering<'a> {
        MoveOrdering { killers: vec![[0; 2]; PLIES], history }
    }

    /// All moves of a position, ordered by move score, killers and history.
    #[inline]
    pub(crate) fn rank<G>(&self, game: &G, eval: &impl Eval<G>, table_move: u32, ply: usize) -> MoveList<G::Move>
    where
        G: Keyed + TwoSided,
    {
        let (killers, history) = (self.killers[ply], &self.history[game.side_to_move() as usize]);
        let mut moves = MoveList::new();
        game.for_each_move(|mv| {
            let bits = G::move_bits(mv);
            let score = if bits == table_move {
                TABLE_MOVE
            } else {
                let killer = if killers.contains(&bits) { KILLER } else { 0 };
                eval.move_score(game, mv) + killer + (history.score(bits) >> 5)
            };
            moves.push(ScoredMove { mv, score, static_eval: None });
        });
        moves.sort_by_key(|scored| Reverse(scored.score));
        moves
    }

    /// All moves of a position, ordered by the static evaluation after them.
    pub(crate) fn rank_evaluated<G: Keyed + TwoSided>(&self, game: &G, eval: &impl Eval<G>) -> MoveList<G::Move> {
        let mut moves = MoveList::new();
        game.for_each_move(|mv| moves.push(ScoredMove { mv, score: 0, static_eval: None }));
        self.evaluate_and_sort(game, eval, &mut moves);
        moves
    }

    /// Orders moves by the static evaluation after them.
    pub(crate) fn evaluate_and_sort<G>(&self, game: &G, eval: &impl Eval<G>, moves: &mut [ScoredMove<G::Move>])
    where
        G: Keyed + TwoSided,
    {
        evaluate_moves(game, eval, moves);
        let history = &self.history[game.side_to_move() as usize];
        for scored in moves.iter_mut() {
            scored.score = scored.static_eval.unwrap_or(0) + (history.score(G::move_bits(scored.mv)) >> 6);
        }
        moves.sort_by_key(|scored| Reverse(scored.score));
    }

    /// Rewards the last of `tried`, which refuted the position, and punishes the ones before it.
    pub(crate) fn reward(&mut self, tried: &[u32], side: Side, depth: i32, ply: usize) {
        let Some(&good) = tried.last() else { return };
        let killers = &mut self.killers[ply];
        if killers[0] != good {
            *killers = [good, killers[0]];
        }
        self.history[side as usize].reward(tried.iter().copied(), history_bonus(depth));
    }
}

/// History bonus of a move that refutes a position at this depth in plies.
pub(crate) fn history_bonus(depth: i32) -> Score {
    (depth * depth * 16).min(1600)
}

/// Number of positions to evaluate in one batch.
pub(crate) const LANES: usize = 8;

/// Computes the static evaluations of the positions after these moves.
pub(crate) fn evaluate_moves<G: TwoSided>(game: &G, eval: &impl Eval<G>, moves: &mut [ScoredMove<G::Move>]) {
    let side = game.side_to_move();
    for moves in moves.chunks_mut(LANES) {
        let mut children = SmallVec::<[G; LANES]>::new();
        for scored in moves.iter_mut() {
            let child = game.after(scored.mv);
            if child.is_over() {
                scored.static_eval = Some(child.margin_of(side));
            } else {
                children.push(child);
            }
        }
        let mut values = [0; LANES];
        eval.evaluate_batch(&children, &mut values[..children.len()]);
        let open = moves.iter_mut().filter(|scored| scored.static_eval.is_none());
        for ((scored, child), value) in open.zip(&children).zip(values) {
            scored.static_eval = Some(if child.side_to_move() == side { value } else { -value });
        }
    }
}
