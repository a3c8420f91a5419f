//! What the README shows is what happens.

use crate::run::floe;

const README: &str = include_str!("../../../../README.md");

/// The arguments of a command line that knows no quotes but `"`.
fn arguments(line: &str) -> Vec<&str> {
    let mut arguments = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 0 { arguments.extend(part.split_whitespace()) } else { arguments.push(part) }
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

#[test]
fn the_first_command_works() {
    let call = README.split("cargo run --release -- ").nth(1).unwrap().lines().next().unwrap();
    let best = floe(&[&arguments(call)[..], &["--time", "200ms", "--json"]].concat()).object();
    assert!(best["best"].is_string());
}
