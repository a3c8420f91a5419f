use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

use crate::arguments::command;
use crate::output::Output;
use crate::problem::Status;

/// Print the completions of a shell
///
/// Your shell then completes commands, options, engines, rules and layouts when you press Tab.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/completions.txt"))]
pub(crate) struct Completions {
    /// Shell to print completions for
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "floe", &mut script);
        output.remark(&String::from_utf8_lossy(&script))?;
        Ok(Status::Fine)
    }
}
