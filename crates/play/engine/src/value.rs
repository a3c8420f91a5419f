use std::cmp::Ordering;
use std::fmt;
use std::ops::Sub;

use floe_fish::Value;
use floe_game::{Interval, POINT, Score};
use floe_search::Mean;

/// Value of a position or a move: what the game is expected or proved to end with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameValue {
    /// Final margin between two sides, positive if it is good for the side to move.
    Margin(MeanValue),
    /// Final results of all players with more than two sides, in turn order from A.
    Results(Vec<MeanValue>),
    /// Mean number of animals left at the end of a game that all play together; fewer are better.
    Left(MeanValue),
}

impl GameValue {
    /// Reads scores: one is the margin for the side to move, several are all results. An estimate
    /// has fish only.
    pub(crate) fn of_scores(scores: &[Score], is_exact: bool, has_chance: bool) -> GameValue {
        let value = |&score: &Score| match (is_exact, has_chance) {
            (true, is_mean) => MeanValue {
                is_mean,
                ..Value::from_score(score).into()
            },
            (false, true) => MeanValue::of(
                Mean {
                    score: score.into(),
                    tie_break: 0.0,
                },
                false,
            ),
            (false, false) => Value {
                tiles: 0,
                ..Value::from_score(score)
            }
            .into(),
        };
        GameValue::of(scores.iter().map(value).collect())
    }

    /// Value with these final results of all players, in turn order from A; a single number is the
    /// margin for the side to move.
    pub fn of(results: Vec<MeanValue>) -> GameValue {
        if let [margin] = results[..] {
            GameValue::Margin(margin)
        } else {
            GameValue::Results(results)
        }
    }

    /// Value of this mean number of animals left at the end.
    pub fn left(animals: f64) -> GameValue {
        GameValue::Left(MeanValue {
            points: (100.0 * animals).round() as i32,
            tie_break: 0,
            is_mean: true,
        })
    }

    /// The number that this player, by its index from 0, wants to be large: the margin of the side
    /// to move, the player's own result, or minus the animals left.
    ///
    /// # Panics
    /// If the value has results, but none of this player.
    pub fn of_player(&self, player: usize) -> MeanValue {
        match self {
            GameValue::Margin(value) => *value,
            GameValue::Left(value) => MeanValue {
                points: -value.points,
                ..*value
            },
            GameValue::Results(values) => values[player],
        }
    }

    /// Bounds of a margin between two sides, which are given in 1/128 of a point for the side to
    /// move.
    pub fn margin_bounds(bounds: Interval<Score>) -> Interval<GameValue> {
        bounds.map(|margin| GameValue::Margin(Value::from_score(margin).into()))
    }

    /// [The number that a player wants to be large](Self::of_player), by the player's index from 0,
    /// in points (fish on a floe), with 1/128 for each tile. Mean values count without their tiles.
    ///
    /// # Panics
    /// If the value has results, but none of this player.
    pub fn fish_of(&self, player: usize) -> f64 {
        let value = self.of_player(player);
        let tie_break = if value.is_mean { 0 } else { value.tie_break };
        value.in_points() + hundredths(tie_break) / f64::from(POINT)
    }

    /// Winner between two sides, if the bounds of a margin decide it: `Greater` if the side to move
    /// wins, `Equal` for a draw, `Less` if it loses. `None` if the bounds decide nothing, if the
    /// margins are means, or if the value is no margin.
    pub fn winner(bounds: &Interval<GameValue>) -> Option<Ordering> {
        let (GameValue::Margin(lower), GameValue::Margin(upper)) = (&bounds.lower, &bounds.upper)
        else {
            return None;
        };
        let is_decided = !lower.is_mean
            && (lower.sign() == upper.sign() || lower.sign().is_gt() || upper.sign().is_lt());
        is_decided.then(|| {
            if lower.sign().is_gt() {
                lower.sign()
            } else {
                upper.sign()
            }
        })
    }
}

/// Writes a margin as `+3:-1`, the results of all players in turn order from A as
/// `31:17,20:10,28:15`, and animals left as `2.45`.
impl fmt::Display for GameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameValue::Margin(value) => value.fmt(f),
            GameValue::Left(value) => write!(f, "{:.2}", value.in_points()),
            GameValue::Results(values) => f.write_str(
                &values
                    .iter()
                    .map(|value| value.plain())
                    .collect::<Vec<_>>()
                    .join(","),
            ),
        }
    }
}

/// Points and tie-break of a player, a margin or a result, to the hundredth: final numbers, or in
/// games with chance expected ones.
///
/// On a floe points are fish, and tiles break ties; [`Units`](crate::Units) names both for every
/// game.
///
/// ```
/// use floe_engine::MeanValue;
/// use floe_fish::Value;
///
/// let value = MeanValue { points: 125, tie_break: -50, is_mean: true };
/// assert_eq!(value.to_string(), "+1.25:-0.50");
/// assert_eq!(value.plain(), "1.25:-0.50");
/// assert_eq!(MeanValue::from(Value { fish: 3, tiles: -1 }).to_string(), "+3:-1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MeanValue {
    /// Margin or result in the first unit of the game, in hundredths.
    pub points: i32,
    /// Margin or result in the second unit of the game, which breaks ties, in hundredths.
    pub tie_break: i32,
    /// Whether both numbers are expectations, which are written with decimals; if not, they are
    /// multiples of 100.
    pub is_mean: bool,
}

