use std::time::Duration;

use floe_game::Score;

use crate::Limits;

/// Decides after every depth whether the search should end, where there is a soft limit; without one it never should.
///
/// The time that is right for a move is the soft limit, less where the best move has long been the same, more where it has just changed
/// or its value has fallen. No depth is begun that would take longer than that if it took no longer than the one before it.
pub(crate) struct TimeManager<M> {
    limits: Option<MoveTime>,
    best: Option<M>,
    /// How many depths in a row have found the best move again.
    steady: usize,
    /// The value that the last search expected, then those of the last two depths, the older first.
    ///
    /// Depths that end with one's own move are too hopeful, others too gloomy: a value is compared with that of two depths before.
    values: [Option<Score>; 3],
    /// When the last depth was complete.
    complete: Duration,
}

/// Times since the start of the move.
#[derive(Clone, Copy)]
struct MoveTime {
    begun: Duration,
    soft: Duration,
    hard: Duration,
}

/// The share of the soft limit that is right, by how many depths have found the same move.
const STEADY: [f32; 8] = [1.2, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5];
/// A fall of so much, two fish, is worth as much time again; no fall is worth more than that.
const FALL: f32 = 256.0;

impl<M: Eq + Copy> TimeManager<M> {
    /// For a search that begins now, so long after the start of the move; `expected` is what the last one has promised.
    pub(crate) fn new(limits: &Limits<'_>, begun: Duration, expected: Option<Score>) -> TimeManager<M> {
        let hard = limits.time.unwrap_or(Duration::MAX);
        let limits = limits.soft.map(|soft| MoveTime { begun, soft, hard });
        TimeManager { limits, best: None, steady: 0, values: [expected, None, None], complete: begun }
    }

    /// Whether the search should end, now that a depth is complete.
    pub(crate) fn is_enough(&mut self, now: Duration, best: M, value: Score) -> bool {
        self.steady = if self.best == Some(best) { self.steady + 1 } else { 0 };
        self.best = Some(best);
        let fall = self.fall(value);
        self.values = [self.values[0], self.values[2], Some(value)];
        let next = now + now.saturating_sub(self.complete);
        self.complete = now;
        self.limits.is_some_and(|limits| next >= limits.end(self.steady, fall))
    }

    /// By how much a value is below what was hoped for.
    fn fall(&self, value: Score) -> Score {
        let hoped = self.values[..2].iter().flatten().max().copied();
        hoped.map_or(0, |hoped| (hoped - value).max(0))
    }
}

impl MoveTime {
    /// When the search should have ended.
    fn end(self, steady: usize, fall: Score) -> Duration {
        let factor = STEADY[steady.min(STEADY.len() - 1)] * (1.0 + (fall as f32 / FALL).min(1.0));
        let right = self.begun + self.soft.saturating_sub(self.begun).mul_f32(factor);
        right.min(self.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn time(expected: Option<Score>) -> TimeManager<u8> {
        let limits = Limits { soft: Some(100 * MS), time: Some(400 * MS), ..Limits::default() };
        TimeManager::new(&limits, Duration::ZERO, expected)
    }

    /// When a search ends whose depths take twice as long each time and find these moves and values; the last ones again and again.
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
        let mut time = TimeManager::new(&Limits { time: Some(MS), ..Limits::default() }, MS, None);
        assert!((0..99).all(|depth| !time.is_enough(depth * MS, 1, 0)));
    }

    #[test]
    fn a_move_that_stays_is_easy_and_one_that_changes_is_not() {
        let easy = end(time(None), &[(1, 0)]);
        let hard = end(time(None), &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0)]);
        assert!(easy < hard && easy <= 100 * MS && hard < 400 * MS, "{easy:?} {hard:?}");
    }

    #[test]
    fn a_value_that_falls_takes_more_time() {
        let level = end(time(None), &[(1, 0)]);
        let steps: Vec<(u8, Score)> = (0..20).map(|depth| (1, -300 * depth)).collect();
        assert!(end(time(None), &steps) > level);
        assert!(end(time(Some(500)), &[(1, 0)]) > level, "also against the move before");
        assert_eq!(end(time(Some(-500)), &[(1, 0)]), level);
        let in_turn: Vec<(u8, Score)> = (0..20).map(|depth| (1, if depth % 2 == 0 { 100 } else { -100 })).collect();
        assert_eq!(end(time(None), &in_turn), level);
    }

    #[test]
    fn nothing_is_begun_that_ends_behind_the_hard_limit() {
        let limits = Limits { soft: Some(100 * MS), time: Some(110 * MS), ..Limits::default() };
        let mut time = TimeManager::new(&limits, Duration::ZERO, Some(10_000));
        assert!(!time.is_enough(50 * MS, 1, 0));
        assert!(time.is_enough(90 * MS, 2, -1000));
    }

    #[test]
    fn what_was_gone_before_the_search_counts_for_nothing() {
        let limits = Limits { soft: Some(100 * MS), time: Some(400 * MS), ..Limits::default() };
        let mut time = TimeManager::new(&limits, 60 * MS, None);
        assert!((0..6).all(|depth| !time.is_enough((61 + depth) * MS, 1, 0)));
    }
}
