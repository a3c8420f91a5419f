//! The order of engines by strength, and the test that ends a tournament when it is clear.

use schemars::JsonSchema;
use serde::Serialize;

use super::elo::{normal, normal_quantile};
use super::spending::ErrorSpending;
use super::{BootstrapOptions, Tournament};

/// Test of the order of all engines of a tournament, which may look at the results after every
/// round.
///
/// The allowed error is divided equally among the neighbours in the order (Bonferroni), and among
/// the two directions in which two neighbours may be confused. Looks spend the error by the
/// function of O'Brien & Fleming (1979; Lan & DeMets 1983). The probabilities are those of
/// Student's distribution, for the first looks see few blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OrderTest {
    confidence: f64,
}

/// The probability with which an order shall be right is not above ½ and below 1.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[error("expected a probability above 0.5 and below 1, as in 0.95; found {0}")]
pub struct ConfidenceError(f64);

/// Order of the engines of a tournament, as far as it is settled.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct OrderReport {
    /// Probability with which a settled order shall be right, above ½ and below 1.
    pub confidence: f64,
    /// Number of looks at the results.
    pub looks: u32,
    /// Probability, ½ to 1, from which the last look counts an engine as stronger than the next
    /// one. All looks and neighbours share the error that `confidence` leaves, so it is higher than
    /// `confidence`, and higher in early looks than in late ones.
    pub needed: f64,
    /// Indices of the engines in the order of their ratings, the strongest first.
    pub order: Vec<usize>,
    /// Probability for every engine of `order` but the last that it is stronger than the next one,
    /// ½ to 1.
    pub superiority: Vec<f64>,
    /// Whether each of `superiority` is as high as `needed`.
    pub settled: Vec<bool>,
    /// Estimated number of floes that the match needs in all until each of `superiority` is high
    /// enough, if the difference so far is the true one. `null` where it is high enough already,
    /// and where more than a hundred times the floes of the match would be needed.
    pub floes_needed: Vec<Option<u64>>,
}

/// Looks at the results of a tournament, one after each round.
#[derive(Clone, Debug)]
pub struct OrderLooks {
    test: OrderTest,
    spending: ErrorSpending,
    /// Number of floes of the whole match.
    floes: u64,
    looks: u32,
}

impl OrderTest {
    /// Creates the test of an order that shall be right with the probability `confidence`.
    ///
    /// # Errors
    /// If it is not above ½ and below 1.
    pub fn new(confidence: f64) -> Result<OrderTest, ConfidenceError> {
        if confidence > 0.5 && confidence < 1.0 {
            Ok(OrderTest { confidence })
        } else {
            Err(ConfidenceError(confidence))
        }
    }

    /// Begins to look at a match between this number of engines, which has this number of floes in
    /// all.
    pub fn looks(self, engines: usize, floes: u64) -> OrderLooks {
        let neighbours = engines.saturating_sub(1).max(1) as f64;
        OrderLooks {
            test: self,
            spending: ErrorSpending::new((1.0 - self.confidence) / neighbours / 2.0),
            floes,
            looks: 0,
        }
    }
}

impl OrderLooks {
    /// Looks at the results so far. `floes` is the number of floes that the line-up with the most
    /// games has played.
    pub fn look(&mut self, tournament: &Tournament, floes: u64) -> OrderReport {
        let ratings = tournament.ratings(BootstrapOptions {
            replicates: 200,
            seed: 1,
        });
        let mut order: Vec<usize> = (0..tournament.engines()).collect();
        order.sort_by(|&one, &other| {
            ratings
                .rating(other)
                .value
                .total_cmp(&ratings.rating(one).value)
        });
        let superiority = |next: &[usize]| ratings.superiority(next[0], next[1]);
        let superiority: Vec<f64> = order.windows(2).map(superiority).collect();
        self.looks += 1;
        let boundary = self.spending.look(floes as f64 / self.floes as f64);
        let needed = normal(boundary);
        let missing = |&chance: &f64| {
            let is_open = chance < needed;
            is_open.then(|| floes_needed(chance, boundary, [floes, self.floes]))?
        };
        OrderReport {
            confidence: self.test.confidence,
            looks: self.looks,
            needed,
            settled: superiority.iter().map(|&chance| chance >= needed).collect(),
            floes_needed: superiority.iter().map(missing).collect(),
            order,
            superiority,
        }
    }
}

