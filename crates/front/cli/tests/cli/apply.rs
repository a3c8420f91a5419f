use serde_json::json;

use crate::run::{floe, floe_with, objects};
use crate::{DEALT, ENDGAME, EXAMPLE, OVER};

#[test]
fn moves_are_played_in_turn() {
    let after = floe!("apply `{DEALT}` a1 c2").fine();
    assert_eq!(
        after,
        "A1122211/23B111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 3,3\n"
    );
    let object = floe!("apply --json `{EXAMPLE}` b4-d4 e4-e3").object();
    assert_eq!(object["schema"], "floe/apply/1");
    assert_eq!(
        floe!("apply `{EXAMPLE}` b4-d4 e4-e3").fine().trim_end(),
        object["position"]
    );
}

#[test]
fn an_illegal_move_is_named_and_explained() {
    let says = |moves: &str, text: &str| {
        let said = floe!("apply `{ENDGAME}` {moves}").wrong();
        assert_eq!(said.trim_end(), format!("floe: {text}"));
    };
    says(
        "b1-d1",
        "move 1, 'b1-d1': the way is blocked on d1 by water; the penguin on b1 can go to c1",
    );
    says(
        "b1-c1 e1-e2 c1-b1",
        "move 3, 'c1-b1': the way is blocked on b1 by water; the penguin on c1 cannot move at all",
    );
    says(
        "b1-b4",
        "move 1, 'b1-b4': b1 and b4 are not in a straight line; the penguin on b1 can go to c1",
    );
    says(
        "a1-b1",
        "move 1, 'a1-b1': there is no penguin of A on a1, but water; A can move the penguins on b1, c4, a8, d8",
    );
    says(
        "c1",
        "move 1, 'c1': all penguins are placed, and a move is two hexes, such as c3-f3; A can move the penguins on b1, c4, a8, d8",
    );
    says(
        "x9",
        "move 1, 'x9': column 1 of the move: expected a row from 1 to 8; found 'x9'",
    );
    says(
        "b1-h1",
        "move 1, 'b1-h1': column 4 of the move: expected a hex from a1 to g1; found 'h1'",
    );
    says(
        "b1xc1",
        "move 1, 'b1xc1': column 3 of the move: expected '-' and another hex, or the end; found 'xc1'",
    );
    floe!("apply `{DEALT}` b1-c1").refuses("A can place on a1, b1, f1, g1, c2,");
    assert_eq!(
        floe!("apply `{OVER}` a1").wrong().trim_end(),
        "floe: move 1, 'a1': the game is over"
    );
    floe!("apply `{ENDGAME}`").refuses("<MOVE>...");
}

/// Moves are written in one form and read as people type them.
#[test]
fn moves_may_be_typed_in_any_case_and_without_a_hyphen() {
    let whale = "rows(1:4,0:5,1:4):1A111/1111./2.1B1 A 0:0,0:0 rules=whale whale=c1";
    let hidden = "A31...../......../......./......../..3B1.../......../......./........ A 30:20,30:20 rules=hidden-whale hidden=3";
    for (position, plain, typed) in [
        (ENDGAME, "b1-c1", &["B1-C1", "b1c1", "B1C1"][..]),
        (DEALT, "a1", &["A1"]),
        (whale, "b1-a1,whale:E", &["B1A1,WHALE:e", "b1-A1,whale:E"]),
        (hidden, "a1-b1,whale", &["A1B1,Whale"]),
    ] {
        let after = floe!("apply `{position}` `{plain}`").fine();
        for typed in typed {
            assert_eq!(
                floe!("apply `{position}` `{typed}`").fine(),
                after,
                "{typed}"
            );
        }
    }
    floe_with("replay -", format!("{ENDGAME}\nB1C1\n")).says("1. A b1-c1\n");
}

/// Errors of variants say what is wrong, and list the legal moves.
#[test]
fn what_is_wrong_with_a_move_is_told_in_variants() {
    let hidden = "A31...../......../......./......../..3B1.../......../......./........ A 30:20,30:20 rules=hidden-whale hidden=3";
    let special =
        "rows(1:4,0:5,1:4):r1B1.1/A2t1x2.B2/f1b21A1 A 2:1,1:1 rules=special-tiles took=0.1.0,1.0.0";
    let stuck = "rows(1:4,0:5,1:4):.A1B21/...../A12.. A 4:3,8:4 rules=push";
    let placing = "rows(1:4,0:5,1:4):A112./13211/1111 B 0:0,0:0 3,4 rules=push";
    for (position, mv, why) in [
        (
            hidden,
            "d5-c5",
            "there is no penguin of A on d5, but a penguin of B; A can move the penguin on a1",
        ),
        (
            hidden,
            "c1-b1",
            "there is no penguin of A on c1, but water; A can move",
        ),
        (
            hidden,
            "b1-a1",
            "there is no penguin of A on b1, but a free tile; A can move",
        ),
        (
            hidden,
            "b1",
            "all penguins are placed, and a move is two hexes, such as c3-f3; A can move",
        ),
        (
            hidden,
            "c9-c7",
            "expected a row from 1 to 8; found 'c9-c7'; A can move",
        ),
        (
            hidden,
            "a1-a2",
            "the way is blocked on a2 by water; the penguin on a1 can do a1-b1",
        ),
        (
            special,
            "b1-c1",
            "there is no penguin of A on b1, but a penguin of B; A can move the penguins on a2, d3",
        ),
        (
            special,
            "x1-c1",
            "expected a hex from z1 to e1; found 'x1-c1'; A can move",
        ),
        (
            stuck,
            "c1xd1",
            "there is no penguin of A on c1, but a penguin of B; A can move",
        ),
        (placing, "a1", "a penguin of A stands on a1; B can place on"),
        (
            placing,
            "c1",
            "the tile c1 has 2 fish, and penguins are placed on one-fish tiles; B can place on",
        ),
        (placing, "d1", "d1 is water; B can place on"),
        (
            placing,
            "b1-c1",
            "B has penguins to place, and a placement is one hex, such as c3; B can place on",
        ),
    ] {
        let said = floe!("apply `{position}` `{mv}`").wrong();
        assert!(
            said.starts_with(&format!("floe: move 1, '{mv}': {why}")),
            "{said}"
        );
    }
}

