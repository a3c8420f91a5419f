use serde_json::json;

use crate::run::floe;
use crate::{DEALT, ENDGAME, OVER};

#[test]
fn moves_are_sorted_one_a_line() {
    assert_eq!(
        floe!("moves `{ENDGAME}`").fine(),
        "a8-a7\nb1-c1\nc4-b3\nc4-d4\nd8-e8\n"
    );
    assert_eq!(floe!("moves `{DEALT}`").fine().lines().count(), 30);
    assert_eq!(floe!("moves `{OVER}` --json").object()["moves"], json!([]));
}

#[test]
fn moves_as_an_object() {
    let object = floe!("--json moves `{ENDGAME}`").object();
    let moves = ["a8-a7", "b1-c1", "c4-b3", "c4-d4", "d8-e8"];
    assert_eq!(
        object,
        json!({"schema": "floe/moves/1", "position": ENDGAME, "moves": moves})
    );
}

#[test]
fn who_cannot_move_has_retired() {
    let stuck =
        "2....../..2...../.1..B2../..A1...../......./......../......./A1......B2 B 44:27,45:26";
    let object = floe!("moves `{stuck}` --json").object();
    assert_eq!(
        object["position"],
        "2....../..2...../.1...../..A1...../......./......../......./A1....... A 44:27,49:28"
    );
    assert_eq!(object["moves"], json!(["c4-b3"]));
}
