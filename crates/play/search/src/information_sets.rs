//! Monte Carlo tree search over what players know (ISMCTS: Cowling, Powley and Whitehouse 2012).
//!
//! Every iteration draws a world that fits what the player to move knows. Nodes are sequences of
//! observed moves, so that a player has one strategy for all worlds that look the same to it.

use std::collections::HashMap;

use floe_game::{Chance, Game, Keyed, Player, Turn, Veiled};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Limits;

/// Players who have a search tree of their own in an [`InformationSetSearch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observers {
    /// Only the player to move has a tree: opponents act as if they knew the world that is drawn.
    /// Moves are selected by UCB1.
    Single,
    /// Every player has a tree: opponents do not know what is hidden from them either. Moves are
    /// selected by PUCT; the move that [`WorldPlayouts::policy`] chooses has the largest prior.
    All,
}

impl Observers {
    /// Value by which a move is selected: its mean payoff, `mean` before its first visit, and a
    /// bonus for few visits with the weight `exploration`.
    fn value(self, stats: &ObservedMoveStats, mean: f64, exploration: f64) -> f64 {
        match self {
            Observers::Single if stats.visits == 0 => f64::INFINITY,
            Observers::Single => {
                let bonus = (f64::from(stats.available).ln() / f64::from(stats.visits)).sqrt();
                stats.payoff / f64::from(stats.visits) + exploration * bonus
            }
            Observers::All => {
                let own = if stats.visits > 0 {
                    stats.payoff / f64::from(stats.visits)
                } else {
                    mean
                };
                let bonus =
                    stats.prior * f64::from(stats.available).sqrt() / f64::from(1 + stats.visits);
                own + exploration * bonus
            }
        }
    }
}

/// Payoffs and measures of the position in which a playout ended.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlayoutResult {
    /// Payoff of every player, by [`Player::index`], most often between 0 and 1. Every player is
    /// taken to maximise the mean of its own.
    pub payoffs: [f64; Player::MAX],
    /// Two numbers about the end of the playout, whose meaning the implementer of [`WorldPlayouts`]
    /// chooses; the search reports their means for each move.
    pub measures: [f64; 2],
}

/// Policy and playouts of a game with hidden information, in a world, where nothing is hidden.
pub trait WorldPlayouts<G: Game> {
    /// Chooses a likely move of the player to move in `position`, which a new node of the tree
    /// tries first; `None` for no preference.
    fn policy(&self, position: &G, rng: &mut Xoshiro256PlusPlus) -> Option<G::Move>;

    /// Reply in `position` of an opponent of the player who searches, if its play is known. With
    /// [`Observers::All`] the search plays this reply, and does not search the opponent's moves.
    /// `None`, the default, to search them.
    fn known_reply(&self, _position: &G, _rng: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
        None
    }

    /// Whether playouts end at `position`, so that the tree grows no further there.
    fn is_end(&self, position: &G) -> bool;

    /// Plays the game from `position` to the end of a playout, and returns the result.
    fn play_out(&self, position: G, rng: &mut Xoshiro256PlusPlus) -> PlayoutResult;
}

/// Move of the player to move at the root, with its statistics from a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InformationSetMove<M> {
    /// The move, a choice without an outcome of chance.
    pub mv: M,
    /// Number of iterations of the search that began with the move.
    pub visits: u32,
    /// Mean payoff for the player to move at the root over the iterations that began with the move,
    /// in the unit of [`PlayoutResult::payoffs`].
    pub payoff: f64,
    /// Means of the two [measures](PlayoutResult::measures) over the iterations that began with the
    /// move.
    pub measures: [f64; 2],
}

/// Index of a node or of a move in a tree.
type TreeIndex = u32;

/// Index that stands for no node and no move.
const NONE: TreeIndex = TreeIndex::MAX;

#[derive(Clone, Copy, Debug)]
struct ObservedMoveStats {
    /// Next move of the node, or [`NONE`].
    next: TreeIndex,
    bits: u32,
    prior: f64,
    visits: u32,
    /// Number of visits of the node at which the move was legal.
    available: u32,
    payoff: f64,
    measures: [f64; 2],
}

impl ObservedMoveStats {
    /// Visits of the move `mv` and the means over them.
    fn summary<M>(&self, mv: M) -> InformationSetMove<M> {
        let visits = f64::from(self.visits.max(1));
        let measures = self.measures.map(|sum| sum / visits);
        InformationSetMove {
            mv,
            visits: self.visits,
            payoff: self.payoff / visits,
            measures,
        }
    }
}