/// Errors about an own penguin are those of the base game, and some of the variant.
#[test]
fn what_a_penguin_cannot_do_is_told_in_variants() {
    let small =
        |rows: &str, rules: &str| format!("rows(1:4,0:5,1:4):{rows} A 0:0,0:0 rules={rules}");
    let push = &small("1A1B11/11111/1111", "push");
    let whale = &small("1A111/1111./2.1B1", "whale whale=c1");
    let survival = &small("1A111/1B1111/1111", "survival");
    let group = &small("1(AA)111/11111/2.1B1", "group");
    let open =
        "setup-2:...../....../......./......../..A11o11../......../......./....../B1.... A 9:9,9:9"
            .to_owned();
    let special =
        "rows(1:4,0:5,1:4):r1B1.1/A2t1x2.B2/f1b21A1 A 2:1,1:1 rules=special-tiles took=0.1.0,1.0.0"
            .to_owned();
    for (position, mv, why) in [
        (
            push,
            "b1-d1",
            "the way is blocked on c1 by a penguin of B; the penguin on b1 can do",
        ),
        (
            push,
            "b1-b3",
            "b1 and b3 are not in a straight line; the penguin on b1 can do",
        ),
        (
            push,
            "b1-b1",
            "a penguin moves at least one hex; the penguin on b1 can do",
        ),
        (
            push,
            "b1",
            "all penguins are placed, and a move is two hexes, such as c3-f3; the penguin on b1 can do",
        ),
        (
            push,
            "b1-h9",
            "expected a row from 1 to 3; found 'h9'; the penguin on b1 can do",
        ),
        (
            push,
            "b1xc1",
            "there is no water behind c1; the penguin on b1 can do",
        ),
        (
            push,
            "b1xa1",
            "there is no penguin to push on a1; the penguin on b1 can do",
        ),
        (
            push,
            "b1xd3",
            "d3 is not next to b1; the penguin on b1 can do",
        ),
        (
            whale,
            "b1-d1",
            "the way is blocked on c1 by the whale; the penguin on b1 can do",
        ),
        (
            whale,
            "b1xa1",
            "these rules have no pushes, and a move is written like c3-f3; the penguin on b1 can do",
        ),
        (
            whale,
            "b1-a1,whale:XX",
            "it is not legal; the penguin on b1 can do",
        ),
        (
            survival,
            "b1-d1",
            "d1 is not next to b1; the penguin on b1 can do",
        ),
        (
            survival,
            "b1-b2",
            "the way is blocked on b2 by a penguin of B; the penguin on b1 can do",
        ),
        (
            group,
            "b1=b3",
            "b1 and b3 are not in a straight line; the penguin on b1 can do",
        ),
        (
            &open,
            "c5-e5",
            "no penguin can stop on e5; the penguin on c5 can do c5-d5, c5-f5",
        ),
        (
            &special,
            "d3-b3",
            "no penguin can stop on b3; the penguin on d3 can do",
        ),
        (
            &special,
            "a2-e2",
            "the way is blocked on d2 by water; the penguin on a2 can do",
        ),
        (
            &special,
            "a2-d3",
            "a2 and d3 are not in a straight line; the penguin on a2 can do",
        ),
        (
            &special,
            "a2-c2,swap:a1",
            "it is not legal; the penguin on a2 can do",
        ),
    ] {
        let said = floe!("apply `{position}` `{mv}`").wrong();
        assert!(
            said.starts_with(&format!("floe: move 1, '{mv}': {why}")),
            "{said}"
        );
    }
}

#[test]
fn an_illegal_move_as_an_object() {
    let ran = floe!("apply --json `{ENDGAME}` b1-d1");
    assert_eq!((ran.status, ran.err.as_str()), (Some(2), ""));
    let objects = objects(&ran.out);
    let error =
        "move 1, 'b1-d1': the way is blocked on d1 by water; the penguin on b1 can go to c1";
    assert_eq!(
        objects,
        [json!({"schema": "floe/error/1", "error": error, "line": 1, "column": null})]
    );
}
