//! Monte Carlo tree search for any number of players, with or without chance: one tree, many threads, any leaf evaluation.

mod leaf;
mod stability;
mod tree;

use std::fmt;

use floe_game::{Chance, Game, Keyed, Player, Sampled, Turn};
use smallvec::SmallVec;

use crate::{Control, Limits, Line, MAX_DEPTH, Meter, Payoffs, Progress, Report};
pub use leaf::{LeafEvaluator, LeafMoves, Playouts, Policy, PolicyValue, VisitContext, WinProbabilities};
use stability::BestMoveStability;
use tree::{Index, MoveStats, Node, Stage, Tree};
pub use tree::{LeafMove, Selection};

/// Visits where nothing limits a search.
const ENOUGH_VISITS: u64 = 1_000_000;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct TreeOptions {
    /// Number of threads, at least one. With one, the same search gives the same result.
    pub threads: usize,
    /// Weight of exploration: how much moves that were visited little are worth visiting.
    ///
    /// In the base game of three players, with PUCT at 3000 visits a move: 1.5 is worth 86 Elo less than 1, 0.7 33 more; from 0.35 to 0.7 all are alike.
    pub exploration: f32,
    /// Temperature of the priors: win probabilities so far apart differ e-fold in prior.
    pub temperature: f32,
    /// Largest size of the tree, in MiB.
    ///
    /// When it is full, what hangs below the moves visited least is forgotten.
    pub mebibytes: usize,
    /// Seed of what chance does, and of playouts.
    pub seed: u64,
}

impl Default for TreeOptions {
    fn default() -> TreeOptions {
        TreeOptions { threads: 1, exploration: 0.5, temperature: 0.1, mebibytes: 64, seed: 0 }
    }
}

impl TreeOptions {
    /// The usual options of plain UCT, which needs more exploration and a larger tree.
    pub fn uct() -> TreeOptions {
        TreeOptions { exploration: 0.7, mebibytes: 256, ..TreeOptions::default() }
    }
}

/// Tree search with max^n backing up (Sturtevant 2008).
///
/// What an earlier search has found of the position is taken over into the next. Where chance has a say, a choice of which several things can
/// come leads to a node with a move for each of them, and every visit draws one.
pub struct TreeSearch<G: Game, L> {
    leaf: L,
    options: TreeOptions,
    tree: Tree,
    /// What the next search copies the part of `tree` into that still matters.
    spare: Tree,
    root: Option<(G, Index)>,
}

/// PUCT (Rosin 2011; Silver et al. 2017): priors and values come from an estimate of win probabilities instead of playouts.
pub type Puct<G, E> = TreeSearch<G, Policy<E>>;

/// Plain UCT (Kocsis & Szepesvári 2006) with uniformly random playouts: the baseline that everybody knows.
pub type Uct<G> = TreeSearch<G, Playouts>;

impl<G: Game, L> fmt::Debug for TreeSearch<G, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeSearch").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<G: Game, E> Puct<G, E>
where
    Policy<E>: LeafEvaluator<G>,
{
    /// A search that believes the estimates of `estimator`.
    pub fn new(estimator: E, options: TreeOptions) -> Puct<G, E> {
        TreeSearch::with_leaf(Policy { estimator, temperature: options.temperature }, options)
    }
}

impl<G: Keyed + Chance + Sampled> Uct<G> {
    /// A search by playouts.
    pub fn new(options: TreeOptions) -> Uct<G> {
        TreeSearch::with_leaf(Playouts::default(), options)
    }
}

impl<G: Game, L> TreeSearch<G, L> {
    /// A search with this leaf evaluation.
    pub fn with_leaf(leaf: L, options: TreeOptions) -> TreeSearch<G, L> {
        let half = options.mebibytes << 19;
        TreeSearch { leaf, options, tree: Tree::new(half), spare: Tree::new(half), root: None }
    }

    /// How full the tree is, in thousandths.
    pub fn hash_full(&self) -> u32 {
        self.tree.fullness()
    }

    /// Forgets what earlier searches have found.
    pub fn clear(&mut self) {
        self.root = None;
    }
}

