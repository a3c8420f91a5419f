use serde_json::json;

use crate::run::{Folder, floe, floe_with, objects};
use crate::{DEALT, ENDGAME, EXAMPLE, OVER, THREE};

#[test]
fn a_bad_line_has_its_result_and_the_next_is_read() {
    let input = format!("{ENDGAME}\n# a comment\n12\n\n{EXAMPLE}");
    let ran = floe_with("moves - --json", &input);
    assert_eq!((ran.status, ran.err.as_str()), (Some(2), ""));
    let results = objects(&ran.out);
    let schemas: Vec<&str> = results
        .iter()
        .map(|result| result["schema"].as_str().unwrap())
        .collect();
    assert_eq!(schemas, ["floe/moves/1", "floe/error/1", "floe/moves/1"]);
    assert_eq!(
        (&results[1]["line"], &results[1]["column"]),
        (&json!(3), &json!(3))
    );
    assert_eq!(results[2]["position"], EXAMPLE);
    let missing = &objects(&floe_with("moves - --json", "\n1122211\n").out)[0];
    assert_eq!(
        (&missing["line"], &missing["column"]),
        (&json!(2), &json!(8))
    );
}

/// A file is read like standard input.
#[test]
fn positions_can_come_from_a_file() {
    let folder = Folder::new();
    let file = folder.path().join("positions.txt");
    std::fs::write(
        &file,
        format!("\u{feff}{ENDGAME}\n\n# a comment\n{EXAMPLE}\n12\n"),
    )
    .unwrap();
    let file = file.to_str().unwrap();
    for call in [
        &format!("show --file `{file}`"),
        &format!("moves - --file `{file}`"),
        &format!("perft 2 --file `{file}`"),
    ] {
        let ran = floe!("{call} --json");
        assert_eq!(ran.status, Some(2));
        let results = objects(&ran.out);
        assert_eq!(
            (results.len(), &results[2]["line"]),
            (3, &json!(5)),
            "{call:?}"
        );
    }
    floe!("moves `{ENDGAME}` --file `{file}`").refuses("--file: expected - or nothing as POSITION");
    for call in [
        &format!("apply b4-d4 --file `{file}`"),
        &format!("apply - b4-d4 --file `{file}`"),
    ] {
        let ran = floe(call);
        assert_eq!(
            (ran.status, ran.out.lines().count()),
            (Some(2), 1),
            "{}",
            ran.err
        );
    }
    floe!("apply --file `{file}`").refuses("expected at least one MOVE");
    floe!("perft --file `{file}`").refuses("DEPTH: expected 0 to 99");
    floe("perft 2").refuses("DEPTH");
    let missing = floe("moves --file nowhere.txt").wrong();
    assert_eq!(missing, "floe: nowhere.txt: no such file or directory\n");
    let utf16: Vec<u8> = "\u{feff}12"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    floe_with("moves -", utf16).refuses("line 1, expected text in UTF-8; found UTF-16");
}

#[test]
fn errors_go_to_standard_error_in_words() {
    let ran = floe_with(
        "apply - b4-d4",
        format!("{EXAMPLE}\n11x\n{OVER}\n{EXAMPLE}\n"),
    );
    assert_eq!(ran.status, Some(2));
    assert_eq!(ran.out.lines().count(), 2);
    let said = "floe: line 2, column 3: expected a tile (1-3), water (.), or a penguin (A-D) with the fish of its tile; found 'x'\n  11x\n    ^\nfloe: line 3, move 1, 'b4-d4': the game is over\n";
    assert_eq!(ran.err, said);
}

/// Each result is what the call alone would have given.
#[test]
fn results_are_those_of_single_calls() {
    let input = format!("{DEALT}\n{ENDGAME}\n{THREE}\n");
    for command in ["analyze --threads 1 --depth 3 --quiet", "moves", "show"] {
        let call = |position| format!("{command} --json `{position}`");
        let mut alone: Vec<_> = [DEALT, ENDGAME, THREE]
            .map(|position| floe(&call(position)).object())
            .into();
        let mut batch = objects(&floe_with(&call("-"), &input).fine());
        for object in alone.iter_mut().chain(&mut batch) {
            object.as_object_mut().unwrap().remove("seconds");
        }
        assert_eq!(alone, batch, "{command:?}");
    }
}

#[test]
fn an_empty_line_ends_what_may_have_many() {
    let out = floe_with("moves -", format!("{OVER}\n{ENDGAME}\n")).fine();
    let (over, moves) = out.split_once("\n\n").unwrap();
    assert!(over.starts_with("The game is over: "), "{over}");
    assert_eq!(moves, "a8-a7\nb1-c1\nc4-b3\nc4-d4\nd8-e8\n\n");
    let out = floe_with("perft - 2", format!("{OVER}\n{EXAMPLE}\n")).fine();
    let first: Vec<&str> = out
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(first, ["0", "9"]);
}

#[test]
fn nothing_gives_nothing() {
    assert_eq!(floe_with("analyze -", "").fine(), "");
    assert_eq!(floe_with("moves -", "# only a comment\n").fine(), "");
}

#[test]
fn lines_may_end_as_on_windows_and_hold_anything() {
    let mut input = format!("{EXAMPLE}\r\n").into_bytes();
    input.extend(b"\xff\xfe\n");
    input.extend(vec![b'1'; 200_000]);
    input.extend(format!("\n{EXAMPLE}").bytes());
    let ran = floe_with("perft - 1 --json", input);
    assert_eq!(ran.status, Some(2));
    let results = objects(&ran.out);
    assert_eq!(results[0]["leaves"], 4);
    assert_eq!(
        results[1]["error"],
        "column 1: expected text in UTF-8; found the byte 0xff"
    );
    assert!(
        results[2]["error"]
            .as_str()
            .unwrap()
            .contains("found a longer one")
    );
    assert_eq!(results[3]["leaves"], 4);
}

#[test]
fn an_engine_for_others_is_told_position_by_position() {
    let ran = floe_with(
        "analyze - --json -q --engine alphabeta",
        format!("{THREE}\n{ENDGAME}\n"),
    );
    assert_eq!(ran.status, Some(2));
    let results = objects(&ran.out);
    assert_eq!(
        (&results[0]["schema"], &results[1]["schema"]),
        (&json!("floe/error/1"), &json!("floe/analyze/1"))
    );
}
