use std::cmp::Ordering;
use std::sync::Mutex;

use floe_game::{Chance, Game, Keyed, Player, Sampled, Score};
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use smallvec::SmallVec;

use super::combinations::{Combinations, MoveParts};
use super::tree::{LeafMove, Selection};
use crate::{EvalAll, Payoffs, scores};

/// Win probability of every player, by [`Player::index`], each from 0 to 1; zero for those who are
/// not in the game.
pub type WinProbabilities = [f32; Player::MAX];

/// Win probabilities of zero.
pub(super) const NOTHING: WinProbabilities = [0.0; Player::MAX];

/// Estimate of win probabilities without playouts, from which the tree search [`Puct`](super::Puct)
/// takes the value of a leaf and the priors of its moves.
pub trait PolicyValue<G: Game> {
    /// Whether [`quick`](Self::quick) differs from [`win_probabilities`](Self::win_probabilities).
    /// If so, the move of a leaf that is best by `quick` is evaluated by `win_probabilities`, too.
    /// False by default.
    const HAS_QUICK: bool = false;

    /// Win probability of every player in `game`, in which the game may be over.
    fn win_probabilities(&self, game: &G) -> WinProbabilities;

    /// Quick estimate of the win probability of every player, to compare the moves of a leaf; by
    /// default the full one.
    fn quick(&self, game: &G) -> WinProbabilities {
        self.win_probabilities(game)
    }

    /// [Quick](Self::quick) estimates of several positions, which overwrite `estimates`, one for
    /// each position.
    fn quick_batch(&self, games: &[G], estimates: &mut [WinProbabilities]) {
        for (estimate, game) in estimates.iter_mut().zip(games) {
            *estimate = self.quick(game);
        }
    }

    /// Parts of a choice that combines parts with little interaction; `None`, the default, for
    /// other choices. A search evaluates each choice that has a part for the first time. It
    /// estimates the other choices by sums over their parts, and evaluates the most promising of
    /// them. Not used in games with chance.
    #[inline]
    fn combined_parts(&self, _choice: G::Move) -> Option<MoveParts> {
        None
    }

    /// Win probability of every player, if the result is known before the game is over; `None`, the
    /// default, if it is not.
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
    /// Index, in the list of moves of the root from 0, of the move with which the current visit
    /// began; `None` as long as it is at the root.
    pub root_move: Option<usize>,
}

/// Evaluation of the leaves of a tree search, and the formula that selects moves.
pub trait LeafEvaluator<G: Game>: Sync {
    /// Formula that selects the moves by which a visit descends the tree.
    const SELECTION: Selection;
    /// Whether [`line_value`](Self::line_value) depends on the end of the line alone. If so, a
    /// search reports as the value of a move the mean over the ends of all lines that begin with
    /// it, weighted by visits. False by default.
    const IS_VALUE_OF_END: bool = false;

    /// Prepares for a new search; called once at the start of each.
    fn begin(&mut self) {}

    /// Estimated win probability of every player in a position without edges, in which the game may
    /// be over.
    fn evaluate(&self, game: &G, context: &mut VisitContext) -> WinProbabilities;

    /// Win probability of every player, if the result is known before the game is over; such a
    /// position gets no edges. `None`, the default, if it is not known.
    fn terminal_value(&self, _game: &G) -> Option<WinProbabilities> {
        None
    }

    /// Choices of `player`, who is to move in the leaf `game`, with priors and values; and the win
    /// probability of every player in the leaf. If that is `None`, the visit goes on to one of the
    /// choices.
    fn expand(
        &self,
        game: &G,
        player: Player,
        context: &mut VisitContext,
    ) -> (LeafMoves, Option<WinProbabilities>);

    /// Estimated final score of every player, to report for a line that ends in the position `end`.
    /// The first move of the line has the index `root_move`, from 0, in the list of moves of the
    /// root.
    fn line_value(&self, root_move: usize, end: &G) -> Payoffs;
}

