//! Fish first, tiles second, in one number. A `Score` is `POINT * fish + tiles`, where `POINT` of
//! `game` is 128: the score of one point in every game: a fish, an animal, a point. Only
//! `fish/src/value.rs` packs and unpacks fish and tiles.

use std::fmt;

use floe_game::{POINT, Score};

/// Fish and tiles of one player, or the difference between two players or sides.
///
/// Values compare by fish first and tiles second (1.9). A [`Score`] holds both in one integer:
/// [`POINT`] times the fish, plus the tiles. It has the same order for values with at most 63 tiles
/// either way.
///
/// ```
/// use floe_fish::Value;
///
/// let value = Value { fish: -3, tiles: 2 };
/// assert_eq!(value.to_string(), "-3:+2");
/// assert_eq!(Value::from_score(value.score()), value);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Value {
    /// Number of fish, or difference in fish.
    pub fish: i32,
    /// Number of tiles, or difference in tiles.
    pub tiles: i32,
}

impl Value {
    /// Text of a value of one player, fish and tiles without signs: `31:17`.
    pub fn plain(self) -> String {
        format!("{}:{}", self.fish, self.tiles)
    }

    /// The value as one integer, in 1/128 fish: a fish counts [`POINT`], a tile 1.
    #[inline]
    pub const fn score(self) -> Score {
        POINT * self.fish + self.tiles
    }

    /// The value whose [`score`](Value::score) is `score`, if it has at most 63 tiles either way.
    #[inline]
    pub const fn from_score(score: Score) -> Value {
        let fish = (score + POINT / 2).div_euclid(POINT);
        Value {
            fish,
            tiles: score - POINT * fish,
        }
    }
}

/// Writes a difference with signs: `+10:0`, `-3:+2`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", signed(self.fish), signed(self.tiles))
    }
}

/// A number with its sign; zero has none.
fn signed(number: i32) -> String {
    if number == 0 {
        "0".to_owned()
    } else {
        format!("{number:+}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_order_as_rule_1_9_says() {
        let mut values: Vec<Value> = (-4..=4)
            .flat_map(|fish| (-60..=60).map(move |tiles| Value { fish, tiles }))
            .collect();
        values.sort();
        assert!(
            values
                .windows(2)
                .all(|pair| pair[0].score() < pair[1].score())
        );
        assert!(
            values
                .iter()
                .all(|&value| Value::from_score(value.score()) == value)
        );
    }
}
