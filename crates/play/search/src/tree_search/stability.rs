use std::time::Duration;

use super::tree::MoveStats;
use crate::{Control, Limits, TreeOptions};

/// Decides whether the best move is stable enough to end a search with a soft limit: if no other
/// move can get as many visits until the end. The end is the soft limit, or later, at most the hard
/// limit, if another move has a higher mean or nearly as many visits.
pub(super) struct BestMoveStability<'a> {
    limits: &'a Limits<'a>,
    options: TreeOptions,
    begun: Duration,
}

impl<'a> BestMoveStability<'a> {
    pub(super) fn new(control: &Control<'a>, options: TreeOptions) -> BestMoveStability<'a> {
        BestMoveStability {
            limits: control.limits,
            options,
            begun: control.elapsed(),
        }
    }

    /// Whether to ask [`is_enough`](Self::is_enough): a quarter of the time until the soft limit is
    /// over.
    pub(super) fn is_due(&self, now: Duration) -> bool {
        self.limits
            .soft
            .is_some_and(|soft| now >= self.begun + soft.saturating_sub(self.begun) / 4)
    }

    /// Whether the search should end after this number of visits; `moves` are those of the root,
    /// most visited first.
    pub(super) fn is_enough(&self, now: Duration, visits: u64, moves: &[MoveStats]) -> bool {
        let Some(soft) = self.limits.soft else {
            return false;
        };
        let [first, second, ..] = moves else {
            return true;
        };
        let has_better = moves.iter().any(|other| other.mean > first.mean);
        let is_unstable =
            has_better || second.visits as f32 > self.options.close_visits * first.visits as f32;
        let end = if is_unstable {
            soft.mul_f32(self.options.close_time)
        } else {
            soft
        };
        let end = self.limits.time.map_or(end, |hard| hard.min(end));
        let elapsed = now.saturating_sub(self.begun);
        let left = end.saturating_sub(now);
        let to_come = visits as f64 * left.as_secs_f64() / elapsed.as_secs_f64().max(1e-6);
        f64::from(first.visits - second.visits) >= to_come
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// After this number of milliseconds with 10 visits each, with limits of 100 and 150 ms.
    fn is_enough(now: u32, moves: &[(u32, f32)]) -> bool {
        let limits = Limits {
            soft: Some(100 * MS),
            time: Some(150 * MS),
            ..Limits::default()
        };
        let stability = BestMoveStability {
            limits: &limits,
            options: TreeOptions::default(),
            begun: Duration::ZERO,
        };
        let moves: Vec<MoveStats> = moves
            .iter()
            .map(|&(visits, mean)| MoveStats {
                index: 0,
                bits: 0,
                child: None,
                visits,
                mean,
                prior: 0.0,
                result: None,
            })
            .collect();
        stability.is_enough(now * MS, u64::from(now) * 10, &moves)
    }

    #[test]
    fn a_move_that_no_other_can_overtake_ends_the_search() {
        assert!(is_enough(60, &[(500, 0.6), (100, 0.5)]));
        assert!(!is_enough(40, &[(300, 0.6), (100, 0.5)]));
        assert!(is_enough(1, &[(10, 0.5)]), "the only move");
    }

    #[test]
    fn an_unstable_best_move_takes_time() {
        assert!(is_enough(100, &[(600, 0.6), (400, 0.5)]));
        assert!(!is_enough(100, &[(550, 0.6), (450, 0.5)]), "a close second");
        assert!(
            !is_enough(100, &[(700, 0.5), (300, 0.6)]),
            "a second with a higher mean"
        );
        assert!(is_enough(150, &[(800, 0.5), (700, 0.6)]));
    }
}
