//! Plan of a proof: which claim is worth a search next.
//!
//! The graph of a proof grows from its root by what is known: bounds of endings, and endings whose
//! search ran out of nodes. Values of nodes, and chances and costs of claims about them, are kept
//! until something below them changes; how relevant the claims are is found anew for each plan.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use floe_endgame::KeyedBounds;
use floe_game::{Interval, Score};

use crate::bounds::MergedBounds;
use crate::claim_table::{Claim, ClaimTable};
use crate::cost::{CostModel, chance};

/// Rules of the endings of a game, as the planner needs them. Endings are in normal form, seen by
/// the side to move. The value of an ending is the margin that this side can still gain under best
/// play.
pub trait Endings {
    /// Ending in normal form, seen by the side to move.
    type Ending: Copy;

    /// Key of an ending, by which [`MergedBounds`] knows it.
    fn key(&self, ending: &Self::Ending) -> u64;
    /// Number of free tiles.
    fn tiles(&self, ending: &Self::Ending) -> u32;
    /// Bounds of the value for the side to move that hold without a search, in 1/128 fish.
    fn bounds(&self, ending: &Self::Ending) -> Interval<Score>;
    /// Estimated value for the side to move, in 1/128 fish.
    fn estimate(&self, ending: &Self::Ending) -> Score;
    /// All moves, at least one.
    fn moves(&self, ending: &Self::Ending) -> Vec<PlannedMove<Self::Ending>>;
}

/// Move of an ending: its value for the side to move is `base - value of rest`.
#[derive(Clone, Copy, Debug)]
pub struct PlannedMove<E> {
    /// Number of the move, which [`SplitMove::text`](floe_endgame::SplitMove::text) reads.
    pub bits: u16,
    /// Certain part of the value, in 1/128 fish, for the side that makes the move.
    pub base: Score,
    /// Ending that is still open, with the other side to move; `None` if nothing is open, so that
    /// the value is `base`.
    pub rest: Option<E>,
}

/// Finished search for whether a claim holds, as the files record it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FinishedJob {
    /// Key of the ending that the claim is about, as [`Endings::key`] returns it.
    pub key: u64,
    /// Bound of the claim, in 1/128 fish: the claim says that the value of the ending for the side
    /// to move is `bound` or more.
    pub bound: Score,
    /// Way in which the search ended.
    pub outcome: JobOutcome,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Time of the search in 1/100 s.
    pub centiseconds: u32,
}

/// Way in which a search for whether a claim holds ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobOutcome {
    /// The search has settled whether the claim holds.
    Settled,
    /// The nodes of the job did not suffice: the ending is split into its moves.
    Exhausted,
    /// The worker was stopped, or the claim was no longer needed.
    Dropped,
    /// The claim seemed too large for a job: the ending was split into its moves without a search.
    Split,
}

/// Claim that is not settled and that a worker may search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpenClaim {
    /// Key of the ending that the claim is about, as [`Endings::key`] returns it.
    pub key: u64,
    /// Bound of the claim, in 1/128 fish: the claim says that the value of the ending for the side
    /// to move is `bound` or more.
    pub bound: Score,
    /// Values of the ending that can make a difference to the value of the root, for the side to
    /// move, in 1/128 fish: all below the lower end are alike, and so are all above the upper end.
    /// They follow from the bounds of the root along one of the ways to the ending.
    pub window: Interval<Score>,
    /// Probability that the proof needs this claim to be settled, from 0 to 1.
    pub relevance: f64,
    /// Probability that the claim holds, from 0.01 to 0.99.
    pub chance: f64,
    /// Expected number of nodes of the search, at least 1.
    pub nodes: f64,
}

/// Plan to settle a claim about the value of the root.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// Open claims about endings that are not split, the most relevant first; empty if the claim
    /// about the root is settled.
    pub leaves: Vec<OpenClaim>,
    /// Expected number of nodes until the claim about the root is settled; 0 if it is.
    pub expected_nodes: f64,
    /// Number of claims that are open, `leaves` included.
    pub claims: usize,
}

