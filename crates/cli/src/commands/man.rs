use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::arguments::command;
use crate::output::Output;
use crate::problem::Status;

/// Write the manual pages
///
/// Writes floe.1 and a page for each command, such as floe-analyze.1.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/man.txt"))]
pub(crate) struct Man {
    /// Directory to write to, which is created if it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

impl Man {
    pub(crate) fn run(&self, _output: &mut Output) -> Result<Status> {
        let place = || self.directory.display().to_string();
        fs::create_dir_all(&self.directory).with_context(place)?;
        clap_mangen::generate_to(command().disable_help_subcommand(true), &self.directory).with_context(place)?;
        Ok(Status::Fine)
    }
}
