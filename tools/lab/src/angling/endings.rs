//! Time to solve endings of days on the full lake.
//!
//! The positions are those of days with random steps, and play by rules of thumb, in which one
//! angler is left, which can stop once more or twice. The bounds are proved to within 0.01 points.

use std::time::Instant;

use floe_angling::{Angling, AnglingMove, AnglingPolicy, AnglingSetUp, AnglingSolver, AnglingStep};
use floe_game::{Chance, Game, Veiled};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::seat::median_and_most;

/// Difference of the bounds, in points.
const PRECISION: f64 = 0.01;

/// Most piers that a random step of an angler has.
const LONGEST: u8 = 4;

/// Position of a day before a walk of the last angler, with this number of piers ahead and as many
/// unknown tiles at most.
fn ending(seed: u64, piers: usize, unknown: usize) -> Option<Angling> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let set_up = AnglingSetUp {
        is_dealt: true,
        ..AnglingSetUp::default()
    };
    let mut position = set_up.deal(rng.random()).expect("the whole game");
    while position.day() == 1 {
        let mut ahead = position
            .anglers()
            .filter(|&angler| !position.is_out(angler));
        let last = ahead
            .next()
            .filter(|_| position.step() == AnglingStep::Walk && ahead.next().is_none());
        let is_wanted = last.is_some_and(|angler| position.piers_ahead(angler) == piers);
        if is_wanted
            && position.anglers().count() == 2
            && (1..=unknown).contains(&position.view(position.angler()).unknown().len())
        {
            return Some(position);
        }
        let steps = position.moves().into_iter();
        let short = steps.filter(|mv| matches!(mv, AnglingMove::Walk(_, by) if *by <= LONGEST));
        let mv = match short.choose(&mut rng) {
            Some(step) => step,
            None => AnglingPolicy::Thumb.choose(&position, &mut rng)?,
        };
        position.play(position.draw_outcome(mv, &mut rng));
    }
    None
}

/// Prints the times to solve a number of positions.
fn report(count: usize, piers: usize, unknown: usize) {
    let positions = (0..)
        .filter_map(|seed| ending(seed, piers, unknown))
        .take(count);
    let mut times = Vec::new();
    let mut too_large = 0;
    for position in positions {
        let start = Instant::now();
        match AnglingSolver::new(
            &position.view(position.angler()),
            AnglingSolver::DEFAULT_SLOTS,
        ) {
            Ok(mut solver) => {
                solver.solve(PRECISION, 100_000);
                times.push(start.elapsed());
            }
            Err(_) => too_large += 1,
        }
    }
    println!(
        "{} stops and {unknown} unknown tiles at most: {count} positions, {too_large} too large, {}",
        piers - 1,
        median_and_most(times),
    );
}

/// Prints the times of days that can stop once more, and twice.
pub(super) fn report_all(count: usize) {
    report(count, 2, 8);
    report(count, 3, 4);
}
