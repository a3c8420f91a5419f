//! Certificates: `floe solve --certificate` writes them, `floe verify` checks them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{Folder, floe, floe_with};
use crate::{ENDGAME, EXAMPLE};

/// An ending whose proof has claims of several kinds.
const CONTESTED: &str =
    "2..21.2/3..1..B23/B32.21A11/1.21A21.2/.1...../2A1.1B2..1/B3..2.1./1..1.1A21 A 25:13,20:13";

fn certify(position: &str, file: &Path, options: &str) -> String {
    let file = file.display();
    floe!("solve `{position}` --quiet --certificate `{file}` {options}").fine()
}

fn verify(file: &Path, options: &str) -> Value {
    let file = file.display();
    floe!("verify --json --quiet `{file}` {options}").object()
}

#[test]
fn what_is_certified_is_verified() {
    let folder = Folder::new();
    let file = folder.path().join("proof");
    let text = certify(ENDGAME, &file, "");
    assert!(
        text.contains("\nproof  ") && text.contains("floe verify"),
        "{text}"
    );
    let object = verify(&file, "");
    assert_eq!(object["schema"], "floe/verify/1");
    assert_eq!(object["position"], ENDGAME);
    assert_eq!(
        (&object["at_least"], &object["at_most"]),
        (&json!({"fish": 10, "tiles": 0}), &object["at_least"])
    );
    assert_eq!(object["leaves"], object["proved_again"]);
    assert_eq!(object["missing_one"], 0.0);
    let text = floe!("verify `{}`", file.to_str().unwrap()).fine();
    assert!(
        text.starts_with(&format!(
            "about   {ENDGAME}\nproved  margin +10:0 for A, to move: "
        )),
        "{text}"
    );
}

#[test]
fn a_certificate_of_another_position_is_refused() {
    let folder = Folder::new();
    let file = folder.path().join("proof");
    certify(ENDGAME, &file, "");
    let name = file.to_str().unwrap();
    floe!("verify `{name}` `{ENDGAME}`").fine();
    floe!("verify `{name}` `{EXAMPLE}`").refuses(format!(
        "expected a certificate of\n  {EXAMPLE}\nfound one of\n  {ENDGAME}"
    ));
    floe!("verify `{name}` 1/2").refuses("expected");
}

#[test]
fn a_winner_is_one_claim_and_a_margin_two() {
    let folder = Folder::new();
    let file = folder.path().join("proof");
    certify(ENDGAME, &file, "--objective wdl");
    let object = verify(&file, "");
    assert_eq!(object["at_least"], json!({"fish": 0, "tiles": 1}));
    assert!(object.get("at_most").is_none());
    certify(EXAMPLE, &file, "");
    assert_eq!(verify(&file, "")["at_most"], json!({"fish": 0, "tiles": 3}));
}

/// Smaller leaves make more claims, of all kinds; a sample of them is proved again.
#[test]
fn the_size_of_leaves_and_the_sample_are_chosen() {
    let folder = Folder::new();
    let file = folder.path().join("proof");
    certify(CONTESTED, &file, "--leaf-nodes 10");
    let small = verify(&file, "");
    assert!(
        small["by_move"].as_u64() > Some(0) && small["by_all"].as_u64() > Some(0),
        "{small}"
    );
    let sampled = verify(&file, "--sample 3 --seed 7");
    assert_eq!(
        (&sampled["proved_again"], &sampled["seed"]),
        (&json!(3), &json!(7))
    );
    let leaves = sampled["leaves"].as_f64().unwrap();
    assert!(
        (sampled["missing_one"].as_f64().unwrap() - (1.0 - 3.0 / leaves)).abs() < 1e-9,
        "{sampled}"
    );
    let name = file.to_str().unwrap();
    let text = floe!("verify `{name}` --sample 3").fine();
    let open = format!("; all but {} leaves are proved\n", leaves - 3.0);
    assert!(
        text.contains("\nclaimed margin ") && text.contains(&open),
        "{text}"
    );
    floe!("verify `{name}` --sample 0").refuses("'0'");
    certify(CONTESTED, &file, "--leaf-nodes 1M");
    let large = verify(&file, "");
    assert!(large["claims"].as_u64() < small["claims"].as_u64());
    let plain = verify(&file, "--plain");
    assert_eq!(plain["proved_again"], large["leaves"]);
    assert!(
        plain["nodes"].as_u64() > large["nodes"].as_u64(),
        "{plain} {large}"
    );
}

#[test]
fn what_is_not_proved_is_not_certified() {
    let folder = Folder::new();
    let file = folder.file("proof");
    let open = floe("new --seed 7 --placed").fine();
    let name = &file;
    let ran = floe!(
        "solve `{}` --quiet --nodes 1000 --certificate `{name}`",
        open.trim()
    );
    assert_eq!(ran.status, Some(3), "{}", ran.err);
    assert!(ran.out.contains("no certificate"), "{}", ran.out);
    assert!(!fs::exists(&file).unwrap());
    for rules in ["push", "whale", "hidden-whale", "teams", "survival"] {
        let position = floe!("new --seed 7 --placed --rules `{rules}`").fine();
        floe!("solve `{}` --certificate `{name}`", position.trim())
            .refuses("certificate: expected the base game with two players");
        assert!(!fs::exists(&file).unwrap());
    }
}

