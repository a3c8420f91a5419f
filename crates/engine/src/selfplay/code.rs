//! Games of self-play as bytes: the format is told in `docs/selfplay.md`.

use floe_game::Score;
use floe_variants::SetUp;

use super::{Ply, SearchResult, SelfPlayed};
use crate::{AnyGame, EngineGame, with_game};

/// How games are written: so many bytes for each thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code {
    /// What a file begins with.
    pub(super) magic: &'static [u8; 8],
    /// For the length of the position, and the number of moves.
    length: usize,
    mv: usize,
    score: usize,
}

/// The base game on the official floe: most is learned from it, and it needs less.
const BASE: Code = Code { magic: b"FLOESP1\n", length: 1, mv: 2, score: 2 };
/// Everything else.
const VARIANTS: Code = Code { magic: b"FLOESP2\n", length: 2, mv: 4, score: 4 };

const KEPT: u8 = 1;
const SEARCHED: u8 = 2;
const EXACT: u8 = 4;

impl Code {
    /// How games on floes of this set-up are written.
    pub(super) fn of(set_up: &SetUp) -> Code {
        if set_up.is_base() { BASE } else { VARIANTS }
    }

    /// How the games of a file that begins so are written.
    pub(super) fn by_magic(magic: &[u8]) -> Option<Code> {
        [BASE, VARIANTS].into_iter().find(|code| code.magic == magic)
    }

    pub(super) fn encode(self, game: &SelfPlayed) -> Vec<u8> {
        let start = game.start.to_string();
        let mut bytes = game.index.to_le_bytes().to_vec();
        put(&mut bytes, start.len() as i64, self.length);
        bytes.extend(start.as_bytes());
        put(&mut bytes, game.plies.len() as i64, self.length);
        for ply in &game.plies {
            put(&mut bytes, ply.bits.into(), self.mv);
            let Some(SearchResult { scores, exact, depth }) = &ply.searched else {
                bytes.push(0);
                continue;
            };
            let kept = if ply.kept { KEPT } else { 0 };
            bytes.push(SEARCHED | kept | if *exact { EXACT } else { 0 });
            bytes.push(*depth);
            let most = (1 << (8 * self.score - 1)) - 1;
            scores.iter().for_each(|&score| put(&mut bytes, i64::from(score).clamp(-most - 1, most), self.score));
        }
        bytes
    }

    /// The game that bytes say, if they say a whole one.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<SelfPlayed> {
        let mut bytes = Bytes(bytes);
        let index = bytes.number(8)? as u64;
        let length = bytes.unsigned(self.length)? as usize;
        let start: AnyGame = std::str::from_utf8(bytes.slice(length)?).ok()?.parse().ok()?;
        let scores = if start.sides() == 2 { 1 } else { start.players() };
        let plies = with_game!(&start, start => self.decode_plies(*start, scores, &mut bytes))?;
        bytes.0.is_empty().then_some(SelfPlayed { index, start, plies })
    }

    /// Moves that are legal, to the end of the game.
    fn decode_plies<G: EngineGame>(self, mut position: G, scores: usize, bytes: &mut Bytes<'_>) -> Option<Vec<Ply>> {
        let count = bytes.unsigned(self.length)?;
        let mut plies = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let bits = bytes.unsigned(self.mv)?;
            let mv = position.moves().into_iter().find(|&mv| G::move_bits(mv) == bits)?;
            let flags = bytes.unsigned(1)? as u8;
            let searched = if flags & SEARCHED == 0 {
                None
            } else {
                let depth = bytes.unsigned(1)? as u8;
                let score = |_| Some(bytes.number(self.score)? as Score);
                Some(SearchResult {
                    scores: (0..scores).map(score).collect::<Option<_>>()?,
                    exact: flags & EXACT != 0,
                    depth,
                })
            };
            plies.push(Ply { bits, kept: flags & KEPT != 0 && searched.is_some(), searched });
            position.play(mv);
        }
        position.is_over().then_some(plies)
    }
}

/// Writes a number in so many bytes.
fn put(bytes: &mut Vec<u8>, number: i64, width: usize) {
    bytes.extend(&number.to_le_bytes()[..width]);
}

/// The number in four bytes at a place.
pub(super) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Bytes(bytes.get(at..)?).unsigned(4)
}

/// Bytes that have not been read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn slice(&mut self, length: usize) -> Option<&'a [u8]> {
        let (first, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(first)
    }

    /// A number of so many bytes, with its sign.
    fn number(&mut self, width: usize) -> Option<i64> {
        let mut all = [0; 8];
        all[8 - width..].copy_from_slice(self.slice(width)?);
        Some(i64::from_le_bytes(all) >> (8 * (8 - width)))
    }

    /// A number of up to four bytes, without a sign.
    fn unsigned(&mut self, width: usize) -> Option<u32> {
        let mut all = [0; 4];
        all[..width].copy_from_slice(self.slice(width)?);
        Some(u32::from_le_bytes(all))
    }
}
