//! Output files: never an input of the same call, and whole or not there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ENDGAME;
use crate::run::{Call, Folder, Ran, floe, floe_with, isolate};

const GAME: &str = "A12/21B A 0:0,0:0\n1. a1-b1\n";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The path of a file under other names: itself, a detour, a symbolic and a hard link.
fn names_of(file: &Path) -> Vec<PathBuf> {
    let folder = file.parent().unwrap();
    let detour = folder
        .join(".")
        .join("detour")
        .join("..")
        .join(file.file_name().unwrap());
    fs::create_dir_all(folder.join("detour")).unwrap();
    let hard = folder.join("hard");
    fs::hard_link(file, &hard).unwrap();
    let mut names = vec![file.to_owned(), detour, hard];
    #[cfg(unix)]
    {
        let soft = folder.join("soft");
        std::os::unix::fs::symlink(file, &soft).unwrap();
        names.push(soft);
    }
    names
}

/// Calls with an input IN and an output OUT; what is in the file is no matter, for nothing is read
/// before the check.
const CALLS: [&str; 23] = [
    "replay IN --export OUT",
    "puzzle IN --sheet OUT",
    "puzzle IN --svg OUT",
    "rate IN --html OUT",
    "rate IN --index OUT",
    "suite IN --record OUT",
    "suite IN --html OUT",
    "suite positions.exact --against IN --record OUT",
    "show --file IN --svg OUT",
    "show --file IN --png OUT",
    "analyze --file IN --svg OUT",
    "analyze x --history IN --svg OUT",
    "solve --file IN --export OUT",
    "solve --file IN --svg OUT",
    "solve --file IN --checkpoint OUT",
    "solve --file IN --certificate OUT",
    "match greedy random --file IN --out new --game-file OUT",
    "match greedy random --file IN --out new --html OUT",
    "match greedy:weights=IN random --floes 1 --out new --game-file OUT",
    "match cmd:IN random --floes 1 --out new --html OUT",
    "selfplay greedy:depth=1,weights=IN --games 1 --out OUT",
    "show x --config IN --svg OUT",
    "match --merge IN --html OUT",
];

#[test]
fn no_output_replaces_an_input_under_any_name() {
    for call in CALLS {
        let folder = Folder::new();
        let content = if call.contains("--config") { "" } else { GAME };
        folder.write("input", content);
        let input = folder.path().join("input");
        for output in names_of(&input) {
            let new = folder.file("new");
            let call = call.replace("--out new", &format!("--out {new}"));
            let call = call.replace("IN", text(&input));
            let said =
                floe(&call.replace("OUT", text(&output))).refuses("expected another file than ");
            assert!(said.contains("input"), "{call}: {said}");
            assert_eq!(fs::read_to_string(&input).unwrap(), content, "{call:?}");
            assert!(!fs::exists(&new).unwrap(), "{call:?}");
        }
    }
}

/// The record of a match is an input of its report, also before it is there, and so are records in
/// a folder.
#[test]
fn no_output_replaces_the_record_of_a_match() {
    let folder = Folder::new();
    let out = folder.file("out");
    let record = format!("{out}/games.jsonl");
    let played = format!("match greedy random --floes 1 --seed 1 --out `{out}`");
    for option in ["--game-file", "--html"] {
        let call = format!("{played} {option} `{record}`");
        floe(&call).refuses("expected another file than ");
        floe(&played).fine();
        floe(&call).refuses("expected another file than ");
        for report in ["--html", "--index"] {
            floe!("rate `{out}` {report} `{record}`").refuses("expected another file than ");
        }
        fs::remove_dir_all(&out).unwrap();
    }
}

/// An output that is no input is written as before, also next to the record.
#[test]
fn other_outputs_are_written() {
    let folder = Folder::new();
    let out = folder.file("out");
    fs::create_dir(&out).unwrap();
    let [game, page] = ["all.game", "report.html"].map(|name| format!("{out}/{name}"));
    let call = format!("match greedy random --floes 1 --seed 1 --out `{out}`");
    for _ in 0..2 {
        floe!("{call} --game-file `{game}` --html `{page}`").fine();
        floe!("rate `{out}` --html `{page}`").fine();
    }
    let copy = folder.file("copy.game");
    floe!("replay `{game}` --export `{copy}`").fine();
    assert_eq!(fs::read(&copy).unwrap(), fs::read(&game).unwrap());
}

