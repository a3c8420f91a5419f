//! Records of matches: checked where they are read, resumed and extended.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{Folder, Ran, floe, objects};
use crate::{ENDGAME, OVER};

/// Settings of a small match.
const MATCH: &str = "match greedy random --floes 2";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Plays a small match into a folder and returns the lines of its record.
fn played(folder: &Path) -> Vec<String> {
    let out = text(folder);
    floe!("{MATCH} --seed 1 --concurrency 1 --out `{out}`").fine();
    let record = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    record.lines().map(str::to_owned).collect()
}

/// Everything that reads a record, given its folder and its file.
fn readers(folder: &Path) -> Vec<Ran> {
    let out = text(folder);
    let calls = [
        format!("rate `{out}`"),
        format!("rate `{out}` --html `{out}/report.html`"),
        format!("rate `{out}` --index `{out}/index.db`"),
        format!("rate `{out}` --sql `SELECT count(*) FROM seats`"),
        format!("match greedy random --floes 2 --out `{out}`"),
        format!("puzzle `{out}/games.jsonl` --count 1 --nodes 1"),
        format!("replay `{out}/games.jsonl` --game 0"),
        format!("replay `{out}/games.jsonl` --export -"),
    ];
    calls.iter().map(floe).collect()
}

/// A record with another value at this JSON pointer.
fn mutated(line: &str, place: &str, value: &Value) -> String {
    let mut record: Value = serde_json::from_str(line).unwrap();
    let (parent, field) = place.rsplit_once('/').unwrap();
    match record.pointer_mut(parent).unwrap() {
        Value::Array(items) => items[field.parse::<usize>().unwrap()] = value.clone(),
        object => object[field] = value.clone(),
    }
    record.to_string()
}

#[test]
fn a_record_that_its_match_cannot_have_is_refused_by_every_reader() {
    let folder = Folder::new();
    let lines = played(folder.path());
    let forfeit = |seat: u64| json!({"how": "forfeit", "seat": seat, "reason": "time"});
    let result = json!({"points": 1, "tie_break": 1});
    let mutations = [
        (
            "/game",
            json!(255),
            "game: expected a game of 4, counted from 0; found 255",
        ),
        ("/game", json!(u64::MAX), "game: "),
        ("/game", json!(1), ": expected"),
        ("/block", json!(255), "block: expected 0; found 255"),
        ("/block", json!(1), "block: "),
        (
            "/seats",
            json!([0, 2]),
            "seats: expected [0, 1]; found [0, 2]",
        ),
        ("/seats", json!([1, 0]), "seats: "),
        ("/seats", json!([0, 0]), "seats: "),
        ("/seats", json!([0]), "seats: "),
        ("/seats", json!([0, 1, 0]), "seats: "),
        ("/seats", json!([]), "seats: "),
        (
            "/results",
            json!([result, result, result]),
            "results: expected a result for each of 2 seats; found 3",
        ),
        ("/results", json!([result]), "results: "),
        ("/results", json!([]), "results: "),
        (
            "/results/1/points",
            json!(i64::MAX),
            "points: expected -2147483647 to 2147483647",
        ),
        ("/results/0/tie_break", json!(i64::MIN), "tie_break: "),
        (
            "/termination",
            forfeit(9),
            "seat: expected a seat of 2, counted from 0; found 9",
        ),
        ("/termination", forfeit(2), "seat: "),
        ("/termination", json!({"how": "forfeit"}), "missing field"),
        ("/termination", json!({"how": "bored"}), "unknown variant"),
        ("/lost", json!(true), "lost: "),
        ("/seed", json!(2), "seed: expected 1; found 2"),
        ("/build", json!("another"), "build: "),
        ("/floe", json!(7), "invalid type"),
        ("/moves", json!(["a1"]), "invalid type"),
        ("/searches", json!(7), "invalid type"),
    ];
    for (place, value, expected) in mutations {
        let mut lines = lines.clone();
        lines[2] = mutated(&lines[1].clone(), place, &value);
        folder.write("games.jsonl", lines.join("\n") + "\n");
        for ran in readers(folder.path()) {
            assert_eq!(
                ran.status,
                Some(2),
                "{place} {value}: {}{}",
                ran.out,
                ran.err
            );
            assert!(
                ran.err.contains("line 3, column ") && ran.err.contains(expected),
                "{place} {value}: {}",
                ran.err
            );
        }
    }
}

