//! Features of a side: which tiles it reaches first, and how mobile its penguins are.
//!
//! They are computed by the same code for one position and for a position in every lane of a
//! vector.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Mul, Shl, Shr, Sub, SubAssign};

use floe_game::{POINT, Score};
use floe_hex::{HexSet, HexSets, RingSets, Word};
use wide::bytemuck::cast;
use wide::i32x8;

/// Features of a side in the order of [`FEATURE_NAMES`], in 1/128 fish; a tile, a move and a
/// penguin count [`POINT`] each. `T` is a number, or a number in every lane.
pub type Features<T = Score> = [T; FEATURE_NAMES.len()];

/// Names of the features of a side, in files of weights and for people.
pub const FEATURE_NAMES: [&str; 11] = [
    // Tiles that this side alone reaches with the fewest slides: one, two, more.
    "first-in-one",
    "first-in-two",
    "first-in-more",
    // Tiles that it reaches as early as another side: those that it is first of them to move to,
    // and the others.
    "shared-in-one",
    "awaited-in-one",
    "shared-later",
    "awaited-later",
    // Number of tiles that it reaches first.
    "tiles",
    // Tiles that this side alone reaches with the fewest steps to neighbours.
    "near",
    // Sum of log2(moves + 1) over its penguins.
    "freedom",
    // Number of its penguins that cannot move.
    "stuck",
];

/// Places of the tiles that a side reaches as early as others and is first to move to.
pub(super) const SHARED: [usize; 2] = [3, 5];
/// Place of the number of tiles reached first.
pub(super) const TILES: usize = 7;
/// Place of the territory by king distance.
pub(super) const KING_DISTANCE: usize = 8;
/// Place of the mobility.
pub(super) const MOBILITY: usize = 9;
/// Place of the number of immobile penguins.
pub(super) const IMMOBILE: usize = 10;
/// A number for one position, or a vector of numbers with another position in each lane.
pub trait Number:
    Copy
    + Default
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + SubAssign
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<i32, Output = Self>
    + Shr<i32, Output = Self>
{
    /// The number that has `number` in every lane.
    fn splat(number: Score) -> Self;

    /// The number itself, or one if it is larger; in every lane by itself.
    fn at_most_one(self) -> Self;

    /// The number itself, or zero if it is negative; in every lane by itself.
    fn at_least_zero(self) -> Self;

    /// Mobility of a penguin that has this number of moves, which must be below 128: `128 *
    /// log2(moves + 1)`, linear between powers of two.
    fn mobility(self) -> Self;
}

impl Number for Score {
    #[inline]
    fn splat(number: Score) -> Score {
        number
    }

    #[inline]
    fn at_most_one(self) -> Score {
        self.min(1)
    }

    #[inline]
    fn at_least_zero(self) -> Score {
        self.max(0)
    }

    #[inline]
    fn mobility(self) -> Score {
        MOBILITIES[self as usize]
    }
}

impl Number for i32x8 {
    #[inline]
    fn splat(number: Score) -> i32x8 {
        i32x8::splat(number)
    }

    #[inline]
    fn at_most_one(self) -> i32x8 {
        self.min(i32x8::splat(1))
    }

    #[inline]
    fn at_least_zero(self) -> i32x8 {
        self.max(i32x8::ZERO)
    }

    /// Exponent and fraction of a floating-point number, read as one integer, are its binary
    /// logarithm, linear between powers of two.
    #[inline]
    fn mobility(self) -> i32x8 {
        const FRACTION: u32 = f32::MANTISSA_DIGITS - 1 - POINT.ilog2();
        const OF_ONE: Score = (1.0_f32.to_bits() >> FRACTION) as Score;
        let bits: i32x8 = cast((self + i32x8::splat(1)).round_float());
        (bits >> FRACTION) - i32x8::splat(OF_ONE)
    }
}

/// More moves than a penguin has on any outline: six lines of rows of 26 hexes.
const MAX_MOVES: usize = 160;
/// Mobility by number of moves.
const MOBILITIES: [Score; MAX_MOVES] = {
    let mut mobilities = [0; MAX_MOVES];
    let mut moves = 0;
    while moves < MAX_MOVES {
        mobilities[moves] = log2(moves as u32 + 1) * POINT / 64;
        moves += 1;
    }
    mobilities
};

/// `64 * log2(n)`, linear between powers of two.
const fn log2(n: u32) -> Score {
    let exponent = n.ilog2();
    let rest = (n << 6 >> exponent) as Score - 64;
    64 * exponent as Score + rest
}

