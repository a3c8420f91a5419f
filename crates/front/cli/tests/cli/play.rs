use std::fs;

use crate::run::{Folder, floe, floe_with};
use crate::{ENDGAME, EXAMPLE, OVER};

/// The engine answers at once.
const QUICK: &str = "play --level 1";

fn playing(more: &str, lines: &str) -> String {
    floe_with(&format!("{QUICK} {more}"), lines).fine()
}

#[test]
fn a_game_is_played_to_its_end_by_engines() {
    let told = playing(&format!("--side none `{ENDGAME}`"), "");
    assert!(told.contains(" plays "), "{told}");
    assert!(
        told.contains("The game is over: ") && told.contains(" won with "),
        "{told}"
    );
}

#[test]
fn a_person_places_and_is_answered() {
    let told = playing("--seed 1", "f1\nquit\n");
    assert!(told.contains("B plays "), "{told}");
    assert!(told.contains("A1"), "{told}");
}

#[test]
fn what_is_no_move_changes_nothing() {
    let told = playing(
        "--seed 1",
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
    let told = playing("--seed 1", "LEVEL 2\nlevel\nhnit\nF1\nUndo\nquit\n");
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
    let told = playing("--seed 1 --rules push", "help\nrules\nq\n");
    assert!(told.contains("Moves of push:\n  c3xd3  "), "{told}");
    assert!(told.contains(floe("rules push").fine().trim()), "{told}");
    assert!(told.trim_end().ends_with("rules=push"), "{told}");
    let told = playing("--seed 1", "help\nrules\nexit\n");
    assert!(!told.contains("Moves of"), "{told}");
    assert!(told.contains(floe("rules base").fine().trim()), "{told}");
}

/// Without an argument `side` changes nothing.
#[test]
fn the_sides_are_shown() {
    let told = playing("--seed 1", "side\nf1\nquit\n");
    assert!(
        told.contains("you play A; change it with side LETTERS from AB, or side none"),
        "{told}"
    );
    assert_eq!(told.matches(" plays ").count(), 1, "{told}");
}

/// Engines that play for all sides stop at a line, which is then obeyed.
#[test]
fn engines_can_be_stopped() {
    let told = floe_with("play --level 6 --seed 1", "side none\nshow\nquit\n").fine();
    assert!(
        told.contains("stopped; side none lets the engines play on"),
        "{told}"
    );
    assert!(!told.contains("won with"), "{told}");
}

#[test]
fn a_name_is_no_position() {
    let wrong = floe("play evening.game").wrong();
    assert!(
        wrong.contains("column 1") && wrong.contains("--file FILE continues a saved game"),
        "{wrong}"
    );
}

#[test]
fn moves_are_taken_back() {
    let told = playing("--seed 1", "f1\nundo\nquit\n");
    assert!(told.trim_end().ends_with("A 0:0,0:0 4,4"), "{told}");
}

#[test]
fn words_at_the_prompt_are_answered() {
    let told = playing(
        &format!("`{ENDGAME}`"),
        "help\nmoves\nhint\nexplain\nshow\nquit\n",
    );
    for word in ["take back", "b1-c1", "A wins by 10 fish", "expected"] {
        assert!(told.contains(word), "{word}: {told}");
    }
}

#[test]
fn a_game_is_kept_and_gone_on_with() {
    let folder = Folder::new();
    let file = folder.file("evening.game");
    playing(&format!("--seed 1 --file `{file}`"), "f1\nquit\n");
    let kept = folder.read("evening.game");
    assert_eq!(
        kept.lines().filter(|line| !line.starts_with('[')).count(),
        3,
        "{kept}"
    );
    assert!(
        kept.contains("[A \"person\"]\n[B \"floe, level 1\"]\n[Rules \"base\"]\n[Result \"*\"]\n"),
        "{kept}"
    );
    let told = playing(&format!("--file `{file}`"), "quit\n");
    assert!(
        told.contains("A    0 fish,  0 tiles, 1 on the floe, 3 to place  <- to move"),
        "{told}"
    );
    // What is kept is a list of moves that can be replayed.
    floe!("replay `{file}`").says("3 to place");
    let told = playing(&format!("--file `{file}`"), "undo\nquit\n");
    assert!(told.trim_end().ends_with("A 0:0,0:0 4,4"), "{told}");
}

#[test]
fn a_damaged_file_is_refused_with_its_line() {
    let folder = Folder::new();
    let file = folder.write("bad.game", format!("{ENDGAME}\na8-a1\n"));
    let wrong = floe!("play --file `{file}`").wrong();
    assert!(
        wrong.contains("line 2") && wrong.contains("a8-a1"),
        "{wrong}"
    );
}

#[test]
fn a_new_floe_can_be_dealt_again() {
    for rules in ["base", "hidden-whale"] {
        let told = playing(&format!("--rules `{rules}`"), "quit\n");
        let (first, game) = told.split_once('\n').expect("lines");
        let seed = first
            .strip_prefix("new floe, seed ")
            .expect("the seed comes first");
        assert_eq!(
            playing(&format!("--rules `{rules}` --seed `{seed}`"), "quit\n"),
            game
        );
    }
    let folder = Folder::new();
    let file = folder.file("evening.game");
    playing(&format!("--seed 1 --file `{file}`"), "f1\nquit\n");
    for there in [
        format!("--file `{file}`"),
        "--seed 1".to_owned(),
        format!("`{ENDGAME}`"),
    ] {
        let told = playing(&there, "quit\n");
        assert!(!told.contains("seed"), "nothing was drawn: {told}");
    }
}

/// A file that is no game of this kind stays as it is.
#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let folder = Folder::new();
    let file = |name: &str| folder.file(name);
    let records = file("games.jsonl");
    floe!(
        "match random random --seed 1 --floes 1 --out `{}`",
        file("")
    )
    .fine();
    let other = folder.write("other.game", format!("{ENDGAME}\n\n{ENDGAME}\n"));
    for (name, why) in [
        (&records, "expected a game file; found match records"),
        (&other, "expected one game; found 2"),
    ] {
        let before = fs::read(name).expect("it is there");
        let wrong = floe_with(&format!("play --level 1 --file `{name}`"), "f1\nb1-c1\n").wrong();
        assert!(
            wrong.contains(name.as_str()) && wrong.contains(why),
            "{wrong}"
        );
        let told = playing(
            &format!("`{ENDGAME}`"),
            &format!("save {name}\nb1-c1\nquit\n"),
        );
        assert!(
            told.contains("exists; expected the name of a new file"),
            "{told}"
        );
        assert_eq!(fs::read(name).expect("it is there"), before);
    }
    let new = file("new.game");
    assert!(
        playing(
            &format!("`{ENDGAME}`"),
            &format!("save {new}\nsave {new}\nquit\n")
        )
        .matches("saved in")
        .count()
            == 2
    );
}

