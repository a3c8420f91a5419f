//! Features of positions on the official floe with a ring around it, one position in every lane.

use floe_game::POINT;
use floe_hex::{HexSet, RingPaths, RingSets};
use floe_variants::{OwnFeatures, VariantKnowledge, VariantPosition};
use wide::i32x8;

use crate::Features;
use crate::features::{Set, Terrain, features_and_reach};
use crate::terrain::LANES;

/// Features of `N` sides of up to [`LANES`] positions, one a lane, and those that only the variant
/// has, of each position.
pub(crate) type RingFeatures<const N: usize> = ([Features<i32x8>; N], [[OwnFeatures; N]; LANES]);

/// The floes of up to [`LANES`] positions, one a lane.
struct RingBatch {
    free: RingSets,
    /// Hexes that penguins can cross, but not stop on.
    barred: RingSets,
    paths: RingPaths,
    /// Tiles that count for who takes them, those of them with an odd number of fish, and those
    /// with two or three fish.
    valued: RingSets,
    odd: RingSets,
    high: RingSets,
}

impl RingBatch {
    fn new<V: VariantKnowledge<Word = u128>>(positions: &[VariantPosition<V>]) -> RingBatch {
        let mut sets = [[HexSet::EMPTY; LANES]; 5];
        for (lane, position) in positions.iter().enumerate().take(LANES) {
            let free = position.free();
            let valued = position.state().valued(position);
            let [odd, high] = position.odd_and_high();
            let of_position = [
                free,
                position.crossing(),
                valued,
                odd & valued,
                high & valued,
            ];
            for (sets, set) in sets.iter_mut().zip(of_position) {
                sets[lane] = set;
            }
        }
        let [free, crossing, valued, odd, high] = sets;
        let free = RingSets::from(free);
        let crossing = RingSets::from(crossing);
        RingBatch {
            free,
            barred: crossing - free,
            paths: RingSets::paths(crossing),
            valued: valued.into(),
            odd: odd.into(),
            high: high.into(),
        }
    }
}

impl Terrain for RingBatch {
    type Set = RingSets;

    #[inline]
    fn free(&self) -> RingSets {
        self.free
    }

    #[inline]
    fn neighbours(&self, set: RingSets) -> RingSets {
        set.neighbours()
    }

    #[inline]
    fn within_a_slide(&self, set: RingSets) -> RingSets {
        set | (set.within_a_slide(&self.paths) - self.barred)
    }

    #[inline]
    fn value(&self, set: RingSets) -> i32x8 {
        let fish = (set & self.odd).count() + ((set & self.high).count() << 1);
        (fish << POINT.ilog2()) + (set & self.valued).count()
    }

    #[inline]
    fn for_each_penguin<const N: usize>(
        &self,
        sides: &[RingSets; N],
        mut visit: impl FnMut(usize, RingSets, RingSets),
    ) {
        for (side, &penguins) in sides.iter().enumerate() {
            let mut rest = penguins;
            while !rest.is_empty() {
                let penguin = rest.first_of_each();
                rest -= penguin;
                visit(
                    side,
                    penguin,
                    penguin.within_a_slide(&self.paths) & self.free,
                );
            }
        }
    }
}

/// Features of `N` sides of up to [`LANES`] positions on the official floe with a ring, and those
/// that only the variant has, of each position. `sides` returns the penguins of each side of a
/// position, the side to move first.
pub(crate) fn ring_features<const N: usize, V: VariantKnowledge<Word = u128>>(
    positions: &[VariantPosition<V>],
    sides: impl Fn(&VariantPosition<V>) -> [HexSet<u128>; N],
) -> RingFeatures<N> {
    let mut penguins = [[HexSet::EMPTY; LANES]; N];
    for (lane, position) in positions.iter().enumerate() {
        for (penguins, side) in penguins.iter_mut().zip(sides(position)) {
            penguins[lane] = side;
        }
    }
    let mut all = [RingSets::EMPTY; N];
    for place in 0..N {
        all[place] = penguins[place].into();
    }
    let (features, reach) = features_and_reach(&RingBatch::new(positions), all);
    let mut reached = penguins;
    for place in 0..N {
        reached[place] = reach[place].to_array();
    }
    let mut own = [[OwnFeatures::default(); N]; LANES];
    for (lane, position) in positions.iter().enumerate() {
        let mut sides = [HexSet::EMPTY; N];
        let mut reach = [HexSet::EMPTY; N];
        for place in 0..N {
            sides[place] = penguins[place][lane];
            reach[place] = reached[place][lane];
        }
        own[lane] = position
            .state()
            .own_features_by_reach(position, sides, reach);
    }
    (features, own)
}
