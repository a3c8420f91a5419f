use floe_engine::GameRules;
use floe_presentation::rules;
use floe_variants::Rules as RuleSet;

use super::docs::page_of;
use super::prelude::*;
use crate::arguments::NamedValues;
use crate::markdown::rendered;

/// The notation, with the moves of all variants.
const NOTATION: &str = include_str!("../../docs/notation.md");
/// Columns of a move in the help of `floe play`.
const FORM_WIDTH: usize = 21;

/// Print the rules of the game and its variants
///
/// Without NAME, prints the base game, all variants and all layouts in brief.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/rules.txt"))]
pub(crate) struct Rules {
    /// Rules to print in full: base, layouts, flip, angling, or a variant such as push
    #[arg(value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = NamedValues::new(names(), |text| Ok(text.to_owned())))]
    name: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct RulesList {
    rules: Vec<String>,
    layouts: [&'static str; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl Rules {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let full = self.name.as_deref().map(full).transpose()?;
        let brief = || include_str!("../help/brief_rules.txt").replace("{rules}", &RuleSet::help());
        let text = full
            .as_deref()
            .map_or_else(brief, |full| rendered(full, page_of));
        let rules = GameRules::all().map(|rules| rules.to_string()).collect();
        let layouts = ["standard", "setup-1", "setup-2", "rows(…)"];
        output.pages(&Answer::painted(
            "floe/rules/1",
            RulesList {
                rules,
                layouts,
                text: full,
            },
            text,
        ))?;
        Ok(Status::Fine)
    }
}

/// Names of all complete rules, and of the page about layouts.
fn names() -> impl Iterator<Item = String> {
    GameRules::all()
        .map(|rules| rules.to_string())
        .chain(["layouts".to_owned()])
}

/// Formats the complete rules with this name for people.
pub(super) fn rules_text(name: &str) -> Result<String, Wrong> {
    Ok(rendered(&full(name)?, page_of))
}

/// Formats the forms of the moves that the rules with this name have beyond those of `all` floes,
/// with their meaning, from the tables of the notation; empty if there are none.
pub(super) fn move_forms(name: &str) -> String {
    match name {
        "flip" => {
            let (cooperative, _) = section("Fish 'n' Flip")
                .split_once("The competitive form")
                .unwrap_or_default();
            forms(cooperative, |_| true)
        }
        "contest" => forms(section("Fish 'n' Flip"), |_| true),
        "angling" => forms(section("Gone Fishing!"), |_| true),
        _ => forms(section("Moves"), |rules| {
            name.split('+').any(|part| part == rules)
        }),
    }
}

/// Returns the section of the notation with this heading.
fn section(heading: &str) -> &'static str {
    let (_, text) = NOTATION
        .split_once(&format!("\n## {heading}\n"))
        .unwrap_or_default();
    text.split("\n## ").next().unwrap_or_default()
}

/// Formats the forms of moves in the tables of a section whose first cell is wanted.
fn forms(section: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    let forms = section.lines().filter_map(|line| form(line, &is_wanted));
    forms
        .map(|[form, meaning]| {
            labelled(
                &format!("  {}", form.trim_matches('`')),
                FORM_WIDTH,
                meaning,
            )
        })
        .collect()
}

/// Returns the form of a move and its meaning, if a line is such a row of a table whose first cell
/// is wanted.
fn form(line: &str, is_wanted: impl Fn(&str) -> bool) -> Option<[&str; 2]> {
    let cells: Vec<&str> = line
        .strip_prefix("| ")?
        .strip_suffix(" |")?
        .split(" | ")
        .collect();
    match cells[..] {
        [first, form, meaning] if form.starts_with('`') && is_wanted(first) => {
            Some([form, meaning])
        }
        _ => None,
    }
}

/// Returns the sections of the complete rules with this name.
fn full(name: &str) -> Result<String, Wrong> {
    if name == "layouts" {
        return Ok(rules::layouts());
    }
    let rules = name.parse::<GameRules>();
    let rules = rules.map_err(|error| {
        Wrong::new(format!("NAME: expected layouts or {error}; found '{name}'"))
    })?;
    Ok(rules::page(rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_have_the_moves_of_the_notation() {
        assert_eq!(move_forms("base"), "");
        assert_eq!(
            move_forms("push"),
            "  c3xd3              the penguin on c3 pushes the one on d3 and stands on d3\n"
        );
        for (name, form) in [
            ("whale+teams", "c3-d3,whale:NE"),
            ("survival", "c3-d3,sink:f5"),
            ("group", "c3=d3"),
        ] {
            assert!(move_forms(name).contains(&format!("  {form}  ")), "{name}");
        }
    }
}
