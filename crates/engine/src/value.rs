use std::cmp::Ordering;
use std::fmt;

use floe_fish::Value;
use floe_game::{Interval, Score};

use crate::MeanValue;

/// Value of a position or a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameValue {
    /// Two sides: the final margin, seen from the side to move.
    Margin(Value),
    /// More sides: every player's final result, in turn order from A.
    Results(Vec<Value>),
    /// Two sides under chance: the expected margin, seen from the side to move.
    Expected(MeanValue),
    /// More sides under chance: every player's expected result.
    AllExpected(Vec<MeanValue>),
}

impl GameValue {
    /// Reads scores: one is the margin for the side to move, several are all results. An estimate has fish only.
    pub(crate) fn of_scores(scores: &[Score], is_exact: bool) -> GameValue {
        let value = |&score: &Score| {
            let value = Value::from_score(score);
            if is_exact { value } else { Value { tiles: 0, ..value } }
        };
        match scores {
            [margin] => GameValue::Margin(value(margin)),
            results => GameValue::Results(results.iter().map(value).collect()),
        }
    }

    /// Expectations: one is the margin for the side to move, several are all results.
    pub(crate) fn expected(means: Vec<MeanValue>) -> GameValue {
        match means[..] {
            [margin] => GameValue::Expected(margin),
            _ => GameValue::AllExpected(means),
        }
    }

    /// Bounds of a margin between two sides.
    pub(crate) fn margin_bounds(bounds: Interval<Score>) -> Interval<GameValue> {
        bounds.map(|margin| GameValue::Margin(Value::from_score(margin)))
    }

    /// Value for a player in fish, a tile being 1/128: the margin, or that player's result.
    pub fn fish_of(&self, player: usize) -> f64 {
        let value = match self {
            GameValue::Margin(value) => *value,
            GameValue::Results(values) => values[player],
            GameValue::Expected(value) => return value.in_fish(),
            GameValue::AllExpected(values) => return values[player].in_fish(),
        };
        f64::from(value.score()) / f64::from(Value { fish: 1, tiles: 0 }.score())
    }

    /// Winner between two sides, where the bounds of a margin decide it: greater for the side to move, equal for a draw.
    pub fn winner(bounds: &Interval<GameValue>) -> Option<Ordering> {
        let (GameValue::Margin(lower), GameValue::Margin(upper)) = (&bounds.lower, &bounds.upper) else { return None };
        let even = Value::default();
        let (lower, upper) = (lower.cmp(&even), upper.cmp(&even));
        (lower == upper || lower.is_gt() || upper.is_lt()).then(|| if lower.is_gt() { lower } else { upper })
    }
}

/// `+3:-1`, or all results in turn order, `31:17,20:10,28:15`.
impl fmt::Display for GameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let results: Vec<String> = match self {
            GameValue::Margin(value) => return value.fmt(f),
            GameValue::Expected(value) => return value.fmt(f),
            GameValue::Results(values) => values.iter().map(|value| value.plain()).collect(),
            GameValue::AllExpected(values) => values.iter().map(|value| value.plain()).collect(),
        };
        f.write_str(&results.join(","))
    }
}
