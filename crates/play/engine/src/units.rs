//! The units in which a game counts, and the perspective of a player on them.

use std::cmp::Ordering;

use floe_fish::Value;
use floe_game::{Player, counted};

use crate::MeanValue;

/// Units in which the results of a game are counted: the first decides, the second breaks ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// Fish, and tiles where fish are equal.
    Fish,
    /// Penguins, and fish where penguins are equal (rule 3.5, survival).
    Penguins,
    /// Points, without a second unit (rule 4.7 and Gone Fishing!).
    Points,
    /// Animals left, of which fewer are better, without a second unit (rule 4.6).
    Animals,
}

impl Units {
    /// English name of the first unit, in the plural.
    pub const fn name(self) -> &'static str {
        match self {
            Units::Fish => "fish",
            Units::Penguins => "penguins",
            Units::Points => "points",
            Units::Animals => "animals",
        }
    }

    /// Writes a number in the first unit.
    pub(crate) fn first(self, count: u32) -> String {
        match self {
            Units::Fish => format!("{count} fish"),
            Units::Penguins => counted(count, "penguin"),
            Units::Points => counted(count, "point"),
            Units::Animals => counted(count, "animal"),
        }
    }

    /// Writes a positive difference in the first unit, means to the tenth; `None` if that is zero.
    pub fn amount(self, difference: MeanValue) -> Option<String> {
        let decimals = usize::from(difference.is_mean);
        let number = format!("{:.decimals$}", difference.in_points());
        let unit = if number == "1" {
            self.name().trim_end_matches('s')
        } else {
            self.name()
        };
        (difference.points > 0 && number != "0.0").then(|| format!("{number} {unit}"))
    }

    /// Writes a number in the unit that breaks ties; `None` if nothing does.
    pub(crate) fn second(self, count: u32) -> Option<String> {
        match self {
            Units::Fish => Some(counted(count, "tile")),
            Units::Penguins => Some(format!("{count} fish")),
            Units::Points | Units::Animals => None,
        }
    }

    /// Writes the value of a player as given by
    /// [`GameValue::of_player`](crate::GameValue::of_player): fish and penguins with the tie-break,
    /// a margin (`is_margin`) as `+3:-1` and a result as `31:17`; points as `+2.50` and `2.50`;
    /// animals left as `5.04`.
    pub fn value_text(self, value: MeanValue, is_margin: bool) -> String {
        let decimals = value.decimals();
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

    /// Writes the value of a player as given by
    /// [`GameValue::of_player`](crate::GameValue::of_player) in a few characters: a margin
    /// (`is_margin`) in the first unit, `+3`, or with the tie-break if only that differs, `0:+1`; a
    /// result in the first unit, `31`; means with one decimal, animals left as `5.0`.
    pub fn label(self, value: MeanValue, is_margin: bool) -> String {
        let decimals = usize::from(value.is_mean);
        match value.whole() {
            Value { fish: 0, tiles } if is_margin && !value.is_mean && tiles != 0 => {
                value.to_string()
            }
            _ if is_margin => format!("{:+.decimals$}", value.in_points()),
            _ => format!("{:.decimals$}", self.counted(value).in_points()),
        }
    }

    /// Turns the value of a player, of which more is better, into the number that is counted in
    /// these units. It changes the sign of animals left, of which fewer are better, and nothing
    /// else.
    pub fn counted(self, value: MeanValue) -> MeanValue {
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

/// Perspective from which a value is put into words: the player to move, and the units of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// Player to move, to whom the value belongs.
    pub mover: Player,
    /// Whether A and C play as a team against B and D (rule 3.2).
    pub teams: bool,
    /// Units in which the game counts.
    pub units: Units,
}

impl Perspective {
    /// The side of a player: itself, or its team.
    pub fn side(self, player: Player) -> String {
        match (self.teams, player.index() & 1) {
            (false, _) => player.to_string(),
            (true, 0) => "A and C".to_owned(),
            (true, _) => "B and D".to_owned(),
        }
    }

    /// The side of a player in as few letters as possible: `A`, or for its team `AC`.
    pub(crate) fn letters(self, player: Player) -> String {
        match (self.teams, player.index() & 1) {
            (false, _) => player.to_string(),
            (true, 0) => "AC".to_owned(),
            (true, _) => "BD".to_owned(),
        }
    }

    /// Words for a proved outcome between two sides, where `Greater` is a win for the side to move:
    /// `a win for A`, `a draw`.
    pub fn outcome(self, order: Ordering) -> String {
        let other = Player::new(self.mover.index() ^ 1);
        match order {
            Ordering::Greater => format!("a win for {}", self.side(self.mover)),
            Ordering::Equal => "a draw".to_owned(),
            Ordering::Less => format!("a win for {}", self.side(other)),
        }
    }
}
