//! Names the build after its sources, so that records and checkpoints of different programs differ.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    // Not `env!`: the folder may have been moved since this was compiled.
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it"));
    // A package outside the workspace has a lock file of its own, which names the other crates.
    let is_packaged = package.join("Cargo.lock").exists();
    let workspace = if is_packaged {
        package.clone()
    } else {
        package.join("../../..")
    };
    let mut sources = vec![workspace.join("Cargo.lock")];
    let folders = if is_packaged {
        vec![package]
    } else {
        members(&workspace)?
    };
    for folder in folders {
        for part in ["src", "weights"].map(|name| folder.join(name)) {
            if part.is_dir() {
                println!("cargo::rerun-if-changed={}", part.display());
                collect(&part, &mut sources)?;
            }
        }
    }
    sources.sort();
    let mut hash = Sha256::new();
    for source in &sources {
        hash.update(
            source
                .strip_prefix(&workspace)
                .unwrap_or(source)
                .to_string_lossy()
                .as_bytes(),
        );
        hash.update(fs::read(source)?);
    }
    let id: String = hash
        .finalize()
        .iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    println!(
        "cargo::rerun-if-changed={}",
        workspace.join("Cargo.lock").display()
    );
    println!("cargo::rustc-env=FLOE_SOURCES={id}");
    Ok(())
}

/// Folders of all crates of the workspace.
fn members(workspace: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for wing in fs::read_dir(workspace.join("crates"))? {
        for member in fs::read_dir(wing?.path())? {
            folders.push(member?.path());
        }
    }
    Ok(folders)
}

fn collect(directory: &Path, sources: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, sources)?;
        } else {
            sources.push(path);
        }
    }
    Ok(())
}
