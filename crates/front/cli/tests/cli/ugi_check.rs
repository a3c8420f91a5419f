//! Reports on faulty programs: floe itself, behind a filter that adds a fault.
#![cfg(unix)]

use serde_json::Value;

use crate::run::{floe, objects};

const FLOE: &str = env!("CARGO_BIN_EXE_floe");

/// The names of the checks that a pipeline of the shell does not pass, and what was found.
fn failed(pipeline: &str) -> Vec<(String, String)> {
    let ran = floe!(
        "ugi --json --check sh -c `{}`",
        pipeline.replace("FLOE", &format!("'{FLOE}' ugi"))
    );
    let report = &objects(&ran.out)[0];
    assert_eq!(report["schema"], "floe/ugi-check/1");
    assert_eq!(
        (ran.status, &report["passed"]),
        (Some(1), &Value::Bool(false)),
        "{}{}",
        ran.out,
        ran.err
    );
    let failed = report["checks"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|check| check["passed"] == false);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    failed
        .map(|check| (text(&check["name"]), text(&check["found"])))
        .collect()
}

/// Checks that a program does not pass because the machine has other work.
const TIMED: [&str; 8] = [
    "time for a move",
    "clocks",
    "isready during a search",
    "stop",
    "stop at once",
    "quit",
    "quit during a search",
    "end of input",
];

/// Asserts that a pipeline passes all checks but these and the timed ones, and returns what was
/// found at these.
#[track_caller]
fn assert_fails(pipeline: &str, expected: &[&str]) -> Vec<String> {
    let failed = failed(pipeline).into_iter();
    let failed: Vec<_> = failed
        .filter(|(name, _)| expected.contains(&&**name) || !TIMED.contains(&&**name))
        .collect();
    let names: Vec<&str> = failed.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, expected, "{failed:?}");
    failed.into_iter().map(|(_, found)| found).collect()
}

#[test]
fn floe_itself_passes() {
    let said = floe!("ugi --check `{FLOE}` ugi");
    for line in said.out.lines().filter(|line| line.starts_with("FAILED")) {
        assert!(TIMED.contains(&&line["FAILED  ".len()..]), "{}", said.out);
    }
    for check in [
        "a game of 4 players",
        "moves with hidden-whale",
        "a game with special-tiles",
        "a game with whale+teams",
    ] {
        assert!(
            said.out.contains(&format!("passed  {check}\n")),
            "{}",
            said.out
        );
    }
}

#[test]
fn the_variants_that_a_program_knows_are_tried() {
    let whales = "s/^response base.*/response base whale hidden-whale sailing/";
    let pipeline = format!("FLOE | sed -u '{whales}; s/^\\(bestmove .*\\),whale:.*/\\1/'");
    assert_fails(&pipeline, &["moves with whale", "a game with whale"]);
}

#[test]
fn illegal_moves_are_found() {
    let failed = failed("FLOE | sed -u 's/^bestmove .*-.*/bestmove a1-a1/'");
    for name in [
        "moves of 2 players",
        "moves of 3 players after others",
        "a game of 4 players",
    ] {
        let found = &failed.iter().find(|(failed, _)| failed == name).unwrap().1;
        assert!(found.starts_with("'bestmove a1-a1': "), "{found}");
        assert!(found.contains("the command was 'position fen "), "{found}");
    }
    assert!(failed.iter().all(|(name, _)| name != "queries"));
}

#[test]
fn a_program_for_two_that_is_late_and_stays() {
    let pipeline = "sed -u '/^quit/d; /^query [pr][lu]/d; s/movetime 200/movetime 1500/' | FLOE";
    let found = assert_fails(
        pipeline,
        &["time for a move", "quit", "quit during a search"],
    );
    assert!(found[0].starts_with("the answer after "), "{found:?}");
    assert_eq!(found[1], "a program that still runs");
}

#[test]
fn one_that_cannot_bear_what_it_does_not_know() {
    let pipeline = "sed -u '/^hello/q; /nonsense/q; /^quit/q; /^query [pr][lu]/d' | FLOE";
    let found = assert_fails(pipeline, &["unknown lines", "wrong orders"]);
    assert!(found[0].contains("after 'isready': crashed: "), "{found:?}");
}

#[test]
fn one_that_does_not_stop() {
    let pipeline = "sed -u 's/^stop//; /^quit/q; /^query [pr][lu]/d' | FLOE";
    assert_fails(
        pipeline,
        &["isready during a search", "stop", "stop at once"],
    );
}

#[test]
fn what_is_no_such_program_at_all() {
    for pipeline in ["true", "exec >&-; sleep 100", "echo ugiok", "kill -9 $$"] {
        assert_fails(pipeline, &["introduction"]);
    }
    let said = floe("ugi --check /no/such/program");
    assert_eq!(said.status, Some(1));
    assert!(
        said.out.contains("program '/no/such/program' not found"),
        "{}",
        said.out
    );
    floe("ugi --check").refuses("--check <PROGRAM>");
}
