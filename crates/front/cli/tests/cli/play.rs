use std::fs;

use crate::run::{floe, floe_with};
use crate::{ENDGAME, EXAMPLE, OVER};

/// The engine answers at once.
const QUICK: [&str; 3] = ["play", "--level", "1"];

fn playing(more: &[&str], lines: &str) -> String {
    floe_with(&[&QUICK, more].concat(), lines).fine()
}

#[test]
fn a_game_is_played_to_its_end_by_engines() {
    let told = playing(&["--side", "none", ENDGAME], "");
    assert!(told.contains(" plays "), "{told}");
    assert!(
        told.contains("The game is over: ") && told.contains(" won with "),
        "{told}"
    );
}

#[test]
fn a_person_places_and_is_answered() {
    let told = playing(&["--seed", "1"], "f1\nquit\n");
    assert!(told.contains("B plays "), "{told}");
    assert!(told.contains("A1"), "{told}");
}

#[test]
fn what_is_no_move_changes_nothing() {
    let told = playing(
        &["--seed", "1"],
        "nonsense\nz9\nlevel 9\nside E\nsave\nundo\nquit\n",
    );
    for why in [
        "unknown command 'nonsense'; commands: help, moves",
        "expected a row from 1 to 8; found 'z9'",
        "level: expected 1 to 8; found '9'",
        "expected letters",
        "expected the name",
        "you have made no move",
    ] {
        assert!(told.contains(why), "{why}: {told}");
    }
    assert!(told.trim_end().ends_with("A 0:0,0:0 4,4"), "{told}");
}

#[test]
fn words_may_be_misspelt_and_in_any_case() {
    let told = playing(&["--seed", "1"], "LEVEL 2\nlevel\nhnit\nF1\nUndo\nquit\n");
    assert_eq!(told.matches("level 2 of 8").count(), 2, "{told}");
    assert!(
        told.contains("unknown command 'hnit' (did you mean 'hint'?)"),
        "{told}"
    );
    assert!(
        told.contains("A> f1\n") && told.contains("B plays "),
        "{told}"
    );
    assert!(told.trim_end().ends_with("A 0:0,0:0 4,4"), "{told}");
}

/// The rules and the forms of moves are those of the game being played.
#[test]
fn a_variant_is_explained_at_the_prompt() {
    let told = playing(&["--seed", "1", "--rules", "push"], "help\nrules\nq\n");
    assert!(told.contains("Moves of push:\n  c3xd3  "), "{told}");
    assert!(
        told.contains(floe(&["rules", "push"]).fine().trim()),
        "{told}"
    );
    assert!(told.trim_end().ends_with("rules=push"), "{told}");
    let told = playing(&["--seed", "1"], "help\nrules\nexit\n");
    assert!(!told.contains("Moves of"), "{told}");
    assert!(
        told.contains(floe(&["rules", "base"]).fine().trim()),
        "{told}"
    );
}

/// Without an argument `side` changes nothing.
#[test]
fn the_sides_are_shown() {
    let told = playing(&["--seed", "1"], "side\nf1\nquit\n");
    assert!(
        told.contains("you play A; change it with side LETTERS from AB, or side none"),
        "{told}"
    );
    assert_eq!(told.matches(" plays ").count(), 1, "{told}");
}

/// Engines that play for all sides stop at a line, which is then obeyed.
#[test]
fn engines_can_be_stopped() {
    let told = floe_with(
        &["play", "--level", "6", "--seed", "1"],
        "side none\nshow\nquit\n",
    )
    .fine();
    assert!(
        told.contains("stopped; side none lets the engines play on"),
        "{told}"
    );
    assert!(!told.contains("won with"), "{told}");
}

