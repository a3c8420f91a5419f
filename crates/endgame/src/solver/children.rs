use floe_game::Score;
use floe_hex::{Hex, Layout, Standard};
use smallvec::SmallVec;

use crate::ending::{Ending, Normalized, Normalizer};
use crate::pieces::Pieces;

/// A move of an ending, to be ordered among the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndingMove {
    /// The hexes that the move goes from and to; a waiting move has bits of its own.
    pub(super) bits: u16,
    /// Number of the child among those that have been looked at.
    pub(super) index: u16,
    /// Place in the order of moves, highest first.
    pub(super) score: Score,
}

pub(super) type EndingMoves = SmallVec<[EndingMove; 64]>;

/// The ending after a move: `value of the move = base - value of rest`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The bits of the move.
    pub(super) bits: u16,
    /// Value of the move before the rest is decided.
    pub(super) base: Score,
    /// The rest, the other side to move; none where the base is the value.
    pub(super) rest: Option<Ending>,
    /// The key of the rest.
    pub(super) key: u64,
}

pub(super) type Children = SmallVec<[Child; 48]>;

/// The bits of a waiting move.
pub(super) const WAIT: u16 = 1 << 12 | 1;

/// The hexes that the slide with these bits goes from and to.
#[inline]
pub(super) fn slide_of(bits: u16) -> (Hex, Hex) {
    (Hex::new(usize::from(bits - 1) / 64), Hex::new(usize::from(bits - 1) % 64))
}

/// All moves of an ending, in no order yet; slides have the bits that they have in games.
#[inline]
pub(super) fn moves_of(ending: &Ending) -> EndingMoves {
    let geometry = Standard.geometry();
    let mut moves = EndingMoves::new();
    for from in ending.mine {
        for to in geometry.slides(from, ending.free) {
            moves.push(EndingMove { bits: 1 + (from.index() * 64 + to.index()) as u16, index: 0, score: 0 });
        }
    }
    if ending.waits > 0 {
        moves.push(EndingMove { bits: WAIT, index: 0, score: 0 });
    }
    moves
}

/// Sorts moves by their scores, in an order that is always the same.
#[inline]
pub(super) fn sort(moves: &mut EndingMoves) {
    moves.sort_unstable_by_key(|mv| (std::cmp::Reverse(mv.score), mv.bits));
}

impl Child {
    /// The ending after a move; `pieces` are those of the free hexes before it.
    #[inline]
    pub(super) fn after(normalizer: &mut Normalizer<'_>, ending: &Ending, pieces: &Pieces, bits: u16) -> Child {
        if bits == WAIT {
            let after = Ending::new(ending.free, ending.theirs, ending.mine, 1 - ending.waits);
            return Child::new(bits, 0, &normalizer.normalize_pieces(&after, pieces.all.iter().copied()));
        }
        let (from, to) = slide_of(bits);
        let normal = normalizer.after(ending, from, to, pieces);
        Child::new(bits, normalizer.fish.worth_of(to), &normal)
    }

    #[inline]
    fn new(bits: u16, landed: Score, normal: &Normalized) -> Child {
        let key = normal.rest.as_ref().map_or(0, Ending::key);
        Child { bits, base: landed - normal.certain, rest: normal.rest, key }
    }
}
