//! Names the build after its sources and its commit, so that records of different builds differ.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    // Not `env!`: the folder may have been moved since this was compiled.
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let root = package.join("..");
    let mut sources = vec![package.join("Cargo.lock")];
    collect(&package.join("src"), &mut sources)?;
    for wing in fs::read_dir(root.join("crates"))? {
        for member in fs::read_dir(wing?.path())? {
            let folder = member?.path();
            for part in ["src", "weights"].map(|name| folder.join(name)) {
                if part.is_dir() {
                    collect(&part, &mut sources)?;
                }
            }
        }
    }
    sources.sort();
    let mut hash = Sha256::new();
    for source in &sources {
        println!("cargo::rerun-if-changed={}", source.display());
        hash.update(
            source
                .strip_prefix(&package)
                .unwrap_or(source)
                .to_string_lossy()
                .as_bytes(),
        );
        hash.update(fs::read(source)?);
    }
    let sources: String = hash
        .finalize()
        .iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let commit = commit(&root)
        .map(|commit| format!(" commit {commit},"))
        .unwrap_or_default();
    let machine = format!(
        "{}-{}",
        variable("CARGO_CFG_TARGET_ARCH"),
        variable("CARGO_CFG_TARGET_OS")
    );
    println!(
        "cargo::rustc-env=FLOE_BUILD=python {} ({sources},{commit} {machine})",
        variable("CARGO_PKG_VERSION")
    );
    Ok(())
}

/// Value of a variable that Cargo sets.
fn variable(name: &str) -> String {
    env::var(name).expect("Cargo sets it")
}

/// The commit of the sources; `None` outside a clone, or without Git.
fn commit(root: &Path) -> Option<String> {
    // The sources are the whole of the clone, not a folder in one of another project.
    git(root, &["rev-parse", "--show-prefix"]).filter(String::is_empty)?;
    let log = git(root, &["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={}", root.join(log).display());
    git(root, &["rev-parse", "--short=8", "HEAD"])
}

/// The line that a command of Git prints.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(arguments)
        .output()
        .ok()?;
    let line = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| line.trim().to_owned())
}

/// Adds all files in a folder and the folders in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
