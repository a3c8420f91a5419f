//! Proofs on many machines, which are processes here.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use floe_proofs::{BoundsReader, JobOutcome, ProofFolder};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::run::{Call, Folder, end, floe, start};
use crate::{DEALT, ENDGAME, EXAMPLE, OVER, THREE};

/// A position of 30 free tiles whose proof takes 20,000 nodes.
pub(crate) const LONGER: &str =
    "B1B21..23/.3.232../2333.21/21..1211/A3.B11..A3/2....B2../3122.2A1/1.1A2.11. A 13:11,17:11";

/// Call of a worker with one thread and small jobs.
fn worker(position: &str, folder: &str, more: &str) -> String {
    let call = format!("solve --json --quiet `{position}` --split `{folder}`");
    format!("{call} --threads 1 --hash 1 {more}")
}

#[test]
fn a_split_proof_has_the_answer_of_a_whole_one() {
    for position in [ENDGAME, EXAMPLE, LONGER] {
        let whole = floe!("solve --json --quiet `{position}`").object();
        let directory = Folder::new();
        let folder = directory.file("proof");
        let split = floe(&worker(position, &folder, "--job-nodes 3000")).object();
        for field in ["schema", "position", "exact", "value"] {
            assert_eq!(split[field], whole[field], "{position}");
        }
        assert_eq!(split["pv"][0], split["best"]);
        // A proof that is done is printed again at once, by any number of threads.
        let again = floe!("solve --json --quiet `{position}` --split `{folder}`").object();
        assert_eq!(again["value"], whole["value"]);
    }
}

#[test]
fn a_limit_leaves_bounds_and_another_call_goes_on() {
    let directory = Folder::new();
    let folder = directory.path().to_str().unwrap();
    let limited = floe(&worker(LONGER, folder, "--nodes 2000 --job-nodes 1000")).undecided();
    assert_eq!(limited["exact"], false);
    let status = floe!("solve --status `{folder}` --json").undecided();
    assert_eq!(
        (&status["schema"], &status["decided"]),
        (&"floe/proof-status/1".into(), &false.into())
    );
    assert!(status["nodes"].as_u64().unwrap() > 1000 && status["workers"] == serde_json::json!([]));
    assert_eq!(status["at_least"], limited["at_least"]);
    let winner = floe(&worker(LONGER, folder, "--objective wdl")).object();
    assert!(winner["nodes"].as_u64() > status["nodes"].as_u64());
    let exact = floe(&worker(LONGER, folder, "")).object();
    assert_eq!(exact["value"]["fish"], 16);
    let page = directory.file("proof.html");
    let shown = floe!("solve --status `{folder}` --html `{page}`").fine();
    assert!(
        shown.contains("proved") && shown.contains("settled"),
        "{shown}"
    );
    assert!(std::fs::read_to_string(page).unwrap().contains("settled"));
}

#[test]
fn the_page_of_a_proof_shows_its_tree() {
    let directory = Folder::new();
    let folder = directory.path().to_str().unwrap();
    floe(&worker(LONGER, folder, "--nodes 9000 --job-nodes 1000")).undecided();
    let page = directory.path().join("proof.html");
    let shown = floe!(
        "solve --status `{folder}` --html `{}`",
        page.to_str().unwrap()
    );
    assert_eq!(shown.status, Some(3));
    assert!(shown.out.contains("tree\n  root: "), "{}", shown.out);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains("the exact margin") && page.contains("of all jobs together"),
        "goal and time"
    );
    assert!(
        page.contains("Best move so far: ") && page.matches("<svg ").count() == 2,
        "board and tree"
    );
    assert!(
        page.contains("<svg ")
            && page.contains("Tree of the claim")
            && page.matches("<rect").count() > 10
    );
}

