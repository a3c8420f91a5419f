use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::output::{Answer, Output};
use crate::problem::Status;

fn text() -> String {
    include_str!("rules.txt").replace("{rules}", &floe_variants::Rules::help())
}

/// Tell what can be played: layouts, rules, and which go together
///
/// docs/rules.md explains them in full.
#[derive(Args)]
#[command(after_help = text())]
pub(crate) struct Rules {}

#[derive(Serialize)]
struct RulesList {
    rules: Vec<String>,
    layouts: [&'static str; 4],
}

impl Answer for RulesList {
    const SCHEMA: &'static str = "floe/rules/1";

    fn text(&self) -> String {
        text()
    }
}

impl Rules {
    #[expect(clippy::unused_self, reason = "all commands are called alike")]
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let rules = floe_variants::Rules::all().map(|rules| rules.to_string()).collect();
        output.answer(&RulesList { rules, layouts: ["standard", "setup-1", "setup-2", "rows(…)"] })?;
        Ok(Status::Fine)
    }
}
