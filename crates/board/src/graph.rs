//! Graph of the value of a game.

use floe_engine::{GameLine, Perspective};
use floe_game::Player;
use floe_picture::{ValueCurve, ValueGraph, ValuePoint};
use floe_query::{QueryError, game_line};
use floe_study::first_number;
use floe_study::review::Mark;
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
    /// Value after each move in notation, for the player who moved; null or missing where there is none.
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
        let start = line.start();
        let unit = start.rules().units().name();
        let (above, below) = match start.sides() {
            1 => (format!("{unit} left at the end"), String::new()),
            2 => {
                let [one, other] = [0, 1].map(|index| Perspective::of(start).side(Player::new(index)));
                (format!("{one} ahead, in {unit}"), format!("{other} ahead"))
            }
            _ => (format!("expected {unit} of each player"), String::new()),
        };
        let curves = curves(&line, &self.values, &self.marks);
        let bad: Vec<String> = curves.iter().flat_map(|curve| &curve.points).filter_map(bad_in_words).collect();
        let graph = ValueGraph {
            title: format!("Value by move: {above}. Bad moves: {}.", or_none(&bad.join(", "))),
            above,
            below,
            moves: line.moves().len(),
            curves,
            shown: self.ply,
        };
        Ok(GameGraph { svg: graph.draw(), table: PlayTable::of_marks(&line, &self.marks) })
    }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// A bad move with its sign: `12??`.
fn bad_in_words(point: &ValuePoint) -> Option<String> {
    (!point.sign.is_empty()).then(|| format!("{}{}", point.number, point.sign))
}

/// Curves of a game: of two sides the margin of that of A, of more the result of each player, and where all play
/// together the animals left.
fn curves(line: &GameLine, values: &[Option<String>], marks: &[String]) -> Vec<ValueCurve> {
    let sides = line.start().sides();
    let mut curves: Vec<ValueCurve> = Vec::new();
    for (played, value) in line.moves().zip(values) {
        let Some(value) = value.as_deref().and_then(first_number) else { continue };
        let mover = played.player();
        let is_of_b = sides == 2 && line.start().side_of(mover) == 1;
        let sign = marks.get(played.number - 1).filter(|mark| Mark::of_sign(mark).is_some());
        let point = ValuePoint {
            number: played.number,
            value: if is_of_b { -value } else { value },
            sign: sign.cloned().unwrap_or_default(),
        };
        let player = if sides > 2 { mover.to_string() } else { String::new() };
        match curves.iter_mut().find(|curve| curve.player == player) {
            Some(curve) => curve.points.push(point),
            None => curves.push(ValueCurve { player, points: vec![point] }),
        }
    }
    curves
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZUGZWANG: &str = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";

    fn svg(values: &[Option<&str>], marks: &[&str]) -> String {
        let request = GraphRequest {
            position: ZUGZWANG.to_owned(),
            moves: ["c5-c6", "d5-e4", "c6-d6"].map(str::to_owned).to_vec(),
            values: values.iter().map(|value| value.map(str::to_owned)).collect(),
            marks: marks.iter().map(|&mark| mark.to_owned()).collect(),
            ply: 1,
        };
        request.answer().unwrap().svg
    }

    #[test]
    fn a_graph_shows_the_side_that_leads() {
        let graph = svg(&[Some("+1:0"), Some("+3:-1"), None], &["", "??", ""]);
        assert!(graph.contains("A ahead, in fish") && graph.contains("B ahead") && graph.contains(">??<"), "{graph}");
        assert!(graph.contains("Bad moves: 2??."), "{graph}");
    }

    #[test]
    fn values_and_marks_from_files_do_no_harm() {
        let graph = svg(&[Some("<b>"), Some("nan"), Some("1e999"), Some("1"), None], &["<script>", "?"]);
        assert!(!graph.contains("script") && !graph.contains("NaN") && !graph.contains("inf"), "{graph}");
    }
}
