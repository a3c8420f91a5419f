//! Matches between engines whose strength is known: do the error bars cover it as often as they say, and does the
//! sequential test err as seldom as it says?
//!
//! The tests that are not ignored are small; their limits allow for chance. The others print the figures that
//! `docs/statistics.md` quotes:
//!
//! ```text
//! cargo test --release -p floe-arena --test simulation -- --ignored --nocapture --test-threads 1
//! ```

use floe_arena::statistics::{
    Block, BootstrapOptions, Decision, EloScale, Game, Moments, Outcome, Pair, PairGame, PairStatistics, Pentanomial,
    Seat, Sprt, Tournament, elo, normalized_elo, superiority,
};
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Gumbel, Normal};
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;

/// How probable 0, ½, 1, 1½ and 2 points of a pair are.
#[derive(Clone, Copy, Debug)]
struct Truth([f64; 5]);

impl Truth {
    /// Two games with this score, this share of draws, and a floe that gives the first seat this score more.
    fn new(score: f64, draws: f64, first_seat: f64) -> Truth {
        let game = |score: f64| [1.0 - score - draws / 2.0, draws, score - draws / 2.0];
        let (first, second) = (game(score + first_seat), game(score - first_seat));
        let mut pairs = [0.0; 5];
        for (i, p) in first.iter().enumerate() {
            for (j, q) in second.iter().enumerate() {
                pairs[i + j] += p * q;
            }
        }
        assert!(first.iter().chain(&second).all(|&p| p >= 0.0));
        Truth(pairs)
    }

    fn moments(self) -> Moments {
        Moments::of_pairs(self.0)
    }

    fn pair(self, rng: &mut Rng) -> usize {
        let mut rest: f64 = rng.random();
        (0..4)
            .find(|&i| {
                rest -= self.0[i];
                rest < 0.0
            })
            .unwrap_or(4)
    }

    fn pairs(self, count: u64, rng: &mut Rng) -> Pentanomial {
        let mut pairs = Pentanomial::default();
        (0..count).for_each(|_| pairs.record(self.pair(rng)));
        pairs
    }
}

/// Which share of `matches` intervals of Elo and of normalised Elo held the truth.
fn elo_coverage(truth: Truth, pairs: u64, matches: u32, rng: &mut Rng) -> [f64; 2] {
    let moments = truth.moments();
    let expected = [elo(&moments).value, normalized_elo(&moments).value];
    let mut covered = [0u32; 2];
    for _ in 0..matches {
        let moments = truth.pairs(pairs, rng).moments();
        for (index, estimate) in [elo(&moments), normalized_elo(&moments)].into_iter().enumerate() {
            covered[index] += u32::from(estimate.covers(expected[index]));
        }
    }
    covered.map(|covered| f64::from(covered) / f64::from(matches))
}

/// Margins of a pair: a difference in strength, what the floe gives the first seat, and luck, rounded to whole fish. The luck
/// is that of the worse of two fat-tailed draws, so that it is skewed.
fn margin_pair(strength: f64, rng: &mut Rng) -> Pair {
    let floe = Normal::new(3.0, 4.0).unwrap().sample(rng);
    let game = |mean: f64, rng: &mut Rng| {
        let luck = Gumbel::new(-0.577_215_664_9 * 6.0, 6.0).unwrap().sample(rng);
        let margin = (mean + luck).round() as i64;
        let outcome = match margin {
            ..0 => Outcome::Loss,
            0 => Outcome::Draw,
            _ => Outcome::Win,
        };
        PairGame { outcome, margin: Some(margin) }
    };
    Pair { first: game(strength + floe, rng), second: game(strength - floe, rng) }
}

fn margin_coverage(strength: f64, pairs: u64, matches: u32, rng: &mut Rng) -> f64 {
    let mut covered = 0;
    for _ in 0..matches {
        let mut statistics = PairStatistics::default();
        (0..pairs).for_each(|_| statistics.record(margin_pair(strength, rng)));
        covered += u32::from(statistics.margin().estimate().unwrap().covers(strength));
    }
    f64::from(covered) / f64::from(matches)
}

/// How often the test accepted H1, and how many pairs it took in the mean.
fn sprt_passes(sprt: Sprt, truth: Truth, tests: u32, rng: &mut Rng) -> (f64, f64) {
    let (mut passed, mut length) = (0u32, 0u64);
    for _ in 0..tests {
        let mut pairs = Pentanomial::default();
        let decision = loop {
            pairs.record(truth.pair(rng));
            let decision = sprt.report(pairs).decision;
            if decision != Decision::Open {
                break decision;
            }
        };
        passed += u32::from(decision == Decision::AcceptH1);
        length += pairs.pairs();
    }
    (f64::from(passed) / f64::from(tests), length as f64 / f64::from(tests))
}

/// The truth whose Elo on this scale is `target`, near an even match with these draws and first seats.
fn truth_at(scale: EloScale, target: f64, draws: f64, first_seat: f64) -> Truth {
    let elo_of = |truth: Truth| match scale {
        EloScale::Logistic => elo(&truth.moments()).value,
        EloScale::Normalized => normalized_elo(&truth.moments()).value,
    };
    let room = draws / 2.0 + first_seat;
    let (mut low, mut high) = (room, 1.0 - room);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if elo_of(Truth::new(middle, draws, first_seat)) < target { low = middle } else { high = middle }
    }
    Truth::new(low, draws, first_seat)
}

