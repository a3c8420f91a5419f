//! Crates as others get them: packages, few features, the oldest Rust, and a program outside.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::Package;
use serde_json::Value;

use crate::Outcome;
use crate::shell::{Verbosity, Workspace, answers, read, run};
use crate::signature::test_build;

/// Text that has the lines for `.cargo/config.toml` of a program outside.
const PROCESSOR: &str = "crates/front/floe/processor.md";
/// Source of the program outside.
const PROGRAM: &str = "crates/front/floe/examples/speed.rs";

/// Packs every crate and compiles the packages, compiles all crates without their features and with
/// the oldest Rust, and runs a program outside the workspace.
pub(crate) fn check(workspace: &Workspace, verbosity: Verbosity) -> Result<Outcome> {
    run(package(workspace), verbosity)?;
    let bare = ["check", "--workspace", "--no-default-features"];
    run(workspace.cargo(bare), verbosity)?;
    let oldest = check_oldest(workspace, verbosity)?;
    check_outside(workspace, verbosity)?;
    Ok(Outcome::Passed(oldest))
}

/// Call that packs the crates of the wings and compiles every package, without optimisation.
fn package(workspace: &Workspace) -> Command {
    let mut call = workspace.cargo(["package", "--workspace"]);
    for package in &workspace.metadata.packages {
        if !is_published(workspace, package) {
            call.args(["--exclude", package.name.as_str()]);
        }
    }
    // A change that is not committed yet can be packed, but not in the gate.
    if std::env::var_os("CI").is_none() {
        call.arg("--allow-dirty");
    }
    call.env("CARGO_TARGET_DIR", workspace.target().join("packages"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0");
    call
}

/// Whether a package stands in a wing.
fn is_published(workspace: &Workspace, package: &Package) -> bool {
    let folder = package.manifest_path.as_std_path();
    folder.starts_with(workspace.root().join("crates"))
}

/// Compiles all crates with the oldest Rust that they promise, and says which it is; in the gate
/// the toolchain is installed if it is missing.
fn check_oldest(workspace: &Workspace, verbosity: Verbosity) -> Result<String> {
    let package = workspace.metadata.packages.first();
    let oldest = package
        .and_then(|package| package.rust_version.as_ref())
        .context("the manifest has no rust-version")?;
    let oldest = format!("{}.{}", oldest.major, oldest.minor);
    let used = read(workspace.program("rustc", ["--version"]))?;
    if is_version(&used, &oldest) {
        return Ok(format!("Rust {oldest} is in use"));
    }
    let toolchain = ["run", &oldest, "cargo"];
    if !answers(workspace.program("rustup", toolchain)) {
        if std::env::var_os("CI").is_none() {
            return Ok(format!("Rust {oldest} skipped: it is not installed"));
        }
        let install = ["toolchain", "install", "--profile", "minimal", &oldest];
        run(workspace.program("rustup", install), verbosity)?;
    }
    let check = [&toolchain[..], &["check", "--workspace"]].concat();
    let mut call = workspace.program("rustup", check);
    // Set by the cargo that runs this program, for its own toolchain.
    call.env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .env_remove("RUSTC");
    run(call, verbosity)?;
    Ok(format!("Rust {oldest} checked"))
}

/// Whether the output of `rustc --version` names a patch of this version.
fn is_version(output: &str, version: &str) -> bool {
    output
        .strip_prefix("rustc ")
        .and_then(|rest| rest.strip_prefix(version))
        .is_some_and(|rest| rest.starts_with('.'))
}

/// Builds the example `speed` as a program outside the workspace that depends on the packed crate
/// `floe-fish-engine` alone and has copied the documented lines; its nodes and counts are those of
/// `floe`.
fn check_outside(workspace: &Workspace, verbosity: Verbosity) -> Result<()> {
    let folder = tempfile::tempdir()?;
    write_outside(workspace, folder.path())?;
    let target = workspace.target().join("outside");
    let mut build = workspace.cargo(["build", "--release"]);
    build
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS");
    run(build, verbosity)?;
    let mut program = workspace.program(target.join("release/outside"), []);
    let output = program.output().context("the program outside")?;
    let advice = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success() && !advice.contains("config.toml"),
        "the program outside says: {advice}"
    );
    let found = String::from_utf8(output.stdout)?;
    let expected = counts_of_floe(workspace)?;
    ensure!(
        found == expected,
        "the program outside prints\n{found}\nexpected, as floe counts\n{expected}"
    );
    Ok(())
}

/// Writes a program in `folder` that is the example `speed` of the crate `floe`, with the lines of
/// the front page for its configuration.
fn write_outside(workspace: &Workspace, folder: &Path) -> Result<()> {
    let root = workspace.root();
    let page = fs::read_to_string(root.join(PROCESSOR))?;
    let lines = documented_lines(&page).context("the front page has no lines of toml")?;
    fs::create_dir_all(folder.join(".cargo"))?;
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join(".cargo/config.toml"), lines)?;
    fs::write(folder.join("Cargo.toml"), outside_manifest(workspace))?;
    // Without it, cargo would look for newer versions of all dependencies.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    fs::copy(root.join(PROGRAM), folder.join("src/main.rs"))?;
    Ok(())
}

