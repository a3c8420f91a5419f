//! Everything happens as the README shows it.

use std::path::Path;

use crate::run::{floe, floe_with};

const README: &str = include_str!("../../../../../README.md");

/// The arguments of a command line that knows no quotes but `"`.
fn arguments(line: &str) -> Vec<&str> {
    let mut arguments = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 0 {
            arguments.extend(part.split_whitespace());
        } else {
            arguments.push(part);
        }
    }
    arguments
}

/// The blocks called `console`: commands, each with what it prints below it.
#[test]
fn commands_print_what_is_shown() {
    let mut commands = 0;
    for block in README.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for session in block.split("$ floe ").skip(1) {
            let (command, shown) = session.split_once('\n').unwrap();
            assert_eq!(floe(&arguments(command)).fine(), shown, "{command}");
            commands += 1;
        }
    }
    assert!(commands >= 5);
}

/// The blocks called `text`, in which nodes and times differ from machine to machine: what is
/// proved does not, nor what is counted.
#[test]
fn what_is_proved_is_what_is_shown() {
    let proved = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .filter(|line| line.starts_with("best ") || line.starts_with("value "));
        let leaves = text
            .lines()
            .filter_map(|line| line.split_once(" leaves, "))
            .map(|(count, _)| count);
        lines.chain(leaves).map(str::to_owned).collect()
    };
    let mut lines = 0;
    for block in README.split("```text\n$ floe ").skip(1) {
        let (command, shown) = block.split("```").next().unwrap().split_once('\n').unwrap();
        let (command, file) = command.split_once(" < ").unwrap_or((command, ""));
        let input = if file.is_empty() {
            String::new()
        } else {
            std::fs::read_to_string(root().join(file)).unwrap()
        };
        let printed = proved(&floe_with(&arguments(command), input).fine());
        assert_eq!(printed, proved(shown), "{command}");
        lines += printed.len();
    }
    assert!(lines >= 11);
}

/// Pictures of the README, with the calls that draw them.
const PICTURES: [(&str, &[&str]); 2] = [
    (
        "docs/pictures/analysis.svg",
        &[
            "analyze",
            ANALYSED,
            "--lines",
            "3",
            "--threads",
            "1",
            "--quiet",
            "--svg",
            "-",
        ],
    ),
    (
        "docs/pictures/values.svg",
        &[
            "solve",
            SOLVED,
            "--all",
            "--threads",
            "1",
            "--quiet",
            "--svg",
            "-",
        ],
    ),
];
const ANALYSED: &str =
    "213..A13/..322.../A122..B2./.B1..2B1.2/.A2.1.../3....A2.1/..12.32/B2..2...1 A 23:16,25:16";
const SOLVED: &str = "......1/2B22A2.B2.B1/.2...../31....../..1.A1A1./.2.2..../22B3.3../3.1A12..1 A 31:18,26:18 rules=push";

#[test]
fn pictures_are_those_that_floe_draws() {
    for (file, call) in PICTURES {
        assert!(README.contains(file) && README.contains(call[1]), "{file}");
        let on_record = std::fs::read_to_string(root().join(file)).unwrap_or_default();
        let drawn = floe(call).fine();
        assert!(
            on_record == drawn,
            "{file} is another picture: floe {} \"{}\" {}",
            call[0],
            call[1],
            call[2..].join(" ")
        );
    }
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))
}

#[test]
fn the_first_command_works() {
    let call = README
        .split("cargo run --release -- ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    let best = floe(&[&arguments(call)[..], &["--time", "200ms", "--json"]].concat()).object();
    assert!(best["best"].is_string());
}
