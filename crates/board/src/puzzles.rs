//! Puzzles: positions with the proved value of every move.

use floe_engine::query::{QueryError, QueryErrorKind};
use floe_engine::{Grade, Graded};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Request to read graded positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzlesRequest {
    text: String,
}

/// Puzzle as the page shows it.
#[derive(Serialize)]
struct ShownPuzzle {
    position: String,
    rules: String,
    players: usize,
    /// Difficulty from 1 to 5, if the file names it.
    difficulty: Option<u8>,
    /// Comments of the file without those of the search for puzzles.
    lesson: String,
    /// Moves with their values, best first.
    moves: Vec<GradedMove>,
}

/// Move with its proved value.
#[derive(Serialize)]
struct GradedMove {
    #[serde(rename = "move")]
    mv: String,
    value: String,
    is_best: bool,
}

impl PuzzlesRequest {
    /// Lists the positions with the values of their moves.
    pub(crate) fn answer(self) -> Result<Value, QueryError> {
        let puzzles = Graded::parse(&self.text).map_err(|error| QueryError {
            field: Some("text".to_owned()),
            ..QueryError::new(QueryErrorKind::Position, error)
        })?;
        let puzzles: Vec<ShownPuzzle> = puzzles.iter().map(ShownPuzzle::new).collect();
        Ok(json!({"schema": "floe/puzzles/1", "puzzles": puzzles}))
    }
}

impl ShownPuzzle {
    fn new(graded: &Graded) -> ShownPuzzle {
        let difficulty = graded.comments.iter().find_map(|comment| difficulty(comment));
        let lesson = if difficulty.is_some() { String::new() } else { graded.comments.join(" ") };
        let mv = |(mv, grade): &(String, Grade)| GradedMove {
            mv: mv.clone(),
            value: grade.to_string(),
            is_best: graded.is_best(mv),
        };
        ShownPuzzle {
            position: graded.position.to_string(),
            rules: graded.position.rules().to_string(),
            players: graded.position.players(),
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
        let shown = PuzzlesRequest { text: text.to_owned() }.answer().unwrap();
        assert_eq!(
            (&shown["puzzles"][0]["lesson"], &shown["puzzles"][0]["rules"]),
            (&json!("Zugzwang."), &json!("base"))
        );
    }
}
