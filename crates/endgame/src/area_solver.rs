use ahash::AHashMap;
use floe_game::Score;
use floe_hex::{Hex, HexSet, Layout, Standard};
use smallvec::SmallVec;

use crate::area::Area;
use crate::cuts::cut_bound;
use crate::entry::SolverEntry;
use crate::local_cache::LocalCache;

/// Finds the most that penguins of one side can collect in an area they have to themselves, where landing on hexes adds up to `worth`
/// of them.
///
/// Gives up, and returns `None`, when the budget is used up; what has been found out stays in the cache. A cache must always be used with the
/// same `worth`.
pub(crate) struct AreaSolver<'a, M, W> {
    cache: &'a mut M,
    worth: W,
    /// Areas that may still be looked at.
    budget: &'a mut u32,
}

/// Where bounds on areas are stored.
pub(crate) trait AreaCache {
    fn get(&self, area: Area) -> Option<SolverEntry>;
    fn put(&mut self, area: Area, bounds: SolverEntry);
}

/// Bounds on so many areas that a search which is repeated, with whatever budget, comes further every time.
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

/// Those met last: to look further away takes longer than to play through most areas again.
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

impl<'a, M: AreaCache, W: Fn(HexSet) -> Score> AreaSolver<'a, M, W> {
    pub(crate) fn new(cache: &'a mut M, worth: W, budget: &'a mut u32) -> AreaSolver<'a, M, W> {
        AreaSolver { cache, worth, budget }
    }

    /// The most that can be collected in an area.
    ///
    /// First whether all can be collected, then whether all but what must be left by what has been found out: seldom much must be, and
    /// lines that leave more are not followed.
    pub(crate) fn most(&mut self, area: Area) -> Option<Score> {
        self.most_within(area, -1, (self.worth)(area.free))
    }

    /// The most that can be collected, in the sense of fail-soft alpha-beta: no more than what is found up to `alpha`, no less from `beta` on, just that much in
    /// between.
    pub(crate) fn most_within(&mut self, area: Area, alpha: Score, beta: Score) -> Option<Score> {
        narrow(alpha, beta, |need| self.aim(area, need))
    }

    /// Some lower bound of what can be collected that is `need` or more, if that much can be; else some upper bound below it.
    pub(crate) fn aim(&mut self, area: Area, need: Score) -> Option<Score> {
        self.aim_in_reach(Area { free: Standard.flood(area.penguins, area.free), ..area }, need)
    }

    /// [`AreaSolver::aim`] for an area all of which is in reach.
    fn aim_in_reach(&mut self, area: Area, need: Score) -> Option<Score> {
        if !area.penguins.is_several() {
            return self.aim_in_part(area, need);
        }
        let mut sum = (self.worth)(area.free);
        for part in area.parts() {
            if sum < need {
                break;
            }
            let all = (self.worth)(part.free);
            let others = sum - all;
            if others == 0 {
                return self.aim_in_part(part, need);
            }
            sum = others + narrow(need - others - 1, all, |need| self.aim_in_part(part, need))?;
        }
        Some(sum)
    }

    /// [`AreaSolver::aim`] for an area that is connected, be it only by penguins that touch several pieces.
    fn aim_in_part(&mut self, area: Area, need: Score) -> Option<Score> {
        let Some(first) = area.free.first() else { return Some(0) };
        let all = (self.worth)(area.free);
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
        let piece = HexSet::of(first) | Standard.flood(first.into(), area.free);
        let found =
            if piece == area.free { self.aim_by_moves(area, need)? } else { self.aim_by_pieces(area, piece, need)? };
        let (bounds, bound) = if found >= need {
            (SolverEntry { lower: found, ..known }, found)
        } else {
            let upper = found.min(known.upper);
            (SolverEntry { upper, ..known }, upper)
        };
        self.cache.put(area, bounds);
        Some(bound)
    }

    /// [`AreaSolver::aim`] for a single piece: tries every move.
    fn aim_by_moves(&mut self, area: Area, need: Score) -> Option<Score> {
        let mut upper = 0;
        for (index, (_, from, to)) in moves(area).into_iter().enumerate() {
            let landed = (self.worth)(to.into());
            let (left, penguins) = (area.free - to.into(), (area.penguins - from.into()) | to.into());
            // What hangs together around a hex hangs together without it.
            let whole = !Standard.neighbourhood(to, left).is_split();
            let free = if whole { left } else { Standard.flood(penguins, left) };
            let mut most = landed + (self.worth)(free);
            if most >= need {
                most = landed
                    + if whole {
                        let penguins = penguins & Standard.neighbours(left);
                        self.aim_in_part(Area { free, penguins }, need - landed)?
                    } else {
                        self.aim_in_reach(Area { free, penguins }, need - landed)?
                    };
                if most >= need {
                    return Some(most);
                }
            }
            upper = upper.max(most);
            // Most areas are collected whole, so that the cuts are not looked for before something is left.
            if index == 0 {
                let bound = cut_bound(area, &self.worth);
                if bound < need {
                    return Some(bound);
                }
            }
        }
        Some(upper)
    }

    /// [`AreaSolver::aim`] for several pieces: tries all ways to send penguins to one of them. A penguin that has gone to a piece never
    /// comes to another.
    fn aim_by_pieces(&mut self, area: Area, piece: HexSet, need: Score) -> Option<Score> {
        let elsewhere = area.free - piece;
        let beside = area.penguins & Standard.neighbours(piece);
        let torn = beside & Standard.neighbours(elsewhere);
        let mut upper = 0;
        for some in subsets(torn) {
            let part = Area { free: piece, penguins: (beside - torn) | some };
            let others = area.penguins - part.penguins;
            let rest = Area { free: Standard.flood(others, elsewhere), penguins: others };
            let rests = (self.worth)(rest.free);
            let mut most = rests;
            if !part.penguins.is_empty() {
                most += narrow(need - rests - 1, (self.worth)(piece), |need| self.aim_in_part(part, need))?;
            }
            if most >= need {
                let here = most - rests;
                most = here + self.aim_in_reach(rest, need - here)?;
                if most >= need {
                    return Some(most);
                }
            }
            upper = upper.max(most);
        }
        Some(upper)
    }
}

/// All subsets, the whole set first and the empty one last.
fn subsets(set: HexSet) -> impl Iterator<Item = HexSet> {
    let bits = set.to_bits();
    std::iter::successors(Some(bits), move |&subset| subset.checked_sub(1).map(|less| less & bits))
        .map(HexSet::from_bits)
}

/// Aims at `beta`, and then at what is not ruled out yet, as long as that is above `alpha`.
fn narrow(alpha: Score, beta: Score, mut aim: impl FnMut(Score) -> Option<Score>) -> Option<Score> {
    let mut upper = beta;
    while upper > alpha {
        let found = aim(upper)?;
        if found >= upper {
            return Some(found);
        }
        upper = found;
    }
    Some(upper)
}

/// Moves, from and to, those to hexes with few ways on first (Warnsdorff 1823).
fn moves(Area { free, penguins }: Area) -> SmallVec<[(u32, Hex, Hex); 64]> {
    let geometry = Standard.geometry();
    let mut moves: SmallVec<[(u32, Hex, Hex); 64]> = SmallVec::new();
    for from in penguins {
        for to in geometry.slides(from, free) {
            let ways_on = (geometry.adjacent(to) & free).len();
            moves.push((ways_on, from, to));
        }
    }
    moves.sort_unstable_by_key(|&(ways_on, ..)| ways_on);
    moves
}
