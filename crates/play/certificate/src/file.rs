use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use floe_fish::Position;
use floe_game::{Field, Game, Player, PositionError, Score};
use sha2::{Digest, Sha256};

use crate::claim::{ClaimLine, Relation, margin_text, read_margin};

/// Proof of claims about the final margin of a position of the base game for two players, from
/// bounds that others can check.
///
/// As a file: lines of text with the format, the rules, the position, its claims and a checksum;
/// then one line a claim, compressed by gzip. The checksum is the SHA-256 of everything before its
/// line and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The position that the claims are about.
    pub position: Position<2>,
    /// Claims of the certificate: relations and bounds of the final margin for the player to move,
    /// in 1/128 fish.
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

/// Problem of the file of a certificate apart from its proof: of one of its first lines, or of its
/// checksum.
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
        /// Line that was expected, or its form.
        expected: String,
        /// Text of the line found, cut short, or that the file ends.
        found: String,
    },
    /// The line claims a margin that the floe cannot give.
    #[error("expected a bound from {} to {}, all fish and tiles of the floe", margin_text(-most), margin_text(*most))]
    Beyond {
        /// Value of all tiles on the floe and of all that were taken, in 1/128 fish.
        most: Score,
    },
    /// The line cannot be taken out of the file.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The line has a wrong position or a wrong bound.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The contents do not fit the checksum: the file was changed after it was written, or is
    /// incomplete.
    #[error("damaged or incomplete: expected the checksum {found} of the contents")]
    Damaged {
        /// Checksum of the contents as they are, which the file should state.
        found: String,
    },
}

/// Reason why no line can be taken out of the file of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// The file cannot be read or decompressed, for this reason.
    #[error("cannot be read: {0}")]
    File(String),
    /// The line is longer than any that a certificate has.
    #[error("expected a line of at most {MAX_LINE_BYTES} bytes; found a longer one")]
    TooLong,
    /// The file ends within the line.
    #[error("expected a line feed; found the end")]
    NoLineFeed,
    /// The line is no text in UTF-8.
    #[error("expected text in UTF-8")]
    NotUtf8,
    /// Bytes follow the compressed proof, of this number.
    #[error("expected the end after the compressed proof; found {0} more bytes")]
    AfterProof(usize),
}

impl From<io::Error> for LineError {
    fn from(error: io::Error) -> LineError {
        LineError::File(error.to_string())
    }
}

const FORMAT: &str = "floe-certificate ";
const VERSION: &str = "1";
const RULES: &str = "rules base";
const POSITION: &str = "position ";
const CLAIM: &str = "claim ";
const CHECKSUM: &str = "sha256 ";

impl Certificate {
    /// Creates a certificate of `claims` about the final margin for the player to move in
    /// `position`, in 1/128 fish, with `lines` as the proof, in order. Nothing is checked.
    pub fn new(
        position: &Position<2>,
        claims: &[(Relation, Score)],
        lines: &[ClaimLine],
    ) -> Certificate {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let mut write = |line: &ClaimLine| writeln!(encoder, "{}", line.text(position));
        lines
            .iter()
            .try_for_each(&mut write)
            .expect("memory can be written");
        let lines = encoder.finish().expect("memory can be written");
        Certificate {
            position: *position,
            claims: claims.to_vec(),
            lines,
        }
    }