/// A set of hexes of one floe, or a vector of sets with another floe in each lane.
pub trait Set:
    Copy + Default + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Sub<Output = Self>
{
    /// Type of the numbers that count the hexes of a set of this type.
    type Number: Number;

    /// Number of hexes in the set, in every lane by itself.
    fn count(self) -> Self::Number;
}

impl<W: Word> Set for HexSet<W> {
    type Number = Score;

    #[inline]
    fn count(self) -> Score {
        self.len() as Score
    }
}

impl Set for HexSets {
    type Number = i32x8;

    #[inline]
    fn count(self) -> i32x8 {
        in_lanes(self.len())
    }
}

impl Set for RingSets {
    type Number = i32x8;

    #[inline]
    fn count(self) -> i32x8 {
        in_lanes(self.len())
    }
}

/// Numbers of hexes, one in every lane.
#[inline]
fn in_lanes(lens: [u64; HexSets::COUNT]) -> i32x8 {
    let mut counts = [0; HexSets::COUNT];
    for lane in 0..HexSets::COUNT {
        counts[lane] = lens[lane] as Score;
    }
    counts.into()
}

/// Numbers that go with the sets of a terrain.
pub(crate) type NumberOf<T> = <<T as Terrain>::Set as Set>::Number;

pub(crate) trait Terrain {
    /// Sets of its hexes.
    type Set: Set;

    /// Free tiles.
    fn free(&self) -> Self::Set;

    /// Hexes that touch a hex of the set.
    fn neighbours(&self, set: Self::Set) -> Self::Set;

    /// The set with all free tiles that one slide from it leads to.
    fn within_a_slide(&self, set: Self::Set) -> Self::Set;

    /// Value of tiles, in 1/128 fish.
    fn value(&self, set: Self::Set) -> NumberOf<Self>;

    /// Visits every penguin: its side, its hex and the tiles that it can slide to.
    fn for_each_penguin<const N: usize>(
        &self,
        sides: &[Self::Set; N],
        visit: impl FnMut(usize, Self::Set, Self::Set),
    );
}

/// Features of the sides with these penguins, the side to move first.
///
/// Their core is who reaches which tile first, as in the queen distance of Amazons (Lieberum 2005).
#[inline]
pub(crate) fn features<const N: usize, T: Terrain>(
    terrain: &T,
    sides: [T::Set; N],
) -> [Features<NumberOf<T>>; N] {
    features_and_reach(terrain, sides).0
}

/// The features of the sides, and the tiles that the penguins of each can slide to.
#[inline]
pub(crate) fn features_and_reach<const N: usize, T: Terrain>(
    terrain: &T,
    sides: [T::Set; N],
) -> ([Features<NumberOf<T>>; N], [T::Set; N]) {
    let (mut features, mut reached) = ([Features::default(); N], [T::Set::default(); N]);
    terrain.for_each_penguin(&sides, |side, _, targets| {
        reached[side] = reached[side] | targets;
        add_moves(targets.count(), &mut features[side]);
    });
    let reach = reached;
    let territory = territory(terrain, sides, &mut reached);
    add_territory(terrain, &sides, &territory, &mut features);
    (features, reach)
}

/// Adds a penguin with this number of moves to the features of its side; mobile penguins count
/// against the immobile ones.
#[inline]
pub(super) fn add_moves<T: Number>(moves: T, features: &mut Features<T>) {
    features[MOBILITY] += moves.mobility();
    features[IMMOBILE] -= moves.at_most_one();
}

/// Adds the features that follow from territory, and counts the immobile penguins.
#[inline(always)]
pub(super) fn add_territory<const N: usize, T: Terrain>(
    terrain: &T,
    sides: &[T::Set; N],
    territory: &[TerritorySets<T::Set>; N],
    features: &mut [Features<NumberOf<T>>; N],
) {
    let one = NumberOf::<T>::splat(POINT);
    let mut two_share = [NumberOf::<T>::default(); 2];
    if N == 2 {
        two_share = territory[0].shared.map(|tiles| terrain.value(tiles));
    }
    for side in 0..N {
        let TerritorySets {
            first,
            shared,
            awaited,
            king,
            ..
        } = &territory[side];
        let features = &mut features[side];
        for distance in 0..3 {
            features[distance] = terrain.value(first[distance]);
        }
        for later in 0..2 {
            let shares = SHARED[later];
            let awaits = SHARED[later] + 1;
            match (N, side) {
                // Tiles that the first of two sides shares are those that the other awaits.
                (2, _) => features[shares + side] = two_share[later],
                _ => {
                    (features[shares], features[awaits]) =
                        (terrain.value(shared[later]), terrain.value(awaited[later]));
                }
            }
        }
        features[TILES] = one * (first[0] | first[1] | first[2]).count();
        features[KING_DISTANCE] = terrain.value(*king);
        features[IMMOBILE] = one * (features[IMMOBILE] + sides[side].count());
    }
}

