use std::path::Path;
use std::time::Duration;

use crate::run::{Call, Folder, end, floe, objects, start};

fn directory() -> (Folder, impl Fn(&str) -> String) {
    let directory = Folder::new();
    let path = directory.file("");
    (directory, move |name: &str| format!("{path}{name}"))
}

fn bytes(path: impl AsRef<Path>) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

const RUN: &str = "selfplay default:nodes=300 --seed 3";

fn play(out: &str, more: &str) -> serde_json::Value {
    floe!("{RUN} --json --out `{out}` {more}").object()
}

#[test]
fn the_same_run_writes_the_same_bytes_however_it_went() {
    let (_directory, path) = directory();
    for (name, more) in [
        ("base", "--games 12"),
        ("whale", "--rules whale --players 3 --games 5"),
        ("hidden", "--rules hidden-whale --whales 3,2 --games 5"),
        (
            "special",
            "--rules special-tiles --special floating=1 --layout setup-1 --games 5",
        ),
        ("open", "--layout setup-2 --centre open --games 5"),
    ] {
        let [one, many, killed] =
            ["one", "many", "killed"].map(|run| path(&format!("{name}-{run}")));
        let whole = play(&one, &format!("{more} --concurrency 1"));
        assert_eq!(whole["schema"], "floe/selfplay/1");
        assert!(whole["games"].as_u64() >= Some(5) && whole["played"] == whole["games"]);
        play(&many, &format!("{more} --concurrency 4"));
        assert_eq!(bytes(&one), bytes(many), "{name}");
        for milliseconds in [5, 15, 30, 60] {
            let mut child = start(&format!("{RUN} --out `{killed}` {more}"));
            std::thread::sleep(Duration::from_millis(milliseconds));
            let _ = child.kill();
            end(child);
            if let Ok(bytes) = std::fs::read(&killed) {
                std::fs::write(&killed, &bytes[..bytes.len().saturating_sub(3)]).unwrap();
            }
        }
        play(&killed, more);
        assert_eq!(bytes(one), bytes(killed), "{name}");
    }
}

/// Call for a run of quick games.
fn quick(out: &str, more: &str) -> String {
    format!("selfplay default:nodes=20 --json --out `{out}` {more}")
}

/// Shards that are played, killed and resumed in any order, and a merge that is resumed.
#[test]
fn shards_are_the_whole_run() {
    let (_directory, path) = directory();
    for (name, more) in [
        ("base", "--games 11"),
        ("whale", "--rules whale --players 3 --games 4"),
    ] {
        let whole = path(&format!("{name}-whole"));
        let report = floe(&quick(&whole, more)).object();
        for count in [1, 3, 5] {
            let parts = path(&format!("{name}-{count}"));
            for index in (1..=count).rev() {
                let shard = format!("{index}/{count}");
                let call = format!("{more} --shard `{shard}`");
                let mut child = start(&quick(&parts, &call));
                std::thread::sleep(Duration::from_millis(20));
                let _ = child.kill();
                end(child);
                floe(&quick(&parts, &call)).fine();
            }
            let out = path(&format!("{name}-{count}-merged"));
            std::fs::write(&out, &bytes(&whole)[..bytes(&whole).len() / 2]).unwrap();
            let merged = floe!("selfplay --json --merge `{parts}` --out `{out}`").object();
            assert_eq!(bytes(&out), bytes(&whole), "{name}, {count} shards");
            for told in ["games", "positions", "duplicates", "bytes"] {
                assert_eq!(merged[told], report[told], "{told}");
            }
            assert_eq!(merged["played"], 0);
        }
    }
}