/// Manifest of a program that depends on the published crate; the packages that were just packed
/// stand in for those of the registry.
fn outside_manifest(workspace: &Workspace) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let packed = workspace.target().join("packages").join("package");
    let mut manifest = format!(
        "[package]\nname = \"outside\"\nedition = \"2024\"\n\n[dependencies]\nfloe-fish-engine = \"{version}\"\n\n[patch.crates-io]\n"
    );
    for package in &workspace.metadata.packages {
        if is_published(workspace, package) {
            let name = &package.name;
            let path = packed.join(format!("{name}-{version}"));
            manifest += &format!("{name} = {{ path = {path:?} }}\n");
        }
    }
    manifest
}

/// The first block of toml in a text.
fn documented_lines(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("```toml\n")?;
    Some(rest.split_once("```")?.0)
}

/// Counts that the example prints, as `floe` makes them.
fn counts_of_floe(workspace: &Workspace) -> Result<String> {
    let floe = test_build(workspace)?;
    let source = fs::read_to_string(workspace.root().join(PROGRAM))?;
    let position = |name: &str| {
        let (_, rest) = source.split_once(&format!("const {name}: &str ="))?;
        rest.split('"').nth(1)
    };
    let opening = position("OPENING").context("the example has no opening")?;
    let ending = position("ENDING").context("the example has no ending")?;
    let calls: [(&str, &str, &[&str]); 3] = [
        (
            "alphabeta",
            "nodes",
            &[
                "analyze",
                opening,
                "--engine",
                "alphabeta:depth=6,hash=16,threads=1",
            ],
        ),
        (
            "solve",
            "nodes",
            &["solve", ending, "--hash", "16", "--threads", "1"],
        ),
        ("perft", "leaves", &["perft", opening, "4"]),
    ];
    let mut counts = String::new();
    for (name, field, words) in calls {
        let call = [words, &["--json", "--quiet"]].concat();
        let answer: Value = serde_json::from_str(&read(workspace.program(&floe, call))?)?;
        counts += &format!("{name} {}\n", answer[field]);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_known_by_its_patches() {
        assert!(is_version("rustc 1.95.0 (59807616e 2026-04-14)", "1.95"));
        assert!(!is_version("rustc 1.950.0 (59807616e 2026-04-14)", "1.95"));
        assert!(!is_version("rustc 1.96.0 (59807616e 2026-04-14)", "1.95"));
    }

    #[test]
    fn lines_to_copy_are_found() {
        let page = "Text.\n\n```toml\n[target.x]\na = 1\n```\nText.\n";
        assert_eq!(documented_lines(page), Some("[target.x]\na = 1\n"));
        assert_eq!(documented_lines("Text."), None);
    }
}