/// Claim of a proof, with the claims about the endings after its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct ClaimTree {
    /// Number of the move that leads to the ending, as [`PlannedMove::bits`]; zero at the root.
    pub bits: u16,
    /// Key of the ending that the claim is about.
    pub key: u64,
    /// Number of free tiles of the ending.
    pub tiles: u32,
    /// Bound of the claim, in 1/128 fish: the claim says that the value of the ending for the side
    /// to move is `bound` or more.
    pub bound: Score,
    /// Whether the claim holds; `None` while it is open.
    pub holds: Option<bool>,
    /// Expected number of nodes until the claim is settled; zero if it is.
    pub nodes: f64,
    /// Claims about the endings after the moves, in the order of search, settled ones last; moves
    /// that leave nothing open are left out. Empty where the claim is settled, its ending is not
    /// split, or the tree has reached its depth.
    pub moves: Vec<ClaimTree>,
}

/// Planner of one proof: a graph of endings, which grows from the root as endings are split, and
/// the searches that have ended. [`begin`](Self::begin) begins a round, in which claims are
/// planned.
#[derive(Debug)]
pub struct Planner<S: Endings> {
    endings: S,
    nodes: HashMap<u64, Node<S::Ending>>,
    /// Searches that ran out of nodes, or would have, by key.
    exhausted: HashMap<u64, FinishedJob>,
    jobs: Vec<FinishedJob>,
    /// Keys of the nodes by the [family](KeyedBounds::family) of their endings, whose bounds hold
    /// for each other.
    families: HashMap<u64, Vec<u64>>,
    /// Number of the changes of the bounds that the values of the nodes take into account.
    changes: usize,
    claims: ClaimTable,
    model: CostModel,
    fit: ModelFit,
    contradictions: Vec<Contradiction>,
}

/// Known bounds that contradict the rules, or bounds of the endings below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction {
    pub(crate) key: u64,
    /// Values of the ending that all else allows, in 1/128 fish for the side to move.
    pub(crate) possible: Interval<Score>,
}

/// Bounds of an ending of which nothing is known, beyond all values.
const NOTHING: Interval<Score> = Interval {
    lower: -30_000,
    upper: 30_000,
};

#[derive(Debug, Default)]
struct ModelFit {
    seen: usize,
    /// Jobs whose endings are not in the graph yet.
    unknown: Vec<FinishedJob>,
    /// Logarithms of the cost of the others, by that of the default model.
    logs: Vec<f64>,
}

#[derive(Debug)]
struct Node<E> {
    ending: E,
    tiles: u32,
    bounds: Interval<Score>,
    estimate: Score,
    /// Factor of its price: searches above it took more nodes than predicted.
    price: f64,
    moves: Option<Arc<[Edge]>>,
    /// Keys of the nodes with a move to this one.
    parents: Vec<u64>,
    /// Bounds and estimate by all that is known, unless `is_stale`.
    value: NodeValue,
    /// Whether something below has changed since the value was found; then so it is for all nodes
    /// above.
    is_stale: bool,
    /// Open claims about the ending that are kept: their bounds and their places in the table of
    /// claims. Where a node has none, the claims that are kept above it do not depend on its price.
    claims: Vec<(Score, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    bits: u16,
    base: Score,
    rest: Option<u64>,
}

/// Value of an ending by all that is known, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeValue {
    /// Proved bounds of the value, in 1/128 fish.
    pub bounds: Interval<Score>,
    /// Estimated value, in 1/128 fish, never beyond `bounds`. If the ending is split, it is the
    /// greatest of the estimates of its moves.
    pub estimate: Score,
}

impl<S: Endings> Planner<S> {
    /// Creates the planner of a proof that has not begun: its graph is empty.
    pub fn new(endings: S) -> Planner<S> {
        Planner {
            endings,
            nodes: HashMap::new(),
            exhausted: HashMap::new(),
            jobs: Vec::new(),
            families: HashMap::new(),
            changes: 0,
            claims: ClaimTable::default(),
            model: CostModel::default(),
            fit: ModelFit::default(),
            contradictions: Vec::new(),
        }
    }

    /// Takes the contradictions that the last round has found. The bounds of their endings do not
    /// count in it.
    pub(crate) fn take_contradictions(&mut self) -> Vec<Contradiction> {
        std::mem::take(&mut self.contradictions)
    }

    /// Rules of the endings.
    pub fn endings(&self) -> &S {
        &self.endings
    }

    /// Takes note of a search that has ended. One that was [dropped](JobOutcome::Dropped) has no
    /// effect on plans.
    pub fn finish(&mut self, job: FinishedJob) {
        self.jobs.push(job);
        if matches!(job.outcome, JobOutcome::Exhausted | JobOutcome::Split) {
            let known = self.exhausted.entry(job.key).or_insert(job);
            known.nodes = known.nodes.max(job.nodes);
            self.make_stale(job.key);
        }
    }

