//! Builds for newer processors next to `floe`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{command, floe, isolate};

macro_rules! has_all {
    ($($feature:tt)*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
}

/// Levels of x86-64 above the build of the tests, and whether this processor has all that the ABI
/// (table 3.1) asks for.
fn levels() -> [(&'static str, bool); 2] {
    let is_baseline = cfg!(not(target_feature = "avx2"));
    let v3 = has_all!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "xsave");
    let v4 = has_all!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
    [("v3", is_baseline && v3), ("v4", is_baseline && v3 && v4)]
}

/// A folder with a copy of `floe`. Another process writes it: a file that this one has open for
/// writing cannot be run.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let own = folder.path().join("floe");
    let copy = "ln \"$1\" \"$2\" 2>/dev/null || cp \"$1\" \"$2\"";
    let copied = Command::new("sh")
        .args(["-c", copy, "sh", env!("CARGO_BIN_EXE_floe")])
        .arg(&own)
        .status()
        .unwrap();
    assert!(copied.success());
    (folder, own)
}

/// Puts a stand-in for the build of a level next to `own`: it prints its level and its arguments,
/// and ends with status 7.
fn add_build(own: &Path, level: &str) {
    let script = format!("#!/bin/sh\necho {level} \"$@\"; exit 7\n");
    let write = "printf %s \"$1\" > \"$2\" && chmod +x \"$2\"";
    let path = own.with_file_name(format!("floe-x86-64-{level}"));
    assert!(
        Command::new("sh")
            .args(["-c", write, "sh", &script])
            .arg(path)
            .status()
            .unwrap()
            .success()
    );
}

/// Status and standard output of a call of this program.
fn call(own: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut call = command(own);
    isolate(call.args(arguments));
    let output = call.output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

/// `floe` runs the fastest build next to it, with its own arguments and exit status, and otherwise
/// does the work itself.
#[test]
fn the_fastest_build_next_to_the_program_runs() {
    let [(v3, runs_v3), (v4, runs_v4)] = levels();
    for (builds, expected) in [
        (&[][..], None),
        (&[v3], runs_v3.then_some(v3)),
        (&[v4], runs_v4.then_some(v4)),
        (
            &[v3, v4],
            if runs_v4 {
                Some(v4)
            } else {
                runs_v3.then_some(v3)
            },
        ),
    ] {
        let (_folder, own) = folder();
        builds.iter().for_each(|level| add_build(&own, level));
        let ran = call(&own, &["show", "a b", ""]);
        let itself = floe("show `a b` ``");
        let expected = expected.map_or((itself.status, itself.out), |level| {
            (Some(7), format!("{level} show a b \n"))
        });
        assert_eq!(
            ran,
            expected,
            "{builds:?} on a processor for {:?}",
            levels()
        );
    }
}

#[test]
fn a_build_that_cannot_be_started_is_left_alone() {
    let (_folder, own) = folder();
    for (level, _) in levels() {
        add_build(&own, level);
        let build = own.with_file_name(format!("floe-x86-64-{level}"));
        fs::set_permissions(build, fs::Permissions::from_mode(0o644)).unwrap();
    }
    let call = call(&own, &["moves", crate::ENDGAME]);
    assert_eq!(call, (Some(0), floe!("moves `{}`", crate::ENDGAME).fine()));
}
