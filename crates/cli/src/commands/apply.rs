use anyhow::Result;
use clap::Args;
use floe_fish::{AnyPosition, Move, Position, with_position};
use floe_game::Game;
use floe_hex::Layout;
use serde::Serialize;

use super::PositionArgument;
use crate::answers::answer_each;
use crate::input::lines;
use crate::output::{Answer, Output};
use crate::problem::{Status, Wrong};

/// Play moves and print the position after them
///
/// The moves are played one after the other. Whoever cannot move retires by itself; that is not written as a move.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe apply \"POSITION\" c3-f3 d2-d5
  floe new --seed 1 | floe apply - a1 b2 c4")]
pub(crate) struct Apply {
    #[command(flatten)]
    position: PositionArgument,

    /// The moves in turn, such as c3 (place) or c3-f3 (move)
    #[arg(value_name = "MOVE", required = true)]
    moves: Vec<String>,
}

#[derive(Serialize)]
struct After {
    position: String,
}

impl Answer for After {
    const SCHEMA: &'static str = "floe/apply/1";

    fn text(&self) -> String {
        format!("{}\n", self.position)
    }
}

impl Apply {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        answer_each(lines(&self.position.position), output, |position| {
            let position = match position {
                AnyPosition::Two(position) => AnyPosition::from(play(*position, &self.moves)?),
                AnyPosition::Three(position) => AnyPosition::from(play(*position, &self.moves)?),
                AnyPosition::Four(position) => AnyPosition::from(play(*position, &self.moves)?),
            };
            Ok(After { position: with_position!(position, position => position.to_string()) })
        })
    }
}

fn play<const N: usize>(mut position: Position<N>, moves: &[String]) -> Result<Position<N>, Wrong> {
    for (number, text) in (1..).zip(moves) {
        let wrong = |why: String| Wrong::new(format!("move {number}, '{text}': {why}"));
        let geometry = position.layout().geometry();
        let mv = Move::parse(text, geometry).map_err(|error| wrong(error.to_string()))?;
        position.check(mv).map_err(|error| wrong(format!("{error}{}", choices(&position, mv))))?;
        position.play(mv);
    }
    Ok(position)
}

/// What could be done instead: by the penguin that was named, or else by whom.
fn choices<const N: usize>(position: &Position<N>, mv: Move) -> String {
    let geometry = position.layout().geometry();
    let name = |hex| geometry.name(hex);
    let list = |hexes: Vec<String>| hexes.join(", ");
    let mover = position.last_turn();
    if position.is_over() {
        return String::new();
    }
    if position.is_placement() {
        let places = position.tiles_of(1) & position.free();
        return format!("; {mover} can place on {}", list(places.into_iter().map(name).collect()));
    }
    if let Move::Slide { from, .. } = mv
        && position.penguins(mover).contains(from)
    {
        let mut ends: Vec<String> = geometry.slides(from, position.free()).into_iter().map(name).collect();
        ends.sort();
        return match ends.len() {
            0 => format!("; the penguin on {} cannot move at all", name(from)),
            _ => format!("; the penguin on {} can go to {}", name(from), list(ends)),
        };
    }
    let movable = position.penguins(mover).into_iter().filter(|&hex| !geometry.slides(hex, position.free()).is_empty());
    format!("; {mover} can move the penguins on {}", list(movable.map(name).collect()))
}
