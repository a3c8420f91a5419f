//! Records of finished games.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::config::MatchConfig;
use crate::fault::Fault;
use crate::schedule::Schedule;
use crate::statistics::{PlayedGame, Seat};

/// Record of a finished game: a line of a [store](crate::store). Unless an engine has a time limit,
/// it does not depend on when and where the game was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Index of the game in the schedule of its match, from 0.
    pub game: u64,
    /// Index of the block that the game belongs to, from 0: one line-up on one floe, in all
    /// seatings.
    pub block: u64,
    /// Text of the position before the first move.
    pub floe: String,
    /// Index of the engine on every seat, from 0 in the order of the configuration; seats in turn
    /// order from A.
    pub seats: Vec<usize>,
    /// Moves of all seats, chance events included, in their notation, separated by blanks.
    pub moves: String,
    /// Reports of the engines on their searches, one for each move in order; empty if no engine
    /// gave any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<MoveReport>,
    /// Final result of every seat, in turn order from A.
    pub results: Vec<SeatResult>,
    /// Whether all players lost the game that they played together; false in other games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost: bool,
    /// Way in which the game ended: by its rules, or by a forfeit.
    pub termination: Termination,
    /// Random seed of the whole match, from which the seeds of the game follow.
    #[serde(with = "floe_runs::json_seed")]
    pub seed: u64,
    /// Version and build of the program that played the game.
    pub build: String,
}

/// Report of an engine on its search for one move.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct MoveReport {
    /// Value of the move seen from the player who made it, in the notation of values; `None` if it
    /// reported none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Depth of the search in plies, as the engine reports it; `None` if it reported none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes of the search, as the engine counts them; `None` if it reported none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time of the search in milliseconds. `None` if the engine reports no time, or has no time
    /// limit: a time differs from run to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
}

/// Result of one seat at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatResult {
    /// Points of the seat, by the rules of the game: fish, penguins or points, or minus the animals
    /// left where all play together.
    pub points: i64,
    /// Number that decides among seats with equal points: tiles, or fish where penguins count; 0 in
    /// games without a second unit.
    pub tie_break: i64,
}

/// Way in which a recorded game ended: by its rules, or by a forfeit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "how")]
pub enum Termination {
    /// The game ended by its rules, and the scores count.
    Finished,
    /// One seat has forfeited the game, and so has lost to all others, which are tied.
    Forfeit {
        /// Index of the seat that has forfeited, from 0.
        seat: usize,
        /// Fault of the player on that seat.
        #[serde(rename = "reason")]
        fault: Fault,
    },
}

/// A field of a record has a value that the match cannot have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: expected {expected}; found {found}")]
pub struct RecordMistake {
    /// Name of the field of the record.
    pub field: &'static str,
    /// Values that are allowed in the field, in words.
    pub expected: String,
    /// Value found in the field.
    pub found: String,
}

const MAX_POINTS: i64 = i32::MAX as i64;
const MAX_TIE_BREAK: i64 = (1 << 19) - 1;

impl Record {
    /// Checks that this is a game of the match with this configuration and schedule; all other code
    /// relies on it.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn check(&self, config: &MatchConfig, schedule: &Schedule) -> Result<(), RecordMistake> {
        let games = schedule.games();
        if self.game >= games {
            let expected = format!("a game of {games}, counted from 0");
            return mistake("game", expected, &self.game);
        }
        let fixture = schedule.game(self.game);
        expect("block", &fixture.block, &self.block)?;
        expect("seats", &fixture.seats, &self.seats)?;
        expect("seed", &config.seed, &self.seed)?;
        expect("build", &config.build, &self.build)?;
        let seats = self.seats.len();
        if self.results.len() != seats {
            let expected = format!("a result for each of {seats} seats");
            return mistake("results", expected, &self.results.len());
        }
        for result in &self.results {
            expect_range("points", MAX_POINTS, result.points)?;
            expect_range("tie_break", MAX_TIE_BREAK, result.tie_break)?;
        }
        match self.termination {
            Termination::Forfeit { seat, .. } if seat >= seats => {
                mistake("seat", format!("a seat of {seats}, counted from 0"), &seat)
            }
            _ if self.lost && !config.together => {
                let expected = "false where players do not play together";
                mistake("lost", expected.to_owned(), &self.lost)
            }
            _ => Ok(()),
        }
    }

    /// Converts the record for the statistics. After a forfeit no seat has points: an unfinished
    /// game has no margin.
    pub fn to_game(&self) -> PlayedGame {
        let seats = self.seats.iter().zip(&self.results).enumerate();
        let seats = seats.map(|(index, (&engine, result))| match self.termination {
            Termination::Finished => Seat {
                engine,
                result: result.order(),
                points: Some(result.points),
            },
            Termination::Forfeit { seat, .. } => Seat {
                engine,
                result: -i64::from(seat == index),
                points: None,
            },
        });
        PlayedGame {
            seats: seats.collect(),
        }
    }
}

fn expect<T: PartialEq + fmt::Debug>(
    field: &'static str,
    expected: &T,
    found: &T,
) -> Result<(), RecordMistake> {
    if expected == found {
        return Ok(());
    }
    mistake(field, format!("{expected:?}"), &format!("{found:?}"))
}

fn expect_range(field: &'static str, most: i64, found: i64) -> Result<(), RecordMistake> {
    if (-most..=most).contains(&found) {
        return Ok(());
    }
    mistake(field, format!("-{most} to {most}"), &found)
}

fn mistake(
    field: &'static str,
    expected: String,
    found: &impl ToString,
) -> Result<(), RecordMistake> {
    Err(RecordMistake {
        field,
        expected,
        found: found.to_string(),
    })
}

impl SeatResult {
    /// Orders results by points, then by tie-break.
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
            results: vec![
                SeatResult {
                    points: 20,
                    tie_break: 9,
                },
                SeatResult {
                    points: 20,
                    tie_break: 11,
                },
            ],
            lost: false,
            termination: Termination::Finished,
            seed: 7,
            build: "test".to_owned(),
        }
    }

    #[test]
    fn ties_are_broken() {
        let [first, second] = record().to_game().seats.try_into().unwrap();
        assert!(first.result < second.result);
        assert_eq!(
            (first.engine, first.points, second.engine, second.points),
            (1, Some(20), 0, Some(20))
        );
    }

    #[test]
    fn a_forfeit_is_last_and_leaves_no_points() {
        let termination = Termination::Forfeit {
            seat: 1,
            fault: Fault::Crashed(String::new()),
        };
        let [first, second] = Record {
            termination,
            ..record()
        }
        .to_game()
        .seats
        .try_into()
        .unwrap();
        assert!(first.result > second.result);
        assert_eq!((first.points, second.points), (None, None));
    }

    #[test]
    fn the_line_has_the_documented_form() {
        let line = serde_json::to_string(&record()).unwrap();
        assert_eq!(
            line,
            r#"{"game":3,"block":1,"floe":"11/11 A 0:0,0:0","seats":[1,0],"moves":"a1 b2","#
                .to_owned()
                + r#""results":[{"points":20,"tie_break":9},{"points":20,"tie_break":11}],"#
                + r#""termination":{"how":"finished"},"seed":7,"build":"test"}"#
        );
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record());
    }
}
