//! Record of a person who solves puzzles, as the browser keeps it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Request to count a puzzle, or for the record so far.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct RateRequest {
    /// Record of an earlier reply; anything else is a new one.
    record: Option<String>,
    /// Number of the day, counted from 1 January 1970 (UTC).
    day: u32,
    /// Puzzle that has been tried; default: none.
    puzzle: Option<TriedPuzzle>,
}

/// Puzzle that has been tried for the first time.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TriedPuzzle {
    /// Rating of the puzzle; null for one without, which is not counted.
    rating: Option<u32>,
    /// Whether it was solved without a wrong move or a hint.
    is_solved: bool,
    /// Whether it is the puzzle of the day.
    is_daily: bool,
}

/// Record of a person, `floe/rate/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RatedPerson {
    /// The record, to be kept and sent with the next request.
    record: String,
    /// The record in sentences; empty for a new one.
    words: String,
    /// Change of the rating by the puzzle, with its sign: `+20`; null if it was not counted.
    change: Option<String>,
}

/// Record of a person.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct PuzzleRecord {
    /// Elo rating.
    rating: f64,
    /// Number of rated puzzles.
    count: u32,
    /// Number of rated puzzles solved in a row now.
    streak: u32,
    /// Largest number of them so far.
    best: u32,
    /// Last day whose puzzle was solved; 0 for none.
    day: u32,
    /// Number of days in a row, up to that one, whose puzzles were solved.
    days: u32,
}

/// Number of puzzles after which a rating changes half as fast.
const PROVISIONAL: u32 = 20;
/// Most that a puzzle changes a rating, at first; then half of it.
const STEP: f64 = 40.0;

impl Default for PuzzleRecord {
    fn default() -> PuzzleRecord {
        PuzzleRecord {
            rating: 1200.0,
            count: 0,
            streak: 0,
            best: 0,
            day: 0,
            days: 0,
        }
    }
}

impl RateRequest {
    /// Counts the puzzle, if there is one.
    pub(crate) fn answer(&self) -> RatedPerson {
        let kept = self
            .record
            .as_ref()
            .and_then(|text| serde_json::from_str::<PuzzleRecord>(text).ok());
        let mut record = kept
            .filter(|record| (0.0..10_000.0).contains(&record.rating))
            .unwrap_or_default();
        let before = record.rating;
        if let Some(puzzle) = &self.puzzle {
            record.count_puzzle(puzzle, self.day);
        }
        let is_rated = self
            .puzzle
            .as_ref()
            .is_some_and(|puzzle| puzzle.rating.is_some());
        RatedPerson {
            change: is_rated.then(|| format!("{:+.0}", record.rating.round() - before.round())),
            words: record.words(self.day),
            record: serde_json::to_string(&record).expect("numbers have JSON"),
        }
    }
}

impl PuzzleRecord {
    /// Changes the rating by Elo's formula, with the puzzle as the opponent: by K times what was
    /// reached (1 or 0) minus what was expected, `1 / (1 + 10^((puzzle - own) / 400))`. K is 40 for
    /// the first twenty puzzles, then 20.
    fn count_puzzle(&mut self, puzzle: &TriedPuzzle, day: u32) {
        if puzzle.is_daily && puzzle.is_solved && self.day != day {
            self.days = if self.day.checked_add(1) == Some(day) {
                self.days.saturating_add(1)
            } else {
                1
            };
            self.day = day;
        }
        let Some(rating) = puzzle.rating else { return };
        let expected = 1.0 / (1.0 + 10f64.powf((f64::from(rating) - self.rating) / 400.0));
        let reached = f64::from(u8::from(puzzle.is_solved));
        let step = if self.count < PROVISIONAL {
            STEP
        } else {
            STEP / 2.0
        };
        self.rating = (self.rating + step * (reached - expected)).max(0.0);
        self.count = self.count.saturating_add(1);
        self.streak = if puzzle.is_solved {
            self.streak.saturating_add(1)
        } else {
            0
        };
        self.best = self.best.max(self.streak);
    }

    fn words(&self, day: u32) -> String {
        let mut sentences = Vec::new();
        if self.count > 0 {
            sentences.push(format!("Your rating: {:.0}.", self.rating));
            sentences.push(format!(
                "Solved in a row: {}, best {}.",
                self.streak, self.best
            ));
        }
        if self.day == day && self.days > 0 {
            let days = if self.days == 1 {
                String::new()
            } else {
                format!(", {} days in a row", self.days)
            };
            sentences.push(format!("Puzzle of today solved{days}."));
        }
        sentences.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(record: Option<String>, day: u32, puzzle: Option<TriedPuzzle>) -> RatedPerson {
        RateRequest {
            record,
            day,
            puzzle,
        }
        .answer()
    }

    fn tried(rating: u32, is_solved: bool) -> Option<TriedPuzzle> {
        Some(TriedPuzzle {
            rating: Some(rating),
            is_solved,
            is_daily: true,
        })
    }

    #[test]
    fn a_rating_follows_elo_and_days_count_in_a_row() {
        let person = rate(None, 7, tried(1200, true));
        assert_eq!(
            person.words,
            "Your rating: 1220. Solved in a row: 1, best 1. Puzzle of today solved."
        );
        assert_eq!(person.change.as_deref(), Some("+20"));
        let person = rate(Some(person.record), 8, tried(1220, true));
        assert!(
            person.words.contains(
                "1240. Solved in a row: 2, best 2. Puzzle of today solved, 2 days in a row."
            ),
            "{}",
            person.words
        );
        let person = rate(Some(person.record), 10, tried(1240, false));
        assert_eq!(
            person.words,
            "Your rating: 1220. Solved in a row: 0, best 2."
        );
        assert_eq!(person.change.as_deref(), Some("-20"));
        let unrated = TriedPuzzle {
            rating: None,
            is_solved: true,
            is_daily: false,
        };
        assert_eq!(
            rate(Some(person.record.clone()), 10, Some(unrated)).record,
            person.record
        );
    }

    #[test]
    fn what_is_no_record_begins_anew() {
        for record in [
            "",
            "null",
            "{}",
            "[1]",
            r#"{"rating":-7,"count":1,"streak":0,"best":0,"day":0,"days":0}"#,
        ] {
            assert_eq!(rate(Some(record.to_owned()), 1, None).words, "", "{record}");
        }
    }
}
