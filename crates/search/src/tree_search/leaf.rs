use std::sync::Mutex;

use floe_game::{Chance, Game, Keyed, Player, Sampled, Score};
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use smallvec::SmallVec;

use super::tree::{LeafMove, Selection};
use crate::{EvalAll, Payoffs, scores};

/// Win probability of every player, by [`Player::index`], each from 0 to 1; zero for those who are not in the game.
pub type WinProbabilities = [f32; Player::MAX];

/// Win probabilities of zero.
pub(super) const NOTHING: WinProbabilities = [0.0; Player::MAX];

/// Estimate of win probabilities without playouts, from which the tree search [`Puct`](super::Puct) takes the value of
/// a leaf and the priors of its moves.
pub trait PolicyValue<G: Game> {
    /// Whether [`quick`](Self::quick) differs from [`win_probabilities`](Self::win_probabilities): then the best move
    /// of a leaf gets both. False by default.
    const HAS_QUICK: bool = false;

    /// Win probability of every player in `game`, in which the game may be over.
    fn win_probabilities(&self, game: &G) -> WinProbabilities;

    /// Quick estimate of the win probability of every player, to compare the moves of a leaf; by default the full one.
    fn quick(&self, game: &G) -> WinProbabilities {
        self.win_probabilities(game)
    }

    /// [Quick](Self::quick) estimates of several positions, which overwrite `estimates`, one for each position.
    fn quick_batch(&self, games: &[G], estimates: &mut [WinProbabilities]) {
        for (estimate, game) in estimates.iter_mut().zip(games) {
            *estimate = self.quick(game);
        }
    }

    /// Win probability of every player, if the result is known before the game is over; `None`, the default, if it is
    /// not.
    fn terminal_value(&self, _game: &G) -> Option<WinProbabilities> {
        None
    }
}

/// Moves of the player to move in a leaf of the tree, in the order in which a search tries them.
pub type LeafMoves = SmallVec<[LeafMove; 96]>;

/// State of one thread of a tree search, which lasts from visit to visit.
#[derive(Debug)]
pub struct VisitContext {
    /// Random numbers of this thread, for chance and playouts.
    pub rng: Xoshiro256PlusPlus,
    /// Index, in the list of moves of the root from 0, of the move with which the current visit began; `None` as long
    /// as it is at the root.
    pub root_move: Option<usize>,
}

/// Evaluation of the leaves of a tree search, and the formula that selects moves.
pub trait LeafEvaluator<G: Game>: Sync {
    /// Formula that selects the moves by which a visit descends the tree.
    const SELECTION: Selection;
    /// Number of visits after which a node below the root gets edges, one for each move.
    const EXPANSION_VISITS: u32 = 1;
    /// Whether [`line_value`](Self::line_value) depends on the end of the line alone: then the value of a line is the
    /// mean over the ends of its branches.
    const IS_VALUE_OF_END: bool = false;

    /// Prepares for a new search; called once at the start of each.
    fn begin(&mut self) {}

    /// Estimated win probability of every player in a position without edges, in which the game may be over.
    fn evaluate(&self, game: &G, context: &mut VisitContext) -> WinProbabilities;

    /// Win probability of every player, if the result is known before the game is over; such a position gets no edges.
    /// `None`, the default, if it is not known.
    fn terminal_value(&self, _game: &G) -> Option<WinProbabilities> {
        None
    }

    /// Choices of `player`, who is to move in the leaf `game`, with priors and values; and the win probability of every
    /// player in the leaf. If that is `None`, the visit goes on to one of the choices.
    fn expand(&self, game: &G, player: Player, context: &mut VisitContext) -> (LeafMoves, Option<WinProbabilities>);

    /// Final score of every player, to report for a line that ends in the position `end`. `root_move` is the index,
    /// from 0 in the list of moves of the root, of its first move.
    fn line_value(&self, root_move: usize, end: &G) -> Payoffs;
}

/// Leaf evaluation of [`Puct`](super::Puct): the value of a leaf is that of its best move, found by quick estimates, so
/// that every visit looks one ply beyond the tree.
#[derive(Clone, Copy, Debug)]
pub struct Policy<E> {
    pub(super) estimator: E,
    /// Difference of win probability that makes priors differ e-fold.
    pub(super) temperature: f32,
}

impl<G: Keyed + Chance, E: PolicyValue<G> + EvalAll<G> + Sync> LeafEvaluator<G> for Policy<E> {
    const SELECTION: Selection = Selection::Puct;
    const IS_VALUE_OF_END: bool = true;

    #[inline]
    fn evaluate(&self, game: &G, _context: &mut VisitContext) -> WinProbabilities {
        self.estimator.win_probabilities(game)
    }

    #[inline]
    fn terminal_value(&self, game: &G) -> Option<WinProbabilities> {
        self.estimator.terminal_value(game)
    }

