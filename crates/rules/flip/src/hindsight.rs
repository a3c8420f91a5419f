//! Lower bounds of the animals left, by play that knows the pile.

use std::collections::HashMap;

use floe_game::{Chance, Game, Keyed, Turn};

use crate::flip::{Flip, FlipStep};
use crate::mv::FlipMove;
use crate::solver::FlipSolver;

/// Outcome of every choice of chance in one world: of the position and the choice.
pub type FlipWorld<'w> = &'w dyn Fn(&Flip, FlipMove) -> FlipMove;

/// Value of a position after a refill, from which penalties are computed, in animals left. Any
/// function gives valid bounds; the nearer it is to the exact value, the better they are.
pub type RefillValue<'a> = &'a dyn Fn(&Flip) -> f64;

/// Best play that knows the outcomes of chance until the last card of the pile has been laid, and
/// pays for that knowledge at every refill (information relaxation with penalties: Brown, Smith and
/// Sun 2010).
///
/// The penalty of a refill is the mean of a value over all refills that were possible, less the
/// value after the refill that came. Its mean is zero for play that does not know the pile. So the
/// mean of [`left`](FlipHindsight::left) over all worlds, each with its probability, is at most the
/// value of best play without that knowledge. Without a value there is no penalty. From the last
/// card on, the exact solver plays.
///
/// ```
/// use floe_flip::{Flip, FlipHindsight, FlipSolver};
/// use floe_game::Chance;
///
/// let flip: Flip = "flip:R1<S1>/R2<S2> A R:x,K:x R0010,S0010 net=2x3".parse()?;
/// let mut hindsight = FlipHindsight::new(FlipSolver::new(u64::MAX), None);
/// let left = hindsight.left(&flip, &|flip, choice| flip.outcome_in(choice, 7));
/// assert!(left.is_some_and(|left| left >= 0.0));
/// # Ok::<(), floe_game::PositionError>(())
/// ```
#[expect(missing_debug_implementations, reason = "functions cannot be printed")]
pub struct FlipHindsight<'a> {
    /// Solves positions without a pile, whose values hold in all worlds.
    solver: FlipSolver<'a>,
    value: Option<RefillValue<'a>>,
    /// Means of `value` over all refills, by the key of the position before them.
    means: HashMap<u64, f64>,
    /// Least costs in the present world, by the key of positions at the beginning of turns and of
    /// refills.
    known: HashMap<u64, f64>,
}

