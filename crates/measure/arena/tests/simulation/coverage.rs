//! Simulated matches between engines whose strength is known.

use floe_arena::statistics::{
    Block, BlockScore, BlockScores, BootstrapOptions, Decision, EloScale, Estimate, MeanMargin,
    Moments, PlayedGame, Seat, Sprt, Tournament, elo, normalized_elo,
};
use rand::RngExt;
use rand_distr::{Distribution, Gumbel, Normal};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) type Rng = Xoshiro256PlusPlus;

/// The probabilities of the scores of a block, in equal steps from 0 to 1.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    games: u64,
    probabilities: Vec<f64>,
}

impl Truth {
    /// Pairs of two games with this score, this share of draws, and a floe that gives the first
    /// seat this score more.
    pub(crate) fn new(score: f64, draws: f64, first_seat: f64) -> Truth {
        let game = |score: f64| [1.0 - score - draws / 2.0, draws, score - draws / 2.0];
        let first = game(score + first_seat);
        let second = game(score - first_seat);
        let mut probabilities = vec![0.0; 5];
        for (i, p) in first.iter().enumerate() {
            for (j, q) in second.iter().enumerate() {
                probabilities[i + j] += p * q;
            }
        }
        assert!(first.iter().chain(&second).all(|&p| p >= 0.0));
        Truth {
            games: 2,
            probabilities,
        }
    }

    /// Blocks as they have been seen, made likelier exponentially in their score until their mean
    /// is `score`.
    pub(crate) fn of_blocks(seen: &BlockScores, score: f64) -> Truth {
        let steps = seen.counts().len() as f64 - 1.0;
        let tilted = |tilt: f64| {
            let weight = |(step, &count): (usize, &u64)| {
                count as f64 * (tilt * (step as f64 / steps - 0.5)).exp()
            };
            let weights: Vec<f64> = seen.counts().iter().enumerate().map(weight).collect();
            let sum: f64 = weights.iter().sum();
            Truth {
                games: seen.games(),
                probabilities: weights.iter().map(|weight| weight / sum).collect(),
            }
        };
        let (mut low, mut high) = (-50.0, 50.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if tilted(middle).moments().mean < score {
                low = middle;
            } else {
                high = middle;
            }
        }
        tilted(low)
    }

    pub(crate) fn moments(&self) -> Moments {
        Moments::of_blocks(self.games, &self.probabilities)
    }

    pub(crate) fn block(&self, rng: &mut Rng) -> BlockScore {
        let mut rest: f64 = rng.random();
        let most = self.probabilities.len() - 1;
        let drawn = self.probabilities[..most].iter().position(|probability| {
            rest -= probability;
            rest < 0.0
        });
        BlockScore {
            half_points: drawn.unwrap_or(most) as u64,
            most: most as u64,
            games: self.games,
        }
    }

    pub(crate) fn blocks(&self, count: u64, rng: &mut Rng) -> BlockScores {
        let mut scores = BlockScores::default();
        (0..count).for_each(|_| scores.record(self.block(rng)));
        scores
    }
}

fn covers(estimate: Estimate, truth: f64) -> bool {
    (estimate.value - estimate.error..=estimate.value + estimate.error).contains(&truth)
}

/// The share of `matches` intervals of Elo and of normalised Elo that contain the truth.
pub(crate) fn elo_coverage(truth: &Truth, pairs: u64, matches: u32, rng: &mut Rng) -> [f64; 2] {
    let moments = truth.moments();
    let expected = [elo(&moments).value, normalized_elo(&moments).value];
    let mut covered = [0u32; 2];
    for _ in 0..matches {
        let scores = truth.blocks(pairs, rng);
        for (index, estimate) in [scores.elo(), scores.normalized_elo()]
            .into_iter()
            .enumerate()
        {
            covered[index] += u32::from(covers(estimate, expected[index]));
        }
    }
    covered.map(|covered| f64::from(covered) / f64::from(matches))
}

