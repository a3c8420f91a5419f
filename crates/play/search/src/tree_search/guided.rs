//! PUCT whose priors and values come from outside: a search stops at a leaf and waits for them, so
//! that a neural network values the leaves of many games in one call. Tree and formula are those of
//! `TreeSearch`.

use std::fmt;

use floe_game::{Keyed, Player, Turn};
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Gamma};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::leaf::{LeafMoves, NOTHING, WinProbabilities};
use super::tree::{Index, LeafMove, MoveStats, Selection, Tree};

/// Least prior of which a logarithm is taken.
const LEAST_PRIOR: f32 = 1e-9;

/// Options of a [`GuidedSearch`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GuidedOptions {
    /// Number of visits of the moves of the root, at least one; 64 by default.
    pub simulations: u32,
    /// Weight of exploration, where results are win probabilities from 0 to 1; 0.625 by default.
    pub exploration: f32,
    /// Noise in the priors of the root; `None`, the default, for none.
    pub noise: Option<RootNoise>,
    /// Number of moves of the root, at least one, of which a search by Gumbel noise and sequential
    /// halving finds the best (Danihelka et al. 2022); `None`, the default, for PUCT at the root as
    /// everywhere.
    pub considered: Option<u32>,
    /// Number of visits added to those of the most visited move of the root, where a search with
    /// `considered` weighs values against logits: `c_visit` of Danihelka et al. 2022. 50 by
    /// default.
    pub value_visits: f32,
    /// Seed of all noise; 0 by default.
    pub seed: u64,
}

impl Default for GuidedOptions {
    fn default() -> GuidedOptions {
        GuidedOptions {
            simulations: 64,
            exploration: 0.625,
            noise: None,
            considered: None,
            value_visits: 50.0,
            seed: 0,
        }
    }
}

/// Noise from a symmetric Dirichlet distribution (Silver et al. 2017).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootNoise {
    /// Share of the noise in the priors, from 0 to 1.
    pub share: f32,
    /// Concentration of the distribution, above 0: the smaller, the fewer moves get most of the
    /// noise.
    pub concentration: f32,
}

/// Move of the root after a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GuidedMove {
    /// The move by its number, as [`Keyed::move_bits`] gives it.
    pub bits: u32,
    /// Number of visits.
    pub visits: u32,
    /// Share of the move in the policy that the search has found, from 0 to 1: its share of the
    /// visits, or with Gumbel noise its probability in the improved policy.
    pub policy: f32,
}

/// Search by PUCT in a game without chance, in which the caller evaluates the leaves: it asks for
/// the [next leaf](Self::next_leaf), and [gives](Self::receive) the search priors and win
/// probabilities, until the visits are done.
///
/// Every player maximises its own win probability, by the formula [`Selection::Puct`]. A move of a
/// leaf has the value of the leaf there. Priors and values are rounded down to 1/65535, results to
/// 1/65536.
pub struct GuidedSearch<G> {
    options: GuidedOptions,
    tree: Tree,
    root: G,
    node: Index,
    rng: Xoshiro256PlusPlus,
    /// Nodes of the current visit below the root, each with the player whose move led there.
    path: Vec<(Index, Player)>,
    /// Position that waits for its evaluation, and its node.
    leaf: Option<(G, Index)>,
    /// Number of visits of the moves of the root.
    visits: u32,
    /// Sum of the results of the evaluation of the root and of all visits.
    sum: [f64; Player::MAX],
    /// Win probabilities in the evaluation of the root.
    root_value: WinProbabilities,
    /// Logarithm of the prior of every move of the root, and the same with noise; empty without
    /// Gumbel noise.
    logits: Vec<[f32; 2]>,
    /// Number of visits, by visit, that a move must have to be visited; empty without Gumbel noise.
    halving: Vec<u32>,
}

impl<G: fmt::Debug> fmt::Debug for GuidedSearch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuidedSearch")
            .field("root", &self.root)
            .field("visits", &self.visits)
            .finish_non_exhaustive()
    }
}

