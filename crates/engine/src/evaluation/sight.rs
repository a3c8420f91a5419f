use floe_game::Score;
use floe_hex::{HexSet, HexSets, Layout, Standard};

use super::features::{
    FREEDOM, Features, Floe, NEAR, ONE, SHARED, STUCK, Set, TILES, freedom, once_and_more, territory,
};

/// What the network sees of `N` sides with `P` penguins in all, the side to move first, the others in turn order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight<const N: usize, const P: usize> {
    /// By [`OF_PENGUINS`], of every penguin, side by side. Where a side has fewer all is nothing, and so is what is not [seen](seen_of_penguins).
    pub penguins: [[i32; P]; OF_PENGUINS.len()],
    /// By [`OF_SIDES`], of every side, in the measure of scores.
    pub sides: [[Score; OF_SIDES.len()]; N],
    /// By [`OF_ALL`], in the measure of scores.
    pub all: [Score; OF_ALL.len()],
}

impl<const N: usize, const P: usize> Default for Sight<N, P> {
    fn default() -> Sight<N, P> {
        Sight { penguins: [[0; P]; OF_PENGUINS.len()], sides: [[0; OF_SIDES.len()]; N], all: [0; OF_ALL.len()] }
    }
}

/// The same of any number of sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// By [`OF_PENGUINS`], of every penguin.
    pub penguins: Vec<[i32; OF_PENGUINS.len()]>,
    /// By [`OF_SIDES`], of every side, in the measure of scores.
    pub sides: Vec<[Score; OF_SIDES.len()]>,
    /// By [`OF_ALL`], in the measure of scores.
    pub all: [Score; OF_ALL.len()],
}

impl<const N: usize, const P: usize> From<Sight<N, P>> for Seen {
    fn from(sight: Sight<N, P>) -> Seen {
        let penguins = (0..P).map(|penguin| sight.penguins.map(|seen| seen[penguin])).collect();
        Seen { penguins, sides: sight.sides.to_vec(), all: sight.all }
    }
}

/// What is seen of a penguin.
pub const OF_PENGUINS: [&str; 10] = [
    // Its moves.
    "moves", // Tiles within so many steps to neighbours.
    "in-one",
    "in-two",
    "in-three", // Tiles that it alone of all penguins slides to.
    "alone",    // Tiles within four steps on such that no penguin of another side slides to.
    "room",     // The fish on these, and on the tiles within one step.
    "room-fish",
    "fish-in-one", // Tiles within one step that a penguin of another side slides to.
    "wanted",      // Runs of tiles around it.
    "runs",
];

/// What a penguin alone slides to.
const ALONE: usize = 4;

/// How much of that is seen with so many players: the rest tells little of two before endings are solved, and takes time.
pub const fn seen_of_penguins(players: usize) -> usize {
    if players == 2 { 6 } else { OF_PENGUINS.len() }
}

/// What is seen of a side: features, how many tiles are near, what lies beside its penguins, what only this side can ever reach, and how
/// many tiles that is.
pub const OF_SIDES: [&str; 11] = [
    "first-in-one",
    "first-in-two",
    "first-in-more",
    "tiles",
    "near",
    "freedom",
    "stuck",
    "near-tiles",
    "beside",
    "own",
    "own-tiles",
];

/// What is seen of all together.
pub const OF_ALL: [&str; 5] = [
    // Tiles that several sides reach as early as each other.
    "shared-in-one",
    "shared-later",
    // Free tiles, and their square, 128 times less.
    "free",
    "free-squared",
    // Penguins to be placed.
    "hands",
];