/// A pair with margins: a difference in strength, what the floe gives the first seat, and luck,
/// rounded to whole fish. The luck is that of the worse of two fat-tailed draws, so that it is
/// skewed.
fn margin_pair(strength: f64, rng: &mut Rng) -> Block {
    let floe = Normal::new(3.0, 4.0).unwrap().sample(rng);
    let margin = |mean: f64, rng: &mut Rng| {
        let luck = Gumbel::new(-0.577_215_664_9 * 6.0, 6.0)
            .unwrap()
            .sample(rng);
        (mean + luck).round() as i64
    };
    let seat = |engine, points| Seat {
        engine,
        result: points,
        points: Some(points),
    };
    let first = margin(strength + floe, rng);
    let second = margin(strength - floe, rng);
    let first = PlayedGame {
        seats: vec![seat(0, first), seat(1, 0)],
    };
    Block {
        floe: 0,
        games: vec![
            first,
            PlayedGame {
                seats: vec![seat(1, 0), seat(0, second)],
            },
        ],
    }
}

pub(crate) fn margin_coverage(strength: f64, pairs: u64, matches: u32, rng: &mut Rng) -> f64 {
    let mut covered = 0;
    for _ in 0..matches {
        let mut tournament = Tournament::new(2, 2);
        (0..pairs).for_each(|_| tournament.record(&margin_pair(strength, rng)));
        let MeanMargin { value, error } = tournament.head_to_head(0, 1).margin();
        covered += u32::from((value - strength).abs() <= error.unwrap());
    }
    f64::from(covered) / f64::from(matches)
}

/// The share of tests that accept H1, and their mean length in blocks.
pub(crate) fn sprt_passes(sprt: Sprt, truth: &Truth, tests: u32, rng: &mut Rng) -> (f64, f64) {
    let mut passed = 0u32;
    let mut length = 0u64;
    for _ in 0..tests {
        let mut scores = BlockScores::default();
        let decision = loop {
            scores.record(truth.block(rng));
            let decision = sprt.report(&scores).decision;
            if decision != Decision::Open {
                break decision;
            }
        };
        passed += u32::from(decision == Decision::AcceptH1);
        length += scores.blocks();
    }
    (
        f64::from(passed) / f64::from(tests),
        length as f64 / f64::from(tests),
    )
}

/// The truth whose Elo on this scale is `target`, near an even match with these draws and first
/// seats.
pub(crate) fn truth_at(scale: EloScale, target: f64, draws: f64, first_seat: f64) -> Truth {
    let elo_of = |truth: &Truth| match scale {
        EloScale::Logistic => elo(&truth.moments()).value,
        EloScale::Normalized => normalized_elo(&truth.moments()).value,
    };
    let room = draws / 2.0 + first_seat;
    let mut low = room;
    let mut high = 1.0 - room;
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if elo_of(&Truth::new(middle, draws, first_seat)) < target {
            low = middle;
        } else {
            high = middle;
        }
    }
    Truth::new(low, draws, first_seat)
}

/// Blocks of all rotations of three players by the model: strengths in Elo, with a seat that is
/// worth something.
pub(crate) fn three_player_block(strengths: [f64; 3], rng: &mut Rng) -> Block {
    let noise = Gumbel::new(0.0, 400.0 / std::f64::consts::LN_10).unwrap();
    let games = (0..3).map(|turn| {
        let seats = (0..3).map(|seat| {
            let engine = (seat + turn) % 3;
            let result = strengths[engine] + noise.sample(rng);
            Seat {
                engine,
                result: (result * 1e6) as i64,
                points: Some((result / 20.0) as i64),
            }
        });
        PlayedGame {
            seats: seats.collect(),
        }
    });
    Block {
        floe: 0,
        games: games.collect(),
    }
}

/// The share of rating intervals, and of intervals of differences, that contain the truth.
pub(crate) fn rating_coverage(
    strengths: [f64; 3],
    blocks: u64,
    tournaments: u32,
    rng: &mut Rng,
) -> [f64; 2] {
    let mean = strengths.iter().sum::<f64>() / 3.0;
    let mut covered = [0u32; 2];
    for seed in 0..tournaments {
        let mut tournament = Tournament::new(3, 3);
        (0..blocks).for_each(|_| tournament.record(&three_player_block(strengths, rng)));
        let ratings = tournament.ratings(BootstrapOptions {
            replicates: 300,
            seed: u64::from(seed),
        });
        for engine in 0..3 {
            let next = (engine + 1) % 3;
            covered[0] += u32::from(covers(ratings.rating(engine), strengths[engine] - mean));
            let difference = strengths[engine] - strengths[next];
            covered[1] += u32::from(covers(ratings.difference(engine, next), difference));
        }
    }
    covered.map(|covered| f64::from(covered) / f64::from(3 * tournaments))
}