    /// Lines of the proof as text, in order, each without its line feed. An error is the last item:
    /// where the proof cannot be decompressed, a line is longer than any claim, has no line feed or
    /// is not UTF-8, or more bytes follow the compressed proof.
    pub fn lines(&self) -> impl Iterator<Item = Result<String, LineError>> + '_ {
        ProofLines {
            text: BufReader::new(GzDecoder::new(&self.lines[..])),
            has_ended: false,
        }
    }

    /// Contents of the file that holds the certificate.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = format!("{FORMAT}{VERSION}\n{RULES}\n{POSITION}{}\n", self.position);
        for (relation, bound) in &self.claims {
            header += &claim_text(*relation, *bound);
            header.push('\n');
        }
        let checksum = checksum(header.as_bytes(), &self.lines);
        let _ = writeln!(header, "{CHECKSUM}{checksum}");
        [header.as_bytes(), &self.lines].concat()
    }

    /// Reads a certificate from the contents of a file, as [`read_from`](Certificate::read_from)
    /// does.
    ///
    /// # Errors
    /// As [`read_from`](Certificate::read_from).
    pub fn read(bytes: &[u8]) -> Result<Certificate, CertificateError> {
        Certificate::read_from(bytes)
    }

    /// Reads a certificate from a file. The lines of the proof are kept compressed, and read later,
    /// by [`check`](crate::check).
    ///
    /// # Errors
    /// At the first line before the proof that is not as [`to_bytes`](Certificate::to_bytes) writes
    /// it: if the file is no certificate, has another version, is damaged or incomplete, or cannot
    /// be read. Nothing after that line is read.
    pub fn read_from(file: impl BufRead) -> Result<Certificate, CertificateError> {
        let mut header = HeaderLines {
            file,
            text: String::new(),
            start: 0,
            line: 0,
        };
        header.next()?;
        let version = header
            .last()
            .strip_prefix(FORMAT)
            .ok_or_else(|| header.wrong(CertificateProblem::Foreign))?;
        if version != VERSION {
            return Err(header.wrong(CertificateProblem::Version(
                version.chars().take(24).collect(),
            )));
        }
        header.next()?;
        if header.last() != RULES {
            return Err(header.unexpected(RULES));
        }
        header.next()?;
        let position = header.position()?;
        let most = most_margin(&position);
        let mut claims = Vec::new();
        loop {
            header.next()?;
            if !claims.is_empty() && header.last().starts_with(CHECKSUM) {
                break;
            }
            claims.push(header.claim(&claims, most)?);
        }
        let mut lines = Vec::new();
        let read = header.file.read_to_end(&mut lines);
        read.map_err(|error| header.wrong(LineError::from(error).into()))?;
        let found = checksum(&header.text.as_bytes()[..header.start], &lines);
        if header.last() != format!("{CHECKSUM}{found}") {
            return Err(header.wrong(CertificateProblem::Damaged { found }));
        }
        Ok(Certificate {
            position,
            claims,
            lines,
        })
    }
}

/// Margin of a player who gets every tile of the floe and all that was taken, in 1/128 fish.
fn most_margin(position: &Position<2>) -> Score {
    let taken = Player::first(2)
        .map(|player| position.score(player) + position.value(position.penguins(player)));
    taken.sum::<Score>() + position.value(position.free())
}

/// SHA-256 of what is before the checksum and after it, in hexadecimal digits.
fn checksum(header: &[u8], lines: &[u8]) -> String {
    let digest = Sha256::new()
        .chain_update(header)
        .chain_update(lines)
        .finalize();
    digest
        .iter()
        .fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// Maximum length of a line, in bytes with its line feed. The longest line of a proof is a sum of
/// 60 areas, of 694 bytes.
const MAX_LINE_BYTES: u64 = 1 << 10;

/// Reads a line of at most [`MAX_LINE_BYTES`], without its line feed; `None` at the end of the
/// file.
fn read_line(file: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    let length = file.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
    match bytes.pop() {
        None => Ok(None),
        Some(b'\n') => String::from_utf8(bytes)
            .map(Some)
            .map_err(|_| LineError::NotUtf8),
        Some(_) if length as u64 == MAX_LINE_BYTES => Err(LineError::TooLong),
        Some(_) => Err(LineError::NoLineFeed),
    }
}

/// Lines of a proof, which are decompressed one at a time.
struct ProofLines<'a> {
    text: BufReader<GzDecoder<&'a [u8]>>,
    /// Whether the last line or an error was returned.
    has_ended: bool,
}

impl ProofLines<'_> {
    /// Reads the next line; `None` at the end, behind which nothing may follow: `zcat` would show a
    /// second proof.
    fn read(&mut self) -> Result<Option<String>, LineError> {
        let line = read_line(&mut self.text)?;
        let after = self.text.get_ref().get_ref().len();
        if line.is_none() && after > 0 {
            Err(LineError::AfterProof(after))
        } else {
            Ok(line)
        }
    }
}

