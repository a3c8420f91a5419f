//! The strategies of a solution on the rest of its day, after moves from its root.

use floe_game::{Game, Turn, Veiled};

use super::minimax::{Minimax, is_day_over, reduced};
use super::tree::Decider;
use super::{AnglingSolution, AnglingSolver, MoveShare};
use crate::angling::{Angling, AnglingStep};
use crate::mv::AnglingMove;

/// Node of the tree that moves from the root lead to.
struct Followed {
    node: usize,
    /// Positions of its worlds.
    worlds: Vec<Angling>,
    /// Probabilities of its worlds under the average strategy of the fish, up to a factor.
    reach: Vec<f64>,
    /// Slot of the world of the position at the root; `None` if that is a view, or if the moves do
    /// not fit it.
    own: Option<usize>,
    /// Moves of the turn that the fish has begun there and not ended.
    begun: Vec<AnglingMove>,
    /// Least probability with which the average strategy of the angler makes one of its moves.
    angler_share: f64,
    /// Least probability with which that of the fish makes one of its turns in its own world; 1 if
    /// that is not known.
    fish_share: f64,
}

impl AnglingSolver {
    /// Bounds and strategies for the rest of the day, after moves that both players have made from
    /// the root on, as the player who fishes has observed them. So a player can keep to one
    /// strategy for the whole day, whose bounds are the bounds at the root; a fish that solves its
    /// day anew after each move forgets what its moves have revealed.
    ///
    /// The bounds are means over the worlds that fit the moves, with the probabilities that the
    /// strategy of the fish gives them, or with equal probabilities if it never makes these moves.
    /// If the moves end in the midst of a turn of the fish, the strategy is for the rest of that
    /// turn. Turns of the fish that leave the same future are one action: after any of them the
    /// strategy is the same.
    ///
    /// `None` if the moves are not in the tree, if they lead to a position whose value is known
    /// without a tree, or if the fish has begun a turn that its strategy never plays.
    pub fn solution_after(&self, moves: &[AnglingMove]) -> Option<AnglingSolution> {
        let followed = self.follow(moves)?;
        let node = &self.tree.nodes[followed.node];
        let strategy = match node.decider {
            Decider::Leaf => return None,
            Decider::Angler => {
                let actions = self.tree.actions[node.action_range()].iter();
                let shares = self.regrets.angler_shares(node);
                actions
                    .zip(shares)
                    .map(|(&mv, share)| MoveShare {
                        moves: vec![mv],
                        share,
                    })
                    .collect()
            }
            Decider::Fish => followed
                .own
                .map_or(Some(Vec::new()), |own| self.rest_of_turn(&followed, own))?,
        };
        let total: f64 = followed.reach.iter().sum();
        let equal = 1.0 / followed.reach.len() as f64;
        let worlds: Vec<f64> = followed
            .reach
            .iter()
            .map(|reach| if total > 0.0 { reach / total } else { equal })
            .collect();
        let guaranteed = self.regrets.guaranteed(&self.tree, followed.node);
        Some(AnglingSolution {
            at_least: guaranteed
                .iter()
                .zip(&worlds)
                .map(|(value, share)| value * share)
                .sum(),
            at_most: self.regrets.limited(&self.tree, followed.node, &worlds),
            strategy,
            iterations: self.regrets.iterations(),
        })
    }

    /// Least probability with which the strategy of the player to move, after moves from the root
    /// on, makes one of its own moves among them. Where it is near 0, the strategy says little of
    /// the rest of the day: it is an average of strategies that have hardly been there. A turn of
    /// the fish that has not ended does not count.
    ///
    /// It is 1 if the player has made no move. Turns of the fish count as 1 where its tiles are not
    /// known: the position at the root is a view or an empty lake, or the moves do not fit it.
    ///
    /// `None` if the moves are not in the tree, or lead to a position whose value is known without
    /// a tree.
    pub fn least_share_of(&self, moves: &[AnglingMove]) -> Option<f64> {
        let followed = self.follow(moves)?;
        match self.tree.nodes[followed.node].decider {
            Decider::Leaf => None,
            Decider::Angler => Some(followed.angler_share),
            Decider::Fish => Some(followed.fish_share),
        }
    }

    /// Moves with which the fish goes on with the turn that it has begun, in the world of a slot;
    /// `None` if its turns in the tree do not begin so.
    fn rest_of_turn(&self, followed: &Followed, own: usize) -> Option<Vec<MoveShare>> {
        let begun = &followed.begun;
        let shares = self.regrets.fish_shares_at(&self.tree, followed.node);
        let mut rest: Vec<MoveShare> = Vec::new();
        for (child, shares) in self.tree.children(followed.node).zip(shares) {
            let Some(place) = self.slot_below(child, own) else {
                continue;
            };
            if let Some(moves) = self.tree.moves[child].strip_prefix(&begun[..]) {
                let share = shares[place - self.tree.nodes[child].slot as usize];
                rest.push(MoveShare {
                    moves: moves.to_vec(),
                    share,
                });
            }
        }
        let total: f64 = rest.iter().map(|rest| rest.share).sum();
        rest.iter_mut().for_each(|rest| rest.share /= total);
        (total > 0.0).then_some(rest)
    }