    /// Marks the value of an ending, if it is in the graph, and of all above it, as one to be found
    /// anew, and drops the claims about them.
    fn make_stale(&mut self, key: u64) {
        self.drop_claims(key, |node| !std::mem::replace(&mut node.is_stale, true));
    }

    /// Drops the claims about an ending, and upwards those about all endings that are `touched`.
    fn drop_claims(&mut self, key: u64, touched: impl Fn(&mut Node<S::Ending>) -> bool) {
        let mut keys = vec![key];
        while let Some(key) = keys.pop() {
            if let Some(node) = self.nodes.get_mut(&key)
                && touched(node)
            {
                self.claims
                    .remove(node.claims.drain(..).map(|(_, place)| place));
                keys.extend(&node.parents);
            }
        }
    }

    /// All searches that have ended, in the order in which they were noted.
    pub fn finished(&self) -> &[FinishedJob] {
        &self.jobs
    }

    /// Whether a search of the ending with this key ran out of nodes, or seemed to need too many.
    pub fn is_exhausted(&self, key: u64) -> bool {
        self.exhausted.contains_key(&key)
    }

    /// Ending with this key in the graph; `None` if the graph has none.
    pub fn ending(&self, key: u64) -> Option<S::Ending> {
        self.nodes.get(&key).map(|node| node.ending)
    }

    /// Begins a round with all bounds that are known now, also from earlier rounds, and returns the
    /// value of the ending at the root as far as it is known. All calls of [`plan`](Self::plan) and
    /// [`tree`](Self::tree) in the round need the same root and bounds.
    pub fn begin(&mut self, root: &S::Ending, bounds: &MergedBounds) -> NodeValue {
        let key = self.insert(root, 1.0);
        for &changed in &bounds.changes()[self.changes..] {
            for key in self
                .families
                .get(&KeyedBounds::family(changed))
                .cloned()
                .unwrap_or_default()
            {
                self.make_stale(key);
            }
        }
        self.changes = bounds.changes().len();
        let value = self.value(key, bounds);
        self.fit_model();
        value
    }

    fn fit_model(&mut self) {
        let ModelFit {
            seen,
            unknown,
            logs,
        } = &mut self.fit;
        let new = self.jobs[*seen..].iter().copied();
        let mut jobs = std::mem::take(unknown);
        jobs.extend(
            new.filter(|job| matches!(job.outcome, JobOutcome::Settled | JobOutcome::Exhausted)),
        );
        *seen = self.jobs.len();
        for job in jobs {
            match self.nodes.get(&job.key) {
                Some(node) => logs.push(excess(&job, node)),
                None => unknown.push(job),
            }
        }
        self.model = CostModel::fitted(logs.iter().copied());
    }

    /// Plans how to settle the claim that the value of the root for the side to move is `bound` or
    /// more, in 1/128 fish, in the round that [`begin`](Self::begin) has begun. The plan has
    /// neither leaves nor nodes if the bounds settle the claim.
    ///
    /// # Panics
    /// If no round was begun with this root.
    pub fn plan(&mut self, root: &S::Ending, bound: Score, bounds: &MergedBounds) -> Plan {
        let key = self.endings.key(root);
        let Some(root) = self.open(key, bound, bounds) else {
            return Plan::default();
        };
        let order = self.claims.begin_plan(root);
        let claim = &mut self.claims[root];
        claim.relevance = 1.0;
        claim.window = self.nodes[&key].value.bounds;
        let scale = self.model.scale();
        let mut leaves = Vec::new();
        // From the root on, so that of equally relevant leaves the first of the search comes first.
        for &place in order.iter().rev() {
            self.claims.spread(place);
            let &Claim {
                key,
                bound,
                window,
                relevance,
                chance,
                cost,
                ref moves,
                ..
            } = &self.claims[place];
            if moves.is_none() {
                leaves.push(OpenClaim {
                    key,
                    bound,
                    window,
                    relevance,
                    chance,
                    nodes: (cost * scale).max(1.0),
                });
            }
        }
        leaves.sort_by(|a, b| {
            b.relevance
                .total_cmp(&a.relevance)
                .then(a.nodes.total_cmp(&b.nodes))
        });
        Plan {
            leaves,
            expected_nodes: self.claims[root].cost * scale,
            claims: order.len(),
        }
    }