impl<G: Keyed> GuidedSearch<G> {
    /// Prepares a search of a position.
    pub fn new(root: G, options: GuidedOptions) -> GuidedSearch<G> {
        /// Moves of a node, for which there is room at each.
        const USUAL_MOVES: usize = 64;
        let nodes = options.simulations as usize + 2;
        let tree = Tree::with_rows(
            nodes,
            nodes.saturating_mul(root.moves().len().max(USUAL_MOVES)),
        );
        let node = tree.add().expect("a tree has room for its root");
        GuidedSearch {
            options,
            tree,
            root,
            node,
            rng: Xoshiro256PlusPlus::seed_from_u64(options.seed),
            path: Vec::new(),
            leaf: None,
            visits: 0,
            sum: [0.0; Player::MAX],
            root_value: NOTHING,
            logits: Vec::new(),
            halving: Vec::new(),
        }
    }

    /// Visits until a position needs an evaluation, and returns this position; the first is the
    /// root. `None` when all visits are done, or the game is over at the root. `known` returns the
    /// win probabilities of all players in a position where they are known, and must know them
    /// where the game is over. It is not asked about the root.
    pub fn next_leaf(&mut self, known: impl Fn(&G) -> Option<WinProbabilities>) -> Option<&G> {
        if self.root.is_over() {
            return None;
        }
        while self.leaf.is_none() && !self.is_done() {
            self.visit(&known);
        }
        self.leaf.as_ref().map(|(game, _)| game)
    }

    /// Whether all visits are done.
    fn is_done(&self) -> bool {
        self.visits >= self.options.simulations && self.tree.node(self.node).is_expanded()
    }

    /// Receives the evaluation of the [next leaf](Self::next_leaf). `weight` gives the weight of a
    /// move by its number, not negative; priors are shares of the sum of the weights. If all
    /// weights are 0, all moves have the same prior. `wins` are the win probabilities of all
    /// players.
    ///
    /// # Panics
    /// If no leaf waits for its evaluation.
    pub fn receive(&mut self, weight: impl Fn(u32) -> f32, wins: WinProbabilities) {
        let (game, index) = self.leaf.take().expect("a leaf waits for its evaluation");
        let Turn::Of(player) = game.turn() else {
            unreachable!("a leaf that is over is known")
        };
        let mut moves = LeafMoves::new();
        game.for_each_move(|mv| {
            let bits = G::move_bits(mv);
            moves.push(LeafMove {
                bits,
                prior: weight(bits),
                value: wins[player.index()],
            });
        });
        share_out(&mut moves);
        let is_root = self.path.is_empty();
        if is_root && let Some(noise) = self.options.noise {
            add_noise(&mut moves, noise, &mut self.rng);
        }
        sort_by_prior(&mut moves);
        if is_root {
            self.root_value = wins;
            self.prepare_halving(&moves);
        }
        self.tree.expand(self.tree.node(index), &moves);
        self.end_visit(wins);
    }

    /// Draws the noise of the moves of the root, and plans their visits.
    fn prepare_halving(&mut self, moves: &[LeafMove]) {
        let Some(considered) = self.options.considered else {
            return;
        };
        for mv in moves {
            let logit = mv.prior.max(LEAST_PRIOR).ln();
            let uniform = self
                .rng
                .random::<f32>()
                .clamp(f32::MIN_POSITIVE, 1.0 - f32::EPSILON);
            self.logits.push([logit, logit - (-uniform.ln()).ln()]);
        }
        self.halving =
            sequential_halving(considered.min(moves.len() as u32), self.options.simulations);
    }

    /// Descends to a leaf. A known result is backed up at once; any other leaf waits for its
    /// evaluation.
    fn visit(&mut self, known: &impl Fn(&G) -> Option<WinProbabilities>) {
        let mut game = self.root;
        let mut index = self.node;
        self.path.clear();
        self.tree.node(index).enter();
        loop {
            let node = self.tree.node(index);
            if !node.is_expanded() {
                match known(&game).filter(|_| !self.path.is_empty()) {
                    Some(wins) => self.end_visit(wins),
                    None => self.leaf = Some((game, index)),
                }
                return;
            }
            let Turn::Of(player) = game.turn() else {
                unreachable!("a node with moves goes on")
            };
            let (bits, child) = match self.path.is_empty() && self.options.considered.is_some() {
                true => self.select_by_halving(),
                false => {
                    let (_, bits, child) =
                        self.tree
                            .select(node, Selection::Puct, self.options.exploration);
                    (bits, child)
                }
            };
            index = child.expect("a tree has room for a node a visit");
            game.play(G::move_of_bits(bits));
            self.tree.node(index).enter();
            self.path.push((index, player));
        }
    }

