//! The features of several positions at once, side by side in the lanes of vectors.

use floe_fish::Position;
use floe_game::Score;
use floe_hex::{HexSet, HexSets, Layout, Paths};
use wide::i32x8;

use super::features::{FREEDOM, Ground, NAMES, NEAR, ONE, Reach, STUCK, TILES, territory};
use super::sides;

/// So many positions go side by side.
pub(crate) const ABREAST: usize = HexSets::COUNT;

/// A number for each position.
pub(super) type Each = i32x8;

/// The features of a side of each position.
pub(super) type Abreast = [Each; NAMES.len()];

/// Several floes.
struct Floes<L> {
    layout: L,
    free: HexSets,
    paths: Paths,
}

impl<L: Layout> Ground for Floes<L> {
    type Set = HexSets;

    #[inline]
    fn free(&self) -> HexSets {
        self.free
    }

    #[inline]
    fn neighbours(&self, sets: HexSets) -> HexSets {
        self.layout.neighbours_of_each(sets)
    }

    #[inline]
    fn within_a_slide(&self, sets: HexSets) -> HexSets {
        self.layout.within_a_slide(sets, &self.paths)
    }
}

/// What [`features`](super::features()) says of each of up to eight positions.
#[inline]
pub(super) fn features_of_each<const N: usize, L: Layout>(positions: &[Position<N, L>]) -> [Abreast; N] {
    let nothing = [HexSet::EMPTY; ABREAST];
    let (mut of_sides, mut free, mut odd, mut high) = ([nothing; N], nothing, nothing, nothing);
    for (lane, position) in positions.iter().enumerate().take(ABREAST) {
        let sides = sides(position);
        for side in 0..N {
            of_sides[side][lane] = sides[side];
        }
        free[lane] = position.free();
        let three = position.tiles_of(3);
        odd[lane] = position.tiles_of(1) | three;
        high[lane] = position.tiles_of(2) | three;
    }
    let (free, fish) = (HexSets::from(free), [odd.into(), high.into()]);
    let mut penguins = [HexSets::EMPTY; N];
    for side in 0..N {
        penguins[side] = of_sides[side].into();
    }
    let layout = positions[0].layout();
    let floes = Floes { layout, free, paths: layout.paths(free) };
    let mut features = [[Each::ZERO; NAMES.len()]; N];
    let mut reached = [HexSets::EMPTY; N];
    for side in 0..N {
        let mut rest = penguins[side];
        while !rest.is_empty() {
            let penguin = rest.first_of_each();
            rest -= penguin;
            let to = floes.within_a_slide(penguin) & free;
            reached[side] |= to;
            let moves = to.len();
            features[side][FREEDOM] += freedom(moves);
            features[side][STUCK] += each(penguin.len()) & each(moves).simd_eq(Each::ZERO);
        }
    }
    let reach = territory(&floes, penguins, reached);
    for (features, reach) in features.iter_mut().zip(&reach) {
        let Reach { alone, shared, awaited, near, .. } = *reach;
        let [one, two, more] = alone;
        let first = [one, two, more, shared[0], awaited[0], shared[1], awaited[1]];
        for (feature, sets) in features.iter_mut().zip(first) {
            *feature = worth(sets, fish);
        }
        features[NEAR] = worth(near, fish);
        features[TILES] = Each::splat(ONE) * each((one | two | more).len());
        features[STUCK] *= Each::splat(ONE);
    }
    features
}

/// What the tiles of each set are worth, by those that have an odd number of fish, and more than one.
#[inline]
fn worth(sets: HexSets, [odd, high]: [HexSets; 2]) -> Each {
    let (odd, high, tiles) = ((sets & odd).len(), (sets & high).len(), sets.len());
    let mut worth = [0; ABREAST];
    for lane in 0..ABREAST {
        worth[lane] = 128 * (odd[lane] + 2 * high[lane]) + tiles[lane];
    }
    each(worth)
}

/// [`super::features::freedom`] for each number of moves, without a table.
#[inline]
fn freedom(moves: [u64; ABREAST]) -> Each {
    let mut freedom = [0; ABREAST];
    for lane in 0..ABREAST {
        let exponent = u64::from(63 - (moves[lane] + 1).leading_zeros());
        freedom[lane] = 2 * (64 * exponent + ((moves[lane] + 1) << 6 >> exponent) - 64);
    }
    each(freedom)
}

#[inline]
fn each(numbers: [u64; ABREAST]) -> Each {
    let mut each = [0; ABREAST];
    for lane in 0..ABREAST {
        each[lane] = numbers[lane] as Score;
    }
    Each::from(each)
}
