use serde_json::Value;

use crate::TEACHING;
use crate::run::{Folder, floe};

fn suite(arguments: &str) -> Value {
    floe!("suite --json --quiet --hash 1 {arguments}").object()
}

fn file(text: &str) -> (Folder, String) {
    let directory = Folder::new();
    let name = directory.write("some.exact", text);
    (directory, name)
}

#[test]
fn the_solver_solves_all() {
    let object = suite(TEACHING);
    assert_eq!(object["schema"], "floe/suite/1");
    assert!(object["positions"].as_u64().unwrap() >= 8);
    assert_eq!(object["solved"], object["positions"]);
    assert_eq!(object["wrong"], 0);
    assert_eq!(object["value_error"], 0.0);
    assert!(object["nodes"].is_u64() && object["seconds"].is_f64());
}

/// An engine that proves a win and plays a move that wins is not wrong for its fish.
#[test]
fn who_wins_is_judged_by_who_wins() {
    let deep = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../positions/exact/34.exact"
    );
    for file in [TEACHING, deep] {
        let signs = suite(&format!("{file} --objective wdl"));
        assert_eq!(
            (&signs["wrong"], &signs["solved"]),
            (&Value::from(0), &signs["positions"])
        );
    }
}

#[test]
fn an_engine_is_measured_by_what_it_gives_away() {
    let object = suite(&format!("{TEACHING} --engine greedy:seed=1"));
    assert_eq!(object["engine"], "greedy:seed=1");
    assert!(object["solved"].as_u64() < object["positions"].as_u64());
    let regret = &object["regret"];
    assert!(
        regret["mean"].as_f64().unwrap() > 0.0 && regret["best"].as_f64().unwrap() < 1.0,
        "{regret}"
    );
    assert_eq!(regret["positions"], object["positions"]);
    assert_eq!(object["wrong"], 0);
}

#[test]
fn a_run_is_compared_with_one_that_was_kept() {
    let directory = Folder::new();
    let record = directory.file("run.json");
    suite(&format!("{TEACHING} --engine greedy --record `{record}`"));
    let object = suite(&format!("{TEACHING} --against `{record}`"));
    let comparison = &object["comparison"];
    assert_eq!(comparison["positions"], object["positions"]);
    assert!(!comparison["gained"].as_array().unwrap().is_empty());
    assert_eq!(comparison["lost"].as_array().unwrap().len(), 0);
    floe!("suite `{TEACHING}` --quiet --against `{record}`").says("against the record");
}

#[test]
fn a_wrong_value_is_found_out() {
    let (_directory, name) = file(
        "......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0\ne4-d4 +2:+1\n",
    );
    let ran = floe!("suite `{name}`");
    assert_eq!(ran.status, Some(1), "{}", ran.err);
    assert!(ran.err.contains("WRONG"), "{}", ran.err);
}

#[test]
fn a_bad_file_says_where() {
    let position =
        "......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0\n";
    for (text, expected) in [
        ("", "expected at least one position"),
        (
            "a1-a2 +1:0\n",
            "line 1: expected a position; found 'a1-a2 +1:0'",
        ),
        (
            position,
            "line 1: expected a value for every move; found none for e4-d4",
        ),
        (
            &format!("{position}e4-a1 +1:0\n"),
            "line 2: expected a legal move without a value so far; found 'e4-a1'",
        ),
        (
            &format!("{position}e4-d4 good\n"),
            "line 2: expected a value such as +3:-1, win, draw or loss; found 'good'",
        ),
        (
            &format!("# one\n\n{}", position.replace("B1", "B7")),
            "line 3: column",
        ),
    ] {
        let (_directory, name) = file(text);
        floe!("suite `{name}`").refuses(expected);
    }
    floe("suite /nowhere/to/be.found").refuses("/nowhere/to/be.found: ");
    floe!("suite `{TEACHING}` --against /nowhere/to/be.found").refuses("/nowhere/to/be.found: ");
}

#[test]
fn what_takes_no_search_counts_as_one_node() {
    let each = &suite(TEACHING)["nodes_each"];
    assert!(each["geometric_mean"].as_f64().unwrap() >= 1.0, "{each}");
}

#[test]
fn a_record_that_cannot_be_kept_is_refused_before_the_run() {
    let said = floe!("suite `{TEACHING}` --record /nowhere/to/be.kept").wrong();
    assert!(
        said.starts_with("floe: /nowhere/to/be.kept: "),
        "no position has been tried: {said}"
    );
    // What was kept stays until there is something to take its place.
    let (_directory, name) = file(
        "a much longer record than any run of one position writes "
            .repeat(50)
            .as_str(),
    );
    let before = std::fs::read_to_string(&name).unwrap();
    floe!("suite /nowhere/to/be.found --record `{name}`").wrong();
    assert_eq!(std::fs::read_to_string(&name).unwrap(), before);
    suite(&format!("{TEACHING} --engine greedy --record `{name}`"));
    suite(&format!("{TEACHING} --engine greedy --against `{name}`"));
}

/// A record that is open can be read to its end, though it is replaced during that; nothing else is
/// left behind.
#[test]
fn a_record_is_replaced_as_a_whole() {
    let (directory, name) = file("");
    suite(&format!("{TEACHING} --record `{name}`"));
    let before = std::fs::read_to_string(&name).unwrap();
    let mut open = std::fs::File::open(&name).unwrap();
    suite(&format!("{TEACHING} --engine greedy --record `{name}`"));
    assert_eq!(std::io::read_to_string(&mut open).unwrap(), before);
    assert_ne!(std::fs::read_to_string(&name).unwrap(), before);
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

/// The new record is written to a file with a name that no file has.
#[test]
fn files_next_to_a_record_stay() {
    let (directory, name) = file("");
    let other = directory.write("some.exact.tmp", "a diary");
    suite(&format!("{TEACHING} --engine greedy --record `{name}`"));
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "a diary");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
}

/// The record is what a link names, not the link.
#[cfg(unix)]
#[test]
fn a_record_can_be_linked_to() {
    let (directory, name) = file("");
    let link = directory.path().join("link");
    std::os::unix::fs::symlink(&name, &link).unwrap();
    let named = link.display();
    suite(&format!("{TEACHING} --engine greedy --record `{named}`"));
    assert!(link.is_symlink());
    suite(&format!("{TEACHING} --engine greedy --against `{name}`"));
}

#[cfg(target_os = "linux")]
#[test]
fn the_report_is_told_even_where_it_cannot_be_kept() {
    let ran = floe!("suite `{TEACHING}` --quiet --engine greedy --record /dev/full");
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.out.contains("teaching.exact") && ran.err.contains("/dev/full: "),
        "{}{}",
        ran.out,
        ran.err
    );
}

/// Nothing is known of open moves, so one that is chosen is no error, and loses nothing that is
/// counted.
#[test]
fn open_moves_are_left_out_of_the_errors() {
    let position = "rows(1:2,0:3):A12/3B11 A 0:0,0:0";
    let (_directory, open) = file(&format!("{position}\na1-b1 0:+1\nothers open\n"));
    let object = suite(&format!("`{open}`"));
    assert_eq!(
        (&object["solved"], &object["wrong"]),
        (&Value::from(1), &Value::from(0))
    );
    let object = suite(&format!("`{open}` --engine greedy"));
    assert_eq!(object["attempts"][0]["best"], "a1-a2");
    assert_eq!(
        (&object["solved"], &object["regret"]),
        (&Value::from(0), &Value::Null)
    );
}
