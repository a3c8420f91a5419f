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
    /// No more than this can the side to move still get.
    pub(crate) my_most: Score,
    /// No more than this can the other side still get.
    pub(crate) their_most: Score,
    /// Whether both sides reach all free hexes.
    pub(crate) shared: bool,
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
        Ending { free, mine, theirs, waits, my_most: Score::MAX, their_most: Score::MAX, shared: false }
    }

    /// A key for tables: a hash of everything but the bounds, which follow from it.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        // Multiply and fold (Yi 2019, wyhash), twice, so that all bits meet.
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
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
            return self.kept(board, my_reach, their_reach, 0, 0);
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
        if self.shared && features.incremental && self.stays_linked(board.layout, from, to) {
            let size = free.len() as i32;
            let most = self.my_most - board.worth_of(to);
            let waits = (-self.waits).clamp(-size, size);
            let rest = Ending { free, mine, theirs, waits, my_most: most, their_most: most, shared: true };
            return Normal { certain: 0, rest: Some(rest) };
        }
        Ending::raw(free, mine, theirs, -self.waits).normal(board, areas, features)
    }

    /// Whether it is easy to see that a slide leaves the areas as they are, less the hex landed on.
    ///
    /// It does if every penguin beside `to` touches another hex beside `to`, so that it has not lost touch with the area,
    /// and if the hexes around `from` and around `to` hang together without `to`.
    #[inline]
    fn stays_linked<L: Layout>(&self, layout: L, from: Hex, to: Hex) -> bool {
        let (around_from, around_to) = (layout.ring(from, self.free), layout.ring(to, self.free));
        let standing = (self.mine | self.theirs) - from.into();
        if around_to.is_empty() || !layout.ring(to, standing).is_beside(around_to) {
            return false;
        }
        if !around_from.is_split() && !around_to.is_split() {
            return true;
        }
        let (geometry, free) = (layout.geometry(), self.free - to.into());
        is_linked(layout, (geometry.adjacent(from) | geometry.adjacent(to)) & free, free)
    }

    /// Nothing to take out but what is dead.
    #[inline]
    fn kept<L: Layout>(
        &self,
        board: &Board<L>,
        my_reach: HexSet,
        their_reach: HexSet,
        certain: Score,
        waits: i32,
    ) -> Normal {
        let free = my_reach | their_reach;
        if free.is_empty() {
            return Normal { certain, rest: None };
        }
        let beside = board.layout.neighbours(free);
        let waits = (self.waits + waits).clamp(-(my_reach.len() as i32), their_reach.len() as i32);
        let rest = Ending {
            free,
            mine: self.mine & beside,
            theirs: self.theirs & beside,
            waits,
            my_most: board.worth(my_reach),
            their_most: board.worth(their_reach),
            shared: my_reach == their_reach,
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
            return self.kept(board, my_reach, their_reach, 0, 0);
        }
        let contested = my_reach != my_own;
        if contested && !features.waiting {
            return self.kept(board, my_reach, their_reach, 0, 0);
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
        rest.kept(board, my_reach - taken, their_reach - taken, certain, waits)
    }
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
