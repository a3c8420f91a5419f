//! Launchers of matches, with stand-ins for the programs that they are for.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::run::{Call, Folder, PATIENCE, floe, isolate};
use crate::split_proof::{LONGER, ends};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../launch/slurm.sh");
const OVERNIGHT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../launch/overnight.sh");

/// An array of Slurm: it takes a copy of the script, or a command to wrap, and runs it once for
/// every number, in parallel.
const SBATCH: &str = r#"#!/bin/sh
set -eu
array=${1#--array=}
shift
spool=$(mktemp -d)
while true; do
    case $1 in
    --wrap) printf '#!/bin/sh\n%s\n' "$2" > "$spool/slurm_script"; chmod +x "$spool/slurm_script"; shift 2; break ;;
    --*) shift ;;
    *) cp "$1" "$spool/slurm_script"; shift; break ;;
    esac
done
tasks=$(echo "$array" | sed 's/-/ /' | { read -r first last; seq "$first" "${last:-$first}"; })
SLURM_ARRAY_TASK_COUNT=$(echo "$tasks" | wc -l)
export SLURM_ARRAY_TASK_COUNT
running=
for SLURM_ARRAY_TASK_ID in $tasks; do
    export SLURM_ARRAY_TASK_ID
    "$spool/slurm_script" "$@" &
    running="$running $!"
done
status=0
for task in $running; do wait "$task" || status=1; done
rm -r "$spool"
exit $status
"#;

