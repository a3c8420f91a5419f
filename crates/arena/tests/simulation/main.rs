//! Matches between engines whose strength is known: the error bars cover it as often as they say, and the sequential
//! test errs as seldom as it says.
//!
//! These simulations are small; their limits allow for chance. `cargo run --release -p floe-arena --example simulation`
//! prints the figures that `docs/statistics.md` quotes.

mod coverage;

use coverage::{Rng, Truth, elo_coverage, margin_coverage, rating_coverage, sprt_passes, truth_at};
use floe_arena::statistics::{EloScale, Sprt};
use rand::SeedableRng;

#[test]
fn elo_errors_cover_the_truth() {
    let rng = &mut Rng::seed_from_u64(1);
    for truth in [Truth::new(0.5, 0.1, 0.1), Truth::new(0.6, 0.05, 0.15)] {
        for coverage in elo_coverage(truth, 200, 2000, rng) {
            // Three standard deviations of a share of 2000 around 0.95 are 0.015.
            assert!((0.935..=0.97).contains(&coverage), "{truth:?}: {coverage}");
        }
    }
}

#[test]
fn margin_errors_cover_the_truth() {
    let rng = &mut Rng::seed_from_u64(2);
    for pairs in [5, 50] {
        let coverage = margin_coverage(1.25, pairs, 2000, rng);
        assert!((0.93..=0.965).contains(&coverage), "{pairs}: {coverage}");
    }
}

#[test]
fn rating_errors_cover_the_truth() {
    let rng = &mut Rng::seed_from_u64(3);
    for coverage in rating_coverage([80.0, 0.0, -50.0], 60, 60, rng) {
        assert!((0.9..=0.99).contains(&coverage), "{coverage}");
    }
}

#[test]
fn sequential_test_errs_as_seldom_as_it_says() {
    let rng = &mut Rng::seed_from_u64(4);
    for scale in [EloScale::Logistic, EloScale::Normalized] {
        let sprt = Sprt::new(scale, 0.0, 30.0).unwrap();
        let (false_positives, _) = sprt_passes(sprt, truth_at(scale, 0.0, 0.1, 0.1), 300, rng);
        let (power, _) = sprt_passes(sprt, truth_at(scale, 30.0, 0.1, 0.1), 300, rng);
        // Three standard deviations of a share of 300 around 0.05 are 0.038.
        assert!(false_positives <= 0.05 + 0.038, "{scale:?}: {false_positives}");
        assert!(power >= 0.95 - 0.038, "{scale:?}: {power}");
    }
}