/// Blocks of all rotations of three players by the model: strengths in Elo, with a seat that is worth something.
fn three_player_block(strengths: [f64; 3], rng: &mut Rng) -> Block {
    let noise = Gumbel::new(0.0, 400.0 / std::f64::consts::LN_10).unwrap();
    let games = (0..3).map(|turn| {
        let seats = (0..3).map(|seat| {
            let engine = (seat + turn) % 3;
            let result = strengths[engine] + noise.sample(rng);
            Seat { engine, result: (result * 1e6) as i64, points: Some((result / 20.0) as i64) }
        });
        Game { seats: seats.collect() }
    });
    Block { games: games.collect() }
}

/// Which share of rating intervals, and of intervals of differences, held the truth.
fn rating_coverage(strengths: [f64; 3], blocks: u64, tournaments: u32, rng: &mut Rng) -> [f64; 2] {
    let mean = strengths.iter().sum::<f64>() / 3.0;
    let mut covered = [0u32; 2];
    for seed in 0..tournaments {
        let mut tournament = Tournament::new(3, 3);
        (0..blocks).for_each(|_| tournament.record(&three_player_block(strengths, rng)));
        let ratings = tournament.ratings(BootstrapOptions { replicates: 300, seed: u64::from(seed) });
        for engine in 0..3 {
            let next = (engine + 1) % 3;
            covered[0] += u32::from(ratings.rating(engine).covers(strengths[engine] - mean));
            covered[1] += u32::from(ratings.difference(engine, next).covers(strengths[engine] - strengths[next]));
        }
    }
    covered.map(|covered| f64::from(covered) / f64::from(3 * tournaments))
}

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

#[test]
#[ignore = "a minute: figures for the documentation"]
fn figures_of_elo() {
    let rng = &mut Rng::seed_from_u64(11);
    println!("| score | draws | pairs | Elo | normalised Elo |");
    for (score, draws) in [(0.5, 0.05), (0.5, 0.5), (0.55, 0.05), (0.65, 0.05), (0.75, 0.05), (0.9, 0.02)] {
        let first_seat = if score > 0.8 { 0.05 } else { 0.1 };
        for pairs in [2, 5, 10, 30, 100, 1000] {
            let matches = if pairs > 100 { 20_000 } else { 50_000 };
            let [logistic, normalized] = elo_coverage(Truth::new(score, draws, first_seat), pairs, matches, rng);
            println!("| {score} | {draws} | {pairs} | {:.1} % | {:.1} % |", 100.0 * logistic, 100.0 * normalized);
        }
    }
}

#[test]
#[ignore = "a minute: figures for the documentation"]
fn figures_of_margin() {
    let rng = &mut Rng::seed_from_u64(12);
    println!("| pairs | margin |");
    for pairs in [2, 3, 5, 10, 30, 100, 1000] {
        let matches = if pairs > 100 { 10_000 } else { 50_000 };
        println!("| {pairs} | {:.1} % |", 100.0 * margin_coverage(1.25, pairs, matches, rng));
    }
}

#[test]
#[ignore = "minutes: figures for the documentation"]
fn figures_of_ratings() {
    let rng = &mut Rng::seed_from_u64(13);
    println!("| strengths | blocks | rating | difference |");
    for strengths in [[0.0, 0.0, 0.0], [80.0, 0.0, -50.0], [300.0, 0.0, -200.0]] {
        for blocks in [5, 20, 100, 500] {
            let [rating, difference] = rating_coverage(strengths, blocks, 1000, rng);
            println!("| {strengths:?} | {blocks} | {:.1} % | {:.1} % |", 100.0 * rating, 100.0 * difference);
        }
    }
}

#[test]
#[ignore = "minutes: figures for the documentation"]
fn figures_of_sprt() {
    let rng = &mut Rng::seed_from_u64(14);
    println!("| scale | bounds | draws | H1 at elo0 | H0 at elo1 | pairs at elo0 | pairs at elo1 |");
    let bounds = [(0.0, 5.0), (0.0, 10.0), (-10.0, 0.0), (0.0, 20.0), (0.0, 50.0), (0.0, 100.0)];
    for scale in [EloScale::Logistic, EloScale::Normalized] {
        for (elo0, elo1) in bounds {
            for draws in [0.05, 0.5] {
                let sprt = Sprt::new(scale, elo0, elo1).unwrap();
                let tests = match elo1 - elo0 {
                    width if width < 10.0 => 1_000,
                    width if width < 20.0 => 4_000,
                    _ => 20_000,
                };
                let (alpha, short) = sprt_passes(sprt, truth_at(scale, elo0, draws, 0.1), tests, rng);
                let (power, long) = sprt_passes(sprt, truth_at(scale, elo1, draws, 0.1), tests, rng);
                let beta = 1.0 - power;
                println!(
                    "| {scale:?} | {elo0} {elo1} | {draws} | {:.1} % | {:.1} % | {short:.0} | {long:.0} |",
                    100.0 * alpha,
                    100.0 * beta
                );
            }
        }
    }
}

/// Which share of the engines that were called superior with 95 % really were, when all strengths are equally likely.
#[test]
#[ignore = "seconds: figures for the documentation"]
fn figures_of_superiority() {
    let rng = &mut Rng::seed_from_u64(15);
    let (mut called, mut right) = (0u32, 0u32);
    for _ in 0..200_000 {
        let score = rng.random_range(0.4..0.6);
        if superiority(&Truth::new(score, 0.05, 0.1).pairs(100, rng).moments()) >= 0.95 {
            called += 1;
            right += u32::from(score > 0.5);
        }
    }
    println!("called superior: {called}, rightly {:.1} %", 100.0 * f64::from(right) / f64::from(called));
}