#[test]
fn errors_about_a_folder_or_a_certificate_are_json() {
    let directory = Folder::new();
    let missing = directory.path().join("missing");
    let missing = missing.to_str().unwrap();
    for call in [
        format!("solve --status `{missing}` --json"),
        format!("verify `{missing}` --quiet --json"),
    ] {
        let refused = floe(&call);
        assert_eq!(refused.status, Some(2), "{call:?}");
        let error: Value = serde_json::from_str(&refused.out).unwrap();
        assert_eq!(error["schema"], "floe/error/1", "{call:?}");
        assert!(
            error["error"].as_str().unwrap().contains("missing"),
            "{error}"
        );
    }
}

#[test]
fn a_split_proof_has_a_certificate() {
    let directory = Folder::new();
    let folder = directory.file("proof");
    let file = directory.file("certificate");
    let certificate = format!("--certificate `{file}`");
    floe(&worker(ENDGAME, &folder, &certificate)).fine();
    let verified = floe!("verify `{file}` --json --quiet").object();
    assert_eq!(verified["at_least"]["fish"], 10);
}

/// Number of ends of every claim that a job has settled, or for which its nodes did not suffice.
/// What is split without a search costs nothing, and several workers may do so.
pub(crate) fn ends(folder: &Path) -> BTreeMap<(u64, i32), u32> {
    let text = std::fs::read_to_string(folder.join("proof.txt")).unwrap();
    let folder = ProofFolder::visit(folder, text.lines().nth(2).unwrap()).unwrap();
    let records = BoundsReader::default().read(&folder).unwrap();
    assert_eq!(records.damaged, []);
    let mut ends = BTreeMap::new();
    for job in records
        .jobs
        .iter()
        .filter(|job| matches!(job.outcome, JobOutcome::Settled | JobOutcome::Exhausted))
    {
        *ends.entry((job.key, job.bound)).or_default() += 1;
    }
    ends
}

/// Kills one of four workers again and again, and starts another one in its place.
fn kill_workers(kills: u32, options: &str, longest: u64) {
    let whole = floe!("solve --json --quiet `{LONGER}`").object();
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut killed = 0;
    let mut proofs = 0;
    while killed < kills {
        let directory = Folder::new();
        let folder = directory.path().to_str().unwrap();
        let call = worker(LONGER, folder, options);
        let mut workers: Vec<_> = (0..4).map(|_| start(&call)).collect();
        let mut known: BTreeMap<(u64, i32), u32> = BTreeMap::new();
        while killed < kills
            && !workers
                .iter_mut()
                .any(|worker| worker.try_wait().unwrap().is_some())
        {
            std::thread::sleep(Duration::from_millis(rng.random_range(0..longest)));
            let place = rng.random_range(0..workers.len());
            let mut worker = std::mem::replace(&mut workers[place], start(&call));
            let _ = worker.kill();
            end(worker);
            killed += 1;
            if let Ok(true) = directory.path().join("bounds").try_exists() {
                let ends = ends(directory.path());
                assert!(
                    known.keys().all(|claim| ends.contains_key(claim)),
                    "a kill loses what was proved"
                );
                known = ends;
            }
        }
        let answers: Vec<Value> = workers
            .into_iter()
            .map(|worker| end(worker).object())
            .collect();
        assert!(
            answers
                .iter()
                .all(|answer| answer["value"] == whole["value"]),
            "{answers:?}"
        );
        let ends = ends(directory.path());
        assert!(
            known.keys().all(|claim| ends.contains_key(claim))
                && ends.values().all(|&count| count == 1)
        );
        proofs += 1;
    }
    println!("{killed} kills in {proofs} proofs");
}

#[test]
fn killed_workers_lose_nothing_and_double_nothing() {
    kill_workers(6, "--job-nodes 2000", 300);
    kill_workers(6, "", 300);
}

#[test]
#[ignore = "takes minutes: cargo xtask long-tests"]
fn a_hundred_killed_workers_lose_nothing_and_double_nothing() {
    kill_workers(100, "--job-nodes 500", 400);
    kill_workers(50, "", 400);
}