/// What the network sees, and the features on the way.
#[inline]
pub(super) fn look<const N: usize, const P: usize>(
    sides: [HexSet; N],
    free: HexSet,
    hands: u32,
    worth: impl Fn(HexSet) -> Score,
) -> ([Features; N], Sight<N, P>) {
    let own = P / N;
    let mut penguins = [HexSet::EMPTY; P];
    for side in 0..N {
        for (place, penguin) in sides[side].into_iter().take(own).enumerate() {
            penguins[side * own + place] = penguin.into();
        }
    }
    let (mut sight, mut moving, mut reached) = (Sight::<N, P>::default(), [[0; 2]; N], [HexSet::EMPTY; N]);
    let paths = Standard.paths(HexSets::splat(free));
    let reach = of_each(&penguins, |penguins| Standard.within_a_slide(penguins, &paths) & HexSets::splat(free));
    for penguin in 0..P {
        reached[penguin / own] |= reach[penguin];
        // No two ways lead one penguin to the same hex.
        let moves = reach[penguin].len();
        sight.penguins[0][penguin] = moves as i32;
        let [freedoms, stuck] = &mut moving[penguin / own];
        *freedoms += freedom(moves);
        *stuck += if moves == 0 { ONE * penguins[penguin].len() as Score } else { 0 };
    }
    sight.penguins[1..].copy_from_slice(&surroundings(&penguins, free, reached, &worth));
    let (_, more) = once_and_more(&reach);
    for (alone, reached) in sight.penguins[ALONE].iter_mut().zip(reach) {
        *alone = (reached - more).len() as i32;
    }
    let nearby = territory(&Floe { layout: Standard, free }, sides, &mut reached);
    let mut features = [Features::default(); N];
    for side in 0..N {
        features[side] = nearby[side].features(&worth);
        [features[side][FREEDOM], features[side][STUCK]] = moving[side];
    }
    // Where all get to the same, nobody will ever have any of it for itself.
    let floods = if reached.iter().all(|&other| other == reached[0]) {
        reached
    } else {
        sides.map(|side| Standard.flood(side, free))
    };
    for side in 0..N {
        let (own, all) = (floods[side] - of_others(&floods, side), &features[side]);
        let count = |hexes: HexSet| ONE * hexes.len() as Score;
        let [one, two, more] = [all[0], all[1], all[2]];
        let (near, beside) = (count(nearby[side].near), worth(nearby[side].beside));
        let (freedom, stuck) = (all[FREEDOM], all[STUCK]);
        sight.sides[side] =
            [one, two, more, all[TILES], all[NEAR], freedom, stuck, near, beside, worth(own), count(own)];
        for shared in 0..2 {
            sight.all[shared] += all[SHARED[shared]];
        }
    }
    let count = free.len() as Score;
    sight.all[2..].copy_from_slice(&[ONE * count, count * count, ONE * hands as Score]);
    (features, sight)
}

/// What any side but this one has.
#[inline]
pub(super) fn of_others<S: Set, const N: usize>(sets: &[S; N], side: usize) -> S {
    let mut others = S::default();
    for (other, &set) in sets.iter().enumerate() {
        if other != side {
            others = others | set;
        }
    }
    others
}

/// What is around every penguin, all of them side by side: what is seen of it besides where it slides to.
#[inline]
fn surroundings<const N: usize, const P: usize>(
    penguins: &[HexSet; P],
    free: HexSet,
    reached: [HexSet; N],
    worth: impl Fn(HexSet) -> Score,
) -> [[i32; P]; OF_PENGUINS.len() - 1] {
    let mut safe = [free; P];
    for (penguin, safe) in safe.iter_mut().enumerate() {
        *safe -= of_others(&reached, penguin / (P / N));
    }
    let mut seen = [[0; P]; OF_PENGUINS.len() - 1];
    for first in (0..P).step_by(HexSets::COUNT) {
        let (penguins, safe) = (several(penguins, first), several(&safe, first));
        let free = HexSets::splat(free);
        let beside = Standard.neighbours_of_each(penguins);
        let (one, mut room) = (beside & free, beside & safe);
        let mut within = one;
        count(within, &mut seen[0], first);
        for steps in 2..=4 {
            if steps < 4 {
                within |= Standard.neighbours_of_each(within) & free;
                count(within, &mut seen[steps - 1], first);
            }
            room |= Standard.neighbours_of_each(room) & safe;
        }
        count(room, &mut seen[4], first);
        if seen_of_penguins(N) == OF_PENGUINS.len() {
            count_fish(room, &worth, &mut seen[5], first);
            count_fish(one, &worth, &mut seen[6], first);
            count(one - safe, &mut seen[7], first);
        }
    }
    if seen_of_penguins(N) == OF_PENGUINS.len() {
        for (runs, penguin) in seen[8].iter_mut().zip(penguins) {
            *runs = penguin.first().map_or(0, |hex| Standard.neighbourhood(hex, free).runs() as i32);
        }
    }
    seen
}

/// Eight of the sets from this one on, or as many as there are.
#[inline]
fn several<const P: usize>(sets: &[HexSet; P], first: usize) -> HexSets {
    let mut several = [HexSet::EMPTY; HexSets::COUNT];
    let count = HexSets::COUNT.min(P - first);
    several[..count].copy_from_slice(&sets[first..first + count]);
    several.into()
}

/// What is made of each of the sets.
#[inline]
fn of_each<const P: usize>(sets: &[HexSet; P], make: impl Fn(HexSets) -> HexSets) -> [HexSet; P] {
    let mut made = [HexSet::EMPTY; P];
    for (index, chunk) in made.chunks_mut(HexSets::COUNT).enumerate() {
        let sets = make(several(sets, index * HexSets::COUNT)).to_array();
        chunk.copy_from_slice(&sets[..chunk.len()]);
    }
    made
}

#[inline]
fn count<const P: usize>(sets: HexSets, counts: &mut [i32; P], first: usize) {
    for (count, len) in counts[first..].iter_mut().zip(sets.len()) {
        *count = len as i32;
    }
}

#[inline]
fn count_fish<const P: usize>(sets: HexSets, worth: impl Fn(HexSet) -> Score, counts: &mut [i32; P], first: usize) {
    for (count, set) in counts[first..].iter_mut().zip(sets.to_array()) {
        *count = worth(set) / ONE;
    }
}
