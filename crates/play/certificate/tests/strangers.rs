//! Certificates by strangers: a file is refused at its first wrong line, and nothing more is read.

use std::io::{self, BufReader, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use floe_certificate::{Certificate, CertificateError, ClaimError, check};
use sha2::{Digest, Sha256};

/// Certificate of two claims, each a leaf.
const HONEST: &[u8] = include_bytes!("../../../../positions/solved/52-577-exact.certificate");

/// Place after the line of the checksum.
fn proof_start() -> usize {
    let checksum = HONEST
        .windows(7)
        .position(|bytes| bytes == b"sha256 ")
        .unwrap();
    checksum + "sha256 ".len() + 64 + 1
}

/// First lines, without that of the checksum.
fn head() -> String {
    let lines = String::from_utf8_lossy(&HONEST[..proof_start()]).into_owned();
    lines[..lines.find("sha256 ").unwrap()].to_owned()
}

/// Lines of the proof, as text.
fn proof() -> String {
    let lines: Result<Vec<String>, _> = Certificate::read(HONEST).unwrap().lines().collect();
    lines
        .unwrap()
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// File with these first lines and this compressed proof, and a right checksum.
fn sealed(head: &str, proof: &[u8]) -> Vec<u8> {
    let digest = Sha256::new()
        .chain_update(head)
        .chain_update(proof)
        .finalize();
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    [format!("{head}sha256 {digest}\n").as_bytes(), proof].concat()
}

fn refused(head: &str) -> CertificateError {
    let file = sealed(head, &HONEST[proof_start()..]);
    Certificate::read(&file).expect_err(head)
}

fn wrong_claim(proof: &[u8]) -> ClaimError {
    let file = sealed(&head(), proof);
    check(&Certificate::read(&file).unwrap()).unwrap_err()
}

/// Endless input that counts the bytes taken from it.
struct Endless {
    start: io::Cursor<Vec<u8>>,
    taken: u64,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let found = self.start.read(buffer)?;
        let found = if found == 0 {
            io::repeat(b'1').read(buffer)?
        } else {
            found
        };
        self.taken += found as u64;
        Ok(found)
    }
}

#[test]
fn what_floe_writes_is_read() {
    assert_eq!(
        sealed(&head(), &gzip(proof().as_bytes())).len(),
        HONEST.len()
    );
    let certificate = Certificate::read(&sealed(&head(), &gzip(proof().as_bytes()))).unwrap();
    assert_eq!(check(&certificate).unwrap().leaves.len(), 2);
}

/// Every first line, and every line of the proof, in other spellings of the same text.
#[test]
fn a_line_that_floe_would_write_otherwise_is_refused() {
    let spellings: [fn(&str) -> String; 5] = [
        |line| format!("{line}\r"),
        |line| format!("{line} "),
        |line| format!(" {line}"),
        |line| line.replacen(' ', "  ", 1),
        |line| format!("{line}\n{line}"),
    ];
    let replaced = |text: &str, place: usize, line: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines[place] = line;
        lines
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let head = head();
    let proof = proof();
    for spelling in spellings {
        for (place, line) in head.lines().enumerate() {
            let error = refused(&replaced(&head, place, &spelling(line)));
            assert!((place + 1..=place + 2).contains(&error.line), "{error}");
        }
        for (place, line) in proof.lines().enumerate() {
            let changed = replaced(&proof, place, &spelling(line));
            let error = wrong_claim(&gzip(changed.as_bytes()));
            assert!((place + 1..=place + 2).contains(&error.line), "{error}");
        }
    }
    let error = wrong_claim(&gzip(proof.trim_end().as_bytes()));
    assert_eq!(
        error.to_string(),
        "claim 2: expected a line feed; found the end"
    );
}

#[test]
fn a_claim_of_the_head_is_of_the_floe_and_comes_once() {
    let claims = [
        "claim ≥ 6:-4",
        "claim ≥ +6:+4:0",
        "claim ≥ -180:-180",
        "claim ≥ +14:+08",
        "claim > +14:+8",
    ];
    for claim in
        claims
            .iter()
            .copied()
            .chain(["claim ≥ +101:0", "claim ≥ -101:0", "claim ≤ +180:0"])
    {
        let error = refused(&head().replace("claim ≥ +14:+8", claim));
        assert_eq!(error.line, 4, "{error}");
    }
    let error = refused(&head().replace("claim ≥ +14:+8", "claim ≥ +101:0"));
    assert_eq!(
        error.to_string(),
        "line 4: expected a bound from -100:-60 to +100:+60, all fish and tiles of the floe"
    );
    let many = head() + &"claim ≥ +14:+8\n".repeat(100_000);
    assert_eq!(refused(&many).line, 6);
}

/// A stranger's file ends at once, by the number of bytes taken, and the error is short.
#[test]
fn a_line_that_never_ends_is_given_up() {
    let head = head();
    let starts = head.match_indices('\n').map(|(place, _)| place + 1);
    for start in [0].into_iter().chain(starts) {
        let input = Endless {
            start: io::Cursor::new(head.as_bytes()[..start].to_vec()),
            taken: 0,
        };
        let mut input = BufReader::new(input);
        let error = Certificate::read_from(&mut input).unwrap_err();
        assert!(
            input.get_ref().taken < 1 << 15,
            "{} bytes: {error}",
            input.get_ref().taken
        );
        assert!(error.to_string().len() < 200, "{error}");
    }
}

/// Most of the compressed proof is missing: a reader that gives up a line that is too long does not
/// notice.
#[test]
fn a_long_line_of_a_proof_is_given_up_before_it_is_decompressed() {
    let first = proof().lines().next().unwrap().to_owned();
    let sum = first.replace("leaf 34", "sum") + &" +3:-1".repeat(2_000_000);
    for text in [vec![b'1'; 10_000_000], sum.into_bytes()] {
        let error = wrong_claim(&gzip(&text)[..2000]);
        assert_eq!(
            error.to_string(),
            "claim 1: expected a line of at most 1024 bytes; found a longer one"
        );
    }
}

#[test]
fn a_sum_has_at_most_sixty_terms() {
    let first = proof().lines().next().unwrap().to_owned();
    for (terms, expected) in [
        (61, "expected at most 60 bounds; found '0:0'"),
        (60, "expected the bounds of 1 areas"),
    ] {
        let line = first.replace("leaf 34", "sum") + &" 0:0".repeat(terms) + "\n";
        let error = wrong_claim(&gzip(line.as_bytes()));
        assert!(
            error.line == 1 && error.to_string().contains(expected),
            "{error}"
        );
    }
}

#[test]
fn nothing_follows_the_proof() {
    let proof = gzip(proof().as_bytes());
    for after in [&b"\0"[..], b"\n", b"claim", &proof, &gzip(b"")] {
        let error = wrong_claim(&[&proof, after].concat());
        let expected = format!(
            "expected the end after the compressed proof; found {} more bytes",
            after.len()
        );
        assert!(
            error.line == 3 && error.to_string().ends_with(&expected),
            "{error}"
        );
    }
}

/// Errors show no more of a line than a claim has.
#[test]
fn a_refused_line_is_shown_cut() {
    let long = "1".repeat(1000);
    let error = refused(&head().replace("rules base", &format!("rules {long}")));
    assert!(error.to_string().len() < 200, "{error}");
    let second = proof().lines().nth(1).unwrap().to_owned();
    let sum = second.split(" by ").next().unwrap().to_owned()
        + " by sum"
        + &" +100:+60".repeat(60)
        + "\n";
    let error = wrong_claim(&gzip(sum.as_bytes()));
    assert!(error.to_string().len() < 400, "{error}");
}