/// Leaf evaluation of [`Puct`](super::Puct): the value of a leaf is the value of its best move,
/// found by quick estimates, so that every visit looks one ply beyond the tree.
#[derive(Clone, Copy, Debug)]
pub struct Policy<E> {
    pub(super) estimator: E,
    /// Difference of win probability that makes priors differ e-fold.
    pub(super) temperature: f32,
    /// Number of moves estimated by their parts that are evaluated, too, the best of a leaf.
    pub(super) combined_moves: usize,
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
    fn expand(
        &self,
        game: &G,
        player: Player,
        _context: &mut VisitContext,
    ) -> (LeafMoves, Option<WinProbabilities>) {
        let mut moves = LeafMoves::new();
        let mut combinations = Combinations::default();
        let mut leaf = LeafEstimates::new(&self.estimator);
        game.for_each_choice(|choice| {
            let bits = G::move_bits(choice);
            let parts = if G::HAS_CHANCE {
                None
            } else {
                self.estimator.combined_parts(choice)
            };
            if parts.is_some_and(|parts| combinations.add(parts, bits, moves.len())) {
                return;
            }
            game.for_each_outcome(choice, |mv, probability| {
                leaf.add(game.after(mv), moves.len(), probability as f32);
            });
            moves.push(LeafMove {
                bits,
                prior: 0.0,
                value: 0.0,
            });
        });
        let mut best = leaf.finish(player, &mut moves);
        let mut others = combinations.estimate(&moves);
        if !others.is_empty() {
            others.sort_unstable_by(better_first);
            let mut promising: LeafMoves = others
                .drain(..others.len().min(self.combined_moves))
                .collect();
            let mut leaf = LeafEstimates::new(&self.estimator);
            for (index, mv) in promising.iter().enumerate() {
                leaf.add(game.after(G::move_of_bits(mv.bits)), index, 1.0);
            }
            let best_of_these = leaf.finish(player, &mut promising);
            if best_of_these[player.index()] > best[player.index()] {
                best = best_of_these;
            }
            moves.extend(promising);
            // An estimate by parts does not beat a move that is evaluated.
            others
                .iter_mut()
                .for_each(|mv| mv.value = mv.value.min(best[player.index()]));
        }
        moves.sort_unstable_by(better_first);
        if E::HAS_QUICK {
            // The full estimate differs from the quick one mostly in what all moves share, so the
            // difference for the best applies to all.
            best = NOTHING;
            game.for_each_outcome(G::move_of_bits(moves[0].bits), |mv, probability| {
                add(
                    &mut best,
                    &self.estimator.win_probabilities(&game.after(mv)),
                    probability as f32,
                );
            });
            let difference = best[player.index()] - moves[0].value;
            let shift = |mv: &mut LeafMove| mv.value = (mv.value + difference).clamp(0.0, 1.0);
            moves.iter_mut().chain(&mut others).for_each(shift);
        }
        set_priors(&mut moves, self.temperature);
        // Tried after all that are evaluated, with priors of 0.
        moves.extend(others);
        (moves, Some(best))
    }

    fn line_value(&self, _root_move: usize, end: &G) -> Payoffs {
        self.estimator.evaluate_all(end)
    }
}

/// Number of positions that are evaluated together; a multiple of the number of lanes of any
/// vector.
const EVALUATED_TOGETHER: usize = 16;

/// Quick estimates of the moves of a leaf, a few positions at a time, which stay in the cache.
struct LeafEstimates<'a, G, E> {
    estimator: &'a E,
    /// Positions after moves, to be evaluated together.
    after: SmallVec<[G; EVALUATED_TOGETHER]>,
    /// The move that each of them belongs to, and the probability of its outcome.
    outcomes: SmallVec<[(usize, f32); EVALUATED_TOGETHER]>,
    /// Estimates of the moves, by their index.
    of_moves: SmallVec<[WinProbabilities; 96]>,
}

