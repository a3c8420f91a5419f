use floe_game::Score;
use floe_hex::{Hex, Layout, Standard};
use smallvec::SmallVec;

use crate::ending::{Ending, Normalized, Normalizer};
use crate::pieces::Pieces;

/// Move of an ending with its place in the order of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndingMove {
    /// The move as a number: of a slide that of [`floe_fish::Position`], which [`slide_of`] reads,
    /// or [`WAIT`].
    pub(super) bits: u16,
    /// Index of the child in [`Children`], if they have been made.
    pub(super) index: u16,
    /// Move score; the highest is searched first.
    pub(super) score: Score,
}

pub(super) type EndingMoves = SmallVec<[EndingMove; 64]>;

/// Ending after a move: `value of the move = base - value of rest`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The move as a number, as in [`EndingMove`]; zero if the side to move must pass.
    pub(super) bits: u16,
    /// Certain part of the value of the move, for the side that makes it, in 1/128 fish.
    pub(super) base: Score,
    /// Ending that is still open, with the other side to move; `None` if nothing is.
    pub(super) rest: Option<Ending>,
    /// Key of the rest.
    pub(super) key: u64,
}

pub(super) type Children = SmallVec<[Child; 48]>;

/// Number of a waiting move, above those of all slides.
pub(super) const WAIT: u16 = 1 << 12 | 1;

/// Hexes that the slide with this number in [`floe_fish::Position`] goes from and to.
#[inline]
pub(super) fn slide_of(bits: u16) -> (Hex, Hex) {
    (
        Hex::new(usize::from(bits - 1) / 64),
        Hex::new(usize::from(bits - 1) % 64),
    )
}

/// All moves of an ending, unordered; slides have the bits of [`floe_fish::Position`].
#[inline]
pub(super) fn moves_of(ending: &Ending) -> EndingMoves {
    let geometry = Standard.geometry();
    let mut moves = EndingMoves::new();
    for from in ending.me.penguins {
        for to in geometry.slides(from, ending.free) {
            moves.push(EndingMove {
                bits: 1 + (from.index() * 64 + to.index()) as u16,
                index: 0,
                score: 0,
            });
        }
    }
    if ending.waits > 0 {
        moves.push(EndingMove {
            bits: WAIT,
            index: 0,
            score: 0,
        });
    }
    moves
}

/// Sorts moves by their scores, deterministically.
#[inline]
pub(super) fn sort(moves: &mut EndingMoves) {
    moves.sort_unstable_by_key(|mv| (std::cmp::Reverse(mv.score), mv.bits));
}

impl Child {
    /// Makes a move; `pieces` are those of the free hexes before it.
    #[inline]
    pub(super) fn after(
        normalizer: &mut Normalizer<'_>,
        ending: &Ending,
        pieces: &Pieces,
        bits: u16,
    ) -> Child {
        if bits == WAIT {
            let after = Ending::new(
                ending.free,
                ending.other.penguins,
                ending.me.penguins,
                1 - ending.waits,
            );
            return Child::new(
                bits,
                0,
                &normalizer.normalize_pieces(&after, pieces.all.iter().copied()),
            );
        }
        let (from, to) = slide_of(bits);
        let normal = normalizer.after(ending, from, to, pieces);
        Child::new(bits, normalizer.fish.tile_value(to), &normal)
    }

    /// Lets the other side move on, because the side to move cannot.
    pub(super) fn pass(normalizer: &mut Normalizer<'_>, ending: &Ending) -> Child {
        if ending.other.penguins.is_empty() {
            return Child {
                bits: 0,
                base: 0,
                rest: None,
                key: 0,
            };
        }
        let turned = Ending::new(
            ending.free,
            ending.other.penguins,
            ending.me.penguins,
            -ending.waits,
        );
        let Normalized { certain, rest } = normalizer.normalize(&turned);
        let rest = rest.filter(|rest| !rest.me.penguins.is_empty() || rest.waits > 0);
        Child::new(0, 0, &Normalized { certain, rest })
    }

    #[inline]
    fn new(bits: u16, landed: Score, normal: &Normalized) -> Child {
        let key = normal.rest.as_ref().map_or(0, Ending::key);
        Child {
            bits,
            base: landed - normal.certain,
            rest: normal.rest,
            key,
        }
    }
}