#[test]
fn a_name_is_no_position() {
    let wrong = floe(&["play", "evening.game"]).wrong();
    assert!(
        wrong.contains("column 1") && wrong.contains("--file FILE continues a saved game"),
        "{wrong}"
    );
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
    assert_eq!(
        kept.lines().filter(|line| !line.starts_with('[')).count(),
        3,
        "{kept}"
    );
    assert!(
        kept.contains("[A \"person\"]\n[B \"floe, level 1\"]\n[Rules \"base\"]\n[Result \"*\"]\n"),
        "{kept}"
    );
    let told = playing(&["--file", file], "quit\n");
    assert!(
        told.contains("A    0 fish,  0 tiles, 1 on the floe, 3 to place  <- to move"),
        "{told}"
    );
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
    assert!(
        wrong.contains("line 2") && wrong.contains("a8-a1"),
        "{wrong}"
    );
}

#[test]
fn a_new_floe_can_be_dealt_again() {
    for rules in ["base", "hidden-whale"] {
        let told = playing(&["--rules", rules], "quit\n");
        let (first, game) = told.split_once('\n').expect("lines");
        let seed = first
            .strip_prefix("new floe, seed ")
            .expect("the seed comes first");
        assert_eq!(playing(&["--rules", rules, "--seed", seed], "quit\n"), game);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("evening.game");
    let file = file.to_str().expect("a name in UTF-8");
    playing(&["--seed", "1", "--file", file], "f1\nquit\n");
    for there in [&["--file", file][..], &["--seed", "1"], &[ENDGAME]] {
        let told = playing(there, "quit\n");
        assert!(!told.contains("seed"), "nothing was drawn: {told}");
    }
}

/// A file that is no game of this kind stays as it is.
#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a name in UTF-8")
            .to_owned()
    };
    let records = file("games.jsonl");
    floe(&[
        "match",
        "random",
        "random",
        "--seed",
        "1",
        "--floes",
        "1",
        "--out",
        folder.path().to_str().expect("UTF-8"),
    ])
    .fine();
    let other = file("other.game");
    fs::write(&other, format!("{ENDGAME}\n\n{ENDGAME}\n")).expect("it is written");
    for (name, why) in [
        (&records, "expected a game file; found match records"),
        (&other, "expected one game; found 2"),
    ] {
        let before = fs::read(name).expect("it is there");
        let wrong = floe_with(&["play", "--level", "1", "--file", name], "f1\nb1-c1\n").wrong();
        assert!(
            wrong.contains(name.as_str()) && wrong.contains(why),
            "{wrong}"
        );
        let told = playing(&[ENDGAME], &format!("save {name}\nb1-c1\nquit\n"));
        assert!(
            told.contains("exists; expected the name of a new file"),
            "{told}"
        );
        assert_eq!(fs::read(name).expect("it is there"), before);
    }
    let new = file("new.game");
    assert!(
        playing(&[ENDGAME], &format!("save {new}\nsave {new}\nquit\n"))
            .matches("saved in")
            .count()
            == 2
    );
}

#[test]
fn a_game_from_a_position_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("study.game");
    let file = file.to_str().expect("a name in UTF-8");
    playing(&[ENDGAME, "--file", file], "b1-c1\nquit\n");
    let kept = fs::read_to_string(file).expect("the game was kept");
    assert!(kept.contains(&format!("\n{ENDGAME}\nb1-c1\n")), "{kept}");
    let told = playing(&[ENDGAME, "--file", file], "undo\nquit\n");
    assert!(told.trim_end().ends_with(ENDGAME), "{told}");
    let wrong = floe(&["play", EXAMPLE, "--file", file]).wrong();
    assert!(
        wrong.contains(file) && wrong.contains("expected a game that starts from"),
        "{wrong}"
    );
}

