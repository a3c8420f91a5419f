//! Binary format of self-play games, specified in `docs/selfplay.md`.

use floe_engine::{AnyGame, AnySetUp, EngineGame, with_game};
use floe_game::Score;

use super::{Ply, PolicyMove, SearchResult, SelfPlayGame};

/// Encoder and decoder of games, with the widths of their fields in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameCodec {
    /// First bytes of a file.
    pub(super) magic: &'static [u8; 8],
    /// Whether the head of the file and that of every game have a checksum.
    pub(super) heads_are_checked: bool,
    /// Width of the length of the position and of the number of moves.
    length: usize,
    mv: usize,
    score: usize,
    /// Whether searched moves have policies.
    has_policies: bool,
}

/// The base game on the official floe, of which most games are.
const BASE: GameCodec = GameCodec {
    magic: b"FLOESP3\n",
    heads_are_checked: true,
    length: 1,
    mv: 2,
    score: 2,
    has_policies: false,
};
/// All other games.
const VARIANTS: GameCodec = GameCodec {
    magic: b"FLOESP4\n",
    heads_are_checked: true,
    length: 2,
    mv: 4,
    score: 4,
    has_policies: false,
};
/// Both with policies.
const BASE_POLICIES: GameCodec = GameCodec {
    magic: b"FLOESP5\n",
    has_policies: true,
    ..BASE
};
const VARIANT_POLICIES: GameCodec = GameCodec {
    magic: b"FLOESP6\n",
    has_policies: true,
    ..VARIANTS
};
/// The first versions of both, which are read but no longer written.
const OLD_BASE: GameCodec = GameCodec {
    magic: b"FLOESP1\n",
    heads_are_checked: false,
    ..BASE
};
const OLD_VARIANTS: GameCodec = GameCodec {
    magic: b"FLOESP2\n",
    heads_are_checked: false,
    ..VARIANTS
};

/// Bytes above which the length of a game or of the description of a run is damaged.
pub(super) const MAX_LENGTH: u32 = 1 << 16;
/// Bytes above which the length of a game with policies is damaged.
const MAX_LENGTH_WITH_POLICIES: u32 = 1 << 24;

const KEPT: u8 = 1;
const SEARCHED: u8 = 2;
const EXACT: u8 = 4;

impl GameCodec {
    /// The format for floes of this set-up, with policies or without.
    pub(super) fn of(set_up: &AnySetUp, has_policies: bool) -> GameCodec {
        match (set_up.is_base(), has_policies) {
            (true, false) => BASE,
            (true, true) => BASE_POLICIES,
            (false, false) => VARIANTS,
            (false, true) => VARIANT_POLICIES,
        }
    }

    /// The format of a file with these first bytes; `None` if there is none.
    pub(super) fn by_magic(magic: &[u8]) -> Option<GameCodec> {
        [
            BASE,
            VARIANTS,
            BASE_POLICIES,
            VARIANT_POLICIES,
            OLD_BASE,
            OLD_VARIANTS,
        ]
        .into_iter()
        .find(|codec| codec.magic == magic)
    }

    /// Frames the text that describes a run as the head of its file.
    pub(super) fn encode_run(self, about: &str) -> Vec<u8> {
        let head = [
            &self.magic[..],
            &(about.len() as u32).to_le_bytes(),
            about.as_bytes(),
        ]
        .concat();
        self.checked(head, &[])
    }

    /// Encodes a game with its head, for this place in the file, in bytes.
    pub(super) fn encode_framed(self, game: &SelfPlayGame, offset: u64) -> Vec<u8> {
        let body = self.encode(game);
        let head = [
            (body.len() as u32).to_le_bytes(),
            crc32fast::hash(&body).to_le_bytes(),
        ]
        .concat();
        [self.checked(head, &offset.to_le_bytes()), body].concat()
    }

    /// Adds the checksum of a head and of its place.
    fn checked(self, mut head: Vec<u8>, place: &[u8]) -> Vec<u8> {
        if self.heads_are_checked {
            head.extend(crc32fast::hash(&[&head, place].concat()).to_le_bytes());
        }
        head
    }

    /// Length of the head of a game, in bytes.
    pub(super) fn head_length(self) -> usize {
        if self.heads_are_checked { 12 } else { 8 }
    }

    /// Decodes the head of the game at this place: the length and the checksum of what follows;
    /// returns `None` if it is damaged.
    pub(super) fn decode_head(self, head: &[u8], offset: u64) -> Option<(usize, u32)> {
        let mut fields = Bytes(head);
        let length = fields.unsigned(4)?;
        let checksum = fields.unsigned(4)?;
        let is_whole = self.checked(head[..8].to_vec(), &offset.to_le_bytes()) == head;
        let most = if self.has_policies {
            MAX_LENGTH_WITH_POLICIES
        } else {
            MAX_LENGTH
        };
        (is_whole && length < most).then_some((length as usize, checksum))
    }

