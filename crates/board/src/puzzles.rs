//! Puzzles: positions with the proved value of every move.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::AnyMove;
use floe_query::{QueryError, QueryErrorKind};
use floe_study::{Grade, Graded, GradedError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Request to read graded positions.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct PuzzlesRequest {
    text: String,
}

/// Graded positions of a text, `floe/puzzles/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Puzzles {
    puzzles: Vec<ShownPuzzle>,
}

/// Puzzle as the page shows it.
#[derive(Serialize, JsonSchema)]
struct ShownPuzzle {
    position: String,
    /// Rules in notation.
    rules: String,
    /// Name of the rules for people.
    rules_name: String,
    players: usize,
    /// Task of the player to move, in words.
    task: String,
    /// Difficulty from 1 to 5, if the file names it.
    difficulty: Option<u8>,
    /// Comments of the file without those of the search for puzzles.
    lesson: String,
    /// Moves with their values, best first.
    moves: Vec<GradedMove>,
}

/// Move with its proved value.
#[derive(Serialize, JsonSchema)]
struct GradedMove {
    #[serde(rename = "move")]
    mv: String,
    /// Value in notation.
    value: String,
    /// The end of the game that the value means, in words.
    words: String,
    is_best: bool,
}

impl PuzzlesRequest {
    /// Lists the positions with the values of their moves, until `stop` is set.
    pub(crate) fn answer(self, stop: &AtomicBool) -> Result<Puzzles, QueryError> {
        let mut puzzles = Vec::new();
        let mut lines_before = 0;
        for part in parts(&self.text) {
            if stop.load(SeqCst) {
                break;
            }
            let graded = Graded::parse(part).map_err(|error| QueryError {
                field: Some("text".to_owned()),
                ..QueryError::new(QueryErrorKind::Position, GradedError { line: lines_before + error.line, ..error })
            })?;
            puzzles.extend(graded.iter().map(ShownPuzzle::new));
            lines_before += part.lines().count();
        }
        Ok(Puzzles { puzzles })
    }
}

/// Splits a text after empty lines that a position follows, perhaps with comments before it: so its parts can be read
/// one by one.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut end = 0;
    let mut after_empty_line = None;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if line.trim().is_empty() {
            after_empty_line = Some(end);
        } else if !line.starts_with('#') {
            let split = after_empty_line.take().filter(|_| line.contains('/'));
            if let Some(split) = split {
                parts.push(&text[start..split]);
                start = split;
            }
        }
    }
    parts.push(&text[start..]);
    parts
}

impl ShownPuzzle {
    fn new(graded: &Graded) -> ShownPuzzle {
        let difficulty = graded.comments.iter().find_map(|comment| difficulty(comment));
        let lesson = if difficulty.is_some() { String::new() } else { graded.comments.join(" ") };
        let mv = |(mv, grade): &(AnyMove, Grade)| GradedMove {
            mv: graded.position.move_text(*mv),
            value: grade.to_string(),
            words: graded.grade_in_words(grade),
            is_best: graded.is_best(*mv),
        };
        ShownPuzzle {
            position: graded.position.to_string(),
            rules: graded.position.rules().to_string(),
            rules_name: graded.position.rules().title(),
            players: graded.position.players(),
            task: graded.task(),
            difficulty,
            lesson,
            moves: graded.moves.iter().map(mv).collect(),
        }
    }
}

/// Difficulty in a comment of `floe puzzle`, such as `only one move wins; difficulty 3 of 5, traps 0`.
fn difficulty(comment: &str) -> Option<u8> {
    let (_, rest) = comment.split_once("difficulty ")?;
    rest.split_once(" of 5")?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_the_difficulty_or_teach() {
        assert_eq!(difficulty("A to move; only one move wins; difficulty 5 of 5, traps 0, proof 4045 nodes"), Some(5));
        let text = "# Old remark.\n\n# Zugzwang.\n......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0\nc5-d4 -1:0\nc5-c4 -1:-1\nc5-c6 -1:-1\nc5-d6 -1:-1\n";
        let go_on = AtomicBool::new(false);
        let shown = PuzzlesRequest { text: text.to_owned() }.answer(&go_on).unwrap();
        let puzzle = &shown.puzzles[0];
        assert_eq!((&*puzzle.lesson, &*puzzle.rules), ("Zugzwang.", "base"));
        assert_eq!((&*puzzle.task, &*puzzle.moves[0].words), ("Find the best move for A", "B wins by 1 fish"));
    }

    #[test]
    fn a_mistake_names_its_line_in_the_whole_text() {
        let position = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
        let moves = "c5-d4 -1:0\nc5-c4 -1:-1\nc5-c6 -1:-1\nc5-d6 -1:-1\n";
        let text = format!("# One.\n{position}\n{moves}\n\n# Two.\n{position}\nc5-d4 -1:0\nc5-c3 0\n");
        let error = PuzzlesRequest { text }.answer(&AtomicBool::new(false)).err().unwrap();
        assert!(error.message.contains("line 12"), "{error}");
    }

    #[test]
    fn a_text_is_read_until_it_is_stopped() {
        let text = page_text();
        let read = |stop| PuzzlesRequest { text: text.to_owned() }.answer(&AtomicBool::new(stop)).unwrap();
        assert!(read(true).puzzles.is_empty());
        let all = Graded::parse(text).unwrap();
        assert_eq!(read(false).puzzles.len(), all.len());
    }

    fn page_text() -> &'static str {
        crate::page_file("/puzzles.exact").unwrap().content
    }
}
