//! What holds for every match: numbers are finite, and nothing depends on who is called first.

use floe_arena::statistics::{
    Block, BootstrapOptions, Decision, EloScale, GameOutcome, GamePair, PairGame, PairStatistics, Pentanomial,
    PlayedGame, Seat, Significance, Sprt, Tournament,
};
use proptest::prelude::*;

fn game() -> impl Strategy<Value = PairGame> {
    (-30i64..=30, any::<bool>()).prop_map(|(margin, played_out)| {
        let outcome = match margin {
            ..0 => GameOutcome::Loss,
            0 => GameOutcome::Draw,
            _ => GameOutcome::Win,
        };
        PairGame { outcome, margin: played_out.then_some(margin) }
    })
}

fn pairs() -> impl Strategy<Value = Vec<GamePair>> {
    prop::collection::vec((game(), game()).prop_map(|(first, second)| GamePair { first, second }), 0..40)
}

fn statistics(pairs: impl IntoIterator<Item = GamePair>) -> PairStatistics {
    let mut statistics = PairStatistics::default();
    pairs.into_iter().for_each(|pair| statistics.record(pair));
    statistics
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * (1.0 + a.abs())
}

fn assert_finite(statistics: &PairStatistics) {
    for estimate in [statistics.elo(), statistics.normalized_elo()] {
        assert!(estimate.value.is_finite() && estimate.error.is_finite() && estimate.error > 0.0, "{estimate:?}");
    }
    assert!((0.0..=1.0).contains(&statistics.superiority()));
    for mean in [statistics.margin(), statistics.first_seat_margin()] {
        assert!(mean.value.is_finite() && mean.error.is_none_or(f64::is_finite), "{mean:?}");
    }
    for scale in [EloScale::Logistic, EloScale::Normalized] {
        for (elo0, elo1) in [(0.0, 2.0), (-200.0, 200.0), (-3.0, 1.0), (150.0, 200.0)] {
            let report = Sprt::new(scale, elo0, elo1).unwrap().report(statistics.pentanomial());
            assert!(report.llr.is_finite(), "{report:?}");
        }
    }
}

#[test]
fn every_number_is_finite() {
    let game = |outcome, margin| PairGame { outcome, margin };
    let won = game(GameOutcome::Win, Some(10));
    let drawn = game(GameOutcome::Draw, Some(0));
    let lost = game(GameOutcome::Loss, None);
    for first in [won, drawn, lost] {
        for second in [won, drawn, lost] {
            for count in [0, 1, 2, 10, 100_000] {
                assert_finite(&statistics(std::iter::repeat_n(GamePair { first, second }, count)));
            }
        }
    }
}

#[test]
fn nothing_is_said_too_early() {
    let won = PairGame { outcome: GameOutcome::Win, margin: Some(10) };
    let all_won = |pairs| statistics(std::iter::repeat_n(GamePair { first: won, second: won }, pairs));
    assert_eq!(all_won(0).elo().value, 0.0);
    assert_eq!(all_won(0).margin().verdict(), Significance::Open);
    assert_eq!(all_won(1).margin().verdict(), Significance::Open);
    assert_eq!(all_won(1).elo().verdict(), Significance::Open);
    assert_eq!(all_won(20).elo().verdict(), Significance::Above);
    let sprt = Sprt::new(EloScale::Normalized, 0.0, 10.0).unwrap();
    assert_eq!(sprt.report(all_won(0).pentanomial()).decision, Decision::Open);
    assert_eq!(sprt.report(all_won(5).pentanomial()).decision, Decision::Open);
}

/// The contract: half a pair won and half a pair lost are added to the points.
#[test]
fn elo_is_that_of_the_contract() {
    let won = PairGame { outcome: GameOutcome::Win, margin: None };
    let lost = won.reversed();
    let ten = statistics((0..10).map(|i| GamePair { first: won, second: if i < 4 { won } else { lost } }));
    let score: f64 = (14.0 + 1.0) / (20.0 + 2.0);
    assert!(close(ten.elo().value, 400.0 * (score / (1.0 - score)).log10()));
}

