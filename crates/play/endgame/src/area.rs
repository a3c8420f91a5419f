use floe_hex::{Hex, HexSet, Layout, Standard};

use crate::entry::fold;

/// Free hexes, and the penguins next to them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Area {
    pub(crate) free: HexSet,
    pub(crate) penguins: HexSet,
}

impl Area {
    /// Key for tables, different from the keys of endings.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        fold(
            self.free.to_bits() ^ 0x4cf5_ad43_2745_937f,
            self.penguins.to_bits() ^ 0x52dc_e729_da3e_d8c1,
        )
    }

    /// Connected sub-area around a free hex: a piece, all pieces that penguins join to it, and the
    /// penguins next to them.
    #[inline]
    pub(crate) fn sub_area_around(self, hex: Hex) -> Area {
        let mut free = HexSet::from(hex);
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

    /// All sub-areas that no penguin joins, in the order of their first hexes.
    #[inline]
    pub(crate) fn sub_areas(self) -> impl Iterator<Item = Area> {
        let mut left = self;
        std::iter::from_fn(move || {
            let area = left.sub_area_around(left.free.first()?);
            left.free -= area.free;
            Some(area)
        })
    }
}
