//! Monte Carlo tree search for any number of players, with or without chance: one tree, several
//! threads, any leaf evaluation.
//!
//! The tree has no locks. Nodes and moves are rows in arenas that only grow; their numbers are
//! atomics, and one store publishes a row. A visit counts as lost until it has ended, so that
//! threads separate.

mod combinations;
mod guided;
mod leaf;
mod stability;
mod tree;

use floe_game::{Chance, Game, Keyed, Player, Sampled, Score, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use smallvec::SmallVec;

use crate::{Control, Limits, Line, MAX_DEPTH, Meter, Payoffs, Progress, Report};
pub use combinations::MoveParts;
pub use guided::{GuidedMove, GuidedOptions, GuidedSearch, RootNoise};
pub use leaf::{
    LeafEvaluator, LeafMoves, Playouts, Policy, PolicyValue, VisitContext, WinProbabilities,
};
use stability::BestMoveStability;
use tree::{Index, MoveStats, Node, Tree};
pub use tree::{LeafMove, Selection};

/// Visits of a search without any limit.
const DEFAULT_VISITS: u64 = 1_000_000;
/// Room that a visit takes at most, in bytes: a node and the edges of 1,700 moves.
const BYTES_A_VISIT: usize = 1 << 15;
/// Choices with less than one in this many visits of the root are left out of the mean value of a
/// line.
const MEAN_SHARE: u32 = 100;

/// Options of the tree searches [`Puct`] and [`Uct`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeOptions {
    /// Number of threads, at least one; 1 by default. With one, a search is reproducible.
    pub threads: usize,
    /// Weight of exploration: the higher, the more a search visits moves with few visits. 0.5 by
    /// default.
    pub exploration: f32,
    /// Temperature of the priors: the difference of win probability, for the player to move, that
    /// makes the priors of two moves differ by the factor e. 0.1 by default; not used by [`Uct`].
    pub temperature: f32,
    /// Number of visits, at least one, after which a node below the root gets edges, one for each
    /// move; 1 by default.
    pub expansion_visits: u32,
    /// Number of moves of a leaf that are evaluated although their
    /// [parts](PolicyValue::combined_parts) give an estimate, the best first; 16 by default. The
    /// more, the slower; not used by [`Uct`].
    pub combined_moves: usize,
    /// Share of the visits of the best move above which the second move is close to it, so that a
    /// search with a soft limit takes more time; 0.7 by default.
    pub close_visits: f32,
    /// Time of a search in which another move is close or has a higher mean, as a multiple of the
    /// soft limit; 2 by default.
    pub close_time: f32,
    /// Maximum size of the tree, in MiB; 64 by default. A full tree forgets what is below the nodes
    /// visited least.
    pub mebibytes: usize,
    /// Seed of the random numbers for chance and playouts; 0 by default.
    pub seed: u64,
}

impl Default for TreeOptions {
    fn default() -> TreeOptions {
        TreeOptions {
            threads: 1,
            exploration: 0.5,
            temperature: 0.1,
            expansion_visits: 1,
            combined_moves: 16,
            close_visits: 0.7,
            close_time: 2.0,
            mebibytes: 64,
            seed: 0,
        }
    }
}

impl TreeOptions {
    /// Default options of [`Uct`], which needs more exploration, 0.7, and a larger tree, 256 MiB.
    /// Nodes get edges after two visits: most leaves are visited once, so that their edges would
    /// waste room.
    pub fn uct() -> TreeOptions {
        TreeOptions {
            exploration: 0.7,
            expansion_visits: 2,
            mebibytes: 256,
            ..TreeOptions::default()
        }
    }
}

/// Tree search in which every player maximises its own win probability (max^n backups; Sturtevant
/// 2008). Its tree lasts from search to search, until [`clear`](Self::clear).
///
/// In a game with chance, a choice with several outcomes leads to a node with an edge for each of
/// them, and every visit draws one.
#[derive(Debug)]
pub struct TreeSearch<G: Game, L> {
    leaf: L,
    options: TreeOptions,
    tree: Tree,
    /// Tree that receives the relevant part of `tree`.
    spare: Tree,
    /// Position searched last, and its node.
    root: Option<(G, Index)>,
    /// Size of each of the trees, in bytes; 0 before the first search.
    reserved: usize,
    /// Whether a full tree makes room.
    makes_room: bool,
}