impl Iterator for ProofLines<'_> {
    type Item = Result<String, LineError>;

    fn next(&mut self) -> Option<Result<String, LineError>> {
        if self.has_ended {
            return None;
        }
        let line = self.read();
        self.has_ended = !matches!(line, Ok(Some(_)));
        line.transpose()
    }
}

/// First lines of a file.
struct HeaderLines<F> {
    file: F,
    /// Text of all lines that were read, with their line feeds.
    text: String,
    /// Place of the last line in the text, in bytes.
    start: usize,
    /// Number of lines that were read.
    line: usize,
}

impl<F: BufRead> HeaderLines<F> {
    /// Reads the next line.
    fn next(&mut self) -> Result<(), CertificateError> {
        self.line += 1;
        self.start = self.text.len();
        match read_line(&mut self.file) {
            Ok(Some(text)) => {
                self.text += &text;
                self.text.push('\n');
                Ok(())
            }
            Err(error @ LineError::File(_)) => Err(self.wrong(error.into())),
            _ if self.line == 1 => Err(self.wrong(CertificateProblem::Foreign)),
            Ok(None) => Err(self.unexpected("sha256 CHECKSUM")),
            Err(error) => Err(self.wrong(error.into())),
        }
    }

    /// The last line that was read, without its line feed; empty if the file has ended.
    fn last(&self) -> &str {
        self.text[self.start..].trim_end_matches('\n')
    }

    /// Reads the last line as the position.
    fn position(&self) -> Result<Position<2>, CertificateError> {
        let text = self
            .last()
            .strip_prefix(POSITION)
            .ok_or_else(|| self.unexpected("position POSITION"))?;
        let position: Position<2> = text
            .parse()
            .map_err(|error: PositionError| self.wrong(error.into()))?;
        if position.is_placement() {
            return Err(self.unexpected("position POSITION with all penguins placed"));
        }
        self.expect(format!("{POSITION}{position}"))?;
        Ok(position)
    }

    /// Reads the last line as a claim of another relation than those before, and about at most the
    /// margin `most`.
    fn claim(
        &self,
        before: &[(Relation, Score)],
        most: Score,
    ) -> Result<(Relation, Score), CertificateError> {
        let form = if before.is_empty() {
            "claim ≥ BOUND"
        } else {
            "sha256 CHECKSUM"
        };
        let words: Vec<Field<'_>> = Field::of_line(self.last()).words().collect();
        let [claim, relation, bound] = words[..] else {
            return Err(self.unexpected(form));
        };
        let relation = Relation::read(relation.text()).filter(|_| claim.text() == CLAIM.trim_end());
        let relation = relation.ok_or_else(|| self.unexpected(form))?;
        let bound = read_margin(bound).map_err(|error| self.wrong(error.into()))?;
        self.expect(claim_text(relation, bound))?;
        if bound.abs() > most {
            return Err(self.wrong(CertificateProblem::Beyond { most }));
        }
        if before.iter().any(|&(known, _)| known == relation) {
            return Err(self.unexpected(form));
        }
        Ok((relation, bound))
    }

    /// Checks that the last line is this one, as floe writes it.
    fn expect(&self, line: String) -> Result<(), CertificateError> {
        if self.last() == line {
            Ok(())
        } else {
            Err(self.unexpected(line))
        }
    }

    fn wrong(&self, problem: CertificateProblem) -> CertificateError {
        CertificateError {
            line: self.line,
            problem,
        }
    }

    /// Error at the last line that was read.
    fn unexpected(&self, expected: impl Into<String>) -> CertificateError {
        let found = if self.start == self.text.len() {
            "the end".to_owned()
        } else {
            shown(self.last())
        };
        self.wrong(CertificateProblem::Unexpected {
            expected: expected.into(),
            found,
        })
    }
}

fn claim_text(relation: Relation, bound: Score) -> String {
    format!("{CLAIM}{relation} {}", margin_text(bound))
}

/// A line in quotes, cut short: enough of it for a claim without its reason.
pub(crate) fn shown(line: &str) -> String {
    /// Maximum number of characters that an error shows of a line.
    const SHOWN: usize = 120;
    let cut = if line.chars().nth(SHOWN).is_some() {
        "…"
    } else {
        ""
    };
    format!("'{}{cut}'", line.chars().take(SHOWN).collect::<String>())
}
