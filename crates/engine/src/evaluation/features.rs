use std::ops::{BitAnd, BitOr, Sub};

use floe_game::Score;
use floe_hex::{HexSet, Layout};

/// What the evaluation sees of a side, each in the measure of scores: 128 for a fish, a tile, a move or a penguin.
pub(crate) type Features = [Score; NAMES.len()];

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
    let mut reached = [HexSet::EMPTY; N];
    let mut moving = [[0; 2]; N];
    for side in 0..N {
        for penguin in penguins[side] {
            let rays = layout.rays(penguin.into(), free);
            let moves = rays.count();
            reached[side] |= rays.union();
            moving[side][0] += freedom(moves);
            moving[side][1] += if moves == 0 { ONE } else { 0 };
        }
    }
    let (mut features, _) = territory(layout, penguins, free, reached, worth);
    for side in 0..N {
        [features[side][FREEDOM], features[side][STUCK]] = moving[side];
    }
    features
}

/// What a side comes to before anybody else, going from neighbour to neighbour.
#[derive(Clone, Copy, Default)]
pub(super) struct Nearby {
    /// All of that.
    pub(super) near: HexSet,
    /// What touches its penguins.
    pub(super) beside: HexSet,
}

/// The features that come from the tiles reached, the others being zero; `reached` is where everybody gets with one slide.
#[inline]
pub(super) fn territory<const N: usize>(
    layout: impl Layout,
    penguins: [HexSet; N],
    free: HexSet,
    reached: [HexSet; N],
    worth: impl Fn(HexSet) -> Score,
) -> ([Features; N], [Nearby; N]) {
    let mut features = [Features::default(); N];
    let nearby = nearby(layout, penguins, free);
    for side in 0..N {
        features[side][NEAR] += worth(nearby[side].near);
    }
    first_reached(layout, reached, free, |slides, reached, fresh, shared| {
        let (first, later) = (slides.min(2), if slides == 0 { 3 } else { 5 });
        let mut seen = HexSet::EMPTY;
        for side in 0..N {
            let (alone, also) = (reached[side] & (fresh - shared), reached[side] & shared);
            features[side][first] += worth(alone);
            features[side][TILES] += ONE * alone.len() as Score;
            features[side][later] += worth(also - seen);
            features[side][later + 1] += worth(also & seen);
            seen |= also;
        }
    });
    (features, nearby)
}

/// Tells, slide by slide, what everybody has reached by then, what is new to all of that, and what of the new several have reached;
/// `reached` is where everybody gets with one slide.
#[inline]
pub(super) fn first_reached<const N: usize>(
    layout: impl Layout,
    mut reached: [HexSet; N],
    free: HexSet,
    mut tell: impl FnMut(usize, &[HexSet; N], HexSet, HexSet),
) {
    let mut open = free;
    for slides in 0.. {
        let (once, more) = once_and_more(&reached);
        let fresh = once & open;
        if fresh.is_empty() {
            return;
        }
        open -= fresh;
        tell(slides, &reached, fresh, fresh & more);
        if open.is_empty() {
            return;
        }
        for own in &mut reached {
            *own |= layout.slides(*own, free);
        }
    }
}

/// Which tiles every side reaches with fewer steps to neighbours than anybody else.
#[inline]
fn nearby<const N: usize>(layout: impl Layout, penguins: [HexSet; N], free: HexSet) -> [Nearby; N] {
    let mut nearby = [Nearby::default(); N];
    let (mut front, mut open) = (penguins, free);
    for steps in 0.. {
        // No `map`: it would be called, not inlined.
        let mut next = front;
        for side in 0..N {
            next[side] = layout.neighbours(front[side]) & open;
        }
        let (once, more) = once_and_more(&next);
        if once.is_empty() {
            break;
        }
        open -= once;
        for side in 0..N {
            let alone = next[side] - more;
            nearby[side].near |= alone;
            if steps == 0 {
                nearby[side].beside = alone;
            }
            front[side] = next[side];
        }
    }
    nearby
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