#[test]
fn shards_that_do_not_fit_are_refused() {
    let (_directory, path) = directory();
    let shard = |out: &str, games: &str, shard: &str, seed: &str| {
        let call = format!(
            "selfplay greedy:depth=1 --out `{out}` --games `{games}` --shard \
            `{shard}` --seed `{seed}`"
        );
        floe(&call).fine();
    };
    let out = path("merged");
    let refused = |directories: &str, expected: &str| {
        floe!("selfplay --out `{out}` --merge {directories}").refuses(expected);
        assert!(!Path::new(&out).exists());
    };
    let [parts, others, copies, few] = ["parts", "others", "copies", "few"].map(&path);
    shard(&parts, "6", "1/3", "1");
    shard(&parts, "6", "3/3", "1");
    refused(&parts, "expected all shards of the run; missing: 2/3");
    refused(
        &format!("{parts} {}", path("nowhere")),
        "nowhere: no such file or directory",
    );
    shard(&others, "6", "2/3", "2");
    refused(
        &format!("{parts} {others}"),
        "shard-2-of-3.floesp: games of another run; seed is 2 there, not 1",
    );
    shard(&copies, "6", "1/3", "1");
    refused(&format!("{parts} {copies}"), "shard 1/3 is also ");
    shard(&few, "4", "2/3", "1");
    refused(
        &format!("{parts} {few}"),
        "shard-2-of-3.floesp: expected 2 games of shard 2/3, for a run of 6 games; found 1",
    );
    shard(&path("halves"), "6", "1/2", "1");
    refused(
        &format!("{parts} {}", path("halves")),
        "games of another run; shard is ",
    );
    // A shard that goes on no longer fits its seal until it is complete again.
    shard(&parts, "6", "2/3", "1");
    let second = format!("{parts}/shard-2-of-3.floesp");
    let mut damaged = bytes(&second);
    damaged[500] ^= 1;
    std::fs::write(&second, &damaged).unwrap();
    refused(
        &parts,
        "shard-2-of-3.floesp: this file has changed since it was sealed",
    );
    std::fs::write(format!("{parts}/shard-2-of-3.done"), "{}").unwrap();
    refused(
        &parts,
        "shard-2-of-3.done: expected the seal of a file of games",
    );
    let resumed = floe!("selfplay greedy:depth=1 --out `{parts}` --games 6 --shard 2/3").wrong();
    assert!(
        resumed.contains("shard-2-of-3.floesp: game ") && resumed.contains(" is damaged"),
        "{resumed}"
    );
    std::fs::remove_file(&second).unwrap();
    shard(&parts, "6", "2/3", "1");
    std::fs::write(&out, "rubbish, but long enough to be something else").unwrap();
    floe!("selfplay --out `{out}` --merge `{parts}`")
        .refuses("merged: expected a file written by this version");
}

/// The games of every variant, for every number of players: what is read are positions of it, and
/// moves that can be made there.
#[test]
fn every_variant_is_written_and_read() {
    let (_directory, path) = directory();
    for (rules, players) in crate::variants::all() {
        for players in players {
            let out = path(&format!("{rules}-{players}"));
            let call = format!(
                "selfplay default:nodes=20 --games 2 --rules `{rules}` \
                --players `{players}`"
            );
            floe!("{call} --out `{out}`").fine();
            let text = floe!("selfplay --read `{out}` --json").fine();
            let samples: Vec<serde_json::Value> = objects(&text);
            assert!(samples.len() > 30, "{rules}: {}", samples.len());
            let sides = if rules.contains("teams") {
                "2"
            } else {
                players
            };
            for sample in samples.iter().step_by(samples.len() / 3) {
                let position = sample["position"].as_str().unwrap();
                let mv = sample["move"].as_str().unwrap();
                assert!(
                    rules == "base" || position.contains(&format!(" rules={rules}")),
                    "{position}"
                );
                floe!("apply `{position}` `{mv}`").fine();
                assert_eq!(
                    sample["value"].as_array().unwrap().len(),
                    if sides == "2" {
                        1
                    } else {
                        players.parse().unwrap()
                    }
                );
                assert_eq!(
                    sample["results"].as_array().unwrap().len(),
                    players.parse::<usize>().unwrap()
                );
            }
        }
    }
}