impl<G: Keyed + Chance + PartialEq + Sync, L: LeafEvaluator<G>> TreeSearch<G, L> {
    /// Searches until a limit is reached, or the best move is stable and there is a soft limit; without any, a million visits. A limited depth is
    /// reached when the first line is so long.
    ///
    /// The lines are those of the most visited moves, each with the likeliest that can come of it; none is proven. The depth is the length of
    /// the first line; nodes are visits. `progress` hears of it once a second.
    pub fn search(
        &mut self,
        game: &G,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&Progress<'_, G::Move, Payoffs>),
    ) -> Report<G::Move, Payoffs> {
        let limits = limits.or_nodes(ENOUGH_VISITS);
        if game.is_over() {
            return Report { lines: Vec::new(), depth: 0, nodes: 0 };
        }
        self.leaf.begin();
        let mut root = self.find_or_plant(game);
        let control = Control::new(&limits);
        let stability = BestMoveStability::new(&control);
        let (mut visits, mut reported, mut makes_room) = (0u64, 0, true);
        let threads = self.options.threads.max(1) as u64;
        let mut contexts: Vec<_> =
            (0..threads).map(|thread| VisitContext::new(self.options.seed ^ thread << 32)).collect();
        let (first, others) = contexts.split_first_mut().expect("there is a thread");
        loop {
            let descent = Descent { game, root, leaf: &self.leaf, options: self.options, tree: &self.tree, makes_room };
            let is_over = std::thread::scope(|scope| {
                for context in &mut *others {
                    scope.spawn(|| descent.repeat(&control, context, &mut || false));
                }
                descent.repeat(&control, first, &mut || {
                    visits += 1;
                    if !visits.is_multiple_of(1 << 6) {
                        return false;
                    }
                    if self.is_deep(game, root, &limits) {
                        return true;
                    }
                    let elapsed = control.elapsed();
                    if visits.is_multiple_of(1 << 12) && elapsed.as_secs() > reported {
                        reported = elapsed.as_secs();
                        let report = self.report(game, root, &control);
                        progress(&Progress { report: &report, elapsed, hash_full: self.hash_full() });
                    }
                    let moves = || self.ranked(root);
                    stability.is_due(elapsed) && stability.is_enough(elapsed, visits * threads, &moves())
                })
            });
            if is_over {
                return self.report(game, root, &control);
            }
            (root, makes_room) = self.make_room(root);
            self.root = Some((*game, root));
        }
    }

    /// Forgets what hangs below the nodes visited least; returns where the node is then, and whether that has left enough room.
    fn make_room(&mut self, node: Index) -> (Index, bool) {
        /// So full a tree may be then, in thousandths: then it is long until it is full again.
        const HALF: u32 = 500;
        let mut found = None;
        for least in (1..u32::BITS).map(|doublings| 1 << doublings) {
            self.spare.clear();
            found = self.spare.take_over(&self.tree, node, least);
            if self.spare.fullness() <= HALF {
                break;
            }
        }
        std::mem::swap(&mut self.tree, &mut self.spare);
        (found.expect("a tree has room for its root"), self.tree.fullness() <= HALF)
    }

    /// The node of a position: one of the last search, a few moves on, or a new tree.
    fn find_or_plant(&mut self, game: &G) -> Index {
        let known = self.root.take().and_then(|(old, root)| self.find(&old, root, game, game.players() + 1));
        self.spare.clear();
        let root = known.and_then(|node| self.spare.take_over(&self.tree, node, 0));
        std::mem::swap(&mut self.tree, &mut self.spare);
        let root = root.unwrap_or_else(|| {
            self.tree.clear();
            self.tree.add().expect("a tree has room for its root")
        });
        self.root = Some((*game, root));
        root
    }

    fn find(&self, at: &G, node: Index, game: &G, plies: usize) -> Option<Index> {
        if at == game {
            return Some(node);
        }
        let node = self.tree.node(node);
        if plies == 0 || node.stage() != Stage::Expanded || at.is_over() {
            return None;
        }
        self.tree.edges(node).iter().find_map(|edge| {
            let (choice, child) = (G::move_of_bits(edge.bits()), edge.child()?);
            let mut found = None;
            at.for_each_outcome(choice, |mv, _| {
                let known = || self.find(&at.after(mv), outcome(&self.tree, child, at, choice, mv)?, game, plies - 1);
                found = found.or_else(known);
            });
            found
        })
    }

    fn ranked(&self, node: Index) -> Vec<MoveStats> {
        self.tree.ranked(self.tree.node(node), L::SELECTION)
    }

    /// Whether the depth is limited, and reached.
    fn is_deep(&self, game: &G, root: Index, limits: &Limits<'_>) -> bool {
        let depth = limits.depth as usize;
        limits.depth < MAX_DEPTH && self.most_visited(*game, Some(root)).take(depth).count() == depth
    }

    fn report(&self, game: &G, root: Index, control: &Control<'_>) -> Report<G::Move, Payoffs> {
        let mut moves = self.ranked(root);
        if moves.is_empty() {
            // Not one visit found room or time: the first move is as good as any.
            moves.push(MoveStats {
                index: 0,
                bits: G::move_bits(game.choices()[0]),
                child: None,
                visits: 0,
                mean: 0.0,
            });
        }
        let plies = control.limits().depth as usize;
        let lines: Vec<_> = moves.iter().map(|stats| self.line(game, stats, plies)).collect();
        Report { depth: lines[0].moves.len() as u32, lines, nodes: control.nodes() }
    }

    /// The line of a move at the root, so many plies at most.
    fn line(&self, game: &G, stats: &MoveStats, plies: usize) -> Line<G::Move, Payoffs> {
        let choice = G::move_of_bits(stats.bits);
        let likeliest = game.likeliest_outcome(choice);
        let mut end = game.after(likeliest);
        let node = stats.child.and_then(|child| outcome(&self.tree, child, game, choice, likeliest));
        let mut moves = vec![choice];
        for mv in self.most_visited(end, node).take(plies.saturating_sub(1)) {
            end.play(mv);
            moves.push(mv);
        }
        Line { value: self.leaf.line_value(stats.index, &end), exact: false, moves }
    }

