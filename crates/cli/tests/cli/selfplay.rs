use std::path::Path;
use std::time::Duration;

use crate::run::{end, floe, start};

fn directory() -> (tempfile::TempDir, impl Fn(&str) -> String) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_owned();
    (directory, move |name: &str| path.join(name).to_str().unwrap().to_owned())
}

fn bytes(path: impl AsRef<Path>) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

const RUN: [&str; 6] = ["selfplay", "default:nodes=300", "--games", "30", "--seed", "3"];

fn play(out: &str, more: &[&str]) -> serde_json::Value {
    floe(&[&RUN[..], &["--json", "--out", out], more].concat()).object()
}

#[test]
fn the_same_run_writes_the_same_bytes_however_it_went() {
    let (_directory, path) = directory();
    let whole = play(&path("one"), &["--concurrency", "1"]);
    assert_eq!(whole["schema"], "floe/selfplay/1");
    assert_eq!(whole["games"], 30);
    play(&path("many"), &["--concurrency", "4"]);
    assert_eq!(bytes(path("one")), bytes(path("many")));
    let killed = path("killed");
    for milliseconds in [5, 15, 30, 60] {
        let mut child = start(&[&RUN[..], &["--out", &killed]].concat());
        std::thread::sleep(Duration::from_millis(milliseconds));
        let _ = child.kill();
        end(child);
        if let Ok(bytes) = std::fs::read(&killed) {
            std::fs::write(&killed, &bytes[..bytes.len().saturating_sub(3)]).unwrap();
        }
    }
    play(&killed, &[]);
    assert_eq!(bytes(path("one")), bytes(killed));
}

#[test]
fn positions_are_kept_once_with_value_and_result() {
    let (_directory, path) = directory();
    // All games begin with the same few moves nowhere, but end alike here and there: eight-tile endings repeat.
    let report = floe(&["selfplay", "alphabeta:depth=1", "--games", "40", "--out", &path("games"), "--json"]).object();
    let positions = report["positions"].as_u64().unwrap();
    let lines = floe(&["selfplay", "--read", &path("games"), "--json"]).fine();
    assert_eq!(lines.lines().count() as u64, positions);
    let mut seen = std::collections::HashSet::new();
    for line in lines.lines() {
        let sample: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(seen.insert(sample["position"].as_str().unwrap().to_owned()), "{line}");
        assert_eq!(sample["value"].as_array().unwrap().len(), 1);
        assert_eq!(sample["results"].as_array().unwrap().len(), 2);
    }
    let three = floe(&["selfplay", "greedy:depth=1", "--players", "3", "--games", "3", "--out", &path("three")]).fine();
    assert!(three.starts_with("3 games, "), "{three}");
    let text = floe(&["selfplay", "--read", &path("three")]).fine();
    assert!(text.lines().count() > 50);
}

#[test]
fn what_does_not_fit_is_refused() {
    let (_directory, path) = directory();
    play(&path("games"), &[]);
    let refused = |arguments: &[&str], expected: &str| {
        let ran = floe(&[&["selfplay"], arguments].concat());
        assert_eq!(ran.status, Some(2), "{}", ran.err);
        assert!(ran.err.contains(expected), "{}", ran.err);
    };
    refused(&["--games", "9", "--out", &path("games")], "games of another run");
    refused(&["default:time=1s", "--games", "9", "--out", &path("new")], "not time=");
    refused(&["default", "--games", "9", "--out", &path("new")], "needs a limit");
    refused(&["alphabeta:depth=1", "--players", "3", "--games", "9", "--out", &path("new")], "two players");
    std::fs::write(path("other"), "something else entirely, but long enough to be one. ".repeat(9)).unwrap();
    refused(&["--games", "9", "--out", &path("other")], "no file of self-play");
    let mut damaged = bytes(path("games"));
    damaged[600] ^= 1;
    std::fs::write(path("games"), damaged).unwrap();
    let ran = floe(&[&RUN[..], &["--out", &path("games")]].concat());
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.contains("is damaged"), "{}", ran.err);
}
