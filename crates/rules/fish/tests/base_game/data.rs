//! The positions that are kept as files: `positions/README.md` says how they are written.

use std::fs;
use std::path::PathBuf;

use floe_fish::Position;
use floe_game::perft;

use crate::any::{AnyPosition, with_position};

/// The files of one folder of `positions/`, by name.
fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../positions")
        .join(folder);
    let mut files = Vec::new();
    for entry in
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push((
                path.file_name().unwrap().to_string_lossy().into_owned(),
                fs::read_to_string(&path).unwrap(),
            ));
        }
    }
    files.sort();
    assert!(
        !files.is_empty(),
        "no *.{extension} in {}",
        folder.display()
    );
    files
}

/// The lines that are not comments, numbered as an editor does.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn perft_counts_are_those_on_record() {
    for (file, text) in files("perft", "perft") {
        let mut position = None;
        let mut counts = 0;
        for (number, line) in lines(&text) {
            let words: Vec<&str> = line.split(' ').collect();
            if let [depth, leaves] = words[..] {
                let (depth, leaves): (u32, u64) = (depth.parse().unwrap(), leaves.parse().unwrap());
                let position =
                    position.unwrap_or_else(|| panic!("{file}, line {number}: a position first"));
                let counted = with_position!(position, position => perft(&position, depth));
                assert_eq!(
                    counted, leaves,
                    "{file}, line {number}: perft {depth} of {position}"
                );
                counts += 1;
            } else {
                let read: AnyPosition = line
                    .parse()
                    .unwrap_or_else(|error| panic!("{file}, line {number}: {error}"));
                position = Some(read);
            }
        }
        assert!(counts > 0, "{file} counts nothing");
    }
}

#[test]
fn bad_positions_are_refused_as_on_record() {
    for (file, text) in files("bad", "txt") {
        let mut lines = lines(&text);
        let mut errors = 0;
        while let Some((number, line)) = lines.next() {
            let bad = line
                .strip_prefix('>')
                .unwrap_or_else(|| panic!("{file}, line {number}: a position after '>'"));
            let bad = bad.strip_prefix(' ').unwrap_or(bad);
            let (_, expected) = lines
                .next()
                .unwrap_or_else(|| panic!("{file}, line {number}: the error is missing"));
            match bad.parse::<AnyPosition>() {
                Ok(position) => panic!("{file}, line {number}: read as\n{position:?}"),
                Err(error) => {
                    assert_eq!(error.to_string(), expected, "{file}, line {number}: {bad}");
                }
            }
            errors += 1;
        }
        assert!(errors > 0, "{file} has no bad position");
    }
}

#[test]
fn a_position_for_others_is_refused() {
    let three = "......./......../......./......../......./......../......./........ A 0:0,0:0,0:0";
    let error = three.parse::<Position<2>>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 71: expected fish:tiles for each of 2 players; found '0:0,0:0,0:0'"
    );
}
