//! Marks of bad moves, and the losses from which on moves get them.

use floe_engine::{AnyGame, GameValue, MeanValue, Units};
use floe_presentation::{Perspective, UnitWords};
use schemars::JsonSchema;
use serde::Serialize;

/// Loss of a blunder, in 1/100 points (fish on a floe).
const BLUNDER: i32 = 500;

/// Loss of a mistake, in 1/100 points: one fish may be an error of the engine.
const MISTAKE: i32 = 200;

/// Distance from these losses below which a deeper search may well change the mark, in 1/100
/// points: estimates on a floe are whole fish.
const CLOSE: i32 = 100;

/// Value of a position, proved or estimated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewedValue {
    /// Value seen from the player who made the move under review; more is better.
    pub value: MeanValue,
    /// Whether the value is proved.
    pub exact: bool,
    /// Probability that the player wins, from 0 to 1, where a draw is half a win; of a proved
    /// result the result itself. `None` under rules for which it is not known.
    pub win_probability: Option<f64>,
}

impl ReviewedValue {
    /// The value in a few characters that name its side, as [`Perspective::tag`]: a margin is told
    /// for the side that is ahead, `A +3`, and with more sides the result of the player who moved,
    /// `C 24`. `position` is the position before the move.
    pub fn tag(&self, position: &AnyGame) -> String {
        let view = Perspective::of(position);
        if position.sides() == 2 {
            return view.tag(&GameValue::Margin(self.value));
        }
        let label = view.units.label(self.value, false);
        if view.units == Units::Animals {
            label
        } else {
            format!("{} {label}", view.mover)
        }
    }
}

/// Mark of a bad move, by the size of its loss. Losses are in points of the player who moved, which
/// are fish on a floe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The move loses less than two points, or tiles only, and this is proved.
    Inaccuracy,
    /// The move loses at least two points and less than five.
    Mistake,
    /// The move loses at least five points, or gives away a win or a draw that was proved.
    Blunder,
}

impl Mark {
    /// All marks, the smallest loss first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark of a move, `None` if it is not bad; where values are margins (`is_margin`) their
    /// sign says who wins.
    pub(super) fn of(before: ReviewedValue, after: ReviewedValue, is_margin: bool) -> Option<Mark> {
        let is_proven = before.exact && after.exact;
        let lost = before.value.points - after.value.points;
        match lost {
            BLUNDER.. => Some(Mark::Blunder),
            _ if is_proven && is_margin && after.value.sign() < before.value.sign() => {
                Some(Mark::Blunder)
            }
            MISTAKE.. => Some(Mark::Mistake),
            _ if is_proven && after.value < before.value => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// Whether the loss of a move is so near to that of another mark that a deeper search may well
    /// change its mark.
    pub(super) fn is_close(before: ReviewedValue, after: ReviewedValue) -> bool {
        let lost = before.value.points - after.value.points;
        let is_proven = before.exact && after.exact;
        !is_proven
            && [MISTAKE, BLUNDER]
                .iter()
                .any(|least| (lost - least).abs() <= CLOSE)
    }

    /// English name of the mark: `mistake`.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// A number of moves with this mark: `2 inaccuracies`.
    pub(super) fn counted(self, count: usize) -> String {
        match (self, count) {
            (_, 1) => format!("1 {}", self.name()),
            (Mark::Inaccuracy, _) => format!("{count} inaccuracies"),
            _ => format!("{count} {}s", self.name()),
        }
    }

    /// The mark with its article: `a mistake`.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "an inaccuracy",
            Mark::Mistake => "a mistake",
            Mark::Blunder => "a blunder",
        }
    }

    /// The mark with this sign; `None` for other signs.
    pub fn of_sign(sign: &str) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.sign() == sign)
    }

    /// Sign that follows the move in notation: `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

#[cfg(test)]
mod tests {
    use floe_fish::Value;

    use super::*;

    fn of(fish: i32, tiles: i32) -> Value {
        Value { fish, tiles }
    }

    fn reviewed(value: Value, exact: bool) -> ReviewedValue {
        ReviewedValue {
            value: value.into(),
            exact,
            win_probability: None,
        }
    }

    fn mark_of(before: Value, after: Value, exact: bool, is_margin: bool) -> Option<Mark> {
        Mark::of(reviewed(before, exact), reviewed(after, exact), is_margin)
    }

    #[test]
    fn marks_follow_what_is_lost() {
        let proven = |before, after| mark_of(before, after, true, true);
        assert_eq!(proven(of(3, 0), of(3, 0)), None);
        assert_eq!(proven(of(3, 0), of(3, -1)), Some(Mark::Inaccuracy));
        assert_eq!(proven(of(3, 0), of(2, 1)), Some(Mark::Inaccuracy));
        assert_eq!(proven(of(3, 0), of(1, 0)), Some(Mark::Mistake));
        assert_eq!(proven(of(9, 0), of(4, 0)), Some(Mark::Blunder));
        assert_eq!(
            proven(of(0, 1), of(0, 0)),
            Some(Mark::Blunder),
            "a victory is shared now"
        );
        assert_eq!(proven(of(0, 0), of(0, -1)), Some(Mark::Blunder));
        assert_eq!(
            proven(of(-1, 0), of(-2, 0)),
            Some(Mark::Inaccuracy),
            "lost is lost"
        );
    }

    #[test]
    fn guesses_are_blamed_for_little() {
        assert_eq!(mark_of(of(1, 0), of(0, 0), false, true), None);
        assert_eq!(
            mark_of(of(1, 0), of(-1, 0), false, true),
            Some(Mark::Mistake)
        );
        assert_eq!(mark_of(of(-3, 0), of(1, 0), false, true), None);
        assert_eq!(
            mark_of(of(31, 17), of(30, 18), true, false),
            Some(Mark::Inaccuracy)
        );
    }

    #[test]
    fn losses_near_a_threshold_are_close() {
        let close = |lost| Mark::is_close(reviewed(of(lost, 0), false), reviewed(of(0, 0), false));
        let found: Vec<i32> = (-1..9).filter(|&lost| close(lost)).collect();
        assert_eq!(found, [1, 2, 3, 4, 5, 6]);
        assert!(
            !Mark::is_close(reviewed(of(2, 0), true), reviewed(of(0, 0), true)),
            "a proof is not deepened"
        );
    }
}
