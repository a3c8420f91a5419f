//! The positions worth looking at are worth what their comments and the README say.

use serde_json::{Value, json};

use crate::run::{floe_with, objects};

fn analyze(input: &str) -> Vec<Value> {
    objects(&floe_with("analyze - --json --quiet --lines 50 --time 10m", input).fine())
}

/// The fish that every move wins or loses, best first.
fn fish(found: &Value) -> Vec<(&str, i64)> {
    assert!(
        found["lines"]
            .as_array()
            .unwrap()
            .iter()
            .all(|line| line["exact"] == true)
    );
    let moves = found["moves"].as_array().unwrap().iter();
    moves
        .map(|each| {
            (
                each["move"].as_str().unwrap(),
                each["value"]["fish"].as_i64().unwrap(),
            )
        })
        .collect()
}

#[test]
fn an_ending_has_one_good_move() {
    let found = analyze(include_str!(
        "../../../../../positions/examples/endgame.pos"
    ));
    let moves = fish(&found[0]);
    assert_eq!(moves[0], ("d3-c3", 9));
    assert!(
        moves.len() > 5 && moves[1..].iter().all(|&(_, fish)| fish <= -5),
        "{moves:?}"
    );
}

#[test]
fn a_lock_in_is_worth_twenty_fish() {
    let found = analyze(include_str!(
        "../../../../../positions/examples/lock-in.pos"
    ));
    let moves = fish(&found[0]);
    assert_eq!(moves[..2], [("a3-b3", 21), ("a3-c3", 1)]);
}

#[test]
fn in_zugzwang_to_move_is_to_lose() {
    let found = analyze(include_str!(
        "../../../../../positions/examples/zugzwang.pos"
    ));
    assert_eq!(
        [&found[0]["value"], &found[1]["value"]],
        [&json!({"fish": -1, "tiles": 0}); 2]
    );
}

/// The fish hides a tile of little value as if it were the best.
#[test]
fn a_bluff_is_mixed_in() {
    let bluff = include_str!("../../../../../positions/examples/bluff.pos");
    let found = objects(&floe_with("solve - --json --quiet", bluff).fine());
    let strategy: Vec<(&str, f64)> = (found[0]["strategy"].as_array().unwrap().iter())
        .map(|each| {
            (
                each["move"].as_str().unwrap(),
                each["probability"].as_f64().unwrap(),
            )
        })
        .collect();
    assert_eq!([strategy[0].0, strategy[1].0], ["show:a2=1", "show:b1=r"]);
    assert!((0.6..0.7).contains(&strategy[0].1), "{strategy:?}");
}
