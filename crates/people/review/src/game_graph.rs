//! Graphs of the values that are noted on a game.

use floe_engine::{GameLine, GameValue, LineMove, MeanValue};
use floe_game::Player;
use floe_picture::{ValueCurve, ValueGraph, ValuePoint};

use crate::Mark;
use floe_gamefile::first_number;
use floe_presentation::{Perspective, UnitWords};

/// Graph of the values of a line, with the marks of its bad moves. `values` and `marks` have an
/// entry for each move: its value in notation, for the player who moved, and its signs. With two
/// sides the graph shows the margin of A's side, with more sides the result of each player, and
/// where all play together the animals left. It marks the position after `shown` moves.
pub fn game_graph(
    line: &GameLine,
    values: &[Option<&str>],
    marks: &[&str],
    shown: usize,
) -> ValueGraph {
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
    let curves = curves(line, values, marks);
    let bad: Vec<String> = curves
        .iter()
        .flat_map(|curve| &curve.points)
        .filter_map(bad_in_words)
        .collect();
    let bad = if bad.is_empty() {
        "none".to_owned()
    } else {
        bad.join(", ")
    };
    ValueGraph {
        title: format!("Value by move: {above}. Bad moves: {bad}."),
        above,
        below,
        moves: line.moves().len(),
        curves,
        shown,
    }
}

/// Value of a move in notation, for the player who moved, in a few characters that name the side
/// which is ahead, as [`GameValue::tag`] has them; the text itself where it is no such value.
pub(crate) fn value_tag(text: &str, played: &LineMove<'_>) -> String {
    let player = played.player();
    let view = Perspective {
        mover: player,
        ..Perspective::of(played.before)
    };
    match played.before.sides() {
        1 => text.to_owned(),
        2 => mean_value(text).map_or(text.to_owned(), |value| view.tag(&GameValue::Margin(value))),
        _ => {
            let results: Vec<&str> = text.split(',').collect();
            let own = if results.len() > 1 {
                results.get(player.index()).copied()
            } else {
                Some(text)
            };
            let own = own.and_then(|own| mean_value(own.trim()));
            own.map_or(text.to_owned(), |value| {
                format!("{player} {}", view.units.label(value, false))
            })
        }
    }
}

/// A value such as `+3`, `+3:-1` or `2.5:0.1`; `None` for any other text.
fn mean_value(text: &str) -> Option<MeanValue> {
    if text.contains(':') {
        MeanValue::read(text)
    } else {
        MeanValue::read(&format!("{text}:0"))
    }
}

/// A bad move with its sign: `12??`.
fn bad_in_words(point: &ValuePoint) -> Option<String> {
    (!point.sign.is_empty()).then(|| format!("{}{}", point.number, point.sign))
}

fn curves(line: &GameLine, values: &[Option<&str>], marks: &[&str]) -> Vec<ValueCurve> {
    let sides = line.start().sides();
    let mut curves: Vec<ValueCurve> = Vec::new();
    for (played, value) in line.moves().zip(values) {
        let Some(value) = value.and_then(first_number) else {
            continue;
        };
        let mover = played.player();
        let is_of_b = sides == 2 && line.start().side_of(mover) == 1;
        let sign = marks
            .get(played.number - 1)
            .filter(|mark| Mark::of_sign(mark).is_some());
        let point = ValuePoint {
            number: played.number,
            value: if is_of_b { -value } else { value },
            sign: sign.map_or(String::new(), |&sign| sign.to_owned()),
        };
        let player = if sides > 2 {
            mover.to_string()
        } else {
            String::new()
        };
        match curves.iter_mut().find(|curve| curve.player == player) {
            Some(curve) => curve.points.push(point),
            None => curves.push(ValueCurve {
                player,
                points: vec![point],
            }),
        }
    }
    curves
}
