//! The figures of simulated matches that `docs/statistics.md` quotes: all of them in about a
//! quarter of an hour, or those named on the command line (`elo`, `margin`, `ratings`, `reports`,
//! `sprt`, `sprt-of-more`, `superiority`).

mod coverage;
mod reports;

use coverage::{Rng, Truth, elo_coverage, margin_coverage, rating_coverage, sprt_passes, truth_at};
use floe_arena::statistics::{EloScale, Sprt, score_of_elo, superiority};
use rand::{RngExt, SeedableRng};
use reports::SimulatedMatch;

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let figures: [(&str, fn()); 7] = [
        ("elo", figures_of_elo),
        ("margin", figures_of_margin),
        ("ratings", figures_of_ratings),
        ("reports", figures_of_reports),
        ("sprt", figures_of_sprt),
        ("sprt-of-more", figures_of_sprt_of_more),
        ("superiority", figures_of_superiority),
    ];
    for (name, print) in figures {
        if named.is_empty() || named.iter().any(|wanted| wanted == name) {
            print();
        }
    }
}

fn figures_of_elo() {
    let rng = &mut Rng::seed_from_u64(11);
    println!("| score | draws | pairs | Elo | normalised Elo |");
    for (score, draws) in [
        (0.5, 0.05),
        (0.5, 0.5),
        (0.55, 0.05),
        (0.65, 0.05),
        (0.75, 0.05),
        (0.9, 0.02),
    ] {
        let first_seat = if score > 0.8 { 0.05 } else { 0.1 };
        for pairs in [2, 5, 10, 30, 100, 1000] {
            let matches = if pairs > 100 { 20_000 } else { 50_000 };
            let [logistic, normalized] =
                elo_coverage(&Truth::new(score, draws, first_seat), pairs, matches, rng);
            println!(
                "| {score} | {draws} | {pairs} | {:.1} % | {:.1} % |",
                100.0 * logistic,
                100.0 * normalized
            );
        }
    }
}

fn figures_of_margin() {
    let rng = &mut Rng::seed_from_u64(12);
    println!("| pairs | margin |");
    for pairs in [2, 3, 5, 10, 30, 100, 1000] {
        let matches = if pairs > 100 { 10_000 } else { 50_000 };
        println!(
            "| {pairs} | {:.1} % |",
            100.0 * margin_coverage(1.25, pairs, matches, rng)
        );
    }
}

fn figures_of_ratings() {
    let rng = &mut Rng::seed_from_u64(13);
    println!("| strengths | blocks | rating | difference |");
    for strengths in [[0.0, 0.0, 0.0], [80.0, 0.0, -50.0], [300.0, 0.0, -200.0]] {
        for blocks in [5, 20, 100, 500] {
            let [rating, difference] = rating_coverage(strengths, blocks, 1000, rng);
            println!(
                "| {strengths:?} | {blocks} | {:.1} % | {:.1} % |",
                100.0 * rating,
                100.0 * difference
            );
        }
    }
}

/// Kinds of intervals of a report, in the order of the columns.
const KINDS: [&str; 8] = [
    "margin",
    "Elo",
    "normalised Elo",
    "score",
    "first place",
    "rating",
    "head to head",
    "seat",
];

fn figures_of_reports() {
    println!("| players | opponents | floes | {} |", KINDS.join(" | "));
    let mut seed = 0;
    for players in 2..=4 {
        for opponents in 1..=3 {
            for floes in [10, 30, 100] {
                let matches = if floes < 100 { 2000 } else { 1000 };
                let of_step = |step: f64| {
                    seed += 1;
                    SimulatedMatch::new(players, opponents, step).coverage(floes, matches, seed)
                };
                let both = [0.0, 4.0].map(of_step);
                let share = |kind: &&str| {
                    both.iter()
                        .map(|shares| Some(shares.get(kind)? / 2.0))
                        .sum::<Option<f64>>()
                };
                let cell = |kind| {
                    share(kind).map_or("".to_owned(), |share| format!("{:.1} %", 100.0 * share))
                };
                let cells: Vec<String> = KINDS.iter().map(cell).collect();
                println!(
                    "| {players} | {opponents} | {floes} | {} |",
                    cells.join(" | ")
                );
            }
        }
    }
}

fn figures_of_sprt() {
    let rng = &mut Rng::seed_from_u64(14);
    println!(
        "| scale | bounds | draws | H1 at elo0 | H0 at elo1 | pairs at elo0 | pairs at elo1 |"
    );
    let bounds = [
        (0.0, 5.0),
        (0.0, 10.0),
        (-10.0, 0.0),
        (0.0, 20.0),
        (0.0, 50.0),
        (0.0, 100.0),
    ];
    for scale in [EloScale::Logistic, EloScale::Normalized] {
        for (elo0, elo1) in bounds {
            for draws in [0.05, 0.5] {
                let sprt = Sprt::new(scale, elo0, elo1).unwrap();
                let tests = match elo1 - elo0 {
                    width if width < 10.0 => 1_000,
                    width if width < 20.0 => 4_000,
                    _ => 20_000,
                };
                let (alpha, short) =
                    sprt_passes(sprt, &truth_at(scale, elo0, draws, 0.1), tests, rng);
                let (power, long) =
                    sprt_passes(sprt, &truth_at(scale, elo1, draws, 0.1), tests, rng);
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

/// The sequential test between more than two players.
fn figures_of_sprt_of_more() {
    let rng = &mut Rng::seed_from_u64(16);
    println!("| players | bounds | H1 at elo0 | H0 at elo1 | blocks at elo0 | blocks at elo1 |");
    for players in [3, 4] {
        let seen = SimulatedMatch::new(players, 1, 0.0).block_scores(rng);
        for (elo0, elo1) in [
            (0.0, 10.0),
            (-10.0, 0.0),
            (0.0, 20.0),
            (0.0, 50.0),
            (0.0, 100.0),
        ] {
            let sprt = Sprt::new(EloScale::Logistic, elo0, elo1).unwrap();
            let tests = if elo1 - elo0 < 20.0 { 4_000 } else { 20_000 };
            let [(alpha, short), (power, long)] = [elo0, elo1].map(|elo| {
                let truth = Truth::of_blocks(&seen, score_of_elo(elo));
                sprt_passes(sprt, &truth, tests, rng)
            });
            println!(
                "| {players} | {elo0} {elo1} | {:.1} % | {:.1} % | {short:.0} | {long:.0} |",
                100.0 * alpha,
                100.0 * (1.0 - power)
            );
        }
    }
}

/// The share of the engines called superior with 95 % that are the stronger ones, when all
/// strengths are equally likely.
fn figures_of_superiority() {
    let rng = &mut Rng::seed_from_u64(15);
    let mut called = 0u32;
    let mut right = 0u32;
    for _ in 0..200_000 {
        let score = rng.random_range(0.4..0.6);
        if superiority(&Truth::new(score, 0.05, 0.1).blocks(100, rng).moments()) >= 0.95 {
            called += 1;
            right += u32::from(score > 0.5);
        }
    }
    println!(
        "called superior: {called}, rightly {:.1} %",
        100.0 * f64::from(right) / f64::from(called)
    );
}
