use std::fmt;

use floe_game::Score;

/// What tips the scale for one fish: more than any difference in tiles (1.9).
const FISH: Score = 128;

/// What a tile with so many fish adds to a [`Score`].
#[inline]
pub const fn worth(fish: i32) -> Score {
    FISH * fish + 1
}

/// Fish and tiles: a player's takings, or a difference of them.
///
/// Values compare as rule 1.9 says, fish first, tiles second. As a [`Score`] both go into one integer that compares
/// the same way: `128 * fish + tiles`, for tiles are at most 64 apart.
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
    /// Fish.
    pub fish: i32,
    /// Tiles.
    pub tiles: i32,
}

impl Value {
    /// As what somebody has: `31:17`, without signs.
    pub fn plain(self) -> String {
        format!("{}:{}", self.fish, self.tiles)
    }

    /// Both in one integer.
    #[inline]
    pub const fn score(self) -> Score {
        FISH * self.fish + self.tiles
    }

    /// The value that [`Value::score`] packed; exact for up to 63 tiles either way.
    #[inline]
    pub const fn from_score(score: Score) -> Value {
        let fish = (score + FISH / 2).div_euclid(FISH);
        Value { fish, tiles: score - FISH * fish }
    }
}

/// A difference with its signs: `+10:0`, `-3:+2`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = |number: i32| if number == 0 { "0".to_owned() } else { format!("{number:+}") };
        write!(f, "{}:{}", signed(self.fish), signed(self.tiles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_order_as_rule_1_9_says() {
        let mut values: Vec<Value> =
            (-4..=4).flat_map(|fish| (-60..=60).map(move |tiles| Value { fish, tiles })).collect();
        values.sort();
        assert!(values.windows(2).all(|pair| pair[0].score() < pair[1].score()));
        assert!(values.iter().all(|&value| Value::from_score(value.score()) == value));
    }
}