#[test]
fn wrong_folders_and_positions_are_refused() {
    let directory = Folder::new();
    let folder = directory.path().join("proof");
    let folder = folder.to_str().unwrap();
    floe!("solve --status `{folder}`")
        .refuses("expected the folder of a proof, with the file proof.txt");
    let refused =
        |position: &str, folder: &str| floe!("solve `{position}` --split `{folder}`").wrong();
    floe(&worker(ENDGAME, folder, "")).fine();
    let other = refused(EXAMPLE, folder);
    assert!(
        other.contains("proof.txt: expected a proof of\n  2....../"),
        "{other}"
    );
    for (position, expected) in [
        (THREE, "two players"),
        (OVER, "not over"),
        (DEALT, "all penguins are placed"),
    ] {
        let other = directory.file("other");
        let wrong = refused(position, &other);
        assert!(
            wrong.contains(expected) && !std::fs::exists(&other).unwrap(),
            "{wrong}"
        );
    }
    let variant = format!("{ENDGAME} rules=push");
    assert!(refused(&variant, folder).contains("--split: expected the base game"));
    let file = directory.write("file", "text");
    assert!(refused(ENDGAME, &file).contains("file: "));
}

/// A file may have eight blocks: the disk is full after some bounds.
#[cfg(unix)]
#[test]
fn a_full_disk_is_named_and_loses_nothing() {
    let directory = Folder::new();
    let folder = directory.path().to_str().unwrap();
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", script, "sh", env!("CARGO_BIN_EXE_floe")]);
    limited.args(worker(LONGER, folder, "--job-nodes 300").words());
    crate::run::isolate(&mut limited);
    let ran = limited.output().unwrap();
    let error = String::from_utf8(ran.stderr).unwrap();
    assert!(
        ran.status.code() == Some(1) && error.contains(".bounds: "),
        "{error}"
    );
    let before = ends(directory.path());
    assert!(!before.is_empty());
    assert_eq!(
        floe(&worker(LONGER, folder, "")).object()["value"]["fish"],
        16
    );
    let after = ends(directory.path());
    assert!(before.keys().all(|claim| after.contains_key(claim)));
}

/// Calls of workers that begin at the same moment in a folder that is not there yet. With one
/// position each ends with the value. With several, those of one position do, the others are
/// refused by name, and the folder is of that position.
#[test]
fn proofs_that_begin_together_spoil_no_folder() {
    let positions = [ENDGAME, EXAMPLE];
    let values = positions
        .map(|position| floe!("solve --json --quiet `{position}`").object()["value"].clone());
    for round in 0..50 {
        let directory = Folder::new();
        let folder = directory.path().join("proof");
        let path = folder.to_str().unwrap();
        let kinds = if round % 2 == 0 {
            [0, 0, 0, 0]
        } else {
            [0, 1, 0, 1]
        };
        let started = kinds.map(|kind| (kind, start(&worker(positions[kind], path, ""))));
        let ended = started.map(|(kind, child)| (kind, end(child)));
        let text = std::fs::read_to_string(folder.join("proof.txt")).unwrap();
        let winner = positions
            .iter()
            .position(|position| text.lines().nth(1) == Some(position))
            .unwrap();
        for (kind, ran) in ended {
            if kind == winner {
                assert_eq!(ran.object()["value"], values[kind]);
            } else {
                assert_eq!(ran.status, Some(2), "{}", ran.err);
                assert!((ran.out + &ran.err).contains("proof.txt: expected a proof of"));
            }
        }
        let again = floe(&worker(positions[winner], path, "")).object();
        assert_eq!(again["value"], values[winner]);
        assert_eq!(
            floe!("solve --status `{path}` --json").object()["decided"],
            true
        );
        assert_eq!(
            std::fs::read_dir(&folder).unwrap().count(),
            3,
            "proof.txt, bounds and jobs"
        );
    }
}

