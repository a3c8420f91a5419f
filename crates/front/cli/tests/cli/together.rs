//! Runs that several processes share, begun at the same moment: they end well, or are refused by
//! name, and nothing is spoilt.

use std::fs;
use std::path::Path;

use crate::run::{Folder, Ran, end, floe, start};

/// Rounds of every race: more in the gate, where nobody waits.
fn rounds() -> usize {
    if std::env::var_os("CI").is_some() {
        50
    } else {
        5
    }
}

/// Processes of a race.
const RUNNERS: usize = 3;

const SMALL: [&str; 8] = [
    "--layout",
    "small-10",
    "--penguins",
    "1",
    "--concurrency",
    "1",
    "--progress",
    "0s",
];

fn words(text: &str) -> Vec<String> {
    text.split_whitespace()
        .map(str::to_owned)
        .chain(SMALL.map(str::to_owned))
        .collect()
}

/// Starts calls at the same moment, and waits for all.
fn race(calls: &[Vec<String>]) -> Vec<Ran> {
    let start = |call: &Vec<String>| start(&call.iter().map(String::as_str).collect::<Vec<&str>>());
    let children: Vec<_> = calls.iter().map(start).collect();
    children.into_iter().map(end).collect()
}

/// Whether a call has ended well; otherwise another process must have the file, or it has other
/// settings.
fn has_ended_well(ran: &Ran, folder: &str) -> bool {
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    if ran.status == Some(0) {
        return true;
    }
    let is_named = ran.err.contains(folder)
        && (ran.err.contains("another process") || ran.err.contains("there, not"));
    assert!(
        is_named && matches!(ran.status, Some(1 | 2)),
        "{:?} {}{}",
        ran.status,
        ran.out,
        ran.err
    );
    false
}

/// Races of calls of these arguments in new folders. All calls of parts end well; of whole runs and
/// of other arguments at least one does, now or when it is repeated. Then `check` looks at the
/// folder.
fn races(calls_of: impl Fn(&str, usize) -> String, all_end_well: bool, check: impl Fn(&Path)) {
    for _ in 0..rounds() {
        let folder = Folder::new();
        let run = folder.path().join("run");
        let run = run.to_str().unwrap();
        let calls: Vec<Vec<String>> = (1..=RUNNERS)
            .map(|runner| words(&calls_of(run, runner)))
            .collect();
        let ended: Vec<bool> = race(&calls)
            .iter()
            .map(|ran| has_ended_well(ran, run))
            .collect();
        assert!(!all_end_well || ended.iter().all(|&well| well), "{ended:?}");
        let again: Vec<bool> = calls
            .iter()
            .map(|call| has_ended_well(&race(std::slice::from_ref(call))[0], run))
            .collect();
        assert!(again.contains(&true), "nothing can be resumed: {calls:?}");
        assert!(
            ended
                .iter()
                .zip(&again)
                .all(|(&before, &now)| now || !before),
            "{ended:?}, then {again:?}"
        );
        check(Path::new(run));
    }
}

/// Output of a call that is made alone.
fn said(call: &str) -> String {
    let call = words(call);
    floe(&call.iter().map(String::as_str).collect::<Vec<&str>>()).fine()
}

#[test]
fn matches() {
    let folder = Folder::new();
    let alone = folder.path().join("alone");
    let call =
        |out: &str, seed: usize| format!("match greedy random --seed {seed} --floes 3 --out {out}");
    said(&call(alone.to_str().unwrap(), 1));
    let expected = merged_report(&alone);
    races(
        |run, _| call(run, 1),
        false,
        |run| assert_eq!(merged_report(run), expected),
    );
    races(
        |run, runner| call(run, runner),
        false,
        |run| drop(merged_report(run)),
    );
    let part = |run: &str, runner| format!("{} --shard {runner}/{RUNNERS}", call(run, 1));
    races(part, true, |run| assert_eq!(merged_report(run), expected));
    let other_part =
        |run: &str, runner| format!("{} --shard {runner}/{RUNNERS}", call(run, runner));
    races(other_part, true, |_| ());
}

/// Report on the shards in a folder.
fn merged_report(folder: &Path) -> String {
    floe!("match --merge `{}`", folder.to_str().unwrap()).fine()
}

#[test]
fn self_play() {
    let folder = Folder::new();
    let alone = folder.file("alone");
    let call =
        |out: &str, seed: usize| format!("selfplay greedy --seed {seed} --games 3 --out {out}");
    said(&call(&alone, 1));
    let expected = fs::read(&alone).unwrap();
    races(
        |run, _| call(run, 1),
        false,
        |run| assert_eq!(fs::read(run).unwrap(), expected),
    );
    races(
        |run, runner| call(run, runner),
        false,
        |run| drop(said_of_games(run)),
    );
    let merged = |run: &Path| {
        let all = run.join("all");
        floe!(
            "selfplay --merge `{}` --out `{}`",
            run.to_str().unwrap(),
            all.to_str().unwrap()
        )
        .fine();
        fs::read(all).unwrap()
    };
    let part = |run: &str, runner| format!("{} --shard {runner}/{RUNNERS}", call(run, 1));
    races(part, true, |run| assert_eq!(merged(run), expected));
    let other_part =
        |run: &str, runner| format!("{} --shard {runner}/{RUNNERS}", call(run, runner));
    races(other_part, true, |_| ());
}

