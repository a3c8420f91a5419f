//! Ctrl-C and SIGTERM: every run stops at once, with its results so far and a way to resume.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::run::{Folder, PATIENCE, Ran, end, floe, isolate, start};
use crate::{DEALT, ENDGAME};

/// Signals with the exit status that each gives.
const SIGNALS: [(&str, i32); 2] = [("INT", 130), ("TERM", 143)];

pub(crate) fn signal(child: &Child, name: &str) {
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -{name} {}", child.id())])
        .status()
        .unwrap();
    assert!(kill.success());
}

pub(crate) fn wait_until(mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn is_filled(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.len() > 0)
}

/// Stops a run; it ends far sooner than the search in progress would.
fn stop(child: Child, name: &str) -> Ran {
    let start = Instant::now();
    signal(&child, name);
    let ran = end(child);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    ran
}

/// A position that takes weeks to solve.
fn hard() -> String {
    floe("new --placed --seed 1").fine().trim().to_owned()
}

#[test]
fn a_match_stops_within_a_move() {
    let deaf = "cmd:sh -c 'while read -r line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; esac; done'";
    for (engine, (name, status)) in [
        ("default:time=5m", SIGNALS[0]),
        ("default:time=5m", SIGNALS[1]),
        (deaf, SIGNALS[1]),
    ] {
        let directory = Folder::new();
        let out = directory.path().join("out");
        let call = format!(
            "match `{engine}` `{engine}` --floes 5 --out `{}`",
            out.to_str().unwrap()
        );
        let child = start(&call);
        wait_until(|| is_filled(&out.join("games.jsonl")));
        std::thread::sleep(Duration::from_millis(300));
        let ran = stop(child, name);
        assert_eq!(ran.status, Some(status), "{}{}", ran.out, ran.err);
        assert!(
            ran.out.starts_with("No block is complete yet"),
            "{}",
            ran.out
        );
        assert!(
            ran.err.contains("stopped; resume with: ") && ran.err.contains("--floes 5 --out"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn a_record_that_another_program_shortens_is_named() {
    let directory = Folder::new();
    let out = directory.path().join("out");
    let file = out.join("games.jsonl");
    let child = start(&format!(
        "match greedy random --floes 10000000 --out `{}`",
        out.to_str().unwrap()
    ));
    wait_until(|| file.metadata().is_ok_and(|file| file.len() > 10_000));
    std::fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_len(5_000)
        .unwrap();
    let ran = end(child);
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.err.contains("games.jsonl: expected a file of ") && ran.err.contains("has changed it"),
        "{}",
        ran.err
    );
}

#[test]
fn the_standings_of_a_stopped_match_are_those_of_its_games() {
    let mut child = start("match greedy random --floes 10000000 --events");
    let mut events = BufReader::new(child.stderr.take().unwrap());
    events.read_line(&mut String::new()).unwrap();
    std::thread::spawn(move || std::io::copy(&mut events, &mut std::io::sink()));
    let ran = stop(child, "INT");
    assert_eq!(ran.status, Some(130));
    assert!(
        ran.out.contains(" won, ") && !ran.out.starts_with("No block"),
        "{}",
        ran.out
    );
}

#[test]
fn self_play_stops_within_a_move() {
    for (name, status) in SIGNALS {
        let directory = Folder::new();
        let file = directory.path().join("games");
        let out = file.to_str().unwrap();
        let child = start(&format!(
            "selfplay default:nodes=1000000000000 --games 9 --out `{out}`"
        ));
        wait_until(|| is_filled(&file));
        let ran = stop(child, name);
        assert_eq!(ran.status, Some(status), "{}{}", ran.out, ran.err);
        assert!(
            ran.out.starts_with("games      0 in the file")
                && ran.err.contains("stopped; resume with: "),
            "{}{}",
            ran.out,
            ran.err
        );
    }
}

#[test]
fn a_proof_is_saved_when_it_is_stopped() {
    let position = hard();
    for (name, status) in SIGNALS {
        let directory = Folder::new();
        let file = directory.file("proof");
        let call = format!("solve `{position}` --checkpoint `{file}`");
        let mut child = start(&call);
        let mut progress = BufReader::new(child.stderr.take().unwrap());
        progress.read_line(&mut String::new()).unwrap();
        assert!(!std::fs::exists(&file).unwrap());
        let ran = stop(child, name);
        assert_eq!(ran.status, Some(status), "{}", ran.out);
        assert!(ran.out.contains("not proved: "), "{}", ran.out);
        let rest = std::io::read_to_string(progress).unwrap();
        assert!(
            rest.contains("stopped; resume with: ") && rest.contains("saved "),
            "{rest}"
        );
        let again = floe!("{call} --nodes 1");
        assert!(
            again.err.contains("resumed from the checkpoint: "),
            "{}",
            again.err
        );
    }
}

#[test]
fn a_suite_stops_within_a_position() {
    let directory = Folder::new();
    let file = directory.file("some.exact");
    let moves = floe!("moves `{}`", hard()).fine();
    let values: String = moves.lines().map(|mv| format!("{mv} +1:0\n")).collect();
    let easy = "......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0\ne4-d4 0:-1\n";
    std::fs::write(&file, format!("{easy}\n{}\n{values}", hard())).unwrap();
    for (name, status) in SIGNALS {
        let mut child = start(&format!("suite `{file}`"));
        let mut progress = BufReader::new(child.stderr.take().unwrap());
        progress.read_line(&mut String::new()).unwrap();
        let ran = stop(child, name);
        let rest = std::io::read_to_string(progress).unwrap();
        assert_eq!(ran.status, Some(status), "{}{rest}", ran.out);
        assert!(
            rest.contains("stopped; ") && ran.out.contains(" of 1 "),
            "{}{rest}",
            ran.out
        );
    }
}

#[test]
fn an_analysis_that_is_terminated_gives_its_best_line() {
    let mut child = start(&format!("analyze `{DEALT}` --time 1h"));
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    progress.read_line(&mut String::new()).unwrap();
    let ran = stop(child, "TERM");
    assert_eq!(ran.status, Some(143));
    assert!(ran.out.starts_with("best "), "{}", ran.out);
}

/// Reads standard output up to this text.
fn read_to(child: &mut Child, end: &str) -> BufReader<std::process::ChildStdout> {
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut read = String::new();
    while !read.ends_with(end) {
        let mut bytes = vec![];
        assert!(
            out.read_until(end.as_bytes()[end.len() - 1], &mut bytes)
                .unwrap()
                > 0,
            "{read}"
        );
        read += std::str::from_utf8(&bytes).unwrap();
    }
    out
}

#[test]
fn a_game_is_kept_when_it_is_stopped() {
    for (side, (name, status)) in [("A", SIGNALS[0]), ("A", SIGNALS[1]), ("B", SIGNALS[0])] {
        let directory = Folder::new();
        let file = directory.path().join("evening.game");
        // The engine thinks for long about a placement, and not about an endgame.
        let position = if side == "A" { ENDGAME } else { DEALT };
        for arguments in [
            &[position][..],
            &["--seed", "1", "--file", file.to_str().unwrap()],
        ] {
            let mut child = start(&[&["play", "--side", side, "--level", "8"], arguments].concat());
            // At the prompt, or while the engine thinks.
            let out = read_to(&mut child, if side == "A" { "A> " } else { "<- to move\n" });
            let ran = stop(child, name);
            let rest = std::io::read_to_string(out).unwrap();
            assert_eq!(ran.status, Some(status), "{rest}{}", ran.err);
            let place = if arguments.len() == 1 {
                format!("'{position}'")
            } else {
                format!("--file {}", arguments[3])
            };
            let call = format!("stopped; resume with: floe play {place} --side {side} --level 8\n");
            assert!(ran.err.contains(&call), "{}", ran.err);
            assert!(
                rest.trim_end().lines().last().unwrap().contains(" A "),
                "{rest}"
            );
        }
        floe!("replay `{}`", file.to_str().unwrap()).says("4 to place");
    }
}

#[test]
fn a_game_is_kept_when_its_file_or_its_output_fails() {
    let directory = Folder::new();
    let folder = directory.path().join("games");
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("evening.game");
    let mut child = start(&format!(
        "play `{ENDGAME}` --level 1 --file `{}`",
        file.to_str().unwrap()
    ));
    let out = read_to(&mut child, "A> ");
    std::fs::remove_dir_all(&folder).unwrap();
    writeln!(child.stdin.take().unwrap(), "b1-c1").unwrap();
    let ran = end(child);
    drop(out);
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.err.contains("cannot save the game in ")
            && ran.err.contains("resume with: floe play '"),
        "{}",
        ran.err
    );
    let full = format!(
        "exec {} play --level 1 '{ENDGAME}' > /dev/full",
        env!("CARGO_BIN_EXE_floe")
    );
    if cfg!(target_os = "linux") {
        let mut sh = Command::new("sh");
        isolate(sh.args(["-c", &full]));
        let ran = sh.output().unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1));
        assert!(
            err.contains(&format!(
                "resume with: floe play '{ENDGAME}' --side A --level 1\n"
            )),
            "{err}"
        );
    }
}

#[test]
fn a_game_that_cannot_be_saved_is_refused_at_the_start() {
    for file in [
        "/nowhere/evening.game",
        "/dev/null",
        "/dev/null/evening.game",
    ] {
        let wrong = floe!("play --file `{file}`").wrong();
        assert!(wrong.starts_with(&format!("floe: {file}: ")), "{wrong}");
    }
}
