use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::*};

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
    /// Bits of the move, 32; prior, 16; value at first sight, 16.
    data: AtomicU64,
    /// The node that it leads to; zero before it was first tried.
    child: AtomicU32,
}

/// A move of a node with its prior and its value at first sight.
#[derive(Clone, Copy, Debug)]
pub struct LeafMove {
    /// Bits of the move.
    pub bits: u32,
    /// Probability that it is the best, or that chance takes it, from 0 to 1.
    pub prior: f32,
    /// Win probability of the mover after it, from 0 to 1.
    pub value: f32,
}

/// Formula that selects the next move to visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Mean value with first sight as one visit, and a bonus by prior (Rosin 2011; Silver et al. 2017).
    Puct,
    /// Upper confidence bounds, of moves never visited the highest (Auer, Cesa-Bianchi & Fischer 2002; Kocsis & Szepesvári 2006).
    Ucb1,
}

/// Statistics of a move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveStats {
    /// Place among the moves of the node.
    pub(super) index: usize,
    pub(super) bits: u32,
    pub(super) child: Option<Index>,
    pub(super) visits: u32,
    /// Mean of what visits have brought the mover, first sight included.
    pub(super) mean: f32,
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

    /// Sum of what visits have brought.
    #[inline]
    fn total(&self) -> f32 {
        // Processors without AVX-512 know numbers with a sign only.
        self.total.load(Relaxed) as i64 as f32 * (1.0 / UNIT)
    }

    /// Mean of what visits have brought, the first sight being one of them.
    #[inline]
    fn mean(&self, first_sight: f32) -> f32 {
        (self.total() + first_sight) / (self.visits() as f32 + 1.0)
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
    pub(super) fn bits(&self) -> u32 {
        self.data.load(Relaxed) as u32
    }

    #[inline]
    fn scored(&self) -> LeafMove {
        let data = self.data.load(Relaxed);
        let part = |shift: u32| f32::from((data >> shift) as u16) * (1.0 / FINE);
        LeafMove { bits: data as u32, prior: part(32), value: part(48) }
    }

    fn write(&self, seen: LeafMove) {
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
    pub(super) fn expand(&self, node: &Node, moves: &[LeafMove]) {
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

    /// Place and bits of the move of an expanded node to visit next, and the node it leads to; without room, none.
    #[inline]
    pub(super) fn select(&self, node: &Node, selection: Selection, exploration: f32) -> (usize, u32, Option<Index>) {
        let edges = self.edges(node);
        let opened = usize::from(node.opened.load(Relaxed));
        let best = match selection {
            Selection::Puct => self.select_puct(&edges[..edges.len().min(opened + 1)], node.visits(), exploration),
            // The bound of the first move never visited is the highest, but at the second visit, where the logarithm is zero.
            Selection::Ucb1 if opened < edges.len() && node.visits() > 2 => opened,
            Selection::Ucb1 => self.select_ucb1(edges, node.visits() - 1, exploration),
        };
        let edge = &edges[best];
        (best, edge.bits(), edge.child().or_else(|| self.open(node, edge, best)))
    }

    /// Moves lie in the order of their priors and values, so that of those never tried the first is the best: `edges` ends with it.
    #[inline]
    fn select_puct(&self, edges: &[Edge], visits: u32, exploration: f32) -> usize {
        let weight = exploration * (visits as f32).sqrt();
        let mut best = (f32::MIN, 0);
        for (index, edge) in edges.iter().enumerate() {
            let scored = edge.scored();
            // What is added for want of visits is divided by as many as the mean is.
            let hope = scored.value + weight * scored.prior;
            let bound = edge.child().map_or(hope, |child| self.node(child).mean(hope));
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    #[inline]
    fn select_ucb1(&self, edges: &[Edge], visits: u32, exploration: f32) -> usize {
        /// Instead of no visits, so that the bound is beyond all others and nothing divides by zero.
        const NONE: f32 = 1e-9;
        let weight = exploration * exploration * (visits.max(1) as f32).ln();
        let mut best = (f32::MIN, 0);
        for (index, edge) in edges.iter().enumerate() {
            let child = edge.child().map(|child| self.node(child));
            let (total, visits) = child.map_or((0.0, NONE), |child| (child.total(), (child.visits() as f32).max(NONE)));
            let share = 1.0 / visits;
            let bound = total * share + (weight * share).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// The node that the move with these bits leads to, if it is there.
    pub(super) fn child(&self, node: &Node, bits: u32) -> Option<Index> {
        if node.stage() != Stage::Expanded {
            return None;
        }
        self.edges(node).iter().find(|edge| edge.bits() == bits)?.child()
    }

    /// The node that the move with these bits leads to, made if there is room.
    pub(super) fn child_or_open(&self, node: &Node, bits: u32) -> Option<Index> {
        if node.stage() != Stage::Expanded {
            return None;
        }
        let (index, edge) = self.edges(node).iter().enumerate().find(|(_, edge)| edge.bits() == bits)?;
        edge.child().or_else(|| self.open(node, edge, index))
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

    /// The moves of a node with their statistics, most visited first; of those visited as often, the better first with PUCT.
    pub(super) fn ranked(&self, node: &Node, selection: Selection) -> Vec<MoveStats> {
        if node.stage() != Stage::Expanded {
            return Vec::new();
        }
        let stats = |(index, edge): (usize, &Edge)| {
            let (scored, child) = (edge.scored(), edge.child());
            let (visits, mean) = child.map_or((0, scored.value), |child| {
                let child = self.node(child);
                (child.visits(), child.mean(scored.value))
            });
            MoveStats { index, bits: scored.bits, child, visits, mean }
        };
        let mut ranked: Vec<_> = self.edges(node).iter().enumerate().map(stats).collect();
        match selection {
            Selection::Puct => ranked.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean))),
            Selection::Ucb1 => ranked.sort_by_key(|stats| Reverse(stats.visits)),
        }
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
            let moves: Vec<LeafMove> = edges.iter().map(Edge::scored).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is visited least comes without its moves, but with what is known of it.
    #[test]
    fn what_is_visited_least_is_forgotten() {
        let seen = |bits| LeafMove { bits, prior: 0.5, value: 0.5 };
        let [tree, copy] = [0, 1].map(|_| Tree::new(0));
        let root = tree.add().expect("there is room");
        tree.expand(tree.node(root), &[seen(1), seen(2)]);
        for visits in [3, 2] {
            let (.., child) = tree.select(tree.node(root), Selection::Puct, 1e3);
            let child = tree.node(child.expect("there is room"));
            (0..visits).for_each(|_| child.enter());
            (0..visits).for_each(|_| child.reward(0.25));
            tree.expand(child, &[seen(3)]);
        }
        (0..5).for_each(|_| tree.node(root).enter());
        let top = copy.take_over(&tree, root, 3).expect("there is room");
        let told = |tree: &Tree, node| -> Vec<(u32, f32)> {
            tree.ranked(tree.node(node), Selection::Puct).into_iter().map(|stats| (stats.visits, stats.mean)).collect()
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
