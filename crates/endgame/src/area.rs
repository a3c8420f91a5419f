use floe_hex::{Hex, HexSet, Layout, Standard};

use crate::key::fold;

/// Free hexes, and the penguins that can reach them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Area {
    pub(crate) free: HexSet,
    pub(crate) penguins: HexSet,
}

impl Area {
    /// A key for tables, other than those of endings.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        fold(self.free.to_bits() ^ 0x4cf5_ad43_2745_937f, self.penguins.to_bits() ^ 0x52dc_e729_da3e_d8c1)
    }

    /// The part around a free hex, joined by penguins that touch several pieces, and the penguins beside it.
    #[inline]
    pub(crate) fn part_around(self, hex: Hex) -> Area {
        let mut free = HexSet::of(hex);
        loop {
            free |= Standard.flood(free, self.free);
            let penguins = self.penguins & Standard.neighbours(free);
            let touched = Standard.neighbours(penguins) & self.free;
            if touched.is_subset(free) {
                return Area { free, penguins };
            }
            free |= touched;
        }
    }

    /// All parts that no penguin joins, in the order of their first hexes.
    #[inline]
    pub(crate) fn parts(self) -> impl Iterator<Item = Area> {
        let mut left = self;
        std::iter::from_fn(move || {
            let part = left.part_around(left.free.first()?);
            left.free -= part.free;
            Some(part)
        })
    }
}
