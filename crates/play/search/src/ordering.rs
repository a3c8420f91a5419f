use std::cmp::Reverse;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use floe_game::{Keyed, Score, Side, TwoSided};
use smallvec::SmallVec;

use crate::Eval;

pub(crate) type MoveList<M> = SmallVec<[ScoredMove<M>; 96]>;

#[derive(Clone, Copy)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    /// Score that the move is ordered by, in the units of scores; the highest is searched first.
    pub(crate) score: Score,
    /// Static evaluation of the position after it, for the side that makes it; `None` if not
    /// computed yet.
    pub(crate) static_eval: Option<Score>,
}

pub(crate) struct MoveOrdering<'a> {
    /// The last two moves that refuted positions at each ply, by their [`Keyed::move_bits`], the
    /// newer one first; zero for none (Akl & Newborn 1977).
    killers: Vec<[u32; 2]>,
    /// History of each side, shared by all threads. With a history each, two threads need 5 % more
    /// nodes, because they disagree on which moves are late and reduced.
    history: &'a [History; 2],
    weights: OrderingWeights,
}

/// Bonuses of killers and of history scores by which a search orders moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderingWeights {
    /// Bonus of a killer, in the units of scores; 96 by default.
    pub killer: Score,
    /// Bonus of a move with the highest history score where moves are ordered by cheap scores, in
    /// the units of scores; 512 by default. A bonus of history must be at most 131,071.
    pub history: Score,
    /// Bonus of a move with the highest history score where moves are ordered by static evaluation;
    /// 256 by default.
    pub evaluated_history: Score,
    /// Gain of the history score of a move that refutes a position, as a factor of the squared
    /// depth; 16 by default.
    pub history_gain: Score,
    /// Largest gain of a history score at once, at most 16,384; 1600 by default.
    pub most_history_gain: Score,
}

impl Default for OrderingWeights {
    fn default() -> OrderingWeights {
        OrderingWeights {
            killer: 96,
            history: 512,
            evaluated_history: 256,
            history_gain: 16,
            most_history_gain: 1600,
        }
    }
}

impl OrderingWeights {
    /// Gain of the history score of a move that refutes a position at this depth in plies.
    pub(crate) fn gain(&self, depth: i32) -> Score {
        (depth * depth * self.history_gain).min(self.most_history_gain)
    }
}

const PLIES: usize = 256;

/// Score of the table move, above any evaluation.
pub(crate) const TABLE_MOVE: Score = 1 << 24;

impl<'a> MoveOrdering<'a> {
    pub(crate) fn new(history: &'a [History; 2], weights: OrderingWeights) -> MoveOrdering<'a> {
        MoveOrdering {
            killers: vec![[0; 2]; PLIES],
            history,
            weights,
        }
    }

    /// All moves of a position, ordered by move score, killers and history.
    #[inline]
    pub(crate) fn rank<G>(
        &self,
        game: &G,
        eval: &impl Eval<G>,
        table_move: u32,
        ply: usize,
    ) -> MoveList<G::Move>
    where
        G: Keyed + TwoSided,
    {
        let killers = self.killers[ply];
        let history = &self.history[game.side_to_move() as usize];
        let OrderingWeights {
            killer: killer_bonus,
            history: most,
            ..
        } = self.weights;
        let mut moves = MoveList::new();
        game.for_each_move(|mv| {
            let bits = G::move_bits(mv);
            let score = if bits == table_move {
                TABLE_MOVE
            } else {
                let killer = if killers.contains(&bits) {
                    killer_bonus
                } else {
                    0
                };
                eval.move_score(game, mv) + killer + history.bonus(bits, most)
            };
            moves.push(ScoredMove {
                mv,
                score,
                static_eval: None,
            });
        });
        sort_by_score(&mut moves);
        moves
    }

    /// All moves of a position, ordered by the static evaluation after them.
    pub(crate) fn rank_evaluated<G: Keyed + TwoSided>(
        &self,
        game: &G,
        eval: &impl Eval<G>,
    ) -> MoveList<G::Move> {
        let mut moves = MoveList::new();
        game.for_each_move(|mv| {
            moves.push(ScoredMove {
                mv,
                score: 0,
                static_eval: None,
            });
        });
        self.evaluate_and_sort(game, eval, &mut moves);
        moves
    }

    /// Orders moves by the static evaluation after them.
    pub(crate) fn evaluate_and_sort<G>(
        &self,
        game: &G,
        eval: &impl Eval<G>,
        moves: &mut [ScoredMove<G::Move>],
    ) where
        G: Keyed + TwoSided,
    {
        evaluate_moves(game, eval, moves);
        let history = &self.history[game.side_to_move() as usize];
        let most = self.weights.evaluated_history;
        for scored in moves.iter_mut() {
            scored.score =
                scored.static_eval.unwrap_or(0) + history.bonus(G::move_bits(scored.mv), most);
        }
        sort_by_score(moves);
    }

    /// Rewards the last of `tried`, which refuted the position, and punishes the ones before it.
    pub(crate) fn reward(&mut self, tried: &[u32], side: Side, depth: i32, ply: usize) {
        let Some(&good) = tried.last() else { return };
        let killers = &mut self.killers[ply];
        if killers[0] != good {
            *killers = [good, killers[0]];
        }
        self.history[side as usize].reward(tried.iter().copied(), self.weights.gain(depth));
    }
}

/// Sorts moves by their scores, the highest first, and equal ones in their order: a function of its
/// own, so that it is compiled once for all searches of a kind of moves.
fn sort_by_score<M>(moves: &mut [ScoredMove<M>]) {
    moves.sort_by_key(|scored| Reverse(scored.score));
}

/// Number of positions to evaluate in one batch.
pub(crate) const LANES: usize = 8;

/// Computes the static evaluations of the positions after these moves.
pub(crate) fn evaluate_moves<G: TwoSided>(
    game: &G,
    eval: &impl Eval<G>,
    moves: &mut [ScoredMove<G::Move>],
) {
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
        let open = moves
            .iter_mut()
            .filter(|scored| scored.static_eval.is_none());
        for ((scored, child), value) in open.zip(&children).zip(values) {
            scored.static_eval = Some(if child.side_to_move() == side {
                value
            } else {
                -value
            });
        }
    }
}

