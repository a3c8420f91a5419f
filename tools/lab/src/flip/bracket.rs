//! Positions of *Fish 'n' Flip* with one refill to come: the exact value of best play, bounds of it
//! from below by play that knows the refill, and what a player expects to leave, which is a bound
//! from above. The positions are those of games by the estimate, one a game.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;

use floe_flip::{
    Flip, FlipEstimate, FlipHindsight, FlipMove, FlipSetUp, FlipSolver, FlipStep, RefillValue,
};
use floe_game::{Chance, Game};

use crate::seat::{Fallible, Seat, mean};

/// Worlds in which a position is played with hindsight.
const WORLDS: u64 = 64;
/// First choices of the last two turns that the value of a refill compares.
const CHOICES: usize = 8;
/// Error of a solver without a limit.
const LIMIT: &str = "there is no limit";

/// Shares of the penalties that play with hindsight pays.
const SHARES: [f64; 3] = [0.0, 0.5, 1.0];

/// Values of a position, in animals left.
struct Bracket {
    /// Play with hindsight that pays these shares of the penalties.
    bounds: [f64; SHARES.len()],
    exact: f64,
    /// The player, and the estimate, up to the refill.
    players: [f64; 2],
}

impl Bracket {
    /// Solves a position and plays it.
    fn of(flip: &Flip, seat: &mut Seat) -> Fallible<Bracket> {
        let estimate = FlipEstimate::built_in();
        let known = RefCell::new(HashMap::new());
        let mut bounds = [0.0; SHARES.len()];
        for (bound, share) in bounds.iter_mut().zip(SHARES) {
            let value = |flip: &Flip| {
                share
                    * *known
                        .borrow_mut()
                        .entry(*flip)
                        .or_insert_with(|| by_lookahead(flip))
            };
            *bound = with_hindsight(flip, (share > 0.0).then_some(&value))?;
        }
        let solver = &mut FlipSolver::new(u64::MAX);
        let exact = solver.left(flip).ok_or(LIMIT)?;
        let mut choose = |flip: &Flip| estimate.choose(flip).ok_or("the game is not over".into());
        let estimate = expected(flip, solver, &mut choose)?;
        let mut choose = |flip: &Flip| Ok(seat.analysis(flip, &[], flip)?.lines[0].moves[0]);
        let player = expected(flip, solver, &mut choose)?;
        Ok(Bracket {
            bounds,
            exact,
            players: [player, estimate],
        })
    }

    fn numbers(&self) -> [f64; NAMES.len()] {
        let [free, half, full] = self.bounds;
        let [player, estimate] = self.players;
        [free, half, full, self.exact, player, estimate]
    }
}

/// Names of the numbers of a bracket.
const NAMES: [&str; 6] = [
    "hindsight",
    "half penalties",
    "full penalties",
    "exact",
    "player",
    "estimate",
];
/// Place of the exact value among them.
const EXACT: usize = 3;

/// Mean number of animals that hindsight leaves.
fn with_hindsight(flip: &Flip, value: Option<RefillValue<'_>>) -> Fallible<f64> {
    let mut hindsight = FlipHindsight::new(FlipSolver::new(u64::MAX), value);
    let mut sum = 0.0;
    for world in 0..WORLDS {
        sum += hindsight
            .left(flip, &|flip, choice| flip.outcome_in(choice, world))
            .ok_or(LIMIT)?;
    }
    Ok(sum / WORLDS as f64)
}

/// Fewest animals left after one of the best choices by the estimate, which then plays on.
fn by_lookahead(flip: &Flip) -> f64 {
    let estimate = FlipEstimate::built_in();
    if flip.is_over() {
        return flip.animals_left() as f64;
    }
    let mut choices = flip.choices().to_vec();
    choices.sort_by_cached_key(|&choice| Reverse(estimate.value(flip, choice)));
    let ends = choices.into_iter().take(CHOICES).map(|choice| {
        let mut after = flip.after(choice);
        while let Some(choice) = estimate.choose(&after) {
            after.play(after.outcome_in(choice, 0));
        }
        after.animals_left()
    });
    ends.min().map_or(0.0, |left| left as f64)
}

/// Number of animals that a player expects to leave who plays by `choose` until the refill, and
/// then as well as can be.
fn expected(
    flip: &Flip,
    solver: &mut FlipSolver<'_>,
    choose: &mut impl FnMut(&Flip) -> Fallible<FlipMove>,
) -> Fallible<f64> {
    if flip.is_over() || flip.step() == FlipStep::Lay || flip.turns_left().is_some() {
        return solver.left(flip).ok_or(LIMIT.into());
    }
    let choice = if flip.step() == FlipStep::Draw {
        FlipMove::Draw(None)
    } else {
        choose(flip)?
    };
    let mut outcomes = Vec::new();
    flip.for_each_outcome(choice, |mv, probability| outcomes.push((mv, probability)));
    let mut left = 0.0;
    for (mv, probability) in outcomes {
        left += probability * expected(&flip.after(mv), solver, choose)?;
    }
    Ok(left)
}

/// First position of a game by the estimate in which a turn begins and one refill is to come;
/// `None` if the game is lost before.
fn position(set_up: &FlipSetUp, seed: u64) -> Fallible<Option<Flip>> {
    let mut flip = Flip::deal(set_up, seed)?;
    while flip.step() != FlipStep::Act || flip.pile().len() > flip.net().columns() {
        let Some(choice) = FlipEstimate::built_in().choose(&flip) else {
            return Ok(None);
        };
        flip.play(flip.outcome_in(choice, seed));
    }
    Ok(Some(flip).filter(|flip| flip.turns_left().is_none()))
}

/// Compares a player with exact values on a number of positions.
pub(super) fn compare(engine: &str, set_up: &FlipSetUp, positions: usize) -> Fallible<()> {
    let mut seat = Seat::new(engine)?;
    let mut columns: [Vec<f64>; NAMES.len()] = Default::default();
    let mut seed = 0;
    while columns[0].len() < positions {
        if let Some(flip) = position(set_up, seed)? {
            seat.engine.new_game(!seed);
            let numbers = Bracket::of(&flip, &mut seat)?.numbers();
            eprintln!("{numbers:.3?} {flip}");
            columns
                .iter_mut()
                .zip(numbers)
                .for_each(|(column, number)| column.push(number));
        }
        seed += 1;
    }
    for (name, column) in NAMES.into_iter().zip(&columns) {
        let gaps: Vec<f64> = column
            .iter()
            .zip(&columns[EXACT])
            .map(|(number, exact)| number - exact)
            .collect();
        let (left, _) = mean(column);
        let (gap, error) = mean(&gaps);
        println!("{name}: {left:.3} left, {gap:+.3} ± {error:.3} against exact");
    }
    Ok(())
}