    #[inline]
    fn expand(&self, game: &G, player: Player, _context: &mut VisitContext) -> (LeafMoves, Option<WinProbabilities>) {
        let mut moves = LeafMoves::new();
        let mut estimates = SmallVec::<[WinProbabilities; 96]>::new();
        // A few positions at a time, which stay in the cache.
        let mut after = SmallVec::<[G; EVALUATED_TOGETHER]>::new();
        // With chance, the choice that each position after it belongs to, and its probability.
        let mut outcomes = SmallVec::<[(usize, f32); 96]>::new();
        game.for_each_choice(|choice| {
            game.for_each_outcome(choice, |mv, probability| {
                if after.len() == EVALUATED_TOGETHER {
                    self.evaluate_quickly(&mut after, &mut estimates);
                }
                after.push(game.after(mv));
                if G::HAS_CHANCE {
                    outcomes.push((moves.len(), probability as f32));
                }
            });
            moves.push(LeafMove { bits: G::move_bits(choice), prior: 0.0, value: 0.0 });
        });
        self.evaluate_quickly(&mut after, &mut estimates);
        if G::HAS_CHANCE {
            let mut means = SmallVec::from_elem(NOTHING, moves.len());
            for (&(choice, probability), estimate) in outcomes.iter().zip(&estimates) {
                add(&mut means[choice], estimate, probability);
            }
            estimates = means;
        }
        let mut best = NOTHING;
        for (index, (mv, estimate)) in moves.iter_mut().zip(&estimates).enumerate() {
            mv.value = estimate[player.index()];
            if index == 0 || mv.value > best[player.index()] {
                best = *estimate;
            }
        }
        moves.sort_unstable_by(|a, b| b.value.total_cmp(&a.value).then(a.bits.cmp(&b.bits)));
        if E::HAS_QUICK {
            // The full estimate differs from the quick one mostly in what all moves share, so the difference for the
            // best applies to all.
            best = NOTHING;
            game.for_each_outcome(G::move_of_bits(moves[0].bits), |mv, probability| {
                add(&mut best, &self.estimator.win_probabilities(&game.after(mv)), probability as f32);
            });
            let difference = best[player.index()] - moves[0].value;
            moves.iter_mut().for_each(|mv| mv.value = (mv.value + difference).clamp(0.0, 1.0));
        }
        set_priors(&mut moves, self.temperature);
        (moves, Some(best))
    }

    fn line_value(&self, _root_move: usize, end: &G) -> Payoffs {
        self.estimator.evaluate_all(end)
    }
}

/// Number of positions that are evaluated together; a multiple of the number of lanes of any vector.
const EVALUATED_TOGETHER: usize = 16;

impl<E> Policy<E> {
    /// Takes the positions and appends their quick estimates.
    #[inline]
    fn evaluate_quickly<G: Game>(
        &self,
        after: &mut SmallVec<[G; EVALUATED_TOGETHER]>,
        estimates: &mut SmallVec<[WinProbabilities; 96]>,
    ) where
        E: PolicyValue<G>,
    {
        let known = estimates.len();
        estimates.resize(known + after.len(), NOTHING);
        self.estimator.quick_batch(after, &mut estimates[known..]);
        after.clear();
    }
}

#[inline]
fn add(sum: &mut WinProbabilities, estimate: &WinProbabilities, probability: f32) {
    sum.iter_mut().zip(estimate).for_each(|(sum, share)| *sum += share * probability);
}

/// Sets the priors to a softmax of the values at this temperature.
fn set_priors(moves: &mut [LeafMove], temperature: f32) {
    let best = moves.iter().map(|mv| mv.value).fold(0.0, f32::max);
    let mut sum = 0.0;
    for mv in &mut *moves {
        mv.prior = ((mv.value - best) / temperature).exp();
        sum += mv.prior;
    }
    moves.iter_mut().for_each(|mv| mv.prior /= sum);
}

/// Leaf evaluation of [`Uct`](super::Uct): a uniformly random playout. The players with the highest final score share
/// the win.
#[derive(Debug, Default)]
pub struct Playouts {
    /// Number of playouts through each move of the root, and the sums of their final scores.
    final_scores: Mutex<Vec<(i64, [i64; Player::MAX])>>,
}

impl<G: Keyed + Chance + Sampled> LeafEvaluator<G> for Playouts {
    const SELECTION: Selection = Selection::Ucb1;
    /// Two, since most leaves are visited once: their edges would waste room.
    const EXPANSION_VISITS: u32 = 2;

    fn begin(&mut self) {
        self.final_scores.get_mut().expect("no thread has panicked").clear();
    }

    fn evaluate(&self, game: &G, context: &mut VisitContext) -> WinProbabilities {
        let payoffs = scores(&game.playout(&mut context.rng));
        if let Some(root_move) = context.root_move {
            let mut final_scores = self.final_scores.lock().expect("no thread has panicked");
            if final_scores.len() <= root_move {
                final_scores.resize(root_move + 1, Default::default());
            }
            let (count, sums) = &mut final_scores[root_move];
            *count += 1;
            sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += i64::from(payoff));
        }
        let payoffs = &payoffs[..game.players()];
        let most = payoffs.iter().max().expect("there are players");
        let share = 1.0 / payoffs.iter().filter(|&payoff| payoff == most).count() as f32;
        let mut wins = NOTHING;
        wins.iter_mut().zip(payoffs).filter(|(_, payoff)| *payoff == most).for_each(|(win, _)| *win = share);
        wins
    }

    fn expand(&self, game: &G, _player: Player, context: &mut VisitContext) -> (LeafMoves, Option<WinProbabilities>) {
        let mut moves = LeafMoves::new();
        game.for_each_choice(|choice| moves.push(LeafMove { bits: G::move_bits(choice), prior: 0.0, value: 0.0 }));
        moves.shuffle(&mut context.rng);
        (moves, None)
    }

    /// Mean final scores of the playouts through the move; without any, the scores at the end of the line.
    fn line_value(&self, root_move: usize, end: &G) -> Payoffs {
        let final_scores = self.final_scores.lock().expect("no thread has panicked");
        let mean =
            |(count, sums): &(i64, [i64; Player::MAX])| sums.map(|sum| (sum as f64 / *count as f64).round() as Score);
        final_scores.get(root_move).filter(|(count, _)| *count > 0).map_or_else(|| scores(end), mean)
    }
}