#[test]
fn a_game_from_a_position_is_kept() {
    let folder = Folder::new();
    let file = folder.path().join("study.game");
    let file = file.to_str().expect("a name in UTF-8");
    playing(&format!("`{ENDGAME}` --file `{file}`"), "b1-c1\nquit\n");
    let kept = fs::read_to_string(file).expect("the game was kept");
    assert!(kept.contains(&format!("\n{ENDGAME}\nb1-c1\n")), "{kept}");
    let told = playing(&format!("`{ENDGAME}` --file `{file}`"), "undo\nquit\n");
    assert!(told.trim_end().ends_with(ENDGAME), "{told}");
    let wrong = floe!("play `{EXAMPLE}` --file `{file}`").wrong();
    assert!(
        wrong.contains(file) && wrong.contains("expected a game that starts from"),
        "{wrong}"
    );
}

/// Headers and comments of a file stay as they are; only what the game changes is new.
#[test]
fn headers_and_comments_are_kept() {
    let folder = Folder::new();
    let file = folder.path().join("club.game");
    let name = file.to_str().expect("a name in UTF-8");
    let head = "[Event \"Club \\\"Floe\\\"\"]\n[A \"Anna\"]\n[Board \"3\"]\n";
    fs::write(
        &file,
        format!("{head}{ENDGAME} {{ a\nstudy }} b1-c1 # good\n"),
    )
    .expect("it is written");
    playing(&format!("--file `{name}` --side AB"), "undo\nundo\nquit\n");
    let kept = fs::read_to_string(&file).expect("it is there");
    assert_eq!(
        kept,
        format!("{head}[B \"person\"]\n[Rules \"base\"]\n[Result \"*\"]\n# a study\n{ENDGAME}\n")
    );
    fs::write(&file, format!("{kept}b1-c1 # good\n")).expect("it is written");
    playing(&format!("--file `{name}` --side none"), "");
    let kept = fs::read_to_string(&file).expect("it is there");
    assert!(
        kept.contains("[B \"floe, level 1\"]") && kept.contains("\nb1-c1 # good\n"),
        "{kept}"
    );
    assert!(!kept.contains("Result \"*\""), "the game is over: {kept}");
    fs::write(&file, format!("[Rules \"push\"]\n{ENDGAME}\n")).expect("it is written");
    floe!("play --file `{name}`").refuses("line 1, column 1: expected Rules \"base\"");
}

