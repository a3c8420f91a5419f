//! A run of many searches with several threads takes no more memory than one search.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Child;

use crate::run::{end, floe, start};

/// Memory apart from the table, in KiB.
const ALLOWED: u64 = 64 << 10;
const POSITIONS: u64 = 60;

/// Largest memory that a process has used so far, in KiB.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Positions of all phases of a game.
fn positions() -> impl Iterator<Item = String> {
    (0..POSITIONS).map(|seed| {
        let (seed, plies) = (seed.to_string(), (seed % 30).to_string());
        floe!("new --placed --seed `{seed}` --plies `{plies}`")
            .fine()
            .trim()
            .to_owned()
    })
}

#[test]
fn a_batch_takes_the_memory_of_one_position() {
    let mut child = start("analyze - --json --quiet --threads 8 --hash 1 --nodes 2000");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for position in positions() {
        writeln!(child.stdin.as_mut().unwrap(), "{position}").unwrap();
        stdout.read_line(&mut String::new()).unwrap();
    }
    let peak = peak(&child);
    drop(stdout);
    end(child);
    assert!(peak <= 1024 + ALLOWED, "{peak} KiB");
}

#[test]
fn a_ugi_session_takes_the_memory_of_one_move() {
    let mut child = start("ugi");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let stdin = child.stdin.as_mut().unwrap();
    writeln!(
        stdin,
        "setoption name Threads value 8\nsetoption name Hash value 1"
    )
    .unwrap();
    for position in positions() {
        writeln!(stdin, "position fen {position}\ngo nodes 2000").unwrap();
        let mut line = String::new();
        while !line.starts_with("bestmove") {
            line.clear();
            assert!(stdout.read_line(&mut line).unwrap() > 0);
        }
    }
    let peak = peak(&child);
    writeln!(child.stdin.as_mut().unwrap(), "quit").unwrap();
    drop(stdout);
    end(child);
    assert!(peak <= 1024 + ALLOWED, "{peak} KiB");
}