    /// Tree of the claim that the value of the root for the side to move is `bound` or more, in
    /// 1/128 fish, in the round that [`begin`](Self::begin) has begun. The tree ends at `depth`
    /// plies.
    ///
    /// # Panics
    /// If no round was begun with this root.
    pub fn tree(
        &mut self,
        root: &S::Ending,
        bound: Score,
        bounds: &MergedBounds,
        depth: u32,
    ) -> ClaimTree {
        self.branch(0, (self.endings.key(root), bound), bounds, depth)
    }

    fn branch(
        &mut self,
        bits: u16,
        claim: (u64, Score),
        bounds: &MergedBounds,
        depth: u32,
    ) -> ClaimTree {
        let (key, bound) = claim;
        let open = self
            .open(key, bound, bounds)
            .map(|place| self.claims[place].clone());
        let node = &self.nodes[&key];
        let tiles = node.tiles;
        let Some(open) = open else {
            let holds = Some(node.value.bounds.lower >= bound);
            return ClaimTree {
                bits,
                key,
                tiles,
                bound,
                holds,
                nodes: 0.0,
                moves: Vec::new(),
            };
        };
        let edges = node.moves.clone().filter(|_| depth > 0);
        let mut moves = Vec::new();
        for &Edge { bits, base, rest } in edges.iter().flat_map(|edges| edges.iter()) {
            if let Some(rest) = rest {
                moves.push(self.branch(bits, (rest, base - bound + 1), bounds, depth - 1));
            }
        }
        let order: Vec<u64> = open
            .moves
            .iter()
            .flatten()
            .map(|&(child, _)| self.claims[child].key)
            .collect();
        moves.sort_by_key(|claim| {
            order
                .iter()
                .position(|&key| key == claim.key)
                .unwrap_or(usize::MAX)
        });
        ClaimTree {
            bits,
            key,
            tiles,
            bound,
            holds: None,
            nodes: open.cost * self.model.scale(),
            moves,
        }
    }

    /// Splits the ending with this key into its moves; does nothing if it is split already, or not
    /// in the graph.
    pub fn expand(&mut self, key: u64) {
        let Some(Node {
            ending,
            moves: None,
            ..
        }) = self.nodes.get(&key)
        else {
            return;
        };
        let moves = self.endings.moves(ending);
        let price = self.price_below(key);
        let mut edges = Vec::new();
        for PlannedMove { bits, base, rest } in moves {
            let rest = rest.map(|rest| self.insert(&rest, price));
            if let Some(node) = rest.and_then(|rest| self.nodes.get_mut(&rest)) {
                node.parents.push(key);
            }
            edges.push(Edge { bits, base, rest });
        }
        if let Some(node) = self.nodes.get_mut(&key) {
            node.moves = Some(edges.into());
        }
        self.make_stale(key);
    }

    /// Undoes [`expand`](Self::expand): the ending with this key is no longer split. Does nothing
    /// if a search of it ran out of nodes, or seemed to need too many.
    pub fn collapse(&mut self, key: u64) {
        if self.is_exhausted(key) {
            return;
        }
        let moves = self.nodes.get_mut(&key).and_then(|node| node.moves.take());
        for rest in moves
            .iter()
            .flat_map(|moves| moves.iter())
            .filter_map(|edge| edge.rest)
        {
            if let Some(node) = self.nodes.get_mut(&rest) {
                node.parents.retain(|&parent| parent != key);
            }
        }
        self.make_stale(key);
    }

    /// Moves of the ending with this key: of each, the `bits` and the `base` of its
    /// [`PlannedMove`], and the key of its `rest`. Empty if the ending is not split, or not in the
    /// graph.
    pub fn moves(&self, key: u64) -> Vec<(u16, Score, Option<u64>)> {
        let moves = self.nodes.get(&key).and_then(|node| node.moves.clone());
        moves
            .iter()
            .flat_map(|moves| moves.iter())
            .map(|&Edge { bits, base, rest }| (bits, base, rest))
            .collect()
    }

    /// Bounds of all endings that are split, as far as the rounds that were begun have needed them,
    /// each with the move whose lower bound is the greatest; in the order of their keys.
    pub fn split_bounds(&self) -> Vec<KeyedBounds> {
        /// Logarithm of the work of all of them: a table drops them last.
        const WORK: u8 = 60;
        let split = self.nodes.iter().filter(|(_, node)| node.moves.is_some());
        let mut all: Vec<KeyedBounds> = split
            .map(|(&key, node)| {
                let Interval { lower, upper } = node.value.bounds;
                KeyedBounds {
                    key,
                    lower,
                    upper,
                    best: self.best_move(node),
                    work: WORK,
                }
            })
            .collect();
        all.sort_by_key(|bounds| bounds.key);
        all
    }