    fn end_visit(&mut self, wins: WinProbabilities) {
        for &(node, player) in &self.path {
            self.tree.node(node).reward(wins[player.index()]);
        }
        self.sum
            .iter_mut()
            .zip(wins)
            .for_each(|(sum, share)| *sum += f64::from(share));
        self.visits += u32::from(!self.path.is_empty());
    }

    /// Bits and node of the move of the root to visit next by sequential halving: the best of those
    /// with as many visits as planned.
    fn select_by_halving(&self) -> (u32, Option<Index>) {
        let node = self.tree.node(self.node);
        let stats = self.tree.stats(node);
        let planned = self.halving[self.visits as usize];
        let scores = self.halving_scores(&stats);
        let candidates = stats
            .iter()
            .zip(&scores)
            .filter(|(stats, _)| stats.visits == planned);
        // Of equal scores the first.
        let best = candidates
            .rev()
            .max_by(|a, b| a.1.total_cmp(b.1))
            .expect("a move has as many visits as planned");
        (best.0.bits, self.tree.child_or_open(node, best.0.bits))
    }

    /// Scores of the moves of the root in sequential halving: logit, noise and weighed value.
    fn halving_scores(&self, stats: &[MoveStats]) -> Vec<f32> {
        let values = self.weighed_values(stats);
        self.logits
            .iter()
            .zip(values)
            .map(|([_, noisy], value)| noisy + value)
            .collect()
    }

    /// Values of the moves of the root, in the unit of logits; a move without visits has the value
    /// of the root, mixed from its evaluation and those of the moves with visits.
    fn weighed_values(&self, stats: &[MoveStats]) -> Vec<f32> {
        let most = stats.iter().map(|stats| stats.visits).max().unwrap_or(0) as f32;
        let weight = self.options.value_visits + most;
        let visits: u32 = stats.iter().map(|stats| stats.visits).sum();
        let seen = stats
            .iter()
            .filter_map(|stats| Some((stats.prior.max(LEAST_PRIOR), stats.result?)));
        let (priors, values) = seen.fold((0.0, 0.0), |sums, (prior, value)| {
            (sums.0 + prior, sums.1 + prior * value)
        });
        let mover = match self.root.turn() {
            Turn::Of(player) => player.index(),
            Turn::Over => 0,
        };
        let of_root = self.root_value[mover];
        let of_moves = if visits == 0 {
            of_root
        } else {
            values / priors
        };
        let mixed = (of_root + visits as f32 * of_moves) / (1 + visits) as f32;
        stats
            .iter()
            .map(|stats| weight * stats.result.unwrap_or(mixed))
            .collect()
    }

    /// Moves of the root with their visits, highest prior first; none before the root is evaluated.
    pub fn moves(&self) -> Vec<GuidedMove> {
        let stats = self.tree.stats(self.tree.node(self.node));
        let policy: Vec<f32> = match self.options.considered {
            None => {
                let visits = self.visits.max(1) as f32;
                stats
                    .iter()
                    .map(|stats| stats.visits as f32 / visits)
                    .collect()
            }
            Some(_) => {
                let values = self.weighed_values(&stats);
                let logits: Vec<f32> = self
                    .logits
                    .iter()
                    .zip(values)
                    .map(|([logit, _], value)| logit + value)
                    .collect();
                softmax(&logits)
            }
        };
        let moves = stats.iter().zip(policy);
        moves
            .map(|(stats, policy)| GuidedMove {
                bits: stats.bits,
                visits: stats.visits,
                policy,
            })
            .collect()
    }