/// A checkpoint belongs to one position and one process at a time.
#[test]
fn checkpoints_that_begin_together_are_whole() {
    let positions = [ENDGAME, EXAMPLE];
    for _ in 0..25 {
        let directory = Folder::new();
        let file = directory.path().join("checkpoint");
        let path = file.to_str().unwrap();
        let call = |position| {
            start(&format!(
                "solve --json --quiet `{position}` --checkpoint `{path}` --hash 1"
            ))
        };
        let ended = [0, 1, 0, 1]
            .map(|kind| (kind, call(positions[kind])))
            .map(|(kind, child)| (kind, end(child)));
        for (_, ran) in &ended {
            assert!(
                [Some(0), Some(1), Some(2)].contains(&ran.status) && !ran.err.contains("panicked"),
                "{}",
                ran.err
            );
        }
        assert!(ended.iter().any(|(_, ran)| ran.status == Some(0)));
        let fine = positions.map(|position| end(call(position)).status == Some(0));
        assert!(fine.contains(&true), "the file is of one of them");
    }
}

/// A proof that has reached its objective is printed again from a folder that cannot be written.
#[cfg(unix)]
#[test]
fn a_finished_proof_is_read_from_a_folder_that_cannot_be_written() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let directory = Folder::new();
    let folder = directory.path().join("proof");
    let path = folder.to_str().unwrap();
    let value = floe(&worker(ENDGAME, path, "")).object()["value"].clone();
    let places = ["", "bounds", "jobs", "proof.txt"].map(|name| folder.join(name));
    let files = std::fs::read_dir(folder.join("bounds"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    for place in places.iter().cloned().chain(files) {
        let mode = if place.is_dir() { 0o555 } else { 0o444 };
        set_permissions(&place, Permissions::from_mode(mode)).unwrap();
    }
    // A user that may write everywhere, such as root, joins the proof instead.
    assert_eq!(floe(&worker(ENDGAME, path, "")).object()["value"], value);
    places
        .iter()
        .filter(|place| place.is_dir())
        .for_each(|place| {
            set_permissions(place, Permissions::from_mode(0o755)).unwrap();
        });
}

/// Bounds of an object of a proof, as fish and tiles, from the lower one to the upper one.
fn bounds_of(object: &Value) -> [(i64, i64); 2] {
    let pair = |value: &Value| {
        (
            value["fish"].as_i64().unwrap(),
            value["tiles"].as_i64().unwrap(),
        )
    };
    let bound = |name: &str| {
        pair(if object["value"].is_null() {
            &object[name]
        } else {
            &object["value"]
        })
    };
    [bound("at_least"), bound("at_most")]
}

/// A proved winner or value comes with a legal move that achieves it: in the answer of a call with
/// any limit, and in the status of its folder.
#[test]
fn a_split_proof_names_the_move_that_proves_it() {
    let all = floe!("solve --json --quiet `{LONGER}` --all").object();
    let moves = all["moves"].as_array().unwrap();
    let value =
        |best: &Value| bounds_of(moves.iter().find(|known| known["move"] == *best).unwrap())[0];
    let mut proofs = 0;
    for objective in ["margin", "wdl"] {
        for nodes in ["1", "100", "1000", "3000", "8000", "100k"] {
            let directory = Folder::new();
            let folder = directory.path().to_str().unwrap();
            let call = format!("--nodes `{nodes}` --job-nodes 300 --objective `{objective}`");
            let ran = floe(&worker(LONGER, folder, &call));
            let status = floe!("solve --status `{folder}` --json --objective `{objective}`");
            let [ran, status] =
                [ran, status].map(|ran| serde_json::from_str::<Value>(&ran.out).unwrap());
            for object in [ran, status] {
                let [lower, upper] = bounds_of(&object);
                if lower > (0, 0) || upper < (0, 0) || lower == upper {
                    assert!(value(&object["best"]) >= lower, "{nodes} nodes: {object}");
                    proofs += 1;
                }
            }
        }
    }
    assert!(proofs >= 8, "{proofs}");
}