/// History table: how often a move, known by its [`Keyed::move_bits`], refuted positions of any
/// kind (Schaeffer 1983).
///
/// Only a hint: threads may share it, and an update may get lost to another at the same time.
#[derive(Debug)]
pub struct History(Vec<AtomicI16>);

const HISTORY_ENTRIES: usize = 1 << 13;
/// Bound of all history scores, as a power of two.
const HISTORY_BITS: u32 = 14;
const HISTORY_LIMIT: Score = 1 << HISTORY_BITS;

impl Default for History {
    fn default() -> History {
        History((0..HISTORY_ENTRIES).map(|_| AtomicI16::new(0)).collect())
    }
}

impl History {
    fn entry(&self, bits: u32) -> &AtomicI16 {
        &self.0[bits as usize % HISTORY_ENTRIES]
    }

    /// History score of the move with these [`move_bits`](floe_game::Keyed::move_bits), from -16384
    /// to 16384: higher if the move refuted more positions; 0 if it was never tried.
    #[inline]
    pub fn score(&self, bits: impl Into<u32>) -> Score {
        self.entry(bits.into()).load(Relaxed).into()
    }

    /// Bonus of the move with these bits in the order of moves, if the highest score is worth
    /// `most`.
    #[inline]
    pub(crate) fn bonus(&self, bits: u32, most: Score) -> Score {
        (self.score(bits) * most) >> HISTORY_BITS
    }

    /// Raises the score of the last move of `tried`, which refuted a position, and lowers the
    /// scores of the moves before it. Moves are given by their
    /// [`move_bits`](floe_game::Keyed::move_bits). A score of 0 changes by `bonus`, which is from 0
    /// to 16384. A score changes less the nearer it is to the end of the range towards which it
    /// moves.
    pub fn reward(&self, tried: impl DoubleEndedIterator<Item: Into<u32>>, bonus: Score) {
        let mut bad = tried;
        let Some(good) = bad.next_back() else { return };
        self.adjust(good.into(), bonus);
        bad.for_each(|bits| self.adjust(bits.into(), -bonus));
    }

    /// Adds a bonus, which shrinks as the score nears the limit, so that nothing overflows.
    fn adjust(&self, bits: u32, bonus: Score) {
        let entry = self.entry(bits);
        let old = Score::from(entry.load(Relaxed));
        entry.store(
            (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16,
            Relaxed,
        );
    }
}

/// Late-move reductions of a selective search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reductions {
    /// Divisor, above zero, of the number of plies by which late moves are searched less deep. For
    /// the move with this index from 0 the number is `1/2 + log2(depth) * log2(index + 1) /
    /// divisor`, rounded down. By default 3.2, tuned in matches at 10,000 and 40,000 nodes a move.
    pub divisor: f64,
    /// Least depth, in plies, at which moves are searched less deep; 3 by default.
    pub depth: i32,
    /// Number of moves of a position that are never searched less deep; 3 by default.
    pub full_moves: usize,
}

impl Default for Reductions {
    fn default() -> Reductions {
        Reductions {
            divisor: 3.2,
            depth: 3,
            full_moves: 3,
        }
    }
}

impl Reductions {
    /// Plies by which to search a late move less deep, the move with this index from 0: more the
    /// deeper the search and the later the move.
    ///
    /// `1/2 + log2(depth) * log2(index + 1) / divisor`, rounded down.
    #[inline]
    pub(crate) fn plies(&self, depth: i32, index: usize) -> i32 {
        if depth < self.depth || index < self.full_moves {
            return 0;
        }
        let of_depth = LOGARITHMS[(depth as usize).min(REDUCTIONS - 1)];
        let of_index = LOGARITHMS[index.min(REDUCTIONS - 1) + 1];
        (0.5 + of_depth * of_index / self.divisor) as i32
    }
}

/// Number of depths, and of moves, that differ in their reduction.
const REDUCTIONS: usize = 64;

/// Binary logarithms, that of 0 as 0.
static LOGARITHMS: [f64; REDUCTIONS + 1] = {
    let mut logarithms = [0.0; REDUCTIONS + 1];
    let mut n = 1;
    while n <= REDUCTIONS {
        logarithms[n] = log2(n);
        n += 1;
    }
    logarithms
};

/// Binary logarithm, linear between powers of two.
const fn log2(n: usize) -> f64 {
    let exponent = n.ilog2();
    exponent as f64 + n as f64 / (1_u64 << exponent) as f64 - 1.0
}
