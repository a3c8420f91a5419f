//! Graph of the value of a game.

use floe_query::{QueryError, game_line};
use floe_review::game_graph;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::play_table::PlayTable;

/// Request for the graph of the values of a game, as its tree holds them.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct GraphRequest {
    position: String,
    moves: Vec<String>,
    /// Value after each move in notation, for the player who moved; null or missing where there is
    /// none.
    values: Vec<Option<String>>,
    /// Marks of the moves, such as `?`.
    #[serde(default)]
    marks: Vec<String>,
    /// Number of moves before the position shown.
    #[serde(default)]
    ply: usize,
}

/// Graph of a game, `floe/graph/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameGraph {
    /// The graph in SVG; its part of the class `fp-plot` is as wide as all moves.
    svg: String,
    /// Bad moves by player, and the worst of them.
    table: PlayTable,
}

impl GraphRequest {
    /// Draws the graph.
    pub(crate) fn answer(self) -> Result<GameGraph, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let values: Vec<Option<&str>> = self.values.iter().map(Option::as_deref).collect();
        let marks: Vec<&str> = self.marks.iter().map(String::as_str).collect();
        let graph = game_graph(&line, &values, &marks, self.ply);
        Ok(GameGraph {
            svg: graph.draw(),
            table: PlayTable::of_marks(&line, &self.marks),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZUGZWANG: &str =
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";

    fn svg(values: &[Option<&str>], marks: &[&str]) -> String {
        let request = GraphRequest {
            position: ZUGZWANG.to_owned(),
            moves: ["c5-c6", "d5-e4", "c6-d6"].map(str::to_owned).to_vec(),
            values: values
                .iter()
                .map(|value| value.map(str::to_owned))
                .collect(),
            marks: marks.iter().map(|&mark| mark.to_owned()).collect(),
            ply: 1,
        };
        request.answer().unwrap().svg
    }

    #[test]
    fn a_graph_shows_the_side_that_leads() {
        let graph = svg(&[Some("+1:0"), Some("+3:-1"), None], &["", "??", ""]);
        assert!(
            graph.contains("A ahead, in fish")
                && graph.contains("B ahead")
                && graph.contains(">??<"),
            "{graph}"
        );
        assert!(graph.contains("Bad moves: 2??."), "{graph}");
    }

    #[test]
    fn values_and_marks_from_files_do_no_harm() {
        let graph = svg(
            &[Some("<b>"), Some("nan"), Some("1e999"), Some("1"), None],
            &["<script>", "?"],
        );
        assert!(
            !graph.contains("script") && !graph.contains("NaN") && !graph.contains("inf"),
            "{graph}"
        );
    }
}