proptest! {
    #[test]
    fn swapping_the_engines_turns_every_sign(pairs in pairs()) {
        let ours = statistics(pairs.iter().copied());
        let theirs = statistics(pairs.iter().map(|pair| pair.reversed()));
        prop_assert_eq!(ours.reversed(), theirs);
        prop_assert!(close(ours.elo().value, -theirs.elo().value));
        prop_assert!(close(ours.elo().error, theirs.elo().error));
        prop_assert!(close(ours.normalized_elo().value, -theirs.normalized_elo().value));
        prop_assert!(close(ours.normalized_elo().error, theirs.normalized_elo().error));
        prop_assert!(close(ours.superiority(), 1.0 - theirs.superiority()));
        prop_assert_eq!(ours.margin().value, -theirs.margin().value);
        prop_assert_eq!(ours.margin().error, theirs.margin().error);
        prop_assert_eq!(ours.first_seat(), theirs.first_seat());
        prop_assert_eq!(ours.first_seat_margin(), theirs.first_seat_margin());
        prop_assert_eq!(ours.games().reversed(), theirs.games());
        assert_finite(&ours);
    }

    #[test]
    fn swapping_the_engines_swaps_the_hypotheses(
        counts in prop::array::uniform5(0u64..3000),
        elo0 in -100.0..100.0,
        width in 0.5..100.0,
        normalized: bool,
    ) {
        let scale = if normalized { EloScale::Normalized } else { EloScale::Logistic };
        let sprt = Sprt::new(scale, elo0, elo0 + width).unwrap().with_error_probabilities(0.05, 0.1).unwrap();
        let pairs = Pentanomial::new(counts);
        let (ours, theirs) = (sprt.report(pairs), sprt.reversed().report(pairs.reversed()));
        prop_assert!(ours.llr.is_finite());
        prop_assert!((ours.llr + theirs.llr).abs() < 1e-6 * (1.0 + ours.llr.abs()), "{ours:?} {theirs:?}");
        prop_assert!(close(ours.lower, -theirs.upper) && close(ours.upper, -theirs.lower));
        let reversed = match theirs.decision {
            Decision::AcceptH0 => Decision::AcceptH1,
            Decision::AcceptH1 => Decision::AcceptH0,
            Decision::Open => Decision::Open,
        };
        prop_assert_eq!(ours.decision, reversed);
    }

    /// Shards are pooled by adding.
    #[test]
    fn parts_add_up(pairs in pairs(), at in 0usize..40) {
        let at = at.min(pairs.len());
        let mut sum = statistics(pairs[..at].iter().copied());
        sum += statistics(pairs[at..].iter().copied());
        prop_assert_eq!(sum, statistics(pairs));
    }

    /// The tables of two engines say what the match says.
    #[test]
    fn a_tournament_of_two_is_a_match(pairs in pairs()) {
        let expected = statistics(pairs.iter().copied());
        let mut tournament = Tournament::new(2, 2);
        pairs.iter().for_each(|pair| tournament.record(&block(pair)));
        prop_assert_eq!(tournament.pairs(0, 1), &expected);
        prop_assert_eq!(tournament.pairs(1, 0), &expected.reversed());
        prop_assert_eq!(tournament.versus(0, 1).results, expected.games());
        prop_assert_eq!(tournament.versus(1, 0).results, expected.games().reversed());
        prop_assert!(close(tournament.standing(0).score.value, expected.games().score()));
        prop_assert!(close(tournament.seat(0).value, expected.first_seat().score()));
        let ratings = tournament.ratings(BootstrapOptions { replicates: 20, seed: 1 });
        prop_assert!((ratings.difference(0, 1).value - expected.elo().value).abs() < 1e-3);
    }
}

/// A pair as a tournament sees it: engine 0 first, then engine 1.
fn block(pair: &GamePair) -> Block {
    let game = |engine, game: PairGame, own_seat: usize| {
        let own = Seat { engine, result: game.outcome as i64, points: game.margin };
        let other = Seat { engine: 1 - engine, result: 2 - game.outcome as i64, points: game.margin.map(|_| 0) };
        PlayedGame { seats: if own_seat == 0 { vec![own, other] } else { vec![other, own] } }
    };
    Block { games: vec![game(0, pair.first, 0), game(0, pair.second, 1)] }
}

#[test]
fn ratings_are_finite_and_the_same_for_the_same_seed() {
    let seat = |engine, result| Seat { engine, result, points: Some(result) };
    let game = |order: [usize; 3]| PlayedGame {
        seats: order.into_iter().map(|engine| seat(engine, 10 - engine as i64)).collect(),
    };
    let block = Block { games: vec![game([0, 1, 2]), game([1, 2, 0]), game([2, 0, 1])] };
    for blocks in [0, 1, 2, 50] {
        let mut tournament = Tournament::new(4, 3);
        (0..blocks).for_each(|_| tournament.record(&block));
        let ratings = tournament.ratings(BootstrapOptions { replicates: 100, seed: 7 });
        assert_eq!(ratings, tournament.ratings(BootstrapOptions { replicates: 100, seed: 7 }));
        for engine in 0..4 {
            let rating = ratings.rating(engine);
            assert!(rating.value.is_finite() && rating.error.is_finite() && rating.error > 10.0, "{rating:?}");
            assert!(tournament.standing(engine).score.error > 0.0);
        }
        if blocks == 50 {
            // All of one mind: the order is beyond doubt, and who never played is where nothing is known.
            assert_eq!(ratings.difference(0, 1).verdict(), Significance::Above);
            assert_eq!(ratings.difference(1, 2).verdict(), Significance::Above);
            assert_eq!(ratings.rating(3).verdict(), Significance::Open);
            assert_eq!(tournament.standing(0).places, [150, 0, 0, 0]);
            assert_eq!(tournament.standing(1).score.value, 0.5);
            assert_eq!(tournament.standing(2).points, 8.0);
            assert_eq!(tournament.versus(0, 2).margin().value, 2.0);
            assert_eq!(tournament.versus(0, 2).results.wins, 150);
            assert_eq!(tournament.versus(0, 3).results.games(), 0);
        }
        assert!(ratings.superiority(0, 2) > 0.4 && ratings.superiority(0, 2) < 1.0);
    }
}
