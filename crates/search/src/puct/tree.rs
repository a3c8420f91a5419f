use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::*};

use super::Shares;
use super::arena::{self, Arena};

/// A node, by its place in the tree.
pub(super) type Index = u32;

/// A position of the tree. Threads read and write it without locks; what they see of each other may be a playout old.
#[derive(Default)]
pub(super) struct Node {
    /// What the player whose move led here got, summed over all visits, in units of [`UNIT`].
    total: AtomicU64,
    visits: AtomicU32,
    /// Where its moves begin.
    edges: AtomicU32,
    count: AtomicU16,
    /// So many of its moves, from the first, have a node of their own.
    opened: AtomicU16,
    state: AtomicU8,
}

/// A move that leads from a node.
#[derive(Default)]
pub(super) struct Edge {
    /// The bits of the move, 32; how likely it is the best, 16; what it is worth to the mover at first sight, 16.
    data: AtomicU64,
    /// The node that it leads to; zero before it was first tried.
    child: AtomicU32,
}

/// A move as it is written into the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) bits: u32,
    /// How likely it is the best, from 0 to 1.
    pub(super) prior: f32,
    /// What it is worth to the mover, from 0 to 1.
    pub(super) value: f32,
}

/// What a node is at.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Nobody has looked at its moves.
    Leaf,
    /// Its moves are there.
    Expanded,
    /// A thread is looking at its moves, or there is no more room for them.
    Closed,
}

const LEAF: u8 = 0;
const BUSY: u8 = 1;
const EXPANDED: u8 = 2;

/// What is worth 1, in the totals of nodes.
const UNIT: f32 = 65536.0;
/// How finely priors and values are kept.
const FINE: f32 = 65535.0;

impl Node {
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// A visit begins: until it has ended it counts as lost.
    #[inline]
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// A visit ends with this for the player whose move led here.
    #[inline]
    pub(super) fn reward(&self, share: f32) {
        self.total.fetch_add((share * UNIT) as u64, Relaxed);
    }

    /// The mean of what visits have brought, the first sight being one of them.
    #[inline]
    fn mean(&self, first_sight: f32) -> f32 {
        // Processors without AVX-512 know numbers with a sign only.
        let total = self.total.load(Relaxed) as i64 as f32;
        (total * (1.0 / UNIT) + first_sight) / (self.visits() as f32 + 1.0)
    }

    #[inline]
    pub(super) fn stage(&self) -> Stage {
        match self.state.load(Acquire) {
            EXPANDED => Stage::Expanded,
            LEAF => Stage::Leaf,
            _ => Stage::Closed,
        }
    }

    /// Whether it falls to this thread to look at the moves.
    pub(super) fn claim(&self) -> bool {
        self.state.compare_exchange(LEAF, BUSY, Acquire, Relaxed).is_ok()
    }
}

impl Edge {
    #[inline]
    pub(super) fn seen(&self) -> Seen {
        let data = self.data.load(Relaxed);
        let part = |shift: u32| f32::from((data >> shift) as u16) * (1.0 / FINE);
        Seen { bits: data as u32, prior: part(32), value: part(48) }
    }

    fn write(&self, seen: Seen) {
        let part = |value: f32, shift: u32| ((value * FINE) as u64) << shift;
        self.data.store(u64::from(seen.bits) | part(seen.prior, 32) | part(seen.value, 48), Relaxed);
        self.child.store(0, Relaxed);
    }

    #[inline]
    pub(super) fn child(&self) -> Option<Index> {
        let child = self.child.load(Acquire);
        (child != 0).then_some(child)
    }
}

/// The nodes and the moves between them.
pub(super) struct Tree {
    nodes: Arena<Node>,
    edges: Arena<Edge>,
    /// Whether something has not found room.
    is_full: AtomicBool,
}

