//! The page of the board: the check of its types, and the static site with the engine in
//! WebAssembly.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::Outcome;
use crate::shell::{Verbosity, Workspace, answers, read, run};

/// Compiler that checks the types; a fixed version, so that a new one cannot fail an old commit.
const TYPESCRIPT: &str = "typescript@5.9.3";
/// Target of the engine: its standard library has input, output and clocks.
const TARGET: &str = "wasm32-wasip1";
/// Packages of Debian with that target, for machines without rustup's server.
const DEBIAN_PACKAGES: [&str; 7] = [
    "rustc-web",
    "libstd-rust-web-1.96",
    "libstd-rust-web-dev",
    "rust-web-src",
    "libllvm22",
    "lld-22",
    "wasi-libc",
];

/// Checks the types of the page with `tsc`.
pub(crate) fn check(workspace: &Workspace, verbosity: Verbosity) -> Result<Outcome> {
    if !answers(workspace.program("npx", [])) {
        return Ok(Outcome::Skipped("npx is not installed (Node.js with npm)"));
    }
    run(
        workspace.program(
            "npx",
            ["--yes", "--package", TYPESCRIPT, "tsc", "--project", "web"],
        ),
        verbosity,
    )?;
    Ok(Outcome::Passed(String::new()))
}

/// Makes the static site, and tests its page as that of the server is tested.
pub(crate) fn check_site(workspace: &Workspace, verbosity: Verbosity) -> Result<Outcome> {
    if !["chromium", "chromedriver"]
        .iter()
        .all(|&program| answers(workspace.program(program, [])))
    {
        return Outcome::impossible(
            "chromium and chromedriver are not installed (Debian: chromium, chromium-driver)",
        );
    }
    let build = match engine_build(workspace) {
        Ok(build) => build,
        Err(error) => {
            let skipped = Outcome::impossible(
                "no compiler for WebAssembly (rustup target add wasm32-wasip1)",
            );
            return skipped.with_context(|| format!("{error:#}"));
        }
    };
    let kibibytes = make_with(workspace, build, verbosity)?;
    let mut tests = workspace.cargo([
        "test",
        "--workspace",
        "--features",
        "full",
        "--test",
        "browser",
        "--",
    ]);
    // A static site has no connection to lose, and the accessibility of its page is that of the
    // server's.
    tests.args([
        "--skip",
        "a_lost_connection_comes_back",
        "--skip",
        "narrow_screens",
    ]);
    tests.env("FLOE_SITE", site(workspace));
    run(tests, verbosity)?;
    Ok(Outcome::Passed(format!("{kibibytes} KiB of WebAssembly")))
}

/// Makes the static site in `target/web/site`.
pub(crate) fn make(workspace: &Workspace) -> Result<()> {
    let kibibytes = make_with(workspace, engine_build(workspace)?, Verbosity::Verbose)?;
    println!(
        "{}: {kibibytes} KiB of WebAssembly",
        site(workspace).display()
    );
    Ok(())
}

fn site(workspace: &Workspace) -> PathBuf {
    workspace.target().join("web/site")
}

/// Build of the engine for WebAssembly, with a compiler that has the target.
fn engine_build(workspace: &Workspace) -> Result<Command> {
    let folder = workspace.target().join("web");
    let mut build = workspace.cargo([
        "build",
        "--profile",
        "wasm",
        "--package",
        "floe-wasm",
        "--target",
        TARGET,
    ]);
    build.env("CARGO_TARGET_DIR", &folder);
    if has_target(workspace) {
        build.env("RUSTFLAGS", "-C target-feature=+simd128");
    } else {
        from_debian(workspace, &folder.join("debian"), &mut build)?;
    }
    Ok(build)
}

/// Builds the engine, puts the files of the site together, and returns the KiB of the engine.
fn make_with(workspace: &Workspace, build: Command, verbosity: Verbosity) -> Result<u64> {
    let site = site(workspace);
    run(build, verbosity)?;
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    fs::create_dir_all(&site)?;
    for file in floe_page::page_files() {
        fs::write(site.join(file.path), file.content)?;
    }
    // These take the place of the link to a server.
    for entry in fs::read_dir(workspace.root().join("web/worker"))? {
        let path = entry?.path();
        fs::copy(
            &path,
            site.join(path.file_name().context("a file has a name")?),
        )?;
    }
    let engine = site.join("floe.wasm");
    fs::copy(
        workspace
            .target()
            .join("web")
            .join(TARGET)
            .join("wasm/floe-wasm.wasm"),
        &engine,
    )?;
    Ok(fs::metadata(&engine)?.len() >> 10)
}

/// Whether the compiler has the standard library of the target; asks rustup for it if it has not.
fn has_target(workspace: &Workspace) -> bool {
    let add = workspace.program("rustup", ["target", "add", TARGET]);
    is_installed(workspace) || run(add, Verbosity::Quiet).is_ok() && is_installed(workspace)
}

fn is_installed(workspace: &Workspace) -> bool {
    let folder = read(workspace.program("rustc", ["--print", "target-libdir", "--target", TARGET]));
    folder.is_ok_and(|folder| Path::new(folder.trim()).exists())
}

/// Prepares a build with the compiler of Debian, unpacked in a folder, which also compiles the
/// standard library.
fn from_debian(workspace: &Workspace, folder: &Path, build: &mut Command) -> Result<()> {
    let root = folder.join("root");
    let own = root
        .join("usr/lib/rustlib")
        .join(TARGET)
        .join("lib/self-contained");
    if !own.exists() {
        ensure!(
            answers(workspace.program("apt-get", [])),
            "cannot install the target {TARGET}: rustup target add {TARGET}"
        );
        fs::create_dir_all(folder)?;
        let mut download = workspace.program("apt-get", ["download", "-qq"]);
        download.args(DEBIAN_PACKAGES).current_dir(folder);
        run(download, Verbosity::Quiet)?;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "deb") {
                let mut unpack = workspace.program("dpkg", ["-x"]);
                unpack.arg(&path).arg(&root);
                run(unpack, Verbosity::Quiet)?;
            }
        }
        fs::create_dir_all(&own)?;
        let libc = root.join("usr/lib/wasm32-wasi");
        for name in ["crt1-command.o", "crt1-reactor.o", "libc.a"] {
            fs::copy(libc.join(name), own.join(name))?;
        }
    }
    let path = std::env::var("PATH").unwrap_or_default();
    build
        .args(["-Z", "build-std=std,panic_abort"])
        .env("RUSTC", root.join("usr/bin/rustc"))
        .env("RUSTC_BOOTSTRAP", "1")
        .env("LD_LIBRARY_PATH", root.join("usr/lib/x86_64-linux-gnu"))
        .env(
            "PATH",
            format!(
                "{}:{path}",
                PathBuf::from(&root).join("usr/lib/llvm-22/bin").display()
            ),
        )
        .env(
            "RUSTFLAGS",
            "-C target-feature=+simd128 -C linker=wasm-ld -C link-self-contained=yes",
        );
    Ok(())
}
