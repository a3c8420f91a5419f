use floe_endgame::Objective;
use floe_game::{Interval, POINT, Score};

/// Step between bounds that are asked for the tiles of a margin, in 1/128 fish, until one of them
/// is passed.
const TILES: Score = 4;

/// Bound of the next claim to ask about a final margin: the claim says that the margin is this
/// bound or more. `None` if the proved bounds fulfil the objective. All numbers are in 1/128 fish,
/// for the player to move.
///
/// First it asks whether the game is won, then whether it is at least drawn;
/// [`Objective::WinDrawLoss`] needs no more. Then it finds the number of fish, by bounds half-way
/// between two whole numbers of fish: first the greatest such bound that is not above the estimate;
/// then, on the side that is still open, the bounds 1, 3, 7, 15 fish and so on away from it, until
/// one is passed; then it halves the rest. At last it finds the number of tiles in the same way,
/// from zero tiles on, first in steps of four tiles and then of one.
///
/// All workers with the same estimate and bounds ask the same claim, and go on asking it while it
/// is open.
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
    let half = POINT / 2;
    let near = (estimate - half).div_euclid(POINT) * POINT + half;
    let whole = (upper + half - 1).div_euclid(POINT) * POINT;
    let middle = lower.div_euclid(TILES) * TILES + TILES / 2;
    let grids = [(near, POINT), (whole, TILES), (middle, 1)];
    grids
        .into_iter()
        .find_map(|(center, step)| bound_on_grid(proved, center, step))
}

/// First bound to ask at whole steps from a center, of those that the proved bounds leave open;
/// `None` if they leave none.
fn bound_on_grid(proved: Interval<Score>, center: Score, step: Score) -> Option<Score> {
    let least = (proved.lower - center).div_euclid(step) + 1;
    let most = (proved.upper - center).div_euclid(step);
    if least > most {
        return None;
    }
    let steps = match (least, most) {
        (1.., _) => steps_to_ask(least, most),
        (_, ..0) => -steps_to_ask(-most, -least),
        _ => 0,
    };
    Some(center + steps * step)
}

/// First of 1, 3, 7, 15 and so on that is from `near`, at least 1, to `far`; if none is, the number
/// between two of them to which halves come first.
fn steps_to_ask(near: Score, far: Score) -> Score {
    let mut steps = 1;
    while steps < near {
        steps = 2 * steps + 1;
    }
    if steps <= far {
        return steps;
    }
    // The successor with the most factors of two.
    let mut unit = 1;
    while (near + 2 * unit) / (2 * unit) * (2 * unit) <= far + 1 {
        unit *= 2;
    }
    (near + unit) / unit * unit - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks until the value is known; returns the number of questions.
    fn questions(objective: Objective, value: Score, estimate: Score) -> u32 {
        let mut proved = Interval {
            lower: -3000,
            upper: 3000,
        };
        let mut asked = 0;
        while let Some(bound) = next_bound(objective, proved, estimate) {
            assert!(
                proved.lower < bound && bound <= proved.upper,
                "{bound} in {proved:?}"
            );
            if value >= bound {
                proved.lower = bound;
            } else {
                proved.upper = bound - 1;
            }
            asked += 1;
        }
        assert!((proved.lower..=proved.upper).contains(&value));
        let is_decided = proved.lower > 0 || proved.upper < 0 || proved.lower == proved.upper;
        assert!(
            is_decided && (objective == Objective::WinDrawLoss || proved.lower == proved.upper)
        );
        asked
    }

    #[test]
    fn fish_are_asked_before_tiles_and_near_the_estimate_first() {
        let next =
            |lower, upper| next_bound(Objective::Margin, Interval { lower, upper }, 300).unwrap();
        assert_eq!(
            [
                next(1, 3000),
                next(192, 3000),
                next(320, 3000),
                next(576, 3000)
            ],
            [192, 320, 576, 1088]
        );
        assert_eq!(
            [next(576, 1087), next(832, 1087), next(832, 959)],
            [832, 960, 896]
        );
        assert_eq!(
            [
                next(896, 959),
                next(900, 959),
                next(900, 907),
                next(900, 903)
            ],
            [900, 908, 904, 902]
        );
    }

    /// A narrower interval that leaves the question open leaves it as it is.
    #[test]
    fn a_question_stays_while_it_is_open() {
        for (lower, upper, estimate) in [
            (1, 3000, 700),
            (320, 900, 500),
            (-900, -700, -200),
            (400, 440, 700),
        ] {
            let asked = next_bound(Objective::Margin, Interval { lower, upper }, estimate);
            for lower in lower..asked.unwrap() {
                let upper = asked.unwrap().max(upper - 7 * (lower & 15));
                assert_eq!(
                    next_bound(Objective::Margin, Interval { lower, upper }, estimate),
                    asked
                );
            }
        }
    }

    #[test]
    fn questions_end_at_every_value() {
        for value in (-3000..=3000).step_by(7).chain([-1, 0, 1]) {
            for estimate in [
                -4000,
                value - 700,
                value - 1,
                value,
                value + 1,
                value + 200,
                4000,
            ] {
                assert!(
                    questions(Objective::Margin, value, estimate) <= 24,
                    "{value} {estimate}"
                );
                assert!(questions(Objective::WinDrawLoss, value, estimate) <= 2);
            }
        }
    }
}