/// A folder with a program `sbatch`.
fn slurm() -> Folder {
    let folder = Folder::new();
    let program = folder.write("sbatch", SBATCH);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Submits an array of jobs from a folder; whether all of them have ended well.
#[track_caller]
fn submit(folder: &Path, array: &str, call: &str) -> bool {
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut sbatch = Command::new("sh");
    sbatch
        .args([
            "-c",
            "exec sbatch \"$@\"",
            "sh",
            &format!("--array={array}"),
            SCRIPT,
        ])
        .args(call.words());
    isolate(&mut sbatch);
    sbatch
        .current_dir(folder)
        .env("PATH", path)
        .env("FLOE", env!("CARGO_BIN_EXE_floe"));
    sbatch.output().unwrap().status.success()
}

fn merged(folder: &Path, arguments: &str) -> Value {
    let out = folder.join("out");
    floe!("match --json {arguments} --merge `{}`", out.display()).object()
}

const MATCH: &str = "alphabeta:depth=1 random --floes 7 --seed 1";

#[test]
fn an_array_of_slurm_jobs_is_one_match() {
    let slurm = slurm();
    let folder = slurm.path();
    let call = format!("3 out {MATCH}");
    assert!(submit(folder, "1-3", &call));
    let whole = floe!("match --json {MATCH}").object();
    assert_eq!(merged(folder, MATCH), whole);
    // A job that was lost is submitted again, alone, wherever in the array it was.
    for lost in ["1", "2"] {
        for kind in ["done", "jsonl"] {
            fs::remove_file(folder.join(format!("out/shard-{lost}-of-3.{kind}"))).unwrap();
        }
        assert!(submit(folder, lost, &call));
        assert_eq!(merged(folder, MATCH), whole);
    }
    assert_eq!(fs::read_dir(folder.join("out")).unwrap().count(), 6);
    assert!(!submit(folder, "4", &call), "there are three shards");
}

#[test]
fn an_array_of_slurm_jobs_is_one_run_of_selfplay() {
    let slurm = slurm();
    let folder = slurm.path();
    let run = "greedy:depth=1 --games 7 --seed 1";
    let call = format!("3 out selfplay {run}");
    assert!(submit(folder, "1-3", &call));
    let [parts, merged, whole] =
        ["out", "merged", "whole"].map(|name| folder.join(name).display().to_string());
    // A job that was lost is submitted again, alone.
    fs::remove_file(folder.join("out/shard-2-of-3.floesp")).unwrap();
    floe!("selfplay --merge `{parts}` --out `{merged}`")
        .refuses("shard-2-of-3.floesp: no such file or directory");
    assert!(submit(folder, "2", &call));
    floe!("selfplay --merge `{parts}` --out `{merged}`").fine();
    floe!("selfplay --out `{whole}` {run}").fine();
    assert_eq!(fs::read(merged).unwrap(), fs::read(whole).unwrap());
}

/// Shards have nothing to decide: a job that has played all its games has not failed.
#[test]
fn a_test_is_decided_by_the_merge() {
    let slurm = slurm();
    let tested = "greedy random --floes 60 --seed 1 --sprt 0,30";
    assert!(submit(slurm.path(), "1-2", &format!("2 out {tested}")));
    let merged = merged(slurm.path(), tested);
    assert_eq!(merged["sprt"]["decision"], "accepted");
    let whole = floe!("match --json {tested}").object();
    for told in ["sprt", "games", "results", "elo", "margin"] {
        assert_eq!(merged[told], whole[told], "{told}");
    }
}

/// Plays a tournament in `folder` by these arguments of `overnight.sh`.
fn overnight(folder: &Path, arguments: &str) -> Output {
    let mut night = Command::new(OVERNIGHT);
    isolate(night.args(arguments.words()).current_dir(folder));
    night.env("FLOE", env!("CARGO_BIN_EXE_floe"));
    night.output().unwrap()
}

#[test]
fn a_tournament_goes_on_in_the_next_night() {
    if !is_there("timeout") {
        eprintln!("skipped: timeout is not installed");
        return;
    }
    let chapter = include_str!("../../../../../docs/examples.md").replace(" \\\n    ", " ");
    let (_, call) = chapter.split_once("$ launch/overnight.sh 8h ").unwrap();
    let (arguments, rest) = call.split_once('\n').unwrap();
    let shown = rest.split(['…', '`']).next().unwrap();
    let folder = Folder::new();
    let short = overnight(folder.path(), &format!("0.01s {arguments}"));
    assert_eq!(short.status.code(), Some(124), "{short:?}");
    let long = overnight(folder.path(), &format!("8h {arguments}"));
    assert!(long.status.success(), "{long:?}");
    let printed = String::from_utf8(long.stdout).unwrap();
    assert!(
        printed.starts_with(shown) && !shown.is_empty(),
        "the script prints\n{printed}\nthe chapter shows\n{shown}"
    );
    let report = fs::read_to_string(folder.path().join("night.html")).unwrap();
    assert!(report.starts_with("<!DOCTYPE html>"), "{report}");
}

/// Call of a launcher of proofs for three workers of one core, as the table in its description has
/// it.
fn proof_call(with: &str) -> String {
    let readme = include_str!("../../../../../launch/README.md");
    let row = readme
        .lines()
        .find(|line| line.starts_with(&format!("| {with} |")) && line.contains("--split"));
    let call = row
        .expect("the table has the launcher")
        .split('`')
        .nth(1)
        .unwrap()
        .replace("\\|", "|");
    let three = [
        ("POSITION", LONGER),
        ("seq N", "seq 3"),
        ("1-N", "1-3"),
        ("-j N", "-j 3"),
        ("task=C", "task=1"),
    ];
    let three = three
        .iter()
        .chain(&[("--threads C", "--threads 1"), ("DIR", "proof")]);
    three.fold(call, |call, (from, to)| call.replace(from, to))
}

/// Proves a position with a launcher, one of whose workers is killed.
fn prove_with(launcher: &str) {
    let slurm = slurm();
    let folder = slurm.path();
    // Workers write their numbers down.
    let program = folder.join("floe");
    let script = format!(
        "#!/bin/sh\necho $$ >> pids\nexec '{}' \"$@\"\n",
        env!("CARGO_BIN_EXE_floe")
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut launch = Command::new("sh");
    isolate(
        launch
            .args(["-c", &proof_call(launcher)])
            .current_dir(folder)
            .env("PATH", path),
    );
    launch
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut launched = launch.spawn().unwrap();
    let start = Instant::now();
    while !folder.join("proof/bounds").exists() {
        assert!(
            start.elapsed() < PATIENCE && launched.try_wait().unwrap().is_none(),
            "{launcher}: no worker"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    let pids = fs::read_to_string(folder.join("pids")).unwrap();
    let kill = format!("kill -9 {}", pids.lines().next().unwrap());
    let _ = Command::new("sh").args(["-c", &kill]).status().unwrap();
    launched.wait().unwrap();
    let proof = folder.join("proof");
    let status = floe!("solve --status `{}` --json", proof.to_str().unwrap()).object();
    assert_eq!(
        status["decided"], true,
        "{launcher}: two workers prove it without the third"
    );
    let whole = floe!(
        "solve --json --quiet `{LONGER}` --split `{}`",
        proof.to_str().unwrap()
    )
    .object();
    assert_eq!(whole["value"]["fish"], 16, "{launcher}");
    assert!(ends(&proof).values().all(|&count| count == 1), "{launcher}");
}

/// Whether a program is installed.
fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

#[test]
fn launchers_share_a_proof_and_survive_a_kill() {
    for launcher in ["a shell", "Slurm", "GNU parallel"] {
        if launcher == "GNU parallel" && !is_there("parallel") {
            eprintln!("skipped: {launcher} is not installed");
            continue;
        }
        prove_with(launcher);
    }
}
