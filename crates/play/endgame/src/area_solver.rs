use std::cmp::Reverse;

use ahash::AHashMap;
use floe_game::{Interval, Score};
use floe_hex::{Hex, HexSet, Layout, Standard};
use smallvec::SmallVec;

use crate::area::Area;
use crate::cuts::cut_bound;
use crate::entry::SolverEntry;
use crate::local_cache::LocalCache;

/// Search for the maximum that penguins of one side can collect in an own area, where a set of
/// hexes counts `value`. Gives up with `None` when it may not search on; the cache keeps all bounds
/// found, for one `value` function.
pub(crate) struct AreaSolver<'a, M, V, S> {
    pub(crate) cache: &'a mut M,
    pub(crate) value: V,
    /// Asked before each area that is searched; the search gives up at the first `false`.
    pub(crate) may_search: S,
}

/// Storage of bounds of areas.
pub(crate) trait AreaCache {
    /// Minimum number of free hexes of areas that start with the lower bound of a greedy line.
    const GREEDY_SIZE: u32;

    fn get(&self, area: Area) -> Option<SolverEntry>;
    fn put(&mut self, area: Area, bounds: SolverEntry);
}

/// Large cache: a search that is repeated makes progress with any budget.
pub(crate) type AreaMap = AHashMap<Area, SolverEntry>;

/// Maximum number of areas in an [`AreaMap`].
const CAPACITY: usize = 1 << 20;

impl AreaCache for AreaMap {
    /// Smaller areas take no longer to search.
    const GREEDY_SIZE: u32 = 10;

    fn get(&self, area: Area) -> Option<SolverEntry> {
        self.get(&area).copied()
    }

    fn put(&mut self, area: Area, bounds: SolverEntry) {
        if self.len() >= CAPACITY {
            self.clear();
        }
        self.insert(area, bounds);
    }
}

/// Small cache of recent areas: searching most areas again is faster than a larger table.
impl AreaCache for LocalCache {
    /// None: its areas are asked for everything first, for which a lower bound is no help.
    const GREEDY_SIZE: u32 = u32::MAX;

    #[inline]
    fn get(&self, area: Area) -> Option<SolverEntry> {
        self.get(area.key())
    }

    #[inline]
    fn put(&mut self, area: Area, bounds: SolverEntry) {
        self.put(area.key(), bounds);
    }
}

