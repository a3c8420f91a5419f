//! The units in which a game counts, and the perspective of a player on them.

use std::cmp::Ordering;

use floe_fish::Value;
use floe_game::{Player, counted};

use crate::MeanValue;

/// Units that count, the first before the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// Fish, and tiles where they are equal.
    Fish,
    /// Penguins, and fish only where they are equal (3.5).
    Penguins,
    /// Points (4.7).
    Points,
    /// Animals left (4.6).
    Animals,
}

impl Units {
    /// Name of the first unit, in the plural.
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

    /// Writes a positive difference in the first unit, means to the tenth; `None` if there is none.
    pub(crate) fn amount(self, difference: MeanValue) -> Option<String> {
        let decimals = usize::from(difference.is_mean);
        let number = format!("{:.decimals$}", difference.in_points());
        let unit = if number == "1" { self.name().trim_end_matches('s') } else { self.name() };
        (difference.points > 0).then(|| format!("{number} {unit}"))
    }

    /// Writes a number in the unit that breaks ties; `None` if nothing does.
    pub(crate) fn second(self, count: u32) -> Option<String> {
        match self {
            Units::Fish => Some(counted(count, "tile")),
            Units::Penguins => Some(format!("{count} fish")),
            Units::Points | Units::Animals => None,
        }
    }

    /// Value of a player, of which more is better: a margin as `+3:-1`, a result as `31:17`; in points `+2.50` and
    /// `2.50`; and in animals left, of which fewer are better, `5.04`.
    pub fn value_text(self, value: MeanValue, is_margin: bool) -> String {
        let decimals = value.decimals();
        match self {
            Units::Fish | Units::Penguins if is_margin => value.to_string(),
            Units::Fish | Units::Penguins => value.plain(),
            Units::Points if is_margin && value.points != 0 => format!("{:+.decimals$}", value.in_points()),
            Units::Points => format!("{:.decimals$}", value.in_points()),
            Units::Animals => format!("{:.2}", self.counted(value).in_points()),
        }
    }

    /// Value of a player, of which more is better, in a few characters: a margin in the first unit, `+3`, and in both
    /// where the first is equal, `0:+1`; a result in the first unit, `31`; means to the tenth, and animals left as they
    /// are counted, `5.0`.
    pub fn label(self, value: MeanValue, is_margin: bool) -> String {
        let decimals = usize::from(value.is_mean);
        match value.whole() {
            Value { fish: 0, tiles } if is_margin && !value.is_mean && tiles != 0 => value.to_string(),
            _ if is_margin => format!("{:+.decimals$}", value.in_points()),
            _ => format!("{:.decimals$}", self.counted(value).in_points()),
        }
    }

    /// Value of a player, of which more is better, as it is counted in these units: of animals fewer are better.
    pub fn counted(self, value: MeanValue) -> MeanValue {
        if self == Units::Animals { MeanValue { points: -value.points, ..value } } else { value }
    }
}

/// The perspective in which a value is put into words: the player to move, and the units that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// The player to move.
    pub mover: Player,
    /// Whether A and C play against B and D (3.2).
    pub teams: bool,
    /// Units that count.
    pub units: Units,
}

impl Perspective {
    /// The side of a player: itself, or its team.
    pub(crate) fn side(self, player: Player) -> String {
        match (self.teams, player.index() & 1) {
            (false, _) => player.to_string(),
            (true, 0) => "A and C".to_owned(),
            (true, _) => "B and D".to_owned(),
        }
    }

    /// A proved outcome for the side to move: `a win for A`, `a draw`.
    pub fn outcome(self, order: Ordering) -> String {
        let other = Player::new(self.mover.index() ^ 1);
        match order {
            Ordering::Greater => format!("a win for {}", self.side(self.mover)),
            Ordering::Equal => "a draw".to_owned(),
            Ordering::Less => format!("a win for {}", self.side(other)),
        }
    }
}
