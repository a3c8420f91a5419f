//! The features of several positions at once, side by side in the lanes of vectors.

use floe_fish::Position;
use floe_game::Score;
use floe_hex::{HexSet, HexSets, Layout, Paths, Standard};
use wide::bytemuck::cast;

use super::features::{
    Each, FREEDOM, FeatureBatch, Ground, NAMES, NEAR, ONE, Reach, SHARED, STUCK, TILES, once_and_more, territory,
};
use super::hands;
use super::quantized::{Inputs, Pair};
use super::sight::of_others;

/// So many positions go side by side.
pub(crate) const ABREAST: usize = HexSets::COUNT;

/// What the network sees of each position.
pub(super) type SightsAbreast<const N: usize, const P: usize> = Inputs<[Pair; ABREAST], N, P>;

/// Several positions.
pub(super) struct Several<const N: usize> {
    free: HexSets,
    paths: Paths,
    /// The penguins of each side, of the one to move first.
    sides: [HexSets; N],
    /// Tiles with an odd number of fish, and with more than one.
    fish: [HexSets; 2],
    hands: Each,
}

impl<const N: usize> Ground for Several<N> {
    type Set = HexSets;

    #[inline]
    fn free(&self) -> HexSets {
        self.free
    }

    #[inline]
    fn neighbours(&self, sets: HexSets) -> HexSets {
        Standard.neighbours_of_each(sets)
    }

    #[inline]
    fn within_a_slide(&self, sets: HexSets) -> HexSets {
        Standard.within_a_slide(sets, &self.paths)
    }
}

impl<const N: usize> Several<N> {
    /// Up to eight positions, one at least, of which `sides` tells the sides.
    #[inline]
    pub(super) fn new<'a, const M: usize>(
        positions: impl Iterator<Item = (&'a Position<M>, [HexSet; N])>,
    ) -> Several<N>
where {
        let nothing = [HexSet::EMPTY; ABREAST];
        let (mut of_sides, mut free, mut odd, mut high) = ([nothing; N], nothing, nothing, nothing);
        let mut hand = [0; ABREAST];
        for (lane, (position, sides)) in positions.take(ABREAST).enumerate() {
            for side in 0..N {
                of_sides[side][lane] = sides[side];
            }
            free[lane] = position.free();
            let three = position.tiles_of(3);
            odd[lane] = position.tiles_of(1) | three;
            high[lane] = position.tiles_of(2) | three;
            hand[lane] = hands(position) as Score;
        }
        let mut sides = [HexSets::EMPTY; N];
        for side in 0..N {
            sides[side] = of_sides[side].into();
        }
        let free = HexSets::from(free);
        Several { free, paths: Standard.paths(free), sides, fish: [odd.into(), high.into()], hands: hand.into() }
    }

    /// What [`features`](super::features()) says of each of them.
    #[inline]
    pub(super) fn features(&self) -> [FeatureBatch; N] {
        let mut features = [[Each::ZERO; NAMES.len()]; N];
        let mut reached = [HexSets::EMPTY; N];
        for side in 0..N {
            let mut rest = self.sides[side];
            while !rest.is_empty() {
                let penguin = rest.first_of_each();
                rest -= penguin;
                let to = self.within_a_slide(penguin) & self.free;
                reached[side] |= to;
                features[side][FREEDOM] += freedom(each(to.len()));
            }
        }
        self.count(&territory(self, self.sides, &mut reached), &mut features);
        features
    }

    /// What the penguins of every side stand on is worth.
    #[inline]
    pub(super) fn standing(&self) -> [Each; N] {
        self.sides.map(|side| self.worth(side))
    }

    /// Counts the features but for freedom, most of which come from who reaches what first.
    #[inline]
    fn count(&self, reach: &[Reach<HexSets>; N], features: &mut [FeatureBatch; N]) {
        let beside_free = self.neighbours(self.free);
        let two_share = if N == 2 { reach[0].shared.map(|shared| self.worth(shared)) } else { [Each::ZERO; 2] };
        for (side, (features, reach)) in features.iter_mut().zip(reach).enumerate() {
            let Reach { alone, shared, awaited, near, .. } = *reach;
            let [one, two, more] = alone;
            for (feature, sets) in features.iter_mut().zip(alone) {
                *feature = self.worth(sets);
            }
            for later in 0..2 {
                let [shares, awaits] = [SHARED[later], SHARED[later] + 1];
                (features[shares], features[awaits]) = match (N, side) {
                    // What one of two reaches as early as the other it shares, and the other awaits.
                    (2, 0) => (two_share[later], Each::ZERO),
                    (2, _) => (Each::ZERO, two_share[later]),
                    _ => (self.worth(shared[later]), self.worth(awaited[later])),
                };
            }
            features[NEAR] = self.worth(near);
            features[TILES] = tiles(one | two | more);
            features[STUCK] = tiles(self.sides[side] - beside_free);
        }
    }