/// Knowledge of an observer since the root.
#[derive(Debug)]
struct KnowledgeNode {
    /// First of its moves, or [`NONE`].
    first: TreeIndex,
    visits: u32,
    payoff: f64,
}

/// Tree of an observer; its roots differ in the observer's view. Few large arrays hold it, which go
/// back to the system as a whole.
#[derive(Debug)]
struct KnowledgeTree {
    nodes: Vec<KnowledgeNode>,
    moves: Vec<ObservedMoveStats>,
    /// Nodes by their parent and the move that leads to them.
    children: HashMap<(TreeIndex, u32), TreeIndex>,
    roots: HashMap<u64, TreeIndex>,
    /// Maximum size in bytes.
    room: usize,
}

impl KnowledgeTree {
    /// Bytes of a node with its entry among the children, and of a move, where all arrays have just
    /// grown.
    const NODE: usize =
        2 * size_of::<KnowledgeNode>() + 4 * size_of::<((TreeIndex, u32), TreeIndex)>();
    const MOVE: usize = 2 * size_of::<ObservedMoveStats>();

    fn new(room: usize) -> KnowledgeTree {
        let nodes = Vec::new();
        let moves = Vec::new();
        KnowledgeTree {
            nodes,
            moves,
            children: HashMap::new(),
            roots: HashMap::new(),
            room,
        }
    }

    /// Whether there is room for another node or move.
    fn has_room(&self) -> bool {
        self.nodes.len() * KnowledgeTree::NODE + self.moves.len() * KnowledgeTree::MOVE < self.room
    }

    fn add(&mut self) -> Option<TreeIndex> {
        self.has_room().then(|| {
            self.nodes.push(KnowledgeNode {
                first: NONE,
                visits: 0,
                payoff: 0.0,
            });
            self.nodes.len() as TreeIndex - 1
        })
    }

    /// Root of a view, added if there is room.
    fn root(&mut self, key: u64) -> Option<TreeIndex> {
        if let Some(&root) = self.roots.get(&key) {
            return Some(root);
        }
        let root = self.add()?;
        self.roots.insert(key, root);
        Some(root)
    }

    /// Node to which a move leads from another one, added if there is room.
    fn child(&mut self, node: TreeIndex, bits: u32) -> Option<TreeIndex> {
        if let Some(&child) = self.children.get(&(node, bits)) {
            return Some(child);
        }
        let child = self.add()?;
        self.children.insert((node, bits), child);
        Some(child)
    }

    /// Indices of the moves of a node, the newest first.
    fn moves_of(&self, node: TreeIndex) -> impl Iterator<Item = usize> {
        let mut next = self.nodes[node as usize].first;
        std::iter::from_fn(move || {
            let index = (next != NONE).then_some(next as usize)?;
            next = self.moves[index].next;
            Some(index)
        })
    }

    /// TreeIndex of the move of a node with these bits, added with this prior if there is room.
    fn move_of(&mut self, node: TreeIndex, bits: u32, prior: f64) -> Option<usize> {
        let found = self
            .moves_of(node)
            .find(|&index| self.moves[index].bits == bits);
        if found.is_some() || !self.has_room() {
            return found;
        }
        let added = self.moves.len();
        let node = &mut self.nodes[node as usize];
        let next = std::mem::replace(&mut node.first, added as TreeIndex);
        let visits = 0;
        let available = 0;
        let payoff = 0.0;
        let measures = [0.0; 2];
        self.moves.push(ObservedMoveStats {
            next,
            bits,
            prior,
            visits,
            available,
            payoff,
            measures,
        });
        Some(added)
    }
}

/// Monte Carlo tree search of a game with hidden information (ISMCTS).
#[derive(Debug)]
pub struct InformationSetSearch<P> {
    playouts: P,
    options: InformationSetOptions,
    rng: Xoshiro256PlusPlus,
}

/// Options of an [`InformationSetSearch`]: trees, exploration, memory and seed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InformationSetOptions {
    /// Players who have a tree of their own; all by default.
    pub observers: Observers,
    /// Weight of exploration against payoffs: the higher, the more a search visits moves with few
    /// visits. 0.7 by default.
    pub exploration: f64,
    /// Prior of the move that [`WorldPlayouts::policy`] chooses, from 0 to 1; the other moves share
    /// the rest. 0.4 by default; used with [`Observers::All`] only.
    pub policy_prior: f64,
    /// Maximum size of all trees together, in MiB; 16 by default. A full tree grows no more, and
    /// playouts begin where it ends.
    pub mebibytes: usize,
    /// Seed of the random numbers; 0 by default.
    pub seed: u64,
}