impl Tree {
    /// A tree of at most about so many bytes.
    pub(super) fn new(bytes: usize) -> Tree {
        // A node has thirty moves or so, and most moves never become nodes.
        Tree { nodes: Arena::new(bytes / 8), edges: Arena::new(bytes / 8 * 7), is_full: AtomicBool::new(false) }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        *self.is_full.get_mut() = false;
    }

    /// Whether something has not found room.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Relaxed)
    }

    /// What has been looked for, or that there is no room for it.
    #[inline]
    fn or_full<T>(&self, found: Option<T>) -> Option<T> {
        if found.is_none() {
            self.is_full.store(true, Relaxed);
        }
        found
    }

    /// How much is taken, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        self.edges.fullness().max(self.nodes.fullness())
    }

    #[inline]
    pub(super) fn node(&self, index: Index) -> &Node {
        self.nodes.one(index)
    }

    /// A new node without visits, if there is room.
    pub(super) fn add(&self) -> Option<Index> {
        let index = self.or_full(self.nodes.take(1))?;
        let node = self.node(index);
        node.total.store(0, Relaxed);
        node.visits.store(0, Relaxed);
        node.opened.store(0, Relaxed);
        node.state.store(LEAF, Release);
        Some(index)
    }

    /// Gives a claimed node its moves, most promising first; without room it stays closed. Of very many moves it gets the first.
    pub(super) fn expand(&self, node: &Node, moves: &[Seen]) {
        let moves = &moves[..moves.len().min(arena::LONGEST_ROW)];
        let Some(start) = self.or_full(self.edges.take(moves.len())) else { return };
        for (edge, &seen) in self.edges.row(start, moves.len()).iter().zip(moves) {
            edge.write(seen);
        }
        node.edges.store(start, Relaxed);
        node.count.store(moves.len() as u16, Relaxed);
        node.state.store(EXPANDED, Release);
    }

    /// The moves of an expanded node.
    #[inline]
    pub(super) fn edges(&self, node: &Node) -> &[Edge] {
        self.edges.row(node.edges.load(Relaxed), node.count.load(Relaxed).into())
    }

    /// The move of an expanded node to try next, by upper confidence bounds (Rosin 2011; Silver et al. 2017), and where it leads.
    ///
    /// Moves lie in the order of their priors and values, so that of those never tried the first is the best.
    #[inline]
    pub(super) fn select(&self, node: &Node, exploration: f32) -> (Seen, Option<Index>) {
        let edges = self.edges(node);
        let weight = exploration * (node.visits() as f32).sqrt();
        let opened = usize::from(node.opened.load(Relaxed));
        let mut best = (f32::MIN, 0);
        for (index, edge) in edges.iter().enumerate().take(opened + 1) {
            let seen = edge.seen();
            // What is added for want of visits is divided by as many as the mean is.
            let hope = seen.value + weight * seen.prior;
            let bound = edge.child().map_or(hope, |child| self.node(child).mean(hope));
            if bound > best.0 {
                best = (bound, index);
            }
        }
        let edge = &edges[best.1];
        (edge.seen(), edge.child().or_else(|| self.open(node, edge, best.1)))
    }

    /// Gives a move a node; without room it stays without.
    fn open(&self, node: &Node, edge: &Edge, index: usize) -> Option<Index> {
        let fresh = self.add()?;
        node.opened.fetch_max(index as u16 + 1, Relaxed);
        match edge.child.compare_exchange(0, fresh, Release, Acquire) {
            Ok(_) => Some(fresh),
            Err(theirs) => Some(theirs),
        }
    }

    /// The tried moves of a node with their visits and what they have brought the mover, most visited first.
    pub(super) fn ranked(&self, node: &Node) -> Vec<(Seen, Option<Index>, u32, f32)> {
        if node.stage() != Stage::Expanded {
            return Vec::new();
        }
        let told = |edge: &Edge| {
            let (seen, child) = (edge.seen(), edge.child());
            let (visits, mean) = child.map_or((0, seen.value), |child| {
                let child = self.node(child);
                (child.visits(), child.mean(seen.value))
            });
            (seen, child, visits, mean)
        };
        let mut ranked: Vec<_> = self.edges(node).iter().map(told).collect();
        ranked.sort_by(|a, b| b.2.cmp(&a.2).then(b.3.total_cmp(&a.3)));
        ranked
    }

    /// Copies what hangs below a node of another tree into this one, which is empty, as far as there is room; returns the copy of the node.
    ///
    /// Nodes with fewer than `least` visits come without their moves: whoever visits them again looks anew.
    pub(super) fn take_over(&self, from: &Tree, root: Index, least: u32) -> Option<Index> {
        let copy_of = |index: Index| {
            let (copy, node) = (self.add()?, from.node(index));
            let fresh = self.node(copy);
            fresh.total.store(node.total.load(Relaxed), Relaxed);
            fresh.visits.store(node.visits(), Relaxed);
            Some(copy)
        };
        let top = copy_of(root)?;
        let mut waiting = std::collections::VecDeque::from([(root, top)]);
        while let Some((old, new)) = waiting.pop_front() {
            let (node, fresh) = (from.node(old), self.node(new));
            if node.stage() != Stage::Expanded || node.visits() < least {
                continue;
            }
            let edges = from.edges(node);
            let moves: Vec<Seen> = edges.iter().map(Edge::seen).collect();
            self.expand(fresh, &moves);
            if fresh.stage() != Stage::Expanded {
                break;
            }
            fresh.opened.store(node.opened.load(Relaxed), Relaxed);
            for (edge, copied) in edges.iter().zip(self.edges(fresh)) {
                let Some(child) = edge.child() else { continue };
                let Some(copy) = copy_of(child) else { return Some(top) };
                copied.child.store(copy, Relaxed);
                waiting.push_back((child, copy));
            }
        }
        Some(top)
    }
}

