use serde_json::json;

use crate::run::{floe, objects};
use crate::{DEALT, ENDGAME, EXAMPLE, OVER};

#[test]
fn moves_are_played_in_turn() {
    let after = floe(&["apply", DEALT, "a1", "c2"]).fine();
    assert_eq!(after, "A1122211/23B111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 3,3\n");
    let object = floe(&["apply", "--json", EXAMPLE, "b4-d4", "e4-e3"]).object();
    assert_eq!(object["schema"], "floe/apply/1");
    assert_eq!(floe(&["apply", EXAMPLE, "b4-d4", "e4-e3"]).fine().trim_end(), object["position"]);
}

#[test]
fn an_illegal_move_is_named_and_explained() {
    let refused = |moves: &[&str]| {
        let arguments: Vec<&str> = ["apply", ENDGAME].iter().chain(moves).copied().collect();
        floe(&arguments).wrong()
    };
    let says = |moves: &[&str], text: &str| {
        let said = refused(moves);
        assert_eq!(said.trim_end(), format!("floe: {text}"));
    };
    says(&["b1-d1"], "move 1, 'b1-d1': the way is blocked on d1 by water; the penguin on b1 can go to c1");
    says(
        &["b1-c1", "e1-e2", "c1-b1"],
        "move 3, 'c1-b1': the way is blocked on b1 by water; the penguin on c1 cannot move at all",
    );
    says(&["b1-b4"], "move 1, 'b1-b4': b1 and b4 are not in a straight line; the penguin on b1 can go to c1");
    says(
        &["a1-b1"],
        "move 1, 'a1-b1': there is no penguin of A on a1, but water; A can move the penguins on b1, c4, a8, d8",
    );
    says(
        &["c1"],
        "move 1, 'c1': all penguins are placed, and a move is two hexes, such as c3-f3; A can move the penguins on b1, c4, a8, d8",
    );
    says(&["x9"], "move 1, 'x9': column 1 of the move: found 'x9', expected a hex such as c3");
    says(&["b1-h1"], "move 1, 'b1-h1': column 4 of the move: found 'h1', expected a hex such as c3");
    assert!(floe(&["apply", DEALT, "b1-c1"]).wrong().contains("A can place on a1, b1, f1, g1, c2,"));
    assert_eq!(floe(&["apply", OVER, "a1"]).wrong().trim_end(), "floe: move 1, 'a1': the game is over");
    assert!(floe(&["apply", ENDGAME]).wrong().contains("<MOVE>..."));
}

#[test]
fn an_illegal_move_as_an_object() {
    let ran = floe(&["apply", "--json", ENDGAME, "b1-d1"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(2), ""));
    let objects = objects(&ran.out);
    let error = "move 1, 'b1-d1': the way is blocked on d1 by water; the penguin on b1 can go to c1";
    assert_eq!(objects, [json!({"schema": "floe/error/1", "error": error, "line": 1, "column": null})]);
}
