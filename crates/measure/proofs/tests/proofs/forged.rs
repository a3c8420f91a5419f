//! Records with a right checksum that no worker has written.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use floe_endgame::{KeyedBounds, SplitRules};
use floe_proofs::{DamagedRecord, FinishedJob, JobOutcome, ProofStatus, WorkerEvent};
use rand::{Rng, RngExt};

use super::*;

/// Appends bounds with a right checksum to a file of its own.
fn forge(directory: &Path, position: &Position<2>, records: &[KeyedBounds], jobs: &[FinishedJob]) {
    let mut file = folder(directory, position).worker_file("forged").unwrap();
    file.append(records, None).unwrap();
    jobs.iter()
        .for_each(|job| file.append(&[], Some(job)).unwrap());
}

/// Ends a proof by a worker, after a look at its status; returns the proved margin and the damaged
/// records that either has named.
fn finish(
    directory: &Path,
    position: &Position<2>,
    objective: Objective,
) -> (Interval<Score>, Vec<DamagedRecord>) {
    let folder = folder(directory, position);
    let status = ProofStatus::of(&folder, objective, 3).unwrap();
    let is_move = |best: &str| position.moves().iter().any(|mv| mv.to_string() == best);
    assert!(
        status
            .best
            .as_deref()
            .is_none_or(|best| is_move(best) || ["wait", "pass"].contains(&best)),
        "{status:?}"
    );
    let mut damaged = status.damaged;
    let mut worker = Worker::join(&folder, "host", options(objective, 3000)).unwrap();
    let state = worker.run(&Limits::default(), &mut |event| {
        if let WorkerEvent::Damaged(record) = event {
            damaged.push(record.clone());
        }
    });
    (state.unwrap().margin, damaged)
}

/// Key of the ending at the root, and those after its moves.
fn keys(position: &Position<2>) -> (u64, Vec<u64>) {
    let rules = SplitRules::new(position);
    let root = rules.root(position).rest.unwrap();
    let moves = rules
        .moves(&root)
        .iter()
        .filter_map(|mv| Some(mv.rest?.key()))
        .collect();
    (root.key(), moves)
}

fn bounds(key: u64, lower: Score, upper: Score, best: u16) -> KeyedBounds {
    KeyedBounds {
        lower,
        upper,
        best,
        work: 40,
        ..KeyedBounds::nothing(key)
    }
}

/// Value of all free tiles: no ending has more.
fn largest(position: &Position<2>) -> Score {
    position.value(position.free())
}

#[test]
fn impossible_bounds_are_damage_and_change_nothing() {
    let position = position(102, 24);
    let (root, moves) = keys(&position);
    let most = largest(&position);
    let truth = plain(&position, Objective::Margin);
    let impossible = [
        (5, -5),
        (most + 1, most + 1),
        (-most - 1, -most - 1),
        (i16::MAX.into(), i16::MIN.into()),
    ];
    for key in [root, moves[0], moves[0] ^ 1, 77] {
        for (lower, upper) in impossible {
            let directory = tempfile::tempdir().unwrap();
            forge(
                directory.path(),
                &position,
                &[bounds(key, lower, upper, 0)],
                &[],
            );
            let (margin, damaged) = finish(directory.path(), &position, Objective::Margin);
            assert_eq!(margin, truth, "{key:x} {lower} {upper}");
            assert!(
                !damaged.is_empty() && damaged[0].path.ends_with("bounds/forged.bounds"),
                "{damaged:?}"
            );
        }
    }
}

/// Bounds that are possible on the floe, but not for the root or next to others.
#[test]
fn bounds_that_contradict_the_rules_or_others_are_named() {
    let position = position(102, 24);
    let (root, moves) = keys(&position);
    let rules = SplitRules::new(&position);
    let by_rules = rules.root(&position).rest.unwrap().bounds();
    let truth = plain(&position, Objective::Margin);
    let most = largest(&position);
    assert!(by_rules.upper < most && -most < by_rules.lower);
    let families = [
        vec![bounds(root, most, most, 0)],
        vec![bounds(root, -most, -most, 0)],
        vec![bounds(root, 100, 200, 0), bounds(root, -200, -100, 0)],
        vec![
            bounds(moves[0], 100, 200, 0),
            bounds(moves[0], -200, -100, 0),
        ],
    ];
    for records in families {
        let directory = tempfile::tempdir().unwrap();
        forge(directory.path(), &position, &records, &[]);
        let (margin, damaged) = finish(directory.path(), &position, Objective::Margin);
        assert_eq!(margin, truth, "{records:?}");
        assert!(damaged.len() >= records.len(), "{records:?}: {damaged:?}");
    }
}

#[test]
fn an_illegal_best_move_counts_as_none() {
    let position = position(102, 24);
    let (root, _) = keys(&position);
    let truth = plain(&position, Objective::Margin);
    for best in (0..=u16::MAX)
        .step_by(997)
        .chain([1, 2, 4096, 4097, 0xffff])
    {
        let directory = tempfile::tempdir().unwrap();
        forge(
            directory.path(),
            &position,
            &[bounds(
                root,
                -most_below(&position),
                most_below(&position),
                best,
            )],
            &[],
        );
        let (margin, damaged) = finish(directory.path(), &position, Objective::Margin);
        assert_eq!((margin, damaged), (truth, Vec::new()), "{best}");
    }
}

