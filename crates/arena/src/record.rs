//! What is kept of a finished game.

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::statistics::{PlayedGame, Seat};

/// A finished game, as it stands in a line of a [store](crate::store).
///
/// Nothing in it depends on when or where the game was played, unless an engine was given time: two runs of
/// engines with node limits write the same bytes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The index of the game in the schedule.
    pub game: u64,
    /// The index of its block.
    pub block: u64,
    /// The position before the first move, in its notation.
    pub floe: String,
    /// Who sat where, in turn order: indices into the engines of the configuration.
    pub seats: Vec<usize>,
    /// The moves in their notation, separated by blanks.
    pub moves: String,
    /// What the engines said of their moves, one entry a move; left out where none said anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<MoveReport>,
    /// What every seat made of it, in turn order.
    pub results: Vec<SeatResult>,
    /// How it ended: `finished`, or what went wrong.
    pub termination: Termination,
    /// The seed that the engines' own seeds follow from.
    pub seed: u64,
    /// Which build of the program played it.
    pub build: String,
}

/// What an engine said of a move.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct MoveReport {
    /// The value in its notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds; only for an engine whose limit is time, because two runs never take the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
}

/// What a seat made of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatResult {
    /// What it gathered (fish).
    pub points: i64,
    /// What decides among equal points (tiles).
    pub tie_break: i64,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "how")]
pub enum Termination {
    /// By the rules.
    Finished,
    /// An engine could not go on: this seat has lost to all others, who are level.
    Forfeit {
        /// The seat, from 0.
        seat: usize,
        /// What it did.
        #[serde(rename = "reason")]
        fault: Fault,
    },
}

impl Termination {
    /// The way the game ended in one word: `finished`, or that of the fault.
    pub fn word(&self) -> &'static str {
        match self {
            Termination::Finished => "finished",
            Termination::Forfeit { fault, .. } => fault.word(),
        }
    }
}

impl Record {
    /// The game as the statistics see it. After a forfeit nobody has points, because a game that was broken off says
    /// nothing about margins.
    pub fn to_game(&self) -> PlayedGame {
        let seats = self.seats.iter().zip(&self.results).enumerate();
        let seats = seats.map(|(index, (&engine, result))| match self.termination {
            Termination::Finished => Seat { engine, result: result.order(), points: Some(result.points) },
            Termination::Forfeit { seat, .. } => Seat { engine, result: -i64::from(seat == index), points: None },
        });
        PlayedGame { seats: seats.collect() }
    }
}

impl SeatResult {
    /// One number that orders results: points first, then what breaks ties.
    fn order(self) -> i64 {
        self.points * (1 << 20) + self.tie_break
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            game: 3,
            block: 1,
            floe: "11/11 A 0:0,0:0".to_owned(),
            seats: vec![1, 0],
            moves: "a1 b2".to_owned(),
            searches: Vec::new(),
            results: vec![SeatResult { points: 20, tie_break: 9 }, SeatResult { points: 20, tie_break: 11 }],
            termination: Termination::Finished,
            seed: 7,
            build: "test".to_owned(),
        }
    }

    #[test]
    fn ties_are_broken() {
        let [first, second] = record().to_game().seats.try_into().unwrap();
        assert!(first.result < second.result);
        assert_eq!((first.engine, first.points, second.engine, second.points), (1, Some(20), 0, Some(20)));
    }

    #[test]
    fn who_forfeits_is_last_and_nobody_has_points() {
        let termination = Termination::Forfeit { seat: 1, fault: Fault::Crashed(String::new()) };
        let [first, second] = Record { termination, ..record() }.to_game().seats.try_into().unwrap();
        assert!(first.result > second.result);
        assert_eq!((first.points, second.points), (None, None));
    }

    #[test]
    fn the_line_is_what_others_read() {
        let line = serde_json::to_string(&record()).unwrap();
        assert_eq!(
            line,
            r#"{"game":3,"block":1,"floe":"11/11 A 0:0,0:0","seats":[1,0],"moves":"a1 b2","#.to_owned()
                + r#""results":[{"points":20,"tie_break":9},{"points":20,"tie_break":11}],"#
                + r#""termination":{"how":"finished"},"seed":7,"build":"test"}"#
        );
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record());
    }
}
