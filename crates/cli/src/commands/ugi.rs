use std::io;

use anyhow::Result;
use clap::Args;
use floe_arena::ugi::{self, CheckReport, Launch, UgiError};
use floe_engine::EngineSpec;
use floe_engine::arena::{FloeGames, UgiPlayer};

use crate::files::evaluation_of;
use crate::input::all_lines;
use crate::output::{Answer, Output};
use crate::problem::Status;
use crate::resources::check_hash;

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
            let check = |hash| check_hash(hash).map_err(|error| UgiError::Refused(error.to_string()));
            let engine = UgiPlayer::new(self.engine.clone(), evaluation_of(&self.engine)?, check);
            ugi::serve(FloeGames, engine, io::stdout(), all_lines().map(|line| Ok(line?.text.ok())))?;
            return Ok(Status::Fine);
        };
        let launch = Launch { program: program.clone(), arguments: arguments.to_vec(), ..Launch::default() };
        let report = ugi::check(&launch, &FloeGames);
        output.answer(&report)?;
        Ok(if report.passed { Status::Fine } else { Status::No })
    }
}

impl Answer for CheckReport {
    const SCHEMA: &'static str = "floe/ugi-check/1";

    fn text(&self) -> String {
        let mut text = String::new();
        for check in &self.checks {
            let Some(found) = &check.found else {
                text += &format!("passed  {}\n", check.name);
                continue;
            };
            text += &format!("FAILED  {}\n  expected  {}\n  found     {found}\n", check.name, check.expected);
        }
        let failed = self.checks.iter().filter(|check| !check.passed).count();
        let said = if failed == 0 { "all passed".to_owned() } else { format!("{failed} failed") };
        text + &format!("{}: {} checks, {said}\n", self.program, self.checks.len())
    }
}