/// Half of the value of all free tiles.
fn most_below(position: &Position<2>) -> Score {
    largest(position) / 2
}

/// Random records of endings near the root, most of them wrong: nothing panics, everything ends,
/// and a margin that is impossible by the rules is never proved.
#[test]
fn random_records_stop_no_reader() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    for round in 0..60 {
        let position = position(200 + round % 7, 26 + (round % 5) as u32);
        let rules = SplitRules::new(&position);
        if position.is_over() || rules.root(&position).rest.is_none() {
            continue;
        }
        let (root, moves) = keys(&position);
        let directory = tempfile::tempdir().unwrap();
        let keys: Vec<u64> = [root].into_iter().chain(moves).collect();
        let key = |rng: &mut Xoshiro256PlusPlus| match rng.random_range(0..8) {
            0 => rng.next_u64(),
            1 => keys[rng.random_range(0..keys.len())] ^ rng.random_range(0..8),
            _ => keys[rng.random_range(0..keys.len())],
        };
        let score = |rng: &mut Xoshiro256PlusPlus| match rng.random_range(0..3) {
            0 => Score::from(rng.next_u32() as i16),
            _ => rng.random_range(-2000..2000),
        };
        let records: Vec<KeyedBounds> = (0..rng.random_range(1..20))
            .map(|_| bounds(key(rng), score(rng), score(rng), rng.next_u32() as u16))
            .collect();
        let outcomes = [
            JobOutcome::Settled,
            JobOutcome::Exhausted,
            JobOutcome::Dropped,
            JobOutcome::Split,
        ];
        let jobs: Vec<FinishedJob> = (0..rng.random_range(0..5))
            .map(|_| FinishedJob {
                key: key(rng),
                bound: score(rng),
                outcome: outcomes[rng.random_range(0..4)],
                nodes: rng.next_u64() >> 44,
                centiseconds: rng.next_u32(),
            })
            .collect();
        forge(directory.path(), &position, &records, &jobs);
        let objective = if round % 2 == 0 {
            Objective::Margin
        } else {
            Objective::WinDrawLoss
        };
        let (margin, _) = finish(directory.path(), &position, objective);
        let rest = rules.root(&position);
        let by_rules = rest
            .rest
            .unwrap()
            .bounds()
            .map(|bound| rest.certain + bound);
        assert!(margin.lower <= margin.upper, "{margin:?}");
        assert!(
            by_rules.lower <= margin.lower && margin.upper <= by_rules.upper,
            "{margin:?} {by_rules:?}"
        );
    }
}

/// A damaged end of a file is counted, unless its worker may be writing it.
#[test]
fn damage_at_the_end_is_counted() {
    let position = position(102, 24);
    let directory = tempfile::tempdir().unwrap();
    let truth = finish(directory.path(), &position, Objective::Margin).0;
    let file = directory.path().join("bounds/host-1.bounds");
    OpenOptions::new()
        .append(true)
        .open(&file)
        .unwrap()
        .write_all(&[7; 24 * 20_000])
        .unwrap();
    let shown =
        ProofStatus::of(&folder(directory.path(), &position), Objective::Margin, 1).unwrap();
    assert_eq!((shown.damaged.len(), shown.state.margin), (20_000, truth));
    let length = fs::metadata(&file).unwrap().len();
    drop(
        folder(directory.path(), &position)
            .worker_file("host-1")
            .unwrap(),
    );
    assert_eq!(fs::metadata(&file).unwrap().len(), length - 24 * 20_000);
}

/// A pipe where a file should be is refused or passed over, and no reader waits for it.
#[cfg(unix)]
#[test]
fn pipes_in_the_folder_stop_nobody() {
    let position = position(102, 24);
    for place in [
        "bounds/pipe.bounds",
        "jobs/0000000000000007",
        "jobs/pipe",
        "bounds/host-1.bounds",
        "proof.txt",
    ] {
        let directory = tempfile::tempdir().unwrap();
        folder(directory.path(), &position);
        let path = directory.path().join(place);
        let _ = fs::remove_file(&path);
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        let shown = ProofFolder::visit(directory.path(), BUILD)
            .and_then(|folder| ProofStatus::of(&folder, Objective::Margin, 1).map(|_| folder))
            .and_then(|folder| folder.join("host").map(drop));
        match shown {
            Ok(()) => assert!(place.starts_with("jobs"), "{place}"),
            Err(error) => {
                assert!(
                    error.path == path && error.to_string().contains("expected a file"),
                    "{place}: {error}"
                );
            }
        }
    }
}

/// A locked job file may hold anything: a name is short.
#[test]
fn the_name_of_a_worker_is_short() {
    let position = position(102, 24);
    let directory = tempfile::tempdir().unwrap();
    let folder = folder(directory.path(), &position);
    let lease = folder.take(7, &"x".repeat(1 << 20)).unwrap();
    let busy = folder.busy_workers().unwrap();
    assert!(
        lease.is_some() && busy.len() == 1 && busy[0].0.len() <= 100,
        "{}",
        busy[0].0.len()
    );
}