    fn encode(self, game: &SelfPlayGame) -> Vec<u8> {
        let start = game.start.to_string();
        let mut bytes = game.index.to_le_bytes().to_vec();
        put(&mut bytes, start.len() as i64, self.length);
        bytes.extend(start.as_bytes());
        put(&mut bytes, game.plies.len() as i64, self.length);
        for ply in &game.plies {
            put(&mut bytes, ply.bits.into(), self.mv);
            let Some(SearchResult {
                scores,
                exact,
                depth,
                policy,
            }) = &ply.searched
            else {
                bytes.push(0);
                continue;
            };
            let kept = if ply.kept { KEPT } else { 0 };
            bytes.push(SEARCHED | kept | if *exact { EXACT } else { 0 });
            bytes.push(*depth);
            let most = (1 << (8 * self.score - 1)) - 1;
            scores.iter().for_each(|&score| {
                put(
                    &mut bytes,
                    i64::from(score).clamp(-most - 1, most),
                    self.score,
                );
            });
            if self.has_policies {
                put(&mut bytes, policy.len() as i64, 2);
                for mv in policy {
                    put(&mut bytes, mv.bits.into(), self.mv);
                    put(&mut bytes, mv.weight.into(), 2);
                }
            }
        }
        bytes
    }

    /// Decodes a whole game with legal moves; returns `None` for anything else.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<SelfPlayGame> {
        let mut bytes = Bytes(bytes);
        let index = bytes.signed(8)? as u64;
        let length = bytes.unsigned(self.length)? as usize;
        let start: AnyGame = std::str::from_utf8(bytes.slice(length)?)
            .ok()?
            .parse()
            .ok()?;
        let scores = if start.sides() <= 2 {
            1
        } else {
            start.players()
        };
        let plies = with_game!(&start, start => self.decode_plies(*start, scores, &mut bytes))?;
        bytes.0.is_empty().then_some(SelfPlayGame {
            index,
            start,
            plies,
        })
    }

    /// Decodes legal moves to the end of the game; `None` if the bytes are no such moves.
    fn decode_plies<G: EngineGame>(
        self,
        mut position: G,
        scores: usize,
        bytes: &mut Bytes<'_>,
    ) -> Option<Vec<Ply>> {
        let count = bytes.unsigned(self.length)?;
        let mut plies = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let bits = bytes.unsigned(self.mv)?;
            let mut found = None;
            // A move is written with the tile that it reveals.
            position.for_each_move(|mv| {
                let observed = position.observed(mv, position.last_turn());
                if G::move_bits(observed) == bits {
                    found = Some(observed);
                }
            });
            let mv = found?;
            let flags = bytes.unsigned(1)? as u8;
            let searched = if flags & SEARCHED == 0 {
                None
            } else {
                let depth = bytes.unsigned(1)? as u8;
                let scores = (0..scores)
                    .map(|_| Some(bytes.signed(self.score)? as Score))
                    .collect::<Option<_>>()?;
                let policy = if self.has_policies {
                    self.decode_policy(&position, bytes)?
                } else {
                    Vec::new()
                };
                Some(SearchResult {
                    scores,
                    exact: flags & EXACT != 0,
                    depth,
                    policy,
                })
            };
            plies.push(Ply {
                bits,
                kept: flags & KEPT != 0 && searched.is_some(),
                searched,
            });
            position.play(mv);
        }
        position.is_over().then_some(plies)
    }

    /// Decodes the weights of choices of a position; `None` if the bytes are none.
    fn decode_policy<G: EngineGame>(
        self,
        position: &G,
        bytes: &mut Bytes<'_>,
    ) -> Option<Vec<PolicyMove>> {
        let mut choices = Vec::new();
        position.for_each_choice(|choice| choices.push(G::move_bits(choice)));
        let count = bytes.unsigned(2)?;
        let moves = (0..count).map(|_| {
            let bits = bytes
                .unsigned(self.mv)
                .filter(|bits| choices.contains(bits))?;
            Some(PolicyMove {
                bits,
                weight: bytes.unsigned(2)? as u16,
            })
        });
        moves.collect()
    }
}

fn put(bytes: &mut Vec<u8>, number: i64, width: usize) {
    bytes.extend(&number.to_le_bytes()[..width]);
}

pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    fn slice(&mut self, length: usize) -> Option<&'a [u8]> {
        let (first, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(first)
    }

    /// Decodes a signed number of `width` bytes, 1 to 8; `None` if fewer are left.
    fn signed(&mut self, width: usize) -> Option<i64> {
        let mut all = [0; 8];
        all[8 - width..].copy_from_slice(self.slice(width)?);
        Some(i64::from_le_bytes(all) >> (8 * (8 - width)))
    }

    /// Decodes an unsigned number of `width` bytes, 1 to 4; `None` if fewer are left.
    pub(super) fn unsigned(&mut self, width: usize) -> Option<u32> {
        let mut all = [0; 4];
        all[..width].copy_from_slice(self.slice(width)?);
        Some(u32::from_le_bytes(all))
    }
}