/// A file of another version, a damaged one and a short one are refused; the error names file and
/// line.
#[test]
fn damaged_certificates_are_refused() {
    let folder = Folder::new();
    let file = folder.path().join("proof");
    let name = file.to_str().unwrap();
    certify(CONTESTED, &file, "--leaf-nodes 10");
    let bytes = fs::read(&file).unwrap();
    let refused = |changed: &[u8]| {
        fs::write(&file, changed).unwrap();
        floe!("verify `{name}`").wrong()
    };
    let header = bytes
        .windows(6)
        .position(|window| window == b"sha256")
        .unwrap();
    let mut other = bytes.clone();
    other["floe-certificate ".len()] = b'2';
    assert!(refused(&other).contains(&format!(
        "{name}, line 1: expected version 1 of the format; found '2'"
    )));
    let damaged = "line 6: damaged or incomplete: expected the checksum";
    assert!(refused(&bytes[..bytes.len() - 1]).contains(damaged));
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    assert!(refused(&flipped).contains(damaged));
    assert!(
        refused(&bytes[..header]).contains("line 6: expected 'sha256 CHECKSUM'; found the end")
    );
    assert!(refused(&bytes[..3]).contains("line 1: expected a certificate"));
}

/// One leaf of each certificate is proved again.
#[test]
fn certificates_of_solved_positions_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../positions/solved");
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let certificates: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "certificate"))
        .collect();
    assert!(certificates.len() > 10, "{certificates:?}");
    for path in certificates {
        let object = verify(&path, "--sample 1 --seed 1");
        let [fish, tiles] = match path.file_stem().and_then(|name| name.to_str()) {
            Some("52-577-exact") => [14, 8],
            Some("52-5228-exact") => [16, 4],
            Some("52-11451-exact") => [33, 15],
            _ => [0, 1],
        };
        assert_eq!(
            object["at_least"],
            json!({"fish": fish, "tiles": tiles}),
            "{}",
            path.display()
        );
    }
}

/// A certificate comes from a file or from standard input, never from an endless one.
#[test]
fn a_certificate_is_read_from_standard_input() {
    let folder = Folder::new();
    let file = folder.path().join("proof");
    certify(ENDGAME, &file, "");
    let bytes = fs::read(&file).unwrap();
    let read = floe_with("verify - --json --quiet", &bytes).object();
    assert_eq!(
        (&read["position"], &read["proved"]),
        (&json!(ENDGAME), &json!(true))
    );
    let after = floe_with("verify - --quiet", [&bytes[..], b"\n"].concat());
    assert!(
        after.status == Some(2) && after.err.contains("standard input, line "),
        "{}",
        after.err
    );
    floe_with(&format!("verify - `{EXAMPLE}` --quiet"), &bytes)
        .refuses("standard input: expected a certificate of");
    #[cfg(unix)]
    floe("verify /dev/zero").refuses("line 1: expected a certificate");
}

/// A limit ends the search of a leaf, which may state any number of nodes; the result says that
/// nothing is proved.
#[test]
fn limits_end_a_verification() {
    let folder = Folder::new();
    let file = folder.path().join("proof");
    certify(CONTESTED, &file, "--leaf-nodes 10");
    let name = file.to_str().unwrap();
    let whole = verify(&file, "--threads 1");
    assert_eq!(whole["proved"], true);
    let sampled = verify(&file, "--sample 3");
    assert_eq!(sampled["proved"], false);
    for threads in ["1", "3"] {
        let limited = format!("verify `{name}` --nodes 50 --threads `{threads}` --quiet");
        let ran = floe(&limited);
        assert_eq!(ran.status, Some(3), "{}", ran.err);
        assert!(
            ran.out.contains("\nclaimed ") && ran.out.contains("stopped a limit ended"),
            "{}",
            ran.out
        );
        let limited = floe!("{limited} --json").undecided();
        assert_eq!(
            (&limited["proved"], &limited["missing_one"]),
            (&json!(false), &json!(1.0))
        );
        assert!(limited["nodes"].as_u64() <= Some(51), "{limited}");
    }
    let all = (whole["nodes"].as_u64().unwrap() + 100).to_string();
    assert_eq!(
        verify(&file, &format!("--nodes `{all}` --threads 1 --time 1h"))["proved"],
        true
    );
}

/// A certificate never goes where the result of the call goes.
#[test]
fn a_certificate_is_not_mixed_with_the_result() {
    let folder = Folder::new();
    let split = folder.file("split");
    for more in ["", &format!("--split `{split}`")] {
        let call = format!("solve `{ENDGAME}` --quiet --certificate - {more}");
        floe(&call).refuses("--certificate: expected the name of a file; found '-'");
    }
    assert!(!Path::new("-").exists());
}