impl<'a> FlipHindsight<'a> {
    /// Play with penalties by `value`, or without any if it is `None`; `solver` solves the ends.
    pub fn new(solver: FlipSolver<'a>, value: Option<RefillValue<'a>>) -> FlipHindsight<'a> {
        FlipHindsight {
            solver,
            value,
            means: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// Least sum of the animals left and the penalties from `flip` on in this world; it may be
    /// negative. `None` if the solver gives up first.
    pub fn left(&mut self, flip: &Flip, world: FlipWorld<'_>) -> Option<f64> {
        self.known.clear();
        self.cost(flip, world)
    }

    fn cost(&mut self, flip: &Flip, world: FlipWorld<'_>) -> Option<f64> {
        if flip.turn() == Turn::Over {
            return Some(flip.animals_left() as f64);
        }
        if flip.turns_left().is_some() {
            return self.solver.left(flip);
        }
        match flip.step() {
            FlipStep::Power | FlipStep::Free => return self.least(flip, world),
            FlipStep::Draw => {
                return self.cost(&flip.after(world(flip, FlipMove::Draw(None))), world);
            }
            FlipStep::Act | FlipStep::Lay => {}
        }
        let key = flip.key();
        if let Some(&cost) = self.known.get(&key) {
            return Some(cost);
        }
        let cost = if flip.step() == FlipStep::Act {
            self.least(flip, world)
        } else {
            self.refill(flip, world)
        }?;
        self.known.insert(key, cost);
        Some(cost)
    }

    /// Least cost of the choices.
    fn least(&mut self, flip: &Flip, world: FlipWorld<'_>) -> Option<f64> {
        let mut least = f64::INFINITY;
        for choice in flip.choices() {
            least = least.min(self.cost(&flip.after(choice), world)?);
            // Without penalties nothing costs less than no animal.
            if least <= 0.0 && self.value.is_none() {
                break;
            }
        }
        Some(least)
    }

    /// Cost of the refill of this world and all that follows.
    fn refill(&mut self, flip: &Flip, world: FlipWorld<'_>) -> Option<f64> {
        let mut refilled = *flip;
        while is_laying(&refilled) {
            refilled = refilled.after(world(&refilled, FlipMove::Lay(None)));
        }
        let cost = self.cost(&refilled, world)?;
        let Some(value) = self.value else {
            return Some(cost);
        };
        let mean = self.means.entry(flip.key()).or_insert_with(|| {
            refills(flip)
                .iter()
                .map(|(refilled, probability)| probability * value(refilled))
                .sum()
        });
        Some(cost + *mean - value(&refilled))
    }
}

fn is_laying(flip: &Flip) -> bool {
    flip.step() == FlipStep::Lay && flip.turn() != Turn::Over
}

/// All positions after the refill that begins or goes on in `flip`, with their probabilities; a
/// position of a lost game is one of them.
pub fn refills(flip: &Flip) -> Vec<(Flip, f64)> {
    let mut open = vec![(*flip, 1.0)];
    let mut refilled = Vec::new();
    while !open.is_empty() {
        let mut next: HashMap<Flip, f64> = HashMap::new();
        for (flip, probability) in open {
            if !is_laying(&flip) {
                refilled.push((flip, probability));
                continue;
            }
            flip.for_each_outcome(FlipMove::Lay(None), |mv, share| {
                *next.entry(flip.after(mv)).or_default() += probability * share;
            });
        }
        open = next.into_iter().collect();
    }
    refilled
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::card::Card;
    use crate::estimate::FlipEstimate;

    /// Positions of one kind of action card, so that the cards of the pile alone make a world.
    const SMALL: [&str; 4] = [
        "flip:D1<S1>/D2<S2>/K1<S3> A D:f,K:f D0010,S1000 net=3x3 deck=f2 actions=f4",
        "flip:R1<S1>/R2<S2> A R:x,K:x R0010,S0010 net=2x3 deck=x1 actions=x3",
        "flip:R1<S1>W1>/R2<S2>W2< A R:s,W:s R0010,W0011 net=2x4 deck=s1 actions=s3",
        "flip:D1<D2>p/D3> A D:r D0001,p1 net=2x3 deck=r1 actions=r2",
    ];

    /// All orders of the pile, each with its probability.
    fn orders(flip: &Flip) -> Vec<(Vec<Card>, f64)> {
        let mut all = Vec::new();
        let mut open = vec![(flip.pile, Vec::new(), 1.0)];
        while let Some((pile, order, probability)) = open.pop() {
            if pile.is_empty() {
                all.push((order, probability));
                continue;
            }
            pile.for_each_next(|card, share| {
                let mut rest = pile;
                rest.take(card);
                let order = order.iter().copied().chain([card]).collect();
                open.push((rest, order, probability * share));
            });
        }
        all
    }

    /// Mean over all worlds of what hindsight leaves.
    fn bound(flip: &Flip, value: Option<RefillValue<'_>>) -> f64 {
        let mut hindsight = FlipHindsight::new(FlipSolver::new(u64::MAX), value);
        let mut mean = 0.0;
        for (order, probability) in orders(flip) {
            let world = |flip: &Flip, choice| match choice {
                FlipMove::Lay(None) => FlipMove::Lay(Some(order[order.len() - flip.pile().len()])),
                FlipMove::Draw(None) => FlipMove::Draw(flip.drawable().kinds().next()),
                _ => choice,
            };
            mean += probability * hindsight.left(flip, &world).unwrap();
        }
        mean
    }

    /// Expected number of animals that the estimate leaves.
    fn by_estimate(flip: &Flip) -> f64 {
        let Some(choice) = FlipEstimate::built_in().choose(flip) else {
            return flip.animals_left() as f64;
        };
        let mut mean = 0.0;
        flip.for_each_outcome(choice, |mv, probability| {
            mean += probability * by_estimate(&flip.after(mv));
        });
        mean
    }

    #[test]
    fn bounds_are_below_the_value_and_players_above() {
        for text in SMALL {
            let flip: Flip = text.parse().unwrap();
            let exact = FlipSolver::new(u64::MAX).left(&flip).unwrap();
            let arbitrary = |flip: &Flip| (flip.key() % 64) as f64 / 16.0;
            let played = |flip: &Flip| by_estimate(flip);
            let bounds = [None, Some(&arbitrary as RefillValue<'_>), Some(&played)]
                .map(|value| bound(&flip, value));
            for bound in bounds {
                assert!(bound <= exact + 1e-9, "{text}: {bounds:?}, {exact}");
            }
            assert!(by_estimate(&flip) >= exact - 1e-9, "{text}: {exact}");
        }
    }

    #[test]
    fn the_exact_value_makes_the_bound_exact() {
        for text in SMALL {
            let flip: Flip = text.parse().unwrap();
            let solver = RefCell::new(FlipSolver::new(u64::MAX));
            let left = |flip: &Flip| solver.borrow_mut().left(flip).unwrap();
            let bound = bound(&flip, Some(&left));
            assert!(
                (bound - left(&flip)).abs() < 1e-9,
                "{text}: {bound} {}",
                left(&flip)
            );
        }
    }

    #[test]
    fn refills_have_all_their_probability() {
        for text in SMALL {
            let mut flip: Flip = text.parse().unwrap();
            flip.play(flip.choices()[0]);
            while flip.step() != FlipStep::Lay {
                flip.play(flip.outcome_in(flip.choices()[0], 0));
            }
            let refills = refills(&flip);
            assert!(
                (refills
                    .iter()
                    .map(|(_, probability)| probability)
                    .sum::<f64>()
                    - 1.0)
                    .abs()
                    < 1e-12,
                "{text}"
            );
            assert!(
                refills.iter().all(|(refilled, _)| !is_laying(refilled)),
                "{text}"
            );
        }
    }
}