    fn best_move(&self, node: &Node<S::Ending>) -> u16 {
        let least = |&Edge { base, rest, .. }: &Edge| {
            base - rest.map_or(0, |rest| self.nodes[&rest].value.bounds.upper)
        };
        node.moves
            .iter()
            .flat_map(|moves| moves.iter())
            .max_by_key(|edge| least(edge))
            .map_or(0, |edge| edge.bits)
    }

    fn insert(&mut self, ending: &S::Ending, price: f64) -> u64 {
        let key = self.endings.key(ending);
        if let Some(node) = self.nodes.get_mut(&key) {
            if price > node.price {
                node.price = price;
                // The price of the ending has changed: claims that depend on it are above claims
                // about it.
                self.drop_claims(key, |node| !node.claims.is_empty());
            }
            return key;
        }
        let bounds = self.endings.bounds(ending);
        let estimate = self
            .endings
            .estimate(ending)
            .clamp(bounds.lower, bounds.upper);
        let value = NodeValue { bounds, estimate };
        let tiles = self.endings.tiles(ending);
        let node = Node {
            ending: *ending,
            tiles,
            bounds,
            estimate,
            price,
            moves: None,
            parents: Vec::new(),
            value,
            is_stale: true,
            claims: Vec::new(),
        };
        self.nodes.insert(key, node);
        self.families
            .entry(KeyedBounds::family(key))
            .or_default()
            .push(key);
        key
    }

    /// Factor of the price of what follows an ending: a search that ran out shows that it is dearer
    /// than predicted, and what is dearer than `n` nodes takes about `3 n`.
    fn price_below(&self, key: u64) -> f64 {
        /// Expected nodes of a search by those that did not suffice, with an error of a factor of
        /// four.
        const BEYOND: f64 = 3.0;
        const MAX_FACTOR: f64 = 1e6;
        let node = &self.nodes[&key];
        let Some(job) = self.exhausted.get(&key) else {
            return node.price;
        };
        let predicted = self.model.nodes(node.tiles, node.estimate, job.bound) * node.price;
        node.price * (BEYOND * job.nodes as f64 / predicted).clamp(1.0, MAX_FACTOR)
    }

    fn value(&mut self, key: u64, bounds: &MergedBounds) -> NodeValue {
        let node = &self.nodes[&key];
        if !node.is_stale {
            return node.value;
        }
        if node.moves.is_none() && self.exhausted.contains_key(&key) {
            self.expand(key);
        }
        let node = &self.nodes[&key];
        let moves = node.moves.clone();
        let mut estimate = node.estimate;
        let by_rules = node.bounds;
        let mut below = by_rules;
        if let Some(moves) = moves {
            let mut best: Option<[Score; 3]> = None;
            for &Edge { base, rest, .. } in moves.iter() {
                let found = match rest {
                    None => [base; 3],
                    Some(rest) => {
                        let NodeValue { bounds, estimate } = self.value(rest, bounds);
                        [base - bounds.upper, base - bounds.lower, base - estimate]
                    }
                };
                let before = best.unwrap_or(found);
                best = Some(std::array::from_fn(|place| before[place].max(found[place])));
            }
            if let Some([least, most, guess]) = best {
                below = below.intersect(Interval {
                    lower: least,
                    upper: most,
                });
                estimate = guess;
            }
        }
        if below.lower > below.upper {
            self.blame_moves(key, by_rules, bounds);
            below = by_rules;
        }
        let known = bounds.of(key);
        let mut all = below.intersect(Interval {
            lower: known.lower,
            upper: known.upper,
        });
        if all.lower > all.upper {
            // Either may be wrong: none of them counts.
            self.contradictions.push(Contradiction {
                key,
                possible: below,
            });
            self.blame_moves(
                key,
                Interval {
                    lower: known.lower,
                    upper: known.upper,
                },
                bounds,
            );
            all = by_rules;
        }
        let Interval { lower, upper } = all;
        let estimate = estimate.min(upper).max(lower);
        let value = NodeValue {
            bounds: Interval { lower, upper },
            estimate,
        };
        if let Some(node) = self.nodes.get_mut(&key) {
            node.value = value;
            node.is_stale = false;
        }
        value
    }

