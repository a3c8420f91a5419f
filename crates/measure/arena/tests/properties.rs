//! Properties of every match: numbers are finite, and nothing depends on which engine is the first.

use floe_arena::statistics::{
    Block, BlockScores, BootstrapOptions, Decision, EloScale, PlayedGame, Seat, Significance, Sprt,
    Tournament, WinDrawLoss, elo, normalized_elo, superiority,
};
use proptest::prelude::*;

/// A game as engine 0 sees it.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    margin: i64,
    played_out: bool,
}

const WON: Outcome = Outcome {
    margin: 10,
    played_out: true,
};
const DRAWN: Outcome = Outcome {
    margin: 0,
    played_out: true,
};
const FORFEITED: Outcome = Outcome {
    margin: -1,
    played_out: false,
};

/// Two games on one floe: in the first, engine 0 has the first seat.
type Pair = [Outcome; 2];

fn pairs() -> impl Strategy<Value = Vec<Pair>> {
    let game = (-30i64..=30, any::<bool>())
        .prop_map(|(margin, played_out)| Outcome { margin, played_out });
    prop::collection::vec(prop::array::uniform2(game), 0..40)
}

/// The pair with the roles of the engines exchanged.
fn reversed([first, second]: Pair) -> Pair {
    let negated = |game: Outcome| Outcome {
        margin: -game.margin,
        ..game
    };
    [negated(second), negated(first)]
}

fn tournament(pairs: impl IntoIterator<Item = Pair>) -> Tournament {
    let mut tournament = Tournament::new(2, 2);
    for (floe, [first, second]) in (0..).zip(pairs) {
        let seats = |Outcome { margin, played_out }| {
            let seat = |engine, result: i64, points| Seat {
                engine,
                result,
                points: played_out.then_some(points),
            };
            [
                seat(0, margin.signum(), margin),
                seat(1, -margin.signum(), 0),
            ]
        };
        let [a, b] = seats(first);
        let [c, d] = seats(second);
        let games = vec![
            PlayedGame { seats: vec![a, b] },
            PlayedGame { seats: vec![d, c] },
        ];
        tournament.record(&Block { floe, games });
    }
    tournament
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * (1.0 + a.abs())
}

fn assert_finite(tournament: &Tournament) {
    let scores = tournament.block_scores(0);
    let moments = scores.moments();
    for estimate in [
        elo(&moments),
        normalized_elo(&moments),
        scores.elo(),
        scores.normalized_elo(),
        tournament.seat(0),
        tournament.standing(0).score,
    ] {
        assert!(
            estimate.value.is_finite() && estimate.error.is_finite() && estimate.error > 0.0,
            "{estimate:?}"
        );
    }
    assert!((0.0..=1.0).contains(&superiority(&moments)));
    for mean in [
        tournament.head_to_head(0, 1).margin(),
        tournament.head_to_head(1, 0).margin(),
    ] {
        assert!(
            mean.value.is_finite() && mean.error.is_none_or(f64::is_finite),
            "{mean:?}"
        );
    }
    for scale in [EloScale::Logistic, EloScale::Normalized] {
        for (elo0, elo1) in [(0.0, 2.0), (-200.0, 200.0), (-3.0, 1.0), (150.0, 200.0)] {
            let report = Sprt::new(scale, elo0, elo1).unwrap().report(scores);
            assert!(report.llr.is_finite(), "{report:?}");
        }
    }
}

#[test]
fn every_number_is_finite() {
    for first in [WON, DRAWN, FORFEITED] {
        for second in [WON, DRAWN, FORFEITED] {
            for count in [0, 1, 2, 10, 100_000] {
                assert_finite(&tournament(std::iter::repeat_n([first, second], count)));
            }
        }
    }
}

#[test]
fn nothing_is_decided_too_early() {
    let all_won = |pairs| tournament(std::iter::repeat_n([WON, WON], pairs));
    let elo_after = |pairs| all_won(pairs).block_scores(0).elo();
    assert_eq!(elo_after(0).value, 0.0);
    assert_eq!(all_won(0).head_to_head(0, 1).margin().error, None);
    assert_eq!(all_won(1).head_to_head(0, 1).margin().error, None);
    assert_eq!(elo_after(1).significance(), Significance::Open);
    assert_eq!(elo_after(20).significance(), Significance::Above);
    let sprt = Sprt::new(EloScale::Normalized, 0.0, 10.0).unwrap();
    assert_eq!(
        sprt.report(all_won(0).block_scores(0)).decision,
        Decision::Open
    );
    assert_eq!(
        sprt.report(all_won(5).block_scores(0)).decision,
        Decision::Open
    );
}

/// The contract: half a pair won and half a pair lost are added to the points.
#[test]
fn elo_is_that_of_the_contract() {
    let ten = tournament((0..10).map(|i| [WON, if i < 4 { WON } else { FORFEITED }]));
    let score: f64 = (14.0 + 1.0) / (20.0 + 2.0);
    assert!(close(
        elo(&ten.block_scores(0).moments()).value,
        400.0 * (score / (1.0 - score)).log10()
    ));
}

