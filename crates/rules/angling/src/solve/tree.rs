//! Public tree of a day: nodes are what both players have observed, with the worlds that fit.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use floe_game::{Game, Player, Turn, Veiled};

use super::AnglingSolveError;
use super::minimax::{Minimax, is_day_over, is_settled, reduced};
use crate::angling::{Angling, AnglingStep};
use crate::mv::AnglingMove;

/// Player that decides at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decider {
    Angler,
    Fish,
    /// No player: the day is over, or its value known.
    Leaf,
}

/// Node of the tree. In preorder: a parent comes before its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct PublicNode {
    pub(super) decider: Decider,
    /// Parent; the root is its own.
    pub(super) parent: u32,
    /// Index of the angler's action that leads here, among all; 0 after a move of the fish.
    pub(super) action: u32,
    /// First of the node's actions, for the angler.
    pub(super) first_action: u32,
    /// Number of the angler's actions.
    pub(super) actions: u32,
    /// First slot; every world of the node has one.
    pub(super) slot: u32,
    /// Number of worlds.
    pub(super) worlds: u32,
    /// Index of the first node after all that are below this one.
    pub(super) end: u32,
}

impl PublicNode {
    /// Slots of the worlds.
    #[inline]
    pub(super) fn slots(&self) -> Range<usize> {
        self.slot as usize..(self.slot + self.worlds) as usize
    }

    /// Actions of the angler.
    #[inline]
    pub(super) fn action_range(&self) -> Range<usize> {
        self.first_action as usize..(self.first_action + self.actions) as usize
    }
}

/// Node with all below it: its nodes, slots and actions of the angler follow one another in those
/// of the tree.
#[derive(Clone, Debug)]
pub(super) struct Subtree {
    pub(super) nodes: Range<usize>,
    pub(super) slots: Range<usize>,
    pub(super) actions: Range<usize>,
}

/// Public tree with flat arrays: one entry a node, or one a slot, or one an action of the angler.
#[derive(Debug, Default)]
pub(super) struct PublicTree {
    pub(super) nodes: Vec<PublicNode>,
    /// Slot of the same world in the parent.
    pub(super) to_parent: Vec<u32>,
    /// Value in points to the angler, at leaves.
    pub(super) leaf_values: Vec<f64>,
    /// Moves that lead to each node, as the angler observes them.
    pub(super) moves: Vec<Vec<AnglingMove>>,
    /// Moves of the angler's actions.
    pub(super) actions: Vec<AnglingMove>,
}

/// Positions of all worlds of a node, in the order of its slots.
type Worlds = Vec<Angling>;

/// Child of a node that is still to be built.
#[derive(Clone, Debug)]
struct Branch {
    /// Moves that lead to it, as the angler observes them.
    moves: Vec<AnglingMove>,
    /// Positions of the child, in the order of its slots.
    worlds: Worlds,
    /// Index of each of its worlds among those of the parent.
    indices: Vec<u32>,
}

impl PublicTree {
    /// A node with all below it.
    pub(super) fn subtree(&self, node: usize) -> Subtree {
        let first = &self.nodes[node];
        let next = self.nodes.get(first.end as usize);
        let last_slot = next.map_or(self.to_parent.len(), |next| next.slot as usize);
        let last_action = next.map_or(self.actions.len(), |next| next.first_action as usize);
        Subtree {
            nodes: node..first.end as usize,
            slots: first.slot as usize..last_slot,
            actions: first.first_action as usize..last_action,
        }
    }

    /// Children of a node.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let end = self.nodes[node].end as usize;
        let mut next = node + 1;
        std::iter::from_fn(move || {
            let child = (next < end).then_some(next)?;
            next = self.nodes[child].end as usize;
            Some(child)
        })
    }

    /// Builds the tree of a day from the worlds of its root, with at most this number of slots.
    /// `first` is the only action of the angler at the root, if there is one.
    pub(super) fn build(
        worlds: &[Angling],
        first: Option<AnglingMove>,
        max_slots: usize,
    ) -> Result<PublicTree, AnglingSolveError> {
        let Some(world) = worlds.first() else {
            return Err(AnglingSolveError::NoWorld);
        };
        let day = world.day();
        let mut builder = TreeBuilder {
            tree: PublicTree::default(),
            minimax: Minimax::default(),
            day,
            first,
            max_slots,
        };
        let identity = (0..worlds.len() as u32).collect();
        let root = Branch {
            moves: Vec::new(),
            worlds: worlds.to_vec(),
            indices: identity,
        };
        builder.add(root, 0, 0)?;
        Ok(builder.tree)
    }
}

/// Builder of a tree, which stops at a maximum number of slots.
struct TreeBuilder {
    tree: PublicTree,
    minimax: Minimax,
    day: usize,
    /// The only action of the angler at the root; `None` if it has all of its moves.
    first: Option<AnglingMove>,
    max_slots: usize,
}