    /// Finds the endings below an ending whose known bounds contradict that its value is within
    /// `possible`.
    fn blame_moves(&mut self, key: u64, possible: Interval<Score>, bounds: &MergedBounds) {
        let Interval {
            lower: least,
            upper: most,
        } = NOTHING;
        let edges = self.nodes[&key].moves.clone();
        let rests: Vec<(Score, u64)> = edges
            .iter()
            .flat_map(|edges| edges.iter())
            .filter_map(|edge| Some((edge.base, edge.rest?)))
            .collect();
        let value = |planner: &Planner<S>, rest: u64| planner.nodes[&rest].value.bounds;
        let is_too_good =
            |&(base, rest): &(Score, u64)| base - value(self, rest).upper > possible.upper;
        let too_good: Vec<(Score, u64)> = rests.iter().copied().filter(is_too_good).collect();
        for &(base, rest) in &too_good {
            self.blame(
                rest,
                Interval {
                    lower: base - possible.upper,
                    upper: most,
                },
                bounds,
            );
        }
        if !too_good.is_empty() {
            return;
        }
        for (base, rest) in rests {
            if base - value(self, rest).lower < possible.lower {
                self.blame(
                    rest,
                    Interval {
                        lower: least,
                        upper: base - possible.lower,
                    },
                    bounds,
                );
            }
        }
    }

    /// Notes that the known bounds of an ending contradict `possible`, or finds those below it that
    /// do.
    fn blame(&mut self, key: u64, possible: Interval<Score>, bounds: &MergedBounds) {
        let known = bounds.of(key);
        if known.lower > possible.upper || known.upper < possible.lower {
            let possible = possible.intersect(self.nodes[&key].bounds);
            self.contradictions.push(Contradiction { key, possible });
        } else {
            self.blame_moves(key, possible, bounds);
        }
    }

    /// Place of a claim in the table of claims; `None` if it is settled.
    fn open(&mut self, key: u64, bound: Score, bounds: &MergedBounds) -> Option<usize> {
        let NodeValue {
            bounds: Interval { lower, upper },
            estimate,
        } = self.value(key, bounds);
        if lower >= bound || upper < bound {
            return None;
        }
        let node = &self.nodes[&key];
        if let Some(&(_, place)) = node.claims.iter().find(|&&(known, _)| known == bound) {
            return Some(place);
        }
        let (cost, moves) = match node.moves.clone() {
            None => (
                CostModel::default().nodes(node.tiles, estimate, bound) * node.price,
                None,
            ),
            Some(moves) => {
                let moves = self.open_moves(&moves, bound, bounds);
                (self.claims.expected_cost(&moves), Some(moves))
            }
        };
        let window = Interval {
            lower: bound - 1,
            upper: bound,
        };
        let chance = chance(estimate, bound);
        let place = self.claims.add(Claim {
            key,
            bound,
            chance,
            cost,
            moves,
            plan: 0,
            window,
            relevance: 0.0,
        });
        if let Some(node) = self.nodes.get_mut(&key) {
            node.claims.push((bound, place));
        }
        Some(place)
    }

    /// The open claims of moves, cheapest in proportion to the chance of a proof first: that order
    /// costs least.
    fn open_moves(
        &mut self,
        moves: &[Edge],
        bound: Score,
        bounds: &MergedBounds,
    ) -> Vec<(usize, f64)> {
        let mut open = Vec::new();
        let mut seen = HashSet::new();
        for &Edge { base, rest, .. } in moves {
            let Some(rest) = rest else { continue };
            // The move proves the claim if the rest is worth less than this to the other side.
            let Some(place) = self.open(rest, base - bound + 1, bounds) else {
                continue;
            };
            if seen.insert(place) {
                open.push((place, 1.0 - self.claims[place].chance));
            }
        }
        open.sort_by(|a, b| {
            let [a, b] = [a, b].map(|&(place, proves)| self.claims[place].cost / proves);
            a.total_cmp(&b)
        });
        open
    }
}

