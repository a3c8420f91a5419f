use std::fmt::Debug;
use std::hash::Hash;

use crate::{Direction, Geometry, Hex, HexSet, HexSets, Paths, Rays, Ring, Tally};

/// The outline that a floe is laid out in.
///
/// A layout is a value, so that one known only at run time can carry a reference to its geometry; the ones
/// known at compile time have size zero and cost nothing. What a layout must say is its geometry. The set-wise
/// operations follow from that; a layout with regular rows overrides them with shifts.
pub trait Layout: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The name in positions.
    fn name(self) -> &'static str;

    /// What follows from the outline.
    fn geometry(self) -> &'static Geometry;

    /// The hexes that one step in `direction` from a hex of `set` leads to.
    #[inline]
    fn step(self, set: HexSet, direction: Direction) -> HexSet {
        let geometry = self.geometry();
        set.into_iter().filter_map(|hex| (geometry.ray(hex, direction) & geometry.adjacent(hex)).first()).collect()
    }

    /// The hexes that touch a hex of `set`; those of `set` itself are among them where two of them touch.
    #[inline]
    fn neighbours(self, set: HexSet) -> HexSet {
        self.geometry().neighbours(set)
    }

    /// What touches each of several sets: [`neighbours`](Layout::neighbours) of each.
    #[inline]
    fn neighbours_of_each(self, sets: HexSets) -> HexSets {
        HexSets::from(sets.to_array().map(|set| self.neighbours(set)))
    }

    /// Which of the hexes around `hex` are in `set`.
    #[inline]
    fn ring(self, hex: Hex, set: HexSet) -> Ring {
        let inside = |&(_, direction): &(usize, Direction)| !(self.step(hex.into(), direction) & set).is_empty();
        Ring(Direction::ALL.into_iter().enumerate().filter(inside).fold(0, |ring, (bit, _)| ring | 1 << bit))
    }

    /// The hexes where all ways through `set` bend: those with several neighbours in it, none of which lies beside another or opposite.
    #[inline]
    fn bends(self, set: HexSet) -> HexSet {
        let around = Direction::ALL.map(|direction| self.step(set, direction.opposite()));
        let [even, odd] = [0, 1].map(|first| [around[first], around[first + 2], around[first + 4]]);
        let any = |[a, b, c]: [HexSet; 3]| a | b | c;
        let several = |[a, b, c]: [HexSet; 3]| a & (b | c) | b & c;
        (several(even) - any(odd)) | (several(odd) - any(even))
    }

    /// Where everything that stands on a hex of `set` can slide to over `free` hexes, for each direction.
    ///
    /// `set` and `free` must not meet. In each direction a hex is reached by the nearest one only, so that
    /// the lengths of the six sets add up to the number of slides.
    #[inline]
    fn rays(self, set: HexSet, free: HexSet) -> Rays {
        let geometry = self.geometry();
        let mut rays = Rays::default();
        for hex in set {
            for direction in Direction::ALL {
                rays[direction] |= geometry.ray_in(hex, direction, free);
            }
        }
        rays
    }

    /// Where at least one of those on `set` can slide to over `free` hexes.
    #[inline]
    fn slides(self, set: HexSet, free: HexSet) -> HexSet {
        self.rays(set, free).union()
    }

    /// What [`within_a_slide`](Layout::within_a_slide) needs to know of free hexes.
    #[inline]
    fn paths(self, free: HexSets) -> Paths {
        Paths { free, runs: [[HexSets::EMPTY; 3]; Direction::COUNT] }
    }

    /// Each of several sets with all that one slide from it leads to; hexes of a set that are free are slid from and over.
    #[inline]
    fn within_a_slide(self, sets: HexSets, paths: &Paths) -> HexSets {
        let (each, free) = (sets.to_array(), paths.free.to_array());
        sets | HexSets::from(std::array::from_fn(|set| self.slides(each[set], free[set])))
    }

    /// How many of the slides that `rays` tells would be lost if a hex were blocked, summed over `hexes`.
    ///
    /// To block a hex takes away the slides that end there or beyond, as far as the ray goes.
    #[inline]
    fn slides_lost(self, rays: &Rays, hexes: &Tally) -> u64 {
        let mut lost = 0;
        for direction in Direction::ALL {
            // The hexes whose ray goes on for at least so many more.
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

    /// All hexes that those of `set` are connected to through `free` hexes, those of `set` left out unless free.
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

    /// The connected areas of `set`, in the reading order of their first hexes.
    ///
    /// No two of them touch, and together they are `set`.
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
            let first = HexSet::of(rest.first()?);
            let area = first | self.flood(first, rest);
            rest -= area;
            Some(area)
        })
    }
}