    /// Slot of a child for the same world as this slot of its parent.
    pub(super) fn slot_below(&self, child: usize, slot: usize) -> Option<usize> {
        self.tree.nodes[child]
            .slots()
            .find(|&below| self.tree.to_parent[below] as usize == slot)
    }

    /// Goes down the tree by moves; `None` if they are not in it.
    fn follow(&self, moves: &[AnglingMove]) -> Option<Followed> {
        let mut at = Followed {
            node: 0,
            worlds: self.worlds.clone(),
            reach: self.regrets.prior_average(),
            own: self.worlds.iter().position(|world| *world == self.root),
            begun: Vec::new(),
            angler_share: 1.0,
            fish_share: 1.0,
        };
        for &mv in moves {
            at.begun.push(mv);
            let decider = self.tree.nodes[at.node].decider;
            if decider == Decider::Leaf {
                return None;
            }
            if decider == Decider::Fish && at.worlds[0].step() == AnglingStep::Slide {
                let end = played(&at.worlds[0], &at.begun)?;
                if end.step() == AnglingStep::Slide {
                    continue;
                }
            }
            let child = self.child(&at)?;
            self.descend(&mut at, child);
        }
        Some(at)
    }

    /// Child after the moves that have begun, which are a whole turn: by a turn of the fish with
    /// the same future.
    fn child(&self, at: &Followed) -> Option<usize> {
        let same = self
            .tree
            .children(at.node)
            .find(|&child| self.tree.moves[child] == at.begun);
        if same.is_some() || at.worlds[0].step() != AnglingStep::Slide {
            return same;
        }
        let ends: Option<Vec<Angling>> = at
            .worlds
            .iter()
            .map(|world| played(world, &at.begun))
            .collect();
        let ends: Vec<Angling> = ends?.iter().map(reduced).collect();
        let is_same = |&child: &usize| {
            let moves = &self.tree.moves[child];
            at.worlds
                .iter()
                .zip(&ends)
                .all(|(world, end)| played(world, moves).as_ref().map(reduced) == Some(*end))
        };
        self.tree.children(at.node).find(is_same)
    }

    /// Goes to a child.
    fn descend(&self, at: &mut Followed, child: usize) {
        let parent = &self.tree.nodes[at.node];
        let node = &self.tree.nodes[child];
        let first = parent.slot as usize;
        let own = at.own.and_then(|own| self.slot_below(child, own));
        let shares = match parent.decider {
            Decider::Fish => {
                let number = self
                    .tree
                    .children(at.node)
                    .take_while(|&other| other != child)
                    .count();
                let shares = self
                    .regrets
                    .fish_shares_at(&self.tree, at.node)
                    .swap_remove(number);
                let share = own.map_or(1.0, |own| shares[own - node.slot as usize]);
                at.fish_share = at.fish_share.min(share);
                shares
            }
            _ => {
                let share = self.regrets.angler_shares(parent)
                    [(node.action - parent.first_action) as usize];
                at.angler_share = at.angler_share.min(share);
                vec![1.0; node.worlds as usize]
            }
        };
        let parents: Vec<usize> = node
            .slots()
            .map(|slot| self.tree.to_parent[slot] as usize - first)
            .collect();
        at.reach = parents
            .iter()
            .zip(shares)
            .map(|(&parent, share)| at.reach[parent] * share)
            .collect();
        let moves = &self.tree.moves[child];
        at.worlds = parents
            .iter()
            .filter_map(|&parent| played(&at.worlds[parent], moves))
            .collect();
        at.own = own;
        at.node = child;
        at.begun.clear();
    }

    /// Best move where the value is known without a tree, by minimax; `None` if the day is over, or
    /// beyond `most` positions.
    pub(super) fn known_best(&self, most: usize) -> Option<AnglingMove> {
        let world = self.worlds.first()?;
        let day = world.day();
        if is_day_over(world, day) {
            return None;
        }
        let angler = world.angler();
        let sign = if world.turn() == Turn::Of(angler) {
            1
        } else {
            -1
        };
        let mut minimax = Minimax::default();
        let mut best = None;
        for mv in world.moves() {
            let after = world.after(world.observed(mv, angler));
            let left = if is_day_over(&after, day) {
                0
            } else {
                minimax.value(&after, most)?
            };
            let value = sign * (after.points(angler) + left);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv.concealed()));
            }
        }
        Some(best?.1)
    }
}

/// The position after moves; `None` if one of them is not legal.
fn played(world: &Angling, moves: &[AnglingMove]) -> Option<Angling> {
    let mut position = *world;
    for &mv in moves {
        if !position.moves().contains(&mv.concealed()) {
            return None;
        }
        position.play(mv);
    }
    Some(position)
}