    /// Moves that lead on from a position, each the likeliest that can come of the most visited choice.
    fn most_visited(&self, mut at: G, mut node: Option<Index>) -> impl Iterator<Item = G::Move> {
        std::iter::from_fn(move || {
            let best = self.ranked(node?).first().copied().filter(|best| best.visits > 0)?;
            let choice = G::move_of_bits(best.bits);
            let likeliest = at.likeliest_outcome(choice);
            node = best.child.and_then(|child| outcome(&self.tree, child, &at, choice, likeliest));
            at.play(likeliest);
            Some(likeliest)
        })
    }
}

/// The node of what has come of a choice that leads to `child`, if it is there: `child` itself where nothing else can come of it.
fn outcome<G: Keyed + Chance>(tree: &Tree, child: Index, game: &G, choice: G::Move, mv: G::Move) -> Option<Index> {
    if outcomes(game, choice).len() == 1 { Some(child) } else { tree.child(tree.node(child), G::move_bits(mv)) }
}

/// Everything that can come of a choice, with its probability as prior.
fn outcomes<G: Keyed + Chance>(game: &G, choice: G::Move) -> SmallVec<[LeafMove; 4]> {
    let mut outcomes = SmallVec::new();
    game.for_each_outcome(choice, |mv, probability| {
        outcomes.push(LeafMove { bits: G::move_bits(mv), prior: probability as f32, value: 0.0 });
    });
    outcomes
}

/// What every visit needs.
struct Descent<'a, G, L> {
    game: &'a G,
    root: Index,
    leaf: &'a L,
    options: TreeOptions,
    tree: &'a Tree,
    /// Whether the search makes room when the tree is full.
    makes_room: bool,
}

impl<G: Keyed + Chance, L: LeafEvaluator<G>> Descent<'_, G, L> {
    /// Visits until a limit is reached, or `is_enough`, which is asked after every visit; says whether one of these ends the search, and not
    /// that the tree is full.
    fn repeat(&self, control: &Control<'_>, context: &mut VisitContext, is_enough: &mut dyn FnMut() -> bool) -> bool {
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

    /// Goes down the tree to a leaf, evaluates it, and backs its value up. A visit counts as lost until it has ended, so that threads part ways.
    fn visit(&self, context: &mut VisitContext, path: &mut Vec<(Index, Player)>) {
        let mut game = *self.game;
        let mut node = self.tree.node(self.root);
        node.enter();
        path.clear();
        context.root_move = None;
        let wins = loop {
            let Turn::Of(player) = game.turn() else { break self.leaf.evaluate(&game, context) };
            match node.stage() {
                Stage::Leaf if node.visits() < L::EXPANSION_VISITS && !path.is_empty() => {
                    break self.leaf.evaluate(&game, context);
                }
                Stage::Leaf if node.claim() => {
                    // A terminal node stays closed, and has the same value at every visit.
                    if let Some(wins) = self.leaf.terminal_value(&game) {
                        break wins;
                    }
                    let (moves, wins) = self.leaf.expand(&game, player, context);
                    self.tree.expand(node, &moves);
                    if let Some(wins) = wins {
                        break wins;
                    }
                    if node.stage() != Stage::Expanded {
                        break self.leaf.evaluate(&game, context);
                    }
                }
                Stage::Leaf | Stage::Closed => {
                    break self.leaf.terminal_value(&game).unwrap_or_else(|| self.leaf.evaluate(&game, context));
                }
                Stage::Expanded => (),
            }
            let (index, bits, child) = self.tree.select(node, L::SELECTION, self.options.exploration);
            if path.is_empty() {
                context.root_move = Some(index);
            }
            let (before, choice) = (game, G::move_of_bits(bits));
            let mv = before.draw_outcome(choice, &mut context.rng);
            game.play(mv);
            let Some(child) = child else { break self.leaf.evaluate(&game, context) };
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

    /// Begins a visit of a node, to which a move of `player` leads.
    #[inline]
    fn enter(&self, index: Index, player: Player, path: &mut Vec<(Index, Player)>) -> &Node {
        let node = self.tree.node(index);
        node.enter();
        path.push((index, player));
        node
    }

    /// The node of what has come of the choice that leads to `child`, made if it is not there; none without room.
    fn outcome(&self, child: Index, game: &G, choice: G::Move, mv: G::Move) -> Option<Index> {
        let outcomes = outcomes(game, choice);
        if outcomes.len() == 1 {
            return Some(child);
        }
        let chance = self.tree.node(child);
        if chance.stage() == Stage::Leaf && chance.claim() {
            self.tree.expand(chance, &outcomes);
        }
        self.tree.child_or_open(chance, G::move_bits(mv))
    }
}