#[test]
fn positions_are_kept_once_with_value_and_result() {
    let (_directory, path) = directory();
    // All games begin with the same few moves nowhere, but end alike here and there: eight-tile
    // endings repeat.
    let report = floe!(
        "selfplay alphabeta:depth=1 --games 40 --out `{}` --json",
        path("games")
    )
    .object();
    let positions = report["positions"].as_u64().unwrap();
    let lines = floe!("selfplay --read `{}` --json", path("games")).fine();
    assert_eq!(lines.lines().count() as u64, positions);
    let mut seen = std::collections::HashSet::new();
    for line in lines.lines() {
        let sample: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(
            seen.insert(sample["position"].as_str().unwrap().to_owned()),
            "{line}"
        );
        assert_eq!(sample["value"].as_array().unwrap().len(), 1);
        assert_eq!(sample["results"].as_array().unwrap().len(), 2);
    }
    let three = floe!(
        "selfplay greedy:depth=1 --players 3 --games 3 --out `{}`",
        path("three")
    )
    .fine();
    assert!(
        three.starts_with("games      3 in the file; 3 of them played now in "),
        "{three}"
    );
    let text = floe!("selfplay --read `{}`", path("three")).fine();
    assert!(text.lines().count() > 50);
}

/// Files that floe 0.1.0 has written.
#[test]
fn files_of_old_versions_are_read() {
    let (_directory, file) = directory();
    for (version, games, samples) in [(1, 2, 83), (2, 2, 70)] {
        let path = format!(
            "{}/tests/data/version-{version}.floesp",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = floe!("selfplay --read `{path}` --json").fine();
        let read: Vec<serde_json::Value> = objects(&text);
        assert_eq!(
            (read.len(), read[samples - 1]["game"].as_u64()),
            (samples, Some(games - 1))
        );
        // A person who runs the tests need not be allowed to write files of the repository.
        let copy = file(&format!("version-{version}"));
        std::fs::write(&copy, std::fs::read(&path).unwrap()).unwrap();
        floe!("selfplay greedy:depth=1 --games 2 --seed 3 --out `{copy}`")
            .refuses("games of another run");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let (_directory, path) = directory();
    let refused = |arguments: &str, expected: &str| {
        floe!("selfplay {arguments}").refuses(expected);
    };
    for more in ["--games 9", "--games 9 --rules push"] {
        let games = path("games");
        play(&games, more);
        refused(
            &format!("--games 9 --out `{games}`"),
            "games of another run",
        );
        refused(
            &format!("--games 9 --rules whale --out `{games}`"),
            "there, not whale",
        );
        let mut damaged = bytes(&games);
        damaged[600] ^= 1;
        std::fs::write(&games, damaged).unwrap();
        for call in [
            &format!("{RUN} --out `{games}` {more}"),
            &format!("selfplay --read `{games}`"),
        ] {
            let ran = floe(call);
            assert!(
                ran.err.contains(&games) && ran.err.contains("is damaged"),
                "{}",
                ran.err
            );
            assert_eq!(ran.status, Some(2));
        }
        std::fs::remove_file(games).unwrap();
    }
    refused(
        &format!("default:time=1s --games 9 --out `{}`", path("new")),
        "without time=",
    );
    refused(
        &format!("default --games 9 --out `{}`", path("new")),
        "expected nodes= or depth=",
    );
    refused(
        &format!(
            "alphabeta:depth=1 --players 3 --games 9 --out `{}`",
            path("new")
        ),
        "two players",
    );
    refused(
        &format!(
            "alphabeta:depth=1 --rules hidden-whale --games 9 --out `{}`",
            path("newer")
        ),
        ": expected two players or two teams, without chance; found",
    );
    refused(
        &format!(
            "--rules whale --layout rows(0:5) --games 9 --out `{}`",
            path("other")
        ),
        "three-fish tile",
    );
    refused(&format!("--read `{}`", path("missing")), "missing: ");
    refused(
        &format!("--games 9 --out `{}`", path("no folder/games")),
        "no folder/games: ",
    );
    for text in [
        "short",
        &"something else entirely, but long enough to be one. ".repeat(9),
    ] {
        let other = path("other");
        std::fs::write(&other, text).unwrap();
        for call in [
            format!("--games 9 --out `{other}`"),
            format!("--read `{other}`"),
        ] {
            refused(&call, "expected a file written by this version");
        }
        assert_eq!(bytes(other), text.as_bytes(), "it is left as it was");
    }
}

/// Greedy, thumb and random move at once, and play the same games again.
#[test]
fn engines_that_do_not_search_need_no_limit() {
    let (_directory, path) = directory();
    let small = "--layout small-10 --penguins 1 --progress 0s --concurrency 1";
    for engine in ["greedy", "random", "random:seed=3", "greedy:nodes=1"] {
        let [one, again] = ["one", "again"].map(|name| path(&format!("{name}-{engine}")));
        for out in [&one, &again] {
            floe!("selfplay `{engine}` --games 9 --out `{out}` {small}").fine();
        }
        assert_eq!(bytes(one), bytes(again), "{engine}");
        let train = format!("train `{engine}` --games 20 --floes 1 --parts 1 --rounds 1 --out");
        let run = path(&format!("run-{engine}"));
        floe!("{train} `{run}` --epochs 0 {small}").fine();
    }
    floe!(
        "selfplay thumb --rules angling --games 2 --out `{}`",
        path("thumb")
    )
    .fine();
    for engine in ["greedy:time=1s", "uct", "default", "mcts"] {
        let out = path("none");
        floe!("selfplay {engine} --games 9 --out `{out}` {small}")
            .refuses("expected nodes= or depth=");
    }
}

/// A run is not resumed with other weights behind the same name, and nobody need type the usual
/// seed.
#[test]
fn other_weights_are_another_run() {
    let (_directory, path) = directory();
    let [weights, games] = ["weights.txt", "games"].map(&path);
    let built_in = include_str!("../../../../play/evaluation/weights/2.txt");
    std::fs::write(&weights, built_in).unwrap();
    let engine = format!("greedy:weights={weights}");
    let call = format!("selfplay `{engine}` --games 2 --out `{games}`");
    let ran = floe(&call);
    assert!(ran.err.contains("seed 1"), "{}", ran.err);
    ran.fine();
    floe!("{call} --seed 1").fine();
    std::fs::write(&weights, format!("{built_in}\n# another\n")).unwrap();
    let error = floe(&call).wrong();
    assert!(
        error.contains("files is ") && error.contains(" there, not "),
        "{error}"
    );
}

/// The job names one shard: two variables that name different ones, as in a job within a job, are
/// both named.
#[test]
fn variables_of_jobs_name_one_shard() {
    const VARIABLES: [(&str, u64); 4] = [
        ("HQ_TASK_ID", 1),
        ("SLURM_ARRAY_TASK_ID", 1),
        ("PARALLEL_SEQ", 1),
        ("JOB_COMPLETION_INDEX", 0),
    ];
    let (_directory, path) = directory();
    let params = path("params");
    std::fs::write(&params, "uct-exploration, int, 700, 100, 2000, 100, 0.01\n").unwrap();
    let out = path("out");
    for call in [
        "selfplay greedy:depth=1 --games 2".to_owned(),
        "match greedy random --floes 2 --seed 1".to_owned(),
        format!("tune uct:nodes=5 --params `{params}` --floes 1 --rounds 2"),
    ] {
        let call = format!("{call} --shards 2 --out `{out}`").words();
        for (outer, first) in VARIABLES {
            for (inner, second) in VARIABLES.into_iter().filter(|(name, _)| *name != outer) {
                let run = |shards: [u64; 2]| {
                    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_floe"));
                    crate::run::isolate(command.args(&call));
                    let numbers = [
                        (outer, first + shards[0] - 1),
                        (inner, second + shards[1] - 1),
                    ];
                    command.envs(numbers.map(|(name, number)| (name, number.to_string())));
                    command.output().unwrap()
                };
                let refused = run([1, 2]);
                let said = String::from_utf8_lossy(&refused.stderr).into_owned();
                assert_eq!(refused.status.code(), Some(2), "{call:?}: {said}");
                assert!(
                    said.contains(&format!("{outer}={first}"))
                        && said.contains(&format!("{inner}={}", second + 1)),
                    "{said}"
                );
                assert!(!Path::new(&out).exists(), "{call:?}");
            }
        }
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_floe"));
        crate::run::isolate(command.args(&call));
        let ran = command
            .env("SLURM_ARRAY_TASK_ID", "2")
            .env("JOB_COMPLETION_INDEX", "1")
            .output()
            .unwrap();
        assert!(
            ran.status.success(),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        std::fs::remove_dir_all(&out).unwrap();
    }
}
