//! The archive of a release: programs, documentation, completions and manual pages, with its
//! checksum.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::python;
use crate::shell::{Verbosity, Workspace, read, run};

/// Builds of an x86 archive, each after the end of its name: `floe` runs the fastest one that the
/// processor supports.
const X86_BUILDS: [(&str, &str); 3] = [
    ("", "x86-64-v2"),
    ("-x86-64-v3", "x86-64-v3"),
    ("-x86-64-v4", "x86-64-v4"),
];
/// Builds of any other archive.
const OTHER_BUILDS: [(&str, &str); 1] = [("", "generic")];
/// Shells with the names of their files of completions.
const COMPLETIONS: [(&str, &str); 4] = [
    ("bash", "floe.bash"),
    ("zsh", "_floe"),
    ("fish", "floe.fish"),
    ("powershell", "_floe.ps1"),
];

/// Makes the archive for the system of this machine.
pub(crate) fn make(workspace: &Workspace) -> Result<()> {
    let host = read(workspace.program("rustc", ["--print", "host-tuple"]))?;
    let name = archive_name(env!("CARGO_PKG_VERSION"), host.trim());
    let dist = workspace.target().join("dist");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    add_programs(workspace, &folder)?;
    add_documents(workspace.root(), &folder)?;
    add_pages(workspace, &folder)?;
    let archive = format!("{name}{}", archive_end(host.trim()));
    // The tar of Windows writes zip files, too.
    let mut tar = workspace.program("tar", ["-a", "-c", "-f", &archive, &name]);
    tar.current_dir(&dist);
    run(tar, Verbosity::Quiet)?;
    let bytes = fs::read(dist.join(&archive))?;
    let hash: String = Sha256::digest(&bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    fs::write(
        dist.join(format!("{archive}.sha256")),
        format!("{hash}  {archive}\n"),
    )?;
    println!(
        "{}: {:.1} MB",
        dist.join(&archive).display(),
        bytes.len() as f64 / 1e6
    );
    python::make_wheel(workspace, &dist)
}

/// Name of the archive for a system, without its end, and of the folder in it.
fn archive_name(version: &str, target: &str) -> String {
    format!("floe-{version}-{target}")
}

/// End of the name of the archive for a system.
fn archive_end(target: &str) -> &'static str {
    if target.contains("windows") {
        ".zip"
    } else {
        ".tar.gz"
    }
}

/// Builds the programs, and copies each as soon as it is there.
fn add_programs(workspace: &Workspace, folder: &Path) -> Result<()> {
    let builds = if cfg!(target_arch = "x86_64") {
        &X86_BUILDS[..]
    } else {
        &OTHER_BUILDS
    };
    for (end, processor) in builds {
        println!("building for {processor}");
        let mut build = workspace.cargo([
            "build",
            "--profile",
            "dist",
            "--package",
            "floe-fish-cli",
            "--features",
            "full",
            "--locked",
        ]);
        build.env("RUSTFLAGS", format!("-C target-cpu={processor}"));
        run(build, Verbosity::Verbose)?;
        let built = workspace.target().join("dist").join(program(""));
        fs::copy(&built, folder.join(program(end)))
            .with_context(|| format!("cannot copy {}", built.display()))?;
    }
    Ok(())
}

fn program(end: &str) -> String {
    format!("floe{end}{}", std::env::consts::EXE_SUFFIX)
}

/// Folder of the pictures on the pages of the documents.
const PICTURES: &str = "docs/pictures";

fn add_documents(root: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join(PICTURES))?;
    for document in documents(root)? {
        fs::copy(root.join(&document), folder.join(&document))
            .with_context(|| format!("cannot copy {}", document.display()))?;
    }
    Ok(())
}

fn documents(root: &Path) -> Result<Vec<PathBuf>> {
    let mut documents: Vec<PathBuf> =
        ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"]
            .map(PathBuf::from)
            .into();
    for (place, kind) in [("docs", "md"), (PICTURES, "svg"), (PICTURES, "png")] {
        for entry in fs::read_dir(root.join(place))? {
            let name = PathBuf::from(entry?.file_name());
            if name.extension().is_some_and(|extension| extension == kind) {
                documents.push(Path::new(place).join(name));
            }
        }
    }
    documents.sort();
    Ok(documents)
}

/// Output of the `floe` in a folder, called there.
fn read_floe(workspace: &Workspace, folder: &Path, arguments: &[&str]) -> Result<String> {
    let mut floe = workspace.program(folder.join(program("")), arguments.iter().copied());
    floe.current_dir(folder);
    read(floe)
}

/// Lets the program write its completions and its manual pages.
fn add_pages(workspace: &Workspace, folder: &Path) -> Result<()> {
    read_floe(workspace, folder, &["man", "man"])?;
    let completions = folder.join("completions");
    fs::create_dir(&completions)?;
    for (shell, file) in COMPLETIONS {
        fs::write(
            completions.join(file),
            read_floe(workspace, folder, &["completions", shell])?,
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_archive_has_all_documents() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let documents = documents(root).unwrap();
        add_documents(root, folder.path()).unwrap();
        for name in [
            "README.md",
            "CHANGELOG.md",
            "LICENSE-MIT",
            "LICENSE-APACHE",
            "docs/notation.md",
            "docs/rules.md",
            "docs/pictures/analysis.svg",
        ] {
            assert!(documents.contains(&PathBuf::from(name)), "{name}");
            assert_eq!(
                fs::read(root.join(name)).unwrap(),
                fs::read(folder.path().join(name)).unwrap()
            );
        }
    }

    /// Pattern of cargo-binstall in the manifest of the program, filled in for a system.
    fn filled_in(key: &str, target: &str) -> String {
        let manifest = include_str!("../../crates/front/cli/Cargo.toml");
        let (_, rest) = manifest.split_once(&format!("\n{key} = \"")).unwrap();
        let pattern = rest.split('"').next().unwrap();
        pattern
            .replace("{ version }", "1.2.3")
            .replace("{ target }", target)
            .replace("{ archive-suffix }", archive_end(target))
    }

    #[test]
    fn cargo_binstall_finds_the_program_in_the_archive() {
        for target in ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc"] {
            let name = archive_name("1.2.3", target);
            let end = archive_end(target);
            let url = filled_in("pkg-url", target);
            assert!(url.ends_with(&format!("/v1.2.3/{name}{end}")), "{url}");
            let place = filled_in("bin-dir", target);
            assert_eq!(place, format!("{name}/{{ bin }}{{ binary-ext }}"));
        }
    }

    /// The program looks for its builds by the names that the archive gives them.
    #[test]
    fn the_program_knows_its_builds() {
        let chooser = include_str!("../../crates/front/cli/src/faster_build.rs");
        for (end, _) in &X86_BUILDS[1..] {
            assert!(chooser.contains(&format!("\"{end}\"")), "{end}");
        }
    }
}