/// Tree search by PUCT (Rosin 2011; Silver et al. 2017): priors and values come from an estimate of
/// win probabilities, a [`PolicyValue`], instead of playouts.
pub type Puct<G, E> = TreeSearch<G, Policy<E>>;

/// Plain tree search by UCT (Kocsis & Szepesvári 2006): values come from uniformly random playouts.
pub type Uct<G> = TreeSearch<G, Playouts>;

impl<G: Game, E> Puct<G, E>
where
    Policy<E>: LeafEvaluator<G>,
{
    /// Creates a search whose priors and values come from `estimator`.
    pub fn new(estimator: E, options: TreeOptions) -> Puct<G, E> {
        let TreeOptions {
            temperature,
            combined_moves,
            ..
        } = options;
        TreeSearch::with_leaf(
            Policy {
                estimator,
                temperature,
                combined_moves,
            },
            options,
        )
    }
}

impl<G: Keyed + Chance + Sampled> Uct<G> {
    /// Creates a search whose values come from random playouts.
    pub fn new(options: TreeOptions) -> Uct<G> {
        TreeSearch::with_leaf(Playouts::default(), options)
    }
}

impl<G: Game, L> TreeSearch<G, L> {
    /// Creates a search whose values come from the leaf evaluation `leaf`.
    pub fn with_leaf(leaf: L, options: TreeOptions) -> TreeSearch<G, L> {
        TreeSearch {
            leaf,
            options,
            tree: Tree::new(0),
            spare: Tree::new(0),
            root: None,
            reserved: 0,
            makes_room: true,
        }
    }

    /// Share of the memory for the tree that is in use, in thousandths.
    pub fn hash_full(&self) -> u32 {
        self.tree.fullness()
    }

    /// Forgets the tree of earlier searches, whose memory it keeps: a search finds what it would
    /// find with a new tree.
    pub fn clear(&mut self) {
        self.root = None;
        self.reserved = 0;
        self.tree.clear();
    }

    /// Draws the random numbers of the next searches from this seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.options.seed = seed;
    }
}

impl<G: Keyed + Chance + PartialEq + Sync, L: LeafEvaluator<G>> TreeSearch<G, L> {
    /// Searches until a limit is reached, or until the best move is stable if there is a soft
    /// limit; without any limit, for a million visits.
    ///
    /// Reports all choices of the player to move, most visited first, each with the expected final
    /// scores of all players, and a line of most visited choices with their most likely outcomes.
    /// No value is proven. Depth is the length of the first line, in plies; nodes are visits. Calls
    /// `progress` about once a second. When the game is over there are no lines.
    pub fn search(
        &mut self,
        game: &G,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&Progress<'_, G::Move, Payoffs>),
    ) -> Report<G::Move, Payoffs> {
        let limits = limits.or_nodes(DEFAULT_VISITS);
        if game.is_over() {
            return Report {
                lines: Vec::new(),
                depth: 0,
                nodes: 0,
            };
        }
        self.leaf.begin();
        self.find_or_add_root(game, limits.nodes);
        self.makes_room = true;
        let control = Control::new(&limits);
        let stability = BestMoveStability::new(&control, self.options);
        let mut visits = 0u64;
        let mut reported = 0;
        let threads = self.options.threads.max(1) as u64;
        let context = |thread| {
            let rng = Xoshiro256PlusPlus::seed_from_u64(self.options.seed ^ thread << 32);
            VisitContext {
                rng,
                root_move: None,
            }
        };
        let mut contexts: Vec<_> = (0..threads).map(context).collect();
        let (first, others) = contexts.split_first_mut().expect("there is a thread");
        loop {
            let this = &*self;
            let is_over = std::thread::scope(|scope| {
                for context in &mut *others {
                    scope.spawn(|| {
                        control.guarded(|| this.visit_until(&control, context, &mut || false))
                    });
                }
                let mut is_enough = || {
                    visits += 1;
                    if !visits.is_multiple_of(1 << 6) {
                        return false;
                    }
                    if this.is_deep(&limits) {
                        return true;
                    }
                    let elapsed = control.elapsed();
                    if visits.is_multiple_of(1 << 12) && elapsed.as_secs() > reported {
                        reported = elapsed.as_secs();
                        progress(&Progress {
                            report: &this.report(&control),
                            elapsed,
                            hash_full: this.hash_full(),
                        });
                    }
                    let moves = || this.ranked(this.root().1);
                    stability.is_due(elapsed)
                        && stability.is_enough(elapsed, visits * threads, &moves())
                };
                control.guarded(|| this.visit_until(&control, first, &mut is_enough))
            });
            if is_over {
                return self.report(&control);
            }
            self.make_room();
        }
    }

