//! Every line that a reader must refuse, refused by the binary.

use std::path::Path;

use crate::run::{floe, floe_with, objects};

/// Bad lines and the errors they must give, from all files of `positions/bad` and of the folder for
/// variants in it.
fn bad_lines() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../positions/bad");
    let mut bad = Vec::new();
    let files = |folder: &Path| {
        std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect::<Vec<_>>()
    };
    let all = files(&folder)
        .into_iter()
        .chain(files(&folder.join("variants")));
    for path in all.filter(|path| path.is_file()) {
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        while let Some(line) = lines.next() {
            let line = line.strip_prefix('>').unwrap();
            bad.push((
                line.strip_prefix(' ').unwrap_or(line).to_owned(),
                lines.next().unwrap().to_owned(),
            ));
        }
    }
    assert!(bad.len() > 50);
    bad
}

#[test]
fn a_batch_reports_bad_lines_and_goes_on() {
    // A batch skips empty lines.
    let bad: Vec<(String, String)> = bad_lines()
        .into_iter()
        .filter(|(line, _)| !line.trim_ascii().is_empty())
        .collect();
    let input: String = bad.iter().map(|(line, _)| format!("{line}\n")).collect();
    for command in [
        &["show", "-"][..],
        &["moves", "-"],
        &["apply", "-", "a1"],
        &["perft", "-", "3"],
        &["analyze", "-"],
    ] {
        let ran = floe_with(&[command, &["--json"]].concat(), &input);
        assert_eq!((ran.status, ran.err.as_str()), (Some(2), ""));
        let results = objects(&ran.out);
        assert_eq!(results.len(), bad.len());
        for ((number, (line, error)), result) in (1..).zip(&bad).zip(&results) {
            assert_eq!(result["schema"], "floe/error/1");
            assert_eq!(result["error"], error.as_str(), "{line}");
            assert_eq!(result["line"], number, "{line}");
            assert!(
                error.starts_with(&format!("column {}: ", result["column"])),
                "{line}"
            );
        }
        let ran = floe_with(command, &input);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
        for (number, (_, error)) in (1..).zip(&bad) {
            assert!(
                ran.err.contains(&format!("floe: line {number}, {error}\n")),
                "{error}"
            );
        }
    }
}

#[test]
fn a_bad_position_alone_is_refused_with_its_place() {
    for (line, error) in bad_lines() {
        // What begins like an option is taken for one: also refused, in other words.
        if line.starts_with('-') {
            floe!("show `{line}`").wrong();
            continue;
        }
        let said = floe!("show `{line}`").wrong();
        let place = if line.is_empty() { "" } else { "  " };
        assert!(
            said.starts_with(&format!("floe: {error}\n{place}")),
            "{line}: {said}"
        );
        let ran = floe!("show `{line}` --json");
        assert_eq!((ran.status, ran.err.as_str()), (Some(2), ""));
        let results = objects(&ran.out);
        assert_eq!(
            (results.len(), &results[0]["error"], &results[0]["line"]),
            (1, &error.into(), &1.into())
        );
    }
}

#[test]
fn a_caret_shows_the_place() {
    let said = floe("show 1122211/23111x11").wrong();
    let place = "  1122211/23111x11\n               ^\n";
    assert!(said.ends_with(place), "{said}");
}
