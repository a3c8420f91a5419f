//! Calls that floe prints run as they are printed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{Folder, PATIENCE, Ran, end, floe, isolate, start};

/// Words of the call that follows a label in a text; `None` without it.
fn call_after(label: &str, text: &str) -> Option<Vec<String>> {
    let line = text
        .lines()
        .find_map(|line| line.split_once(label).map(|(_, call)| call.to_owned()))?;
    shlex::split(&line)
}

/// Runs the test that a tuning or a training has printed, up to the plan of its games.
#[track_caller]
fn plan_of_test(printed: &str) -> String {
    let call = call_after("Test: ", printed).unwrap_or_else(|| panic!("{printed}"));
    assert_eq!(call[..2], ["floe", "match"], "{printed}");
    let words: Vec<&str> = call[1..]
        .iter()
        .map(String::as_str)
        .chain(["--plan", "--json", "--seed", "1"])
        .collect();
    floe(&words).fine()
}

/// Tunes a parameter with these options; returns what was printed.
fn tuned(folder: &Folder, engine: &str, parameter: &str, options: &str) -> Ran {
    let params = folder.write("params.txt", parameter);
    let out = folder.file("out");
    let call = format!("tune {engine} --params `{params}` --out `{out}`");
    floe!("{call} --rounds 2 --floes 1 {options}")
}

/// All kinds of games, with all options that set them up.
#[test]
fn tests_of_tunings_run_as_printed() {
    let parameter = "uct-exploration, int, 700, 100, 2000, 600, 0.9";
    let games = [
        ("", r#""rules":"base""#),
        ("--players 3 --rules push+whale", r#""rules":"push+whale""#),
        (
            "--layout rows(1:4,0:5,1:4) --penguins 1",
            r#""layout":"rows(1:4,0:5,1:4) penguins=1""#,
        ),
        ("--layout setup-2 --centre m2", r#""layout":"setup-2 m2""#),
        (
            "--rules special-tiles --special teleport=1,broken=0",
            r#""special":"teleport=1"#,
        ),
        (
            "--rules hidden-whale --whales 3,2 --placed",
            r#""whales":"3,2""#,
        ),
        (
            "--rules flip --species whale,dolphin --waste oil=2 --each 6",
            r#"species=WD"#,
        ),
        ("--rules contest --players 2", r#""rules":"contest""#),
        (
            "--rules angling --dealt --lake 3x3 --no-specials",
            r#""lake":"3x3"#,
        ),
    ];
    for (options, expected) in games {
        let folder = Folder::new();
        let text = tuned(&folder, "uct:nodes=5", parameter, options).fine();
        if text.contains("No value has changed.") {
            assert!(!text.contains("Test:"), "{text}");
            continue;
        }
        let plan = plan_of_test(&text);
        assert!(plan.contains(expected), "{options:?}: {plan}");
        assert_eq!(
            plan.contains(r#""placed":true"#),
            options.contains("--placed"),
            "{plan}"
        );
    }
}

#[test]
fn values_that_have_not_changed_are_not_tested() {
    let folder = Folder::new();
    let text = tuned(
        &folder,
        "uct:nodes=5",
        "uct-exploration, int, 700, 100, 2000, 1, 0.000001",
        "",
    )
    .fine();
    assert!(
        text.contains("No value has changed.") && !text.contains("floe match"),
        "{text}"
    );
}

/// A match of an engine with itself says nothing.
#[cfg(feature = "train")]
#[test]
fn tests_of_trainings_run_as_printed() {
    let folder = Folder::new();
    let out = folder.file("out");
    let small = "mcts:nodes=3 --games 20 --floes 2 --parts 2 --rounds 1";
    let game = "--rules push --players 3 --layout setup-1";
    let call = format!("train --out `{out}` {small} {game}");
    let page = folder.file("page.html");
    let text = floe!("{call} --html `{page}`").fine();
    let round = folder.file("out/round-1/round.json");
    let json = fs::read_to_string(&round).unwrap();
    if json.contains("\"accepted\": false") || json.contains("\"accepted\":false") {
        assert!(
            text.contains("No round was accepted") && !text.contains("floe match"),
            "{text}"
        );
        assert!(
            fs::read_to_string(&page)
                .unwrap()
                .contains("No round was accepted")
        );
    }
    let accepted = json.replace("\"accepted\": false", "\"accepted\": true");
    fs::write(
        &round,
        accepted.replace("\"accepted\":false", "\"accepted\":true"),
    )
    .unwrap();
    let text = floe(&call).fine();
    let plan = plan_of_test(&text);
    assert!(
        plan.contains("weights=") && plan.contains(r#""rules":"push""#) && plan.contains("setup-1"),
        "{plan}"
    );
}

/// Every run that can be resumed, stopped and called again as it says.
#[test]
fn calls_that_resume_run_as_printed() {
    let folder = Folder::new();
    let path = |name: &str| folder.file(name);
    fs::write(
        path("my params.txt"),
        "uct-exploration, int, 700, 100, 2000, 60, 0.01",
    )
    .unwrap();
    let [params, games, rounds, samples] =
        ["my params.txt", "my games", "rounds", "samples"].map(path);
    let mut calls = vec![
        (
            format!("match uct:nodes=20 greedy --seed 1 --floes 100000 --out `{games}`"),
            "my games/games.jsonl",
        ),
        (
            format!("tune uct:nodes=20 --params `{params}` --out `{rounds}` --rounds 100000"),
            "rounds/games.tuning",
        ),
        (
            format!("selfplay uct:nodes=20 --games 1000000 --out `{samples}`"),
            "samples",
        ),
    ];
    let learned = path("learned");
    if cfg!(feature = "train") {
        let call = format!("train uct:nodes=20 --games 1000000 --parts 1 --out `{learned}`");
        calls.push((call, "learned/round-1/games/games.floesp"));
    }
    for (call, file) in calls {
        let file = folder.path().join(file);
        let first = stopped(start(&call), &file);
        let again =
            call_after("resume with: ", &first.err).unwrap_or_else(|| panic!("{}", first.err));
        let mut command = Command::new(&again[0]);
        isolate(command.args(&again[1..]));
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let second = stopped(child, &file);
        assert_eq!(
            (first.status, second.status),
            (Some(143), Some(143)),
            "{call:?}: {}",
            second.err
        );
    }
}

/// Stops a run when it has recorded something in its file.
fn stopped(child: std::process::Child, file: &Path) -> Ran {
    let length = || fs::metadata(file).map_or(0, |file| file.len());
    let before = length();
    let begun = Instant::now();
    while length() < before + 1000 {
        assert!(
            begun.elapsed() < PATIENCE,
            "nothing is recorded in {}",
            file.display()
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    Command::new("kill")
        .arg(child.id().to_string())
        .status()
        .unwrap();
    end(child)
}
