//! Solver of days with hidden tiles: optimal mixed strategies of both players, with proved bounds.

mod cfr;
mod efg;
mod minimax;
mod responses;
mod tree;

use floe_game::{Game, Veiled};

pub use cfr::AnglingPrior;
use cfr::Regrets;
use tree::{Decider, PublicTree};

use crate::angling::{Angling, AnglingStep};
use crate::mv::AnglingMove;

/// Reason why a day cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnglingSolveError {
    /// The tree is too large.
    #[error(
        "the tree of the day has more than {0} entries: expected a smaller lake, fewer piers ahead, or fewer unknown tiles"
    )]
    TooLarge(usize),
    /// No arrangement of tiles fits.
    #[error("no arrangement of the tiles fits the position")]
    NoWorld,
    /// Tiles are being laid.
    #[error("expected an empty lake or one with all tiles laid; found a lake that is partly laid")]
    PartlyLaid,
}

/// A move, or a turn of the fish, with its share in a strategy.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveShare {
    /// The move; the whole turn where the fish moves tiles.
    pub moves: Vec<AnglingMove>,
    /// Probability with which the strategy plays the move.
    pub share: f64,
}

/// Result of a solver so far: proved bounds of the points of the day, and strategies that reach them.
#[derive(Clone, PartialEq, Debug)]
pub struct AnglingSolution {
    /// Points that the angler's strategy guarantees on average.
    pub at_least: f64,
    /// Points to which the strategy of the fish limits the angler on average.
    pub at_most: f64,
    /// Strategy of the player to move: of the fish in the world of the position, and none for the fish in a view.
    pub strategy: Vec<MoveShare>,
    /// Number of iterations made for this solution.
    pub iterations: u32,
}

impl AnglingSolution {
    /// Mean gain of the players, in points, if each alone changed to its best response.
    pub fn exploitability(&self) -> f64 {
        (self.at_most - self.at_least) / 2.0
    }
}

/// Solver of the current day of a position, by regret minimisation on its public tree.
///
/// The angler knows what its view shows; the fish knows all. The value is the mean number of points of the angler at
/// the end of the day.
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
    tree: PublicTree,
    regrets: Regrets,
}

/// Worlds that fit what the angler knows; an error if they are more than `most`.
fn worlds_of(position: &Angling, most: usize) -> Result<Vec<Angling>, AnglingSolveError> {
    let mut worlds = Vec::new();
    position.view(position.angler()).for_each_world_while(|world| {
        worlds.push(world);
        worlds.len() <= most
    });
    if worlds.len() > most { Err(AnglingSolveError::TooLarge(most)) } else { Ok(worlds) }
}

impl AnglingSolver {
    /// Maximum number of entries of a tree, unless another one is given: about 2 GB of memory.
    pub const DEFAULT_SLOTS: usize = 20_000_000;

    /// Builds the tree of a position with at most this number of entries.
    ///
    /// Worlds are equally likely, unless the lake is empty and the fish lays the tiles itself.
    ///
    /// # Errors
    /// If the tree is too large, or tiles are being laid.
    pub fn new(position: &Angling, max_slots: usize) -> Result<AnglingSolver, AnglingSolveError> {
        let is_chosen = position.step() == AnglingStep::Lay && !position.is_dealt;
        AnglingSolver::with_prior(
            position,
            if is_chosen { AnglingPrior::Chosen } else { AnglingPrior::Dealt },
            max_slots,
        )
    }

    /// Builds the tree of a position with at most this number of entries, and with this distribution of its worlds.
    ///
    /// # Errors
    /// If the tree is too large, or tiles are being laid.
    pub fn with_prior(
        position: &Angling,
        prior: AnglingPrior,
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
        let tree = PublicTree::build(&worlds, max_slots)?;
        let regrets = Regrets::new(&tree, prior);
        Ok(AnglingSolver { worlds, root: *position, prior, tree, regrets })
    }

    /// Number of worlds that fit what the angler knows.
    pub fn worlds(&self) -> usize {
        self.worlds.len()
    }

    /// Number of nodes of the public tree.
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Number of entries of the tree: the worlds of all nodes.
    pub fn slots(&self) -> usize {
        self.tree.to_parent.len()
    }

    /// Distribution of the worlds at the root.
    pub const fn prior(&self) -> AnglingPrior {
        self.prior
    }

    /// Makes a number of iterations.
    pub fn iterate(&mut self, iterations: u32) {
        (0..iterations).for_each(|_| self.regrets.iterate(&self.tree));
    }

    /// Makes a quarter more iterations, at least 16 and at most 1000, and returns the solution after them.
    pub fn refine(&mut self) -> AnglingSolution {
        self.iterate((self.regrets.iterations() / 4).clamp(16, 1000));
        self.solution()
    }

    /// [Refines](AnglingSolver::refine) the solution until the bounds are this close, in points, or after at least this
    /// number of iterations.
    pub fn solve(&mut self, precision: f64, iterations: u32) -> AnglingSolution {
        loop {
            let solution = self.refine();
            if solution.at_most - solution.at_least <= precision || solution.iterations >= iterations {
                return solution;
            }
        }
    }

    /// Bounds and strategy after the iterations so far.
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
            Decider::Leaf => Vec::new(),
            Decider::Angler => {
                let shares = self.regrets.angler_average(&self.tree);
                let actions = root.action_range();
                actions
                    .map(|action| MoveShare { moves: vec![self.tree.actions[action]], share: shares[action] })
                    .collect()
            }
            Decider::Fish => {
                let shares = self.regrets.fish_average(&self.tree);
                let Some(world) = self.worlds.iter().position(|world| *world == self.root) else { return Vec::new() };
                let children = self.tree.nodes.iter().enumerate().skip(1).filter(|(_, node)| node.parent == 0);
                let choices = children.filter_map(|(index, node)| {
                    let slot = node.slots().find(|&slot| self.tree.to_parent[slot] as usize == world)?;
                    Some(MoveShare { moves: self.tree.moves[index].clone(), share: shares[slot] })
                });
                choices.collect()
            }
        }
    }
}
