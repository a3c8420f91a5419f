//! Names the build after its sources, so that records and checkpoints of different programs differ,
//! and embeds the pages of the book.

use std::env;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    // Not `env!`: the folder may have been moved since this was compiled.
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it"));
    write_pages(&package.join("docs"))?;
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

/// Writes the pages of the book as Rust, in the order and with the parts of its summary.
fn write_pages(docs: &Path) -> io::Result<()> {
    let summary = docs.join("SUMMARY.md");
    println!("cargo::rerun-if-changed={}", summary.display());
    let mut pages = String::from("&[");
    let summary = fs::read_to_string(summary)?;
    let mut part = "";
    for line in summary.lines() {
        part = line.strip_prefix("# ").unwrap_or(part);
        let link = line.trim_start_matches("- ").strip_prefix('[');
        let link = link.and_then(|link| link.strip_suffix(".md)"));
        if let Some((title, name)) = link.and_then(|link| link.split_once("](")) {
            let file = docs.join(format!("{name}.md"));
            let page = format!("part: {part:?}, name: {name:?}, title: {title:?}");
            write!(pages, "Page {{ {page}, text: include_str!({file:?}) }},").expect("memory");
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    fs::write(out.join("pages.rs"), pages + "]")
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
