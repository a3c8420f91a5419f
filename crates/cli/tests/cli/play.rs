use std::fs;

use crate::run::{floe, floe_with};
use crate::{ENDGAME, OVER};

/// The engine answers at once.
const QUICK: [&str; 3] = ["play", "--level", "1"];

fn playing(more: &[&str], lines: &str) -> String {
    floe_with(&[&QUICK, more].concat(), lines).fine()
}

#[test]
fn a_game_is_played_to_its_end_by_engines() {
    let told = playing(&["--side", "none", ENDGAME], "");
    assert!(told.contains(" plays "), "{told}");
    assert!(told.contains("The game is over.") && told.contains(" won with "), "{told}");
}

#[test]
fn a_person_places_and_is_answered() {
    let told = playing(&["--seed", "1"], "f1\nquit\n");
    assert!(told.contains("B plays "), "{told}");
    assert!(told.contains("A1"), "{told}");
}

#[test]
fn what_is_no_move_changes_nothing() {
    let told = playing(&["--seed", "1"], "nonsense\nz9\nlevel 9\nside E\nsave\nundo\nquit\n");
    for why in
        ["expected a hex", "expected a level from 1 to 8", "expected letters", "expected the name", "no move of yours"]
    {
        assert!(told.contains(why), "{why}: {told}");
    }
    assert!(told.trim_end().ends_with("A 0:0,0:0 4,4"), "{told}");
}

#[test]
fn moves_are_taken_back() {
    let told = playing(&["--seed", "1"], "f1\nundo\nquit\n");
    assert!(told.trim_end().ends_with("A 0:0,0:0 4,4"), "{told}");
}

#[test]
fn words_at_the_prompt_are_answered() {
    let told = playing(&[ENDGAME], "help\nmoves\nhint\nexplain\nshow\nquit\n");
    for word in ["take back", "b1-c1", "A wins by 10 fish", "expected"] {
        assert!(told.contains(word), "{word}: {told}");
    }
}

#[test]
fn a_game_is_kept_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("evening.game");
    let file = file.to_str().expect("a name in UTF-8");
    playing(&["--seed", "1", "--file", file], "f1\nquit\n");
    let kept = fs::read_to_string(file).expect("the game was kept");
    assert_eq!(kept.lines().count(), 3, "{kept}");
    let told = playing(&["--file", file], "quit\n");
    assert!(told.contains("A    0 fish,  0 tiles, 1 on the floe, 3 to place  <- to move"), "{told}");
    // What is kept is a list of moves that can be replayed.
    assert!(floe(&["replay", file]).fine().contains("3 to place"));
    let told = playing(&["--file", file], "undo\nquit\n");
    assert!(told.trim_end().ends_with("A 0:0,0:0 4,4"), "{told}");
}

#[test]
fn a_damaged_file_is_refused_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.game");
    fs::write(&file, format!("{ENDGAME}\na8-a1\n")).expect("it is written");
    let wrong = floe(&["play", "--file", file.to_str().expect("a name in UTF-8")]).wrong();
    assert!(wrong.contains("line 2") && wrong.contains("a8-a1"), "{wrong}");
}

#[test]
fn only_who_plays_can_be_played() {
    let wrong = floe(&["play", "--seed", "1", "--side", "C"]).wrong();
    assert!(wrong.contains("--side: there is no player C, expected letters of A, B, or none"), "{wrong}");
    floe(&["play", "--players", "3", "--side", "AD"]).wrong();
    let told = playing(&["--seed", "1", "--players", "3"], "side D\nmoves\nquit\n");
    assert!(told.contains("there is no player D, expected letters of A, B, C, or none"), "{told}");
    assert!(!told.contains(" plays "), "{told}");
}

#[test]
fn what_is_no_text_is_asked_again() {
    let told = floe_with(&[&QUICK[..], &["--seed", "1"]].concat(), b"\xff\nf1\nquit\n").fine();
    assert!(told.contains("found the byte 0xff, expected text in UTF-8"), "{told}");
    assert!(told.contains("B plays "), "{told}");
}

#[test]
fn a_game_that_is_over_is_told() {
    assert!(playing(&[OVER], "").contains("won with"));
}

#[test]
fn a_bad_call_says_what_is_expected() {
    assert!(floe(&["play", "--side", "X"]).wrong().contains("expected letters of players"));
    assert!(floe(&["play", "rubbish"]).wrong().contains("column 1"));
}
