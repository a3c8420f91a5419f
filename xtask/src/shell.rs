//! Calls of other programs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Metadata, MetadataCommand};

/// Workspace of the project.
pub(crate) struct Workspace {
    /// Packages of the workspace, without their dependencies.
    pub(crate) metadata: Metadata,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verbosity {
    /// Shown at once.
    Verbose,
    /// Shown only if the program fails.
    Quiet,
}

impl Workspace {
    /// Finds the workspace that this program belongs to.
    pub(crate) fn find() -> Result<Workspace> {
        let mut command = MetadataCommand::new();
        // Set by `cargo run`; a path known at compile time would be wrong after the folder has
        // moved.
        if let Some(own) = std::env::var_os("CARGO_MANIFEST_DIR") {
            command.current_dir(PathBuf::from(own));
        }
        let metadata = command
            .no_deps()
            .exec()
            .context("cannot read the workspace")?;
        Ok(Workspace { metadata })
    }

    pub(crate) fn root(&self) -> &Path {
        self.metadata.workspace_root.as_std_path()
    }

    pub(crate) fn target(&self) -> &Path {
        self.metadata.target_directory.as_std_path()
    }

    pub(crate) fn cargo<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        self.program(cargo, arguments)
    }

    /// Call of cargo that builds for the processor of this machine, unless the variable RUSTFLAGS
    /// says otherwise.
    pub(crate) fn cargo_native<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut cargo = self.cargo(arguments);
        if std::env::var_os("RUSTFLAGS").is_none() {
            cargo.env("RUSTFLAGS", "-C target-cpu=native");
        }
        cargo
    }

    pub(crate) fn program<'a>(
        &self,
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item = &'a str>,
    ) -> Command {
        let mut command = Command::new(program.into());
        // Calls of floe do not depend on a personal configuration file.
        command.env("FLOE_CONFIG", "");
        command
            .args(arguments)
            .current_dir(self.root())
            .stdin(Stdio::null());
        command
    }
}

/// Runs a program to its end.
///
/// # Errors
/// If the program cannot be started or fails; with [`Verbosity::Quiet`] the message holds its
/// output.
pub(crate) fn run(mut command: Command, verbosity: Verbosity) -> Result<()> {
    let failed = format!("failed: {}", text(&command));
    if verbosity == Verbosity::Verbose {
        ensure!(
            command.status().with_context(|| failed.clone())?.success(),
            failed
        );
        return Ok(());
    }
    let output = command.output().with_context(|| failed.clone())?;
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{failed}\n{out}{err}");
    Ok(())
}

/// Standard output of a program; its standard error is shown at once.
///
/// # Errors
/// If the program cannot be started or fails.
pub(crate) fn read(mut command: Command) -> Result<String> {
    let failed = format!("failed: {}", text(&command));
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| failed.clone())?;
    let text = String::from_utf8(output.stdout)?;
    ensure!(output.status.success(), "{failed}\n{text}");
    Ok(text)
}

/// Whether a program is installed: `--version` succeeds.
pub(crate) fn answers(mut command: Command) -> bool {
    let call = command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    call.is_ok_and(|status| status.success())
}

/// Command line of a call.
pub(crate) fn text(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_stem()
        .unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}
