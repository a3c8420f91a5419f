//! Lessons: games whose commented positions are exercises.

use floe_query::{MoveNode, QueryError, game_line};
use floe_review::{Exercise, lesson_of};
use schemars::JsonSchema;
use serde::Deserialize;

/// Game whose commented positions are exercises; the main moves after them are the answers, and
/// without any best play as it is proved.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonRequest {
    /// Name of the exercises; an empty one calls them by their numbers.
    title: String,
    position: String,
    /// Comments on the first position.
    #[serde(default)]
    comments: Vec<String>,
    /// Drawings on the first position: arrows such as `b2-d4`, and hexes such as `e5`.
    #[serde(default)]
    arrows: Vec<String>,
    nodes: Vec<MoveNode>,
}

impl LessonRequest {
    /// Exercises of the game.
    pub(crate) fn read(self) -> Result<Vec<Exercise>, QueryError> {
        let line = game_line(&self.position, &[])?;
        let game = MoveNode::game_of(&self.nodes, *line.start());
        let mut game = game.map_err(|error| QueryError::of_field("nodes", error))?;
        // A comment of a file is a line, and those of an exercise are the lines of its task.
        self.comments
            .iter()
            .flat_map(|comment| comment.lines())
            .for_each(|line| game.add_comment(line));
        let drawn = self
            .arrows
            .iter()
            .try_for_each(|arrow| game.add_arrow(arrow));
        drawn.map_err(|error| QueryError::of_field("arrows", error))?;
        Ok(lesson_of(&game, &self.title))
    }
}
