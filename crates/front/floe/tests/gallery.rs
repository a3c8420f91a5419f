//! The programs in the folder `examples` print what the chapter on examples shows.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const CHAPTER: &str = include_str!("../../../../docs/examples.md");
/// Call of an example, before its name.
const CALL: &str = "$ cargo run --release -p floe-fish-engine --example ";

/// A path from the root of the repository.
fn path(file: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    root.join(file)
}

/// The program of an example, which cargo has built next to this test.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let target = test.ancestors().nth(2).unwrap();
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let program = target.join("examples").join(file);
    let place = program.display();
    assert!(
        program.exists(),
        "{place}: expected a program, which `cargo test -p floe` builds"
    );
    program
}

/// Words of a command line that knows no quotes but `"`.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 0 {
            words.extend(part.split_whitespace());
        } else {
            words.push(part);
        }
    }
    words
}

/// Runs a call of an example, `NAME -- ARGUMENTS < FILE`; returns what it prints.
fn run(call: &str) -> String {
    let (call, input) = match call.split_once(" < ") {
        Some((call, file)) => (call, File::open(path(file)).unwrap().into()),
        None => (call, Stdio::null()),
    };
    let words = words(call);
    let arguments = words.iter().skip(1).filter(|word| **word != "--");
    let mut program = Command::new(program(words[0]));
    let output = program.args(arguments).stdin(input).output().unwrap();
    assert!(output.status.success(), "{call}: {output:?}");
    String::from_utf8(output.stdout).unwrap().replace('\r', "")
}

#[test]
fn examples_print_what_the_chapter_shows() {
    let mut calls = 0;
    // Long calls go on in the next line.
    let chapter = CHAPTER.replace(" \\\n    ", " ");
    for block in chapter.split(CALL).skip(1) {
        let (call, rest) = block.split_once('\n').unwrap();
        let (shown, _) = rest.split_once("```").unwrap();
        let printed = run(call);
        // The chapter may leave out the end.
        let first = shown.split("…").next().unwrap();
        assert!(
            printed.starts_with(first) && !first.is_empty(),
            "{call} prints\n{printed}\nthe chapter shows\n{shown}"
        );
        calls += 1;
    }
    assert!(calls >= 5);
}

#[test]
fn the_chapter_links_to_every_example() {
    for entry in fs::read_dir(path("crates/front/floe/examples")).unwrap() {
        let file = entry.unwrap().file_name();
        let link = format!("](../crates/front/floe/examples/{})", file.display());
        assert!(CHAPTER.contains(&link), "docs/examples.md lacks {link}");
    }
}

#[test]
fn code_in_the_chapter_is_that_of_an_example() {
    let examples: Vec<String> = fs::read_dir(path("crates/front/floe/examples"))
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    let mut blocks = 0;
    for block in CHAPTER.split("```rust\n").skip(1) {
        let (code, _) = block.split_once("```").unwrap();
        let is_shown = examples.iter().any(|example| example.contains(code));
        assert!(is_shown, "no example has\n{code}");
        blocks += 1;
    }
    assert!(blocks >= 2);
}
