//! The course of a match, for reports.

use std::collections::BTreeMap;

use crate::scoreboard::Account;
use crate::statistics::{Estimate, Pentanomial, elo};

/// State of a match of two players after some of its pairs of games, in the order of the schedule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CoursePoint {
    /// Number of pairs of games, from the first of the schedule on, that count for this state.
    pub pairs: u64,
    /// Elo difference between the first engine and the others after the first `pairs` pairs; positive if it is
    /// stronger.
    pub elo: Estimate,
    /// Natural logarithm of the likelihood ratio of the sequential test after the first `pairs` pairs, as
    /// [`Sprt::llr`](crate::statistics::Sprt::llr); `None` without a test.
    pub llr: Option<f64>,
}

impl Account {
    /// Returns the states of a match of two players in the course of its pairs: about `points` states, evenly spaced,
    /// of which the last is that after all pairs. Empty if the first engine has played no pair.
    pub fn course(&self, points: usize) -> Vec<CoursePoint> {
        let of_first = self.counted().filter_map(|block| match block.as_pair()? {
            (0, _, half_points) => Some(half_points),
            (_, 0, half_points) => Some(4 - half_points),
            _ => None,
        });
        let pairs: Vec<usize> = of_first.collect();
        let step = (pairs.len() / points.max(1)).max(1);
        let (mut counted, mut course) = (Pentanomial::default(), Vec::new());
        for (number, &half_points) in (1..).zip(&pairs) {
            counted.record(half_points);
            if number % step == 0 || number == pairs.len() {
                let llr = self.test().map(|test| test.llr(counted));
                course.push(CoursePoint { pairs: number as u64, elo: elo(&counted.moments()), llr });
            }
        }
        course
    }

    /// Returns the number of games that ended with each margin: the points of the first engine less those of the best
    /// of the others. Games that were forfeited, and those of blocks that do [not count](Account::counted), are left
    /// out.
    pub fn margins(&self) -> BTreeMap<i64, u64> {
        let mut margins = BTreeMap::new();
        for game in self.counted().flat_map(|block| &block.games) {
            let own = game.seats.iter().filter(|seat| seat.engine == 0).filter_map(|seat| seat.points).max();
            let best = game.seats.iter().filter(|seat| seat.engine != 0).filter_map(|seat| seat.points).max();
            if let (Some(own), Some(best)) = (own, best) {
                *margins.entry(own - best).or_default() += 1;
            }
        }
        margins
    }
}
