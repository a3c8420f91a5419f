use floe_game::Score;
use floe_hex::{Hex, HexSet, Layout};

use crate::areas::Areas;
use crate::collecting::joined;
use crate::{Board, Features};

/// What decides the rest of a game between two sides, and nothing else.
///
/// Tiles count when they are landed on, so that scores have no part in it; whoever is to move comes first, so that colours
/// have none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ending {
    /// Free tiles that somebody can reach.
    pub(crate) free: HexSet,
    /// Penguins of the side to move that can move.
    pub(crate) mine: HexSet,
    /// Those of the other side.
    pub(crate) theirs: HexSet,
    /// Waiting moves that the side to move has more than the other.
    pub(crate) waits: i32,
    /// Free tiles that the side to move can reach.
    pub(crate) my_reach: HexSet,
    /// Free tiles that the other side can reach.
    pub(crate) their_reach: HexSet,
    /// No more than this can the side to move still get.
    pub(crate) my_most: Score,
    /// No more than this can the other side still get.
    pub(crate) their_most: Score,
    /// How the free tiles hang together.
    shape: Shape,
}

/// How the free tiles of an ending hang together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Shape {
    /// Not known, or there are areas that one side has to itself.
    Unknown,
    /// All areas are contested.
    Contested,
    /// The free tiles hang together without the help of penguins, and both sides are beside them.
    Whole,
}

/// An ending with all that can be told at once taken out of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normal {
    /// The margin that is certain, for the side to move.
    pub(crate) certain: Score,
    /// What has still to be fought for, on top of that.
    pub(crate) rest: Option<Ending>,
}

impl Ending {
    /// The ending as it stands, before anything is known about it.
    pub(crate) fn raw(free: HexSet, mine: HexSet, theirs: HexSet, waits: i32) -> Ending {
        Ending {
            free,
            mine,
            theirs,
            waits,
            my_reach: free,
            their_reach: free,
            my_most: Score::MAX,
            their_most: Score::MAX,
            shape: Shape::Unknown,
        }
    }

