//! The Python package: its build, its tests and the check of its types.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::Outcome;
use crate::shell::{Verbosity, Workspace, answers, read, run};
use crate::signature;

/// The manifest of the native part, a workspace of its own.
pub(crate) const MANIFEST: &str = "python/Cargo.toml";

/// Builds the wheel of this system in a folder; without Python there is none.
pub(crate) fn make_wheel(workspace: &Workspace, folder: &Path) -> Result<()> {
    let python = interpreter();
    if !answers(workspace.program(python, [])) {
        println!("no wheel: Python is not installed");
        return Ok(());
    }
    let mut wheel = workspace.program(python, ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]);
    wheel.arg(folder).arg("./python").env("CARGO_TARGET_DIR", target(workspace)).env("MATURIN_PEP517_ARGS", "--locked");
    run(wheel, Verbosity::Verbose)
}

/// Checks the native part with clippy, and that its lock file is up to date.
pub(crate) fn clippy(workspace: &Workspace, verbosity: Verbosity) -> Result<()> {
    let mut clippy = workspace.cargo(["clippy", "--manifest-path", MANIFEST, "--locked", "--all-targets"]);
    clippy.args(["--profile", "gate", "--", "-D", "warnings"]);
    clippy.env("CARGO_TARGET_DIR", target(workspace));
    run(clippy, verbosity)
}

/// Folder of builds of the native part.
fn target(workspace: &Workspace) -> PathBuf {
    workspace.target().join("python")
}

/// Name of the interpreter.
fn interpreter() -> &'static str {
    if cfg!(windows) { "python" } else { "python3" }
}

/// Installs the package in an environment of its own, and runs its tests and the check of its types.
pub(crate) fn check(workspace: &Workspace, verbosity: Verbosity) -> Result<Outcome> {
    let python = interpreter();
    if !answers(workspace.program(python, [])) {
        return Outcome::impossible("Python is not installed (3.9 or later)");
    }
    if read(workspace.program(python, ["-c", "import ensurepip, venv"])).is_err() {
        return Outcome::impossible("Python cannot make environments (on Debian: apt install python3-venv)");
    }
    let folder = target(workspace);
    let environment = folder.join("environment");
    if !program(&environment, "pip").exists() {
        let mut create = workspace.program(python, ["-m", "venv"]);
        create.arg(&environment);
        run(create, verbosity)?;
    }
    let mut install = workspace.program(program(&environment, "pip"), ["install", "--quiet", "./python[test]"]);
    install.env("CARGO_TARGET_DIR", &folder).env("MATURIN_PEP517_ARGS", "--locked --profile gate");
    run(install, verbosity)?;
    let floe = signature::test_build(workspace)?;
    let package = workspace.root().join("python");
    let typed = ["--strict", "floe", "tests", "benches/speed.py", "examples/first_seat.py", "examples/learn.py"];
    let mut types = workspace.program(program(&environment, "mypy"), typed);
    types.current_dir(&package);
    run(types, verbosity)?;
    let mut tests = workspace.program(program(&environment, "pytest"), ["-q"]);
    tests.current_dir(&package).env("FLOE", &floe);
    if verbosity == Verbosity::Verbose {
        run(tests, verbosity)?;
        return Ok(Outcome::Passed(String::new()));
    }
    let printed = read(tests)?;
    Ok(Outcome::Passed(printed.trim().lines().last().unwrap_or_default().to_owned()))
}

/// Path of a program of an environment.
fn program(environment: &Path, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment.join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