impl Default for InformationSetOptions {
    fn default() -> InformationSetOptions {
        InformationSetOptions {
            observers: Observers::All,
            exploration: 0.7,
            policy_prior: 0.4,
            mebibytes: 16,
            seed: 0,
        }
    }
}

/// Number of iterations without any limit.
const DEFAULT_ITERATIONS: u64 = 10_000;

struct Iterations<'s, G: Game, P> {
    search: &'s mut InformationSetSearch<P>,
    root: G,
    mover: Player,
    trees: Vec<KnowledgeTree>,
}

impl<P> InformationSetSearch<P> {
    /// Creates a search that plays out with `playouts`.
    pub fn new(playouts: P, options: InformationSetOptions) -> InformationSetSearch<P> {
        let rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
        InformationSetSearch {
            playouts,
            options,
            rng,
        }
    }

    /// Searches `root`, which is the view of the player to move. Returns the moves of that player,
    /// most visits first, and the number of iterations done. There are no moves when the game is
    /// over. `draw` draws worlds of the view.
    ///
    /// The search ends at the first limit; it does 10,000 iterations if `limits` has no limit of
    /// nodes or time. An iteration counts as a node. With a soft limit, the search of a forced move
    /// ends after the first iteration.
    ///
    /// With [`Observers::All`], each iteration is followed by one more for every opponent from whom
    /// something is hidden. It takes place in a world drawn from the view of that opponent, and
    /// only such worlds teach the opponent.
    pub fn search<G: Veiled + Keyed + Chance + PartialEq>(
        &mut self,
        root: &G,
        limits: &Limits<'_>,
        draw: impl Fn(&mut Xoshiro256PlusPlus) -> G,
    ) -> (Vec<InformationSetMove<G::Move>>, u64)
    where
        P: WorldPlayouts<G>,
    {
        let Turn::Of(mover) = root.turn() else {
            return (Vec::new(), 0);
        };
        let limits = limits.or_nodes(DEFAULT_ITERATIONS);
        let choices = root.choices();
        let is_forced = choices.len() == 1 && limits.soft.is_some();
        let players = root.players();
        let observers = self.options.observers;
        let count = if observers == Observers::All {
            players
        } else {
            1
        };
        let trees = (0..count)
            .map(|_| KnowledgeTree::new((self.options.mebibytes << 20) / count))
            .collect();
        let mut run = Iterations {
            search: self,
            root: *root,
            mover,
            trees,
        };
        let mut done = 0;
        loop {
            let truth = draw(&mut run.search.rng);
            run.iterate(truth, true);
            done += 1;
            // What the player to move knows, and an opponent does not, must not decide the
            // opponent's moves.
            for opponent in Player::first(players)
                .filter(|&player| player != mover && observers == Observers::All)
            {
                let view = truth.view(opponent);
                if view != truth {
                    let other = view.draw_world(&mut run.search.rng);
                    run.iterate(other, false);
                    done += 1;
                }
            }
            let is_over = limits.nodes.is_some_and(|nodes| done >= nodes) || limits.are_reached();
            if is_over || is_forced {
                break;
            }
        }
        (run.moves(), done)
    }
}