fn said_of_games(file: &Path) -> String {
    floe!("selfplay --read `{}`", file.to_str().unwrap()).fine()
}

#[test]
fn tunings() {
    let folder = Folder::new();
    let params = folder.path().join("params.txt");
    fs::write(&params, "uct-exploration, int, 700, 100, 2000, 100, 0.01").unwrap();
    let params = params.to_str().unwrap();
    let call = |run: &str, seed: usize| {
        format!("tune uct:nodes=3 --params {params} --floes 1 --rounds 3 --seed {seed} --out {run}")
    };
    let has_all = |run: &Path| {
        let text = said(&format!(
            "{} --shard 1/{RUNNERS}",
            call(run.to_str().unwrap(), 1)
        ));
        assert!(text.contains("3 rounds of 3"), "{text}");
    };
    races(|run, _| call(run, 1), false, |_| ());
    races(|run, runner| call(run, runner), false, |_| ());
    races(
        |run, runner| format!("{} --shard {runner}/{RUNNERS}", call(run, 1)),
        true,
        has_all,
    );
    races(
        |run, runner| format!("{} --shard {runner}/{RUNNERS}", call(run, runner)),
        false,
        |_| (),
    );
}

/// The start of a first line, left by a tuner that was killed or lost its power, is no round yet.
#[test]
fn a_part_of_a_tuning_without_a_whole_first_line_is_no_round_yet() {
    let folder = Folder::new();
    let params = folder.path().join("params.txt");
    fs::write(&params, "uct-exploration, int, 700, 100, 2000, 100, 0.01").unwrap();
    let run = folder.path().join("run");
    let call = |shard| {
        let params = params.display();
        let run = run.display();
        said(&format!(
            "tune uct:nodes=3 --params {params} --floes 1 --rounds 4 --out {run} --shard {shard}/2"
        ))
    };
    call(2);
    let other = run.join("shard-2-of-2.tuning");
    let whole = fs::read(&other).unwrap();
    let first = whole.iter().position(|&byte| byte == b'\n').unwrap();
    for length in [0, 1, 20, first / 2, first] {
        fs::write(&other, &whole[..length]).unwrap();
        assert!(call(1).contains("2 rounds of 4"), "{length} bytes");
    }
    assert!(call(2).contains("4 rounds of 4"), "and it is played again");
}

#[test]
fn trainings() {
    let call = |run: &str, seed: usize| {
        format!(
            "train mcts:nodes=1 --games 20 --floes 1 --parts 2 --rounds 1 --seed {seed} --epochs 0 --out {run}"
        )
    };
    let folder = Folder::new();
    let alone = folder.path().join("alone");
    said(&call(alone.to_str().unwrap(), 1));
    let expected = fs::read(alone.join("round-1/weights.txt")).unwrap();
    let is_same =
        |run: &Path| assert_eq!(fs::read(run.join("round-1/weights.txt")).unwrap(), expected);
    races(|run, _| call(run, 1), true, is_same);
    races(|run, runner| call(run, runner), false, |_| ());
}

/// Each call answers about its own games.
#[test]
fn indexes() {
    let folder = Folder::new();
    let matches: Vec<String> = (1..=RUNNERS)
        .map(|runner| {
            let out = folder
                .path()
                .join(format!("match-{runner}"))
                .to_str()
                .unwrap()
                .to_owned();
            said(&format!(
                "match greedy random --seed {runner} --floes {runner} --out {out}"
            ));
            out
        })
        .collect();
    for is_equal in [true, false] {
        for _ in 0..rounds() {
            let index = folder.file("index.db");
            let games = |runner| {
                if is_equal {
                    &matches[0]
                } else {
                    &matches[runner]
                }
            };
            let call = |runner| {
                let sql = "SELECT count(*) AS games, count(DISTINCT match) AS matches FROM games";
                [
                    "rate",
                    games(runner),
                    "--index",
                    &index,
                    "--sql",
                    sql,
                    "--json",
                ]
                .map(str::to_owned)
                .to_vec()
            };
            let calls: Vec<Vec<String>> = (0..RUNNERS).map(call).collect();
            for (runner, ran) in race(&calls).into_iter().enumerate() {
                let games = if is_equal { 2 } else { 2 * (runner + 1) };
                assert_eq!(ran.object()["rows"], serde_json::json!([[games, 1]]));
            }
            assert_eq!(
                race(&calls[..1]).remove(0).object()["rows"],
                serde_json::json!([[2, 1]])
            );
            assert!(
                fs::read_dir(folder.path()).unwrap().count() <= RUNNERS + 1,
                "nothing else is left"
            );
            fs::remove_file(&index).unwrap();
        }
    }
}
