//! Output files: never an input of the same call, and whole or not there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ENDGAME;
use crate::run::{floe, floe_with};

const GAME: &str = "A12/21B A 0:0,0:0\n1. a1-b1\n";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The path of a file under other names: itself, a detour, a symbolic and a hard link.
fn names_of(file: &Path) -> Vec<PathBuf> {
    let folder = file.parent().unwrap();
    let detour = folder.join(".").join("detour").join("..").join(file.file_name().unwrap());
    fs::create_dir_all(folder.join("detour")).unwrap();
    let hard = folder.join("hard");
    fs::hard_link(file, &hard).unwrap();
    let mut names = vec![file.to_owned(), detour, hard];
    #[cfg(unix)]
    {
        let soft = folder.join("soft");
        std::os::unix::fs::symlink(file, &soft).unwrap();
        names.push(soft);
    }
    names
}

/// Calls with an input IN and an output OUT; what is in the file is no matter, for nothing is read before the check.
const CALLS: [&[&str]; 23] = [
    &["replay", "IN", "--export", "OUT"],
    &["puzzle", "IN", "--sheet", "OUT"],
    &["puzzle", "IN", "--svg", "OUT"],
    &["rate", "IN", "--html", "OUT"],
    &["rate", "IN", "--index", "OUT"],
    &["suite", "IN", "--record", "OUT"],
    &["suite", "IN", "--html", "OUT"],
    &["suite", "positions.exact", "--against", "IN", "--record", "OUT"],
    &["show", "--file", "IN", "--svg", "OUT"],
    &["show", "--file", "IN", "--png", "OUT"],
    &["analyze", "--file", "IN", "--svg", "OUT"],
    &["analyze", "x", "--history", "IN", "--svg", "OUT"],
    &["solve", "--file", "IN", "--export", "OUT"],
    &["solve", "--file", "IN", "--svg", "OUT"],
    &["solve", "--file", "IN", "--checkpoint", "OUT"],
    &["solve", "--file", "IN", "--certificate", "OUT"],
    &["match", "greedy", "random", "--file", "IN", "--out", "new", "--export", "OUT"],
    &["match", "greedy", "random", "--file", "IN", "--out", "new", "--html", "OUT"],
    &["match", "greedy:weights=IN", "random", "--floes", "1", "--out", "new", "--export", "OUT"],
    &["match", "cmd:IN", "random", "--floes", "1", "--out", "new", "--html", "OUT"],
    &["selfplay", "greedy:depth=1,weights=IN", "--games", "1", "--out", "OUT"],
    &["show", "x", "--config", "IN", "--svg", "OUT"],
    &["match", "--merge", "IN", "--html", "OUT"],
];

#[test]
fn no_output_replaces_an_input_under_any_name() {
    for call in CALLS {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("input");
        let content = if call.contains(&"--config") { "" } else { GAME };
        fs::write(&input, content).unwrap();
        for output in names_of(&input) {
            let new = folder.path().join("new");
            let word = |word: &&str| match *word {
                "new" => text(&new).to_owned(),
                word => word.replace("IN", text(&input)).replace("OUT", text(&output)),
            };
            let call: Vec<String> = call.iter().map(word).collect();
            let said = floe(&call.iter().map(String::as_str).collect::<Vec<_>>()).wrong();
            assert!(said.contains("expected another file than ") && said.contains("input"), "{call:?}: {said}");
            assert_eq!(fs::read_to_string(&input).unwrap(), content, "{call:?}");
            assert!(!new.exists(), "{call:?}");
        }
    }
}

/// The record of a match is an input of its report, also before it is there, and so are records in a folder.
#[test]
fn no_output_replaces_the_record_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let record = out.join("games.jsonl");
    let played = ["match", "greedy", "random", "--floes", "1", "--seed", "1", "--out", text(&out)];
    for option in ["--export", "--html"] {
        let call = [&played[..], &[option, text(&record)]].concat();
        assert!(floe(&call).wrong().contains("expected another file than "));
        floe(&played).fine();
        assert!(floe(&call).wrong().contains("expected another file than "));
        for call in [["rate", text(&out), "--html", text(&record)], ["rate", text(&out), "--index", text(&record)]] {
            assert!(floe(&call).wrong().contains("expected another file than "), "{call:?}");
        }
        fs::remove_dir_all(&out).unwrap();
    }
}

/// An output that is no input is written as before, also next to the record.
#[test]
fn other_outputs_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let [game, page] = ["all.game", "report.html"].map(|name| out.join(name));
    let call = ["match", "greedy", "random", "--floes", "1", "--seed", "1", "--out", text(&out)];
    for _ in 0..2 {
        floe(&[&call[..], &["--export", text(&game), "--html", text(&page)]].concat()).fine();
        floe(&["rate", text(&out), "--html", text(&page)]).fine();
    }
    let copy = folder.path().join("copy.game");
    floe(&["replay", text(&game), "--export", text(&copy)]).fine();
    assert_eq!(fs::read(&copy).unwrap(), fs::read(&game).unwrap());
}

/// Links stay links, whether their target is there or not.
#[cfg(unix)]
#[test]
fn an_output_on_a_link_keeps_the_link() {
    let folder = tempfile::tempdir().unwrap();
    let [target, link] = ["target", "link"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink("target", &link).unwrap();
    let calls: [&[&str]; 2] =
        [&["show", ENDGAME, "--svg", text(&link)], &["solve", ENDGAME, "--checkpoint", text(&link), "--quiet"]];
    for call in calls {
        for _ in 0..2 {
            floe(call).fine();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && target.is_file(), "{call:?}");
        }
        fs::remove_file(&target).unwrap();
    }
}

/// A temporary file that a killed run has left is gone after the next.
#[test]
fn what_a_killed_run_has_left_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.svg");
    fs::write(folder.path().join("a.svg.floe-tmp"), "half a pict").unwrap();
    floe(&["show", ENDGAME, "--svg", text(&picture)]).fine();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Output that cannot be written is an error of every command that prints.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_every_output() {
    let calls: [&[&str]; 12] = [
        &["--version"],
        &["--help"],
        &["match", "--help"],
        &["help", "rate"],
        &["docs", "matches"],
        &["rules", "push"],
        &["completions", "bash"],
        &["new", "--seed", "1"],
        &["show", ENDGAME],
        &["moves", ENDGAME],
        &["bench", "--help"],
        &["docs"],
    ];
    for call in calls {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_floe"));
        let ran = command.args(call).env("FLOE_CONFIG", "").stdout(full).output().unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1), "{call:?}: {err}");
        assert!(err.contains("no storage space"), "{call:?}: {err}");
    }
    let piped = floe_with(&["replay", "-", "--export", "/dev/full"], GAME);
    assert_ne!(piped.status, Some(0), "{}", piped.err);
}