/// Links stay links, whether their target is there or not.
#[cfg(unix)]
#[test]
fn an_output_on_a_link_keeps_the_link() {
    let folder = Folder::new();
    let [target, link] = ["target", "link"].map(|name| folder.file(name));
    std::os::unix::fs::symlink("target", &link).unwrap();
    for call in [
        format!("show `{ENDGAME}` --svg `{link}`"),
        format!("solve `{ENDGAME}` --checkpoint `{link}` --quiet"),
    ] {
        for _ in 0..2 {
            floe(&call).fine();
            let is_link = fs::symlink_metadata(&link).unwrap().is_symlink();
            assert!(is_link && Path::new(&target).is_file(), "{call}");
        }
        fs::remove_file(&target).unwrap();
    }
}

/// A temporary file that a killed run has left is gone after the next.
#[test]
fn what_a_killed_run_has_left_is_removed() {
    let folder = Folder::new();
    let picture = folder.file("a.svg");
    folder.write("a.svg.floe-tmp", "half a pict");
    floe!("show `{ENDGAME}` --svg `{picture}`").fine();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Output that cannot be written is an error of every command that prints.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_every_output() {
    let calls: [&str; 12] = [
        "--version",
        "--help",
        "match --help",
        "help rate",
        "docs matches",
        "rules push",
        "completions bash",
        "new --seed 1",
        "show `ENDGAME`",
        "moves `ENDGAME`",
        "bench --help",
        "docs",
    ];
    for call in calls {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_floe"));
        let call = call.replace("ENDGAME", ENDGAME);
        let ran = command
            .args(call.words())
            .env("FLOE_CONFIG", "")
            .stdout(full)
            .output()
            .unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1), "{call:?}: {err}");
        assert!(err.contains("no storage space"), "{call:?}: {err}");
    }
    let piped = floe_with("replay - --export /dev/full", GAME);
    assert_ne!(piped.status, Some(0), "{}", piped.err);
}

/// All files in a folder and the folders in it.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_in(&path));
        } else {
            files.push(path);
        }
    }
    files
}

/// Runs that work in a folder OUT, with an option whose output must not be a file of that folder.
const RUNS: [(&str, &str); 8] = [
    (
        "match greedy random --floes 1 --seed 1 --out OUT",
        "--html --game-file",
    ),
    (
        "match greedy random --floes 2 --seed 1 --shard 1/2 --out OUT",
        "",
    ),
    ("match --merge OUT", "--html"),
    (
        "tune uct:nodes=5 --params PARAMS --floes 1 --rounds 2 --out OUT",
        "--html",
    ),
    (
        "train greedy:depth=1 --rounds 1 --games 20 --parts 2 --floes 1 --epochs 0 --out OUT",
        "--html",
    ),
    (
        "selfplay greedy:depth=1 --games 2 --shard 1/1 --out OUT",
        "",
    ),
    ("solve `ENDGAME` --split OUT --quiet", "--certificate"),
    ("solve --status OUT", "--html"),
];

/// Every file that a run has written in its folder is one that no other output of the run may
/// replace.
#[test]
fn no_output_replaces_a_file_of_its_run() {
    let folder = Folder::new();
    let params = folder.write(
        "params",
        "uct-exploration, int, 700, 100, 2000, 100, 0.01\n",
    );
    let mut out = PathBuf::new();
    let mut count = 0;
    for (number, (call, options)) in RUNS.into_iter().enumerate() {
        let goes_on = call.contains("--merge") || call.contains("--status");
        if !goes_on {
            out = folder.path().join(format!("run-{number}"));
        }
        let call = call.replace("OUT", text(&out)).replace("PARAMS", &params);
        let mut call = call.replace("ENDGAME", ENDGAME);
        if !goes_on && !call.starts_with("solve") {
            call += " --layout small-10 --penguins 1";
        }
        if number != 2 {
            floe(&call).fine();
        }
        for file in files_in(&out) {
            let content = fs::read(&file).unwrap();
            for option in options.split_whitespace() {
                floe!("{call} {option} `{}`", text(&file)).refuses("expected another file than ");
                assert_eq!(fs::read(&file).unwrap(), content, "{call:?} {option}");
                count += 1;
            }
        }
        if number != 2 {
            floe(&call).fine();
        }
    }
    assert!(count > 15, "{count}");
}

