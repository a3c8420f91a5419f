//! Solver of days with hidden tiles: optimal mixed strategies of both players, with proved bounds.
//!
//! Hidden tiles are worlds. In Gone Fishing! all moves are public and only the fish knows the
//! tiles. So the solver works on a tree of public states, each with a vector over the worlds that
//! fit, in flat arrays in preorder: a pass down gives reach probabilities, a pass up values
//! (`angling/src/solve`). Where one world is left, or contents no longer matter, a node is a leaf
//! with its minimax value. Tile moves of a turn are merged into their results, and turns of the
//! fish with the same future into one: before the last stop only the tiles of its line matter.
//! Exact best responses of both players bound the value. `solve/responses.rs` enumerates a day to
//! find the best responses to any strategy, for example that of an engine.

mod cfr;
mod efg;
mod follow;
mod minimax;
mod responses;
mod tree;

use floe_game::{Game, Turn, Veiled};

pub use cfr::AnglingPrior;
use cfr::Regrets;
pub use responses::AnglingDecision;
use tree::{Decider, PublicTree};

use crate::angling::{Angling, AnglingStep};
use crate::mv::AnglingMove;

/// Reason why [`AnglingSolver`] cannot solve a day.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnglingSolveError {
    /// The tree has more than this number of entries, the maximum asked for.
    #[error(
        "the tree of the day has more than {0} entries: expected a smaller lake, fewer piers ahead, or fewer unknown tiles"
    )]
    TooLarge(usize),
    /// No arrangement of the tiles fits the position.
    #[error("no arrangement of the tiles fits the position")]
    NoWorld,
    /// The lake is partly laid: the day can be solved before the first tile or after the last.
    #[error("expected an empty lake or one with all tiles laid; found a lake that is partly laid")]
    PartlyLaid,
}

/// A move, or a whole turn of the fish, with its probability in a mixed strategy.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveShare {
    /// The move; where the fish moves tiles, all moves of its turn in order.
    pub moves: Vec<AnglingMove>,
    /// Probability, from 0 to 1, with which the strategy plays the move.
    pub share: f64,
}

/// Result of [`AnglingSolver`] so far: proved bounds of the points that the player who fishes has
/// at the end of the day under best play, and strategies that reach the bounds. All values are
/// points of the player who fishes, on this day, as means over worlds and strategies.
#[derive(Clone, PartialEq, Debug)]
pub struct AnglingSolution {
    /// Points that the strategy of the player who fishes guarantees on average, against any play of
    /// the fish: a lower bound of the value.
    pub at_least: f64,
    /// Points to which the strategy of the fish limits the player who fishes on average, against
    /// any play of that player: an upper bound of the value.
    pub at_most: f64,
    /// Mixed strategy of the player to move at the root; where the fish is to move, its strategy in
    /// the world of the position. Where nothing hidden matters any more, it is one best move. Empty
    /// if the fish is to move and the position is a view, or if the day is over.
    pub strategy: Vec<MoveShare>,
    /// Number of iterations from which the strategies result.
    pub iterations: u32,
}

impl AnglingSolution {
    /// Points that a player gains on average if it alone changes to its best response, as the mean
    /// over both players: half the distance between the bounds.
    pub fn exploitability(&self) -> f64 {
        (self.at_most - self.at_least) / 2.0
    }
}

/// Solver of the day that is played in a position, by regret minimisation on its public tree. A
/// node of the tree stands for what both players have observed.
///
/// The angler knows what its view shows; the fish knows all. The value is the mean number of points
/// of the angler at the end of the day.
///
/// ```
/// use floe_angling::{Angling, AnglingSolver};
///
/// let position: Angling = "angling:12/rd A 0,0 y1+9 1.1 -,- dealt lake=2x2 tiles=1.2.r.d".parse()?;
/// let mut solver = AnglingSolver::new(&position, AnglingSolver::DEFAULT_SLOTS)?;
/// let solution = solver.solve(0.001, 10_000);
/// assert!(solution.at_most - solution.at_least <= 0.001 && solution.at_least > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AnglingSolver {
    worlds: Vec<Angling>,
    root: Angling,
    prior: AnglingPrior,
    max_slots: usize,
    tree: PublicTree,
    regrets: Regrets,
}

/// Worlds that fit what the angler knows; an error if they are more than `most`.
fn worlds_of(position: &Angling, most: usize) -> Result<Vec<Angling>, AnglingSolveError> {
    let mut worlds = Vec::new();
    position
        .view(position.angler())
        .for_each_world_while(|world| {
            worlds.push(world);
            worlds.len() <= most
        });
    if worlds.len() > most {
        Err(AnglingSolveError::TooLarge(most))
    } else {
        Ok(worlds)
    }
}

impl AnglingSolver {
    /// Usual maximum number of entries of a tree, for `max_slots`: the tree then takes at most
    /// about 2 GB of memory.
    pub const DEFAULT_SLOTS: usize = 20_000_000;

    /// Builds the tree of the day from `position` on, with at most `max_slots` entries.
    ///
    /// Worlds are equally likely, unless the lake is empty and the fish lays the tiles itself.
    ///
    /// # Errors
    /// If the tree would be larger, the lake is partly laid, or no arrangement of tiles fits.
    pub fn new(position: &Angling, max_slots: usize) -> Result<AnglingSolver, AnglingSolveError> {
        let is_chosen = position.step() == AnglingStep::Lay && !position.is_dealt;
        AnglingSolver::with_prior(
            position,
            if is_chosen {
                AnglingPrior::Chosen
            } else {
                AnglingPrior::Dealt
            },
            max_slots,
        )
    }

