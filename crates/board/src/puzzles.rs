//! Puzzles: positions with the proved value of every move.

use floe_engine::Graded;
use floe_engine::query::{QueryError, QueryErrorKind};
use serde::Deserialize;
use serde_json::{Value, json};

/// Request to read graded positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzlesRequest {
    text: String,
}

impl PuzzlesRequest {
    /// Lists the positions with the values of their moves, best first.
    pub(crate) fn answer(self) -> Result<Value, QueryError> {
        let puzzles = Graded::parse(&self.text).map_err(|error| QueryError {
            field: Some("text".to_owned()),
            ..QueryError::new(QueryErrorKind::Position, error)
        })?;
        let puzzle = |puzzle: &Graded| {
            let mv = |(mv, grade): &(String, _)| json!({"move": mv, "value": format!("{grade}"), "is_best": puzzle.is_best(mv)});
            let moves: Vec<Value> = puzzle.moves.iter().map(mv).collect();
            json!({"position": puzzle.position.to_string(), "moves": moves})
        };
        Ok(json!({"schema": "floe/puzzles/1", "puzzles": puzzles.iter().map(puzzle).collect::<Vec<_>>()}))
    }
}