/// The likelihoods of moves to be the best, by what they are worth to the mover: a softmax at this temperature.
pub(super) fn priors(moves: &mut [Seen], temperature: f32) {
    let best = moves.iter().map(|seen| seen.value).fold(0.0, f32::max);
    let mut sum = 0.0;
    for seen in &mut *moves {
        seen.prior = ((seen.value - best) / temperature).exp();
        sum += seen.prior;
    }
    for seen in &mut *moves {
        seen.prior /= sum;
    }
}

/// Nobody gets anything.
pub(super) const NOTHING: Shares = [0.0; floe_game::Player::MAX];

#[cfg(test)]
mod tests {
    use super::*;

    /// What is visited least comes without its moves, but with what is known of it.
    #[test]
    fn what_is_visited_least_is_forgotten() {
        let seen = |bits| Seen { bits, prior: 0.5, value: 0.5 };
        let [tree, copy] = [0, 1].map(|_| Tree::new(0));
        let root = tree.add().expect("there is room");
        tree.expand(tree.node(root), &[seen(1), seen(2)]);
        for visits in [3, 2] {
            let (_, child) = tree.select(tree.node(root), 1e3);
            let child = tree.node(child.expect("there is room"));
            (0..visits).for_each(|_| child.enter());
            (0..visits).for_each(|_| child.reward(0.25));
            tree.expand(child, &[seen(3)]);
        }
        (0..5).for_each(|_| tree.node(root).enter());
        let top = copy.take_over(&tree, root, 3).expect("there is room");
        let told = |tree: &Tree, node| -> Vec<(u32, f32)> {
            tree.ranked(tree.node(node)).into_iter().map(|(_, _, visits, mean)| (visits, mean)).collect()
        };
        assert_eq!(told(&copy, top), told(&tree, root));
        let stages =
            copy.edges(copy.node(top)).iter().map(|edge| copy.node(edge.child().expect("it has a node")).stage());
        assert!(stages.eq([Stage::Expanded, Stage::Leaf]));
        assert!(!copy.is_full());
        while copy.add().is_some() {}
        assert!(copy.is_full());
    }
}
