use std::ops::{BitAnd, BitOr, Sub};

use floe_game::Score;
use floe_hex::{HexSet, HexSets, Layout};
use wide::i32x8;

/// What the evaluation sees of a side, each in the measure of scores: 128 for a fish, a tile, a move or a penguin.
pub(crate) type Features = [Score; NAMES.len()];

/// A number for each of several positions.
pub(crate) type Each = i32x8;

/// The features of a side of each of them.
pub(super) type FeatureBatch = [Each; NAMES.len()];

/// What the features are called, in files of weights and for people.
pub(crate) const NAMES: [&str; 11] = [
    // Tiles that this side alone reaches with so few slides as anybody.
    "first-in-one",
    "first-in-two",
    "first-in-more",
    // Tiles that it reaches as early as another side, and of those that do it is to move first, or is not.
    "shared-in-one",
    "awaited-in-one",
    "shared-later",
    "awaited-later",
    // Tiles that it reaches first, whatever fish they carry.
    "tiles",
    // Tiles that this side alone reaches with so few steps to neighbours as anybody.
    "near",
    // The binary logarithms of the moves of each penguin and one, added up.
    "freedom",
    // Penguins that cannot move.
    "stuck",
];

/// Tiles that a side reaches as early as the other, and is first to move to.
pub(super) const SHARED: [usize; 2] = [3, 5];
/// Those that do not come from the slides to tiles.
pub(crate) const TILES: usize = 7;
pub(crate) const NEAR: usize = 8;
pub(crate) const FREEDOM: usize = 9;
pub(crate) const STUCK: usize = 10;
/// What one of anything counts.
pub(crate) const ONE: Score = 128;

/// What the sides of a position look like to the evaluation; they are given in turn order, the one to move first.
///
/// The heart is who gets where first, as in the queen distance of Amazons (Lieberum 2005): tiles are counted by the number of slides
/// that lead to them.
#[inline]
pub(crate) fn features<const N: usize>(
    layout: impl Layout,
    penguins: [HexSet; N],
    free: HexSet,
    worth: impl Fn(HexSet) -> Score,
) -> [Features; N] {
    let (mut reached, mut moving) = ([HexSet::EMPTY; N], [[0; 2]; N]);
    let paths = layout.paths(HexSets::splat(free));
    let mut waiting = (0..N).flat_map(|side| penguins[side].into_iter().map(move |hex| (side, hex)));
    loop {
        let (mut sets, mut owners, mut count) = ([HexSet::EMPTY; HexSets::COUNT], [0; HexSets::COUNT], 0);
        for (side, hex) in waiting.by_ref().take(HexSets::COUNT) {
            (sets[count], owners[count]) = (hex.into(), side);
            count += 1;
        }
        if count == 0 {
            break;
        }
        let slides = layout.within_a_slide(sets.into(), &paths).to_array();
        for penguin in 0..count {
            let (to, side) = (slides[penguin] & free, owners[penguin]);
            // No two ways lead one penguin to the same hex.
            let moves = to.len();
            reached[side] |= to;
            moving[side][0] += freedom(moves);
            moving[side][1] += if moves == 0 { ONE } else { 0 };
        }
    }
    let reach = territory(&Floe { layout, free }, penguins, &mut reached);
    let mut features = [Features::default(); N];
    for side in 0..N {
        features[side] = reach[side].features(&worth);
        [features[side][FREEDOM], features[side][STUCK]] = moving[side];
    }
    features
}

/// Where sides meet: the hexes of a floe, or those of several side by side.
pub(super) trait Ground {
    /// Some of the hexes.
    type Set: Set;

    /// Those that are free.
    fn free(&self) -> Self::Set;

    /// What touches these.
    fn neighbours(&self, set: Self::Set) -> Self::Set;

    /// These, and what one slide over free hexes leads to.
    fn within_a_slide(&self, set: Self::Set) -> Self::Set;
}

/// One floe.
pub(super) struct Floe<L> {
    pub(super) layout: L,
    pub(super) free: HexSet,
}

impl<L: Layout> Ground for Floe<L> {
    type Set = HexSet;

    #[inline]
    fn free(&self) -> HexSet {
        self.free
    }

    #[inline]
    fn neighbours(&self, set: HexSet) -> HexSet {
        self.layout.neighbours(set)
    }

    #[inline]
    fn within_a_slide(&self, set: HexSet) -> HexSet {
        set | self.layout.slides(set, self.free)
    }
}