    fn root(&self) -> (&G, Index) {
        let (game, node) = self.root.as_ref().expect("a search has a root");
        (game, *node)
    }

    /// Forgets what is below the nodes visited least, and finds out whether there is enough room
    /// now.
    fn make_room(&mut self) {
        /// Largest share taken that leaves enough room, in thousandths.
        const HALF: u32 = 500;
        let (&game, node) = self.root();
        for least in (1..u32::BITS).map(|doublings| 1 << doublings) {
            self.spare.clear();
            let copy = self.spare.take_over(&self.tree, node, least);
            self.root = Some((game, copy.expect("a tree has room for its root")));
            if self.spare.fullness() <= HALF {
                break;
            }
        }
        std::mem::swap(&mut self.tree, &mut self.spare);
        self.makes_room = self.tree.fullness() <= HALF;
    }

    /// Bytes that each of the trees needs for this number of visits more, up to those of the
    /// options: a search of few nodes does not pay for a large tree.
    fn needed(&self, nodes: Option<u64>) -> usize {
        let half = self.options.mebibytes << 19;
        let more = nodes.map_or(usize::MAX, |nodes| {
            (nodes as usize).saturating_mul(BYTES_A_VISIT)
        });
        half.min(self.tree.used().saturating_add(more))
    }

    /// Makes a position the root: a node of the last search, up to a round of moves later, or one
    /// of a new tree. The trees get room for this number of visits more.
    fn find_or_add_root(&mut self, game: &G, nodes: Option<u64>) {
        let grows = self.needed(nodes) > self.reserved;
        if grows {
            // Twice as much, so that a tree kept from move to move is rarely moved.
            self.reserved = self.needed(nodes.map(|nodes| nodes.saturating_mul(2)));
            self.spare.resize(self.reserved);
        }
        let known = self
            .root
            .take()
            .and_then(|(old, root)| self.find(&old, root, game, game.players() + 1));
        let root = known.and_then(|node| {
            self.spare.clear();
            let copy = self.spare.take_over(&self.tree, node, 0);
            std::mem::swap(&mut self.tree, &mut self.spare);
            copy
        });
        if grows {
            let other = if known.is_some() {
                &mut self.spare
            } else {
                &mut self.tree
            };
            other.resize(self.reserved);
        }
        let root = root.unwrap_or_else(|| {
            self.tree.clear();
            self.tree.add().expect("a tree has room for its root")
        });
        self.root = Some((*game, root));
    }

    /// Finds the node of `game` up to `plies` below the node of `at`; `None` if the tree has none
    /// there.
    fn find(&self, at: &G, node: Index, game: &G, plies: usize) -> Option<Index> {
        if at == game {
            return Some(node);
        }
        let node = self.tree.node(node);
        if plies == 0 || !node.is_expanded() || at.is_over() {
            return None;
        }
        self.tree.edges(node).iter().find_map(|edge| {
            let choice = G::move_of_bits(edge.bits());
            let child = edge.child()?;
            let mut found = None;
            at.for_each_outcome(choice, |mv, _| {
                let known = || {
                    self.find(
                        &at.after(mv),
                        outcome(&self.tree, child, at, choice, mv)?,
                        game,
                        plies - 1,
                    )
                };
                found = found.or_else(known);
            });
            found
        })
    }

    fn ranked(&self, node: Index) -> Vec<MoveStats> {
        self.tree.ranked(self.tree.node(node), L::SELECTION)
    }

