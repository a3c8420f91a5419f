//! The build of the first command of the README, which lacks what takes long to compile.

#[cfg(not(feature = "full"))]
use std::process::Command;

/// Stands in the place of all other tests of the program, which no build without `full` can run.
#[cfg(not(feature = "full"))]
#[test]
#[ignore = "the tests of the program need --features full"]
fn the_program_is_tested_with_all_features() {}

#[cfg(not(feature = "full"))]
#[test]
fn what_this_build_lacks_is_said_with_the_call_that_has_it() {
    let position =
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    for (call, part) in [
        (&["board", "--port", "0"][..], "board"),
        (&["train", "--help"], "train"),
        (&["show", position, "--png", "a.png"], "--png"),
        (&["rate", "--sql", "SELECT 1", "."], "--sql"),
        (&["rate", "--export", "csv", "."], "--export"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_floe"))
            .args(call)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{call:?}: {said}");
        assert!(
            said.contains("this build of floe has no") && said.contains(part),
            "{said}"
        );
        assert!(
            said.contains("cargo run --release --features full -- "),
            "{said}"
        );
    }
}
