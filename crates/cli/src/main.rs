//! `floe`, the command line: what it promises is said in `docs/notation.md`.
//!
//! The only crate that prints. Every command is a file in `commands`; what they share is beside this one: where
//! positions come from, where results go, what is said of errors.

mod arguments;
mod commands;
mod explain;
mod files;
mod input;
mod interrupt;
mod output;
mod problem;
mod progress;
mod resources;
mod set_up;
mod version;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::output::Output;

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| arguments::refuse(&error));
    let mut output = Output::new(arguments.json, arguments.color);
    match arguments.command.run(&mut output) {
        Ok(status) => status.into(),
        Err(error) => problem::report(&error),
    }
}