    /// Whether a limited depth is reached.
    fn is_deep(&self, limits: &Limits<'_>) -> bool {
        let depth = limits.depth as usize;
        let (game, root) = self.root();
        limits.depth < MAX_DEPTH
            && self.most_visited(*game, Some(root)).take(depth).count() == depth
    }

    fn report(&self, control: &Control<'_>) -> Report<G::Move, Payoffs> {
        let (game, root) = self.root();
        let mut moves = self.ranked(root);
        if moves.is_empty() {
            // Without room or time for a visit the first move is as good as any.
            let bits = G::move_bits(game.choices()[0]);
            moves.push(MoveStats {
                index: 0,
                bits,
                child: None,
                visits: 0,
                mean: 0.0,
                prior: 0.0,
                result: None,
            });
        }
        let plies = control.limits.depth as usize;
        let lines: Vec<_> = moves
            .iter()
            .map(|stats| self.line(game, stats, plies))
            .collect();
        Report {
            depth: lines[0].moves.len() as u32,
            lines,
            nodes: control.nodes(),
        }
    }

    /// Line of a move at the root, of at most `plies` moves.
    fn line(&self, game: &G, stats: &MoveStats, plies: usize) -> Line<G::Move, Payoffs> {
        let choice = G::move_of_bits(stats.bits);
        let likeliest = game.likeliest_outcome(choice);
        let first = game.after(likeliest);
        let mut end = first;
        let node = stats
            .child
            .and_then(|child| outcome(&self.tree, child, game, choice, likeliest));
        let mut moves = vec![choice];
        for mv in self.most_visited(end, node).take(plies.saturating_sub(1)) {
            end.play(mv);
            moves.push(mv);
        }
        let (_, root) = self.root();
        let least = (self.tree.node(root).visits() / MEAN_SHARE).max(2);
        let value = match node {
            Some(node) if L::IS_VALUE_OF_END => self
                .mean_value(stats.index, &first, node, least)
                .map(|mean| mean.round() as Score),
            _ => self.leaf.line_value(stats.index, &end),
        };
        Line {
            value,
            exact: false,
            visits: Some(stats.visits),
            moves,
        }
    }

    /// Mean of the values of the positions to which visits lead from a node, by the numbers of
    /// visits: steadier than that of the most visited one alone. Choices with fewer than `least`
    /// visits are left out.
    fn mean_value(&self, root_move: usize, at: &G, node: Index, least: u32) -> [f64; Player::MAX] {
        let mut moves = if at.is_over() {
            Vec::new()
        } else {
            self.ranked(node)
        };
        moves.retain(|stats| stats.visits >= least);
        let total: u32 = moves.iter().map(|stats| stats.visits).sum();
        if total == 0 {
            return self.leaf.line_value(root_move, at).map(f64::from);
        }
        let mut mean = [0.0; Player::MAX];
        for stats in moves {
            let choice = G::move_of_bits(stats.bits);
            let likeliest = at.likeliest_outcome(choice);
            let after = at.after(likeliest);
            let child = stats
                .child
                .and_then(|child| outcome(&self.tree, child, at, choice, likeliest));
            let value = match child {
                Some(child) => self.mean_value(root_move, &after, child, least),
                None => self.leaf.line_value(root_move, &after).map(f64::from),
            };
            let share = f64::from(stats.visits) / f64::from(total);
            mean.iter_mut()
                .zip(value)
                .for_each(|(sum, value)| *sum += share * value);
        }
        mean
    }

    /// Moves after a position, each the most likely outcome of the most visited choice.
    fn most_visited(&self, mut at: G, mut node: Option<Index>) -> impl Iterator<Item = G::Move> {
        std::iter::from_fn(move || {
            let best = self
                .ranked(node?)
                .first()
                .copied()
                .filter(|best| best.visits > 0)?;
            let choice = G::move_of_bits(best.bits);
            let likeliest = at.likeliest_outcome(choice);
            node = best
                .child
                .and_then(|child| outcome(&self.tree, child, &at, choice, likeliest));
            at.play(likeliest);
            Some(likeliest)
        })
    }

