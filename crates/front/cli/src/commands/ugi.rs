use std::io;

use floe_arena::ugi::{Launch, UgiError};
use floe_matches::{CheckReport, UgiPlayer, check, serve};

use super::prelude::*;
use super::supervise::supervisor;
use crate::arguments::check_hash;
use crate::files::evaluation_of;
use crate::input::all_lines;

/// Run as an engine of the Universal Game Interface (UGI), or check one
///
/// Reads commands from standard input, such as ugi, isready, position, go, stop and quit, and
/// answers on standard output. With --check, floe sends the commands to another program and reports
/// its errors. 'floe docs ugi' specifies the protocol.
#[derive(Args)]
#[command(
    override_usage = "floe ugi [OPTIONS]\n       floe ugi [--json] --check <PROGRAM> [ARGS]...",
    after_long_help = include_str!("../help/ugi.txt")
)]
pub(crate) struct Ugi {
    /// Engine, with its options after a colon
    ///
    /// 'floe help analyze' lists engines and options.
    #[arg(long, value_name = "ENGINE", default_value = "default", value_parser = engine())]
    engine: EngineSpec,

    /// Check this program, run with the arguments that follow
    #[arg(long, value_name = "PROGRAM", num_args = 1.., allow_hyphen_values = true, conflicts_with = "engine")]
    check: Option<Vec<String>>,
}

impl Ugi {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let Some([program, arguments @ ..]) = self.check.as_deref() else {
            let check_hash =
                |hash| check_hash(hash).map_err(|error| UgiError::Refused(error.to_string()));
            let engine = UgiPlayer::new(
                self.engine.clone(),
                evaluation_of(&self.engine)?,
                check_hash,
            );
            serve(
                engine,
                io::stdout(),
                all_lines().map(|line| Ok(line?.text.ok())),
            )?;
            return Ok(Status::Fine);
        };
        let supervisor = supervisor().map(Path::to_owned);
        let launch = Launch {
            program: program.clone(),
            arguments: arguments.to_vec(),
            supervisor,
            ..Launch::default()
        };
        let report = check(&launch);
        let status = if report.passed {
            Status::Fine
        } else {
            Status::No
        };
        let text = text(&report);
        output.answer(&Answer::block("floe/ugi-check/1", report, text))?;
        Ok(status)
    }
}

fn text(report: &CheckReport) -> String {
    let mut text = String::new();
    for check in &report.checks {
        text += &match &check.found {
            None => format!("passed  {}\n", check.name),
            Some(found) => format!(
                "FAILED  {}\n  expected  {}\n  found     {found}\n",
                check.name, check.expected
            ),
        };
    }
    let failed = report.checks.iter().filter(|check| !check.passed).count();
    let verdict = if failed == 0 {
        "all passed".to_owned()
    } else {
        format!("{failed} failed")
    };
    text + &format!(
        "{}: {}, {verdict}\n",
        report.program,
        counted(report.checks.len() as u64, "check")
    )
}
