//! Games at a real table, followed by `floe play --table`.

use std::fs;
use std::path::Path;

use crate::run::{floe, floe_with};

/// Follows a game from what is typed, without advice that takes time.
fn followed(more: &[&str], lines: &str) -> String {
    floe_with(&[&["play", "--table", "--level", "1"], more].concat(), lines).fine()
}

/// Position and moves of a game file.
fn game_in(file: &Path) -> (String, Vec<String>) {
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with(['[', '#']) && !line.is_empty()).map(str::to_owned);
    (lines.next().unwrap(), lines.collect())
}

/// A move as people say it: first the choice, then its outcome.
fn said(rules: &str, mv: &str) -> String {
    match (rules, mv.split_once([':', ','])) {
        ("flip" | "contest", Some(("draw" | "lay", came))) => format!("{came}\n"),
        ("hidden-whale", Some((choice, came))) => format!("{choice}\n{came}\n"),
        ("hidden-whale", None) if mv.contains('-') => format!("{mv}\nnothing\n"),
        _ => format!("{mv}\n"),
    }
}

#[test]
fn games_of_all_rules_are_followed_to_their_end() {
    let folder = tempfile::tempdir().unwrap();
    let rules = floe(&["rules", "--json"]).object();
    for rules in rules["rules"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()) {
        let played = folder.path().join(format!("{rules}-played"));
        let path = played.to_str().unwrap();
        floe(&["play", "--side", "none", "--level", "1", "--seed", "3", "--rules", rules, "--file", path]).fine();
        let (start, moves) = game_in(&played);
        assert!(moves.len() > 10, "{rules}: {moves:?}");
        let written: String = moves.iter().map(|mv| format!("{mv}\n")).collect();
        let said: String = moves.iter().map(|mv| said(rules, mv)).collect();
        for (name, lines) in [("written", &written), ("said", &said)] {
            // A move without a whale is also the choice before it is known.
            if (rules, name) == ("hidden-whale", "written") {
                continue;
            }
            let typed = folder.path().join(format!("{rules}-{name}"));
            let told = followed(&[&start, "--side", "none", "--file", typed.to_str().unwrap()], lines);
            assert_eq!(game_in(&typed), (start.clone(), moves.clone()), "{rules}, {name}: {told}");
        }
    }
}

/// The angler sees what it would see at the table, and no tile before it is shown.
#[test]
fn an_angler_follows_what_it_sees() {
    let told = followed(&["--rules", "angling", "--side", "A"], "\n\n\nquit\n");
    assert_eq!(told.matches("B: lay\n").count(), 16, "{told}");
    assert!(told.contains("????/????/????/????"), "{told}");
    assert!(!told.contains("lay:"), "{told}");
}

#[test]
fn the_tiles_are_asked_for_and_counted() {
    let rows = "1212211\n21323211\n2222221\n31131111\n1121213\n11322113\n1121123\n31111322\n";
    let told = followed(&[], &format!("{rows}f1\nb2\nquit\n"));
    assert!(told.contains("tiles of row 8 from the left"), "{told}");
    assert!(told.trim_end().ends_with(" A 0:0,0:0 3,3"), "{told}");
    // One tile of one fish too many, which is kept in the end.
    let wrong = rows.replacen("31131111", "11131111", 1);
    let told = followed(&[], &format!("{wrong}\nquit\n"));
    assert!(told.contains("31 tiles of one fish, 20 of two and 9 of three, and the game has 30 "), "{told}");
    assert!(told.contains("/11131111/"), "{told}");
    // A row too short: the mistake, and all again.
    let short = rows.replacen("31131111", "3113111", 1);
    let told = followed(&[], &format!("{short}\n{rows}quit\n"));
    assert!(told.contains("since row 4 has 8") && told.contains("/31131111/"), "{told}");
    let ended = floe_with(&["play", "--table"], "12");
    assert_eq!(ended.status, Some(2), "{}", ended.err);
    assert!(
        ended.err.contains("--table: expected what lies on the table; found the end of the input"),
        "{}",
        ended.err
    );
}

#[test]
fn a_net_and_hands_are_asked_for() {
    let net = "WSDJ\nJ4vS1>S4<\nW1<J1vS3<\nD1>J2vS3>\nD2>J1^W4>\nS:csk\nJ:rye\n";
    let told = followed(&["--rules", "flip", "--side", "none"], &format!("{net}c:a\nx\nquit\n"));
    assert!(told.contains("What came?\n") && told.contains("A: draw:x\n"), "{told}");
    assert!(told.trim_end().lines().last().unwrap().contains("A S:skx,J:rye "), "{told}");
    let told = followed(&["--rules", "whale", "--side", "none"], &format!("{}e5\nquit\n", floe_rows()));
    assert!(told.trim_end().ends_with("rules=whale whale=e5"), "{told}");
}

fn floe_rows() -> String {
    let position = floe(&["new", "--seed", "1"]).fine();
    let rows = position.split(' ').next().unwrap();
    rows.split('/').map(|row| format!("{row}\n")).collect()
}

#[test]
fn what_came_is_asked_until_it_is_said() {
    let position = floe(&["new", "--rules", "flip", "--seed", "1"]).fine();
    let told = followed(&[position.trim(), "--side", "none"], "c:a\nz\nshow\nx\nundo\nundo\nc:b\nquit\n");
    assert!(told.contains("expected what came: ") && told.contains("found 'z'"), "{told}");
    assert!(told.contains("A: draw:x\n") && told.contains("A: c:b\n"), "{told}");
}

/// An empty line plays the move that is advised, and a game is resumed as what it was.
#[test]
fn the_advice_is_played_by_an_empty_line_and_the_game_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("evening");
    let path = file.to_str().unwrap();
    let position = floe(&["new", "--seed", "1"]).fine();
    followed(&[position.trim(), "--side", "B", "--file", path], "f1\n\nquit\n");
    let (_, moves) = game_in(&file);
    assert_eq!(moves.len(), 2);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("[A \"opponent\"]") && text.contains("[B \"person\"]"), "{text}");
    let told = followed(&["--file", path], "\nquit\n");
    assert!(told.contains("A> ") && !told.contains("A (you)> "), "{told}");
}
