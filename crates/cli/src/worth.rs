use std::collections::BTreeMap;

use floe_engine::{GameValue, MeanValue};
use floe_fish::Value;
use floe_game::Player;
use serde::{Serialize, Serializer};

use crate::words::View;

/// `{"fish": 10, "tiles": 0}`, or that for every player.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Worth {
    Margin(Pair),
    Results(BTreeMap<char, Pair>),
    /// Where penguins are counted first (3.5).
    Lives(Lives),
    AllLives(BTreeMap<char, Lives>),
}

/// `{"penguins": 2, "fish": 7}`.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Lives {
    penguins: Number,
    fish: Number,
}

impl From<Pair> for Lives {
    fn from(pair: Pair) -> Lives {
        Lives { penguins: pair.fish, fish: pair.tiles }
    }
}

/// Ordered as rule 1.9 says: fish first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
pub(crate) struct Pair {
    pub(crate) fish: Number,
    pub(crate) tiles: Number,
}

/// A number in hundredths; a whole one is written without decimals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Number(i32);

impl Number {
    pub(crate) const fn whole(number: i32) -> Number {
        Number(100 * number)
    }

    /// The whole part.
    pub(crate) const fn trunc(self) -> i32 {
        self.0 / 100
    }
}

impl std::ops::Sub for Number {
    type Output = Number;

    fn sub(self, other: Number) -> Number {
        Number(self.0 - other.0)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 100 {
            0 => serializer.serialize_i32(self.0 / 100),
            _ => serializer.serialize_f64(f64::from(self.0) / 100.0),
        }
    }
}

impl Pair {
    /// The same seen by the other side.
    pub(crate) fn turned(self) -> Pair {
        Pair::default().minus(self)
    }

    pub(crate) fn minus(self, other: Pair) -> Pair {
        Pair { fish: self.fish - other.fish, tiles: self.tiles - other.tiles }
    }

    /// The mean of values with these probabilities.
    pub(crate) fn mean(values: &[(Pair, f64)]) -> Pair {
        let mean = |part: fn(&Pair) -> Number| {
            let sum: f64 = values.iter().map(|(value, probability)| f64::from(part(value).0) * probability).sum();
            Number(sum.round() as i32)
        };
        Pair { fish: mean(|value| value.fish), tiles: mean(|value| value.tiles) }
    }

    /// In hundredths.
    pub(crate) fn mean_value(self) -> MeanValue {
        MeanValue { fish: self.fish.0, tiles: self.tiles.0 }
    }
}

impl From<&Value> for Pair {
    fn from(value: &Value) -> Pair {
        Pair { fish: Number::whole(value.fish), tiles: Number::whole(value.tiles) }
    }
}

impl From<&MeanValue> for Pair {
    fn from(value: &MeanValue) -> Pair {
        Pair { fish: Number(value.fish), tiles: Number(value.tiles) }
    }
}

impl Worth {
    /// What an outcome is worth, in what is counted.
    pub(crate) fn of(outcome: &GameValue, view: View) -> Worth {
        match Worth::from(outcome) {
            Worth::Margin(pair) if view.survival => Worth::Lives(pair.into()),
            Worth::Results(pairs) if view.survival => {
                Worth::AllLives(pairs.into_iter().map(|(player, pair)| (player, pair.into())).collect())
            }
            worth => worth,
        }
    }
}

impl From<&GameValue> for Worth {
    fn from(outcome: &GameValue) -> Worth {
        match outcome {
            GameValue::Margin(value) => Worth::Margin(value.into()),
            GameValue::Results(values) => Worth::Results(by_letter(values)),
            GameValue::Expected(value) => Worth::Margin(value.into()),
            GameValue::AllExpected(values) => Worth::Results(by_letter(values)),
        }
    }
}

fn by_letter<'a, V, P: From<&'a V>>(values: &'a [V]) -> BTreeMap<char, P> {
    Player::first(values.len()).map(Player::letter).zip(values.iter().map(P::from)).collect()
}