impl<G: Veiled + Keyed + Chance + PartialEq, P: WorldPlayouts<G>> Iterations<'_, G, P> {
    fn tree(&self, player: Player) -> usize {
        if self.trees.len() == 1 {
            0
        } else {
            player.index()
        }
    }

    /// Player whose observations make up a tree.
    fn observer(&self, tree: usize) -> Player {
        if self.trees.len() == 1 {
            self.mover
        } else {
            Player::new(tree)
        }
    }

    /// Plays from the root in a world, down the trees and then to the end. In a world `of_mover`
    /// the opponents learn nothing, if they know less than the player to move.
    fn iterate(&mut self, world: G, of_mover: bool) {
        let mut position = world;
        let learns: Vec<bool> = (0..self.trees.len())
            .map(|tree| {
                let observer = self.observer(tree);
                observer == self.mover || !of_mover || position.view(observer) == position
            })
            .collect();
        // `None` where a tree has no room.
        let mut nodes: Vec<Option<TreeIndex>> = Vec::with_capacity(self.trees.len());
        for tree in 0..self.trees.len() {
            let key = position.view(self.observer(tree)).key();
            nodes.push(self.trees[tree].root(key));
        }
        let mut path: Vec<(usize, TreeIndex, usize, Player)> = Vec::new();
        while let Turn::Of(player) = position.turn() {
            if self.search.playouts.is_end(&position) {
                break;
            }
            let tree = self.tree(player);
            let Some(node) = nodes[tree] else { break };
            let is_opponent = player != self.mover && self.trees.len() > 1;
            let reply = if is_opponent {
                self.search
                    .playouts
                    .known_reply(&position, &mut self.search.rng)
            } else {
                None
            };
            let is_new = reply.is_none() && self.trees[tree].nodes[node as usize].visits == 0;
            if is_new && !learns[tree] {
                break;
            }
            let choice = match reply {
                Some(reply) => reply,
                None => {
                    let Some((choice, index)) = self.select(tree, node, &position) else {
                        break;
                    };
                    path.push((tree, node, index, player));
                    choice
                }
            };
            let mv = position.draw_outcome(choice, &mut self.search.rng);
            for (tree, node) in nodes.iter_mut().enumerate() {
                let observer = if self.trees.len() == 1 {
                    self.mover
                } else {
                    Player::new(tree)
                };
                let seen = G::move_bits(position.observed(mv, observer));
                *node = node.and_then(|node| self.trees[tree].child(node, seen));
            }
            position.play(mv);
            if is_new {
                break;
            }
        }
        let result = self
            .search
            .playouts
            .play_out(position, &mut self.search.rng);
        for (tree, node, index, player) in path.into_iter().filter(|&(tree, ..)| learns[tree]) {
            let tree = &mut self.trees[tree];
            let payoff = result.payoffs[player.index()];
            let node = &mut tree.nodes[node as usize];
            node.visits += 1;
            node.payoff += payoff;
            let stats = &mut tree.moves[index];
            stats.visits += 1;
            stats.payoff += payoff;
            stats
                .measures
                .iter_mut()
                .zip(result.measures)
                .for_each(|(sum, measure)| *sum += measure);
        }
    }

    /// Selects a choice at a node, and the index of its statistics; `None` if the tree has no room
    /// for any.
    fn select(&mut self, tree: usize, node: TreeIndex, position: &G) -> Option<(G::Move, usize)> {
        let observer = self.observer(tree);
        let choices = position.choices();
        let is_bare = self.trees[tree].nodes[node as usize].first == NONE;
        let policy = if is_bare && self.search.options.observers == Observers::All {
            self.search
                .playouts
                .policy(position, &mut self.search.rng)
                .map(G::move_bits)
        } else {
            None
        };
        let tree = &mut self.trees[tree];
        let InformationSetOptions {
            observers,
            exploration,
            policy_prior,
            ..
        } = self.search.options;
        let share = (1.0 - policy_prior) / choices.len() as f64;
        let mut legal: Vec<(G::Move, usize)> = Vec::with_capacity(choices.len());
        for &choice in &choices {
            // A move of an opponent as the observer sees it; a choice of the observer's own as it
            // is.
            let is_own = position.turn() == Turn::Of(observer);
            let bits = G::move_bits(if is_own {
                choice
            } else {
                position.observed(choice, observer)
            });
            let prior = share
                + if policy == Some(bits) {
                    policy_prior
                } else {
                    0.0
                };
            let Some(index) = tree.move_of(node, bits, prior) else {
                continue;
            };
            tree.moves[index].available += 1;
            legal.push((choice, index));
        }
        if legal.is_empty() {
            return None;
        }
        let node = &tree.nodes[node as usize];
        let mean = if node.visits > 0 {
            node.payoff / f64::from(node.visits)
        } else {
            0.5
        };

        // The remainder of 64 bits: a `usize` has fewer of them in a browser.
        let start = (rand::Rng::next_u64(&mut self.search.rng) % legal.len() as u64) as usize;
        let mut best = legal[start];
        let mut most = f64::NEG_INFINITY;
        for offset in 0..legal.len() {
            let candidate = legal[(start + offset) % legal.len()];
            let value = observers.value(&tree.moves[candidate.1], mean, exploration);
            if value > most {
                (best, most) = (candidate, value);
            }
        }
        Some(best)
    }

    /// Moves of the root, most visits first.
    fn moves(self) -> Vec<InformationSetMove<G::Move>> {
        let tree = &self.trees[self.tree(self.mover)];
        let Some(&root) = tree.roots.get(&self.root.view(self.mover).key()) else {
            return Vec::new();
        };
        let stats = tree.moves_of(root).map(|index| &tree.moves[index]);
        let mut moves: Vec<_> = stats
            .map(|stats| stats.summary(G::move_of_bits(stats.bits)))
            .collect();
        moves.sort_by(|a, b| {
            b.visits
                .cmp(&a.visits)
                .then(b.payoff.total_cmp(&a.payoff))
                .then(a.mv.cmp(&b.mv))
        });
        moves
    }
}