/// Records that only a game can judge are read as far as possible, and never end in a panic.
#[test]
fn a_record_with_odd_texts_ends_no_reader() {
    let folder = Folder::new();
    let lines = played(folder.path());
    let four = "..11./11../..11 A 0:0,0:0,0:0,0:0";
    let mutations = [
        ("/moves", json!("")),
        ("/moves", json!("zz a1 \u{1b}[2J")),
        ("/floe", json!("")),
        ("/floe", json!(ENDGAME)),
        ("/floe", json!(OVER)),
        ("/floe", json!(four)),
        ("/searches", json!([])),
        (
            "/searches",
            json!([{"value": "nan:0", "nodes": u64::MAX, "depth": 0}, {"value": "\u{0}"}]),
        ),
    ];
    for (place, value) in mutations {
        let mut lines = lines.clone();
        lines[1] = mutated(&lines[1].clone(), place, &value);
        folder.write("games.jsonl", lines.join("\n") + "\n");
        for ran in readers(folder.path()) {
            assert!(
                matches!(ran.status, Some(0..=2)),
                "{place} {value}: {:?} {}",
                ran.status,
                ran.err
            );
            assert!(
                !ran.err.contains("panicked"),
                "{place} {value}: {}",
                ran.err
            );
        }
    }
}

/// A head that describes no match is named in the same way by all.
#[test]
fn a_head_without_a_match_is_refused() {
    let folder = Folder::new();
    let lines = played(folder.path());
    for (place, value) in [
        ("/config/engines", json!([])),
        ("/config/engines", json!(["one"])),
        ("/config/players", json!(9)),
        ("/config/floes", json!(u64::MAX)),
        ("/config", json!(null)),
        ("/schema", json!("floe-games-9")),
    ] {
        let mut lines = lines.clone();
        lines[0] = mutated(&lines[0].clone(), place, &value);
        folder.write("games.jsonl", lines.join("\n") + "\n");
        for ran in readers(folder.path()) {
            assert_eq!(
                ran.status,
                Some(2),
                "{place} {value}: {}{}",
                ran.out,
                ran.err
            );
            assert!(
                !ran.err.contains("panicked"),
                "{place} {value}: {}",
                ran.err
            );
        }
    }
}

/// A line that was cut off does not count, and the whole ones do.
#[test]
fn every_reader_uses_the_whole_lines_of_a_cut_record() {
    let folder = Folder::new();
    played(folder.path());
    let path = folder.path().join("games.jsonl");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 40]).unwrap();
    let rated = floe!(
        "rate `{}` --sql `SELECT count(*) AS games FROM games`",
        text(folder.path())
    )
    .fine();
    assert_eq!(rated, "games\n    3\n");
    let exported = floe!("replay `{}` --export -", text(&path)).fine();
    assert_eq!(exported.matches("[Round ").count(), 3);
    let puzzles = floe!("puzzle `{}` --nodes 1 --count 1", text(&path));
    assert!(
        puzzles.status == Some(1) && puzzles.err.contains("found 0 puzzles only"),
        "{}",
        puzzles.err
    );
}

