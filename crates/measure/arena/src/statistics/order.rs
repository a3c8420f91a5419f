//! The order of engines by strength, and the test that ends a tournament when it is clear.

use schemars::JsonSchema;
use serde::Serialize;

use super::{BootstrapOptions, Tournament};

/// Test of the order of all engines of a tournament, which may look at the results after every
/// round.
///
/// The allowed error is divided equally among the engines next to each other in the order
/// (Bonferroni). A look spends as much of its share as games were added since the look before (Lan
/// & DeMets 1983, Kim & DeMets 1987). The probabilities are those of Student's distribution, for
/// the first looks see few blocks.
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
    /// Probability, ½ to 1, from which the last look takes it for clear that an engine is stronger
    /// than the next one: all looks and engines share the error that `confidence` leaves.
    pub needed: f64,
    /// Indices of the engines in the order of their ratings, the strongest first.
    pub order: Vec<usize>,
    /// Probability for every engine of `order` but the last that it is stronger than the next one,
    /// ½ to 1.
    pub superiority: Vec<f64>,
    /// Whether each of `superiority` is as high as `needed`.
    pub settled: Vec<bool>,
}

impl OrderTest {
    /// Test whose order shall be right with this probability.
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

    /// Looks at the results for the time with the number `look`, from 1. `share` is the part, 0 to
    /// 1, of the error that the look may spend; those of all looks must not exceed 1 together.
    pub fn look(self, tournament: &Tournament, look: u32, share: f64) -> OrderReport {
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
        let needed = 1.0 - (1.0 - self.confidence) * share / superiority.len().max(1) as f64;
        let settled = superiority
            .iter()
            .map(|&chance| chance >= needed && share > 0.0)
            .collect();
        OrderReport {
            confidence: self.confidence,
            looks: look,
            needed,
            order,
            superiority,
            settled,
        }
    }
}

impl OrderReport {
    /// Whether the whole order is settled.
    pub fn is_settled(&self) -> bool {
        self.settled.iter().all(|&settled| settled)
    }

    /// Whether two engines are next to each other in the order, and which is stronger is open.
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
        let report = OrderTest::new(0.95).unwrap().look(&games, 1, 0.5);
        assert_eq!(report.order[0], 2);
        assert_eq!(report.settled, [true, false], "{report:?}");
        assert!(
            report.is_open(0, 1)
                && report.is_open(1, 0)
                && !report.is_open(2, 0)
                && !report.is_open(2, 1)
        );
        assert!(!report.is_settled());
    }

    #[test]
    fn smaller_shares_ask_for_more() {
        let games = tournament(&[
            ([0, 1], 4, 30),
            ([0, 1], 0, 10),
            ([1, 2], 4, 30),
            ([1, 2], 0, 10),
            ([0, 2], 2, 1),
        ]);
        let test = OrderTest::new(0.9).unwrap();
        let settled = |share| {
            test.look(&games, 1, share)
                .settled
                .iter()
                .filter(|&&settled| settled)
                .count()
        };
        let counts: Vec<usize> = [0.5, 0.2, 0.03, 1e-6].into_iter().map(settled).collect();
        assert_eq!(test.look(&games, 1, 0.0).settled, [false; 2]);
        assert!((test.look(&games, 1, 0.5).needed - 0.975).abs() < 1e-12);
        assert!(
            counts.is_sorted_by(|a, b| a >= b) && counts[0] > counts[3],
            "{counts:?}"
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for confidence in [0.5, 1.0, 95.0, -1.0, f64::NAN] {
            assert!(OrderTest::new(confidence).is_err(), "{confidence}");
        }
    }
}