/// Logarithm of the factor by which a job cost more than the model without fit predicts; one that
/// ran out would have cost three times as much.
fn excess<E>(job: &FinishedJob, node: &Node<E>) -> f64 {
    /// Expected nodes by those that did not suffice, as in the price of what follows.
    const BEYOND: f64 = 3.0;
    let predicted = CostModel::default().nodes(node.tiles, node.estimate, job.bound) * node.price;
    let factor = job.nodes.max(1) as f64 / predicted;
    if job.outcome == JobOutcome::Exhausted {
        (BEYOND * factor).max(1.0).ln()
    } else {
        factor.ln()
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Tree that is written down: endings by their numbers, each with an estimate and its moves.
    struct Tree(Vec<(Score, Vec<u64>)>);

    const TILES: u32 = 36;

    impl Endings for Tree {
        type Ending = u64;

        /// Far apart, so that no key is that of an ending with other waiting moves.
        fn key(&self, ending: &u64) -> u64 {
            key(*ending)
        }

        fn tiles(&self, ending: &u64) -> u32 {
            TILES - u32::from(*ending > 0)
        }

        fn bounds(&self, _: &u64) -> Interval<Score> {
            Interval {
                lower: -5000,
                upper: 5000,
            }
        }

        fn estimate(&self, &ending: &u64) -> Score {
            self.0[ending as usize].0
        }

        fn moves(&self, &ending: &u64) -> Vec<PlannedMove<u64>> {
            let moves = self.0[ending as usize].1.iter();
            moves
                .map(|&rest| PlannedMove {
                    bits: rest as u16,
                    base: 0,
                    rest: Some(rest),
                })
                .collect()
        }
    }

    fn key(ending: u64) -> u64 {
        ending << 8
    }

    fn bounds(ending: u64, lower: Score, upper: Score) -> KeyedBounds {
        KeyedBounds {
            lower,
            upper,
            ..KeyedBounds::nothing(key(ending))
        }
    }

    /// Three moves: a good one, a bad one, and one that is even.
    fn three_moves() -> Planner<Tree> {
        Planner::new(Tree(vec![
            (0, vec![1, 2, 3]),
            (-640, vec![4]),
            (640, vec![4]),
            (0, vec![4]),
            (0, vec![]),
        ]))
    }

    fn plan(planner: &mut Planner<Tree>, known: &MergedBounds) -> Plan {
        planner.begin(&0, known);
        planner.plan(&0, 1, known)
    }

    #[test]
    fn the_move_that_most_likely_proves_the_claim_comes_first() {
        let mut planner = three_moves();
        let known = MergedBounds::default();
        assert_eq!(
            plan(&mut planner, &known).leaves.len(),
            1,
            "the root itself is searched first"
        );
        planner.expand(key(0));
        let leaves = plan(&mut planner, &known).leaves;
        let order: Vec<u64> = leaves.iter().map(|leaf| leaf.key >> 8).collect();
        assert_eq!(order, [1, 3, 2]);
        assert_eq!(leaves[0].relevance, 1.0);
        // The second is needed if the first fails, the third if both do; the claim of a rest is
        // that the move fails.
        let fails = [leaves[0].chance, leaves[1].chance];
        assert!((leaves[1].relevance - fails[0]).abs() < 1e-9);
        assert!((leaves[2].relevance - fails[0] * fails[1]).abs() < 1e-9);
    }

    #[test]
    fn the_window_of_a_leaf_is_that_of_the_root_seen_from_there() {
        let mut planner = three_moves();
        let mut known = MergedBounds::default();
        known.add(&bounds(0, -10, 30));
        let root = plan(&mut planner, &known).leaves[0];
        assert_eq!(
            root.window,
            Interval {
                lower: -10,
                upper: 30
            }
        );
        planner.expand(key(0));
        let leaves = plan(&mut planner, &known).leaves;
        assert!(
            leaves.iter().all(|leaf| leaf.window
                == Interval {
                    lower: -30,
                    upper: 10
                }),
            "{leaves:?}"
        );
    }

    #[test]
    fn the_expected_cost_counts_what_is_searched() {
        let mut planner = three_moves();
        let known = MergedBounds::default();
        planner.begin(&0, &known);
        planner.expand(key(0));
        let plan = plan(&mut planner, &known);
        let expected: f64 = plan
            .leaves
            .iter()
            .map(|leaf| leaf.relevance * leaf.nodes)
            .sum();
        assert!(
            (plan.expected_nodes / expected - 1.0).abs() < 1e-9,
            "in a tree both are the same"
        );
        assert_eq!((plan.claims, plan.leaves.len()), (4, 3));
    }

    #[test]
    fn bounds_decide_claims_above_them() {
        let mut planner = three_moves();
        let mut known = MergedBounds::default();
        planner.begin(&0, &known);
        planner.expand(key(0));
        known.add(&bounds(1, -3, 40));
        known.add(&bounds(3, 10, 5000));
        assert_eq!(
            planner.begin(&0, &known).bounds,
            Interval {
                lower: -40,
                upper: 5000
            }
        );
        known.add(&bounds(2, 70, 90));
        // The value of a move is that of its rest with the other sign.
        assert_eq!(
            planner.begin(&0, &known).bounds,
            Interval {
                lower: -40,
                upper: 3
            }
        );
        let leaves = plan(&mut planner, &known).leaves;
        assert_eq!(
            leaves.iter().map(|leaf| leaf.key >> 8).collect::<Vec<_>>(),
            [1]
        );
        known.add(&bounds(1, 0, 0));
        assert_eq!(planner.begin(&0, &known).bounds, Interval::exact(0));
        assert_eq!(
            planner.plan(&0, 1, &known),
            Plan::default(),
            "nothing is left to do"
        );
        assert_eq!(planner.split_bounds()[0].best, 1);
    }

    #[test]
    fn an_ending_that_ran_out_is_split_and_dearer() {
        let mut planner = three_moves();
        let known = MergedBounds::default();
        let before = plan(&mut planner, &known);
        let job = FinishedJob {
            key: key(0),
            bound: 1,
            outcome: JobOutcome::Exhausted,
            nodes: 1 << 30,
            centiseconds: 0,
        };
        planner.finish(job);
        let after = plan(&mut planner, &known);
        assert_eq!(after.leaves.len(), 3);
        assert!(after.expected_nodes > 20.0 * before.expected_nodes);
    }

    /// Drops all that is kept.
    fn forget(planner: &mut Planner<Tree>) {
        planner.claims = ClaimTable::default();
        for node in planner.nodes.values_mut() {
            node.is_stale = true;
            node.claims.clear();
        }
    }

    fn values(planner: &Planner<Tree>) -> Vec<(u64, NodeValue)> {
        let mut values: Vec<_> = planner
            .nodes
            .iter()
            .map(|(&key, node)| (key, node.value))
            .collect();
        values.sort_by_key(|&(key, _)| key);
        values
    }

    #[test]
    fn what_is_kept_is_that_of_a_graph_that_is_built_anew() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut changed = 0;
        for _ in 0..50 {
            // The first moves of an ending lead to the next ones, so that many are reached in
            // several ways.
            let endings: u64 = 40;
            let moves = |ending: u64| {
                (1..=3)
                    .map(|step| ending + step)
                    .filter(|&rest| rest < endings)
                    .collect()
            };
            let tree = (0..endings)
                .map(|ending| (rng.random_range(-500..500), moves(ending)))
                .collect();
            let mut planner = Planner::new(Tree(tree));
            let mut known = MergedBounds::default();
            planner.begin(&0, &known);
            (0..endings)
                .filter(|_| rng.random_bool(0.8))
                .for_each(|ending| planner.expand(key(ending)));
            for _ in 0..60 {
                let before = values(&planner);
                let ending = rng.random_range(0..endings - 1);
                match rng.random_range(0..8) {
                    0..=1 => planner.expand(key(ending)),
                    2 => planner.collapse(key(ending)),
                    3 => planner.finish(FinishedJob {
                        key: key(ending),
                        bound: 1,
                        outcome: JobOutcome::Exhausted,
                        nodes: 1 << rng.random_range(10..36),
                        centiseconds: 0,
                    }),
                    // Bounds around zero never contradict each other.
                    _ => {
                        let [lower, upper] =
                            [-300..=0, 0..=300].map(|range| rng.random_range(range));
                        known.add(&bounds(ending, lower, upper));
                    }
                }
                // Two claims, so that nodes have several.
                let bound = rng.random_range(0..2);
                planner.begin(&0, &known);
                let kept = (planner.plan(&0, bound, &known), values(&planner));
                changed += u32::from(kept.1 != before);
                if rng.random_bool(0.3) {
                    forget(&mut planner);
                    planner.begin(&0, &known);
                    assert_eq!(kept, (planner.plan(&0, bound, &known), values(&planner)));
                }
            }
        }
        assert!(changed > 300, "{changed}");
    }

    #[test]
    fn endings_that_are_reached_in_two_ways_are_one_leaf() {
        let mut planner = three_moves();
        let known = MergedBounds::default();
        planner.begin(&0, &known);
        (0..4).for_each(|ending| planner.expand(key(ending)));
        let plan = plan(&mut planner, &known);
        assert_eq!(plan.leaves.len(), 1);
        assert_eq!(
            (plan.leaves[0].key, plan.leaves[0].relevance, plan.claims),
            (key(4), 1.0, 5)
        );
    }
}
