//! Records of the files of bounds.
//!
//! ```text
//! byte    0        8      10     12    14   15   16        20     24
//! bounds  | key    | lower | upper| best|work| 1  | 0       | crc |
//! job     | key    | bound | nodes (5 bytes)| +1 | time    | crc |
//! ```
//! All numbers are little-endian. Byte 15 is the kind: 1 for bounds, 2 + outcome for a job.

use floe_endgame::KeyedBounds;
use floe_game::Score;

use crate::planner::{FinishedJob, JobOutcome};

pub(crate) const RECORD_BYTES: usize = 24;

/// Bytes of a record before its checksum.
const CHECKED_BYTES: usize = 20;

const BOUNDS: u8 = 1;
/// Kind of a record with a job of the first outcome.
const JOB: u8 = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Record {
    Bounds(KeyedBounds),
    Job(FinishedJob),
}

impl Record {
    pub(crate) fn encode(&self) -> [u8; RECORD_BYTES] {
        const MAX_NODES: u64 = (1 << 40) - 1;
        let mut bytes = [0; RECORD_BYTES];
        match self {
            Record::Bounds(KeyedBounds {
                key,
                lower,
                upper,
                best,
                work,
            }) => {
                bytes[..8].copy_from_slice(&key.to_le_bytes());
                bytes[8..10].copy_from_slice(&score_bytes(*lower));
                bytes[10..12].copy_from_slice(&score_bytes(*upper));
                bytes[12..14].copy_from_slice(&best.to_le_bytes());
                bytes[14] = *work;
                bytes[15] = BOUNDS;
            }
            Record::Job(FinishedJob {
                key,
                bound,
                outcome,
                nodes,
                centiseconds,
            }) => {
                bytes[..8].copy_from_slice(&key.to_le_bytes());
                bytes[8..10].copy_from_slice(&score_bytes(*bound));
                bytes[10..15].copy_from_slice(&(*nodes).min(MAX_NODES).to_le_bytes()[..5]);
                let outcome = JobOutcome::ALL.iter().position(|known| known == outcome);
                bytes[15] = JOB + outcome.unwrap_or_default() as u8;
                bytes[16..20].copy_from_slice(&centiseconds.to_le_bytes());
            }
        }
        let checksum = crc32fast::hash(&bytes[..CHECKED_BYTES]);
        bytes[CHECKED_BYTES..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a record; `None` if it is damaged.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Record> {
        let (checked, checksum) = bytes.split_at_checked(CHECKED_BYTES)?;
        if crc32fast::hash(checked).to_le_bytes() != checksum {
            return None;
        }
        let key = u64::from_le_bytes(checked[..8].try_into().ok()?);
        let first = score_of([checked[8], checked[9]]);
        let second = score_of([checked[10], checked[11]]);
        if checked[15] == BOUNDS {
            let best = u16::from_le_bytes([checked[12], checked[13]]);
            let work = checked[14];
            return Some(Record::Bounds(KeyedBounds {
                key,
                lower: first,
                upper: second,
                best,
                work,
            }));
        }
        let outcome = *JobOutcome::ALL.get(usize::from(checked[15].checked_sub(JOB)?))?;
        let mut nodes = [0; 8];
        nodes[..5].copy_from_slice(&checked[10..15]);
        let nodes = u64::from_le_bytes(nodes);
        let centiseconds = u32::from_le_bytes(checked[16..20].try_into().ok()?);
        Some(Record::Job(FinishedJob {
            key,
            bound: first,
            outcome,
            nodes,
            centiseconds,
        }))
    }
}

fn score_of(bytes: [u8; 2]) -> Score {
    Score::from(i16::from_le_bytes(bytes))
}

/// A score of the table, which fits in two bytes.
fn score_bytes(score: Score) -> [u8; 2] {
    i16::try_from(score)
        .unwrap_or(if score > 0 { i16::MAX } else { i16::MIN })
        .to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> [Record; 4] {
        let bounds = KeyedBounds {
            lower: -300,
            upper: 12_000,
            best: 0x1234,
            work: 31,
            ..KeyedBounds::nothing(77)
        };
        let job = FinishedJob {
            key: u64::MAX,
            bound: -129,
            outcome: JobOutcome::Exhausted,
            nodes: 1 << 30,
            centiseconds: 90_000,
        };
        let dropped = FinishedJob {
            outcome: JobOutcome::Dropped,
            nodes: 0,
            ..job
        };
        let split = FinishedJob {
            outcome: JobOutcome::Split,
            ..dropped
        };
        [
            Record::Bounds(bounds),
            Record::Job(job),
            Record::Job(dropped),
            Record::Job(split),
        ]
    }

    #[test]
    fn records_are_read_back() {
        for record in records() {
            assert_eq!(Record::decode(&record.encode()), Some(record));
        }
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        for record in records() {
            for place in 0..RECORD_BYTES {
                for bit in [1, 128] {
                    let mut bytes = record.encode();
                    bytes[place] ^= bit;
                    assert_eq!(Record::decode(&bytes), None, "{place}");
                }
            }
        }
        assert_eq!(Record::decode(&[0; RECORD_BYTES]), None);
        assert_eq!(Record::decode(&[1; 10]), None);
    }
}