impl<'a, G: Game, E: PolicyValue<G>> LeafEstimates<'a, G, E> {
    fn new(estimator: &'a E) -> LeafEstimates<'a, G, E> {
        LeafEstimates {
            estimator,
            after: SmallVec::new(),
            outcomes: SmallVec::new(),
            of_moves: SmallVec::new(),
        }
    }

    #[inline]
    fn add(&mut self, after: G, index: usize, probability: f32) {
        if self.after.len() == EVALUATED_TOGETHER {
            self.evaluate();
        }
        self.after.push(after);
        self.outcomes.push((index, probability));
    }

    #[inline]
    fn evaluate(&mut self) {
        let mut estimates = [NOTHING; EVALUATED_TOGETHER];
        let estimates = &mut estimates[..self.after.len()];
        self.estimator.quick_batch(&self.after, estimates);
        self.after.clear();
        for ((index, probability), estimate) in self.outcomes.drain(..).zip(estimates) {
            if index >= self.of_moves.len() {
                self.of_moves.resize(index + 1, NOTHING);
            }
            add(&mut self.of_moves[index], estimate, probability);
        }
    }

    /// Sets the values of the moves for `player`, and returns the estimate of the first best one.
    #[inline]
    fn finish(&mut self, player: Player, moves: &mut [LeafMove]) -> WinProbabilities {
        self.evaluate();
        let mut best = NOTHING;
        for (index, (mv, estimate)) in moves.iter_mut().zip(&self.of_moves).enumerate() {
            mv.value = estimate[player.index()];
            if index == 0 || mv.value > best[player.index()] {
                best = *estimate;
            }
        }
        best
    }
}

/// Order of the moves of a leaf: better ones first, and equal ones by their bits.
#[inline]
fn better_first(a: &LeafMove, b: &LeafMove) -> Ordering {
    b.value.total_cmp(&a.value).then(a.bits.cmp(&b.bits))
}

#[inline]
fn add(sum: &mut WinProbabilities, estimate: &WinProbabilities, probability: f32) {
    sum.iter_mut()
        .zip(estimate)
        .for_each(|(sum, share)| *sum += share * probability);
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

/// Leaf evaluation of [`Uct`](super::Uct): a uniformly random playout. The players with the highest
/// final score share the win.
#[derive(Debug, Default)]
pub struct Playouts {
    /// Number of playouts through each move of the root, and the sums of their final scores.
    final_scores: Mutex<Vec<(i64, [i64; Player::MAX])>>,
}

impl<G: Keyed + Chance + Sampled> LeafEvaluator<G> for Playouts {
    const SELECTION: Selection = Selection::Ucb1;

    fn begin(&mut self) {
        self.final_scores
            .get_mut()
            .expect("no thread has panicked")
            .clear();
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
            sums.iter_mut()
                .zip(payoffs)
                .for_each(|(sum, payoff)| *sum += i64::from(payoff));
        }
        let payoffs = &payoffs[..game.players()];
        let most = payoffs.iter().max().expect("there are players");
        let share = 1.0 / payoffs.iter().filter(|&payoff| payoff == most).count() as f32;
        let mut wins = NOTHING;
        wins.iter_mut()
            .zip(payoffs)
            .filter(|(_, payoff)| *payoff == most)
            .for_each(|(win, _)| *win = share);
        wins
    }

    fn expand(
        &self,
        game: &G,
        _player: Player,
        context: &mut VisitContext,
    ) -> (LeafMoves, Option<WinProbabilities>) {
        let mut moves = LeafMoves::new();
        game.for_each_choice(|choice| {
            moves.push(LeafMove {
                bits: G::move_bits(choice),
                prior: 0.0,
                value: 0.0,
            });
        });
        moves.shuffle(&mut context.rng);
        (moves, None)
    }

    /// Mean final scores of the playouts through the move; without any, the scores at the end of
    /// the line.
    fn line_value(&self, root_move: usize, end: &G) -> Payoffs {
        let final_scores = self.final_scores.lock().expect("no thread has panicked");
        let mean = |(count, sums): &(i64, [i64; Player::MAX])| {
            sums.map(|sum| (sum as f64 / *count as f64).round() as Score)
        };
        final_scores
            .get(root_move)
            .filter(|(count, _)| *count > 0)
            .map_or_else(|| scores(end), mean)
    }
}