    /// What [`look`](super::look) says of each of them, of two sides.
    #[inline]
    pub(super) fn look<const P: usize>(&self) -> ([FeatureBatch; N], SightsAbreast<N, P>) {
        let mut features = [[Each::ZERO; NAMES.len()]; N];
        let (mut reached, own) = ([HexSets::EMPTY; N], P / N);
        let (mut penguins, mut reach) = ([HexSets::EMPTY; P], [HexSets::EMPTY; P]);
        let mut moves = [Each::ZERO; P];
        let mut more = HexSets::EMPTY;
        for side in 0..N {
            let mut rest = self.sides[side];
            for penguin in side * own..(side + 1) * own {
                penguins[penguin] = rest.first_of_each();
                rest -= penguins[penguin];
                let to = self.within_a_slide(penguins[penguin]) & self.free;
                reach[penguin] = to;
                more |= to & once_and_more(&reached).0;
                reached[side] |= to;
                moves[penguin] = each(to.len());
                features[side][FREEDOM] += freedom(moves[penguin]);
            }
        }
        let mut sight =
            Inputs { penguins: [Default::default(); P], sides: [Default::default(); N], all: Default::default() };
        for penguin in 0..P {
            let safe = self.free - of_others(&reached, penguin / own);
            let [one, two, three, room] = self.surroundings(penguins[penguin], safe);
            let alone = each((reach[penguin] - more).len());
            let seen = [paired(moves[penguin], one), paired(two, three), paired(alone, room)];
            sight.penguins[penguin][..seen.len()].copy_from_slice(&seen);
        }
        let reach = territory(self, self.sides, &mut reached);
        self.count(&reach, &mut features);
        let floods = self.floods(reached);
        for side in 0..N {
            let (all, near) = (&features[side], tiles(reach[side].near));
            let own = floods[side] - of_others(&floods, side);
            sight.sides[side] = [
                paired(all[0], all[1]),
                paired(all[2], all[TILES]),
                paired(all[NEAR], all[FREEDOM]),
                paired(all[STUCK], near),
                paired(self.worth(reach[side].beside), self.worth(own)),
                paired(tiles(own), Each::ZERO),
            ];
        }
        let shared = SHARED.map(|shared| features.iter().fold(Each::ZERO, |sum, features| sum + features[shared]));
        let free = each(self.free.len());
        let hands = paired(Each::splat(ONE) * self.hands, Each::ZERO);
        sight.all = [paired(shared[0], shared[1]), paired(Each::splat(ONE) * free, free * free), hands];
        (features, sight)
    }

    /// What is around a penguin of each: free tiles within one step, two and three, and tiles within four steps over these that are safe.
    #[inline]
    fn surroundings(&self, penguins: HexSets, safe: HexSets) -> [Each; 4] {
        let beside = self.neighbours(penguins);
        let one = beside & self.free;
        let two = one | self.neighbours(one) & self.free;
        let three = two | self.neighbours(two) & self.free;
        let mut room = beside & safe;
        for _ in 2..=4 {
            room |= self.neighbours(room) & safe;
        }
        [one, two, three, room].map(|hexes| each(hexes.len()))
    }

    /// The free hexes that each side can ever get to, of those that it gets to from here; where all get to the same, that says it all.
    #[inline]
    fn floods(&self, mut reached: [HexSets; N]) -> [HexSets; N] {
        while reached[1..].iter().any(|&other| other != reached[0]) {
            let before = reached;
            for own in &mut reached {
                *own = self.within_a_slide(*own);
            }
            if reached == before {
                break;
            }
        }
        reached
    }

    /// What the tiles of each set are worth.
    #[inline]
    fn worth(&self, sets: HexSets) -> Each {
        worth(sets, self.fish)
    }
}

/// How many there are, in the measure of scores.
#[inline]
fn tiles(sets: HexSets) -> Each {
    Each::splat(ONE) * each(sets.len())
}

/// Two inputs of the network for each position.
#[inline]
fn paired(first: Each, second: Each) -> [Pair; ABREAST] {
    (first & Each::splat(0xffff) | second << 16_i32).to_array()
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

/// [`super::features::freedom`] for each number of moves below 128, without a table.
///
/// The exponent and the fraction of a number in floating point, read as one whole number, are its binary logarithm, between powers of two in a
/// straight line.
#[inline]
fn freedom(moves: Each) -> Each {
    const FRACTION: u32 = f32::MANTISSA_DIGITS - 1 - ONE.ilog2();
    const OF_ONE: Score = (1.0_f32.to_bits() >> FRACTION) as Score;
    let bits: Each = cast((moves + Each::splat(1)).round_float());
    (bits >> FRACTION) - Each::splat(OF_ONE)
}

#[inline]
fn each(numbers: [u64; ABREAST]) -> Each {
    let mut each = [0; ABREAST];
    for lane in 0..ABREAST {
        each[lane] = numbers[lane] as Score;
    }
    Each::from(each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freedom_is_told_side_by_side_as_by_the_table() {
        for moves in 0..128 {
            let told = freedom(Each::splat(moves)).to_array();
            assert_eq!(told, [super::super::features::freedom(moves as u32); ABREAST], "{moves}");
        }
    }
}
