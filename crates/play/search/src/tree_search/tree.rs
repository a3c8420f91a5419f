use std::cmp::Reverse;
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering::*,
};

use zerocopy::FromZeros;

/// Index of a node in the tree; zero stands for none.
pub(super) type Index = u32;

/// Array of which threads take rows without locks. Its memory is zeroed, and mapped by the system
/// when first touched.
struct Arena<T> {
    values: Box<[T]>,
    /// Number of values that rows may take, at most all.
    limit: usize,
    used: AtomicUsize,
    /// Whether a row did not find room.
    is_full: AtomicBool,
}

impl<T> fmt::Debug for Arena<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena")
            .field("used", &self.used)
            .finish_non_exhaustive()
    }
}

/// Values in a block of an array; rows lie within a block.
const BLOCK: usize = 1 << BLOCK_BITS;
const BLOCK_BITS: u32 = 14;
/// Blocks that an index reaches.
const MAX_BLOCKS: usize = 1 << (Index::BITS - BLOCK_BITS);

/// Index of the next row of `count` values where `used` values are taken: it fits its block.
fn start_of_row(used: usize, count: usize) -> usize {
    if used % BLOCK + count <= BLOCK {
        used
    } else {
        used.next_multiple_of(BLOCK)
    }
}

impl<T: FromZeros> Arena<T> {
    /// Number of values for which about `bytes` suffice.
    fn len_of(bytes: usize) -> usize {
        (bytes / size_of::<T>() / BLOCK).clamp(2, MAX_BLOCKS) * BLOCK
    }

    /// Allocates about `bytes`, or less if the system refuses.
    fn new(bytes: usize) -> Arena<T> {
        let mut len = Arena::<T>::len_of(bytes);
        let values = loop {
            match <[T]>::new_box_zeroed_with_elems(len) {
                Ok(values) => break values,
                Err(_) => len /= 2,
            }
        };
        // The first value stays zero, so that index 0 is free to mean none.
        Arena {
            values,
            limit: len,
            used: AtomicUsize::new(1),
            is_full: AtomicBool::new(false),
        }
    }

    /// Gives all rows back, and has as much room from now on as a new array of about `bytes`. Where
    /// its memory suffices it keeps it: to map and to zero memory takes longer than a short search.
    fn resize(&mut self, bytes: usize) {
        let len = Arena::<T>::len_of(bytes);
        if len > self.values.len() {
            *self = Arena::new(bytes);
        } else {
            self.limit = len;
            self.clear();
        }
    }

    /// Takes a row of `count` values and returns the index of its first; `None` without room.
    fn take(&self, count: usize) -> Option<u32> {
        let end = |used| Some(start_of_row(used, count) + count).filter(|&end| end <= self.limit);
        let used = self.used.fetch_update(Relaxed, Relaxed, end);
        if used.is_err() {
            self.is_full.store(true, Relaxed);
        }
        used.ok().map(|used| start_of_row(used, count) as u32)
    }

    /// Gives all rows back, with what was written to them.
    fn clear(&mut self) {
        *self.used.get_mut() = 1;
        *self.is_full.get_mut() = false;
    }

    /// Memory of the rows that are taken, in bytes.
    fn used(&self) -> usize {
        self.used.load(Relaxed) * size_of::<T>()
    }

    /// Share that is taken, in thousandths.
    fn fullness(&self) -> u32 {
        (self.used.load(Relaxed) as u64 * 1000 / self.limit as u64) as u32
    }
}

/// Position in the tree. Threads read and write it without locks, and may see values one visit old.
#[derive(FromZeros)]
pub(super) struct Node {
    /// Sum over all visits of the result of the player whose move led here, in parts of [`UNIT`].
    total: AtomicU64,
    visits: AtomicU32,
    /// Index of the first edge.
    edges: AtomicU32,
    /// Number of edges.
    count: AtomicU16,
    /// Number of edges, from the first, that have a node of their own.
    opened: AtomicU16,
    state: AtomicU8,
}

#[derive(FromZeros)]
pub(super) struct Edge {
    /// Bits of the move, 32; prior, 16; value, 16.
    data: AtomicU64,
    /// Node that it leads to; zero before it is first tried.
    child: AtomicU32,
}

/// Move of the player to move in a leaf of the tree, or outcome of chance, with its prior and
/// value.
#[derive(Clone, Copy, Debug)]
pub struct LeafMove {
    /// The move by its number, as [`Keyed::move_bits`](floe_game::Keyed::move_bits) gives it.
    pub bits: u32,
    /// Probability, from 0 to 1, that the move is the best, or that chance takes the outcome; 0 in
    /// searches without priors.
    pub prior: f32,
    /// Estimated win probability, from 0 to 1, of the player who makes the move, after it; 0 in
    /// searches without estimates.
    pub value: f32,
}

