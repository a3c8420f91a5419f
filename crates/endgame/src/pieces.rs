use floe_hex::{Hex, HexSet, Layout, Standard};
use smallvec::SmallVec;

/// Free hexes that hang together, and the hexes beside them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) free: HexSet,
    /// The neighbours of `free`: the penguins on them touch it.
    pub(crate) beside: HexSet,
}

/// How free hexes hang together, without the help of penguins.
///
/// A move takes one hex from one piece; so the pieces after a move follow from those before it, and most
/// pieces need no second look.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub(crate) all: SmallVec<[Piece; 8]>,
    /// The hexes beside more than one piece: a penguin there joins them.
    pub(crate) joints: HexSet,
}

impl Pieces {
    pub(crate) fn of(free: HexSet) -> Pieces {
        let mut pieces = Pieces { all: SmallVec::new(), joints: HexSet::EMPTY };
        let mut beside = HexSet::EMPTY;
        for piece in pieces_of(free) {
            pieces.joints |= beside & piece.beside;
            beside |= piece.beside;
            pieces.all.push(piece);
        }
        pieces
    }

    /// The piece that a free hex is part of.
    #[inline]
    pub(crate) fn around(&self, hex: Hex) -> &Piece {
        self.all.iter().find(|piece| piece.free.contains(hex)).expect("the hex is free")
    }

    /// The pieces of the same hexes without one.
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
                visit(Piece { free: rest, beside: Standard.neighbours(rest) });
            }
        }
    }
}

/// The connected components of `free` that touch or hold a hex of `seeds`.
#[inline]
pub(crate) fn components(free: HexSet, seeds: HexSet) -> impl Iterator<Item = HexSet> {
    let mut left = seeds & free;
    std::iter::from_fn(move || {
        let first = HexSet::of(left.first()?);
        let component = first | Standard.flood(first, free);
        left -= component;
        Some(component)
    })
}

/// All pieces of `free`.
#[inline]
pub(crate) fn pieces_of(free: HexSet) -> impl Iterator<Item = Piece> {
    components(free, free).map(move |free| Piece { free, beside: Standard.neighbours(free) })
}

#[cfg(test)]
mod tests {
    use floe_hex::Standard;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn a_hex_less_is_as_if_looked_at_anew() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let sorted = |mut pieces: Vec<Piece>| {
            pieces.sort_by_key(|piece| piece.free.first());
            pieces
        };
        for round in 0..20_000 {
            let share = 0.3 + 0.1 * f64::from(round % 6);
            let free: HexSet = Standard.geometry().hexes().into_iter().filter(|_| rng.random_bool(share)).collect();
            let Some(hex) = free.nth(rng.random_range(0..free.len().max(1))) else { continue };
            let mut pieces = Vec::new();
            Pieces::of(free).for_each_without(hex, |piece| pieces.push(piece));
            let anew = Pieces::of(free - hex.into()).all.to_vec();
            assert_eq!(sorted(pieces), sorted(anew), "{free:?} {hex:?}");
        }
    }
}
