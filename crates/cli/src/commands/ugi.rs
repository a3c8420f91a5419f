use anyhow::Result;
use clap::Args;
use floe_arena::ugi::Launch;
use floe_engine::EngineSpec;

use crate::input::all_lines;
use crate::output::Output;
use crate::problem::Status;
use crate::ugi;

/// Play for another program, by the Universal Game Interface, or check one
///
/// Orders are lines of standard input: ugi, isready, position, go, stop, quit and some more. The engine answers on
/// standard output. docs/ugi.md says what is promised. With --check floe gives the orders, to another program, and tells
/// what it gets wrong.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe ugi
  floe ugi --engine uct:nodes=10000
  printf 'position startpos\\ngo nodes 1000\\n' | floe ugi
  floe ugi --check ./my-engine
  floe ugi --json --check python3 my-engine.py --fast

Exit status with --check: 0 all is right, 1 something is not.")]
pub(crate) struct Ugi {
    /// Who searches
    #[arg(long, value_name = "E", default_value = "default")]
    engine: EngineSpec,

    /// Check this program instead of being one; what follows is passed on to it
    #[arg(long, value_name = "PROGRAM", num_args = 1.., allow_hyphen_values = true, conflicts_with = "engine")]
    check: Option<Vec<String>>,
}

impl Ugi {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let Some([program, arguments @ ..]) = self.check.as_deref() else {
            ugi::converse(self.engine.clone(), all_lines())?;
            return Ok(Status::Fine);
        };
        let launch = Launch { program: program.clone(), arguments: arguments.to_vec(), ..Launch::default() };
        let report = ugi::check(&launch);
        output.answer(&report)?;
        Ok(if report.passed { Status::Fine } else { Status::No })
    }
}