/// Formula by which a tree search selects the next move to visit: the move for which it is highest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Mean value of the move for its player, in which the value of the [`LeafMove`] counts as one
    /// visit, and a bonus by prior that shrinks with visits (Rosin 2011; Silver et al. 2017).
    Puct,
    /// Upper confidence bound of the mean value of the move for its player, highest for moves never
    /// visited (Auer, Cesa-Bianchi & Fischer 2002; Kocsis & Szepesvári 2006).
    Ucb1,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct MoveStats {
    /// Place among the moves of the node.
    pub(super) index: usize,
    pub(super) bits: u32,
    pub(super) child: Option<Index>,
    pub(super) visits: u32,
    /// Mean result of the mover, with the value of the leaf move as one visit.
    pub(super) mean: f32,
    pub(super) prior: f32,
    /// Mean result of the mover over all visits; `None` without any.
    pub(super) result: Option<f32>,
}

/// State of a node without edges.
const LEAF: u8 = 0;
/// State of a node that a thread is expanding, that is terminal, or that found no room for edges.
const CLOSED: u8 = 1;
/// State of a node with edges.
const EXPANDED: u8 = 2;

/// Units per win in the totals of nodes.
const UNIT: f32 = 65536.0;
/// Units per 1 in the priors and values of edges.
const EDGE_UNIT: f32 = 65535.0;

impl Node {
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Begins a visit, which counts as lost until it ends.
    #[inline]
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Ends a visit with this result of the player whose move led here.
    #[inline]
    pub(super) fn reward(&self, share: f32) {
        self.total.fetch_add((share * UNIT) as u64, Relaxed);
    }

    /// Sum of the results, in parts of [`UNIT`].
    #[inline]
    fn total(&self) -> f32 {
        // Signed, because processors without AVX-512 convert only such numbers in one instruction.
        self.total.load(Relaxed) as i64 as f32
    }

    /// Mean result of all visits and one more with this value.
    #[inline]
    fn mean(&self, value: f32) -> f32 {
        (self.total() * (1.0 / UNIT) + value) / (self.visits() as f32 + 1.0)
    }

    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.state.load(Acquire) == EXPANDED
    }

    /// Closes a leaf, for this thread to expand; returns `false` if it is closed already.
    pub(super) fn claim(&self) -> bool {
        self.state
            .compare_exchange(LEAF, CLOSED, Acquire, Relaxed)
            .is_ok()
    }
}

impl Edge {
    #[inline]
    pub(super) fn bits(&self) -> u32 {
        self.data.load(Relaxed) as u32
    }

    #[inline]
    fn leaf_move(&self) -> LeafMove {
        let data = self.data.load(Relaxed);
        let [prior, value] =
            [32, 48].map(|shift| f32::from((data >> shift) as u16) * (1.0 / EDGE_UNIT));
        LeafMove {
            bits: data as u32,
            prior,
            value,
        }
    }

    fn write(&self, mv: LeafMove) {
        let [prior, value] = [mv.prior, mv.value].map(|part| u64::from((part * EDGE_UNIT) as u16));
        self.data
            .store(u64::from(mv.bits) | prior << 32 | value << 48, Relaxed);
        self.child.store(0, Relaxed);
    }

    #[inline]
    pub(super) fn child(&self) -> Option<Index> {
        let child = self.child.load(Acquire);
        (child != 0).then_some(child)
    }
}

#[derive(Debug)]
pub(super) struct Tree {
    nodes: Arena<Node>,
    edges: Arena<Edge>,
}

impl Tree {
    /// An empty tree of about this size.
    pub(super) fn new(bytes: usize) -> Tree {
        // A node has about thirty edges, and most edges never lead to a node.
        Tree {
            nodes: Arena::new(bytes / 8),
            edges: Arena::new(bytes / 8 * 7),
        }
    }

    /// An empty tree with room for these numbers of nodes and edges.
    pub(super) fn with_rows(nodes: usize, edges: usize) -> Tree {
        let nodes = Arena::new(
            nodes
                .saturating_add(BLOCK)
                .saturating_mul(size_of::<Node>()),
        );
        Tree {
            nodes,
            edges: Arena::new(
                edges
                    .saturating_add(BLOCK)
                    .saturating_mul(size_of::<Edge>()),
            ),
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Empties the tree, which has room from now on as a [new](Tree::new) one of this size.
    pub(super) fn resize(&mut self, bytes: usize) {
        self.nodes.resize(bytes / 8);
        self.edges.resize(bytes / 8 * 7);
    }

    /// Whether a node or edge did not find room.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.nodes.is_full.load(Relaxed) || self.edges.is_full.load(Relaxed)
    }

    /// Size of a tree, in bytes, that would hold what this one does.
    pub(super) fn used(&self) -> usize {
        (self.edges.used() / 7 * 8).max(self.nodes.used() * 8)
    }

    /// Share that is taken, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        self.edges.fullness().max(self.nodes.fullness())
    }

