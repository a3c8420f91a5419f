//! A program that records games is killed at random moments, as `kill -9` does, and started again.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use floe_arena::record::{Record, SeatResult, Termination};
use floe_arena::store::Store;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Variable in which the child finds the name of its file.
const FILE: &str = "FLOE_ARENA_RECORD_TO";

/// The game with this index: the same in every run.
fn game(index: u64) -> Record {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(index);
    let hex = |number: u8| format!("{}{}", char::from(b'a' + number % 8), number % 7 + 1);
    let moves: Vec<String> = (0..60)
        .map(|_| format!("{}-{}", hex(rng.random()), hex(rng.random())))
        .collect();
    Record {
        game: index,
        block: index / 2,
        floe: "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4"
            .to_owned(),
        seats: vec![(index % 2) as usize, ((index + 1) % 2) as usize],
        moves: moves.join(" "),
        searches: Vec::new(),
        results: vec![
            SeatResult {
                points: 40,
                tie_break: 20,
            },
            SeatResult {
                points: 35,
                tie_break: 22,
            },
        ],
        lost: false,
        termination: Termination::Finished,
        seed: index,
        build: "test".to_owned(),
    }
}

/// Opens the file and returns how many games are in it: all from 0, each once and unspoilt.
fn open(path: &Path) -> (Store, u64) {
    let mut next = 0;
    let store = Store::open(path, &"test", |record: Record| {
        assert_eq!(record, game(next));
        next += 1;
    });
    (store.unwrap(), next)
}

/// The child: records one game after the other until it is killed. On its own this test has nothing
/// to do.
#[test]
fn a_child_records_until_it_is_killed() {
    let Some(path) = std::env::var_os(FILE).map(PathBuf::from) else {
        return;
    };
    let (mut store, next) = open(&path);
    for index in next.. {
        store.append(&game(index)).unwrap();
    }
}

fn start(path: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "a_child_records_until_it_is_killed"])
        .env(FILE, path)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().unwrap()
}

fn kill_often(times: u32, seed: u64) {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut games = 0;
    for _ in 0..times {
        let mut child = start(&path);
        std::thread::sleep(Duration::from_micros(rng.random_range(0..30_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let (_, now) = open(&path);
        assert!(now >= games, "{games} games were recorded, {now} are left");
        games = now;
        // The file is read from the start every time.
        if games > 20_000 {
            std::fs::remove_file(&path).unwrap();
            games = 0;
        }
    }
}

#[test]
fn twenty_kills_lose_nothing() {
    kill_often(20, 1);
}

#[test]
#[ignore = "takes minutes: cargo xtask long-tests"]
fn a_thousand_kills_lose_nothing() {
    kill_often(1000, 2);
}
