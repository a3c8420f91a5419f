//! Help, versions, and calls that are wrong.

use std::path::Path;

use crate::ENDGAME;
use crate::run::floe;

const COMMANDS: [&str; 18] = [
    "new", "show", "moves", "apply", "perft", "analyze", "solve", "suite", "bench", "match", "rate", "selfplay",
    "play", "ugi", "query", "replay", "rules", "docs",
];

#[test]
fn help_is_there_for_every_command() {
    let all = floe(&["help"]).fine();
    assert_eq!(floe(&["--help"]).fine(), all);
    for command in COMMANDS {
        assert!(all.contains(&format!("\n  {command} ")), "{all}");
        let help = floe(&["help", command]).fine();
        assert_eq!(floe(&[command, "--help"]).fine(), help);
        assert!(help.contains(&format!("Usage: floe {command}")), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 140), "{help}");
        assert!(help.contains("--json"), "{help}");
        let has_examples = command == "bench" || help.contains("Example");
        assert!(has_examples, "{help}");
    }
}

/// The files that examples name are there.
#[test]
fn examples_of_help_can_be_called() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut named = 0;
    for command in COMMANDS {
        let help = floe(&["help", command]).fine();
        let examples = help.split("Examples:").nth(1).unwrap_or_default();
        for file in examples.split_whitespace().filter(|word| word.starts_with("positions/") && !word.contains('*')) {
            assert!(root.join(file).exists(), "{command}: {file}");
            named += 1;
        }
    }
    assert!(named >= 2);
}

#[test]
fn without_a_command_help_is_printed_and_the_call_is_wrong() {
    let said = floe(&[]).wrong();
    assert!(said.contains("Usage: floe [OPTIONS] <COMMAND>"), "{said}");
}

#[test]
fn the_version_names_the_build() {
    let version = floe(&["--version"]).fine();
    assert!(version.starts_with(&format!("floe {} (", env!("CARGO_PKG_VERSION"))), "{version}");
    assert!(version.contains(std::env::consts::ARCH), "{version}");
    assert_eq!(version.contains("debug"), cfg!(debug_assertions), "{version}");
}

#[test]
fn unknown_commands_and_options_are_refused() {
    assert!(floe(&["analyse", ENDGAME]).wrong().contains("'analyze'"));
    assert!(floe(&["dance"]).wrong().contains("unrecognized subcommand 'dance'"));
    assert!(floe(&["moves"]).wrong().contains("<POSITION>"));
    for command in COMMANDS {
        assert!(floe(&[command, "--fish"]).wrong().contains("unexpected argument '--fish'"));
    }
    assert!(floe(&["show", ENDGAME, "--color", "red"]).wrong().contains("auto, always, never"));
}

#[test]
fn a_position_without_quotes_is_recognised() {
    let mut arguments = vec!["moves"];
    arguments.extend(ENDGAME.split(' '));
    assert!(floe(&arguments).wrong().ends_with("\nA position contains blanks: put it in quotes.\n"));
    assert!(!floe(&["moves", ENDGAME, "--fish"]).wrong().contains("quotes"));
}

/// An installed program has no source tree: its help refers to what it can print itself.
#[test]
fn rules_and_documentation_are_embedded() {
    let brief = floe(&["rules"]).fine();
    assert!(brief.starts_with("The base game:\n"), "{brief}");
    for rules in floe(&["rules", "--json"]).object()["rules"].as_array().unwrap() {
        let rules = rules.as_str().unwrap();
        let full = floe(&["rules", rules]).fine();
        for part in rules.split('+').filter(|&part| part != "base") {
            assert!(brief.contains(&format!("\n  {part} ")), "{rules}: {brief}");
            assert!(full.contains(&format!(" {part}")), "{rules}: {full}");
        }
        assert_eq!(full.contains("3.8 Combinations"), rules.contains('+'), "{rules}: {full}");
        assert_eq!(full.contains("1.10 Stuck is stuck"), rules == "base", "{rules}: {full}");
        assert!(!full.contains("**") && !full.contains("](") && !full.contains("```"), "{rules}: {full}");
    }
    assert!(floe(&["rules", "layouts"]).fine().contains("2.4 Custom outlines"));
    for page in floe(&["docs"]).fine().lines().map(|line| line.split(' ').next().unwrap()) {
        assert!(floe(&["docs", page]).fine().lines().count() > 10, "{page}");
    }
    assert!(floe(&["docs", "notatoin"]).wrong().contains("'notation'"));
    for command in COMMANDS {
        let help = floe(&["help", command]).fine();
        assert!(!help.contains("docs/") && !help.contains(".md"), "{help}");
        for cited in help.split("'floe ").skip(1).filter_map(|cited| cited.split('\'').next()) {
            let cited: Vec<&str> = cited.split_whitespace().collect();
            floe(&cited).fine();
        }
    }
}
