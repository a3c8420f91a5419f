//! Matches against programs that misbehave: each forfeits with its fault, the match ends, and no
//! process survives.

use std::sync::Mutex;

use serde_json::Value;

use crate::ENDGAME;
use crate::orphans::sleepers;
use crate::run::{Folder, end, objects, start};

/// Parts of the script of an engine, each in place of the usual answer to a command, and the fault
/// that it must give. A process left behind holds the output of its engine open, which therefore
/// counts as hung.
const ROGUES: [(&str, &str, &str); 33] = [
    ("go*", "exit 0", "crashed"),
    ("go*", "exit 3", "crashed"),
    ("go*", "kill -SEGV $$", "crashed"),
    ("go*", "kill -KILL $$", "crashed"),
    ("go*", "echo info depth 1; exit 0", "crashed"),
    ("go*", "exec >&-; sleep TIME", "crashed"),
    ("go*", "sleep TIME & exit 0", "hung"),
    ("go*", "setsid sleep TIME & exit 0", "hung"),
    (
        "go*",
        "for i in $(seq 100); do sleep TIME & done; exit 1",
        "hung",
    ),
    ("go*", "echo out of memory >&2; exit 137", "crashed"),
    ("uginewgame", "exit 0", "crashed"),
    ("position*", "exit 0", "crashed"),
    ("go*", "echo bestmove a1-a1", "illegal-move"),
    ("go*", "echo bestmove e1-f1", "illegal-move"),
    ("go*", "echo bestmove", "illegal-move"),
    ("go*", "echo bestmove none", "illegal-move"),
    ("go*", "echo bestmove b1-c1 c1-d1", "illegal-move"),
    (
        "go*",
        "echo bestmove b1-c1; echo bestmove b1-c1",
        "illegal-move",
    ),
    (
        "go*",
        "printf \"\\377\\376\\n\\001\\n\"; echo bestmove x",
        "illegal-move",
    ),
    ("go*", "printf \"bestmove b1\\377c1\\n\"", "illegal-move"),
    ("go*", "printf \"bestmove b1-\\000c1\\n\"", "illegal-move"),
    (
        "go*",
        "echo info depth x nodes -1 score nan pv; echo bestmove x",
        "illegal-move",
    ),
    (
        "go*",
        "yes | head -c 1000000 >&2; echo bestmove x",
        "illegal-move",
    ),
    ("position*", "echo bestmove a1-a1", "illegal-move"),
    ("go*", "yes | tr -d \"\\n\"", "rubbish"),
    ("go*", "yes", "rubbish"),
    ("go*", "sleep TIME", "hung"),
    ("go*", "exec <&-; sleep TIME", "hung"),
    ("go*", "trap : TERM INT HUP; sleep TIME", "hung"),
    ("go*", "sleep 60; echo bestmove b1-c1", "hung"),
    ("go*", "echo BESTMOVE b1-c1", "hung"),
    ("go*", "echo error no; echo \"$line\"", "hung"),
    ("go*", "kill -STOP $$", "hung"),
];

/// Plays one floe, two games, of a script against `random`; returns status, output and errors.
fn play(script: &str, patience: &str) -> (Option<i32>, String, String) {
    let folder = Folder::new();
    let file = folder.path().join("floes.pos");
    std::fs::write(&file, ENDGAME).unwrap();
    let engine = format!("cmd:sh -c '{script}' -- patience={patience}");
    let file = file.to_str().unwrap();
    let ran = end(start(&format!(
        "match `{engine}` random --file `{file}` --json --concurrency \
        2 --progress 0s"
    )));
    (ran.status, ran.out, ran.err)
}

/// The script of an engine that answers one command in another way.
fn script(command: &str, answer: &str, time: &str) -> String {
    let usual = "ugi) echo ugiok;; isready) echo readyok;; quit) exit 0;;";
    let answer = answer.replace("TIME", time);
    format!("while read -r line; do case \"$line\" in {command}) {answer};; {usual} esac; done")
}

/// Calls `check` with each item, several at a time: engines mostly wait.
fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = Mutex::new(items.iter());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(item) = { next.lock().unwrap().next() } {
                    check(item);
                }
            });
        }
    });
}

#[test]
fn each_rogue_forfeits_with_its_fault() {
    let time = format!("3000.{}", std::process::id());
    in_parallel(&ROGUES, |(command, answer, fault)| {
        let (status, out, err) = play(
            &script(command, answer, &time),
            if *fault == "hung" { "300ms" } else { "1m" },
        );
        assert_eq!(status, Some(0), "{answer}: {out}{err}");
        let report = &objects(&out)[0];
        let faults = report["faults"].as_array().unwrap();
        assert_eq!(faults.len(), 1, "{answer}: {report}");
        assert_eq!(
            (&faults[0]["what"], &faults[0]["games"]),
            (&Value::from(*fault), &Value::from(2)),
            "{answer}: {report}"
        );
        assert_eq!(report["results"]["losses"], 2, "{answer}: {report}");
    });
    assert_eq!(sleepers(&time), 0);
}

/// A program that does not introduce itself is named before the match.
#[test]
fn rogues_that_do_not_start_are_named() {
    let time = format!("4000.{}", std::process::id());
    let scripts = [
        "exit 3",
        "kill -KILL $$",
        "echo ugiok",
        "exec >&-; sleep TIME",
        "yes | tr -d \"\\n\"",
    ];
    in_parallel(&scripts, |script| {
        let (status, out, err) = play(&script.replace("TIME", &time), "1m");
        assert_eq!((status, &*out), (Some(1), ""), "{script}: {err}");
        assert!(
            err.contains("cannot play with cmd:sh -c ")
                && err.contains(": crashed: ") | err.contains(": rubbish: "),
            "{err}"
        );
    });
    assert_eq!(sleepers(&time), 0);
}

/// Carriage returns, blanks, unknown lines and a long list of options are borne.
#[test]
fn harmless_habits_are_tolerated() {
    let floe = format!("\"{}\" ugi", env!("CARGO_BIN_EXE_floe"));
    let options = "seq 20000 | sed \"s/.*/option name o& type check default true/\"";
    let scripts = [
        format!("{floe} | sed -u \"s/$/ \\r/\""),
        format!("echo hello; echo; {floe} | sed -u \"s/^/ /; p; s/bestmove.*//\""),
        format!("{options}; exec {floe}"),
    ];
    in_parallel(&scripts, |script| {
        let (status, out, err) = play(script, "1m");
        assert_eq!(status, Some(0), "{script}: {out}{err}");
        assert_eq!(
            objects(&out)[0]["faults"],
            Value::Array(vec![]),
            "{script}: {out}"
        );
    });
}
