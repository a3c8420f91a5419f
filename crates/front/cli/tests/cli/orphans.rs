//! No process of an external engine survives floe, however either ends.

use std::fs;
use std::process::Child;

use crate::run::{end, floe, start};
use crate::signals::{signal, wait_until};

/// An engine that starts a daemon and a hundred other processes, and never answers `go`. All sleep
/// for this time, by which they are found.
fn engine(time: &str, quit: &str) -> String {
    let spawn = format!("setsid sleep {time} & for i in $(seq 100); do sleep {time} & done");
    let answers =
        format!("ugi) echo ugiok;; isready) echo readyok;; go*) sleep {time};; quit) {quit};;");
    format!("cmd:sh -c '{spawn}; while read -r line; do case \"$line\" in {answers} esac; done'")
}

/// Number of processes that sleep for this time.
pub(crate) fn sleepers(time: &str) -> usize {
    let command = format!("sleep\0{time}\0");
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter(|entry| {
            fs::read(entry.path().join("cmdline")).is_ok_and(|found| found == command.as_bytes())
        })
        .count()
}

/// Starts a match of two such engines, and waits until their processes run.
fn playing(time: &str) -> Child {
    let engine = engine(time, ":");
    let child = start(&format!(
        "match `{engine}` `{engine}` --floes 1 --concurrency 1"
    ));
    // The engine to move has started, and has been asked for a move.
    wait_until(|| sleepers(time) >= 203);
    child
}

#[test]
fn no_process_survives_a_match_that_is_ended() {
    for (number, signals) in [
        &["KILL"][..],
        &["TERM"],
        &["INT"],
        &["INT", "INT"],
        &["HUP"],
    ]
    .into_iter()
    .enumerate()
    {
        let time = format!("1000.{}{number}", std::process::id());
        let child = playing(&time);
        signals.iter().for_each(|name| signal(&child, name));
        end(child);
        wait_until(|| sleepers(&time) == 0);
    }
}

#[test]
fn no_process_survives_its_engine() {
    let time = format!("2000.{}", std::process::id());
    for quit in ["exit 0", "exec sleep 1000"] {
        let missing = floe!(
            "match `{}` random --floes 1",
            format!("{} -- Missing=1", engine(&time, quit))
        );
        assert_eq!(missing.status, Some(1));
        assert!(
            missing.err.contains("unknown option 'Missing'"),
            "{}",
            missing.err
        );
        assert_eq!(sleepers(&time), 0);
    }
}

#[test]
fn an_engine_ends_as_its_program_does() {
    for (script, expected) in [("exit 3", "exit status: 3"), ("kill -9 $$", "signal: 9")] {
        let ran = floe!("match `cmd:sh -c '{script}'` random --floes 1");
        assert_eq!(ran.status, Some(1));
        assert!(
            ran.err.contains("crashed: ") && ran.err.contains(expected),
            "{}",
            ran.err
        );
    }
}