#[test]
fn a_match_named_twice_counts_once() {
    let folder = Folder::new();
    let [one, copy, old, link] =
        ["one", "copy", "old", "link"].map(|name| folder.path().join(name));
    played(&one);
    let games = one.join("games.jsonl");
    fs::create_dir(&copy).unwrap();
    fs::copy(&games, copy.join("games.jsonl")).unwrap();
    // An earlier state of the match.
    fs::create_dir(&old).unwrap();
    let lines: Vec<String> = fs::read_to_string(&games)
        .unwrap()
        .lines()
        .take(3)
        .map(|line| line.to_owned() + "\n")
        .collect();
    fs::write(old.join("games.jsonl"), lines.concat()).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&one, &link).unwrap();
    #[cfg(not(unix))]
    fs::create_dir(&link).unwrap();
    let count = "SELECT count(*) AS games FROM games";
    let alone = floe!("rate `{}`", text(&one)).fine();
    for other in [&one, &copy, &old, &link] {
        for [first, second] in [[&one, other], [other, &one]] {
            let pair = format!("`{}` `{}`", text(first), text(second));
            assert_eq!(floe!("rate {pair}").fine(), alone, "{pair}");
            assert_eq!(
                floe!("rate {pair} --sql `{count}`").fine(),
                "games\n    4\n",
                "{pair}"
            );
        }
    }
    // Another match of the same engines counts.
    let two = folder.file("two");
    floe!("{MATCH} --seed 2 --out `{two}`").fine();
    assert_eq!(
        floe!("rate `{}` `{two}` --sql `{count}`", text(&one)).fine(),
        "games\n    8\n"
    );
}

#[test]
fn a_finished_start_position_is_refused_with_its_line() {
    let folder = Folder::new();
    let file = folder.write("floes.pos", format!("# two\n{ENDGAME}\n\n{OVER}\n"));
    floe!("match greedy random --file `{file}`")
        .refuses("line 4: expected a position to play from; the game is over");
}

/// A longer match plays the games of the shorter one and then others.
#[test]
fn a_match_can_be_extended() {
    let folder = Folder::new();
    let [grown, whole] = ["grown", "whole"].map(|name| folder.path().join(name));
    let call = |floes: &str, out: &Path| {
        let settings = "match greedy random --seed 1 --json --concurrency 1";
        floe!("{settings} --floes `{floes}` --out `{}`", text(out))
    };
    call("2", &grown).fine();
    let seal = fs::read_to_string(grown.join("games.done")).unwrap();
    assert_eq!(call("5", &grown).fine(), call("5", &whole).fine());
    let record = |out: &Path| fs::read_to_string(out.join("games.jsonl")).unwrap();
    assert_eq!(record(&grown), record(&whole));
    assert_ne!(fs::read_to_string(grown.join("games.done")).unwrap(), seal);
    floe!("match --merge `{}`", text(&grown)).fine();
    assert_eq!(fs::read_dir(&grown).unwrap().count(), 2);
    // It cannot shrink, nor change in another way at the same time, nor be tested again.
    call("3", &grown).refuses("floes is 5 there, not 3");
    let other = floe!(
        "match greedy random --seed 2 --floes 9 --out `{}`",
        text(&grown)
    )
    .wrong();
    assert!(
        other.contains("seed is 1 there, not 2") && !other.contains("floes"),
        "more floes are no difference: {other}"
    );
    let tested = [
        "match",
        "greedy",
        "random",
        "--seed",
        "1",
        "--floes",
        "9",
        "--sprt",
        "0,10",
        "--out",
        text(&grown),
    ];
    floe(&tested).refuses("a test may not be extended: floes is 5 there, not 9");
    assert_eq!(record(&grown), record(&whole));
}

/// A player is more than its name: its program and its files, too.
#[cfg(unix)]
#[test]
fn a_match_is_not_resumed_with_another_player_of_the_same_name() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let [script, weights, out] =
        ["engine.sh", "weights.txt", "out"].map(|name| folder.path().join(name));
    let write = |remark: &str| {
        fs::write(
            &script,
            format!(
                "#!/bin/sh\n# {remark}\nexec {} ugi --engine random\n",
                env!("CARGO_BIN_EXE_floe")
            ),
        )
        .unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let commands = [
        format!("cmd:{}", text(&script)),
        format!("cmd:sh {}", text(&script)),
    ];
    for command in &commands {
        write("one");
        let call = format!("match `{command}` random --floes 1 --out `{}`", text(&out));
        floe(&call).fine();
        floe(&call).fine();
        write("two");
        floe(&call).refuses("games of another match; hashes[0] is ");
        fs::remove_dir_all(&out).unwrap();
    }
    let built_in = include_str!("../../../../play/evaluation/weights/2.txt");
    fs::write(&weights, built_in).unwrap();
    let engine = format!("greedy:weights={}", text(&weights));
    let call = format!("match `{engine}` random --floes 1 --out `{}`", text(&out));
    floe(&call).fine();
    fs::write(&weights, format!("{built_in}\n# another\n")).unwrap();
    floe(&call).refuses("hashes[0] is ");
    let other = folder.file("other");
    floe!("match `{engine}` random --floes 1 --out `{other}`").fine();
    let rated = floe!("rate `{}` `{other}`", text(&out));
    let warning = format!("{engine}: the files or the code of this engine differ between matches");
    assert!(rated.err.contains(&warning), "{}", rated.err);
    assert_eq!(floe!("rate `{}`", text(&out)).err, "");
}

