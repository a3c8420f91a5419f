//! Everything happens as the README and the pages of the book show it.

use std::path::Path;

use crate::run::{floe, floe_with, pages};

const README: &str = include_str!("../../../../../README.md");
const SUMMARY: &str = include_str!("../../../../../docs/SUMMARY.md");
/// Documents whose examples are run: the README, and pages by and for people who begin.
const DOCUMENTS: [&str; 5] = [
    README,
    include_str!("../../../../../docs/start.md"),
    include_str!("../../../../../docs/learning.md"),
    include_str!("../../../../../docs/analysis.md"),
    include_str!("../../../../../docs/notation.md"),
];

/// Titles and names of the pages in a line of the summary.
fn linked_page(line: &str) -> Option<(&str, &str)> {
    let (title, name) = line.split_once("](")?;
    Some((title.split_once('[')?.1, name.strip_suffix(".md)")?))
}

/// `floe docs` has the parts and the pages of the summary, in its order, and prints their texts.
#[test]
fn the_program_prints_the_book() {
    let listed = floe("docs").fine();
    let mut listed = listed.lines().filter(|line| !line.is_empty());
    for line in SUMMARY.lines().filter(|line| !line.is_empty()) {
        let expected = match (line.strip_prefix("# "), linked_page(line)) {
            (Some(part), _) => format!("{part}:"),
            (None, Some((title, name))) => format!("  {name:12}  {title}"),
            (None, None) => panic!("{line}"),
        };
        assert_eq!(listed.next(), Some(&*expected));
        if let Some((_, name)) = linked_page(line) {
            let page = floe!("docs {name} --json").object();
            let file = std::fs::read_to_string(root().join(format!("docs/{name}.md"))).unwrap();
            assert_eq!((&page["page"], &page["text"]), (&name.into(), &file.into()));
        }
    }
    assert_eq!(listed.next(), None);
}

/// A name without its last letter is a page's, to a person.
#[test]
fn a_name_that_is_nearly_that_of_a_page_is_answered_with_the_page() {
    let pages = pages();
    assert!(pages.len() > 20);
    for page in &pages {
        let refused = floe!("docs {}", &page[..page.len() - 1]).refuses("tip: ");
        let (_, tip) = refused.split_once("tip: ").unwrap();
        assert!(tip.contains(&format!("'{page}'")), "{page}: {refused}");
    }
}

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

/// The blocks of the documents that begin with these words.
fn blocks(opening: &str) -> impl Iterator<Item = &'static str> {
    let blocks = DOCUMENTS.map(|text| text.split(opening).skip(1));
    blocks
        .into_iter()
        .flatten()
        .map(|block| block.split("```").next().unwrap())
}

/// The blocks called `console`: commands, each with what it prints below it.
#[test]
fn commands_print_what_is_shown() {
    let mut commands = 0;
    for block in blocks("```console\n") {
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
    for block in blocks("```text\n$ floe ") {
        let (command, shown) = block.split_once('\n').unwrap();
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

/// Options of the calls in blocks called `sh`, on all pages, are those of their commands.
#[test]
fn calls_on_all_pages_have_options_that_exist() {
    let mut options = 0;
    for page in pages() {
        let text = floe!("docs {page} --json").object()["text"].clone();
        let text = text.as_str().unwrap().replace("\\\n", " ");
        let blocks = text.split("```sh\n").skip(1);
        let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
        for call in lines.flat_map(|line| line.split('|')) {
            let mut words = call
                .split_whitespace()
                .skip_while(|word| *word != "floe")
                .skip(1);
            let Some(command) = words.next().filter(|word| !word.starts_with('-')) else {
                continue;
            };
            let help = floe!("help {command}").fine();
            // What follows the program belongs to the program.
            for word in words.take_while(|word| *word != "--check" && !word.starts_with("\"cmd:")) {
                let option = word.split('=').next().unwrap();
                if option.starts_with("--") && option.len() > 2 {
                    assert!(help.contains(option), "{page}: {call}");
                    options += 1;
                }
            }
        }
    }
    assert!(options > 20);
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
        let name = file.trim_start_matches("docs/");
        let is_shown = DOCUMENTS
            .iter()
            .any(|text| text.contains(&format!("{name}\"")) || text.contains(&format!("{name})")));
        assert!(is_shown, "{file}");
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