/// Headers and comments of a file stay as they are; only what the game changes is new.
#[test]
fn headers_and_comments_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("club.game");
    let name = file.to_str().expect("a name in UTF-8");
    let head = "[Event \"Club \\\"Floe\\\"\"]\n[A \"Anna\"]\n[Board \"3\"]\n";
    fs::write(
        &file,
        format!("{head}{ENDGAME} {{ a\nstudy }} b1-c1 # good\n"),
    )
    .expect("it is written");
    playing(&["--file", name, "--side", "AB"], "undo\nundo\nquit\n");
    let kept = fs::read_to_string(&file).expect("it is there");
    assert_eq!(
        kept,
        format!("{head}[B \"person\"]\n[Rules \"base\"]\n[Result \"*\"]\n# a study\n{ENDGAME}\n")
    );
    fs::write(&file, format!("{kept}b1-c1 # good\n")).expect("it is written");
    playing(&["--file", name, "--side", "none"], "");
    let kept = fs::read_to_string(&file).expect("it is there");
    assert!(
        kept.contains("[B \"floe, level 1\"]") && kept.contains("\nb1-c1 # good\n"),
        "{kept}"
    );
    assert!(!kept.contains("Result \"*\""), "the game is over: {kept}");
    fs::write(&file, format!("[Rules \"push\"]\n{ENDGAME}\n")).expect("it is written");
    let wrong = floe(&["play", "--file", name]).wrong();
    assert!(
        wrong.contains("line 1, column 1: expected Rules \"base\""),
        "{wrong}"
    );
}

/// The position and the file set the rules of the game.
#[test]
fn what_is_there_is_not_played_by_other_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("evening.game");
    let file = file.to_str().expect("a name in UTF-8");
    playing(&[ENDGAME, "--file", file], "b1-c1\nquit\n");
    for there in [&[ENDGAME][..], &["--file", file]] {
        playing(
            &[
                there,
                &["--rules", "base", "--players", "2", "--layout", "standard"],
            ]
            .concat(),
            "quit\n",
        );
        let refused = |more: [&str; 2]| floe(&[&["play"], there, &more].concat()).wrong();
        assert!(refused(["--rules", "push"]).contains("--rules: expected push; found base"));
        assert!(
            refused(["--layout", "setup-1"]).contains("--layout: expected setup-1; found standard")
        );
    }
    assert!(
        floe(&["play", ENDGAME, "--players", "3"])
            .wrong()
            .contains("--players: expected 3; found 2")
    );
    assert!(
        floe(&["play", ENDGAME, "--centre", "open"])
            .wrong()
            .contains("--centre")
    );
}

#[test]
fn only_who_plays_can_be_played() {
    let wrong = floe(&["play", "--seed", "1", "--side", "C"]).wrong();
    assert!(
        wrong.contains("--side: expected letters from A to B, or none; found 'C'"),
        "{wrong}"
    );
    floe(&["play", "--players", "3", "--side", "AD"]).wrong();
    let told = playing(&["--seed", "1", "--players", "3"], "side D\nmoves\nquit\n");
    assert!(
        told.contains("side: expected letters from A to C, or none; found 'D'"),
        "{told}"
    );
    assert!(!told.contains(" plays "), "{told}");
}

#[test]
fn what_is_no_text_is_asked_again() {
    let told = floe_with(
        &[&QUICK[..], &["--seed", "1"]].concat(),
        b"\xff\nf1\nquit\n",
    )
    .fine();
    assert!(
        told.contains("expected text in UTF-8; found the byte 0xff"),
        "{told}"
    );
    assert!(told.contains("B plays "), "{told}");
}

#[test]
fn a_game_that_is_over_is_told() {
    assert!(playing(&[OVER], "").contains("won with"));
}

#[test]
fn a_bad_call_says_what_is_expected() {
    assert!(
        floe(&["play", "--side", "X"])
            .wrong()
            .contains("expected letters from A to B")
    );
    assert!(floe(&["play", "rubbish"]).wrong().contains("column 1"));
}

/// The file of a game at a real table, which earlier versions followed, is refused in words.
#[test]
fn a_game_of_a_real_table_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.game");
    let game = format!("[A \"person\"]\n[B \"opponent\"]\n\n{ENDGAME}\n");
    fs::write(&file, &game).unwrap();
    let said = floe(&["play", "--file", file.to_str().unwrap()]).wrong();
    assert!(
        said.contains("table.game: expected a game of floe play; found one of a real table"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), game);
}