/// The position and the file set the rules of the game.
#[test]
fn what_is_there_is_not_played_by_other_rules() {
    let folder = Folder::new();
    let file = folder.file("evening.game");
    playing(&format!("`{ENDGAME}` --file `{file}`"), "b1-c1\nquit\n");
    for there in [format!("`{ENDGAME}`"), format!("--file `{file}`")] {
        let same = format!("{there} --rules base --players 2 --layout standard");
        playing(&same, "quit\n");
        floe!("play {there} --rules push").refuses("--rules: expected push; found base");
        floe!("play {there} --layout setup-1")
            .refuses("--layout: expected setup-1; found standard");
    }
    floe!("play `{ENDGAME}` --players 3").refuses("--players: expected 3; found 2");
    floe!("play `{ENDGAME}` --centre open").refuses("--centre");
}

#[test]
fn only_who_plays_can_be_played() {
    let wrong = floe("play --seed 1 --side C").wrong();
    assert!(
        wrong.contains("--side: expected letters from A to B, or none; found 'C'"),
        "{wrong}"
    );
    floe("play --players 3 --side AD").wrong();
    let told = playing("--seed 1 --players 3", "side D\nmoves\nquit\n");
    assert!(
        told.contains("side: expected letters from A to C, or none; found 'D'"),
        "{told}"
    );
    assert!(!told.contains(" plays "), "{told}");
}

#[test]
fn what_is_no_text_is_asked_again() {
    let told = floe_with(&format!("{QUICK} --seed 1"), b"\xff\nf1\nquit\n").fine();
    assert!(
        told.contains("expected text in UTF-8; found the byte 0xff"),
        "{told}"
    );
    assert!(told.contains("B plays "), "{told}");
}

#[test]
fn a_game_that_is_over_is_told() {
    assert!(playing(&format!("`{OVER}`"), "").contains("won with"));
}

#[test]
fn a_bad_call_says_what_is_expected() {
    floe("play --side X").refuses("expected letters from A to B");
    floe("play rubbish").refuses("column 1");
}

/// The file of a game at a real table, which earlier versions followed, is refused in words.
#[test]
fn a_game_of_a_real_table_is_named() {
    let folder = Folder::new();
    let file = folder.file("table.game");
    let game = format!("[A \"person\"]\n[B \"opponent\"]\n\n{ENDGAME}\n");
    fs::write(&file, &game).unwrap();
    floe!("play --file `{file}`")
        .refuses("table.game: expected a game of floe play; found one of a real table");
    assert_eq!(fs::read_to_string(&file).unwrap(), game);
}
