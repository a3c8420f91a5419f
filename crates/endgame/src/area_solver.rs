use ahash::AHashMap;
use floe_game::Score;
use floe_hex::{Hex, HexSet, Layout};
use smallvec::SmallVec;

use crate::cuts::cut_bound;
use crate::entry::SolverEntry;
use crate::key::fold;
use crate::local_cache::LocalCache;

/// Free hexes, and the penguins of the one side that can reach them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Area {
    pub(crate) free: HexSet,
    pub(crate) penguins: HexSet,
}

impl Area {
    /// A key for tables, other than those of endings.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        fold(self.free.to_bits() ^ 0x4cf5_ad43_2745_937f, self.penguins.to_bits() ^ 0x52dc_e729_da3e_d8c1)
    }
}

/// Bounds on what can be collected in areas, remembered.
pub(crate) struct AreaSolver<M> {
    known: M,
}

/// What is known of the most that can be collected in an area.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    lower: Score,
    upper: Score,
}

/// Where bounds on areas are remembered.
pub(crate) trait AreaCache {
    fn get(&self, area: Area) -> Option<Bounds>;
    fn put(&mut self, area: Area, bounds: Bounds);
}

/// So many that who asks again, with whatever budget, comes further every time.
pub(crate) type AreaMap = AHashMap<Area, Bounds>;

/// More areas than this are not remembered at a time.
const CAPACITY: usize = 1 << 20;

impl AreaCache for AreaMap {
    fn get(&self, area: Area) -> Option<Bounds> {
        self.get(&area).copied()
    }

    fn put(&mut self, area: Area, bounds: Bounds) {
        if self.len() >= CAPACITY {
            self.clear();
        }
        self.insert(area, bounds);
    }
}

/// Those met last: to look further away takes longer than to play through most areas again.
impl AreaCache for LocalCache {
    #[inline]
    fn get(&self, area: Area) -> Option<Bounds> {
        let SolverEntry { lower, upper, .. } = SolverEntry::unpack(self.get(area.key())?);
        Some(Bounds { lower, upper })
    }

    #[inline]
    fn put(&mut self, area: Area, Bounds { lower, upper }: Bounds) {
        self.put(area.key(), SolverEntry { lower, upper, ..SolverEntry::NOTHING }.pack(), SolverEntry::priority);
    }
}

impl<M: AreaCache> AreaSolver<M> {
    pub(crate) fn new(memory: M) -> AreaSolver<M> {
        AreaSolver { known: memory }
    }

    /// The most that can be collected in an area, where landing on hexes adds up to `worth` of them.
    ///
    /// None if `budget` areas do not suffice to tell; what has been found out is remembered. One `AreaSolver` must always be asked with
    /// the same `worth`.
    ///
    /// First whether all can be collected, then whether all but what must be left by what has been found out: seldom much must be, and
    /// lines that leave more are not followed.
    pub(crate) fn most<L: Layout>(
        &mut self,
        layout: L,
        area: Area,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        self.within(layout, area, (-1, worth(area.free)), worth, budget)
    }

    /// The same in the sense of fail-soft alpha-beta: no more than what is found up to `alpha`, no less from `beta` on, just that much in
    /// between.
    pub(crate) fn within<L: Layout>(
        &mut self,
        layout: L,
        area: Area,
        window: (Score, Score),
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        narrowed(window, |need| self.aim(layout, area, need, worth, budget))
    }

    /// Some lower bound of what can be collected that is `need` or more, if that much can be; else some upper bound below it.
    ///
    /// None if `budget` areas do not suffice to tell.
    pub(crate) fn aim<L: Layout>(
        &mut self,
        layout: L,
        area: Area,
        need: Score,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        let reached = Area { free: layout.flood(area.penguins, area.free), ..area };
        self.aim_in_reach(layout, reached, need, worth, budget)
    }

    /// The same for an area all of which is in reach.
    fn aim_in_reach<L: Layout>(
        &mut self,
        layout: L,
        mut left: Area,
        need: Score,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        if !left.penguins.is_several() {
            return self.aim_in_one(layout, left, need, worth, budget);
        }
        let mut sum = worth(left.free);
        while let (Some(first), true) = (left.free.first(), sum >= need) {
            let part = joined(layout, left, first.into());
            let all = worth(part.free);
            let others = sum - all;
            if others == 0 {
                return self.aim_in_one(layout, part, need, worth, budget);
            }
            left.free -= part.free;
            let aim = |need| self.aim_in_one(layout, part, need, worth, budget);
            sum = others + narrowed((need - others - 1, all), aim)?;
        }
        Some(sum)
    }

