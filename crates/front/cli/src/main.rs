//! The program `floe`, specified in `docs/notation.md`: each command is a file in `commands`, the
//! other files are what commands share.

mod annotated_game;
mod arguments;
mod commands;
mod config;
mod explain;
mod export;
mod faster_build;
mod files;
mod html_report;
mod input;
mod interrupt;
mod lacking;
mod markdown;
mod needs;
mod output;
mod overwriting;
mod pager;
mod picture_files;
mod problem;
mod progress;
mod prompt;
mod proved_margin;
#[cfg(all(test, feature = "full"))]
mod reference;
mod run_progress;
mod schema;
mod set_up;
mod shard;
mod split_proof;
#[cfg(feature = "sql")]
mod sql;
mod text;

use std::process::ExitCode;

use crate::arguments::Arguments;
use crate::output::Output;

fn main() -> ExitCode {
    if let Some(status) = faster_build::run() {
        return status;
    }
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(error) => return arguments::report(error),
    };
    let mut output = Output::new(arguments.json, arguments.color);
    match arguments.command.run(&mut output) {
        Ok(status) => status.into(),
        Err(error) => problem::report(&error),
    }
}