impl<M: AreaCache, V: Fn(HexSet) -> Score, S: FnMut() -> bool> AreaSolver<'_, M, V, S> {
    /// Maximum of an area. Few areas leave much, so the search starts at the sum of all tiles and
    /// lowers it to each upper bound found.
    pub(crate) fn maximum(&mut self, area: Area) -> Option<Score> {
        self.maximum_within(area, -1, (self.value)(area.free))
    }

    /// Maximum of an area by fail-soft alpha-beta.
    pub(crate) fn maximum_within(
        &mut self,
        area: Area,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let mut upper = beta;
        while upper > alpha {
            let found = self.test(area, upper)?;
            if found >= upper {
                return Some(found);
            }
            upper = found;
        }
        Some(upper)
    }

    /// Tests whether `need` can be collected: returns a lower bound of at least `need`, or an upper
    /// bound below it.
    pub(crate) fn test(&mut self, area: Area, need: Score) -> Option<Score> {
        self.test_in_reach(
            Area {
                free: Standard.flood(area.penguins, area.free),
                ..area
            },
            need,
        )
    }

    /// [`AreaSolver::test`] for an area without hexes out of reach.
    fn test_in_reach(&mut self, area: Area, need: Score) -> Option<Score> {
        if !area.penguins.is_several() {
            return self.test_connected(area, need);
        }
        self.test_sum(&area.sub_areas().collect::<SubAreas>(), need)
    }

    /// [`AreaSolver::test`] for areas that have nothing to do with each other.
    ///
    /// Asks each for what would be enough with the lower bounds of the others.
    fn test_sum(&mut self, parts: &[Area], need: Score) -> Option<Score> {
        if let &[part] = parts {
            return self.test_connected(part, need);
        }
        let mut bounds: SmallVec<[Interval<Score>; 8]> =
            parts.iter().map(|&part| self.bounds(part)).collect();
        let mut sum = bounds
            .iter()
            .fold(Interval::exact(0), |Interval { lower, upper }, part| {
                Interval::new(lower + part.lower, upper + part.upper)
            });
        let mut open = 0;
        loop {
            if sum.lower >= need {
                return Some(sum.lower);
            }
            if sum.upper < need {
                return Some(sum.upper);
            }
            while bounds[open].is_exact() {
                open += 1;
            }
            let known = &mut bounds[open];
            let target = (need - (sum.lower - known.lower)).min(known.upper);
            let found = self.test_connected(parts[open], target)?;
            if found >= target {
                sum.lower += found - known.lower;
                known.lower = found;
            } else {
                sum.upper -= known.upper - found;
                known.upper = found;
            }
        }
    }

    /// Bounds of a connected area without a search.
    fn bounds(&mut self, area: Area) -> Interval<Score> {
        let all = (self.value)(area.free);
        if !area.free.is_several() {
            return Interval::exact(all);
        }
        let known = self.known(area, all);
        Interval::new(known.lower, known.upper)
    }

    /// Bounds of a connected area in the cache, or those by greedy lines if there are none.
    fn known(&mut self, area: Area, all: Score) -> SolverEntry {
        if let Some(known) = self.cache.get(area) {
            return known;
        }
        let lower = if area.free.len() >= M::GREEDY_SIZE {
            greedy_bound(area, &self.value)
        } else {
            0
        };
        let known = SolverEntry {
            lower,
            upper: all,
            ..SolverEntry::NOTHING
        };
        if lower > 0 {
            self.cache.put(area, known);
        }
        known
    }

    /// [`AreaSolver::test`] for an area that is connected, possibly by penguins that touch several
    /// pieces.
    fn test_connected(&mut self, area: Area, need: Score) -> Option<Score> {
        let Some(first) = area.free.first() else {
            return Some(0);
        };
        let all = (self.value)(area.free);
        if !area.free.is_several() || all < need {
            return Some(all);
        }
        let known = self.known(area, all);
        if known.lower >= need {
            return Some(known.lower);
        }
        if known.upper < need {
            return Some(known.upper);
        }
        if !(self.may_search)() {
            return None;
        }
        let piece = HexSet::from(first) | Standard.flood(first.into(), area.free);
        let found = if piece == area.free {
            self.test_by_moves(area, need)?
        } else {
            self.test_by_pieces(area, piece, need)?
        };
        let (bounds, bound) = if found >= need {
            (
                SolverEntry {
                    lower: found,
                    ..known
                },
                found,
            )
        } else {
            let upper = found.min(known.upper);
            (SolverEntry { upper, ..known }, upper)
        };
        self.cache.put(area, bounds);
        Some(bound)
    }

    /// [`AreaSolver::test`] for a single piece: tries every move.
    fn test_by_moves(&mut self, area: Area, need: Score) -> Option<Score> {
        let mut upper = 0;
        for (index, (_, from, to)) in moves(area).into_iter().enumerate() {
            let landed = (self.value)(to.into());
            let left = area.free - to.into();
            let penguins = (area.penguins - from.into()) | to.into();
            // If the neighbours of a hex are connected around it, the rest stays whole without it.
            let is_whole = !Standard.neighbourhood(to, left).is_split();
            let free = if is_whole {
                left
            } else {
                Standard.flood(penguins, left)
            };
            let mut bound = landed + (self.value)(free);
            if bound >= need {
                bound = landed
                    + if is_whole {
                        let penguins = penguins & Standard.neighbours(left);
                        self.test_connected(Area { free, penguins }, need - landed)?
                    } else {
                        self.test_in_reach(Area { free, penguins }, need - landed)?
                    };
                if bound >= need {
                    return Some(bound);
                }
            }
            upper = upper.max(bound);
            // Most areas are collected whole, so cuts are computed only after a first failure.
            if index == 0 {
                let cut_bound = cut_bound(area, &self.value);
                if cut_bound < need {
                    return Some(cut_bound);
                }
            }
        }
        Some(upper)
    }

    /// [`AreaSolver::test`] for several pieces: tries all sets of penguins that enter one of them,
    /// and never leave it.
    fn test_by_pieces(&mut self, area: Area, piece: HexSet, need: Score) -> Option<Score> {
        let elsewhere = area.free - piece;
        let adjacent = area.penguins & Standard.neighbours(piece);
        let undecided = adjacent & Standard.neighbours(elsewhere);
        let mut upper = 0;
        for some in subsets(undecided) {
            let part = Area {
                free: piece,
                penguins: (adjacent - undecided) | some,
            };
            let others = area.penguins - part.penguins;
            let rest = Area {
                free: Standard.flood(others, elsewhere),
                penguins: others,
            };
            let entered = (!part.penguins.is_empty()).then_some(part);
            let parts: SubAreas = entered.into_iter().chain(rest.sub_areas()).collect();
            let bound = self.test_sum(&parts, need)?;
            if bound >= need {
                return Some(bound);
            }
            upper = upper.max(bound);
        }
        Some(upper)
    }
}

/// Areas that have nothing to do with each other.
type SubAreas = SmallVec<[Area; 8]>;

/// Lower bound of what penguins can collect in an area, in 1/128 fish: a line in which each move
/// keeps as much in reach as it can, and then lands where the fewest exits are (Warnsdorff 1823).
pub(crate) fn greedy_bound(area: Area, value: &impl Fn(HexSet) -> Score) -> Score {
    let mut collected = 0;
    let mut left = area;
    loop {
        let after = |(exits, from, to): (u32, Hex, Hex)| {
            let penguins = (left.penguins - from.into()) | to.into();
            let free = Standard.flood(penguins, left.free - to.into());
            let landed = value(to.into());
            (
                landed + value(free),
                Reverse(exits),
                landed,
                Area { free, penguins },
            )
        };
        let best = moves(left)
            .into_iter()
            .map(after)
            .max_by_key(|&(kept, exits, ..)| (kept, exits));
        let Some((_, _, landed, rest)) = best else {
            return collected;
        };
        collected += landed;
        left = rest;
    }
}

/// Permission to search as many areas as a budget holds, which is used up by them.
pub(crate) fn within_budget(budget: &mut u32) -> impl FnMut() -> bool {
    move || {
        let left = budget.checked_sub(1);
        *budget = left.unwrap_or(0);
        left.is_some()
    }
}

/// All subsets, the full set first and the empty set last.
fn subsets(set: HexSet) -> impl Iterator<Item = HexSet> {
    let bits = set.to_bits();
    std::iter::successors(Some(bits), move |&subset| {
        subset.checked_sub(1).map(|less| less & bits)
    })
    .map(HexSet::from_bits)
}

/// Moves as (exits of the target, from, to), fewest exits first (Warnsdorff 1823).
fn moves(Area { free, penguins }: Area) -> SmallVec<[(u32, Hex, Hex); 64]> {
    let geometry = Standard.geometry();
    let mut moves: SmallVec<[(u32, Hex, Hex); 64]> = SmallVec::new();
    for from in penguins {
        for to in geometry.slides(from, free) {
            let exits = (geometry.adjacent(to) & free).len();
            moves.push((exits, from, to));
        }
    }
    moves.sort_unstable_by_key(|&(exits, ..)| exits);
    moves
}
