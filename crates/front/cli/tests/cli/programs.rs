//! Other programs in matches: what they are asked before, what is logged, and what is recorded of
//! them.
#![cfg(unix)]

use std::fs;

use crate::ENDGAME;
use crate::run::{Folder, Ran, floe, objects};

/// Command of a program that calls itself so, does this for a question, and answers no `go`.
fn player(name: &str, answer: &str) -> String {
    format!(
        "cmd:sh -c 'while read -r line; do case \"$line\" in ugi) echo \"id name {name}\"; echo ugiok;; \
        isready) echo readyok;; quit) exit 0;; query*) {answer};; *) :;; esac; done'"
    )
}

fn played(engine: &str, options: &str) -> Ran {
    floe!("match `{engine}` random --floes 1 --seed 1 --progress 0s {options}")
}

/// An option that a program lacks is refused in the same way.
#[test]
fn rules_that_a_program_does_not_know_are_refused_before_the_match() {
    for rules in ["push", "hidden-whale", "flip", "angling", "push+whale"] {
        let ran = played(
            &player("Mine", "echo response base whale"),
            &format!("--rules `{rules}`"),
        );
        assert_eq!((ran.status, &*ran.out), (Some(1), ""), "{}", ran.err);
        let expected =
            format!("expected a program that knows the rules {rules}; it knows: base whale");
        assert!(ran.err.contains(&expected), "{}", ran.err);
    }
    // Who says nothing is not refused; this one then does not answer `go`.
    for answer in [":", "echo error what", "echo response base push"] {
        let engine = format!("{} -- patience=100ms", player("Mine", answer));
        let report = played(&engine, "--rules push --json").object();
        assert_eq!(report["faults"][0]["what"], "hung", "{report}");
    }
}

#[test]
fn a_report_says_which_limit_was_exceeded() {
    let silent = player("Mine", ":");
    for (options, limit) in [
        (
            "patience=200ms",
            "no answer in time: 200ms, patience=200ms, without a limit of time",
        ),
        (
            "time=10ms",
            "no answer in time: 1.01s, time=10ms and 1s of tolerance",
        ),
    ] {
        let engine = format!("{silent} -- {options}");
        let text = played(&engine, "")
            .fine()
            .split_whitespace()
            .collect::<Vec<&str>>()
            .join(" ");
        assert!(
            text.contains("because it did not answer; the first:") && text.contains(limit),
            "{text}"
        );
        let report = played(&engine, "--json").object();
        assert_eq!(report["faults"][0]["details"], limit);
    }
}

#[test]
fn an_answer_without_go_is_called_so() {
    let folder = Folder::new();
    let file = folder.write("floes.pos", ENDGAME);
    let floe_twice = format!(
        "cmd:sh -c '\"{}\" ugi | sed -u \"/^bestmove/{{p;}}\"' -- nodes=20",
        env!("CARGO_BIN_EXE_floe")
    );
    let call = format!("match `{floe_twice}` random --file `{file}` --json --progress 0s");
    let fault = floe(&call).object()["faults"][0].clone();
    assert_eq!(fault["what"], "illegal-move", "{fault}");
    assert!(
        fault["details"]
            .as_str()
            .unwrap()
            .ends_with(": an answer without 'go'"),
        "{fault}"
    );
}

/// Time, program and direction of all lines, with escapes, and no line without an end.
#[test]
fn the_dialogue_is_logged() {
    let folder = Folder::new();
    let log = folder.file("log.txt");
    let go = "echo warning >&2; printf \"info string a\\033b\\n\"; head -c 5000 /dev/zero | tr \"\\0\" x; echo; exit 3";
    let engine = player("Mine", ":").replace("query*) :;;", &format!("go*) {go};;"));
    played(&engine, &format!("--log `{log}`")).fine();
    let text = fs::read_to_string(&log).unwrap();
    for line in text.lines() {
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        assert!(
            words[0].parse::<f64>().is_ok() && words[1].starts_with("sh.") && words[2].len() == 1,
            "{line}"
        );
        assert!(
            line.chars().count() < 1100 && !line.contains('\x1b'),
            "{line}"
        );
    }
    for part in [
        " * sh -c ",
        " > ugi\n",
        " < id name Mine\n",
        " > query rules\n",
        " > go\n",
        " ! warning\n",
        "a\\u{1b}b",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        text.contains("xxx… (4000 more characters)") && text.contains(" * ended: exit status: 3"),
        "{text}"
    );
    let wrong = played(
        &engine,
        &format!("--log `{}`", folder.path().to_str().unwrap()),
    );
    assert_eq!(wrong.status, Some(2), "{}", wrong.err);
}

/// Name and version, the file behind the command, and the files that it reads tell programs apart.
#[test]
fn a_program_is_more_than_its_command() {
    let folder = Folder::new();
    let weights = folder.file("weights.txt");
    let resumed = |engine: &str, out: &str| {
        let out = folder.file(out);
        played(engine, &format!("--out `{out}`"))
    };
    // A program that never moves shall lose its games soon.
    let mine = |name: &str| format!("{} -- patience=200ms", player(name, ":"));
    let engine = mine("Mine 1.0");
    resumed(&engine, "out").fine();
    let record = folder.read("out/games.jsonl");
    let head = objects(record.lines().next().unwrap()).remove(0);
    assert_eq!(
        head["config"]["programs"],
        serde_json::json!(["Mine 1.0", ""])
    );
    resumed(&engine, "out").fine();
    // The same command, behind which is another version.
    let version = folder.file("version");
    let by_version = |name: &str| {
        fs::write(&version, name).unwrap();
        mine("Mine").replace(
            "\"id name Mine\"",
            &format!("id name $(sed s/x/y/ < {version})"),
        )
    };
    resumed(&by_version("Two 1.0"), "two").fine();
    resumed(&by_version("Two 1.1"), "two")
        .refuses("programs[0] is \"Two 1.0\" there, not \"Two 1.1\"");
    // A file among the arguments or options.
    for at in ["", "--weights="] {
        let engine = format!("{} {at}{weights} -- patience=200ms", player("Mine", ":"));
        let out = format!("by{at}");
        fs::write(&weights, "1").unwrap();
        resumed(&engine, &out).fine();
        fs::write(&weights, "2").unwrap();
        resumed(&engine, &out).refuses("hashes[0] is ");
    }
}
