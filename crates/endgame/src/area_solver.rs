use ahash::AHashMap;
use floe_game::Score;
use floe_hex::{Hex, HexSet, Layout, Standard};
use smallvec::SmallVec;

use crate::area::Area;
use crate::cuts::cut_bound;
use crate::entry::SolverEntry;
use crate::local_cache::LocalCache;

/// Search for the maximum that penguins of one side can collect in an own area, where a set of hexes counts `value`.
///
/// Gives up with `None` when the budget is used up; the cache keeps all bounds found. A cache belongs to one `value`
/// function.
pub(crate) struct AreaSolver<'a, M, V> {
    pub(crate) cache: &'a mut M,
    pub(crate) value: V,
    /// Number of areas that may still be searched.
    pub(crate) budget: &'a mut u32,
}

/// Storage of bounds of areas.
pub(crate) trait AreaCache {
    fn get(&self, area: Area) -> Option<SolverEntry>;
    fn put(&mut self, area: Area, bounds: SolverEntry);
}

/// Large cache: a search that is repeated makes progress with any budget.
pub(crate) type AreaMap = AHashMap<Area, SolverEntry>;

/// Maximum number of areas in an [`AreaMap`].
const CAPACITY: usize = 1 << 20;

impl AreaCache for AreaMap {
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
    #[inline]
    fn get(&self, area: Area) -> Option<SolverEntry> {
        self.get(area.key())
    }

    #[inline]
    fn put(&mut self, area: Area, bounds: SolverEntry) {
        self.put(area.key(), bounds);
    }
}

impl<M: AreaCache, V: Fn(HexSet) -> Score> AreaSolver<'_, M, V> {
    /// Maximum of an area. Few areas leave much, so the search starts at the sum of all tiles and lowers it to each
    /// upper bound found.
    pub(crate) fn maximum(&mut self, area: Area) -> Option<Score> {
        self.maximum_within(area, -1, (self.value)(area.free))
    }

    /// Maximum of an area by fail-soft alpha-beta.
    pub(crate) fn maximum_within(&mut self, area: Area, alpha: Score, beta: Score) -> Option<Score> {
        narrow(alpha, beta, |need| self.test(area, need))
    }

    /// Tests whether `need` can be collected: returns a lower bound of at least `need`, or an upper bound below it.
    pub(crate) fn test(&mut self, area: Area, need: Score) -> Option<Score> {
        self.test_in_reach(Area { free: Standard.flood(area.penguins, area.free), ..area }, need)
    }

    /// [`AreaSolver::test`] for an area without hexes out of reach.
    fn test_in_reach(&mut self, area: Area, need: Score) -> Option<Score> {
        if !area.penguins.is_several() {
            return self.test_connected(area, need);
        }
        let mut sum = (self.value)(area.free);
        for part in area.sub_areas() {
            if sum < need {
                break;
            }
            let all = (self.value)(part.free);
            let others = sum - all;
            if others == 0 {
                return self.test_connected(part, need);
            }
            sum = others + narrow(need - others - 1, all, |need| self.test_connected(part, need))?;
        }
        Some(sum)
    }

    /// [`AreaSolver::test`] for an area that is connected, possibly by penguins that touch several pieces.
    fn test_connected(&mut self, area: Area, need: Score) -> Option<Score> {
        let Some(first) = area.free.first() else { return Some(0) };
        let all = (self.value)(area.free);
        if !area.free.is_several() || all < need {
            return Some(all);
        }
        let known = self.cache.get(area).unwrap_or(SolverEntry { lower: 0, upper: all, ..SolverEntry::NOTHING });
        if known.lower >= need {
            return Some(known.lower);
        }
        if known.upper < need {
            return Some(known.upper);
        }
        *self.budget = self.budget.checked_sub(1)?;
        let piece = HexSet::from(first) | Standard.flood(first.into(), area.free);
        let found =
            if piece == area.free { self.test_by_moves(area, need)? } else { self.test_by_pieces(area, piece, need)? };
        let (bounds, bound) = if found >= need {
            (SolverEntry { lower: found, ..known }, found)
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
            let free = if is_whole { left } else { Standard.flood(penguins, left) };
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

    /// [`AreaSolver::test`] for several pieces: tries all sets of penguins that enter one of them, and never leave it.
    fn test_by_pieces(&mut self, area: Area, piece: HexSet, need: Score) -> Option<Score> {
        let elsewhere = area.free - piece;
        let adjacent = area.penguins & Standard.neighbours(piece);
        let undecided = adjacent & Standard.neighbours(elsewhere);
        let mut upper = 0;
        for some in subsets(undecided) {
            let part = Area { free: piece, penguins: (adjacent - undecided) | some };
            let others = area.penguins - part.penguins;
            let rest = Area { free: Standard.flood(others, elsewhere), penguins: others };
            let rests = (self.value)(rest.free);
            let mut bound = rests;
            if !part.penguins.is_empty() {
                bound += narrow(need - rests - 1, (self.value)(piece), |need| self.test_connected(part, need))?;
            }
            if bound >= need {
                let here = bound - rests;
                bound = here + self.test_in_reach(rest, need - here)?;
                if bound >= need {
                    return Some(bound);
                }
            }
            upper = upper.max(bound);
        }
        Some(upper)
    }
}

/// All subsets, the full set first and the empty set last.
fn subsets(set: HexSet) -> impl Iterator<Item = HexSet> {
    let bits = set.to_bits();
    std::iter::successors(Some(bits), move |&subset| subset.checked_sub(1).map(|less| less & bits))
        .map(HexSet::from_bits)
}

/// Tests `beta`, then every upper bound found, while it is above `alpha`.
fn narrow(alpha: Score, beta: Score, mut test: impl FnMut(Score) -> Option<Score>) -> Option<Score> {
    let mut upper = beta;
    while upper > alpha {
        let found = test(upper)?;
        if found >= upper {
            return Some(found);
        }
        upper = found;
    }
    Some(upper)
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