proptest! {
    #[test]
    fn swapping_the_engines_turns_every_sign(pairs in pairs()) {
        let ours = tournament(pairs.iter().copied());
        let theirs = tournament(pairs.iter().copied().map(reversed));
        prop_assert_eq!(ours.block_scores(1), theirs.block_scores(0));
        prop_assert_eq!(ours.head_to_head(1, 0), theirs.head_to_head(0, 1));
        prop_assert_eq!(ours.standing(1).score, theirs.standing(0).score);
        prop_assert_eq!(ours.seat(0), theirs.seat(0));
        let one = ours.block_scores(0).moments();
        let other = theirs.block_scores(0).moments();
        for (one, other) in [(elo(&one), elo(&other)), (normalized_elo(&one), normalized_elo(&other))] {
            prop_assert!(close(one.value, -other.value) && close(one.error, other.error));
        }
        prop_assert!(close(superiority(&one), 1.0 - superiority(&other)));
        // In matches of two players a block is a pair.
        prop_assert!(close(ours.head_to_head(0, 1).superiority(), superiority(&one)));
        let one = ours.head_to_head(0, 1).margin();
        let other = theirs.head_to_head(0, 1).margin();
        prop_assert_eq!((one.value, one.error), (-other.value, other.error));
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
        let pairs = BlockScores::of_pairs(counts);
        let reversed = Sprt::new(scale, -elo0 - width, -elo0).unwrap().with_error_probabilities(0.1, 0.05).unwrap();
        let [a, b, c, d, e] = counts;
        let ours = sprt.report(&pairs);
        let theirs = reversed.report(&BlockScores::of_pairs([e, d, c, b, a]));
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

    /// The tables of two engines agree with the single games.
    #[test]
    fn a_tournament_of_two_is_a_match(pairs in pairs()) {
        let tournament = tournament(pairs.iter().copied());
        let mut expected = [0; 5];
        let mut games = WinDrawLoss::default();
        let mut first_seat = WinDrawLoss::default();
        for [first, second] in &pairs {
            expected[(2 + first.margin.signum() + second.margin.signum()) as usize] += 1;
            [first.margin, second.margin].iter().for_each(|margin| games.record(margin.cmp(&0)));
            [first.margin, -second.margin].iter().for_each(|margin| first_seat.record(margin.cmp(&0)));
        }
        let [a, b, c, d, e] = expected;
        prop_assert_eq!(tournament.block_scores(0), &BlockScores::of_pairs(expected));
        prop_assert_eq!(tournament.block_scores(1), &BlockScores::of_pairs([e, d, c, b, a]));
        prop_assert_eq!(tournament.head_to_head(0, 1).results, games);
        let WinDrawLoss { wins, draws, losses } = games;
        prop_assert_eq!(tournament.head_to_head(1, 0).results, WinDrawLoss { wins: losses, draws, losses: wins });
        prop_assert!(close(tournament.standing(0).score.value, score(games)));
        prop_assert!(close(tournament.seat(0).value, score(first_seat)));
        let ratings = tournament.ratings(BootstrapOptions { replicates: 20, seed: 1 });
        prop_assert!((ratings.difference(0, 1).value - elo(&tournament.block_scores(0).moments()).value).abs() < 1e-3);
    }
}

/// The mean points a game, ½ for none.
fn score(games: WinDrawLoss) -> f64 {
    if games.games() == 0 {
        0.5
    } else {
        (games.wins as f64 + games.draws as f64 / 2.0) / games.games() as f64
    }
}

#[test]
fn ratings_are_finite_and_the_same_for_the_same_seed() {
    let seat = |engine, result| Seat {
        engine,
        result,
        points: Some(result),
    };
    let game = |order: [usize; 3]| PlayedGame {
        seats: order
            .into_iter()
            .map(|engine| seat(engine, 10 - engine as i64))
            .collect(),
    };
    let block = Block {
        floe: 0,
        games: vec![game([0, 1, 2]), game([1, 2, 0]), game([2, 0, 1])],
    };
    for blocks in [0, 1, 2, 50] {
        let mut tournament = Tournament::new(4, 3);
        (0..blocks).for_each(|_| tournament.record(&block));
        let ratings = tournament.ratings(BootstrapOptions {
            replicates: 100,
            seed: 7,
        });
        assert_eq!(
            ratings,
            tournament.ratings(BootstrapOptions {
                replicates: 100,
                seed: 7
            })
        );
        for engine in 0..4 {
            let rating = ratings.rating(engine);
            assert!(
                rating.value.is_finite() && rating.error.is_finite() && rating.error > 10.0,
                "{rating:?}"
            );
            assert!(tournament.standing(engine).score.error > 0.0);
        }
        if blocks == 50 {
            // All of one mind: the order is beyond doubt, and who never played is where nothing is
            // known.
            assert_eq!(ratings.difference(0, 1).significance(), Significance::Above);
            assert_eq!(ratings.difference(1, 2).significance(), Significance::Above);
            assert_eq!(ratings.rating(3).significance(), Significance::Open);
            assert_eq!(tournament.standing(0).places, [150, 0, 0, 0]);
            assert_eq!(tournament.standing(1).score.value, 0.5);
            assert_eq!(tournament.standing(2).points, 8.0);
            assert_eq!(tournament.head_to_head(0, 2).margin().value, 2.0);
            assert_eq!(tournament.head_to_head(0, 2).results.wins, 150);
            assert_eq!(tournament.head_to_head(0, 3).results.games(), 0);
        }
    }
}