impl MeanValue {
    /// Reads a value as a margin or a result is written, `+3:-1` or `31:17`, or with decimals an
    /// expectation, `+1.25:-0.50`. `None` for other texts, and for numbers that no game has, above
    /// 10,000.
    pub fn read(text: &str) -> Option<MeanValue> {
        let (points, tie_break) = text.split_once(':')?;
        if text.contains('.') {
            return Some(MeanValue {
                points: read_mean(points)?,
                tie_break: read_mean(tie_break)?,
                is_mean: true,
            });
        }
        Some(
            Value {
                fish: read_whole(points)?,
                tiles: read_whole(tie_break)?,
            }
            .into(),
        )
    }

    /// Text as a result, without plus signs: `31:17`, or for means `31.25:17.00`.
    pub fn plain(self) -> String {
        self.text(|number, decimals| format!("{number:.decimals$}"))
    }

    fn text(self, write: impl Fn(f64, usize) -> String) -> String {
        let [points, tie_break] =
            [self.points, self.tie_break].map(|number| write(hundredths(number), self.decimals()));
        format!("{points}:{tie_break}")
    }

    /// Number of decimals in texts.
    pub(crate) fn decimals(self) -> usize {
        if self.is_mean { 2 } else { 0 }
    }

    /// Fish and tiles, or the first and second unit of another game, as integers; hundredths are
    /// cut off.
    pub fn whole(self) -> Value {
        Value {
            fish: self.points / 100,
            tiles: self.tie_break / 100,
        }
    }

    /// The number in the first unit of the game, as a decimal number.
    pub fn in_points(self) -> f64 {
        hundredths(self.points)
    }

    /// The number in the second unit of the game, as a decimal number.
    pub fn in_tie_break(self) -> f64 {
        hundredths(self.tie_break)
    }

    /// Sign of a margin, where the tie-break decides between equal points: `Greater` if it is
    /// positive.
    pub fn sign(self) -> Ordering {
        (self.points, self.tie_break).cmp(&(0, 0))
    }

    /// Mean of values with these probabilities, which should add up to 1.
    pub fn mean(values: &[(MeanValue, f64)]) -> MeanValue {
        let points: f64 = values
            .iter()
            .map(|(value, probability)| f64::from(value.points) * probability)
            .sum();
        let tie_break: f64 = values
            .iter()
            .map(|(value, probability)| f64::from(value.tie_break) * probability)
            .sum();
        MeanValue {
            points: points.round() as i32,
            tie_break: tie_break.round() as i32,
            is_mean: true,
        }
    }

    /// Expectation of a score; without tie-break if it is only estimated.
    pub(crate) fn of(mean: Mean, exact: bool) -> MeanValue {
        let nearest = MeanValue::rounded(mean, f64::round);
        MeanValue {
            tie_break: if exact { nearest.tie_break } else { 0 },
            ..nearest
        }
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
        let points = (mean.score - mean.tie_break) / f64::from(POINT);
        let tie_break = round(100.0 * mean.tie_break) as i32;
        MeanValue {
            points: round(100.0 * points) as i32,
            tie_break,
            is_mean: true,
        }
    }
}

/// Rounding error of hundredths.
const ROUNDING: f64 = 1e-6;

fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// Largest number of points, or of the second unit, that is read.
const MAX_POINTS: i32 = 10_000;

fn read_whole(text: &str) -> Option<i32> {
    text.parse()
        .ok()
        .filter(|number| (-MAX_POINTS..=MAX_POINTS).contains(number))
}

/// Reads a decimal number in hundredths.
fn read_mean(text: &str) -> Option<i32> {
    let number: f64 = text
        .parse()
        .ok()
        .filter(|number: &f64| number.abs() <= f64::from(MAX_POINTS))?;
    Some((100.0 * number).round() as i32)
}

impl Sub for MeanValue {
    type Output = MeanValue;

    fn sub(self, other: MeanValue) -> MeanValue {
        MeanValue {
            points: self.points - other.points,
            tie_break: self.tie_break - other.tie_break,
            ..other
        }
    }
}

impl From<Value> for MeanValue {
    fn from(value: Value) -> MeanValue {
        MeanValue {
            points: 100 * value.fish,
            tie_break: 100 * value.tiles,
            is_mean: false,
        }
    }
}

/// Writes points and tie-break as a difference with its signs: `+3:-1`, `+1.25:-0.50`,
/// `0.00:+1.00`.
impl fmt::Display for MeanValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|number, decimals| match number == 0.0 {
            true => format!("{number:.decimals$}"),
            false => format!("{number:+.decimals$}"),
        }))
    }
}
