//! The page of the book that lists all commands and options: made from the help of the program, so
//! that both say the same.

use std::fmt::Write;
use std::{env, fs};

use clap::builder::{PossibleValue, Str};
use clap::{Arg, Command};
use floe_engine::SearchParameter;
use floe_engine::options::SetUpOption;
use textwrap::fill;

use crate::arguments::command;

/// The page in the tree.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commands.md");
/// Variable whose presence writes the page anew.
const BLESS: &str = "FLOE_BLESS";
/// Number of commands from which an option that all of them explain alike is listed once.
const MANY: usize = 3;
/// Most values of an argument that its row names.
const NAMED_VALUES: usize = 5;
/// Columns of a line of text.
const WIDTH: usize = 100;

const BEGIN: &str = "\
# Commands

This page lists every command and every option of floe, one line each, for people who look for an
option. `floe help COMMAND` says more and has examples. The page is made from that help.

";

const JSON: &str = "\
## Results as JSON

With `--json` every result is an object on a line of its own. Its field `schema` names its kind, and
`floe query --schema` prints the JSON Schema of all kinds.
";

const HEAD: &str = "\n| option | effect |\n| --- | --- |\n";

/// Returns the page in Markdown.
fn page() -> String {
    let floe = command();
    let is_shown = |command: &&Command| !command.is_hide_set();
    let commands: Vec<&Command> = floe.get_subcommands().filter(is_shown).collect();
    let is_shared = |arg: &Arg| {
        let others = commands.iter().flat_map(|command| shown(command));
        others.filter(|other| row(other) == row(arg)).count() >= MANY
    };
    let mut page = BEGIN.to_owned();
    let mut shared: Vec<&Arg> = Vec::new();
    for command in &commands {
        let arguments = || shown(command).filter(|arg| !is_of_new_game(arg));
        let own = arguments().filter(|arg| !is_shared(arg));
        let common: Vec<&Arg> = arguments().filter(|arg| is_shared(arg)).collect();
        let also = common.iter().map(|arg| name(arg));
        let new_game = shown(command).any(is_of_new_game);
        let also =
            also.chain(new_game.then(|| "[the options of a new game](#a-new-game)".to_owned()));
        section(
            &mut page,
            command,
            &own.collect::<Vec<_>>(),
            &also.collect::<Vec<_>>(),
        );
        for arg in common {
            if !shared.iter().any(|known| row(known) == row(arg)) {
                shared.push(arg);
            }
        }
    }
    page += "## Several commands\n\nOptions with the same effect in every command that has them.\n";
    page += HEAD;
    page.extend(shared.into_iter().map(row));
    page += "\n## All commands\n";
    page += HEAD;
    page.extend(
        floe.get_arguments()
            .filter(|arg| !arg.is_hide_set())
            .map(row),
    );
    page += "\n## A new game\n\nOptions of every command that begins new games.\n";
    page += HEAD;
    let new = commands.iter().find(|command| command.get_name() == "new");
    page.extend(
        new.into_iter()
            .flat_map(|new| shown(new))
            .filter(|arg| is_of_new_game(arg))
            .map(row),
    );
    page += &parameters();
    page += JSON;
    page
}

/// Writes the section of a command.
fn section(page: &mut String, command: &Command, own: &[&Arg], also: &[String]) {
    let name = command.get_name();
    let about = command.get_about().map(ToString::to_string);
    let about = about.unwrap_or_default();
    let mut text = about + ".";
    if !also.is_empty() {
        write!(text, " Also: {}.", also.join(", ")).expect("memory");
    }
    writeln!(page, "## floe {name}\n\n{}", fill(&text, WIDTH)).expect("memory");
    if !own.is_empty() {
        *page += HEAD;
        page.extend(own.iter().map(|arg| row(arg)));
    }
    page.push('\n');
}

/// Arguments of a command that its help shows.
fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| !arg.is_hide_set())
}

/// Whether an argument is one of the options that choose a new game.
fn is_of_new_game(arg: &Arg) -> bool {
    let name = arg.get_id().as_str();
    let of_table = SetUpOption::ALL.iter().any(|option| option.name == name);
    (of_table && name != "balanced") || ["players", "rules"].contains(&name)
}

/// Row of a table for an argument.
fn row(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string);
    let mut effect = help.unwrap_or_default();
    let defaults = arg.get_default_values();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        let defaults = defaults.iter().map(|value| value.to_string_lossy());
        write!(
            effect,
            " [default: {}]",
            defaults.collect::<Vec<_>>().join(" ")
        )
        .expect("memory");
    }
    if !arg.is_hide_possible_values_set() && arg.get_action().takes_values() {
        let values = arg.get_possible_values();
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        if (1..=NAMED_VALUES).contains(&names.len()) {
            write!(effect, " [{}]", names.join(", ")).expect("memory");
        }
    }
    format!("| {} | {} |\n", code(arg), effect.replace('|', "\\|"))
}

/// Name of an argument, as code.
fn name(arg: &Arg) -> String {
    match arg.get_long() {
        Some(long) => format!("`--{long}`"),
        None => format!("`{}`", values(arg)),
    }
}

/// Name of an argument with those of its values, as code.
fn code(arg: &Arg) -> String {
    match arg.get_long() {
        Some(long) if arg.get_action().takes_values() => format!("`--{long} {}`", values(arg)),
        _ => name(arg),
    }
}

/// Names of the values of an argument.
fn values(arg: &Arg) -> String {
    let values = arg.get_value_names().unwrap_or_default();
    let values: Vec<&str> = values.iter().map(Str::as_str).collect();
    values.join(" ")
}

/// The parameters of the searches, which are options of engines.
fn parameters() -> String {
    let mut text =
        "\n## An engine\n\n[How floe searches](search.md#engines) lists the engines and \
                    their options. These trade strength:\n\n\
                    | parameter | default | range |\n| --- | --- | --- |\n"
            .to_owned();
    for parameter in SearchParameter::options() {
        let (least, most) = parameter.range();
        let (name, usual) = (parameter.name(), parameter.usual());
        writeln!(text, "| `{name}` | {usual} | {least} to {most} |").expect("memory");
    }
    text.push('\n');
    text
}

#[test]
fn the_page_of_commands_is_current() {
    let page = page();
    if env::var_os(BLESS).is_some() {
        fs::write(PAGE, page).unwrap();
    } else {
        let written = fs::read_to_string(PAGE).unwrap();
        assert!(
            written == page,
            "docs/commands.md is not that of the help: `{BLESS}=1 cargo test -p {} --features full --bin floe \
             reference` writes it anew",
            env!("CARGO_PKG_NAME")
        );
    }
}