fn head(out: &Path) -> Value {
    let record = fs::read_to_string(out.join("games.jsonl")).unwrap();
    objects(record.lines().next().unwrap()).remove(0)
}

/// Without a seed a match draws 64 bits, records them, and is resumed with them.
#[test]
fn a_seed_is_drawn_recorded_and_resumed() {
    let folder = Folder::new();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let call = |out: &Path| floe!("{MATCH} --out `{}`", text(out));
    let ran = call(&one);
    let seed = head(&one)["config"]["seed"].as_u64().unwrap();
    assert!(ran.err.contains(&format!("seed {seed}\n")), "{}", ran.err);
    call(&two).fine();
    assert_ne!(head(&two)["config"]["seed"], seed);
    let again = call(&one);
    assert!(!again.err.contains("seed "), "{}", again.err);
    assert_eq!(again.fine(), ran.fine());
    // The seed given plays the same match.
    let seed = seed.to_string();
    let three = folder.path().join("three");
    let out = text(&three);
    floe!("{MATCH} --concurrency 1 --seed {seed} --out `{out}`").fine();
    let games = |out: &Path| {
        let record = fs::read_to_string(out.join("games.jsonl")).unwrap();
        let mut lines: Vec<String> = record.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(games(&one), games(&three));
    let parts = folder.file("parts");
    floe!("{MATCH} --shard 1/2 --out `{parts}`").refuses("--seed: expected with --shard");
}

/// A match stops with an error when floe can open no more files; no player loses, and it can be
/// resumed.
#[cfg(target_os = "linux")]
#[test]
fn limits_of_the_system_are_no_forfeits() {
    let folder = Folder::new();
    let out = folder.path().join("out");
    let floe_path = env!("CARGO_BIN_EXE_floe");
    let engine = format!("cmd:{floe_path} ugi --engine random -- nodes=1");
    let call = [
        "match",
        &engine,
        &engine,
        "--floes",
        "12",
        "--layout",
        "small-10",
        "--penguins",
        "1",
        "--seed",
        "1",
        "--out",
        text(&out),
        "--concurrency",
    ];
    let script = "ulimit -n 40; exec \"$0\" \"$@\"";
    let mut limited = std::process::Command::new("sh");
    limited
        .args(["-c", script, floe_path])
        .args(call)
        .arg("16")
        .env("FLOE_CONFIG", "");
    let ran = limited.output().unwrap();
    let err = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(1), "{err}");
    assert!(
        err.contains("floe itself has reached a limit of the system") && err.contains("open files"),
        "{err}"
    );
    let record = fs::read_to_string(out.join("games.jsonl")).unwrap();
    assert!(!record.contains("forfeit"), "{record}");
    let report = floe!(
        "match `{engine}` `{engine}` --floes 12 --layout small-10 --penguins 1 --seed 1 --json --out `{}`",
        text(&out)
    );
    assert_eq!(report.object()["faults"], json!([]));
}

/// Equal results are 0, not -0.
#[test]
fn an_even_match_has_elo_zero() {
    let folder = Folder::new();
    let file = folder.write("floes.pos", ENDGAME);
    let printed = floe!("match greedy greedy:seed=1 --file `{file}` --json").fine();
    assert!(
        printed.contains("\"elo\":0.0,") && !printed.contains("-0.0"),
        "{printed}"
    );
    let together = floe("match greedy random --rules flip --floes 2 --json").fine();
    assert!(!together.contains(":-0.0"), "{together}");
}