    /// A key for tables: a hash of everything but the bounds, which follow from it.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let first = fold(self.free.to_bits() ^ 0xa076_1d64_78bd_642f, self.mine.to_bits() ^ 0xe703_7ed1_a0b4_28db);
        let second = fold(
            self.theirs.to_bits() ^ 0x8ebc_6af0_9c88_c6e3,
            first ^ (self.waits as u64).wrapping_mul(0x5899_65cc_7537_4cc3),
        );
        fold(second ^ 0x1d8e_4e27_c47d_124f, first.rotate_left(32) ^ 0xeb44_acca_b455_d165)
    }

    /// Takes out what can be told at once.
    ///
    /// Penguins that cannot move and hexes that nobody reaches fall away. Areas that one side has to itself
    /// become a sum and a number of waiting moves, unless they are impure and something is contested elsewhere: those
    /// stay. Where nothing is contested, the sums are the value.
    #[inline]
    pub(crate) fn normal<L: Layout>(&self, board: &Board<L>, areas: &mut Areas, features: Features) -> Normal {
        let layout = board.layout;
        let my_reach = layout.flood(self.mine, self.free);
        let their_reach = layout.flood(self.theirs, self.free);
        if my_reach == their_reach || !features.areas {
            return self.kept(board, (my_reach, their_reach), (0, 0), my_reach == their_reach);
        }
        self.apart(board, areas, features, my_reach, their_reach)
    }

    /// The ending after the side to move has slid a penguin, seen by the other side, as [`Ending::normal`] would have it.
    ///
    /// Where it is easy to see that nothing has come apart, there is nothing to look for.
    #[inline]
    pub(crate) fn after<L: Layout>(
        &self,
        from: Hex,
        to: Hex,
        board: &Board<L>,
        areas: &mut Areas,
        features: Features,
    ) -> Normal {
        let free = self.free - to.into();
        let (mine, theirs) = (self.theirs, (self.mine - from.into()) | to.into());
        if features.incremental
            && let Some((mine, theirs)) = self.linked_after(board.layout, (from, to), (mine, theirs))
        {
            return Normal { certain: 0, rest: Some(self.without(to, board, (mine, theirs))) };
        }
        Ending::raw(free, mine, theirs, -self.waits).normal(board, areas, features)
    }

    /// The ending for the other side with the areas as they are, less one hex.
    #[inline]
    fn without<L: Layout>(&self, to: Hex, board: &Board<L>, (mine, theirs): (HexSet, HexSet)) -> Ending {
        let worth = board.worth_of(to);
        let (my_reach, their_reach) = (self.their_reach - to.into(), self.my_reach - to.into());
        Ending {
            free: self.free - to.into(),
            mine,
            theirs,
            waits: (-self.waits).clamp(-(my_reach.len() as i32), their_reach.len() as i32),
            my_reach,
            their_reach,
            my_most: self.their_most - if self.their_reach.contains(to) { worth } else { 0 },
            their_most: self.my_most - worth,
            shape: self.shape,
        }
    }

    /// The penguins that can still move after a slide, if it is easy to see that the areas are as before, less the hex
    /// landed on.
    ///
    /// A whole area is as before if the hexes around `to` hang together without it, and both sides are still beside it.
    /// Several are if, moreover, those around `from` belong to them, and every penguin beside `to` touches another hex beside `to`,
    /// so that nobody has lost touch with an area.
    #[inline]
    fn linked_after<L: Layout>(
        &self,
        layout: L,
        (from, to): (Hex, Hex),
        (mine, theirs): (HexSet, HexSet),
    ) -> Option<(HexSet, HexSet)> {
        if self.shape == Shape::Unknown {
            return None;
        }
        let geometry = layout.geometry();
        let free = self.free - to.into();
        let around_to = layout.ring(to, self.free);
        if self.shape == Shape::Whole {
            if around_to.is_split() && !is_linked(layout, geometry.adjacent(to) & free, free) {
                return None;
            }
            let beside = layout.neighbours(free);
            let (mine, theirs) = (mine & beside, theirs & beside);
            return (!mine.is_empty() && !theirs.is_empty()).then_some((mine, theirs));
        }
        if around_to.is_empty() || !layout.ring(to, mine | theirs).is_beside(around_to) {
            return None;
        }
        if layout.ring(from, self.free).is_split() || around_to.is_split() {
            let around = (geometry.adjacent(from) | geometry.adjacent(to)) & free;
            return is_linked(layout, around, free).then_some((mine, theirs));
        }
        Some((mine, theirs))
    }

    /// Nothing to take out but what is dead. `contested` says that no area is one side's alone.
    #[inline]
    fn kept<L: Layout>(
        &self,
        board: &Board<L>,
        (my_reach, their_reach): (HexSet, HexSet),
        (certain, waits): (Score, i32),
        contested: bool,
    ) -> Normal {
        let free = my_reach | their_reach;
        if free.is_empty() {
            return Normal { certain, rest: None };
        }
        let beside = board.layout.neighbours(free);
        let shape = if !contested {
            Shape::Unknown
        } else if my_reach == their_reach && is_linked(board.layout, free, free) {
            Shape::Whole
        } else {
            Shape::Contested
        };
        let rest = Ending {
            free,
            mine: self.mine & beside,
            theirs: self.theirs & beside,
            waits: (self.waits + waits).clamp(-(my_reach.len() as i32), their_reach.len() as i32),
            my_reach,
            their_reach,
            my_most: board.worth(my_reach),
            their_most: board.worth(their_reach),
            shape,
        };
        Normal { certain, rest: Some(rest) }
    }

    /// Some hex is reached by one side only: takes out the areas that one side has to itself.
    fn apart<L: Layout>(
        &self,
        board: &Board<L>,
        areas: &mut Areas,
        features: Features,
        my_reach: HexSet,
        their_reach: HexSet,
    ) -> Normal {
        let layout = board.layout;
        let my_own = own(layout, my_reach - their_reach, self.mine, their_reach);
        let their_own = own(layout, their_reach - my_reach, self.theirs, my_reach);
        if my_own.is_empty() && their_own.is_empty() {
            return self.kept(board, (my_reach, their_reach), (0, 0), true);
        }
        let contested = my_reach != my_own;
        if contested && !features.waiting {
            return self.kept(board, (my_reach, their_reach), (0, 0), false);
        }
        let mut taken = HexSet::EMPTY;
        let (mut certain, mut waits) = (0, 0);
        for (own, penguins, sign) in [(my_own, self.mine, 1), (their_own, self.theirs, -1)] {
            let mut left = own;
            while let Some(first) = left.first() {
                let (area, inside) = joined(layout, own, penguins, first.into());
                left -= area;
                let Some(value) = areas.value(board, area, inside, contested) else { continue };
                taken |= area;
                certain += sign * value.worth;
                waits += sign * value.moves;
            }
        }
        let rest = Ending { free: self.free - taken, ..*self };
        if !contested {
            return Normal { certain, rest: None };
        }
        let all = (my_own | their_own).is_subset(taken);
        rest.kept(board, (my_reach - taken, their_reach - taken), (certain, waits), all)
    }
}

/// Multiplies and folds, so that all bits meet (Yi 2019, wyhash).
#[inline]
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Of the hexes that one side's `penguins` reach and the other side's do not, those in areas that the other side is not in.
///
/// A penguin that touches both joins what it touches to where the other side is.
#[inline]
fn own<L: Layout>(layout: L, only: HexSet, penguins: HexSet, others_reach: HexSet) -> HexSet {
    let mut joined = HexSet::EMPTY;
    while joined != only {
        let joining = penguins & layout.neighbours(others_reach | joined);
        let wider = joined | layout.flood(joining, only);
        if wider == joined {
            break;
        }
        joined = wider;
    }
    only - joined
}

/// Whether `hexes` hang together through `free`, of which they are part.
#[inline]
pub(crate) fn is_linked<L: Layout>(layout: L, hexes: HexSet, free: HexSet) -> bool {
    let Some(first) = hexes.first() else { return true };
    let mut reached = HexSet::of(first);
    while !hexes.is_subset(reached) {
        let wider = reached | layout.neighbours(reached) & free;
        if wider == reached {
            return false;
        }
        reached = wider;
    }
    true
}