    #[inline]
    pub(super) fn node(&self, index: Index) -> &Node {
        &self.nodes.values[index as usize]
    }

    /// Node that an edge leads to; one without visits if it leads to none.
    #[inline]
    fn child_node(&self, edge: &Edge) -> &Node {
        self.node(edge.child.load(Acquire))
    }

    /// Adds a node without visits, if there is room.
    pub(super) fn add(&self) -> Option<Index> {
        let index = self.nodes.take(1)?;
        let node = self.node(index);
        node.total.store(0, Relaxed);
        node.visits.store(0, Relaxed);
        node.opened.store(0, Relaxed);
        node.state.store(LEAF, Release);
        Some(index)
    }

    /// Gives a claimed node its edges, in the order in which to try them; without room it stays
    /// closed.
    pub(super) fn expand(&self, node: &Node, moves: &[LeafMove]) {
        let moves = &moves[..moves.len().min(BLOCK)];
        let Some(start) = self.edges.take(moves.len()) else {
            return;
        };
        node.edges.store(start, Relaxed);
        node.count.store(moves.len() as u16, Relaxed);
        self.edges(node)
            .iter()
            .zip(moves)
            .for_each(|(edge, &mv)| edge.write(mv));
        node.state.store(EXPANDED, Release);
    }

    #[inline]
    pub(super) fn edges(&self, node: &Node) -> &[Edge] {
        let start = node.edges.load(Relaxed) as usize;
        &self.edges.values[start..start + usize::from(node.count.load(Relaxed))]
    }

    /// Place and bits of the move of an expanded node to visit next, and the node it leads to; no
    /// node without room.
    #[inline]
    pub(super) fn select(
        &self,
        node: &Node,
        selection: Selection,
        exploration: f32,
    ) -> (usize, u32, Option<Index>) {
        let edges = self.edges(node);
        let opened = usize::from(node.opened.load(Relaxed));
        let best = match selection {
            Selection::Puct => self.select_puct(
                &edges[..edges.len().min(opened + 1)],
                node.visits(),
                exploration,
            ),
            // The first move never visited has the highest bound, except at the second visit, where
            // the logarithm is zero.
            Selection::Ucb1 if opened < edges.len() && node.visits() > 2 => opened,
            Selection::Ucb1 => self.select_ucb1(edges, node.visits() - 1, exploration),
        };
        let edge = &edges[best];
        (
            best,
            edge.bits(),
            edge.child().or_else(|| self.open(node, edge, best)),
        )
    }