/// Tiles that a side reaches first, or as early as others.
#[derive(Clone, Copy, Default)]
pub(super) struct TerritorySets<S> {
    /// Tiles reached first, with one slide, two and more.
    pub(super) first: [S; 3],
    /// Tiles reached as early as by others, with one slide and more, where this side moves before
    /// them.
    pub(super) shared: [S; 2],
    /// Tiles reached as early as by others, with one slide and more, where one of them moves before
    /// this side.
    pub(super) awaited: [S; 2],
    /// Tiles reached first by king distance: with steps to neighbours.
    pub(super) king: S,
    /// Tiles reached first with one step.
    pub(super) adjacent: S,
}

/// TerritorySets of every side. `reached` holds the tiles within one slide, and in the end within
/// as many as decide all tiles.
#[inline(always)]
pub(super) fn territory<const N: usize, T: Terrain>(
    terrain: &T,
    sides: [T::Set; N],
    reached: &mut [T::Set; N],
) -> [TerritorySets<T::Set>; N] {
    let nothing = T::Set::default();
    let mut territory = [TerritorySets::default(); N];
    let mut open = terrain.free();
    for slides in 0.. {
        let (once, more) = once_and_more(&*reached);
        let fresh = once & open;
        if fresh == nothing {
            break;
        }
        open = open - fresh;
        let mut seen = nothing;
        for side in 0..N {
            let own = reached[side] & fresh;
            let territory = &mut territory[side];
            let alone = own - more;
            let also = own & more;
            let shared = also - seen;
            let awaited = also & seen;
            seen = seen | also;
            match slides {
                0 => {
                    (
                        territory.first[0],
                        territory.shared[0],
                        territory.awaited[0],
                    ) = (alone, shared, awaited);
                }
                1 => {
                    (
                        territory.first[1],
                        territory.shared[1],
                        territory.awaited[1],
                    ) = (alone, shared, awaited);
                }
                _ => {
                    territory.first[2] = territory.first[2] | alone;
                    territory.shared[1] = territory.shared[1] | shared;
                    territory.awaited[1] = territory.awaited[1] | awaited;
                }
            }
        }
        if open == nothing {
            break;
        }
        for own in reached.iter_mut() {
            *own = terrain.within_a_slide(*own);
        }
    }
    king_territory(terrain, sides, &mut territory);
    territory
}

/// Adds the territory by king distance.
#[inline(always)]
fn king_territory<const N: usize, T: Terrain>(
    terrain: &T,
    sides: [T::Set; N],
    territory: &mut [TerritorySets<T::Set>; N],
) {
    let mut front = sides;
    let mut open = terrain.free();
    for steps in 0.. {
        // No `map`: it would be called, not inlined.
        let mut next = front;
        for side in 0..N {
            next[side] = terrain.neighbours(front[side]) & open;
        }
        let (once, more) = once_and_more(&next);
        if once == T::Set::default() {
            break;
        }
        open = open - once;
        for side in 0..N {
            let alone = next[side] - more;
            let territory = &mut territory[side];
            territory.king = territory.king | alone;
            if steps == 0 {
                territory.adjacent = alone;
            }
        }
        if open == T::Set::default() {
            break;
        }
        front = next;
    }
}

/// Hexes that are in at least one of the sets, and hexes that are in at least two.
#[inline]
pub fn once_and_more<S: Set>(sets: &[S]) -> (S, S) {
    sets.iter()
        .fold((S::default(), S::default()), |(once, more), &own| {
            (once | own, more | once & own)
        })
}

/// Hexes that are in a set other than the one with the index `side`, from 0.
#[inline]
pub fn of_others<S: Set>(sets: &[S], side: usize) -> S {
    let others = sets.iter().enumerate().filter(|&(other, _)| other != side);
    others.fold(S::default(), |all, (_, &set)| all | set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mobility_in_lanes_is_that_of_the_table() {
        for moves in 0..128 {
            assert_eq!(
                i32x8::splat(moves).mobility().to_array(),
                [moves.mobility(); HexSets::COUNT],
                "{moves}"
            );
        }
    }
}
