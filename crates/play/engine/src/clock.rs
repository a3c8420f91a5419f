use std::time::Duration;

use floe_search::Limits;

use crate::{SearchParameter, SearchParameters};

/// Clock of one player: the time left for the rest of the game, and the increment per move.
///
/// ```
/// use std::time::Duration;
/// use floe_engine::{Clock, SearchParameters};
///
/// let clock = Clock { left: Duration::from_secs(60), increment: Duration::from_secs(1) };
/// let share = clock.share(20, &SearchParameters::default());
/// assert!(share.soft > Duration::from_secs(3) && share.soft < share.hard && share.hard < clock.left);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time that the player has left for all its moves still to come.
    pub left: Duration,
    /// Time that the clock gains after every move.
    pub increment: Duration,
}

/// Time limits of one move, both from the beginning of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    /// Time for a move of usual difficulty, from the beginning of its search, which may end earlier
    /// or later, as [`Limits::soft`](floe_search::Limits::soft) says.
    pub soft: Duration,
    /// Time from the beginning of the search at which it ends in any case.
    pub hard: Duration,
}

/// Reserve for the transmission of the answer, and for other load of the computer.
const RESERVE: Duration = Duration::from_millis(50);

impl Clock {
    /// Time limits of the next move, by the parameters of the engine, if its player has about
    /// `moves` still to make, this one included.
    ///
    /// `soft <= hard`, and `hard` is less than the time left unless that is zero.
    pub fn share(self, moves: u32, parameters: &SearchParameters) -> TimeLimits {
        let usable = self.left.saturating_sub(RESERVE).max(self.left / 8);
        let hard_end = usable * 3 / 5;
        // With little time left most of the increment is saved, until the reserve is complete.
        let plenty = usable.as_secs_f64() / (usable + RESERVE).as_secs_f64();
        let gain = self.increment.mul_f64(0.75 * plenty);
        let share = (usable / moves.max(2) + gain)
            .mul_f64(parameters.fraction(SearchParameter::ClockShare));
        let soft = share.min(hard_end);
        let hard = soft.mul_f64(parameters.fraction(SearchParameter::ClockMaximum));
        TimeLimits {
            soft,
            hard: hard.min(hard_end),
        }
    }

    /// Adds the time limits of the next move to `limits`, as [`share`](Clock::share) gives them for
    /// this number of [moves to come](crate::EngineGame::moves_to_come). No limit of time becomes
    /// longer than a hard limit that `limits` already has.
    pub fn limit<'a>(
        self,
        limits: Limits<'a>,
        moves_to_come: u32,
        parameters: &SearchParameters,
    ) -> Limits<'a> {
        let TimeLimits { soft, hard } = self.share(moves_to_come, parameters);
        let most = limits.time.map_or(hard, |time| time.min(hard));
        Limits {
            time: Some(most),
            soft: Some(soft.min(most)),
            ..limits
        }
    }
}

/// Number of moves to divide the time left by, with `free` free tiles.
///
/// Counts the moves until the end of the game is mostly proved (two players), or until no tile is
/// contested (more players), times 4/3, so that later moves, which decide more, get more time; and
/// a few moves after that.
pub(crate) fn moves_to_come(free: u32, players: usize) -> u32 {
    const AFTER: u32 = 3;
    let known = if players == 2 { 30 } else { 12 };
    free.saturating_sub(known) * 4 / (3 * players as u32) + AFTER
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_share_never_takes_the_clock_to_zero() {
        for left in [0, 1, 10, 40, 100, 1000, 3_600_000] {
            for increment in [0, 10, 5000] {
                for moves in [0, 1, 2, 3, 30, 1000] {
                    let TimeLimits { soft, hard } = Clock {
                        left: left * MS,
                        increment: increment * MS,
                    }
                    .share(moves, &SearchParameters::default());
                    assert!(
                        soft <= hard,
                        "{left} {increment} {moves}: {soft:?} {hard:?}"
                    );
                    assert!(
                        hard < left * MS || left == 0,
                        "{left} {increment} {moves}: {hard:?}"
                    );
                }
            }
        }
    }

    /// A long game whose moves all take the maximum time.
    #[test]
    fn a_whole_game_never_runs_to_zero() {
        for base in [1, 20, 100, 1000, 10_000, 600_000] {
            for increment in [0, 1, 100] {
                let mut clock = Clock {
                    left: base * MS,
                    increment: increment * MS,
                };
                for moves in (0..40).rev() {
                    let TimeLimits { hard, .. } = clock.share(moves, &SearchParameters::default());
                    assert!(
                        hard < clock.left,
                        "{base} {increment} {moves}: {hard:?} of {:?}",
                        clock.left
                    );
                    clock.left = clock.left - hard + clock.increment;
                }
            }
        }
    }

    /// Every move takes a little longer than its share, also with a tenth of a second for the game.
    #[test]
    fn late_answers_are_made_up_for() {
        let late = 2 * MS;
        for base in [100, 200, 1000, 10_000] {
            let mut clock = Clock {
                left: base * MS,
                increment: Duration::ZERO,
            };
            for moves in (2..=24).rev() {
                let spent = clock.share(moves, &SearchParameters::default()).soft + late;
                assert!(
                    spent < clock.left,
                    "{base} {moves}: {spent:?} of {:?}",
                    clock.left
                );
                clock.left -= spent;
            }
        }
    }

    #[test]
    fn the_clock_is_spread_over_the_game() {
        let mut clock = Clock {
            left: 10_000 * MS,
            increment: 100 * MS,
        };
        for moves in (2..30).rev() {
            let soft = clock.share(moves, &SearchParameters::default()).soft;
            assert!(soft >= 50 * MS && soft < clock.left);
            clock.left = clock.left - soft + clock.increment;
        }
        assert!(clock.left < 3000 * MS);
    }

    #[test]
    fn a_limit_of_time_stays_the_most() {
        let clock = Clock {
            left: 60_000 * MS,
            increment: Duration::ZERO,
        };
        let limits = |time| {
            let limits = Limits {
                time,
                ..Limits::default()
            };
            clock.limit(limits, moves_to_come(60, 2), &SearchParameters::default())
        };
        let free = limits(None);
        assert!(
            (1000 * MS..6000 * MS).contains(&free.soft.unwrap()),
            "{free:?}"
        );
        assert!(free.soft < free.time);
        let capped = limits(Some(70 * MS));
        assert_eq!((capped.soft, capped.time), (Some(70 * MS), Some(70 * MS)));
    }
}