    /// The move to play, by its [bits](GuidedMove::bits): of the most visited moves of the root,
    /// the move with the best mean result, or with Gumbel noise the best by prior, noise and value.
    /// `None` before the root is evaluated.
    pub fn best(&self) -> Option<u32> {
        let node = self.tree.node(self.node);
        if self.options.considered.is_none() {
            return self
                .tree
                .ranked(node, Selection::Puct)
                .first()
                .map(|stats| stats.bits);
        }
        let stats = self.tree.stats(node);
        let most = stats.iter().map(|stats| stats.visits).max()?;
        let scores = self.halving_scores(&stats);
        let visited = stats
            .iter()
            .zip(&scores)
            .filter(|(stats, _)| stats.visits == most);
        visited
            .rev()
            .max_by(|a, b| a.1.total_cmp(b.1))
            .map(|(stats, _)| stats.bits)
    }

    /// Mean win probability of every player over the evaluation of the root and all visits; zero
    /// before the root is evaluated.
    pub fn value(&self) -> [f64; Player::MAX] {
        let count = if self.tree.node(self.node).is_expanded() {
            f64::from(self.visits) + 1.0
        } else {
            1.0
        };
        self.sum.map(|sum| sum / count)
    }
}

/// Sorts moves by their priors, the largest first, and equal ones by their bits.
fn sort_by_prior(moves: &mut [LeafMove]) {
    moves.sort_by(|a, b| b.prior.total_cmp(&a.prior).then(a.bits.cmp(&b.bits)));
}

/// Turns weights into shares of their sum; without any weight all moves share alike.
fn share_out(moves: &mut [LeafMove]) {
    let sum: f32 = moves.iter().map(|mv| mv.prior).sum();
    let alike = 1.0 / moves.len() as f32;
    for mv in moves {
        mv.prior = if sum > 0.0 { mv.prior / sum } else { alike };
    }
}

/// Mixes noise into the priors.
fn add_noise(moves: &mut [LeafMove], noise: RootNoise, rng: &mut Xoshiro256PlusPlus) {
    // Shares of gamma variates have a Dirichlet distribution.
    let gamma = Gamma::new(noise.concentration, 1.0).expect("a concentration above 0");
    let drawn: Vec<f32> = moves.iter().map(|_| gamma.sample(rng)).collect();
    let sum: f32 = drawn.iter().sum();
    if sum > 0.0 {
        for (mv, drawn) in moves.iter_mut().zip(drawn) {
            mv.prior += noise.share * (drawn / sum - mv.prior);
        }
    }
}

/// Number of visits, by visit, that the move to visit must have: phases of equally many visits,
/// after each of which half of the moves are left (Karnin, Koren & Somekh 2013; Danihelka et al.
/// 2022).
fn sequential_halving(considered: u32, simulations: u32) -> Vec<u32> {
    let phases = considered.next_power_of_two().trailing_zeros().max(1);
    let mut left = considered.max(1);
    let mut visits = 0;
    let mut plan = Vec::new();
    while plan.len() < simulations as usize {
        for _ in 0..(simulations / (phases * left)).max(1) {
            plan.extend(std::iter::repeat_n(visits, left as usize));
            visits += 1;
        }
        left = if left <= 2 { left } else { (left / 2).max(2) };
    }
    plan.truncate(simulations as usize);
    plan
}

fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen moves and 64 visits: one visit each, two for the best eight, four for the best four,
    /// and so on.
    #[test]
    fn halving_spends_equally_many_visits_in_every_phase() {
        let plan = sequential_halving(16, 64);
        let expected: Vec<u32> = [(16, 0..1), (8, 1..3), (4, 3..7), (2, 7..15)]
            .into_iter()
            .flat_map(|(left, visits)| {
                visits.flat_map(move |visits| std::iter::repeat_n(visits, left))
            })
            .collect();
        assert_eq!(plan, expected);
        assert_eq!(sequential_halving(1, 3), [0, 1, 2]);
        assert_eq!(sequential_halving(5, 3), [0, 0, 0]);
        for considered in 1..20 {
            for simulations in 1..50 {
                assert_eq!(
                    sequential_halving(considered, simulations).len(),
                    simulations as usize
                );
            }
        }
    }
}
