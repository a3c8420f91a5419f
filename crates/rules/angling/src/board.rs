//! One place changes what lies in a lake. Contents and what the angler knows of them change
//! together here and nowhere else, so that nothing is known of an empty space.

use crate::lake::{LakeSpace, LakeSpaces};
use crate::tile::LakeTile;

/// Content of a space whose tile is unknown to the player of the view.
const UNKNOWN: u8 = 15;

/// Tiles of a lake, and which of them the player who fishes knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// Four bits a space: 0 if it is empty, the number of its tile, or [`UNKNOWN`].
    contents: u64,
    /// Tiles that the player who fishes knows.
    known: LakeSpaces,
}

impl Board {
    pub(crate) const EMPTY: Board = Board {
        contents: 0,
        known: LakeSpaces::EMPTY,
    };

    /// Spaces on which a tile lies, known or not.
    #[inline]
    pub(crate) fn occupied(&self) -> LakeSpaces {
        let any = self.contents | self.contents >> 1;
        let mut bits = (any | any >> 2) & 0x1111_1111_1111_1111;
        // Gathers one bit of each nibble.
        bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
        bits = (bits | bits >> 6) & 0x000f_000f_000f_000f;
        bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff;
        LakeSpaces::from_bits((bits | bits >> 24) as u16)
    }

    /// Spaces with a tile that the player who fishes knows.
    #[inline]
    pub(crate) const fn known(&self) -> LakeSpaces {
        self.known
    }

    #[inline]
    const fn content(&self, space: LakeSpace) -> u8 {
        (self.contents >> (4 * space.index()) & 15) as u8
    }

    #[inline]
    fn set_content(&mut self, space: LakeSpace, content: u8) {
        let shift = 4 * space.index();
        self.contents = self.contents & !(15 << shift) | u64::from(content) << shift;
    }

    /// Whether a tile lies on `space`, known or not.
    #[inline]
    pub(crate) const fn has_tile(&self, space: LakeSpace) -> bool {
        self.content(space) != 0
    }

    /// Whether on `space` lies a tile that is unknown in a view.
    #[inline]
    pub(crate) const fn is_unknown(&self, space: LakeSpace) -> bool {
        self.content(space) == UNKNOWN
    }

    /// Tile on `space`; `None` if no tile lies there, or if it is unknown in a view.
    #[inline]
    pub(crate) const fn tile(&self, space: LakeSpace) -> Option<LakeTile> {
        LakeTile::from_number(self.content(space))
    }

    /// Lays a tile, or one that is unknown in a view.
    #[inline]
    pub(crate) fn lay(&mut self, space: LakeSpace, tile: Option<LakeTile>) {
        self.set_content(space, tile.map_or(UNKNOWN, LakeTile::number));
    }

    /// Notes that the player who fishes knows the tile on `space`; nothing if a view does not.
    pub(crate) fn reveal(&mut self, space: LakeSpace) {
        if !self.is_unknown(space) {
            self.known = self.known | space.into();
        }
    }

    /// Notes that the player who fishes knows no tile.
    pub(crate) fn forget(&mut self) {
        self.known = LakeSpaces::EMPTY;
    }

    /// Takes the tile from `space`.
    pub(crate) fn take(&mut self, space: LakeSpace) {
        self.set_content(space, 0);
        self.known = self.known - space.into();
    }

    /// Exchanges what lies on two spaces, with what is known of it.
    pub(crate) fn exchange(&mut self, a: LakeSpace, b: LakeSpace) {
        let content = self.content(a);
        let other = self.content(b);
        self.set_content(a, other);
        self.set_content(b, content);
        let both = LakeSpaces::from(a) | b.into();
        let known = self.known & both;
        if known.len() == 1 {
            self.known = (self.known - known) | (both - known);
        }
    }

    /// Contents and what is known, for a hash.
    pub(crate) fn bits(&self) -> (u64, u16) {
        (self.contents, self.known.bits())
    }
}
