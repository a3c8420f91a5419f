//! The course of a match, for reports.

use std::collections::BTreeMap;

use crate::scoreboard::Account;
use crate::statistics::{BlockScore, BlockScores, Estimate};

/// State of a match after some of the blocks of its first engine, in the order of the schedule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CoursePoint {
    /// Number of blocks of the first engine that count for this state: the first ones of the
    /// schedule. Of two players a block is a pair of games.
    pub blocks: u64,
    /// Elo difference between the first engine and the others after these blocks; positive if it is
    /// stronger.
    pub elo: Estimate,
    /// Natural logarithm of the likelihood ratio of the sequential test after these blocks, as
    /// [`Sprt::llr`](crate::statistics::Sprt::llr); `None` without a test.
    pub llr: Option<f64>,
}

impl Account {
    /// Returns about `points` states of a match, evenly spaced, the last after all blocks. Empty if
    /// the first engine has played no block.
    pub fn course(&self, points: usize) -> Vec<CoursePoint> {
        let mut scores = BlockScores::default();
        let blocks: Vec<BlockScore> = self.counted().filter_map(|block| block.score(0)).collect();
        let step = (blocks.len() / points.max(1)).max(1);
        let mut course = Vec::new();
        for (number, &score) in (1..).zip(&blocks) {
            scores.record(score);
            if number % step == 0 || number == blocks.len() {
                course.push(CoursePoint {
                    blocks: number as u64,
                    elo: scores.elo(),
                    llr: self.test().map(|test| test.llr(&scores)),
                });
            }
        }
        course
    }

    /// Returns the number of games of the first engine by margin: its points less the mean points
    /// of the other seats, to the nearest whole number. Forfeits and blocks that do [not
    /// count](Account::counted) are left out.
    pub fn margins(&self) -> BTreeMap<i64, u64> {
        let mut margins = BTreeMap::new();
        for game in self.counted().flat_map(|block| &block.games) {
            if let Some((numerator, denominator)) = game.margin(0) {
                let margin = numerator as f64 / denominator as f64;
                *margins.entry(margin.round() as i64).or_default() += 1;
            }
        }
        margins
    }
}
