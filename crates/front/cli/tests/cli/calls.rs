//! Help, versions, and calls that are wrong.

use crate::ENDGAME;
use crate::run::{Folder, floe, pages};

const COMMANDS: [&str; 23] = [
    "new",
    "show",
    "moves",
    "apply",
    "perft",
    "analyze",
    "solve",
    "verify",
    "suite",
    "puzzle",
    "bench",
    "match",
    "rate",
    "selfplay",
    "play",
    "ugi",
    "query",
    "board",
    "replay",
    "rules",
    "docs",
    "completions",
    "man",
];

#[test]
fn help_is_there_for_every_command() {
    let all = floe("help").fine();
    assert_eq!(floe("--help").fine(), all);
    for command in COMMANDS {
        assert!(all.contains(&format!("\n  {command} ")), "{all}");
        let help = floe!("help `{command}`").fine();
        assert_eq!(floe(&[command, "--help"]).fine(), help);
        assert!(help.contains(&format!("Usage: floe {command}")), "{help}");
        assert!(
            help.lines().all(|line| line.chars().count() <= 140),
            "{help}"
        );
        assert_eq!(
            help.contains("--json"),
            !["play", "board", "completions", "man"].contains(&command),
            "{help}"
        );
        assert_eq!(
            help.contains("--color"),
            ["show", "play", "analyze", "replay"].contains(&command),
            "{help}"
        );
        let has_examples = command == "bench" || help.contains("Example");
        assert!(has_examples, "{help}");
    }
}

/// The summary of a command has an example, and the names of engines where one is chosen.
#[test]
fn summaries_show_examples_and_engines() {
    for command in COMMANDS.into_iter().filter(|&command| command != "bench") {
        let help = floe(&[command, "-h"]).fine();
        assert!(help.contains("\nExamples:\n  "), "{help}");
        let has_engines = [
            "analyze", "match", "suite", "puzzle", "selfplay", "ugi", "query", "board", "replay",
        ]
        .contains(&command);
        let words: Vec<&str> = help.split_whitespace().collect();
        assert_eq!(
            words.join(" ").contains("default, alphabeta, paranoid"),
            has_engines,
            "{help}"
        );
    }
    floe("match --help").says("Usage: floe match [OPTIONS] --floes <N> <ENGINE> <ENGINE>...\n");
}

