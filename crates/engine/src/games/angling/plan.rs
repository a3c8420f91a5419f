//! Solutions of the rest of a day, to which a player keeps until the day is over.

use floe_angling::{Angling, AnglingMove, AnglingSolution, AnglingSolver, AnglingStep};
use floe_game::{Game, Veiled};
use floe_search::Limits;

use super::solve::room;

/// Entries of the solver's tree a millisecond, or a node.
const SLOTS_PER_MILLISECOND: u64 = 400;
const SLOTS_PER_NODE: u64 = 100;
/// Maximum number of entries of the solver's tree.
const MAX_SLOTS: u64 = 2_000_000;
/// Maximum number of unknown tiles with which the solver is asked.
const SOLVED_TILES: usize = 8;
/// Difference of the bounds, in points, at which the solver ends.
const PRECISION: f64 = 0.002;
/// Iterations of the solver at most.
const ITERATIONS: u32 = 2000;

/// Moves that led to a position, as the player to move there has observed them.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// View of the player before the moves; `None` if no moves are known.
    start: Option<Angling>,
    moves: Vec<AnglingMove>,
}

impl History {
    pub(super) fn new(start: &Angling, moves: &[AnglingMove]) -> History {
        History { start: Some(*start), moves: moves.to_vec() }
    }

    /// The history, if it leads to a view; otherwise one that begins there.
    pub(super) fn to(&self, view: &Angling) -> History {
        let end = self.start.map(|start| self.moves.iter().fold(start, |position, &mv| position.after(mv)));
        if end == Some(*view) { self.clone() } else { History::new(view, &[]) }
    }
}

/// Solution of the rest of a day from a position on. A player that keeps to it gets what its bounds promise. One that
/// solves the day anew at each move, as if all worlds were equally likely again, forgets what the moves of the fish
/// reveal (unsafe subgame solving: Burch, Johanson and Bowling 2014).
#[derive(Debug)]
pub(super) struct DayPlan {
    /// Moves that led to the position.
    history: History,
    solver: AnglingSolver,
}

impl DayPlan {
    /// Solves the rest of a day from a view on, to which `history` leads; `None` if it is too large for the limits.
    pub(super) fn new(history: History, view: &Angling, limits: &Limits<'_>, mebibytes: usize) -> Option<DayPlan> {
        let in_time = limits.usual_time().map(|time| SLOTS_PER_MILLISECOND * time.as_millis() as u64);
        let in_nodes = limits.nodes.map(|nodes| SLOTS_PER_NODE * nodes);
        let slots = in_time.into_iter().chain(in_nodes).fold(MAX_SLOTS.min(room(mebibytes)), u64::min) as usize;
        let is_small = view.view(view.angler()).unknown().len() <= SOLVED_TILES;
        let is_begun = !matches!(view.step(), AnglingStep::Lay | AnglingStep::Over);
        if !is_small || !is_begun {
            return None;
        }
        let mut solver = AnglingSolver::new(view, slots).ok()?;
        solver.iterate(1);
        let mut plan = DayPlan { history, solver };
        plan.refine(limits);
        Some(plan)
    }

    /// Makes more iterations, until the bounds are close or half of the limits is reached.
    fn refine(&mut self, limits: &Limits<'_>) {
        let half = limits.half();
        let mut solution = self.solver.solution();
        while solution.at_most - solution.at_least > PRECISION
            && solution.iterations < ITERATIONS
            && !half.are_reached()
        {
            solution = self.solver.refine();
        }
    }

    /// Whether nothing hidden matters in the position that was solved, so that there is no strategy to keep to.
    pub(super) fn is_decided(&self) -> bool {
        self.solver.nodes() == 1
    }

    /// Solution for the position that was solved.
    pub(super) fn solution(&self) -> AnglingSolution {
        self.solver.solution()
    }

    /// Solution for the rest of the day after a history, refined within the limits; `None` if the history does not go
    /// on from that of the plan, or leaves its tree.
    pub(super) fn solution_after(&mut self, history: &History, limits: &Limits<'_>) -> Option<AnglingSolution> {
        let rest = history.moves.strip_prefix(&self.history.moves[..])?;
        if history.start != self.history.start {
            return None;
        }
        self.solver.solution_after(rest)?;
        self.refine(limits);
        let solution = self.solver.solution_after(rest)?;
        (!solution.strategy.is_empty()).then_some(solution)
    }
}