/// Calls `floe` in this folder where files cannot grow beyond this number of blocks, as on a full
/// disk.
#[cfg(target_os = "linux")]
fn floe_on_full_disk(folder: &Path, blocks: u32, call: &str) -> Ran {
    let mut command = std::process::Command::new("sh");
    let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    command
        .args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_floe")])
        .args(call.words())
        .current_dir(folder);
    isolate(&mut command);
    let ran = command.output().unwrap();
    let said = |bytes| String::from_utf8_lossy(bytes).into_owned();
    Ran {
        call: call.words(),
        status: ran.status.code(),
        out: said(&ran.stdout),
        err: said(&ran.stderr),
    }
}

/// A file that cannot be written is a failure of the system in every command, at its first byte or
/// in the middle.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_ends_every_run_with_the_same_status() {
    let calls: [&str; 17] = [
        "show `ENDGAME` --svg a.svg",
        "show `ENDGAME` --png a.png",
        "replay a.game --export b.game",
        "replay a.game --html a.html",
        "replay a.game --animation a.png",
        "replay a.game --svg pictures",
        "solve `ENDGAME` --quiet --certificate a.proof",
        "solve `ENDGAME` --quiet --split proof",
        "match greedy random --floes 9 --seed 1 --out match",
        "rate games.jsonl --html rate.html",
        "rate games.jsonl --index a.index",
        "selfplay greedy:depth=1 --games 300 --out games.floesp",
        "tune uct:nodes=5 --params params --floes 1 --rounds 30 --out tuning",
        "train greedy:depth=1 --games 300 --parts 1 --floes 1 --epochs 0 --out training",
        "suite a.exact --engine greedy --record a.record",
        "suite a.exact --engine greedy --html a.html",
        "man pages",
    ];
    for blocks in [0, 4] {
        for call in calls {
            let folder = Folder::new();
            let write = |name: &str, content: &str| folder.write(name, content);
            write("a.game", &format!("{ENDGAME}\n"));
            write(
                "params",
                "uct-exploration, int, 700, 100, 2000, 100, 0.01\n",
            );
            write(
                "a.exact",
                include_str!("../../../../../positions/exact/teaching.exact"),
            );
            let record = format!(
                "match greedy random --floes 1 --seed 1 --out `{}`",
                text(folder.path())
            );
            if call.starts_with("rate") {
                floe(&record).fine();
            }
            let ran = floe_on_full_disk(folder.path(), blocks, &call.replace("ENDGAME", ENDGAME));
            let is_small = blocks > 0 && ran.status == Some(0);
            assert!(
                is_small || ran.status == Some(1),
                "{blocks} {call:?}: {:?} {}{}",
                ran.status,
                ran.out,
                ran.err
            );
            assert!(!ran.err.contains("panicked"), "{call:?}: {}", ran.err);
        }
    }
}

/// Files whose names are not UTF-8 are read and written; a text that must be UTF-8 says so.
#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let odd = |name: &[u8]| OsStr::from_bytes(name).to_owned();
    fs::write(
        folder.path().join(odd(b"g\xff.game")),
        format!("[Event \"odd\"]\n\n{ENDGAME}\n"),
    )
    .unwrap();
    let call = |arguments: &[&OsStr]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_floe"));
        isolate(command.args(arguments).current_dir(folder.path()));
        let ran = command.output().unwrap();
        let said = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Ran {
            call: Vec::new(),
            status: ran.status.code(),
            out: said(&ran.stdout),
            err: said(&ran.stderr),
        }
    };
    let [replay, export, game, copy] =
        [&b"replay"[..], b"--export", b"g\xff.game", b"copy\xff"].map(odd);
    assert!(call(&[&replay, &game]).fine().contains("odd"));
    call(&[&replay, &game, &export, &copy]).fine();
    assert!(folder.path().join(&copy).is_file());
    let [analyze, position, engine, odd_engine] = [
        &b"analyze"[..],
        ENDGAME.as_bytes(),
        b"--engine",
        b"uct:weights=\xff",
    ]
    .map(odd);
    call(&[&analyze, &position, &engine, &odd_engine])
        .refuses("expected text in UTF-8; found $'uct:weights=\\xff'");
}

/// Standard output under its name in the system is written like a file, also where it is a pipe.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_has_a_name_in_the_system() {
    floe!("show `{ENDGAME}` --svg /dev/stdout").says("<svg");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_floe"));
    isolate(command.args(["solve", ENDGAME, "--quiet", "--certificate", "/dev/stdout"]));
    let ran = command.output().unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}
