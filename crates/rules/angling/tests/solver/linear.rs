//! Value of a day as a linear program in sequence form (Koller, Megiddo and von Stengel 1996).
//!
//! It is built from the rules alone: every move is a node, tile moves are not merged, and play goes
//! on to the end of the day.

use std::collections::BTreeMap;

use floe_angling::{Angling, AnglingMove};
use floe_game::{Game, Turn, Veiled};
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

/// Linear expression: variables with factors, and a constant.
type Linear = (Vec<(Variable, f64)>, f64);

struct Program {
    problem: Problem,
}

/// Positions with the numbers of their worlds.
type Worlds = Vec<(usize, Angling)>;

/// Optimal value of the day for its angler; the fish draws the world with the same probability
/// each, or chooses it.
pub(crate) fn value(worlds: &[Angling], is_chosen: bool) -> f64 {
    let mut program = Program {
        problem: Problem::new(OptimizationDirection::Maximize),
    };
    let free = (f64::NEG_INFINITY, f64::INFINITY);
    let share = if is_chosen {
        0.0
    } else {
        1.0 / worlds.len() as f64
    };
    let values: Vec<Variable> = worlds
        .iter()
        .map(|_| program.problem.add_var(share, free))
        .collect();
    let root = program.node(
        &worlds.iter().copied().enumerate().collect::<Worlds>(),
        None,
    );
    for (world, expression) in root {
        program.at_most(values[world], &expression);
    }
    if is_chosen {
        let least = program.problem.add_var(1.0, free);
        values
            .iter()
            .for_each(|&value| program.at_most(least, &(vec![(value, 1.0)], 0.0)));
    }
    let solution = program.problem.solve().unwrap().into_solution().unwrap();
    solution.objective()
}

/// Groups the results of a move in every world by what the angler observes.
fn groups(
    worlds: &[(usize, Angling)],
    moves: impl Fn(&Angling) -> Vec<AnglingMove>,
) -> BTreeMap<AnglingMove, Worlds> {
    let mut groups: BTreeMap<AnglingMove, Worlds> = BTreeMap::new();
    for &(number, world) in worlds {
        for mv in moves(&world) {
            groups
                .entry(world.observed(mv, world.angler()))
                .or_default()
                .push((number, world.after(mv)));
        }
    }
    groups
}

impl Program {
    /// Requires `variable <= expression`.
    fn at_most(&mut self, variable: Variable, (terms, constant): &Linear) {
        let terms = terms
            .iter()
            .map(|&(other, factor)| (other, -factor))
            .chain([(variable, 1.0)]);
        self.problem
            .add_constraint(terms.collect::<Vec<_>>(), ComparisonOp::Le, *constant);
    }

    /// Value of a node in each world, times the probability `plan` that the angler plays to it
    /// (`None` is 1).
    fn node(
        &mut self,
        worlds: &[(usize, Angling)],
        plan: Option<Variable>,
    ) -> BTreeMap<usize, Linear> {
        let first = worlds[0].1;
        let Turn::Of(player) = first.turn() else {
            let leaf = |world: &Angling| {
                let points = f64::from(world.points(world.angler()));
                plan.map_or((vec![], points), |plan| (vec![(plan, points)], 0.0))
            };
            return worlds
                .iter()
                .map(|(number, world)| (*number, leaf(world)))
                .collect();
        };
        let mut values: BTreeMap<usize, Linear> = BTreeMap::new();
        if player == first.angler() {
            let plans: Vec<Variable> = first
                .moves()
                .iter()
                .map(|_| self.problem.add_var(0.0, (0.0, f64::INFINITY)))
                .collect();
            let (mut terms, mut total): (Vec<_>, _) =
                (plans.iter().map(|&plan| (plan, 1.0)).collect(), 1.0);
            if let Some(plan) = plan {
                (terms, total) = (terms.into_iter().chain([(plan, -1.0)]).collect(), 0.0);
            }
            self.problem.add_constraint(terms, ComparisonOp::Eq, total);
            for (mv, plan) in first.moves().into_iter().zip(plans) {
                for group in groups(worlds, |_| vec![mv]).values() {
                    for (world, (terms, constant)) in self.node(group, Some(plan)) {
                        let sum = values.entry(world).or_default();
                        sum.0.extend(terms);
                        sum.1 += constant;
                    }
                }
            }
        } else {
            let variables: BTreeMap<usize, Variable> = worlds
                .iter()
                .map(|&(number, _)| {
                    (
                        number,
                        self.problem
                            .add_var(0.0, (f64::NEG_INFINITY, f64::INFINITY)),
                    )
                })
                .collect();
            for group in groups(worlds, |world| world.moves().to_vec()).values() {
                for (world, expression) in self.node(group, plan) {
                    self.at_most(variables[&world], &expression);
                }
            }
            values = variables
                .into_iter()
                .map(|(world, variable)| (world, (vec![(variable, 1.0)], 0.0)))
                .collect();
        }
        values
    }
}