/// About the number of floes after which a likelihood `chance` that has come from the first of
/// `[floes, all]` floes, and grows as it did, passes a boundary that falls with the root of their
/// number until all are played. `None` if it is more than a hundred times as many.
fn floes_needed(chance: f64, boundary: f64, [floes, all]: [u64; 2]) -> Option<u64> {
    let (seen, all) = (floes as f64, all as f64);
    let errors = normal_quantile(chance).max(1e-6);
    let at_the_end = boundary * (seen / all).sqrt();
    let within = (at_the_end / errors) * (seen * all).sqrt();
    let needed = if within <= all {
        within
    } else {
        seen * (at_the_end / errors).powi(2)
    };
    (needed <= 100.0 * all).then_some(needed.round() as u64)
}

impl OrderReport {
    /// Whether the whole order is settled.
    pub fn is_settled(&self) -> bool {
        self.settled.iter().all(|&settled| settled)
    }

    /// Whether the engines with these two indices are neighbours in `order`, and it is not settled
    /// which of them is stronger.
    pub fn is_open(&self, one: usize, other: usize) -> bool {
        let pairs = self.order.windows(2).zip(&self.settled);
        pairs
            .filter(|&(_, settled)| !settled)
            .any(|(pair, _)| pair.contains(&one) && pair.contains(&other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Block, PlayedGame, Seat};

    /// A pair of games in which the first of two engines has this number of half points.
    fn pair(engines: [usize; 2], half_points: u32) -> Block {
        let game = |[a, b]: [usize; 2], own: i64| {
            let seat = |engine, result| Seat {
                engine,
                result,
                points: None,
            };
            PlayedGame {
                seats: vec![seat(a, own), seat(b, 0)],
            }
        };
        let [one, other] = engines;
        let results: [i64; 2] = match half_points {
            0 => [-1, -1],
            2 => [1, -1],
            _ => [1, 1],
        };
        Block {
            floe: 0,
            games: vec![
                game([one, other], results[0]),
                game([other, one], -results[1]),
            ],
        }
    }

    fn tournament(pairs: &[([usize; 2], u32, usize)]) -> Tournament {
        let mut tournament = Tournament::new(3, 2);
        for &(engines, half_points, count) in pairs {
            (0..count).for_each(|_| tournament.record(&pair(engines, half_points)));
        }
        tournament
    }

    #[test]
    fn open_neighbours_are_named() {
        let games = tournament(&[
            ([2, 0], 4, 30),
            ([2, 1], 4, 30),
            ([0, 1], 4, 5),
            ([0, 1], 0, 5),
        ]);
        let report = OrderTest::new(0.95).unwrap().looks(3, 30).look(&games, 30);
        assert_eq!(report.order[0], 2);
        assert_eq!(report.settled, [true, false], "{report:?}");
        assert!(
            report.is_open(0, 1)
                && report.is_open(1, 0)
                && !report.is_open(2, 0)
                && !report.is_open(2, 1)
        );
        assert!(!report.is_settled());
        assert_eq!(report.floes_needed[0], None);
    }

    #[test]
    fn earlier_looks_ask_for_more() {
        let games = tournament(&[
            ([0, 1], 4, 30),
            ([0, 1], 0, 10),
            ([1, 2], 4, 30),
            ([1, 2], 0, 10),
            ([0, 2], 2, 1),
        ]);
        let at = |floes: u64| {
            let test = OrderTest::new(0.9).unwrap();
            test.looks(3, floes).look(&games, 40)
        };
        // One look at all results has an error of 0.1 for two neighbours, in two directions.
        assert!((at(40).needed - 0.975).abs() < 1e-9);
        let reports = [40, 80, 400, 4000].map(at);
        assert!(reports.is_sorted_by(|a, b| a.needed <= b.needed));
        let settled = |report: &OrderReport| report.settled.iter().filter(|&&is| is).count();
        assert!(settled(&reports[0]) == 2 && settled(&reports[3]) == 0);
        let missing = reports[3].floes_needed[0].unwrap();
        assert!((40..4000).contains(&missing), "{missing}");
    }

    /// The likelihood grows with the root of the number of floes.
    #[test]
    fn missing_floes_follow_from_the_rate_so_far() {
        let chance = normal(1.0);
        assert_eq!(floes_needed(chance, 2.0, [100, 100]), Some(400));
        // The boundary is 2 at the end and 4 at a quarter, where the difference is one error.
        assert_eq!(floes_needed(chance, 4.0, [25, 100]), Some(100));
        assert_eq!(floes_needed(0.5, 2.0, [100, 100]), None);
    }

    #[test]
    fn nonsense_is_refused() {
        for confidence in [0.5, 1.0, 95.0, -1.0, f64::NAN] {
            assert!(OrderTest::new(confidence).is_err(), "{confidence}");
        }
    }
}