    /// The same for an area that hangs together, be it only by penguins that touch several pieces.
    fn aim_in_one<L: Layout>(
        &mut self,
        layout: L,
        area: Area,
        need: Score,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        let Some(first) = area.free.first() else { return Some(0) };
        let all = worth(area.free);
        if !area.free.is_several() || all < need {
            return Some(all);
        }
        let known = self.known.get(area).unwrap_or(Bounds { lower: 0, upper: all });
        if known.lower >= need {
            return Some(known.lower);
        }
        if known.upper < need {
            return Some(known.upper);
        }
        *budget = budget.checked_sub(1)?;
        let piece = HexSet::of(first) | layout.flood(first.into(), area.free);
        let found = if piece == area.free {
            self.aim_in_piece(layout, area, need, worth, budget)?
        } else {
            self.aim_in_pieces(layout, (area, piece), need, worth, budget)?
        };
        let (bounds, told) = if found >= need {
            (Bounds { lower: found, ..known }, found)
        } else {
            let upper = found.min(known.upper);
            (Bounds { upper, ..known }, upper)
        };
        self.known.put(area, bounds);
        Some(told)
    }

    /// The same for a single piece, by what every move leads to.
    fn aim_in_piece<L: Layout>(
        &mut self,
        layout: L,
        area: Area,
        need: Score,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        let mut upper = 0;
        for (index, (_, from, to)) in moves(layout, area).into_iter().enumerate() {
            let landed = worth(to.into());
            let (left, penguins) = (area.free - to.into(), (area.penguins - from.into()) | to.into());
            // What hangs together around a hex hangs together without it.
            let whole = !layout.ring(to, left).is_split();
            let reached = if whole { left } else { layout.flood(penguins, left) };
            let mut most = landed + worth(reached);
            if most >= need {
                let rest = Area { free: reached, penguins };
                most = landed
                    + if whole {
                        let rest = Area { penguins: penguins & layout.neighbours(left), ..rest };
                        self.aim_in_one(layout, rest, need - landed, worth, budget)?
                    } else {
                        self.aim_in_reach(layout, rest, need - landed, worth, budget)?
                    };
                if most >= need {
                    return Some(most);
                }
            }
            upper = upper.max(most);
            // Most areas are collected whole, so that the cuts are not looked for before something is left.
            if index == 0 {
                let bound = cut_bound(layout, area.free, area.penguins, worth);
                if bound < need {
                    return Some(bound);
                }
            }
        }
        Some(upper)
    }

    /// The same for several pieces, one of which is told, by which penguins go there: who has gone to a piece never comes to another.
    fn aim_in_pieces<L: Layout>(
        &mut self,
        layout: L,
        (area, piece): (Area, HexSet),
        need: Score,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        let elsewhere = area.free - piece;
        let beside = area.penguins & layout.neighbours(piece);
        let torn = beside & layout.neighbours(elsewhere);
        let mut upper = 0;
        for some in subsets(torn) {
            let part = Area { free: piece, penguins: (beside - torn) | some };
            let others = area.penguins - part.penguins;
            let rest = Area { free: layout.flood(others, elsewhere), penguins: others };
            let rests = worth(rest.free);
            let mut most = rests;
            if !part.penguins.is_empty() {
                let aim = |need| self.aim_in_one(layout, part, need, worth, budget);
                most += narrowed((need - rests - 1, worth(piece)), aim)?;
            }
            if most >= need {
                let here = most - rests;
                most = here + self.aim_in_reach(layout, rest, need - here, worth, budget)?;
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
fn narrowed((alpha, beta): (Score, Score), mut aim: impl FnMut(Score) -> Option<Score>) -> Option<Score> {
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
fn moves<L: Layout>(layout: L, Area { free, penguins }: Area) -> SmallVec<[(u32, Hex, Hex); 64]> {
    let geometry = layout.geometry();
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

/// The part around `seed`, joined by penguins that touch several parts, and the penguins in it.
pub(crate) fn joined<L: Layout>(layout: L, Area { free, penguins }: Area, seed: HexSet) -> Area {
    let mut around = seed;
    loop {
        around |= layout.flood(around, free);
        let inside = penguins & layout.neighbours(around);
        let touched = layout.neighbours(inside) & free;
        if touched.is_subset(around) {
            return Area { free: around, penguins: inside };
        }
        around |= touched;
    }
}
