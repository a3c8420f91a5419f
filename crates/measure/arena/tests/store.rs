//! Files of games survive cuts, kills and damage.

use std::fs;
use std::path::{Path, PathBuf};

use floe_arena::store::{RecordFileProblem, Store, StoreError, read};
use floe_runs::FileProblem;
use serde_json::{Value, json};
use tempfile::TempDir;

fn config() -> Value {
    json!({"engines": [{"name": "uct", "nodes": 1000}, {"name": "größer"}], "seed": 1})
}

fn open(path: &Path) -> (Store, Vec<Value>) {
    let mut games = Vec::new();
    let store = Store::open(path, &config(), |game| games.push(game)).unwrap();
    (store, games)
}

fn game(index: usize) -> Value {
    json!({"game": index, "moves": "c3 d4 c3-f3", "note": "ä\n\"{}"})
}

fn problem(error: &StoreError) -> &RecordFileProblem {
    let StoreError::File { problem, .. } = error else {
        panic!("{error}")
    };
    problem
}

/// A folder with a file of this number of games.
fn with_games(count: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let (mut store, games) = open(&path);
    assert!(games.is_empty());
    (0..count).for_each(|index| store.append(&game(index)).unwrap());
    (folder, path)
}

#[test]
fn games_come_back() {
    let (_folder, path) = with_games(3);
    assert_eq!(open(&path).1, [game(0), game(1), game(2)]);
    let mut games: Vec<Value> = Vec::new();
    assert_eq!(read(&path, |game| games.push(game)).unwrap(), config());
    assert_eq!(games.len(), 3);
}

/// Cut off after every single byte: no whole line is lost, and the resumed match ends with the same
/// file.
#[test]
fn any_cut_is_repaired() {
    let (folder, path) = with_games(4);
    let whole = fs::read(&path).unwrap();
    let cut_file = folder.path().join("cut.jsonl");
    for cut in 0..=whole.len() {
        fs::write(&cut_file, &whole[..cut]).unwrap();
        let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        let mut seen = 0;
        let known = read(&cut_file, |_: Value| seen += 1);
        assert_eq!(
            (known.is_ok(), seen),
            (lines > 0, lines.saturating_sub(1)),
            "read, cut at {cut}"
        );
        let (mut store, games) = open(&cut_file);
        assert_eq!(
            games,
            (0..lines.saturating_sub(1)).map(game).collect::<Vec<_>>(),
            "cut at {cut}"
        );
        (games.len()..4).for_each(|index| store.append(&game(index)).unwrap());
        drop(store);
        assert_eq!(fs::read(&cut_file).unwrap(), whole, "cut at {cut}");
    }
}

#[test]
fn another_match_is_refused_and_left_alone() {
    let (_folder, path) = with_games(2);
    let before = fs::read(&path).unwrap();
    let other = json!({"engines": [{"name": "uct", "nodes": 2000}, {"name": "größer"}], "seed": 1});
    let error = Store::open(&path, &other, |_: Value| ()).unwrap_err();
    let told = "games of another match; engines[0].nodes is 1000 there, not 2000; repeat its settings, or record in another directory";
    assert!(error.to_string().ends_with(told), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn another_format_is_refused() {
    let (_folder, path) = with_games(1);
    let text = fs::read_to_string(&path)
        .unwrap()
        .replace("floe-games-1", "floe-games-9");
    fs::write(&path, text).unwrap();
    for error in [
        Store::open(&path, &config(), |_: Value| ()).unwrap_err(),
        read(&path, |_: Value| ()).unwrap_err(),
    ] {
        assert!(
            error
                .to_string()
                .contains(r#"schema is "floe-games-9" there, not "floe-games-1""#),
            "{error}"
        );
    }
}

#[test]
fn a_spoilt_line_is_named_not_repaired() {
    let (_folder, path) = with_games(3);
    let text = fs::read_to_string(&path)
        .unwrap()
        .replacen("\"game\":1", "\"game\":", 1);
    fs::write(&path, &text).unwrap();
    let error = Store::open(&path, &config(), |_: Value| ()).unwrap_err();
    assert!(
        matches!(problem(&error), RecordFileProblem::Line { line: 3, .. }),
        "{error}"
    );
    let message = error.to_string();
    assert!(
        message.contains(": line 3, column ") && !message.contains("line 1"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn only_one_records() {
    let (_folder, path) = with_games(1);
    let (store, _) = open(&path);
    let second = Store::open(&path, &config(), |_: Value| ());
    assert!(matches!(
        problem(&second.unwrap_err()),
        RecordFileProblem::File(FileProblem::Locked)
    ));
    drop(store);
    assert_eq!(open(&path).1.len(), 1);
}

/// A file can be read while games are being recorded in it.
#[test]
fn a_growing_file_can_be_read() {
    let (_folder, path) = with_games(1);
    let (mut store, _) = open(&path);
    store.append(&game(1)).unwrap();
    let mut games: Vec<Value> = Vec::new();
    read(&path, |game| games.push(game)).unwrap();
    assert_eq!(games, [game(0), game(1)]);
}