impl TreeBuilder {
    /// Adds a node with all below it.
    fn add(&mut self, branch: Branch, parent: u32, action: u32) -> Result<(), AnglingSolveError> {
        let Branch {
            moves,
            worlds,
            indices,
        } = branch;
        let node = self.tree.nodes.len() as u32;
        let slot = self.tree.to_parent.len() as u32;
        if slot as usize + worlds.len() + self.minimax.len() > self.max_slots {
            return Err(AnglingSolveError::TooLarge(self.max_slots));
        }
        let parent_slot = self
            .tree
            .nodes
            .get(parent as usize)
            .map_or(0, |parent| parent.slot);
        self.tree
            .to_parent
            .extend(indices.iter().map(|index| parent_slot + index));
        self.tree.moves.push(moves);
        let first = self.first.filter(|_| node == 0);
        let decider = if first.is_some() {
            Decider::Angler
        } else {
            self.decider(&worlds)
        };
        for world in &worlds {
            let value = if decider == Decider::Leaf {
                self.leaf_value(world)?
            } else {
                0.0
            };
            self.tree.leaf_values.push(value);
        }
        let first_action = self.tree.actions.len() as u32;
        let count = worlds.len() as u32;
        let end = node + 1;
        self.tree.nodes.push(PublicNode {
            decider,
            parent,
            action,
            first_action,
            actions: 0,
            slot,
            worlds: count,
            end,
        });
        match decider {
            Decider::Leaf => {}
            Decider::Angler => {
                let actions = first.map_or_else(|| worlds[0].moves().to_vec(), |mv| vec![mv]);
                self.tree.nodes[node as usize].actions = actions.len() as u32;
                self.tree.actions.extend(actions.iter().copied());
                for (number, &mv) in (first_action..).zip(&actions) {
                    let moves = |_: &Angling| vec![mv];
                    for branch in branches(&worlds, moves) {
                        self.add(branch, node, number)?;
                    }
                }
            }
            Decider::Fish => {
                let branches = match worlds[0].step() {
                    AnglingStep::Slide => {
                        let most = self.max_slots.saturating_sub(self.tree.to_parent.len());
                        fish_turns(&worlds, most)
                            .ok_or(AnglingSolveError::TooLarge(self.max_slots))?
                    }
                    _ => branches(&worlds, |world| world.moves().to_vec()),
                };
                for branch in branches {
                    self.add(branch, node, 0)?;
                }
            }
        }
        self.tree.nodes[node as usize].end = self.tree.nodes.len() as u32;
        Ok(())
    }

    fn decider(&self, worlds: &[Angling]) -> Decider {
        let first = &worlds[0];
        match first.turn() {
            _ if is_day_over(first, self.day) || worlds.len() == 1 || is_settled(first) => {
                Decider::Leaf
            }
            Turn::Of(player) if player == first.angler() => Decider::Angler,
            _ => Decider::Fish,
        }
    }

    /// Points of the angler at the end of the day.
    fn leaf_value(&mut self, world: &Angling) -> Result<f64, AnglingSolveError> {
        let angler = Player::new(self.day - 1);
        let most = self.max_slots.saturating_sub(self.tree.to_parent.len());
        let left = if is_day_over(world, self.day) {
            Some(0)
        } else {
            self.minimax.value(world, most)
        };
        let left = left.ok_or(AnglingSolveError::TooLarge(self.max_slots))?;
        Ok(f64::from(world.points(angler) + left))
    }
}

/// Plays moves in all worlds and groups them by what the angler observes, in order of the first
/// world.
fn branches(worlds: &[Angling], moves: impl Fn(&Angling) -> Vec<AnglingMove>) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    let mut by_move: HashMap<AnglingMove, usize> = HashMap::new();
    for (index, world) in (0..).zip(worlds) {
        for mv in moves(world) {
            let observed = world.observed(mv, world.angler());
            let place = *by_move.entry(observed).or_insert(branches.len());
            if place == branches.len() {
                branches.push(Branch {
                    moves: vec![observed],
                    worlds: Vec::new(),
                    indices: Vec::new(),
                });
            }
            branches[place].worlds.push(world.after(mv));
            branches[place].indices.push(index);
        }
    }
    branches
}

/// Every different result of the tile moves and the special of one turn of the fish; `None` if they
/// have more than `most` entries.
///
/// Tile moves that lead to one arrangement are one action: their order reveals nothing that the
/// fish could not hide.
fn fish_turns(worlds: &[Angling], most: usize) -> Option<Vec<Branch>> {
    let all: Vec<u32> = (0..worlds.len() as u32).collect();
    let mut turns = Vec::new();
    let mut known = HashSet::new();
    let mut ends = HashSet::new();
    let mut queue: Vec<(Vec<AnglingMove>, Worlds)> = vec![(Vec::new(), worlds.to_vec())];
    let mut next = 0;
    while next < queue.len() {
        let (moves, position) = queue[next].clone();
        next += 1;
        for mv in position[0].moves() {
            let after: Worlds = position.iter().map(|world| world.after(mv)).collect();
            let mut path = moves.clone();
            path.push(mv);
            let goes_on = after[0].step() == AnglingStep::Slide;
            // A shorter path to one arrangement comes first and leaves more tile moves.
            let key: Worlds = after
                .iter()
                .map(|world| Angling {
                    slides: 0,
                    ..*world
                })
                .collect();
            if !known.insert(key) {
                continue;
            }
            // Turns after which all that matters is the same are one action, too.
            if !goes_on && !ends.insert(after.iter().map(reduced).collect::<Worlds>()) {
                continue;
            }
            if known.len() * worlds.len() > most {
                return None;
            }
            if goes_on {
                queue.push((path, after));
            } else {
                turns.push(Branch {
                    moves: path,
                    worlds: after,
                    indices: all.clone(),
                });
            }
        }
    }
    Some(turns)
}