    /// Selects among the moves tried and the first one never tried, which is the best of those by
    /// prior and value.
    #[inline]
    fn select_puct(&self, edges: &[Edge], visits: u32, exploration: f32) -> usize {
        let weight = exploration * (visits as f32).sqrt();
        let mut best = (f32::MIN, 0);
        for (index, edge) in edges.iter().enumerate() {
            let mv = edge.leaf_move();
            let bound = self.child_node(edge).mean(mv.value + weight * mv.prior);
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    #[inline]
    fn select_ucb1(&self, edges: &[Edge], visits: u32, exploration: f32) -> usize {
        /// Makes the bound of a move never visited exceed all others, and is lost in rounding
        /// elsewhere.
        const TINY: f32 = 1e-9;
        let nodes = &*self.nodes.values;
        let weight = exploration * exploration * (visits.max(1) as f32).ln() * (UNIT * UNIT);
        let mut best = (f32::MIN, 0);
        for (index, edge) in edges.iter().enumerate() {
            let child = &nodes[edge.child.load(Acquire) as usize];
            let share = 1.0 / (child.visits() as f32 + TINY);
            // In the units of totals.
            let bound = child.total() * share + (weight * share).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// Place and edge of the move with these bits, if the node is expanded.
    fn find(&self, node: &Node, bits: u32) -> Option<(usize, &Edge)> {
        let edges = if node.is_expanded() {
            self.edges(node)
        } else {
            &[]
        };
        edges
            .iter()
            .enumerate()
            .find(|(_, edge)| edge.bits() == bits)
    }

    /// Node that the move with these bits leads to, if there is one.
    pub(super) fn child(&self, node: &Node, bits: u32) -> Option<Index> {
        self.find(node, bits)?.1.child()
    }

    /// Node that the move with these bits leads to, added if there is room.
    pub(super) fn child_or_open(&self, node: &Node, bits: u32) -> Option<Index> {
        let (index, edge) = self.find(node, bits)?;
        edge.child().or_else(|| self.open(node, edge, index))
    }

    /// Adds the node that an edge leads to, if there is room.
    fn open(&self, node: &Node, edge: &Edge, index: usize) -> Option<Index> {
        let fresh = self.add()?;
        node.opened.fetch_max(index as u16 + 1, Relaxed);
        Some(
            edge.child
                .compare_exchange(0, fresh, Release, Acquire)
                .map_or_else(|theirs| theirs, |_| fresh),
        )
    }

    /// Moves of a node with their statistics, in their order; none if it is not expanded.
    pub(super) fn stats(&self, node: &Node) -> Vec<MoveStats> {
        if !node.is_expanded() {
            return Vec::new();
        }
        let stats = |(index, edge): (usize, &Edge)| {
            let LeafMove { bits, value, prior } = edge.leaf_move();
            let node = self.child_node(edge);
            let visits = node.visits();
            let result = (visits > 0).then(|| node.total() * (1.0 / UNIT) / visits as f32);
            MoveStats {
                index,
                bits,
                child: edge.child(),
                visits,
                mean: node.mean(value),
                prior,
                result,
            }
        };
        self.edges(node).iter().enumerate().map(stats).collect()
    }

    /// Moves of a node with their statistics, most visited first; PUCT puts the better of equally
    /// visited ones first.
    pub(super) fn ranked(&self, node: &Node, selection: Selection) -> Vec<MoveStats> {
        let mut ranked = self.stats(node);
        match selection {
            Selection::Puct => {
                ranked.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
            }
            Selection::Ucb1 => ranked.sort_by_key(|stats| Reverse(stats.visits)),
        }
        ranked
    }

    /// Adds a leaf with the visits and values of a node of another tree; `None` without room.
    fn add_copy(&self, node: &Node) -> Option<Index> {
        let index = self.add()?;
        let copy = self.node(index);
        copy.total.store(node.total.load(Relaxed), Relaxed);
        copy.visits.store(node.visits(), Relaxed);
        Some(index)
    }

    /// Copies the part below a node of another tree into this empty one, as far as there is room;
    /// returns the copy of the node.
    ///
    /// Nodes with fewer than `least` visits come as leaves, to be expanded again.
    pub(super) fn take_over(&self, from: &Tree, root: Index, least: u32) -> Option<Index> {
        let top = self.add_copy(from.node(root))?;
        let mut queue = VecDeque::from([(root, top)]);
        while let Some((old, new)) = queue.pop_front() {
            let node = from.node(old);
            let fresh = self.node(new);
            if !node.is_expanded() || node.visits() < least {
                continue;
            }
            let edges = from.edges(node);
            let moves: Vec<LeafMove> = edges.iter().map(Edge::leaf_move).collect();
            self.expand(fresh, &moves);
            if !fresh.is_expanded() {
                break;
            }
            fresh.opened.store(node.opened.load(Relaxed), Relaxed);
            for (edge, copied) in edges.iter().zip(self.edges(fresh)) {
                let Some(child) = edge.child() else { continue };
                let Some(copy) = self.add_copy(from.node(child)) else {
                    return Some(top);
                };
                copied.child.store(copy, Relaxed);
                queue.push_back((child, copy));
            }
        }
        Some(top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes visited least come without their edges, but with their statistics.
    #[test]
    fn nodes_visited_least_lose_their_edges() {
        let leaf_move = |bits| LeafMove {
            bits,
            prior: 0.5,
            value: 0.5,
        };
        let [tree, copy] = [0, 1].map(|_| Tree::new(0));
        let root = tree.add().expect("there is room");
        tree.expand(tree.node(root), &[leaf_move(1), leaf_move(2)]);
        for visits in [3, 2] {
            let (.., child) = tree.select(tree.node(root), Selection::Puct, 1e3);
            let child = tree.node(child.expect("there is room"));
            (0..visits).for_each(|_| child.enter());
            (0..visits).for_each(|_| child.reward(0.25));
            tree.expand(child, &[leaf_move(3)]);
        }
        (0..5).for_each(|_| tree.node(root).enter());
        let top = copy.take_over(&tree, root, 3).expect("there is room");
        let stats_of = |tree: &Tree, node| -> Vec<(u32, f32)> {
            tree.ranked(tree.node(node), Selection::Puct)
                .into_iter()
                .map(|stats| (stats.visits, stats.mean))
                .collect()
        };
        assert_eq!(stats_of(&copy, top), stats_of(&tree, root));
        let expanded = copy.edges(copy.node(top)).iter().map(|edge| {
            copy.node(edge.child().expect("it has a node"))
                .is_expanded()
        });
        assert!(expanded.eq([true, false]));
        assert!(!copy.is_full());
        while copy.add().is_some() {}
        assert!(copy.is_full());
    }
}
