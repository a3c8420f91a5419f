//! Time is divided in one place. `engine::Clock` gives a soft and a hard limit for a move; a search
//! ends between zero and the hard limit by how stable its best move is (here, and in
//! `tree_search/stability.rs`). Node limits bypass all of it.

use std::time::Duration;

use floe_game::Score;

use crate::Limits;

/// Decides after every depth whether to end a search with a soft limit.
///
/// The target time is the soft limit, less if the best move has been the same for long, more if it
/// has just changed or its value has fallen. A search ends if a depth as long as the last one would
/// exceed it.
pub(crate) struct TimeManager<M> {
    /// Times since the start of the move: the start of the search, and its limits.
    begun: Duration,
    shares: TimeShares,
    soft: Option<Duration>,
    hard: Duration,
    best: Option<M>,
    /// Number of depths in a row that confirmed the best move.
    confirmed: usize,
    /// Value that the last search expected, then those of the last two depths, the older first: a
    /// value is compared with that of two depths before, because odd and even depths err in
    /// opposite ways.
    values: [Option<Score>; 3],
    /// Time when the last depth was complete.
    complete: Duration,
}

/// Target times of searches by depths, as shares of their soft limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeShares {
    /// Share when the best move has just changed; 1.2 by default.
    pub changed: f32,
    /// Reduction of the share by every depth that confirms the best move; 0.1 by default.
    pub saving: f32,
    /// Least share; 0.5 by default.
    pub least: f32,
    /// Least fall of the value below the expected one that doubles the target time; smaller falls
    /// lengthen it in proportion. Above zero, in the units of scores; 256 by default.
    pub doubling_fall: Score,
}

impl Default for TimeShares {
    fn default() -> TimeShares {
        TimeShares {
            changed: 1.2,
            saving: 0.1,
            least: 0.5,
            doubling_fall: 256,
        }
    }
}

impl<M: Eq + Copy> TimeManager<M> {
    /// Creates the manager of a search that begins at this time after the start of the move;
    /// `expected` is the value of the last search.
    pub(crate) fn new(
        limits: &Limits<'_>,
        shares: TimeShares,
        begun: Duration,
        expected: Option<Score>,
    ) -> TimeManager<M> {
        TimeManager {
            begun,
            shares,
            soft: limits.soft,
            hard: limits.time.unwrap_or(Duration::MAX),
            best: None,
            confirmed: 0,
            values: [expected, None, None],
            complete: begun,
        }
    }

    /// Whether the search should end after a depth that was complete at the time `now` since the
    /// start of the move, and found this move and value; never without a soft limit.
    pub(crate) fn is_enough(&mut self, now: Duration, best: M, value: Score) -> bool {
        self.confirmed = if self.best == Some(best) {
            self.confirmed + 1
        } else {
            0
        };
        self.best = Some(best);
        let fall = self.fall(value);
        self.values = [self.values[0], self.values[2], Some(value)];
        let next = now + now.saturating_sub(self.complete);
        self.complete = now;
        self.soft
            .is_some_and(|soft| next >= self.target(soft, fall))
    }

    /// Fall of a value below the expected one, in 1/128 fish; 0 if it is not below, or none is
    /// expected.
    fn fall(&self, value: Score) -> Score {
        let expected = self.values[..2].iter().flatten().max().copied();
        expected.map_or(0, |expected| (expected - value).max(0))
    }

    /// Time since the start of the move at which the search should end, at most that of the limits:
    /// `soft` is the soft limit, and `fall` the fall of the value below the expected one, in 1/128
    /// fish.
    fn target(&self, soft: Duration, fall: Score) -> Duration {
        let TimeShares {
            changed,
            saving,
            least,
            doubling_fall,
        } = self.shares;
        let share = (changed - saving * self.confirmed as f32).max(least);
        let factor = share * (1.0 + (fall as f32 / doubling_fall as f32).min(1.0));
        let target = self.begun + soft.saturating_sub(self.begun).mul_f32(factor);
        target.min(self.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn time(expected: Option<Score>) -> TimeManager<u8> {
        let limits = Limits {
            soft: Some(100 * MS),
            time: Some(400 * MS),
            ..Limits::default()
        };
        TimeManager::new(&limits, TimeShares::default(), Duration::ZERO, expected)
    }

    /// End of a search whose depths take twice as long each time and find these moves and values,
    /// and then always the last ones.
    fn end(mut time: TimeManager<u8>, found: &[(u8, Score)]) -> Duration {
        let mut now = MS;
        for depth in 0.. {
            let (best, value) = found[depth.min(found.len() - 1)];
            if time.is_enough(now, best, value) {
                break;
            }
            now *= 2;
        }
        now
    }

    #[test]
    fn a_search_without_a_soft_limit_is_never_enough() {
        let limits = Limits {
            time: Some(MS),
            ..Limits::default()
        };
        let mut time = TimeManager::new(&limits, TimeShares::default(), MS, None);
        assert!((0..99).all(|depth| !time.is_enough(depth * MS, 1, 0)));
    }

    #[test]
    fn a_stable_move_takes_less_time_than_a_changing_one() {
        let easy = end(time(None), &[(1, 0)]);
        let hard = end(
            time(None),
            &[
                (1, 0),
                (2, 0),
                (3, 0),
                (4, 0),
                (5, 0),
                (6, 0),
                (7, 0),
                (8, 0),
                (9, 0),
            ],
        );
        assert!(
            easy < hard && easy <= 100 * MS && hard < 400 * MS,
            "{easy:?} {hard:?}"
        );
    }

    #[test]
    fn a_falling_value_takes_more_time() {
        let level = end(time(None), &[(1, 0)]);
        let steps: Vec<(u8, Score)> = (0..20).map(|depth| (1, -300 * depth)).collect();
        assert!(end(time(None), &steps) > level);
        assert!(
            end(time(Some(500)), &[(1, 0)]) > level,
            "also against the move before"
        );
        assert_eq!(end(time(Some(-500)), &[(1, 0)]), level);
        let in_turn: Vec<(u8, Score)> = (0..20)
            .map(|depth| (1, if depth % 2 == 0 { 100 } else { -100 }))
            .collect();
        assert_eq!(end(time(None), &in_turn), level);
    }

    #[test]
    fn no_depth_begins_that_would_exceed_the_hard_limit() {
        let limits = Limits {
            soft: Some(100 * MS),
            time: Some(110 * MS),
            ..Limits::default()
        };
        let mut time =
            TimeManager::new(&limits, TimeShares::default(), Duration::ZERO, Some(10_000));
        assert!(!time.is_enough(50 * MS, 1, 0));
        assert!(time.is_enough(90 * MS, 2, -1000));
    }

    #[test]
    fn time_before_the_search_does_not_count() {
        let limits = Limits {
            soft: Some(100 * MS),
            time: Some(400 * MS),
            ..Limits::default()
        };
        let mut time = TimeManager::new(&limits, TimeShares::default(), 60 * MS, None);
        assert!((0..6).all(|depth| !time.is_enough((61 + depth) * MS, 1, 0)));
    }
}
