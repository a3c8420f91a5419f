use floe_game::Score;
use floe_hex::{HexSet, Layout};

use super::features::{FREEDOM, Features, NEAR, ONE, SHARED, STUCK, TILES, freedom, once_and_more, territory};

/// What the network sees of two sides, the one to move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sight {
    /// By [`Sight::OF_PENGUINS`], of every penguin, those of the side to move first. Where a side has fewer all is nothing.
    pub penguins: [[i32; Sight::PENGUINS]; Sight::OF_PENGUINS.len()],
    /// By [`Sight::OF_SIDES`], in the measure of scores.
    pub sides: [Score; Sight::OF_SIDES.len()],
}

impl Sight {
    /// How many penguins there are at most, half of them on each side.
    pub const PENGUINS: usize = 8;

    /// What is seen of a penguin.
    pub const OF_PENGUINS: [&str; 6] = [
        // Its moves.
        "moves", // Tiles within so many steps to neighbours.
        "in-one", "in-two", "in-three", // Tiles that it alone of all penguins slides to.
        "alone",    // Tiles within four steps on such that no penguin of the other side slides to.
        "room",
    ];

    /// What is seen of both sides: features, how many tiles are near, what lies beside the penguins, what only this side can ever
    /// reach, and how many tiles that is.
    pub const OF_SIDES: [&str; 27] = [
        "mine-first-in-one",
        "mine-first-in-two",
        "mine-first-in-more",
        "mine-tiles",
        "mine-near",
        "mine-freedom",
        "mine-stuck",
        "mine-near-tiles",
        "mine-beside",
        "mine-own",
        "mine-own-tiles",
        "theirs-first-in-one",
        "theirs-first-in-two",
        "theirs-first-in-more",
        "theirs-tiles",
        "theirs-near",
        "theirs-freedom",
        "theirs-stuck",
        "theirs-near-tiles",
        "theirs-beside",
        "theirs-own",
        "theirs-own-tiles",
        "shared-in-one",
        "shared-later",
        // Free tiles, and their square, 128 times less.
        "free",
        "free-squared",
        // Penguins to be placed.
        "hands",
    ];
}

const OWN: usize = Sight::PENGUINS / 2;
type Each<T> = [T; Sight::PENGUINS];

/// What the network sees, and the features on the way.
#[inline]
pub(super) fn look(
    layout: impl Layout,
    sides: [HexSet; 2],
    free: HexSet,
    hands: u32,
    worth: impl Fn(HexSet) -> Score,
) -> ([Features; 2], Sight) {
    let mut penguins: Each<HexSet> = Default::default();
    for side in 0..2 {
        for (place, penguin) in sides[side].into_iter().take(OWN).enumerate() {
            penguins[side * OWN + place] = penguin.into();
        }
    }
    let (mut reach, mut reached) = ([HexSet::EMPTY; Sight::PENGUINS], [HexSet::EMPTY; 2]);
    let (mut sight, mut moving) = (Sight::default(), [[0; 2]; 2]);
    for penguin in 0..Sight::PENGUINS {
        let rays = layout.rays(penguins[penguin], free);
        let moves = rays.count();
        reach[penguin] = rays.union();
        reached[penguin / OWN] |= reach[penguin];
        sight.penguins[0][penguin] = moves as i32;
        let [freedoms, stuck] = &mut moving[penguin / OWN];
        *freedoms += freedom(moves);
        *stuck += if moves == 0 { ONE * penguins[penguin].len() as Score } else { 0 };
    }
    sight.penguins[1..].copy_from_slice(&surroundings(layout, &penguins, free, &reach, reached));
    let (mut features, nearby) = territory(layout, sides, free, reached, &worth);
    for side in 0..2 {
        [features[side][FREEDOM], features[side][STUCK]] = moving[side];
    }
    let floods = [layout.flood(sides[0], free), layout.flood(sides[1], free)];
    for side in 0..2 {
        let (own, all) = (floods[side] - floods[1 - side], &features[side]);
        let count = |hexes: HexSet| ONE * hexes.len() as Score;
        let [one, two, more] = [all[0], all[1], all[2]];
        let beside = worth(nearby[side].beside);
        let seen = [one, two, more, all[TILES], all[NEAR], all[FREEDOM], all[STUCK], count(nearby[side].near), beside];
        sight.sides[side * 11..][..9].copy_from_slice(&seen);
        sight.sides[side * 11 + 9..][..2].copy_from_slice(&[worth(own), count(own)]);
    }
    let count = free.len() as Score;
    let both = [features[0][SHARED[0]], features[0][SHARED[1]], ONE * count, count * count, ONE * hands as Score];
    sight.sides[22..].copy_from_slice(&both);
    (features, sight)
}

/// What is around every penguin, all of them side by side: what is seen of it besides its moves.
#[inline]
fn surroundings(
    layout: impl Layout,
    penguins: &Each<HexSet>,
    free: HexSet,
    reach: &Each<HexSet>,
    reached: [HexSet; 2],
) -> [Each<i32>; 5] {
    let mut safe = [free; Sight::PENGUINS];
    for penguin in 0..Sight::PENGUINS {
        safe[penguin] -= reached[1 - penguin / OWN];
    }
    let beside = layout.neighbours_of_each(*penguins);
    let (mut within, mut room) = ([HexSet::EMPTY; Sight::PENGUINS], [HexSet::EMPTY; Sight::PENGUINS]);
    for penguin in 0..Sight::PENGUINS {
        within[penguin] = beside[penguin] & free;
        room[penguin] = beside[penguin] & safe[penguin];
    }
    let mut seen = [[0; Sight::PENGUINS]; 5];
    count(&within, &mut seen[0]);
    for steps in 2..=4 {
        if steps < 4 {
            let next = layout.neighbours_of_each(within);
            for penguin in 0..Sight::PENGUINS {
                within[penguin] |= next[penguin] & free;
            }
            count(&within, &mut seen[steps - 1]);
        }
        let next = layout.neighbours_of_each(room);
        for penguin in 0..Sight::PENGUINS {
            room[penguin] |= next[penguin] & safe[penguin];
        }
    }
    let (_, several) = once_and_more(reach);
    let mut alone = [HexSet::EMPTY; Sight::PENGUINS];
    for penguin in 0..Sight::PENGUINS {
        alone[penguin] = reach[penguin] - several;
    }
    count(&alone, &mut seen[3]);
    count(&room, &mut seen[4]);
    seen
}

#[inline]
fn count(sets: &Each<HexSet>, counts: &mut Each<i32>) {
    for penguin in 0..Sight::PENGUINS {
        counts[penguin] = sets[penguin].len() as i32;
    }
}
