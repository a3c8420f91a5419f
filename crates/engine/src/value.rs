use std::cmp::Ordering;
use std::fmt;
use std::ops::Sub;

use floe_fish::Value;
use floe_game::{Interval, Score};
use floe_search::Mean;

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

/// Expected fish and tiles of a game with chance, to the hundredth.
///
/// ```
/// use floe_engine::MeanValue;
///
/// let value = MeanValue { fish: 125, tiles: -50 };
/// assert_eq!(value.to_string(), "+1.25:-0.50");
/// assert_eq!(value.plain(), "1.25:-0.50");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MeanValue {
    /// Hundredths of a fish.
    pub fish: i32,
    /// Hundredths of a tile.
    pub tiles: i32,
}

impl MeanValue {
    /// Text without signs, for the result of a player: `31.25:17.00`.
    pub fn plain(self) -> String {
        format!("{:.2}:{:.2}", hundredths(self.fish), hundredths(self.tiles))
    }

    /// Expected fish.
    pub fn in_fish(self) -> f64 {
        hundredths(self.fish)
    }

    /// Expected tiles.
    pub fn in_tiles(self) -> f64 {
        hundredths(self.tiles)
    }

    /// Mean of values with these probabilities.
    pub fn mean(values: &[(MeanValue, f64)]) -> MeanValue {
        let mean = |part: fn(&MeanValue) -> i32| {
            let sum: f64 = values.iter().map(|(value, probability)| f64::from(part(value)) * probability).sum();
            sum.round() as i32
        };
        MeanValue { fish: mean(|value| value.fish), tiles: mean(|value| value.tiles) }
    }

    /// Expectation of a score; without tiles if it is only estimated.
    pub(crate) fn of(mean: Mean, exact: bool) -> MeanValue {
        let nearest = MeanValue::rounded(mean, f64::round);
        MeanValue { tiles: if exact { nearest.tiles } else { 0 }, ..nearest }
    }

    /// Largest value that is not above `mean`, up to rounding errors.
    pub(crate) fn at_most(mean: Mean) -> MeanValue {
        MeanValue::rounded(mean, |hundredths| (hundredths + ROUNDING).floor())
    }

    /// Smallest value that is not below `mean`, up to rounding errors.
    pub(crate) fn at_least(mean: Mean) -> MeanValue {
        MeanValue::rounded(mean, |hundredths| (hundredths - ROUNDING).ceil())
    }

    fn rounded(mean: Mean, round: fn(f64) -> f64) -> MeanValue {
        let fish = (mean.score - mean.part) / f64::from(Value { fish: 1, tiles: 0 }.score());
        MeanValue { fish: round(100.0 * fish) as i32, tiles: round(100.0 * mean.part) as i32 }
    }

    /// Expectation from a static evaluation.
    pub(crate) fn of_static_eval(score: Score) -> MeanValue {
        MeanValue::of(Mean { score: f64::from(score), part: 0.0 }, false)
    }
}

/// Rounding error of hundredths.
const ROUNDING: f64 = 1e-6;

fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

impl Sub for MeanValue {
    type Output = MeanValue;

    fn sub(self, other: MeanValue) -> MeanValue {
        MeanValue { fish: self.fish - other.fish, tiles: self.tiles - other.tiles }
    }
}

impl From<Value> for MeanValue {
    fn from(value: Value) -> MeanValue {
        MeanValue { fish: 100 * value.fish, tiles: 100 * value.tiles }
    }
}

/// A difference with its signs: `+1.25:-0.50`, `0.00:+1.00`.
impl fmt::Display for MeanValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = |number: i32| if number == 0 { "0.00".to_owned() } else { format!("{:+.2}", hundredths(number)) };
        write!(f, "{}:{}", signed(self.fish), signed(self.tiles))
    }
}
