use floe_hex::{Hex, HexSet, Layout, Standard};
use smallvec::SmallVec;

/// Connected free hexes, and their neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) free: HexSet,
    /// Neighbours of `free`; penguins on them are next to the piece.
    pub(crate) beside: HexSet,
}

/// Connected components of the free hexes.
///
/// A move takes one hex from one piece, so most pieces after a move are those before it.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub(crate) all: SmallVec<[Piece; 8]>,
    /// Hexes next to more than one piece: a penguin there joins them.
    pub(crate) joints: HexSet,
}

impl Pieces {
    pub(crate) fn of(free: HexSet) -> Pieces {
        let mut pieces = Pieces {
            all: SmallVec::new(),
            joints: HexSet::EMPTY,
        };
        let mut beside = HexSet::EMPTY;
        for piece in pieces_of(free) {
            pieces.joints |= beside & piece.beside;
            beside |= piece.beside;
            pieces.all.push(piece);
        }
        pieces
    }

    #[inline]
    pub(crate) fn around(&self, hex: Hex) -> &Piece {
        self.all
            .iter()
            .find(|piece| piece.free.contains(hex))
            .expect("the hex is free")
    }

    /// Calls `visit` with the pieces of the hexes without one of them.
    #[inline]
    pub(crate) fn for_each_without(&self, hex: Hex, mut visit: impl FnMut(Piece)) {
        for &piece in &self.all {
            if !piece.free.contains(hex) {
                visit(piece);
                continue;
            }
            let rest = piece.free - hex.into();
            if Standard.neighbourhood(hex, rest).is_split() {
                pieces_of(rest).for_each(&mut visit);
            } else if !rest.is_empty() {
                visit(Piece {
                    free: rest,
                    beside: Standard.neighbours(rest),
                });
            }
        }
    }
}

/// Connected components of `free` that contain a hex of `seeds`.
#[inline]
pub(crate) fn components(free: HexSet, seeds: HexSet) -> impl Iterator<Item = HexSet> {
    let mut left = seeds & free;
    std::iter::from_fn(move || {
        let first = HexSet::from(left.first()?);
        let component = first | Standard.flood(first, free);
        left -= component;
        Some(component)
    })
}

/// All pieces of `free`.
#[inline]
pub(crate) fn pieces_of(free: HexSet) -> impl Iterator<Item = Piece> {
    components(free, free).map(move |free| Piece {
        free,
        beside: Standard.neighbours(free),
    })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn pieces_without_a_hex_are_those_found_anew() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let sorted = |mut pieces: Vec<Piece>| {
            pieces.sort_by_key(|piece| piece.free.first());
            pieces
        };
        for round in 0..20_000 {
            let share = 0.3 + 0.1 * f64::from(round % 6);
            let free: HexSet = Standard
                .geometry()
                .hexes()
                .into_iter()
                .filter(|_| rng.random_bool(share))
                .collect();
            let Some(hex) = free.nth(rng.random_range(0..free.len().max(1))) else {
                continue;
            };
            let mut pieces = Vec::new();
            Pieces::of(free).for_each_without(hex, |piece| pieces.push(piece));
            let anew = Pieces::of(free - hex.into()).all.to_vec();
            assert_eq!(sorted(pieces), sorted(anew), "{free:?} {hex:?}");
        }
    }
}