    /// Builds the tree of the day from `position` on, with at most `max_slots` entries, and with
    /// the probabilities of worlds that follow from `prior`.
    ///
    /// # Errors
    /// If the tree would be larger, the lake is partly laid, or no arrangement of tiles fits.
    pub fn with_prior(
        position: &Angling,
        prior: AnglingPrior,
        max_slots: usize,
    ) -> Result<AnglingSolver, AnglingSolveError> {
        AnglingSolver::build(position, prior, None, max_slots)
    }

    /// Builds the tree of the day from `position` on, in which the player who fishes begins with
    /// the move `first`, with at most `max_slots` entries. Its value is the value of the move.
    ///
    /// The fish sees the move before it decides again, and has decided nothing since the worlds
    /// were equally likely: so each move of the player who fishes has a value of its own, and the
    /// value of the position is the largest of them.
    ///
    /// # Errors
    /// If the tree would be larger, or no arrangement of tiles fits.
    ///
    /// # Panics
    /// If the fish is to move, or the move is not legal.
    pub fn with_first_move(
        position: &Angling,
        first: AnglingMove,
        max_slots: usize,
    ) -> Result<AnglingSolver, AnglingSolveError> {
        assert!(
            position.turn() == Turn::Of(position.angler()),
            "expected a decision of the player who fishes"
        );
        AnglingSolver::build(position, AnglingPrior::Dealt, Some(first), max_slots)
    }

    fn build(
        position: &Angling,
        prior: AnglingPrior,
        first: Option<AnglingMove>,
        max_slots: usize,
    ) -> Result<AnglingSolver, AnglingSolveError> {
        let mut root = *position;
        if root.step() == AnglingStep::Lay && !root.occupied().is_empty() {
            return Err(AnglingSolveError::PartlyLaid);
        }
        while root.step() == AnglingStep::Lay {
            root.play(AnglingMove::Lay(None));
        }
        let worlds = worlds_of(&root, max_slots)?;
        let tree = PublicTree::build(&worlds, first, max_slots)?;
        let regrets = Regrets::new(&tree, prior);
        Ok(AnglingSolver {
            worlds,
            root: *position,
            prior,
            max_slots,
            tree,
            regrets,
        })
    }

    /// Number of worlds at the root: arrangements of the tiles that fit what the player who fishes
    /// knows.
    pub fn worlds(&self) -> usize {
        self.worlds.len()
    }

    /// Number of nodes of the public tree, each of which stands for what both players have
    /// observed.
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Number of entries of the tree: for each node the number of its worlds, added up.
    pub fn slots(&self) -> usize {
        self.tree.to_parent.len()
    }

    /// Reason why the tiles lie as they do, from which follow the probabilities of the worlds at
    /// the root.
    pub const fn prior(&self) -> AnglingPrior {
        self.prior
    }

    /// Makes `iterations` more iterations of regret minimisation.
    pub fn iterate(&mut self, iterations: u32) {
        (0..iterations).for_each(|_| self.regrets.iterate(&self.tree));
    }

    /// Makes a quarter more iterations than so far, at least 16 and at most 1000, and returns the
    /// solution after them.
    pub fn refine(&mut self) -> AnglingSolution {
        self.iterate((self.regrets.iterations() / 4).clamp(16, 1000));
        self.solution()
    }

    /// [Refines](AnglingSolver::refine) the solution until its bounds are at most `precision`
    /// points apart, or until there are at least `iterations` iterations in all.
    pub fn solve(&mut self, precision: f64, iterations: u32) -> AnglingSolution {
        loop {
            let solution = self.refine();
            if solution.at_most - solution.at_least <= precision
                || solution.iterations >= iterations
            {
                return solution;
            }
        }
    }

    /// Bounds and strategies that result from the iterations so far.
    pub fn solution(&self) -> AnglingSolution {
        AnglingSolution {
            at_least: self.regrets.at_least(&self.tree),
            at_most: self.regrets.at_most(&self.tree),
            strategy: self.strategy(),
            iterations: self.regrets.iterations(),
        }
    }

    /// Strategy of the player to move.
    fn strategy(&self) -> Vec<MoveShare> {
        let root = &self.tree.nodes[0];
        match root.decider {
            Decider::Leaf => {
                let best = self.known_best(self.max_slots);
                best.map(|mv| MoveShare {
                    moves: vec![mv],
                    share: 1.0,
                })
                .into_iter()
                .collect()
            }
            Decider::Angler => {
                let actions = self.tree.actions[root.action_range()].iter();
                let shares = self.regrets.angler_shares(root);
                actions
                    .zip(shares)
                    .map(|(&mv, share)| MoveShare {
                        moves: vec![mv],
                        share,
                    })
                    .collect()
            }
            Decider::Fish => {
                let Some(world) = self.worlds.iter().position(|world| *world == self.root) else {
                    return Vec::new();
                };
                let shares = self.regrets.fish_shares_at(&self.tree, 0);
                let choices = self
                    .tree
                    .children(0)
                    .zip(shares)
                    .filter_map(|(child, shares)| {
                        let slot = self.slot_below(child, world)?;
                        let share = shares[slot - self.tree.nodes[child].slot as usize];
                        Some(MoveShare {
                            moves: self.tree.moves[child].clone(),
                            share,
                        })
                    });
                choices.collect()
            }
        }
    }
}
