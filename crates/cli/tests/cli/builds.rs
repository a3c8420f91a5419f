//! Builds for newer processors next to `floe`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::run::floe;

/// `floe` runs the fastest build next to it, with its own arguments and exit status, and otherwise does the work itself.
#[test]
fn the_fastest_build_next_to_the_program_runs() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let own = folder.path().join("floe");
    fs::hard_link(env!("CARGO_BIN_EXE_floe"), &own).unwrap();
    let call = |arguments: &[&str]| Command::new(&own).args(arguments).output().unwrap();
    let version = floe(&["--version"]).fine();
    assert_eq!(call(&["--version"]).stdout, version.as_bytes());
    for (level, runs) in [
        ("v3", cfg!(not(target_feature = "avx2")) && std::arch::is_x86_feature_detected!("avx2")),
        ("v4", cfg!(not(target_feature = "avx2")) && std::arch::is_x86_feature_detected!("avx512vl")),
    ] {
        let script = format!("#!/bin/sh\necho {level} \"$@\"; exit 7\n");
        // Written by another process: a file that this one has open for writing cannot be run.
        let write = "printf %s \"$1\" > \"$2\" && chmod +x \"$2\"";
        let path = folder.path().join(format!("floe-x86-64-{level}"));
        assert!(Command::new("sh").args(["-c", write, "sh", &script]).arg(path).status().unwrap().success());
        let ran = call(&["show", "a b", ""]);
        let expected = format!("{level} show a b \n");
        assert_eq!((ran.status.code() == Some(7), ran.stdout == expected.as_bytes()), (runs, runs), "{level}");
    }
    // A build that cannot be started is left alone.
    for level in ["v3", "v4"] {
        let path = folder.path().join(format!("floe-x86-64-{level}"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }
    assert_eq!(call(&["moves", crate::ENDGAME]).stdout, floe(&["moves", crate::ENDGAME]).fine().as_bytes());
}
