use anyhow::Result;
use clap::Args;
use floe_engine::EngineSpec;

use crate::input::all_lines;
use crate::output::Output;
use crate::problem::Status;
use crate::ugi;

/// Play for another program, by the Universal Game Interface
///
/// Orders are lines of standard input: ugi, isready, position, go, stop, quit and some more. The engine answers on
/// standard output. docs/ugi.md says what is promised.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe ugi
  floe ugi --engine uct:nodes=10000
  printf 'position startpos\\ngo nodes 1000\\n' | floe ugi")]
pub(crate) struct Ugi {
    /// Who searches
    #[arg(long, value_name = "E", default_value = "default")]
    engine: EngineSpec,
}

impl Ugi {
    pub(crate) fn run(&self, _: &mut Output) -> Result<Status> {
        ugi::converse(self.engine.clone(), all_lines())?;
        Ok(Status::Fine)
    }
}