#[test]
fn completions_know_commands_and_names() {
    for shell in ["bash", "zsh", "fish"] {
        let script = floe!("completions `{shell}`").fine();
        for word in
            COMMANDS
                .into_iter()
                .chain(["push+whale+teams", "alphabeta", "setup-2", "checkpoint"])
        {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    floe("completions tcsh").refuses("bash");
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = Folder::new();
    let pages = folder.path().join("man1");
    assert_eq!(floe!("man `{}`", pages.to_str().unwrap()).fine(), "");
    for name in COMMANDS
        .iter()
        .map(|command| format!("floe-{command}.1"))
        .chain(["floe.1".to_owned()])
    {
        let page = std::fs::read_to_string(pages.join(&name)).unwrap();
        assert!(
            page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"),
            "{name}"
        );
    }
}

#[test]
fn without_a_command_help_is_printed_and_the_call_is_wrong() {
    floe("").refuses("Usage: floe [OPTIONS] <COMMAND>");
}

#[test]
fn the_version_names_the_build() {
    let version = floe("--version").fine();
    assert!(
        version.starts_with(&format!("floe {} (", env!("CARGO_PKG_VERSION"))),
        "{version}"
    );
    assert!(version.contains(std::env::consts::ARCH), "{version}");
    assert_eq!(
        version.contains("debug"),
        cfg!(debug_assertions),
        "{version}"
    );
}

#[test]
fn unknown_commands_and_options_are_refused() {
    floe!("analyse `{ENDGAME}`").refuses("'analyze'");
    floe("help analyse").refuses("a similar subcommand exists: 'analyze'");
    floe("dance").refuses("unrecognized subcommand 'dance'");
    floe("moves").refuses("<POSITION>");
    for command in COMMANDS {
        floe(&[command, "--fish"]).refuses("unexpected argument '--fish'");
    }
    floe!("show `{ENDGAME}` --color red").refuses("auto, always, never");
}

/// Every command that takes a position advises quotes, for positions of every game.
#[test]
fn a_position_without_quotes_is_recognised() {
    let lake = floe("new --rules angling --seed 1").fine();
    let cards = floe("new --rules flip --seed 1").fine();
    let small = floe("new --layout small-10 --penguins 1 --seed 1").fine();
    let commands: [&[&str]; 8] = [
        &["show"],
        &["moves"],
        &["apply"],
        &["perft"],
        &["analyze"],
        &["solve"],
        &["play"],
        &["verify", "file"],
    ];
    for position in [ENDGAME, lake.trim(), cards.trim(), small.trim()] {
        for command in commands {
            let words: Vec<&str> = command.iter().copied().chain(position.split(' ')).collect();
            let said = floe(&words).wrong();
            let is_read_first = command[0] == "verify" && said.contains("file: no such file");
            assert!(
                said.ends_with("A position contains spaces: put it in quotes.\n") || is_read_first,
                "{words:?}: {said}"
            );
        }
    }
    assert!(!floe!("moves `{ENDGAME}` --fish").wrong().contains("quotes"));
}

/// The short help leaves out the options of card and lake games, unless the call names their rules.
#[test]
fn short_help_has_the_options_of_the_rules() {
    for command in [
        "new", "play", "match", "puzzle", "selfplay", "tune", "train",
    ] {
        let help = |words: &[&str]| floe(&[&[command], words].concat()).fine();
        for (rules, option) in [
            ("flip", "--species"),
            ("contest", "--each"),
            ("angling", "--lake-tiles"),
        ] {
            assert!(help(&["--help"]).contains(option), "{command}");
            assert!(!help(&["-h"]).contains(option), "{command}");
            assert!(
                help(&["--rules", rules, "-h"]).contains(option),
                "{command}"
            );
            assert!(
                help(&[&format!("--rules={rules}"), "-h"]).contains(option),
                "{command}"
            );
        }
    }
}

/// Arguments that are names are completed: pages of the documentation, rules and engines.
#[test]
fn arguments_that_are_names_are_completed() {
    for shell in ["bash", "zsh", "fish"] {
        let script = floe!("completions `{shell}`").fine();
        let lines = |command: &str, names: [&str; 2]| {
            let is_found = |line: &&str| names.iter().all(|name| line.contains(name));
            let of_command =
                |line: &&str| shell != "fish" || line.contains(&format!("subcommand {command}\""));
            script.lines().filter(is_found).filter(of_command).count()
        };
        assert!(lines("docs", ["notation", "statistics"]) > 0, "{shell}");
        assert!(lines("rules", ["layouts", "group"]) > 0, "{shell}");
        assert!(lines("match", ["alphabeta", "expectimax"]) > 0, "{shell}");
    }
}

/// An installed program has no source tree: its help refers to what it can print itself.
#[test]
fn rules_and_documentation_are_embedded() {
    let brief = floe("rules").fine();
    assert!(brief.starts_with("The base game:\n"), "{brief}");
    for rules in floe("rules --json").object()["rules"].as_array().unwrap() {
        let rules = rules.as_str().unwrap();
        let full = floe!("rules `{rules}`").fine();
        for part in rules.split('+').filter(|&part| part != "base") {
            assert!(brief.contains(&format!("\n  {part} ")), "{rules}: {brief}");
            let mut words = full.split(|sign: char| !sign.is_alphabetic() && sign != '-');
            assert!(words.any(|word| word == part), "{rules}: {full}");
        }
        assert_eq!(
            full.contains("3.8 Combinations"),
            rules.contains('+'),
            "{rules}: {full}"
        );
        assert_eq!(
            full.contains("1.10 Stuck is stuck"),
            rules == "base",
            "{rules}: {full}"
        );
        assert!(
            !full.contains("**") && !full.contains("](") && !full.contains("```"),
            "{rules}: {full}"
        );
    }
    floe("rules layouts").says("2.4 Custom outlines");
    for page in pages() {
        assert!(floe!("docs `{page}`").fine().lines().count() > 10, "{page}");
    }
    floe("docs notatoin").refuses("'notation'");
    for command in COMMANDS {
        let help = floe!("help `{command}`").fine();
        assert!(!help.contains("docs/") && !help.contains(".md"), "{help}");
        for cited in help
            .split("'floe ")
            .skip(1)
            .filter_map(|cited| cited.split('\'').next())
        {
            let cited: Vec<&str> = cited.split_whitespace().collect();
            floe(&cited).fine();
        }
    }
}
