//! Claims about endings: the solver settles them as brute force does.

use std::ops::ControlFlow;

use floe_endgame::{KeyedBounds, Solver, SolverOptions, SplitRules};
use floe_fish::{Dealing, Position, deal, place_at_random};
use floe_game::Interval;
use floe_search::Limits;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::positions::{Kind, study};
use crate::two::truth;

fn solver(threads: usize) -> Solver {
    let options = SolverOptions {
        threads,
        hash_mebibytes: 1,
        ..SolverOptions::default()
    };
    Solver::new(options).expect("there is a MiB of memory")
}

#[test]
fn settled_claims_are_true() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    let mut settled = 0;
    for round in 0..300 {
        let kind = Kind {
            live: 3 + round % 8,
            penguins: 1 + round % 3,
            scattered: round as u32 % 4,
        };
        let position: Position<2> = study(rng, kind);
        let root = SplitRules::new(&position).root(&position);
        let Some(rest) = root.rest else { continue };
        let value = truth(&position) - root.certain;
        let mut solver = solver(1 + round % 3);
        for _ in 0..3 {
            let lower = value + rng.random_range(-500..500);
            let window = Interval {
                lower,
                upper: lower + rng.random_range(1..300),
            };
            let found = solver.settle(&position, &rest, window, &Limits::default(), |_| {
                ControlFlow::Continue(())
            });
            let KeyedBounds { lower, upper, .. } = found.bounds;
            assert!(
                found.is_settled && lower <= value && value <= upper,
                "{found:?} for {value}: {position:?}"
            );
            let is_decided = lower >= window.upper || upper <= window.lower || lower == upper;
            assert!(is_decided, "{found:?} in {window:?}: {position:?}");
            settled += 1;
        }
    }
    assert!(settled > 200, "{settled} claims");
}

/// A proof of weeks, until its solver learns its value.
#[test]
fn a_search_ends_when_others_have_settled_it() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let position: Position<2> = place_at_random(&deal(Dealing::Shuffled, 1), rng);
    let rest = SplitRules::new(&position)
        .root(&position)
        .rest
        .expect("nothing is certain");
    for threads in [1, 2] {
        let window = Interval {
            lower: -1,
            upper: 0,
        };
        let found =
            solver(threads).settle(&position, &rest, window, &Limits::default(), |search| {
                search.learn([KeyedBounds {
                    lower: 77,
                    ..KeyedBounds::nothing(rest.key())
                }]);
                ControlFlow::Continue(())
            });
        assert!(found.is_settled && found.bounds.lower == 77, "{found:?}");
    }
}
