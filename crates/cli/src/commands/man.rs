use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::arguments::command;
use crate::files::unreadable;
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
        let directory = &self.directory;
        fs::create_dir_all(directory).map_err(unreadable(directory))?;
        clap_mangen::generate_to(command().disable_help_subcommand(true), directory).map_err(unreadable(directory))?;
        Ok(Status::Fine)
    }
}
