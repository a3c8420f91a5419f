//! Wrong calls, each with its error: `bad_calls.txt`.

use std::fs;
use std::process::{Command, Stdio};

use crate::run::{Folder, isolate};
use crate::{ENDGAME, OVER, THREE};

/// Words of a call that stand for positions.
const POSITIONS: [(&str, &str); 3] = [("$ENDGAME", ENDGAME), ("$OVER", OVER), ("$THREE", THREE)];

/// A folder with the files that the calls name.
fn folder() -> Folder {
    let folder = Folder::new();
    let files: [(&str, &[u8]); 5] = [
        ("empty.txt", b""),
        ("rubbish.txt", b"rubbish\n"),
        ("utf16.txt", b"\xff\xfer\0u\0b\0"),
        ("latin1.txt", b"b\xe4r\n"),
        (
            "good.exact",
            b"......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0\ne4-d4 0:-1\n",
        ),
    ];
    for (name, content) in files {
        folder.write(name, content);
    }
    fs::create_dir(folder.path().join("dir")).unwrap();
    folder
}

/// Every call ends with status 2 and an error that names the place and what is allowed, and prints
/// nothing else.
#[test]
fn every_wrong_call_is_refused_with_its_error() {
    let folder = folder();
    let mut count = 0;
    let calls = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/cli/bad_calls.txt"
    ))
    .unwrap();
    let mut lines = calls
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    while let Some(call) = lines.next() {
        let expected = lines
            .next()
            .and_then(|line| line.strip_prefix("  "))
            .unwrap_or_else(|| panic!("{call}"));
        let words = shlex::split(call.strip_prefix("floe").unwrap()).unwrap();
        let position = |word: &String| {
            POSITIONS
                .iter()
                .find(|(name, _)| name == word)
                .map(|(_, text)| (*text).to_owned())
        };
        let words = words
            .iter()
            .map(|word| position(word).unwrap_or_else(|| word.clone()));
        let mut floe = Command::new(env!("CARGO_BIN_EXE_floe"));
        isolate(&mut floe);
        floe.args(words)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .env("COLUMNS", "1000");
        let ran = floe.output().unwrap();
        let [out, err] = [ran.stdout, ran.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!((ran.status.code(), &*out), (Some(2), ""), "{call}\n{err}");
        assert!(
            err.contains(expected) && !err.contains("panicked"),
            "{call}\nexpected {expected}\nfound    {err}"
        );
        count += 1;
    }
    assert!(count >= 170, "{count} calls");
    let names = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect::<Vec<_>>();
    assert_eq!(names.len(), 6, "a wrong call leaves no files: {names:?}");
    assert_eq!(
        fs::read_dir(folder.path().join("dir")).unwrap().count(),
        0,
        "a wrong call leaves no files"
    );
}
