//! Numbers in the units of a game.

use floe_engine::{MeanValue, Units};
use floe_fish::Value;
use floe_game::counted;

/// Numbers of a game with its units, as people read them.
pub trait UnitWords {
    /// Writes a number in the first unit.
    fn first(self, count: u32) -> String;

    /// Writes a positive difference in the first unit, means to the tenth; `None` if the difference
    /// is not positive, or is written as zero.
    fn amount(self, difference: MeanValue) -> Option<String>;

    /// Writes a number in the unit that breaks ties; `None` in games without a tie-break.
    fn second(self, count: u32) -> Option<String>;

    /// Writes the value of a player as `GameValue::of_player` gives it: fish and penguins with the
    /// tie-break, a margin (`is_margin`) as `+3:-1` and a result as `31:17`; points as `+2.50` and
    /// `2.50`; animals left as `5.04`.
    fn value_text(self, value: MeanValue, is_margin: bool) -> String;

    /// Writes the value of a player as `GameValue::of_player` gives it in a few characters: a
    /// margin (`is_margin`) in the first unit, `+3`, or with the tie-break if only that differs,
    /// `0:+1`; a result in the first unit, `31`; means with one decimal, animals left as `5.0`.
    fn label(self, value: MeanValue, is_margin: bool) -> String;

    /// Turns the value of a player, of which more is better, into the number that people count in
    /// these units: minus the value for animals left, of which fewer are better, and the value
    /// itself for all other units.
    fn counted(self, value: MeanValue) -> MeanValue;
}

impl UnitWords for Units {
    fn first(self, count: u32) -> String {
        match self {
            Units::Fish => format!("{count} fish"),
            Units::Penguins => counted(count, "penguin"),
            Units::Points => counted(count, "point"),
            Units::Animals => counted(count, "animal"),
        }
    }

    fn amount(self, difference: MeanValue) -> Option<String> {
        let decimals = usize::from(difference.is_mean);
        let number = format!("{:.decimals$}", difference.in_points());
        let unit = if number == "1" {
            self.name().trim_end_matches('s')
        } else {
            self.name()
        };
        (difference.points > 0 && number != "0.0").then(|| format!("{number} {unit}"))
    }

    fn second(self, count: u32) -> Option<String> {
        match self {
            Units::Fish => Some(counted(count, "tile")),
            Units::Penguins => Some(format!("{count} fish")),
            Units::Points | Units::Animals => None,
        }
    }

    fn value_text(self, value: MeanValue, is_margin: bool) -> String {
        let decimals = if value.is_mean { 2 } else { 0 };
        match self {
            Units::Fish | Units::Penguins if is_margin => value.to_string(),
            Units::Fish | Units::Penguins => value.plain(),
            Units::Points if is_margin && value.points != 0 => {
                format!("{:+.decimals$}", value.in_points())
            }
            Units::Points => format!("{:.decimals$}", value.in_points()),
            Units::Animals => format!("{:.2}", self.counted(value).in_points()),
        }
    }

    fn label(self, value: MeanValue, is_margin: bool) -> String {
        let decimals = usize::from(value.is_mean);
        match value.whole() {
            Value { fish: 0, tiles } if is_margin && !value.is_mean && tiles != 0 => {
                value.to_string()
            }
            _ if is_margin => format!("{:+.decimals$}", value.in_points()),
            _ => format!("{:.decimals$}", self.counted(value).in_points()),
        }
    }

    fn counted(self, value: MeanValue) -> MeanValue {
        if self == Units::Animals {
            MeanValue {
                points: -value.points,
                ..value
            }
        } else {
            value
        }
    }
}
