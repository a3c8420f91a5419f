//! Matches between engines whose strength is known: the error bars cover it as often as they say,
//! and the sequential test errs as seldom as it says.
//!
//! These simulations are small; their limits allow for chance. `cargo run --release -p floe-arena
//! --example simulation` prints the figures that `docs/statistics.md` quotes.

mod coverage;
mod reports;

use std::collections::BTreeMap;

use coverage::{Rng, Truth, elo_coverage, margin_coverage, rating_coverage, sprt_passes, truth_at};
use floe_arena::statistics::{EloScale, Sprt, score_of_elo};
use rand::SeedableRng;
use reports::SimulatedMatch;

#[test]
fn elo_errors_cover_the_truth() {
    let rng = &mut Rng::seed_from_u64(1);
    for truth in [Truth::new(0.5, 0.1, 0.1), Truth::new(0.6, 0.05, 0.15)] {
        for coverage in elo_coverage(&truth, 200, 2000, rng) {
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

/// Margins, Elo, scores, first places, ratings, head-to-heads and seats, for any number of players
/// and opponents.
#[test]
fn intervals_of_reports_hold_the_truth() {
    let mut shares: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for players in 2..=4 {
        for opponents in 1..=3 {
            let of_match = SimulatedMatch::new(players, opponents, 4.0);
            for (kind, share) in of_match.coverage(20, 200, 5) {
                // Three standard deviations of a share of 200 around 0.95 are 0.046.
                assert!(
                    share >= 0.9,
                    "{players} players, {opponents} opponents, {kind}: {share}"
                );
                shares.entry(kind).or_default().push(share);
            }
        }
    }
    for (kind, shares) in shares {
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        assert!(mean >= 0.935, "{kind}: {mean}");
    }
}

#[test]
fn sequential_test_errs_as_seldom_as_it_says() {
    let rng = &mut Rng::seed_from_u64(4);
    for scale in [EloScale::Logistic, EloScale::Normalized] {
        let sprt = Sprt::new(scale, 0.0, 30.0).unwrap();
        let (false_positives, _) = sprt_passes(sprt, &truth_at(scale, 0.0, 0.1, 0.1), 300, rng);
        let (power, _) = sprt_passes(sprt, &truth_at(scale, 30.0, 0.1, 0.1), 300, rng);
        // Three standard deviations of a share of 300 around 0.05 are 0.038.
        assert!(
            false_positives <= 0.05 + 0.038,
            "{scale:?}: {false_positives}"
        );
        assert!(power >= 0.95 - 0.038, "{scale:?}: {power}");
    }
}

/// Also between three and four players.
#[test]
fn sequential_test_of_blocks_errs_as_seldom_as_it_says() {
    let rng = &mut Rng::seed_from_u64(6);
    for players in [3, 4] {
        let seen = SimulatedMatch::new(players, 1, 0.0).block_scores(rng);
        let sprt = Sprt::new(EloScale::Logistic, 0.0, 40.0).unwrap();
        let [false_positives, power] = [0.0, 40.0].map(|elo| {
            let truth = Truth::of_blocks(&seen, score_of_elo(elo));
            sprt_passes(sprt, &truth, 300, rng).0
        });
        assert!(
            false_positives <= 0.05 + 0.038,
            "{players}: {false_positives}"
        );
        assert!(power >= 0.95 - 0.038, "{players}: {power}");
    }
}
