//! Counting two plies at once. For the next player a move changes one thing: its target hex is
//! blocked. So the replies to all moves together are the replies to the position as it is, once for
//! each move, minus those that each move cuts off; and this is a sum over bit-planes
//! (`Layout::slides_lost`). Bulk perft counts the last two plies this way.

use crate::{Direction, Geometry, Hex, HexSet, HexSets, Neighbourhood, Paths, Rays, Tally};

/// Outline of a floe, its shape, with operations on sets of its hexes.
///
/// A layout is a value: a layout known only at run time carries a reference to its geometry, and a
/// layout known at compile time has size zero. The operations follow from the geometry; a layout
/// with regular rows overrides them with shifts.
pub trait Layout: Copy + 'static {
    /// Geometry of the outline: its rows, adjacent hexes and rays.
    fn geometry(self) -> &'static Geometry;

    /// The neighbours in `direction` of all hexes of `set`; hexes at the edge have none.
    #[inline]
    fn step(self, set: HexSet, direction: Direction) -> HexSet {
        set.into_iter()
            .filter_map(|hex| self.geometry().neighbour(hex, direction))
            .collect()
    }

    /// The hexes adjacent to at least one hex of `set`, hexes of `set` that touch each other
    /// included.
    #[inline]
    fn neighbours(self, set: HexSet) -> HexSet {
        self.geometry().neighbours(set)
    }

    /// The [neighbours](Layout::neighbours) of each of eight sets, in the same order.
    #[inline]
    fn neighbours_of_each(self, sets: HexSets) -> HexSets {
        HexSets::from(sets.to_array().map(|set| self.neighbours(set)))
    }

    /// The neighbours of `hex` that belong to `set`, as the directions in which they lie.
    #[inline]
    fn neighbourhood(self, hex: Hex, set: HexSet) -> Neighbourhood {
        let inside = |&(_, direction): &(usize, Direction)| {
            !(self.step(hex.into(), direction) & set).is_empty()
        };
        Neighbourhood(
            Direction::ALL
                .into_iter()
                .enumerate()
                .filter(inside)
                .fold(0, |bits, (bit, _)| bits | 1 << bit),
        )
    }

    /// Number of hexes of `set` that touch each hex.
    #[inline]
    fn neighbour_counts(self, set: HexSet) -> Tally {
        let mut steps = Rays::default();
        for direction in Direction::ALL {
            steps.0[direction as usize] = self.step(set, direction);
        }
        Tally::of(&steps)
    }

    /// The hexes with two or three neighbours in `set`, no two of which are adjacent or opposite to
    /// each other: a path that comes from `set` and goes on to `set` over such a hex bends there.
    /// The hexes need not be in `set`.
    #[inline]
    fn bends(self, set: HexSet) -> HexSet {
        let around = Direction::ALL.map(|direction| self.step(set, direction.opposite()));
        let [even, odd] = [0, 1].map(|first| [around[first], around[first + 2], around[first + 4]]);
        (in_several(even) - in_any(odd)) | (in_several(odd) - in_any(even))
    }

    /// The hexes on which a slide from a hex of `set` can end, if it can pass and end on `free`
    /// hexes only: one set for each direction.
    ///
    /// `set` and `free` must be disjoint. In each direction at most one slide ends on a hex: the
    /// slide from the nearest hex of `set`.
    #[inline]
    fn rays(self, set: HexSet, free: HexSet) -> Rays {
        let geometry = self.geometry();
        let mut rays = Rays::default();
        for hex in set {
            for direction in Direction::ALL {
                rays.0[direction as usize] |= geometry.ray_in(hex, direction, free);
            }
        }
        rays
    }

    /// The hexes on which a slide from a hex of `set` in any direction can end, if it can pass and
    /// end on `free` hexes only. `set` and `free` must be disjoint.
    #[inline]
    fn slides(self, set: HexSet, free: HexSet) -> HexSet {
        self.rays(set, free).union()
    }

    /// Prepares [`within_a_slide`](Layout::within_a_slide) on eight floes: `free` has the free
    /// hexes of each floe.
    #[inline]
    fn paths(self, free: HexSets) -> Paths {
        Paths {
            free,
            runs: [[HexSets::EMPTY; 3]; Direction::COUNT],
        }
    }

    /// Each of eight sets together with all hexes that one slide from it reaches over the free
    /// hexes of its own floe: the first set on the first floe of `paths`, and so on. Free hexes of
    /// a set do not block slides.
    #[inline]
    fn within_a_slide(self, sets: HexSets, paths: &Paths) -> HexSets {
        let each = sets.to_array();
        let free = paths.free.to_array();
        sets | HexSets::from(std::array::from_fn(|set| self.slides(each[set], free[set])))
    }

    /// Number of slides in `rays` that are lost where a hex is blocked, because they end on it or
    /// beyond it. The result is the sum over all hexes, each multiplied by its count in `hexes`.
    #[inline]
    fn slides_lost(self, rays: &Rays, hexes: &Tally) -> u64 {
        let mut lost = 0;
        for direction in Direction::ALL {
            // The ends beyond which the ray has at least as many more hexes as the loop has run.
            let mut long_enough = rays[direction];
            while !long_enough.is_empty() {
                for (digit, &plane) in hexes.0.iter().enumerate() {
                    lost += u64::from((long_enough & plane).len()) << digit;
                }
                long_enough = rays[direction] & self.step(long_enough, direction.opposite());
            }
        }
        lost
    }

    /// The `free` hexes that touch `set`, and all that are connected to these through `free` hexes.
    /// Hexes of `set` need not be free.
    #[inline]
    fn flood(self, set: HexSet, free: HexSet) -> HexSet {
        let mut reached = self.neighbours(set) & free;
        loop {
            let wider = reached | self.neighbours(reached) & free;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// The connected components of `set`, in the reading order of their first hexes.
    ///
    /// ```
    /// use floe_hex::{Hex, HexSet, Layout, Standard};
    ///
    /// let set: HexSet = [0, 1, 7, 30, 59].map(Hex::new).into_iter().collect();
    /// assert_eq!(Standard.areas(set).map(HexSet::len).collect::<Vec<_>>(), [3, 1, 1]);
    /// ```
    fn areas(self, set: HexSet) -> impl Iterator<Item = HexSet> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let first = HexSet::from(rest.first()?);
            let area = first | self.flood(first, rest);
            rest -= area;
            Some(area)
        })
    }
}

/// Hexes in at least one of three sets.
#[inline]
fn in_any([a, b, c]: [HexSet; 3]) -> HexSet {
    a | b | c
}

/// Hexes in at least two of three sets.
#[inline]
fn in_several([a, b, c]: [HexSet; 3]) -> HexSet {
    a & (b | c) | b & c
}

/// The operations by ray tables alone.
impl Layout for &'static Geometry {
    #[inline]
    fn geometry(self) -> &'static Geometry {
        self
    }
}
