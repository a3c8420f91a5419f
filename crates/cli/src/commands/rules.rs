use anyhow::Result;
use clap::Args;
use floe_variants::Rules as RuleSet;
use serde::Serialize;

use crate::output::{Answer, Output};
use crate::problem::{Status, Wrong};

/// The complete rules, whose sections `floe rules NAME` prints.
const RULES: &str = include_str!("../../../../docs/rules.md");

/// Print the rules of the game and its variants
///
/// Without NAME, prints the base game, all variants and all layouts in brief.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/rules.txt"))]
pub(crate) struct Rules {
    /// Rules to print in full: base, layouts, or a variant such as push
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

#[derive(Serialize)]
struct RulesList {
    rules: Vec<String>,
    layouts: [&'static str; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl Rules {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let full = self.name.as_deref().map(full).transpose()?;
        let brief = || include_str!("../help/brief_rules.txt").replace("{rules}", &RuleSet::help());
        let text = full.clone().unwrap_or_else(brief);
        let rules = RuleSet::all().map(|rules| rules.to_string()).collect();
        let layouts = ["standard", "setup-1", "setup-2", "rows(…)"];
        output.answer(&Answer::block("floe/rules/1", RulesList { rules, layouts, text: full }, text))?;
        Ok(Status::Fine)
    }
}

/// Returns the sections of the complete rules with this name.
fn full(name: &str) -> Result<String, Wrong> {
    if name == "layouts" {
        return Ok(sections(|heading| heading.starts_with("## 2.")));
    }
    let rules = name.parse::<RuleSet>();
    let rules = rules.map_err(|error| Wrong::new(format!("NAME: expected layouts or {error}; found '{name}'")))?;
    if rules == RuleSet::BASE {
        return Ok(sections(|heading| heading.starts_with("## 1.") || heading.starts_with("### ")));
    }
    let name = rules.to_string();
    let parts: Vec<String> = name.split('+').map(|part| format!("`{part}`")).collect();
    Ok(sections(|heading| match heading.get(..5) {
        Some("**3.8") => parts.len() > 1,
        Some("**3.9") => true,
        _ => heading.starts_with("**3.") && parts.iter().any(|part| heading.contains(part)),
    }))
}

/// Returns the sections of the complete rules whose headings are wanted.
fn sections(is_wanted: impl Fn(&str) -> bool) -> String {
    let mut is_inside = false;
    let mut text = String::new();
    for line in RULES.lines() {
        if line.starts_with('#') || line.starts_with("**3.") {
            is_inside = is_wanted(line);
        }
        if is_inside {
            text += &format!("{line}\n");
        }
    }
    text
}