/// What a side comes to first, or as early as others.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach<S> {
    /// Alone, with one slide, two and more.
    pub(super) alone: [S; 3],
    /// As early as others, with one slide and more, the first of them to move.
    pub(super) shared: [S; 2],
    /// The same, another of them being first to move.
    pub(super) awaited: [S; 2],
    /// Before anybody else, going from neighbour to neighbour.
    pub(super) near: S,
    /// What of that touches its penguins.
    pub(super) beside: S,
}

impl Reach<HexSet> {
    /// The features that come from that, the others being zero.
    #[inline]
    pub(super) fn features(&self, worth: impl Fn(HexSet) -> Score) -> Features {
        let Reach { alone: [one, two, more], shared, awaited, near, .. } = *self;
        let tiles = ONE * (one | two | more).len() as Score;
        let (one, two, more, near) = (worth(one), worth(two), worth(more), worth(near));
        let (shared, shared_later) = (worth(shared[0]), worth(shared[1]));
        let (awaited, awaited_later) = (worth(awaited[0]), worth(awaited[1]));
        [one, two, more, shared, awaited, shared_later, awaited_later, tiles, near, 0, 0]
    }
}

/// Who comes where first; `reached` is where everybody gets with one slide, and at the end with as many as it took, from where they stand and on.
#[inline(always)]
pub(super) fn territory<const N: usize, G: Ground>(
    ground: &G,
    penguins: [G::Set; N],
    reached: &mut [G::Set; N],
) -> [Reach<G::Set>; N] {
    let nothing = G::Set::default();
    let mut reach = [Reach::default(); N];
    let mut open = ground.free();
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
            let (alone, also, reach) = (own - more, own & more, &mut reach[side]);
            let (shared, awaited) = (also - seen, also & seen);
            seen = seen | also;
            match slides {
                0 => (reach.alone[0], reach.shared[0], reach.awaited[0]) = (alone, shared, awaited),
                1 => (reach.alone[1], reach.shared[1], reach.awaited[1]) = (alone, shared, awaited),
                _ => {
                    reach.alone[2] = reach.alone[2] | alone;
                    reach.shared[1] = reach.shared[1] | shared;
                    reach.awaited[1] = reach.awaited[1] | awaited;
                }
            }
        }
        if open == nothing {
            break;
        }
        for own in reached.iter_mut() {
            *own = ground.within_a_slide(*own);
        }
    }
    nearby(ground, penguins, &mut reach);
    reach
}

/// Who comes where first from neighbour to neighbour.
#[inline(always)]
fn nearby<const N: usize, G: Ground>(ground: &G, penguins: [G::Set; N], reach: &mut [Reach<G::Set>; N]) {
    let nothing = G::Set::default();
    let (mut front, mut open) = (penguins, ground.free());
    for steps in 0.. {
        // No `map`: it would be called, not inlined.
        let mut next = front;
        for side in 0..N {
            next[side] = ground.neighbours(front[side]) & open;
        }
        let (once, more) = once_and_more(&next);
        if once == nothing {
            break;
        }
        open = open - once;
        for side in 0..N {
            let (alone, reach) = (next[side] - more, &mut reach[side]);
            reach.near = reach.near | alone;
            if steps == 0 {
                reach.beside = alone;
            }
        }
        front = next;
    }
}

/// Hexes, or places of a board.
pub(crate) trait Set:
    Copy + Default + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Sub<Output = Self>
{
}

impl<S: Copy + Default + PartialEq + BitAnd<Output = S> + BitOr<Output = S> + Sub<Output = S>> Set for S {}

/// What is in any of the sets, and what is in several.
#[inline]
pub(crate) fn once_and_more<S: Set>(sets: &[S]) -> (S, S) {
    sets.iter().fold((S::default(), S::default()), |(once, more), &own| (once | own, more | once & own))
}

/// What a penguin with so many moves counts.
#[inline]
pub(crate) fn freedom(moves: u32) -> Score {
    FREEDOMS[moves as usize]
}

/// No penguin has so many moves on any outline: six lines of rows of 26 hexes.
const MOST_MOVES: usize = 160;
/// By the number of moves: the binary logarithm of one more.
const FREEDOMS: [Score; MOST_MOVES] = {
    let mut freedoms = [0; MOST_MOVES];
    let mut moves = 0;
    while moves < MOST_MOVES {
        freedoms[moves] = log2(moves as u32 + 1) * ONE / 64;
        moves += 1;
    }
    freedoms
};

/// `64 * log2(n)`, between powers of two in a straight line.
const fn log2(n: u32) -> Score {
    let exponent = n.ilog2();
    let rest = (n << 6 >> exponent) as Score - 64;
    64 * exponent as Score + rest
}
