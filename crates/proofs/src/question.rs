use floe_endgame::Objective;
use floe_game::{Interval, POINT, Score};

/// Least step from the estimate to the next bound asked, in 1/128 fish: half a fish.
const STEP: Score = POINT / 2;

/// The next claim about a final margin, that it is this or more; `None` if the bounds fulfil the objective.
///
/// First whether it is a win, then whether it is a loss; then bounds around the estimate, in steps that double, and the
/// middle of what is left. It depends on the proved bounds alone, so that all workers ask the same.
pub fn next_bound(objective: Objective, proved: Interval<Score>, estimate: Score) -> Option<Score> {
    let Interval { lower, upper } = proved;
    if lower >= upper {
        return None;
    }
    for bound in [1, 0] {
        if lower < bound && bound <= upper {
            return Some(bound);
        }
    }
    if objective == Objective::WinDrawLoss {
        return None;
    }
    let middle = upper - (upper - lower) / 2;
    Some(if estimate > upper {
        (upper + 1 - STEP.max(estimate - upper)).max(middle)
    } else if estimate > lower {
        estimate
    } else {
        (lower + STEP.max(lower - estimate)).min(middle)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks until the value is known; returns the number of questions.
    fn questions(objective: Objective, value: Score, estimate: Score) -> u32 {
        let (mut proved, mut asked) = (Interval { lower: -3000, upper: 3000 }, 0);
        while let Some(bound) = next_bound(objective, proved, estimate) {
            assert!(proved.lower < bound && bound <= proved.upper, "{bound} in {proved:?}");
            if value >= bound {
                proved.lower = bound;
            } else {
                proved.upper = bound - 1;
            }
            asked += 1;
        }
        assert!((proved.lower..=proved.upper).contains(&value));
        let is_decided = proved.lower > 0 || proved.upper < 0 || proved.lower == proved.upper;
        assert!(is_decided && (objective == Objective::WinDrawLoss || proved.lower == proved.upper));
        asked
    }

    #[test]
    fn questions_end_at_every_value() {
        for value in (-3000..=3000).step_by(7).chain([-1, 0, 1]) {
            for estimate in [-4000, value - 700, value - 1, value, value + 1, value + 200, 4000] {
                assert!(questions(Objective::Margin, value, estimate) <= 24, "{value} {estimate}");
                assert!(questions(Objective::WinDrawLoss, value, estimate) <= 2);
            }
        }
    }
}
