use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use floe_fish::Position;
use floe_game::{Field, PositionError, Score};
use sha2::{Digest, Sha256};

use crate::claim::{ClaimLine, Relation, margin_text, read_margin};

/// Proof of claims about the final margin of a position of the base game for two players, from bounds that others can
/// check.
///
/// As a file: lines of text with the format, the rules, the position, its claims and a checksum; then one line a claim,
/// compressed by gzip. The checksum is the SHA-256 of everything before its line and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The position that the claims are about.
    pub position: Position<2>,
    /// Claims of the certificate: relations and bounds of the final margin for the player to move, in 1/128 fish.
    pub claims: Vec<(Relation, Score)>,
    /// Lines of the proof, compressed.
    lines: Vec<u8>,
}

/// Failure to read the file of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct CertificateError {
    /// Number of the wrong line of the file, from 1.
    pub line: usize,
    /// Problem of that line.
    pub problem: CertificateProblem,
}

/// Problem of the file of a certificate apart from its proof: of one of its first lines, or of its checksum.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CertificateProblem {
    /// The file is no certificate.
    #[error("expected a certificate, which begins with '{FORMAT}{VERSION}'")]
    Foreign,
    /// The file has this version of the format, which this program cannot read.
    #[error("expected version {VERSION} of the format; found '{0}'")]
    Version(String),
    /// The line is another one than expected, or the file ends before it.
    #[error("expected '{expected}'; found {found}")]
    Unexpected {
        /// Form of the line that was expected.
        expected: &'static str,
        /// Text of the line found, or that the file ends.
        found: String,
    },
    /// The line has a wrong position or a wrong bound.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The contents do not fit the checksum: the file was changed after it was written, or is incomplete.
    #[error("damaged or incomplete: expected the checksum {found} of the contents")]
    Damaged {
        /// Checksum of the contents as they are, which the file should state.
        found: String,
    },
}

const FORMAT: &str = "floe-certificate ";
const VERSION: &str = "1";
const RULES: &str = "rules base";
const POSITION: &str = "position ";
const CLAIM: &str = "claim ";
const CHECKSUM: &str = "sha256 ";

impl Certificate {
    /// Creates a certificate of `claims` about the final margin for the player to move in `position`, in 1/128 fish,
    /// with `lines` as the proof, in order. Nothing is checked.
    pub fn new(position: &Position<2>, claims: &[(Relation, Score)], lines: &[ClaimLine]) -> Certificate {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let mut write = |line: &ClaimLine| writeln!(encoder, "{}", line.text(position));
        lines.iter().try_for_each(&mut write).expect("memory can be written");
        let lines = encoder.finish().expect("memory can be written");
        Certificate { position: *position, claims: claims.to_vec(), lines }
    }

    /// Lines of the proof as text, in order; an error if the proof cannot be decompressed.
    pub fn lines(&self) -> impl Iterator<Item = io::Result<String>> + '_ {
        BufReader::new(GzDecoder::new(&self.lines[..])).lines()
    }

    /// Contents of the file that holds the certificate.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = format!("{FORMAT}{VERSION}\n{RULES}\n{POSITION}{}\n", self.position);
        for (relation, bound) in &self.claims {
            let _ = writeln!(header, "{CLAIM}{relation} {}", margin_text(*bound));
        }
        let checksum = checksum(header.as_bytes(), &self.lines);
        let _ = writeln!(header, "{CHECKSUM}{checksum}");
        [header.as_bytes(), &self.lines].concat()
    }

    /// Reads a certificate from the contents of a file. The lines of the proof are read later, by
    /// [`check`](crate::check).
    ///
    /// # Errors
    /// At the first wrong line before the proof: if the file is no certificate, has another version, is damaged or
    /// incomplete.
    pub fn read(bytes: &[u8]) -> Result<Certificate, CertificateError> {
        let mut header = HeaderLines { bytes, at: 0, line: 0 };
        let first = header.next()?;
        let version = first.strip_prefix(FORMAT).ok_or_else(|| header.wrong(CertificateProblem::Foreign))?;
        if version != VERSION {
            return Err(header.wrong(CertificateProblem::Version(version.chars().take(24).collect())));
        }
        if header.next()? != RULES {
            return Err(header.unexpected(RULES));
        }
        let text = header.next()?.strip_prefix(POSITION).ok_or_else(|| header.unexpected("position POSITION"))?;
        let position: Position<2> = text.parse().map_err(|error: PositionError| header.wrong(error.into()))?;
        if position.is_placement() {
            return Err(header.unexpected("position POSITION with all penguins placed"));
        }
        let mut claims = Vec::new();
        loop {
            let end = header.at;
            let line = header.next()?;
            if let Some(expected) = line.strip_prefix(CHECKSUM).filter(|_| !claims.is_empty()) {
                let lines = &bytes[header.at..];
                let found = checksum(&bytes[..end], lines);
                if found != expected {
                    return Err(header.wrong(CertificateProblem::Damaged { found }));
                }
                return Ok(Certificate { position, claims, lines: lines.to_vec() });
            }
            let words: Vec<Field<'_>> = Field::of_line(line).words().collect();
            let [claim, relation, bound] = words[..] else { return Err(header.unexpected("claim ≥ BOUND")) };
            let relation = Relation::read(relation.text()).filter(|_| claim.text() == CLAIM.trim_end());
            let relation = relation.ok_or_else(|| header.unexpected("claim ≥ BOUND"))?;
            claims.push((relation, read_margin(bound).map_err(|error| header.wrong(error.into()))?));
        }
    }
}

/// SHA-256 of what is before the checksum and after it, in hexadecimal digits.
fn checksum(header: &[u8], lines: &[u8]) -> String {
    let digest = Sha256::new().chain_update(header).chain_update(lines).finalize();
    digest.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// First lines of a file.
struct HeaderLines<'a> {
    bytes: &'a [u8],
    /// Place after the last line that was read.
    at: usize,
    /// Number of lines that were read.
    line: usize,
}

impl<'a> HeaderLines<'a> {
    /// Reads the next line; the text of an unreadable one, and of the end, is empty.
    fn next(&mut self) -> Result<&'a str, CertificateError> {
        let rest = &self.bytes[self.at..];
        self.line += 1;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let text = end.and_then(|end| str::from_utf8(&rest[..end]).ok());
        match text {
            Some(text) => {
                self.at += text.len() + 1;
                Ok(text)
            }
            None if self.line == 1 => Err(self.wrong(CertificateProblem::Foreign)),
            None => Err(self.unexpected("sha256 CHECKSUM")),
        }
    }

    fn wrong(&self, problem: CertificateProblem) -> CertificateError {
        CertificateError { line: self.line, problem }
    }

    /// Error at the last line that was read.
    fn unexpected(&self, expected: &'static str) -> CertificateError {
        let text = String::from_utf8_lossy(&self.bytes[..self.at]);
        let found = text.lines().nth(self.line - 1).map_or("the end".to_owned(), |line| format!("'{line}'"));
        self.wrong(CertificateProblem::Unexpected { expected, found })
    }
}