    /// Visits until a limit is reached, `is_enough` returns `true`, or the tree is full; returns
    /// `false` for a full tree.
    fn visit_until(
        &self,
        control: &Control<'_>,
        context: &mut VisitContext,
        is_enough: &mut dyn FnMut() -> bool,
    ) -> bool {
        let mut meter = Meter::new(control);
        let mut path = Vec::new();
        loop {
            self.visit(context, &mut path);
            if meter.count().is_err() {
                return true;
            }
            if is_enough() {
                let _ = meter.report();
                control.finish();
                return true;
            }
            if self.makes_room && self.tree.is_full() {
                return meter.report().is_err();
            }
        }
    }

    /// Descends to a leaf, evaluates it, and backs its value up. Until then the visit counts as
    /// lost, so that threads take different paths.
    fn visit(&self, context: &mut VisitContext, path: &mut Vec<(Index, Player)>) {
        let (mut game, root) = self.root.expect("a search has a root");
        let mut node = self.tree.node(root);
        node.enter();
        path.clear();
        context.root_move = None;
        let wins = loop {
            let Turn::Of(player) = game.turn() else {
                break self.leaf.evaluate(&game, context);
            };
            if !node.is_expanded() {
                if node.visits() < self.options.expansion_visits && !path.is_empty() {
                    break self.leaf.evaluate(&game, context);
                }
                // A terminal node stays closed: its value is the same at every visit.
                let is_claimed = node.claim();
                if let Some(wins) = self.leaf.terminal_value(&game) {
                    break wins;
                }
                if is_claimed {
                    let (moves, wins) = self.leaf.expand(&game, player, context);
                    self.tree.expand(node, &moves);
                    if let Some(wins) = wins {
                        break wins;
                    }
                }
                if !node.is_expanded() {
                    break self.leaf.evaluate(&game, context);
                }
            }
            let (index, bits, child) =
                self.tree
                    .select(node, L::SELECTION, self.options.exploration);
            if path.is_empty() {
                context.root_move = Some(index);
            }
            let before = game;
            let choice = G::move_of_bits(bits);
            let mv = before.draw_outcome(choice, &mut context.rng);
            game.play(mv);
            let Some(child) = child else {
                break self.leaf.evaluate(&game, context);
            };
            node = self.enter(child, player, path);
            if G::HAS_CHANCE {
                match self.outcome(child, &before, choice, mv) {
                    Some(next) if next != child => node = self.enter(next, player, path),
                    Some(_) => (),
                    None => break self.leaf.evaluate(&game, context),
                }
            }
        };
        for &(node, player) in &*path {
            self.tree.node(node).reward(wins[player.index()]);
        }
    }

    /// Begins the visit of a node to which a move of `player` leads.
    #[inline]
    fn enter(&self, index: Index, player: Player, path: &mut Vec<(Index, Player)>) -> &Node {
        let node = self.tree.node(index);
        node.enter();
        path.push((index, player));
        node
    }

    /// Node of the outcome `mv` of the choice that leads to `child`, added if there is room.
    fn outcome(&self, child: Index, game: &G, choice: G::Move, mv: G::Move) -> Option<Index> {
        let outcomes = outcomes(game, choice);
        if outcomes.len() == 1 {
            return Some(child);
        }
        let chance = self.tree.node(child);
        if chance.claim() {
            self.tree.expand(chance, &outcomes);
        }
        self.tree.child_or_open(chance, G::move_bits(mv))
    }
}

/// Node of the outcome `mv` of a choice that leads to `child`, if there is one: `child` itself if
/// it is the only outcome.
fn outcome<G: Keyed + Chance>(
    tree: &Tree,
    child: Index,
    game: &G,
    choice: G::Move,
    mv: G::Move,
) -> Option<Index> {
    if outcomes(game, choice).len() == 1 {
        Some(child)
    } else {
        tree.child(tree.node(child), G::move_bits(mv))
    }
}

/// Outcomes of a choice, with their probabilities as priors.
fn outcomes<G: Keyed + Chance>(game: &G, choice: G::Move) -> SmallVec<[LeafMove; 4]> {
    let mut outcomes = SmallVec::new();
    game.for_each_outcome(choice, |mv, probability| {
        outcomes.push(LeafMove {
            bits: G::move_bits(mv),
            prior: probability as f32,
            value: 0.0,
        });
    });
    outcomes
}
