//! The Python package: its build, its tests and the check of its types.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

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
    // Checked to need nothing that other machines lack, and named by the oldest system that it runs
    // on.
    let compatible = "--locked --compatibility pypi";
    run(
        wheel(workspace, Path::new(python), folder, compatible),
        Verbosity::Verbose,
    )
}

/// Builds a wheel with this interpreter into a folder, with these arguments of maturin.
fn wheel(workspace: &Workspace, python: &Path, folder: &Path, arguments: &str) -> Command {
    let mut wheel = workspace.program(
        python,
        ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"],
    );
    wheel
        .arg(folder)
        .arg("./python")
        .env("CARGO_TARGET_DIR", target(workspace));
    wheel.env("MATURIN_PEP517_ARGS", arguments);
    wheel
}

fn wheel_in(folder: &Path) -> Result<PathBuf> {
    let entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    let mut wheels = entries
        .into_iter()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "whl"));
    wheels
        .next()
        .with_context(|| format!("no wheel was built in {}", folder.display()))
}

/// Checks the native part with clippy, and that its lock file is up to date.
pub(crate) fn clippy(workspace: &Workspace, verbosity: Verbosity) -> Result<()> {
    let mut clippy = workspace.cargo([
        "clippy",
        "--manifest-path",
        MANIFEST,
        "--locked",
        "--all-targets",
    ]);
    clippy.args(["--profile", "gate", "--", "-D", "warnings"]);
    clippy.env("CARGO_TARGET_DIR", target(workspace));
    run(clippy, verbosity)
}

fn target(workspace: &Workspace) -> PathBuf {
    workspace.target().join("python")
}

fn interpreter() -> &'static str {
    if cfg!(windows) { "python" } else { "python3" }
}

/// Builds the wheel, installs it in a bare environment to try what needs NumPy alone, and in
/// another one to run all tests and the check of its types.
pub(crate) fn check(workspace: &Workspace, verbosity: Verbosity) -> Result<Outcome> {
    let python = interpreter();
    if !answers(workspace.program(python, [])) {
        return Outcome::impossible("Python is not installed (3.9 or later)");
    }
    if read(workspace.program(python, ["-c", "import ensurepip, venv"])).is_err() {
        return Outcome::impossible(
            "Python cannot make environments (on Debian: apt install python3-venv)",
        );
    }
    let folder = target(workspace);
    let package = workspace.root().join("python");
    let wheels = folder.join("wheel");
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    run(
        wheel(
            workspace,
            Path::new(python),
            &wheels,
            "--locked --profile gate",
        ),
        verbosity,
    )?;
    let built = wheel_in(&wheels)?;
    let bare = environment(workspace, &folder.join("bare"), verbosity)?;
    install(workspace, &bare, &built, "", verbosity)?;
    let script = package.join("tests").join("bare.py");
    let mut alone = workspace.program(program(&bare, "python"), []);
    // Where the package of the repository is not found in its place.
    alone.arg(script).current_dir(&folder);
    run(alone, verbosity)?;
    let environment = environment(workspace, &folder.join("environment"), verbosity)?;
    // The gate leaves no test out; on other machines those that need gigabytes run where they are
    // installed.
    let extras = if std::env::var_os("CI").is_some() {
        "[learn,ray,sb3,test]"
    } else {
        "[test]"
    };
    install(workspace, &environment, &built, extras, verbosity)?;
    let floe = signature::test_build(workspace)?;
    let typed = ["--strict", "floe", "tests", "benches", "examples"];
    let mut types = workspace.program(program(&environment, "mypy"), typed);
    types.current_dir(&package);
    run(types, verbosity)?;
    let mut tests = workspace.program(program(&environment, "pytest"), ["-q"]);
    // Where the package of the repository is not found in the place of the installed one, by
    // processes of Ray either.
    tests
        .arg(package.join("tests"))
        .current_dir(&folder)
        .env("FLOE", &floe);
    if verbosity == Verbosity::Verbose {
        run(tests, verbosity)?;
        return Ok(Outcome::Passed(String::new()));
    }
    let printed = read(tests)?;
    Ok(Outcome::Passed(
        printed.trim().lines().last().unwrap_or_default().to_owned(),
    ))
}

/// Makes an environment in a folder, unless there is one; returns the folder.
fn environment(workspace: &Workspace, folder: &Path, verbosity: Verbosity) -> Result<PathBuf> {
    if !program(folder, "pip").exists() {
        let mut create = workspace.program(interpreter(), ["-m", "venv"]);
        create.arg(folder);
        run(create, verbosity)?;
    }
    Ok(folder.to_owned())
}

/// Installs a wheel, with what it needs and with these extras, in an environment.
fn install(
    workspace: &Workspace,
    environment: &Path,
    wheel: &Path,
    extras: &str,
    verbosity: Verbosity,
) -> Result<()> {
    let named = format!("{}{extras}", wheel.display());
    // The second call replaces an older build of this version.
    let calls = [
        &["install", "--quiet", &named][..],
        &[
            "install",
            "--quiet",
            "--no-deps",
            "--force-reinstall",
            &named,
        ],
    ];
    calls.into_iter().try_for_each(|arguments| {
        run(
            workspace.program(program(environment, "pip"), arguments.iter().copied()),
            verbosity,
        )
    })
}

fn program(environment: &Path, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment
        .join(folder)
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
