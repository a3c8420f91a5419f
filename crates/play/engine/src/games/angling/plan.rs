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
/// Difference of the bounds, in points, at which the solver ends.
const PRECISION: f64 = 0.002;
/// Iterations of the solver at most.
const ITERATIONS: u32 = 2000;
/// Least probability of a player's own moves in a solution that goes on after them; below it the
/// player has left it.
const LEAST_SHARE: f64 = 1e-3;

/// Moves that led to a position, as the player to move there has observed them.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// View of the player before the moves; `None` if no moves are known.
    start: Option<Angling>,
    moves: Vec<AnglingMove>,
}

impl History {
    pub(super) fn new(start: &Angling, moves: &[AnglingMove]) -> History {
        History {
            start: Some(*start),
            moves: moves.to_vec(),
        }
    }

    /// The history, if it leads to a view; otherwise one that begins there.
    pub(super) fn to(&self, view: &Angling) -> History {
        let end = self.start.map(|start| {
            self.moves
                .iter()
                .fold(start, |position, &mv| position.after(mv))
        });
        if end == Some(*view) {
            self.clone()
        } else {
            History::new(view, &[])
        }
    }

    /// Beginnings of the history with the positions to which they lead, the longest first, without
    /// itself.
    fn earlier(&self) -> impl Iterator<Item = (History, Angling)> {
        let mut positions = Vec::new();
        if let Some(mut position) = self.start {
            for &mv in &self.moves {
                positions.push(position);
                position.play(mv);
            }
        }
        let numbered = positions.into_iter().enumerate().rev();
        numbered.map(|(plies, position)| {
            (
                History {
                    start: self.start,
                    moves: self.moves[..plies].to_vec(),
                },
                position,
            )
        })
    }
}

/// Room for the solution of a day.
#[derive(Clone, Copy, Debug)]
pub(super) struct DayRoom {
    pub(super) mebibytes: usize,
    /// Maximum number of unknown tiles with which the solver is asked.
    pub(super) unknown_tiles: usize,
}

/// Number of entries that the tree of a solver may have within the limits.
fn slots(limits: &Limits<'_>, mebibytes: usize) -> usize {
    let in_time = limits
        .usual_time()
        .map(|time| SLOTS_PER_MILLISECOND * time.as_millis() as u64);
    let in_nodes = limits.nodes.map(|nodes| SLOTS_PER_NODE * nodes);
    in_time
        .into_iter()
        .chain(in_nodes)
        .fold(MAX_SLOTS.min(room(mebibytes)), u64::min) as usize
}

/// Solution of the rest of a day from a position on. A player that keeps to it gets what its bounds
/// promise. One that solves the day anew at each move, as if all worlds were equally likely again,
/// forgets what the moves of the fish reveal (unsafe subgame solving: Burch, Johanson and Bowling
/// 2014).
#[derive(Debug)]
pub(super) struct DayPlan {
    /// Moves that led to the position.
    history: History,
    solver: AnglingSolver,
}

impl DayPlan {
    /// Plan of the player to move at `view`, to which `history` leads, with its solution there;
    /// `None` if the day is too large for the limits at `view`.
    ///
    /// It begins at the earliest position of the history from which on all are small enough. So a
    /// player that is asked for every move anew, with the limits of before, finds the plan that it
    /// has kept to. Where the player has left that plan by a move that it hardly ever makes, the
    /// plan begins at `view`.
    pub(super) fn of_day(
        history: &History,
        view: &Angling,
        limits: &Limits<'_>,
        room: DayRoom,
    ) -> Option<(DayPlan, AnglingSolution)> {
        let slots = slots(limits, room.mebibytes);
        let mut plan = DayPlan::built(history.clone(), view, slots, room.unknown_tiles)?;
        if !plan.is_decided() {
            for (earlier, position) in history
                .earlier()
                .take_while(|(_, position)| position.day() == view.day())
            {
                let Some(longer) = DayPlan::built(earlier, &position, slots, room.unknown_tiles)
                else {
                    break;
                };
                plan = longer;
            }
            if let Some(solution) = plan.solution_after(history, limits) {
                return Some((plan, solution));
            }
            plan = DayPlan::built(history.clone(), view, slots, room.unknown_tiles)?;
        }
        plan.refine(limits);
        let solution = plan.solver.solution();
        Some((plan, solution))
    }

    /// Plan from a position on, to which `history` leads, after one iteration of the solver; `None`
    /// if its tree has more entries than `slots`, more than `unknown_tiles` are unknown, or the day
    /// has not begun.
    fn built(
        history: History,
        position: &Angling,
        slots: usize,
        unknown_tiles: usize,
    ) -> Option<DayPlan> {
        let is_small = position.view(position.angler()).unknown().len() <= unknown_tiles;
        let is_begun = !matches!(position.step(), AnglingStep::Lay | AnglingStep::Over);
        if !is_small || !is_begun {
            return None;
        }
        let mut solver = AnglingSolver::new(position, slots).ok()?;
        solver.iterate(1);
        Some(DayPlan { history, solver })
    }

    /// Makes more iterations, until the bounds are close or half of the limits is reached.
    fn refine(&mut self, limits: &Limits<'_>) {
        let half = limits.first(0.5);
        let mut solution = self.solver.solution();
        while solution.at_most - solution.at_least > PRECISION
            && solution.iterations < ITERATIONS
            && !half.are_reached()
        {
            solution = self.solver.refine();
        }
    }

    /// Whether nothing hidden matters in the position that was solved, so that there is no strategy
    /// to keep to.
    pub(super) fn is_decided(&self) -> bool {
        self.solver.nodes() == 1
    }

    /// Solution for the rest of the day after a history, refined within the limits; `None` if the
    /// history does not go on from that of the plan, leaves its tree, or has moves of the player to
    /// move that the plan hardly ever makes.
    pub(super) fn solution_after(
        &mut self,
        history: &History,
        limits: &Limits<'_>,
    ) -> Option<AnglingSolution> {
        let rest = history.moves.strip_prefix(&self.history.moves[..])?;
        if history.start != self.history.start {
            return None;
        }
        self.solver.solution_after(rest)?;
        self.refine(limits);
        if self.solver.least_share_of(rest)? < LEAST_SHARE {
            return None;
        }
        let solution = self.solver.solution_after(rest)?;
        (!solution.strategy.is_empty()).then_some(solution)
    }
}
